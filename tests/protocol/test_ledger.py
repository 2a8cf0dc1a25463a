"""The ledger is a function of a set of acts: barrier, arrival in any order, parking, refusals that change nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.documents.kinds import Commitment, Link, Order, SlotHash
from adjudicator.documents.signed import Signed, sign
from adjudicator.errors import OrderError, ProofError, SequenceError
from adjudicator.protocol.ledger import PARKED_PER_SEAT, Ledger
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    answers,
    at,
    begun,
    code_of,
    fed,
    over,
    picture,
    play_until,
    played,
    scene,
    signed_acts,
    tick,
    toy,
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


def far(number: int, seat: str = NORTH, state: str = "", match=None) -> Signed:
    """Return a signed link that answers a state nobody knows."""
    game = (match or GAMES["a"]).charter.id
    return sign(
        Link(
            game=game,
            number=number,
            state=state or digest(f"unknown {number}"),
            seat=seat,
            request="round-1.draw",
            label="round-1",
            index=1,
            link=digest("link"),
        ),
        pair_of(seat),
    )


@pytest.mark.parametrize(
    ("number", "code"),
    [(4, "sequence/stale"), (5, "sequence/diverged"), (6, "sequence/ahead"), (900, "sequence/ahead")],
)
def test_an_unknown_state_parks_an_act_and_says_why(number, code):
    match = begun()
    play_until(match, lambda head: head.number == 5)
    ledger = match.first.ledger
    before = ledger.head().text
    verdict = ledger.add(far(number, match=match))
    assert verdict.kind == "parked"
    assert [problem.code for problem in verdict.problems] == [code]
    assert ledger.head().text == before
    assert [signed.act.number for signed in ledger.parked()] == [number]
    assert ledger.add(far(number, match=match)).kind == "parked", "the same again parks nothing more"
    assert len(ledger.parked()) == 1


def test_a_seat_may_park_so_many_and_no_more_and_takes_no_room_from_the_other():
    ledger = empty(GAMES["a"])
    for number in range(PARKED_PER_SEAT):
        assert ledger.add(far(number + 1)).kind == "parked"
    with pytest.raises(SequenceError) as caught:
        ledger.add(far(1000))
    assert caught.value.problems[0].code == "sequence/ahead"
    assert len(ledger.parked()) == PARKED_PER_SEAT
    assert ledger.add(far(1)).kind == "parked"
    assert ledger.add(far(1, SOUTH)).kind == "parked"


def test_a_parked_act_that_never_fitted_its_state_has_no_effect_and_is_kept():
    match = begun()
    tick(match)
    head = match.first.ledger.head()
    junk = far(head.number, state=head.id, match=match)
    observer = empty(match)
    assert observer.add(junk).kind == "parked"
    for signed in signed_acts(match.first.ledger):
        observer.add(signed)
    assert picture(observer) == picture(match.first.ledger)
    ((signed, error),) = observer.unfit()
    assert signed.id == junk.id and error.problems[0].code == "sequence/not-due"


# -- refusals, each with its code, none with an effect -------------------------------------------------------------


def forged(signed: Signed) -> Signed:
    """Return the same document with the signature of another text."""
    other = far(77, signed.act.seat)
    return Signed(signed.document, signed.text, other.signature)


def refusals():
    match = scene("lay")
    head = match.first.ledger.head()
    north = match.copies[NORTH]
    (good,) = answers(north)

    def change(**fields):
        values = {name: getattr(good, name) for name in good.__struct_fields__ if name not in ("turnfile", "kind")}
        return Commitment(**{**values, **fields})

    def signed(document, pair=north.pair):
        return sign(document, pair)

    yield match, "another game", signed(change(game=digest("other"))), "sequence/other-game"
    yield match, "unknown seat", signed(change(seat="east")), "proof/unknown-key"
    yield match, "another's key", signed(good, pair_of(SOUTH)), "proof/unknown-key"
    yield match, "signature of another text", forged(signed(good)), "proof/signature"
    yield match, "no signature", Signed(good, signed(good).text, None), "proof/signature"
    yield match, "number of another state", signed(change(number=head.number + 1)), "sequence/not-due"
    yield match, "a request not open", signed(change(request="round-2.cards")), "sequence/not-due"
    link = far(head.number, state=head.id, match=match)
    yield match, "another kind than is due", link, "sequence/not-due"
    yield match, "slots missing", signed(change(slots=good.slots[:2])), "document/schema"
    yield match, "slots in another order", signed(change(slots=good.slots[::-1])), "document/schema"
    more = (*good.slots, SlotHash(slot="more", hash=digest("x")))
    yield match, "a slot too many", signed(change(slots=more)), "document/schema"


@pytest.mark.parametrize(("match", "what", "document", "code"), list(refusals()), ids=lambda value: str(value)[:40])
def test_a_refused_document_changes_nothing(match, what, document, code):
    for copy in match.copies.values():
        assert code_of(copy, document) == code
        assert document.id not in {signed.id for signed in signed_acts(copy.ledger)}


def test_an_old_state_takes_no_more_of_what_is_not_due_there():
    match = scene("steps")
    first_link = next(s for s in signed_acts(match.first.ledger) if s.document.kind == "link")
    late = far(first_link.act.number, NORTH, first_link.act.state, match)
    assert code_of(match.first, late) == "proof/link"


def test_an_illegal_open_order_fills_nothing_and_may_be_sent_again():
    match = scene("steps")
    mover = next(copy for copy in match.copies.values() if copy.own.decisions())
    (decision,) = mover.own.decisions()
    head = mover.own._head_fields(decision)
    illegal = sign(Order(**head, order={"steps": [{"step": "take", "token": "brass"}]}, opened=()), mover.pair)
    for copy in match.copies.values():
        with pytest.raises(OrderError) as caught:
            copy.ledger.add(illegal)
        assert [problem.code for problem in caught.value.problems] == ["order/TOY-STEPS"]
        assert code_of(copy, illegal) == "order/TOY-STEPS"
    good = sign(Order(**head, order={"steps": []}, opened=()), mover.pair)
    for copy in match.copies.values():
        assert copy.ledger.add(good).kind == "new"
        assert copy.ledger.set_aside() == ()


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"steps": [{"token": "gold", "step": "take"}]}, "keys in another order"),
        ({"steps": [{"step": "leap"}]}, "no such step"),
        ({"steps": "take"}, "no list"),
        ({"moves": []}, "no such field"),
        ({"steps": [], "more": 1}, "a field too many"),
        ({}, "a field missing"),
        ({"steps": [{"step": "take", "token": "g" * 60}]}, "too wide to be sealed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_order_that_is_not_spelled_as_the_game_spells_it_fills_nothing(order, why):
    match = scene("steps")
    mover = next(copy for copy in match.copies.values() if copy.own.decisions())
    (decision,) = mover.own.decisions()
    document = sign(Order(**mover.own._head_fields(decision), order=order, opened=()), mover.pair)
    assert code_of(match.first, document).startswith("document/")


def test_an_order_opens_exactly_the_handles_that_it_turns_up():
    match = scene("steps", where=lambda head: any(side.hide for side in head.public.sides))
    mover = next(copy for copy in match.copies.values() if copy.own.decisions())
    (decision,) = mover.own.decisions()
    spring = sign(
        Order(**mover.own._head_fields(decision), order={"steps": [{"step": "spring"}]}, opened=()), mover.pair
    )
    assert code_of(match.first, spring) == "document/schema"


def test_nothing_is_due_when_the_game_is_over():
    match = GAMES["a"]
    head = match.first.ledger.head()
    assert over(head)
    assert code_of(match.first, far(head.number, NORTH, head.id)) == "sequence/not-due"


def test_the_signature_comes_first():
    """The victim's act with a rubbish signature must not make the true one look like a duplicate."""
    match = begun()
    documents = [sign(document, match.copies[SOUTH].pair) for document in answers(match.copies[SOUTH])]
    ledger = match.copies[NORTH].ledger
    for signed in documents:
        with pytest.raises(ProofError):
            ledger.add(forged(signed))
        assert ledger.add(signed).kind == "new"


def test_a_rubbish_signature_does_not_park_either():
    ledger = empty(GAMES["a"])
    with pytest.raises(ProofError):
        ledger.add(forged(far(5)))
    assert ledger.parked() == ()


def test_scenes_are_what_they_say():
    assert at("lay", True)(scene("lay", True).first.ledger.head())
    assert toy().first.ledger.head().number == 0
