"""Dealing: who sees what, what the dealer can be shown to have done, and what nobody can tell before."""

from typing import Any

from adjudicator.names import REFEREE
from tests.dealt import GAME, SETUP
from tests.protocol.hall import share_all
from tests.protocol.match import Copy, Match, match_of


def table(name: str = "a") -> Match:
    """Return a match with a dealer in which all have enrolled."""
    match = match_of(GAME, SETUP, name, referee=True)
    for copy in match.copies.values():
        copy.enrol()
    share_all(match)
    return match


def play(match: Match, until: str = "over") -> Match:
    """Play act by act until a stage is reached and everybody knows it."""
    for _ in range(100):
        if match.first.ledger.head().public.stage == until:
            return match
        for copy in match.copies.values():
            own = copy.own
            documents: list[Any] = [*own.mechanical()]
            for decision in own.decisions():
                order = copy.walk(decision)
                documents.append(own.commitment(decision, order) if decision.sealed else own.order(decision, order))
            for document in documents:
                copy.sign(document)
            share_all(match)
            if documents:
                break
    raise AssertionError(f"never came to {until}")


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
