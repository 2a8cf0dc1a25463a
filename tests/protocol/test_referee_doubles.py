"""A referee who signs twice is not the judge between his own two acts: what the seats have built on is."""

from typing import Any

import pytest

from adjudicator.documents.signed import Signed
from adjudicator.names import REFEREE
from adjudicator.protocol.ledger import Ledger
from tests.protocol.dealer import NORTH, SOUTH, at, crooked, play, share_all, swapped
from tests.protocol.foul import another_enrolment
from tests.protocol.hall import by_referee, everything, refereed
from tests.protocol.match import Copy, Match


def fed(match: Match, documents: list[Signed]) -> Ledger:
    """Return the ledger of somebody who gets these documents, in this order."""
    ledger = match.fresh(NORTH).ledger
    for signed in documents:
        ledger.add(signed)
    return ledger


def given(match: Match, seat: str, *documents: Signed) -> Copy:
    """Return a copy of a seat that has got only these documents."""
    copy = match.fresh(seat)
    for signed in documents:
        copy.ledger.add(signed)
    return copy


def enrolments(match: Match, count: int) -> tuple[list[Signed], list[Signed]]:
    """Return the enrolments of the two players, and several of the referee."""
    players = [match.copies[seat].enrol() for seat in (NORTH, SOUTH)]
    return players, [another_enrolment(match.copies[REFEREE], str(number))[0] for number in range(count)]


def test_no_link_is_given_before_the_referee_has_signed_who_takes_part():
    """Else he could enrol again until he likes the first draw, when he knows the links of all others."""
    match = refereed("grind")
    players, (one, two, _) = enrolments(match, 3)
    for seat, act in ((NORTH, one), (SOUTH, two)):
        assert given(match, seat, *players, act).own.mechanical() == ()


def test_a_referee_who_signs_several_enrolments_to_learn_the_links_stops_the_game_and_none_of_his_wishes_counts():
    match = refereed("grind")
    players, (one, two, wish) = enrolments(match, 3)
    everybody = fed(match, [*players, one, two, wish])
    signed = {
        act.id: by_referee(match, next(c for c in everybody.root.children.values() if act.id in c.state.acts))
        for act in (one, two, wish)
    }
    links = []
    for seat, act in ((NORTH, one), (SOUTH, two)):
        copy = given(match, seat, *players, act, signed[act.id])
        links += [copy.sign(document) for document in copy.own.mechanical()]
    assert len(links) >= 2
    documents = [*players, one, two, wish, *links, *signed.values()]
    for order in (documents, documents[::-1]):
        ledger = given(match, NORTH).ledger
        for document in order:
            ledger.add(document)
        assert wish.id not in ledger.head().state.acts, "nobody had built on it"
        problem = ledger.blocked()
        assert problem is not None and problem.code == "proof/fork"


@pytest.fixture(scope="module")
def split() -> tuple[Match, Signed, Signed]:
    """Return a game whose dealer gave another deal to each side, which went on by the smaller id; and the two deals."""
    match = at("first")
    dealer = match.copies[REFEREE]
    (honest,) = dealer.own.mechanical()
    pair = [dealer.sign(honest), None]
    false = given(match, REFEREE, *(s for s in everything(match.copies[NORTH].ledger)))
    pair[1] = false.sign(crooked(false, swapped))
    deals = [signed for signed in pair if signed is not None]
    for seat, mine in zip((NORTH, SOUTH), deals, strict=True):
        copy = match.copies[seat]
        copy.ledger.add(mine)
        (decision,) = copy.own.decisions()
        copy.sign(copy.own.commitment(decision, copy.walk(decision)))
    for signed in deals:
        if signed.id not in {s.id for s in everything(dealer.ledger)}:
            dealer.ledger.add(signed)
    share_all(match)
    return play(match), deals[0], deals[1]


def test_of_two_deals_on_which_a_seat_each_has_built_the_smaller_id_counts_and_the_game_goes_on(split):
    match, *deals = split
    smaller = min(deals, key=lambda signed: signed.id)
    for copy in match.copies.values():
        assert copy.ledger.head().state.outcome is not None
        assert smaller.id in {act.id for position in copy.ledger.branch() for act in position.came}


def test_a_late_signature_of_the_referee_does_not_take_a_finished_game_back(split):
    match, *deals = split
    larger = max(deals, key=lambda signed: signed.id)
    ledger = match.copies[NORTH].ledger
    head, false = ledger.head().id, ledger.dealt_falsely()
    state = next(p for p in ledger.positions.values() if p.came and larger.id in {act.id for act in p.came})
    verdict = ledger.add(by_referee(match, state))
    assert verdict.kind == "conflict" and verdict.problems[0].code == "proof/state-differs"
    assert ledger.head().id == head and ledger.blocked() is None and ledger.dealt_falsely() == false


def test_a_deal_that_referee_and_one_seat_kept_hidden_changes_nothing_when_it_is_shown_at_the_end():
    """They keep a second deal, and the seat's answer to it, in case the game is lost."""
    match = at("first")
    hidden = given(match, REFEREE, *everything(match.copies[NORTH].ledger))
    second = hidden.sign(crooked(hidden, swapped))
    north = given(match, NORTH, *everything(match.copies[NORTH].ledger), second)
    (decision,) = north.own.decisions()
    answer = north.sign(north.own.commitment(decision, north.walk(decision)))
    play(match)
    for copy in match.copies.values():
        head = copy.ledger.head().id
        for late in (second, answer):
            copy.ledger.add(late)
        assert copy.ledger.head().id == head
        state: Any = next(p for p in copy.ledger.positions.values() if second.id in {act.id for act in p.came})
        copy.ledger.add(by_referee(match, state))
        assert copy.ledger.head().id == head and copy.ledger.blocked() is None
