"""A rehearsed game played for good: every act signed, taken in by a ledger, and laid out as the files of a record."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from adjudicator.documents.kinds import Deal, Opening
from adjudicator.documents.signed import Signed, sign
from adjudicator.engine.requests import Deal as DealRequest
from adjudicator.engine.requests import Decision, Request
from adjudicator.errors import ProofError
from adjudicator.names import REFEREE, Handle, RequestId, Seat
from adjudicator.protocol.confirmation import needs_signature
from adjudicator.protocol.dealing import rows, seal_keys
from adjudicator.protocol.envelope import ENVELOPE, PIECE
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.position import Position, fields_of, turned_up
from adjudicator.protocol.sealing import Sealer
from adjudicator.protocol.seat import OwnSeat, enrolment
from adjudicator.store.layout import PROOFS, REFUSED, aside_name, layout
from tests.golden.people import Table, pair_of
from tests.golden.rehearsal import Cards, Place

RUBBISH = b64encode(bytes(range(ENVELOPE))).decode("ascii")


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
        return (
            *(self.sealer.opening(self.branch[-2], request, name, name, getattr(order, name)) for name in slots),
            *(self._open_handle(name) for name in turned_up(self.game, self.head, request, order)),
        )


class Dealer(OwnSeat):
    """A program that deals what it was told to, and puts rubbish into some envelopes."""

    dealt: Mapping[RequestId, Cards] = {}
    spoil: Callable[[DealRequest], tuple[Handle, ...]] | None = None

    def mechanical(self) -> tuple[Any, ...]:
        """Return what is due; of a deal, what is not the dealer's own idea is as it should be."""
        due = [request for request, answer in self.open_requests() if answer == "deal"]
        return tuple(self.deal(request, self.dealt[request.id]) for request in due) or super().mechanical()

    def deal(self, request: Request, cards: Cards) -> Deal:
        """Return a deal of these cards."""
        assert isinstance(request, DealRequest)
        made = rows(self.game, self.head, request, self._dealer_seed(request.draw), cards, seal_keys(self.branch))
        spoilt = self.spoil(request) if self.spoil else ()
        pieces = tuple(RUBBISH[start : start + PIECE] for start in range(0, len(RUBBISH), PIECE))
        cards_ = tuple(replace(row, sealed=pieces) if row.name in spoilt else row for row in made)
        return Deal(**self._head_fields(request), label=request.draw, cards=cards_)


@dataclass
class Play:
    """One ledger that gets everything that anybody signs. `scene` may do something out of order before each state."""

    table: Table
    orders: dict[Place, Any]
    liars: tuple[Seat, ...] = ()
    scene: Callable[["Play"], bool] | None = None
    dealt: Mapping[RequestId, Cards] | None = None  # by a dealer who cheats
    spoil: Callable[[DealRequest], tuple[Handle, ...]] | None = None
    refused: dict[str, str] = field(default_factory=dict)
    stopped: bool = False

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.table.charter, self.table.engine)

    @property
    def head(self) -> Position:
        """Return the head of the branch that counts."""
        return self.ledger.head()

    def own(self, seat: Seat) -> OwnSeat:
        """Return what a seat's program sees."""
        view = (self.table.game, self.ledger.branch(), self.table.secrets[seat])
        if seat in self.liars:
            liar = Liar(*view)
            liar.orders = self.orders
            liar.sealer = Memory(self.table.game, self.table.secrets[seat])
            liar.sealer.orders = self.orders
            return liar
        if seat == REFEREE and self.dealt is not None:
            dealer = Dealer(*view)
            dealer.dealt, dealer.spoil = self.dealt, self.spoil
            return dealer
        return OwnSeat(*view)

    def run(self) -> "Play":
        """Enrol everybody, then answer state after state until nothing is due or the game is stopped."""
        for seat in self.table.signers:
            self.take(seat, enrolment(self.table.game, self.table.nonce(seat), self.table.secrets[seat]))
        self.confirm()
        while self.head.due and not self.stopped and not self.ledger.blocked():
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
        if seat != REFEREE:
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
