"""Proofs that fail fill nothing: links, audits, openings; and a sealed value has one spelling."""

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.documents.kinds import Audit, Link, Opening, Reveal
from adjudicator.documents.kinds import Order as OrderDocument
from adjudicator.documents.signed import sign
from adjudicator.engine.steps import Order
from adjudicator.protocol.advance import decoded_order
from adjudicator.protocol.hashes import previous_link
from tests.protocol.match import digest
from tests.protocol.scenes import NORTH, answers, begun, code_of, scene

LAY = "round-1.cards"


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    state: str
    token: int = 1


class Moves(Order, frozen=True):
    moves: tuple[Move, ...]
    note: str = ""


@pytest.mark.parametrize(
    ("values", "good"),
    [
        pytest.param({"moves": [{"state": "Ohio", "token": 2}], "note": ""}, True, id="as the game spells it"),
        pytest.param({"moves": [{"token": 2, "state": "Ohio"}], "note": ""}, False, id="keys in another order"),
        pytest.param({"moves": [{"state": "Ohio"}], "note": ""}, False, id="a default left out inside"),
        pytest.param({"moves": []}, False, id="a slot left out"),
        pytest.param({"moves": [], "note": "", "more": 1}, False, id="a slot too many"),
        pytest.param({"moves": [{"state": "Ohio", "token": True}], "note": ""}, False, id="true for 1"),
        pytest.param({"moves": [{"state": "Ohio", "token": "2"}], "note": ""}, False, id="text for a number"),
        pytest.param({"moves": {}, "note": ""}, False, id="a map for a list"),
    ],
)
def test_a_value_has_one_spelling(values, good):
    assert (decoded_order(Moves, values) is not None) == good


@dataclass(frozen=True)
class Spoilt:
    """A document that is due, with one thing wrong in it."""

    document: Any
    code: str


def spoilt_link(document: Link, field: str) -> Spoilt:
    values = {name: getattr(document, name) for name in document.__struct_fields__ if name not in ("kind", "turnfile")}
    values[field] = {"link": digest("x"), "index": document.index + 1, "label": "round-9"}[field]
    return Spoilt(type(document)(**values), "proof/audit" if isinstance(document, Audit) else "proof/link")


@pytest.mark.parametrize("field", ["link", "index", "label"])
@pytest.mark.parametrize("kind", ["link", "audit"])
def test_a_wrong_link_is_refused_and_the_true_one_still_fits(kind, field):
    match = begun() if kind == "link" else scene("end")
    north, south = match.copies.values()
    document = next(d for d in answers(north) if d.kind == kind)
    spoilt = spoilt_link(document, field)
    assert code_of(south, sign(spoilt.document, north.pair)) == spoilt.code
    assert south.ledger.add(sign(document, north.pair)).kind == "new"


def test_an_older_link_is_not_the_next():
    match = begun()
    north, south = match.copies.values()
    first, second = (d for d in answers(north) if d.kind == "link")
    values = {name: getattr(second, name) for name in ("game", "number", "state", "seat", "request", "label", "index")}
    earlier = previous_link(second.game, NORTH, "public", second.index, second.link)
    assert earlier == first.link
    assert code_of(south, sign(Link(**values, link=earlier), north.pair)) == "proof/link"


@pytest.mark.parametrize("what", ["value", "salt", "both of another slot", "name"])
def test_a_wrong_opening_is_refused_and_the_true_one_still_fits(what):
    match = scene("lay", bound=True)
    north, south = match.copies.values()
    (reveal,) = answers(north)
    show, charm = reveal.opened
    wrong = {
        "value": Opening(name="show", value="jester", salt=show.salt),
        "salt": Opening(name="show", value=show.value, salt=digest("salt")),
        "both of another slot": Opening(name="show", value=charm.value, salt=charm.salt),
        "name": Opening(name="hide", value=show.value, salt=show.salt),
    }[what]
    head = {name: getattr(reveal, name) for name in ("game", "number", "state", "seat", "request")}
    spoilt = sign(Reveal(**head, opened=(wrong, charm)), north.pair)
    assert code_of(south, spoilt) == ("document/schema" if what == "name" else "proof/opening")
    assert south.ledger.add(sign(reveal, north.pair)).kind == "new"


def test_a_seat_cannot_open_the_handle_of_the_other():
    match = scene("steps", where=lambda head: all(side.hide for side in head.public.sides))
    mover, waiting = sorted(match.copies.values(), key=lambda copy: not copy.own.decisions())
    (decision,) = mover.own.decisions()
    theirs = waiting.own._open_handle(f"{waiting.seat}.{LAY}.hide")
    order = mover.own._head_fields(decision)
    document = sign(OrderDocument(**order, order={"steps": [{"step": "spring"}]}, opened=(theirs,)), mover.pair)
    assert code_of(waiting, document) == "document/schema"


