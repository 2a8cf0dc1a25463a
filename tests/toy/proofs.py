"""What the toy holds against the public record: opened choices, turned cards and audits of private draws."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.interface import Answers
from adjudicator.engine.steps import Event, Known
from adjudicator.engine.streams import Stream
from adjudicator.names import Handle, RuleId, Seat, handle_name
from tests.toy.orders import check_bid, public_faults
from tests.toy.table import Bid, Gone, Lay, Parts, Side, Table, shown, without


def leave(table: Table, seat: Seat, how: str, rule_id: RuleId, handles: tuple[Handle, ...] = ()) -> Table:
    """Return the table with `seat` among those who left; the first reason stands."""
    if seat not in table.staying():
        return table
    return replace(table, gone=(*table.gone, Gone(seat=seat, how=how, rule=rule_id, handles=handles)))


def prove(parts: Parts, table: Table, answers: Answers) -> tuple[Table, tuple[Event, ...]]:
    """Return the table with all that was opened turned up, and with those gone whose proof failed.

    Seats are taken in the order of the table, never in the order of arrival. Audits come last: they look at all
    that the seat has opened.
    """
    events: list[Event] = []
    for seat in tuple(side.seat for side in table.sides):
        own = {request: answer for (name, request), answer in answers.items() if name == seat}
        for request, answer in sorted(own.items()):
            table, more = turn_up(table, seat, answer.opened)
            events += more
            if request.endswith((".cards", ".bid")) and not legal(parts, table.side(seat), answer.order):
                table = leave(table, seat, "illegal", "TOY-LAY" if request.endswith(".cards") else "TOY-BID")
        for request, answer in sorted(own.items()):
            if answer.stream is not None:
                label = request.removesuffix(".audit")
                table = audit(parts, table, seat, label, answer.stream)
    return table, tuple(events)


def legal(parts: Parts, side: Side, order: Any) -> bool:
    """Return whether the open part of a sealed choice is one that the rules allow."""
    if isinstance(order, Lay):
        return not any(public_faults(parts, side, order))
    return isinstance(order, Bid) and not any(check_bid(order))


@rule("TOY-PENALTY", "TOY-LAY")
def turn_up(table: Table, seat: Seat, opened: Known) -> tuple[Table, tuple[Event, ...]]:
    """Return the table with the hidden card of `seat` turned up; one that cannot be there sends the seat away."""
    side = table.side(seat)
    if side.hide is None or side.hide not in opened:
        return table, ()
    card, handle = opened[side.hide], side.hide
    if not isinstance(card, str) or card not in side.left:
        return leave(table.put(replace(side, hide=None)), seat, "illegal", "TOY-LAY", (handle,)), ()
    side = replace(side, hide=None, turned=card, left=without(side.left, card))
    return table.put(side), (Event("turned", "TOY-PENALTY", seat, {"card": card}),)


@rule("TOY-HAND", "TOY-CHARM")
def audit(parts: Parts, table: Table, seat: Seat, label: str, stream: Stream) -> Table:
    """Return the table after an audit: what was played must have been dealt."""
    side = table.side(seat)
    if seat in table.staying():
        for rule_id, handles in audit_faults(parts, side, label, stream, table.round):
            table = leave(table, seat, "audit", rule_id, handles)
    side = table.side(seat)
    return table.put(replace(side, owes=tuple(owed for owed in side.owes if owed != label)))


def audit_faults(
    parts: Parts, side: Side, label: str, stream: Stream, round_: int
) -> Iterator[tuple[RuleId, tuple[Handle, ...]]]:
    """Yield the rule broken and the handle concerned for each card that was played and not dealt."""
    if label == "game":
        if side.charm is not None and stream.pick("charm", parts.charms) != side.charm:
            yield "TOY-CHARM", ()
        return
    used = shown(side)
    hand = stream.draw("cards", (*side.left, *used), parts.hand)
    if side.show is not None and side.show not in hand:
        yield "TOY-HAND", ()
    if side.turned is not None and side.turned not in hand:
        yield "TOY-HAND", (handle_name(side.seat, f"round-{round_}.cards", "hide"),)
