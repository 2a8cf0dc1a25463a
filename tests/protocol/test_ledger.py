"""The ledger is a function of a set of acts: barrier, arrival in any order, parking, refusals that change nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.errors import SequenceError
from adjudicator.protocol.ledger import PARKED_PER_SEAT, Ledger
from tests.protocol.foul import far
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    begun,
    fed,
    picture,
    play_until,
    played,
    scene,
    signed_acts,
    tick,
)

GAMES = {name: played(name) for name in "abc"}


def empty(match) -> Ledger:
    return Ledger(match.charter, match.first.ledger.game.engine)


# -- barrier -------------------------------------------------------------------------------------------------------


def test_a_state_follows_only_when_every_place_is_filled():
    match = begun()
    first = match.copies[NORTH].ledger
    documents = [signed for copy in match.copies.values() for signed in answer(copy)]
    observer = fed(match, signed_acts(begun().first.ledger))
    assert len(documents) == 4
    for signed in documents[:-1]:
        assert observer.add(signed).kind == "new"
        assert observer.head().number == 1
    assert observer.add(documents[-1]).kind == "new"
    assert observer.head().number == 2
    assert first.head().number == 1, "the other copy has not heard of it"


def test_acts_are_listed_in_due_order_whatever_the_order_of_arrival():
    match = GAMES["a"]
    acts = signed_acts(match.first.ledger)
    head = fed(match, reversed(acts)).head()
    while head.parent is not None:
        places = [(row.seat, row.request) for row in head.parent.due]
        assert [act.place for act in head.came] == places
        assert head.state is not None and head.state.acts == tuple(act.id for act in head.came)
        head = head.parent


def test_a_sealed_decision_takes_two_states():
    match = scene("lay")
    before = match.first.ledger.head()
    assert {row.answer for row in before.due} == {"commitment"}
    tick(match)
    bound = match.first.ledger.head()
    assert bound.number == before.number + 1
    assert bound.public is before.public
    assert {row.answer for row in bound.due} == {"reveal"}
    assert bound.state is not None and before.state is not None
    assert [(row.seat, row.slot, row.from_) for row in bound.state.sealed] == [
        (seat, slot, before.id) for seat in (NORTH, SOUTH) for slot in ("show", "charm")
    ]
    assert [(row.name, row.from_) for row in bound.state.handles] == [
        (f"{seat}.round-1.cards.hide", before.id) for seat in (NORTH, SOUTH)
    ]
    tick(match)
    assert match.first.ledger.head().state.sealed == ()


def test_beside_a_sealed_decision_only_commitments_are_due_then_all_else_with_the_reveals():
    match = scene("bid")
    assert {row.answer for row in match.first.ledger.head().due} == {"commitment"}
    tick(match)
    assert sorted(row.answer for row in match.first.ledger.head().due) == ["link", "link", "reveal"]


# -- a set, not a list ---------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(name=st.sampled_from("abc"), data=st.data())
def test_any_order_of_arrival_gives_the_same_ledger(name, data):
    match = GAMES[name]
    documents = data.draw(st.permutations(signed_acts(match.first.ledger)))
    ledger = empty(match)
    for signed in documents:
        assert ledger.add(signed).kind in ("new", "parked")
    assert picture(ledger) == picture(match.first.ledger)
    assert not ledger.parked() and not ledger.set_aside() and not ledger.unfit()
    assert [position.text for position in ledger.branch()] == [p.text for p in match.first.ledger.branch()]


def test_the_last_first_parks_all_but_the_enrolments():
    match = GAMES["b"]
    documents = sorted(signed_acts(match.first.ledger), key=lambda signed: -signed.act.number)
    ledger = empty(match)
    kinds = [ledger.add(signed).kind for signed in documents]
    assert set(kinds[:-2]) == {"parked"} and kinds[-2:] == ["new", "new"]
    assert picture(ledger) == picture(match.first.ledger)


def test_the_same_act_again_is_a_duplicate_without_effect():
    match = GAMES["c"]
    ledger = fed(match, signed_acts(match.first.ledger))
    before = picture(ledger)
    assert {ledger.add(signed).kind for signed in signed_acts(match.first.ledger)} == {"duplicate"}
    assert picture(ledger) == before


def test_any_part_of_the_acts_gives_the_same_ledger_in_any_order():
    match, random = GAMES["a"], Random(5)
    documents = signed_acts(match.first.ledger)
    for _ in range(30):
        part = random.sample(documents, random.randrange(len(documents)))
        ledgers = [fed(match, random.sample(part, len(part))) for _ in range(2)]
        assert picture(ledgers[0]) == picture(ledgers[1])
        held = {signed.id for signed in signed_acts(ledgers[0])}
        assert held == {signed.id for signed in part}, "whatever was taken in is still held"


# -- parked, stale, diverged ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "code"),
    [(4, "sequence/stale"), (5, "sequence/diverged"), (6, "sequence/ahead"), (900, "sequence/ahead")],
)
def test_an_unknown_state_parks_an_act_and_says_why(number, code):
    match = begun()
    play_until(match, lambda head: head.number == 5)
    ledger = match.first.ledger
    before = ledger.head().text
    verdict = ledger.add(far(match.charter, number))
    assert verdict.kind == "parked"
    assert [problem.code for problem in verdict.problems] == [code]
    assert ledger.head().text == before
    assert [signed.act.number for signed in ledger.parked()] == [number]
    assert ledger.add(far(match.charter, number)).kind == "parked", "the same again parks nothing more"
    assert len(ledger.parked()) == 1


CHARTER = GAMES["a"].charter


def test_a_seat_may_park_so_many_and_no_more_and_takes_no_room_from_the_other():
    ledger = empty(GAMES["a"])
    for number in range(PARKED_PER_SEAT):
        assert ledger.add(far(CHARTER, number + 1)).kind == "parked"
    with pytest.raises(SequenceError) as caught:
        ledger.add(far(CHARTER, 1000))
    assert caught.value.problems[0].code == "sequence/ahead"
    assert len(ledger.parked()) == PARKED_PER_SEAT
    assert ledger.add(far(CHARTER, 1)).kind == "parked"
    assert ledger.add(far(CHARTER, 1, SOUTH)).kind == "parked"


def test_a_parked_act_that_never_fitted_its_state_has_no_effect_and_is_kept():
    match = begun()
    tick(match)
    head = match.first.ledger.head()
    junk = far(match.charter, head.number, state=head.id)
    observer = empty(match)
    assert observer.add(junk).kind == "parked"
    for signed in signed_acts(match.first.ledger):
        observer.add(signed)
    assert picture(observer) == picture(match.first.ledger)
    ((signed, error),) = observer.unfit()
    assert signed.id == junk.id and error.problems[0].code == "sequence/not-due"
