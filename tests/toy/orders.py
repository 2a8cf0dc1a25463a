"""Which orders of the toy are allowed, and how an order is built up choice by choice."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.engine.citation import rule
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Choice, Known, Order
from adjudicator.errors import Problem
from tests.toy.table import FOOL, SIDES, Bid, Lay, Parts, Peek, Side, Spring, Steps, Table, Take, without

NO_ORDER = Problem("order/TOY-ORDER", "this is not the order that is asked for", rule="TOY-ORDER")


def forbidden(rule_id: str, message: str, pointer: str) -> Problem:
    """Return an error against one rule of the toy."""
    return Problem(f"order/{rule_id}", message, pointer=pointer, rule=rule_id)


def hand_of(parts: Parts, known: Known, round_: int) -> tuple[Any, ...]:
    """Return the hand of this round, empty for a copy that does not know all of it."""
    keys = [f"round-{round_}.cards.{i}" for i in range(1, parts.hand + 1)]
    return tuple(known[key] for key in keys) if all(key in known for key in keys) else ()


@rule("TOY-LAY")
def public_faults(parts: Parts, side: Side, order: Lay) -> Iterator[Problem]:
    """Yield what everybody can see to be wrong with the open part of a lay."""
    if order.show not in side.left:
        yield forbidden("TOY-LAY", f"{order.show} is no card that can be shown", "show")
    if order.charm is not None and (order.charm not in parts.charms or side.charm is not None):
        yield forbidden("TOY-CHARM", f"{order.charm} cannot be played", "charm")


@rule("TOY-LAY", "TOY-HAND", "TOY-CHARM")
def check_lay(parts: Parts, table: Table, known: Known, side: Side, order: Lay) -> Iterator[Problem]:
    """Yield what is wrong with a lay, as far as `known` tells."""
    yield from public_faults(parts, side, order)
    if order.hide not in side.left or order.hide == order.show:
        yield forbidden("TOY-LAY", f"{order.hide} is no card that can be hidden", "hide")
    hand = hand_of(parts, known, table.round)
    for slot, card in (("show", order.show), ("hide", order.hide)):
        if hand and card not in hand:
            yield forbidden("TOY-HAND", f"{card} is not in your hand", slot)
    if order.charm is not None and known.get("game.charm.1", order.charm) != order.charm:
        yield forbidden("TOY-CHARM", f"{order.charm} was not dealt to you", "charm")
    if order.show == FOOL:
        yield Problem("order/TOY-PENALTY", "a fool turns up your other card", "mistake", pointer="show")


@rule("TOY-STEPS")
def check_steps(table: Table, side: Side, order: Steps) -> Iterator[Problem]:
    """Yield the first thing wrong with a list of steps."""
    if len(order.steps) > side.steps:
        yield forbidden("TOY-STEPS", f"you have {side.steps} steps", "steps")
    prizes, closed = table.prizes, side.hide is not None
    for place, step in enumerate(order.steps):
        pointer = f"steps[{place}]"
        match step:
            case Take(token) if token in prizes:
                prizes = without(prizes, token)
            case Spring() if closed:
                closed = False
            case Peek() if table.other(side.seat).hide is not None and place == len(order.steps) - 1:
                pass
            case _:
                yield forbidden("TOY-STEPS", "this step is not possible now", pointer)
                return


@rule("TOY-BID")
def check_bid(order: Bid) -> Iterator[Problem]:
    """Yield what is wrong with a bid."""
    if not 1 <= order.number <= SIDES:
        yield forbidden("TOY-BID", f"the die shows 1 to {SIDES}", "number")


def check_order(parts: Parts, table: Table, known: Known, decision: Decision, order: Order) -> Iterator[Problem]:
    """Yield what is wrong with an order."""
    side = table.side(decision.seat)
    match decision.kind, order:
        case "lay", Lay():
            yield from check_lay(parts, table, known, side, order)
        case "steps", Steps():
            yield from check_steps(table, side, order)
        case "bid", Bid():
            yield from check_bid(order)
        case _:
            yield NO_ORDER


def lay_choices(parts: Parts, table: Table, known: Known, side: Side, so_far: Mapping[str, Any]) -> Iterator[Choice]:
    """Yield the next choice of a lay: the card to show, the card to hide, the charm."""
    hand = hand_of(parts, known, table.round) or side.left
    cards = [card for card in side.left if card in hand]
    if "show" not in so_far:
        for card in cards:
            yield Choice(f"show {card}", {"show": card}, False)
    elif "hide" not in so_far:
        for card in cards:
            if card != so_far["show"]:
                yield Choice(f"hide {card}", {**so_far, "hide": card}, False)
    else:
        yield Choice("keep the charm", {**so_far, "charm": None}, True)
        for charm in parts.charms if side.charm is None else ():
            if known.get("game.charm.1", charm) == charm:
                yield Choice(f"play the {charm}", {**so_far, "charm": charm}, True)


def step_choices(table: Table, side: Side, so_far: Mapping[str, Any]) -> Iterator[Choice]:
    """Yield the next step of a turn, or its end."""
    steps: list[Mapping[str, Any]] = list(so_far.get("steps", ()))
    yield Choice("end the turn", {"steps": steps}, True)
    if len(steps) >= side.steps:
        return
    prizes = table.prizes
    for step in steps:
        if step["step"] == "take":
            prizes = without(prizes, step["token"])
    for token in dict.fromkeys(prizes):
        yield Choice(f"take {token}", {"steps": [*steps, {"step": "take", "token": token}]}, False)
    if side.hide is not None and {"step": "spring"} not in steps:
        yield Choice("turn up your hidden card", {"steps": [*steps, {"step": "spring"}]}, False)
    if table.other(side.seat).hide is not None:
        yield Choice("make the opponent turn up", {"steps": [*steps, {"step": "peek"}]}, True)


def choices(
    parts: Parts, table: Table, known: Known, decision: Decision, so_far: Mapping[str, Any]
) -> Iterator[Choice]:
    """Yield how an order may go on."""
    side = table.side(decision.seat)
    if decision.kind == "lay":
        yield from lay_choices(parts, table, known, side, so_far)
    elif decision.kind == "steps":
        yield from step_choices(table, side, so_far)
    else:
        for number in range(1, SIDES + 1):
            yield Choice(f"bid {number}", {"number": number}, True)
