"""Dealing: who sees what, what the dealer can be shown to have done, and what nobody can tell before."""

from typing import Any

from adjudicator.names import REFEREE
from tests.protocol.dealer import play, table
from tests.protocol.match import Copy


def deal_of(copy: Copy) -> Any:
    """Return the deal that is due from the dealer."""
    (document,) = copy.own.mechanical()
    return document


def test_a_game_with_a_dealer_ends_with_three_equal_copies():
    match = play(table())
    heads = {copy.ledger.head().id for copy in match.copies.values()}
    assert len(heads) == 1
    assert match.first.ledger.head().state.outcome.how == "trick"
    assert all(copy.ledger.dealt_falsely() is None for copy in match.copies.values())


def test_each_seat_knows_its_own_cards_and_no_other():
    match = play(table(), "play")
    known = {seat: match.copies[seat].own.known() for seat in ("north", "south", REFEREE)}
    hands = {side.seat: set(side.hand) for side in match.first.ledger.head().public.sides}
    assert set(known["north"]) == hands["north"] and set(known["south"]) == hands["south"]
    assert known[REFEREE] == {**known["north"], **known["south"]}
    assert len(set(known[REFEREE].values())) == 6
    assert all(copy.own.unopened() == () for copy in match.copies.values())


def test_what_is_dealt_follows_from_the_secrets_alone():
    """The dealer has nothing to choose: the same secrets give the same text of every deal."""
    one, two = table(), table()
    assert deal_of(play(one, "first").copies[REFEREE]) == deal_of(play(two, "first").copies[REFEREE])
    other = table("b")
    assert deal_of(play(other, "first").copies[REFEREE]).cards != deal_of(one.copies[REFEREE]).cards
