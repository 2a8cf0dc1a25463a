"""Conduct Phase, the alternation: one Special Ability at a time, or a pass, until both have passed."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.saying import listed
from adjudicator.engine.steps import Known, Step, event, then
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.abilities import ABILITIES, Use, targets
from adjudicator.games.war_between_the_states.card_words import plain
from adjudicator.games.war_between_the_states.cards import Card
from adjudicator.games.war_between_the_states.deck import cards_due
from adjudicator.games.war_between_the_states.hands import check_choice
from adjudicator.games.war_between_the_states.orders import Move
from adjudicator.games.war_between_the_states.public import Public, Side, Using
from adjudicator.games.war_between_the_states.rules import Rules, opponent
from adjudicator.games.war_between_the_states.sequence import both_sides, side_of, with_side
from adjudicator.games.war_between_the_states.verbs import abilities_of, active, demand
from adjudicator.names import Seat

EFFECTS = ("casualties", "destruction")


@rule("WBS-MOVES")
def unused(rules: Rules, side: Side) -> tuple[Card, ...]:
    """Return the revealed cards of a side whose Special Ability can still be used in a move."""
    rows = [row for row in side.revealed if not row.used and not row.killed]
    return tuple(rules.cards[row.card] for row in rows if active(rules.cards[row.card]))


@rule("WBS-MOVES", "WBS-ABILITY-DISCARD")
def usable(rules: Rules, public: Public, seat: Seat) -> tuple[Card, ...]:
    """Return the cards whose ability a side can use now; one that has to hit a card needs one that it can hit."""
    cards = unused(rules, side_of(public, seat))
    return tuple(card for card in cards if not demand(card).kinds or targets(rules, public, seat, card))


@rule("WBS-PASS")
def asked(rules: Rules, public: Public) -> bool:
    """Return whether the mover is asked for a move: he has not passed, and has an unused ability, usable or not."""
    if public.mover is None:
        return False
    side = side_of(public, public.mover)
    return not side.passed and bool(unused(rules, side))


@rule("WBS-PASS")
def over(public: Public) -> bool:
    """Return whether both sides have passed."""
    return all(side.passed for side in public.sides)


@rule("WBS-PASS")
def do_wait(rules: Rules, public: Public) -> Step[Public]:
    """Return the table when the mover is not asked: he has passed, or now passes for want of an unused ability."""
    assert public.mover is not None
    side = side_of(public, public.mover)
    public = replace(public, mover=opponent(public.mover))
    if side.passed:
        return Step(public)
    return Step(with_side(public, replace(side, passed=True)),
                (event("passed", "WBS-PASS", side.seat, automatic=True),))  # fmt: skip


@rule("WBS-MOVES", "WBS-ABILITY-DISCARD", "WBS-ABILITY-TRADE")
def check_move(rules: Rules, public: Public, known: Known, seat: Seat, order: Move) -> Iterator[Problem]:
    """Yield what is wrong with a move: the card used, its target, its effect, its trade, and what it does not need."""
    card = next((card for card in unused(rules, side_of(public, seat)) if card.id == order.use), None)
    if order.use is not None and card is None:
        accepted = listed([*(card.id for card in usable(rules, public, seat)), "null (pass)"])
        yield broken("WBS-MOVES", "use", f"{order.use} has no ability that you can use", accepted, order.use)
        return
    needs = demand(card) if card is not None else None
    if card is not None and needs is not None and needs.kinds:
        yield from _check_target(rules, public, seat, card, order)
    elif order.target is not None:
        yield _unneeded("target", "null", order.target)
    if needs is not None and needs.effect:
        if order.effect is None:
            yield broken("WBS-ABILITY-DESTRUCTION", "effect", "you choose one of two effects", listed(EFFECTS), "null")
    elif order.effect is not None:
        yield _unneeded("effect", "null", order.effect)
    most = needs.trade if needs is not None else 0
    if most:
        hand = side_of(public, seat).hand
        yield from check_choice(rules, known, "WBS-ABILITY-TRADE", "trade", order.trade, hand, 0, most)
    elif order.trade:
        yield _unneeded("trade", "[]", ", ".join(order.trade))


def _check_target(rules: Rules, public: Public, seat: Seat, card: Card, order: Move) -> Iterator[Problem]:
    cards = targets(rules, public, seat, card)
    if order.target in cards:
        return
    if not cards:
        message = f"{plain(card.name)} can hit no card that lies there now, so it cannot be used"
        yield broken(demand(card).rule, "use", message, "another card, or null (pass)", card.id)
        return
    message = f"{plain(card.name)} cannot hit {order.target or 'nothing'}"
    yield broken(demand(card).rule, "target", message, listed(cards), order.target or "null")


def _unneeded(pointer: str, accepted: str, got: str) -> Problem:
    return broken("WBS-MOVES", pointer, f"this move has no {pointer}", accepted, got, f"write {pointer}: {accepted}")


@rule("WBS-PASS", "WBS-MOVES")
def do_move(rules: Rules, public: Public, seat: Seat, order: Move) -> Step[Public]:
    """Return the table after a move. The ability is used up even if it then does nothing."""
    if order.use is None:
        side = side_of(public, seat)
        table = with_side(public, replace(side, passed=True))
        return Step(end_move(table), (event("passed", "WBS-PASS", seat, automatic=False),))
    card = rules.cards[order.use]
    if rules.variants.consecutive:
        public = both_sides(public, lambda side: replace(side, passed=False))
    public = replace(_marked_used(public, seat, card.id), using=Using(seat, card.id, back=0))
    facts: dict[str, Any] = {"card": card.id, "target": order.target}
    step = Step(public, (event("used", "WBS-MOVES", seat, **facts),))
    for ability in abilities_of(card, "move"):
        if step.public.verdict is None:
            use = Use(seat, card, ability, order.target, order.effect, order.trade)
            do = ABILITIES[ability.verb]
            step = then(step, lambda table, do=do, use=use: do(rules, table, use))  # type: ignore[misc]
    if step.public.verdict is not None:
        return step
    if not cards_due(step.public):
        return Step(end_move(step.public), step.events)
    return Step(replace(step.public, stage="draw"), step.events)


def _marked_used(public: Public, seat: Seat, card: str) -> Public:
    side = side_of(public, seat)
    rows = tuple(replace(row, used=True) if row.card == card else row for row in side.revealed)
    return with_side(public, replace(side, revealed=rows))


@rule("WBS-MOVES")
def end_move(public: Public) -> Public:
    """Return the table when a move is complete: the other side moves, if it has not passed."""
    assert public.mover is not None
    return replace(public, stage="move", mover=opponent(public.mover), moves=public.moves + 1, using=None)
