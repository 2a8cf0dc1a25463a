"""What a seat does by itself: seal a choice, open what it sealed, give its link; and what it alone knows.

Nothing here signs or decides. Sealed choices are not stored anywhere: they are found again by trying what the rules
allowed against the own commitment, so whoever has the key and the mails has everything.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from adjudicator.documents.kinds import (
    Audit,
    Commitment,
    Enrolment,
    Link,
    Opening,
    Resignation,
    Reveal,
    SlotHash,
)
from adjudicator.documents.kinds import (
    Order as OrderDocument,
)
from adjudicator.documents.text import emit_value
from adjudicator.engine.requests import Decision, Disclosure, Draw, Request
from adjudicator.engine.steps import Known, Order
from adjudicator.engine.streams import Stream
from adjudicator.errors import InternalError, Problem
from adjudicator.names import REFEREE, Digest, Seat, split_handle
from adjudicator.protocol.advance import decoded_order, handle_row
from adjudicator.protocol.fit import audit_index, link_index
from adjudicator.protocol.hashes import context_lines, private_seed
from adjudicator.protocol.position import Act, Game, Position, fields_of
from adjudicator.protocol.secrets import Secret


def enrolment(game: Digest, seat: Seat, nonce: Digest, secret: Secret) -> Enrolment:
    """Return the enrolment that binds a seat to the charter and to its two chains."""
    return Enrolment(
        game=game,
        number=0,
        state=game,
        seat=seat,
        request="enrol",
        nonce=nonce,
        public=secret.link("public", 0),
        private=secret.link("private", 0),
        seal=None,
    )


class OwnSeat:
    """One seat's view of the branch that counts: its duties, and what it knows beyond the public."""

    def __init__(self, game: Game, branch: Sequence[Position], secret: Secret) -> None:
        self.game = game
        self.branch = branch
        self.secret = secret
        self.seat = secret.seat

    @property
    def head(self) -> Position:
        """Return the last position of the branch."""
        return self.branch[-1]

    def open_requests(self) -> tuple[tuple[Request, str], ...]:
        """Return what this seat still owes at the head, each with the kind of document that answers it."""
        head = self.head
        return tuple(
            (head.request((row.seat, row.request)), row.answer)
            for row in head.due
            if row.seat == self.seat and head.state is not None and not head.candidates.get((row.seat, row.request))
        )

    def decisions(self) -> tuple[Decision, ...]:
        """Return the decisions that this seat has to take now."""
        return tuple(
            request
            for request, answer in self.open_requests()
            if isinstance(request, Decision) and answer in ("commitment", "order")
        )

    # -- what only this seat knows -------------------------------------------------------------------------------

    def known(self) -> Known:
        """Return what this seat knows beyond the public: its private draws, and its own closed handles."""
        known: dict[str, Any] = {}
        closed = {row.name for row in self.head.state.handles if row.seat == self.seat} if self.head.state else set()
        for before, after in zip(self.branch, self.branch[1:], strict=False):
            if after.state is None:
                continue
            self._add_draws(known, before, after)
            for act in after.came:
                if act.seat == self.seat and act.document.kind == "commitment":
                    self._add_handles(known, closed, before, act)
        return known

    def _add_draws(self, known: dict[str, Any], before: Position, after: Position) -> None:
        assert after.state is not None
        rows = {row.label: row for row in after.state.seeds if row.seat == self.seat}
        for request in before.requests:
            if isinstance(request, Draw) and self.seat in request.private and request.label in rows:
                row = rows[request.label]
                link = self.secret.link("private", row.index)
                stream = Stream(private_seed(self.game.id, self.seat, row.label, link, row.hash))
                known.update(self.game.engine.deal(after.public, known, request, self.seat, stream))

    def _add_handles(self, known: dict[str, Any], closed: set[str], before: Position, act: Act) -> None:
        decision = before.request(act.place)
        assert isinstance(decision, Decision)
        names = {slot: f"{self.seat}.{decision.id}.{slot}" for slot in decision.shut}
        if any(name in closed for name in names.values()):
            order = self.recall(before, act, known)
            known.update({name: getattr(order, slot) for slot, name in names.items()})

    def recall(self, position: Position, commitment: Act, known: Known) -> Order:
        """Return the own order that a commitment at `position` seals, found among the orders the rules allow.

        Raises InternalError if none fits: then it was sealed by another program or under another key.
        """
        decision = position.request(commitment.place)
        assert isinstance(decision, Decision)
        sealed = {row.slot: row.hash for row in commitment.document.slots}
        for order in self._matching(position, decision, known, sealed, {}):
            return order
        raise InternalError(
            Problem(
                "internal/recall",
                f"the choice sealed for {decision.id} cannot be found again",
                fix="use the key and the program that sealed it",
            )
        )

    def _matching(
        self,
        position: Position,
        decision: Decision,
        known: Known,
        sealed: Mapping[str, Digest],
        so_far: Mapping[str, Any],
    ) -> Iterator[Order]:
        """Walk the options; a slot before the last one begun is final, so a wrong one ends the walk there."""
        kind = self.game.engine.orders[decision.kind]
        for choice in self.game.engine.options(position.public, known, decision, so_far):
            begun = [name for name in kind.__struct_fields__ if name in choice.so_far]
            final = begun if choice.complete else begun[:-1]
            if any(self._hash(position, decision, name, choice.so_far[name]) != sealed[name] for name in final):
                continue
            if not choice.complete:
                yield from self._matching(position, decision, known, sealed, choice.so_far)
            elif (order := decoded_order(kind, dict(choice.so_far))) is not None:
                yield order

    def _context(self, position: Position, decision: Decision, slot: str, value: Any) -> str:
        return context_lines(self.game.id, position.id, self.seat, decision.id, slot, emit_value(value))

    def _hash(self, position: Position, decision: Decision, slot: str, value: Any) -> Digest:
        return self.secret.commitment(self._context(position, decision, slot, value))

    # -- documents to sign ---------------------------------------------------------------------------------------

    def _head_fields(self, request: Request) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "number": self.head.number,
            "state": self.head.id,
            "seat": self.seat,
            "request": request.id,
        }

    def commitment(self, decision: Decision, order: Order) -> Commitment:
        """Return the commitment that seals an order for a sealed decision."""
        slots = tuple(
            SlotHash(slot=name, hash=self._hash(self.head, decision, name, getattr(order, name)))
            for name in fields_of(self.game, decision)
        )
        return Commitment(**self._head_fields(decision), slots=slots)

    def order(self, decision: Decision, order: Order) -> OrderDocument:
        """Return the order document for an open decision, with the own handles that it turns up."""
        opened = tuple(self._open_handle(name) for name in self.game.engine.turned(decision, order))
        return OrderDocument(**self._head_fields(decision), order=to_builtins(order), opened=opened)

    def resignation(self) -> Resignation:
        """Return a resignation in the first place that this seat still owes."""
        requests = self.open_requests()
        return Resignation(**self._head_fields(requests[0][0]))

    def mechanical(self) -> tuple[Reveal | Link | Audit, ...]:
        """Return the documents due from this seat that leave nothing to choose: reveals, links, audits.

        The referee opens his links last, after the links and the reveals of all others: nobody sees a draw before it is
        fixed, nor while he can still choose not to open what he sealed.
        """
        made: list[Reveal | Link | Audit] = []
        if self.seat == REFEREE and not self._others_answered():
            return ()
        for request, answer in self.open_requests():
            if answer == "reveal":
                made.append(Reveal(**self._head_fields(request), opened=self._openings(request)))
            elif answer == "link":
                assert isinstance(request, Draw)
                index = link_index(self.head, self.seat, request.id)
                link = self.secret.link("public", index)
                made.append(Link(**self._head_fields(request), label=request.label, index=index, link=link))
            elif answer == "audit":
                label, index = audit_index(self.head, self.seat, request.id)
                link = self.secret.link("private", index)
                made.append(Audit(**self._head_fields(request), label=label, index=index, link=link))
        return tuple(made)

    def _others_answered(self) -> bool:
        rows = [row for row in self.head.due if row.seat != self.seat]
        return all(self.head.candidates.get((row.seat, row.request)) for row in rows)

    def _openings(self, request: Request) -> tuple[Opening, ...]:
        if isinstance(request, Disclosure):
            return tuple(self._open_handle(name) for name in request.handles)
        assert isinstance(request, Decision)
        before = self.branch[-2]
        commitment = next(act for act in self.head.came if act.place == (self.seat, request.id))
        order = OwnSeat(self.game, self.branch[:-1], self.secret).recalled(commitment)
        slots = [name for name in fields_of(self.game, request) if name not in request.shut]
        return tuple(self._opening(before, request, name, name, getattr(order, name)) for name in slots)

    def recalled(self, commitment: Act) -> Order:
        """Return the own order that a commitment answering the head seals."""
        return self.recall(self.head, commitment, self.known())

    def _opening(self, position: Position, decision: Decision, slot: str, name: str, value: Any) -> Opening:
        salt = self.secret.salt(self._context(position, decision, slot, value))
        return Opening(name=name, value=to_builtins(value), salt=salt)

    def _open_handle(self, name: str) -> Opening:
        row = handle_row(self.head, name)
        assert row is not None
        position = next(position for position in self.branch if position.id == row.from_)
        decision = position.request(split_handle(name)[:2])
        assert isinstance(decision, Decision)
        return self._opening(position, decision, row.slot, name, self.known()[name])
