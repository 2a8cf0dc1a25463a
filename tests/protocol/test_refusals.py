"""Refusals, each with its code, none with an effect."""

import pytest

from adjudicator.documents.kinds import Commitment, Order, SlotHash
from adjudicator.documents.signed import Signed, sign
from adjudicator.errors import OrderError, ProofError
from tests.protocol.foul import far
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH, answers, at, begun, code_of, over, played, scene, signed_acts, toy


def forged(signed: Signed) -> Signed:
    """Return the same document with the signature of another text."""
    other = far(played().charter, 77, signed.act.seat)
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
    link = far(match.charter, head.number, state=head.id)
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
    late = far(match.charter, first_link.act.number, NORTH, first_link.act.state)
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
    match = played()
    head = match.first.ledger.head()
    assert over(head)
    assert code_of(match.first, far(match.charter, head.number, NORTH, head.id)) == "sequence/not-due"


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
    match = toy()
    ledger = match.first.ledger
    with pytest.raises(ProofError):
        ledger.add(forged(far(match.charter, 5)))
    assert ledger.parked() == ()


def test_scenes_are_what_they_say():
    assert at("lay", True)(scene("lay", True).first.ledger.head())
    assert toy().first.ledger.head().number == 0
