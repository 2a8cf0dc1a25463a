"""Sealing a choice, and finding it again: it is not stored anywhere, but tried out against the own commitment."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import to_builtins

from adjudicator.documents.kinds import Opening, SlotHash
from adjudicator.documents.text import emit_value
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Known, Order
from adjudicator.errors import InternalError, Problem
from adjudicator.names import Digest
from adjudicator.protocol.advance import decoded_order
from adjudicator.protocol.hashes import context_lines
from adjudicator.protocol.position import Act, Game, Position, fields_of
from adjudicator.protocol.secrets import Secret


class Sealer:
    """Seals the choices of one seat in one game."""

    def __init__(self, game: Game, secret: Secret) -> None:
        self.game = game
        self.secret = secret

    def slots(self, position: Position, decision: Decision, order: Order) -> tuple[SlotHash, ...]:
        """Return the commitments to an order that answers `position`, slot by slot."""
        names = fields_of(self.game, decision)
        return tuple(
            SlotHash(slot=name, hash=self.hash(position, decision, name, getattr(order, name))) for name in names
        )

    def opening(self, position: Position, decision: Decision, slot: str, name: str, value: Any) -> Opening:
        """Return the opening, under `name`, of what was sealed in a slot at `position`."""
        salt = self.secret.salt(self._context(position, decision, slot, value))
        return Opening(name=name, value=to_builtins(value), salt=salt)

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
            if any(self.hash(position, decision, name, choice.so_far[name]) != sealed[name] for name in final):
                continue
            if not choice.complete:
                yield from self._matching(position, decision, known, sealed, choice.so_far)
            elif (order := decoded_order(kind, dict(choice.so_far))) is not None:
                yield order

    def _context(self, position: Position, decision: Decision, slot: str, value: Any) -> str:
        return context_lines(self.game.id, position.id, decision.seat, decision.id, slot, emit_value(value))

    def hash(self, position: Position, decision: Decision, slot: str, value: Any) -> Digest:
        """Return the commitment to a value in a slot of a decision at `position`."""
        return self.secret.commitment(self._context(position, decision, slot, value))
