"""A state of a game in its place: what is due there, the acts that answer it, and the states that follow."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from adjudicator.documents.charter import charter_keys
from adjudicator.documents.keys import Key
from adjudicator.documents.kinds import Charter, DueRow, Owed, State
from adjudicator.documents.signed import Signed
from adjudicator.documents.text import Emitter
from adjudicator.engine.interface import Engine
from adjudicator.engine.requests import Deal, Decision, Disclosure, Request
from adjudicator.engine.steps import Event, Order
from adjudicator.names import REFEREE, Digest, Handle, RequestId, Seat

Place = tuple[Seat, RequestId]


class Act:
    """A signed document that fits its place; `order` is what an open order decodes to."""

    __slots__ = ("document", "id", "order", "place", "seat", "signed")

    def __init__(self, signed: Signed, order: Order | None = None) -> None:
        self.signed = signed
        self.order = order
        self.document: Any = signed.act
        self.id: Digest = signed.id
        self.seat: Seat = self.document.seat
        self.place: Place = (self.document.seat, self.document.request)


@dataclass(eq=False)
class Position:
    """One state of the tree. The root is the charter: number 0, no state document, enrolments due.

    `candidates` holds every act that fits, by place and id: more than one in a place is a conflict.
    `came` are the acts that led here, in due order. `events` explain the step, for people. `confirmed` is the same
    state with the referee's signature.
    """

    number: int
    id: Digest
    text: str
    state: State | None
    public: Any
    requests: tuple[Request, ...]
    due: tuple[DueRow, ...]
    parent: "Position | None" = None
    came: tuple[Act, ...] = ()
    events: tuple[Event, ...] = ()
    candidates: dict[Place, dict[Digest, Act]] = field(default_factory=dict)
    children: dict[tuple[Digest, ...], "Position"] = field(default_factory=dict)
    confirmed: Signed | None = None

    @property
    def file_text(self) -> str:
        """Return the state as it is stored: with the referee's signature, if it is here."""
        return self.confirmed.file_text if self.confirmed else self.text

    def request(self, place: Place) -> Request:
        """Return the request that is asked in a place: seats may share an id. KeyError if it is not open here."""
        for request in self.requests:
            if request.id == place[1] and getattr(request, "seat", place[0]) == place[0]:
                return request
        raise KeyError(place)

    def answer_due(self, place: Place) -> str | None:
        """Return the kind of document that is due in a place, or None."""
        for row in self.due:
            if (row.seat, row.request) == place:
                return row.answer
        return None


@dataclass(frozen=True)
class Game:
    """A charter, its id, the engine it names, and the emitter that remembers what did not change."""

    charter: Charter
    id: Digest
    engine: Engine[Any]
    emitter: Emitter = field(default_factory=Emitter)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the playing seats in charter order."""
        return tuple(row.seat for row in self.charter.seats)

    @property
    def signers(self) -> tuple[Seat, ...]:
        """Return everybody who signs acts: the seats, the referee last."""
        return (*self.seats, REFEREE) if self.charter.referee else self.seats

    @cached_property
    def keys(self) -> dict[Seat, Key]:
        """Return the key that the charter gives to each signer."""
        return charter_keys(self.charter)


def fields_of(game: Game, decision: Decision) -> tuple[str, ...]:
    """Return the slots of a sealed decision: the fields of its order, in the engine's order."""
    return game.engine.orders[decision.kind].__struct_fields__


def turned_up(game: Game, position: Position, decision: Decision, order: Order) -> tuple[Handle, ...]:
    """Return the handles that an order turns up itself: only the seat's own that lie face-down can be opened."""
    assert position.state is not None
    own = {row.name for row in position.state.handles if row.seat == decision.seat}
    named = game.engine.turned(decision, order)
    return tuple(name for place, name in enumerate(named) if name in own and name not in named[:place])


def due_rows(game: Game, requests: tuple[Request, ...], bound: bool, before: tuple[Seat, ...]) -> tuple[DueRow, ...]:
    """Return what is due, by signer in charter order and within a signer in the engine's order.

    While a sealed decision is not yet `bound` only commitments are due: nothing may be opened before all are in.
    `before` are the seats that answered the state before; a quick draw asks only them and the referee.
    """
    sealing = any(isinstance(request, Decision) and request.sealed for request in requests) and not bound
    rows = []
    for signer in game.signers:
        for request in requests:
            answer = answer_kind(request, signer, bound)
            if answer == "link" and getattr(request, "quick", False) and game.charter.referee:
                answer = "link" if signer == REFEREE or signer in before else None
            if answer and (answer == "commitment" or not sealing):
                rows.append(DueRow(seat=signer, request=request.id, answer=answer))
    return tuple(rows)


def answer_kind(request: Request, signer: Seat, bound: bool) -> Owed | None:
    """Return the kind of document with which a signer answers a request, or None if it is not asked."""
    if isinstance(request, Decision):
        if request.seat != signer:
            return None
        if request.sealed:
            return "reveal" if bound else "commitment"
        return "order"
    if isinstance(request, Disclosure):
        if request.seat != signer:
            return None
        return "audit" if request.draw is not None else "reveal"
    if isinstance(request, Deal):
        return "deal" if signer == REFEREE else None
    return "link"


def charter_position(charter: Signed, signers: tuple[Seat, ...]) -> Position:
    """Return the root of the tree: the charter, answered by one enrolment each."""
    # The charter is no state, so the type of a state's rows does not know this answer.
    due = tuple(DueRow(seat=signer, request="enrol", answer="enrolment") for signer in signers)  # type: ignore[arg-type]
    return Position(number=0, id=charter.id, text=charter.text, state=None, public=None, requests=(), due=due)
