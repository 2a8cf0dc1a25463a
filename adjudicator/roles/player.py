"""What a player does in a running game: decide, and resign."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.documents.keys import KeyPair
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Order
from adjudicator.errors import OrderError, Problem, SequenceError, error_of
from adjudicator.names import REFEREE, Handle, RequestId
from adjudicator.protocol.faces import faces_of, with_faces
from adjudicator.protocol.seat import OwnSeat
from adjudicator.roles.keyring import Ask, Keyring
from adjudicator.roles.looking import standing
from adjudicator.roles.mails import events_since, finish
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table


@dataclass(frozen=True)
class Deciding:
    """A decision that is due, with what the own seat knows: all that is needed to check an order."""

    table: Table
    own: OwnSeat
    decision: Decision
    pair: KeyPair

    @property
    def engine(self) -> Any:
        """Return the game's engine."""
        return self.table.ledger.game.engine

    @property
    def order_type(self) -> type[Order]:
        """Return the type of the order that answers the decision."""
        return self.engine.orders[self.decision.kind]  # type: ignore[no-any-return]

    def check(self, order: Order) -> tuple[Problem, ...]:
        """Return what is wrong with an order, as far as this seat can know."""
        problems = self.engine.check(self.table.public, self.own.known(), self.decision, order)
        return (*problems, *self.own.cannot_open(self.decision, order))

    def says(self, order: Order) -> str:
        """Return in one sentence what an order does, own cards by their faces."""
        return self.table.rules.view.order(self.engine, self.decision.kind, with_faces(order, self.faces))

    @property
    def faces(self) -> dict[Handle, str]:
        """Return what the own cards are called that were dealt face-down."""
        return faces_of(self.own.known())

    def options(self, so_far: dict[str, Any]) -> tuple[Any, ...]:
        """Return how an order begun may go on."""
        return self.engine.options(self.table.public, self.own.known(), self.decision, so_far)  # type: ignore[no-any-return]


def deciding(table: Table, keyring: Keyring, ask: Ask, request: RequestId | None = None) -> Deciding:
    """Return the decision that is due from the own seat, or the one named. Raises SequenceError if there is none."""
    blocked = table.ledger.blocked()
    if blocked:
        raise error_of([blocked])
    pair = keyring.unlock(table.settings.key, ask)
    own = table.own(pair)
    decisions = own.decisions() if own else ()
    for decision in decisions:
        if request in (None, decision.id):
            assert own is not None
            return Deciding(table, own, decision, pair)
    waits = ", ".join(sorted({owed.seat for owed in standing(table).waits})) or "nobody"
    raise SequenceError(
        Problem(
            "sequence/not-due",
            f"no decision of yours is due{f' for {request}' if request else ''}; the game waits for {waits}",
            expected=", ".join(decision.id for decision in decisions),
            fix="receive the next mail",
        )
    )


def left_unsent(table: Table, keyring: Keyring, ask: Ask) -> Report | None:
    """Write the states and mails that a killed command signed for and did not write; None if there are none."""
    if not table.unsent():
        return None
    table.save()
    return finish(table, keyring.unlock(table.settings.key, ask), Report(standing(table)))


def refuse(problems: Sequence[Problem]) -> None:
    """Raise OrderError if there is anything that forbids an order or costs a penalty."""
    found = [problem for problem in problems if problem.severity != "warning"]
    if found:
        raise OrderError(found)


def decide(task: Deciding, order: Order) -> Report:
    """Seal or send an order as the engine says, go on with what is mechanical, and write the mails.

    Raises OrderError if a rule forbids it or it would cost a penalty; then nothing was signed.
    """
    refuse(task.check(order))
    table, pair = task.table, task.pair
    before = len(table.ledger.branch())
    if table.settings.rebuilt:
        table.settings = replace(table.settings, rebuilt=False)
        table.folder.save_settings(table.settings)
    made = task.own.commitment(task.decision, order) if task.decision.sealed else task.own.order(task.decision, order)
    report = Report(standing(table), made=[table.act(pair, made)])
    report.sealed = task.decision.sealed
    report.said = task.says(order)
    report.events = events_since(table, before)
    return finish(table, pair, report)


def may_resign(table: Table, keyring: Keyring, ask: Ask) -> tuple[KeyPair, OwnSeat] | Report:
    """Return key and seat of one who may resign; or what was left of it, if a command that was killed did it already.

    A seat that owes nothing keeps its resignation until it does: SequenceError.
    """
    if blocked := table.ledger.blocked():
        raise error_of([blocked])
    pair = keyring.unlock(table.settings.key, ask)
    own = table.own(pair)
    if own is None or own.seat == REFEREE or not own.open_requests():
        left = left_unsent(table, keyring, ask)
        if left is not None:
            return left
        raise SequenceError(
            Problem(
                "sequence/not-due",
                "you owe nothing now, and a resignation takes the place of something that you owe",
                fix="resign when it is your turn: when the next mail has come",
            )
        )
    return pair, own


def resign(table: Table, keyring: Keyring, ask: Ask) -> Report:
    """Give the game up."""
    ready = may_resign(table, keyring, ask)
    if isinstance(ready, Report):
        return ready
    pair, own = ready
    return finish(table, pair, Report(standing(table), made=[table.act(pair, own.resignation())]))
