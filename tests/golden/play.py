"""A rehearsed game played for good: every act signed, taken in by a ledger, and laid out as the files of a record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from adjudicator.documents.kinds import Opening
from adjudicator.documents.signed import Signed, sign
from adjudicator.engine.requests import Decision, Request
from adjudicator.errors import ProofError
from adjudicator.names import REFEREE, Seat
from adjudicator.protocol.confirmation import needs_signature
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.position import Position, fields_of
from adjudicator.protocol.sealing import Sealer
from adjudicator.protocol.seat import OwnSeat, enrolment
from adjudicator.store.layout import PROOFS, REFUSED, aside_name, layout
from tests.golden.people import SEATS, Table, pair_of
from tests.golden.rehearsal import Place


class Memory(Sealer):
    """Knows what was sealed although the rules forbid it: no walk through the options would find it."""

    orders: dict[Place, Any] = {}

    def recall(self, position: Position, commitment: Any, known: Any) -> Any:
        """Return what was sealed."""
        return self.orders[commitment.place]


class Liar(OwnSeat):
    """A program that opens what it sealed although the rules forbid it."""

    orders: dict[Place, Any] = {}

    def _openings(self, request: Request) -> tuple[Opening, ...]:
        if not isinstance(request, Decision):
            return super()._openings(request)
        order = self.orders[self.seat, request.id]
        slots = [name for name in fields_of(self.game, request) if name not in request.shut]
        return tuple(self.sealer.opening(self.branch[-2], request, name, name, getattr(order, name)) for name in slots)


@dataclass
class Play:
    """One ledger that gets everything that anybody signs. `scene` may do something out of order before each state."""

    table: Table
    orders: dict[Place, Any]
    liars: tuple[Seat, ...] = ()
    scene: Callable[["Play"], bool] | None = None
    refused: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.table.charter, self.table.engine)

    @property
    def head(self) -> Position:
        """Return the head of the branch that counts."""
        return self.ledger.head()

    def own(self, seat: Seat) -> OwnSeat:
        """Return what a seat's program sees."""
        made = (Liar if seat in self.liars else OwnSeat)(
            self.table.game, self.ledger.branch(), self.table.secrets[seat]
        )
        if isinstance(made, Liar):
            made.orders = self.orders
            made.sealer = Memory(self.table.game, self.table.secrets[seat])
            made.sealer.orders = self.orders
        return made

    def run(self) -> "Play":
        """Enrol everybody, then answer state after state until nothing is due or the game is stopped."""
        for seat in self.table.signers:
            self.take(seat, enrolment(self.table.game, self.table.nonce(seat), self.table.secrets[seat]))
        self.confirm()
        while self.head.due and not self.ledger.blocked():
            if not (self.scene and self.scene(self)):
                self.tick()
            self.confirm()
        return self

    def tick(self) -> None:
        """Let everybody answer the state at the head."""
        here = self.head
        for seat in self.table.signers:
            if self.head is here:
                self.answer(seat)

    def take(self, seat: Seat, document: Any) -> Signed:
        """Sign a document and let the ledger take it in; what fails its proof is kept as a folder keeps it."""
        signed = sign(document, pair_of(seat))
        try:
            self.ledger.add(signed)
        except ProofError:
            self.refused[f"{PROOFS}/{REFUSED}{aside_name(signed)}"] = signed.file_text
        return signed

    def answer(self, seat: Seat) -> None:
        """Do all that is due from a seat at the head, no further."""
        documents = list(self.documents(seat))
        for document in documents:
            self.take(seat, document)

    def documents(self, seat: Seat) -> Iterator[Any]:
        """Yield what a seat answers at the head: what is mechanical, then its decisions as rehearsed."""
        own = self.own(seat)
        yield from own.mechanical()
        if seat in SEATS:
            for decision in own.decisions():
                yield self.decided(own, decision, self.orders[seat, decision.id])

    @staticmethod
    def decided(own: OwnSeat, decision: Decision, order: Any) -> Any:
        """Return the document that seals an order, or sends it."""
        return own.commitment(decision, order) if decision.sealed else own.order(decision, order)

    def confirm(self) -> None:
        """Let the referee sign the states that need it."""
        if REFEREE not in self.table.signers or self.ledger.blocked():
            return
        for position in self.ledger.branch():
            if needs_signature(position) and not position.confirmed:
                self.take(REFEREE, position.state)

    @property
    def outcome(self) -> Any:
        """Return how the game ended, or None."""
        return self.head.state.outcome if self.head.state else None

    def files(self) -> dict[str, bytes]:
        """Return the public files of the game folder, path to bytes."""
        files = {**layout(self.ledger), **self.refused}
        return {path: text.encode("ascii") for path, text in sorted(files.items())}


def other_orders(play: Play, seat: Seat, decision: Decision) -> Iterator[Any]:
    """Yield every order that the options of a sealed choice lead to, but the rehearsed one."""
    own = play.own(seat)
    engine, known = play.table.engine, own.known()
    stack: list[dict[str, Any]] = [{}]
    while stack:
        for choice in engine.options(own.head.public, known, decision, stack.pop()):
            if not choice.complete:
                stack.append(dict(choice.so_far))
            elif SimpleNamespace(**choice.so_far) != play.orders[seat, decision.id]:
                yield SimpleNamespace(**choice.so_far)
