"""The walk through every order: what may come next in one that has been begun, and what stands in for a missing one."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.engine.citation import rule
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Choice, Known, Order
from adjudicator.games.war_between_the_states.abilities import targets
from adjudicator.games.war_between_the_states.card_words import ability_text, card_text, plain
from adjudicator.games.war_between_the_states.cards import Card
from adjudicator.games.war_between_the_states.conduct import EFFECTS, usable
from adjudicator.games.war_between_the_states.gains import returnable, to_return
from adjudicator.games.war_between_the_states.hands import barred, choices
from adjudicator.games.war_between_the_states.orders import Add, Back, Keep, Move, Reveal, Trade
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import side_of
from adjudicator.games.war_between_the_states.strategy import trade_limit
from adjudicator.games.war_between_the_states.verbs import abilities_of, demand
from adjudicator.names import Seat

Begun = Mapping[str, Any]
PASS: Begun = {"use": None, "target": None, "effect": None, "trade": ()}
EFFECT_WORDS = {"casualties": "the opponent draws 1 card less", "destruction": "the opponent may trade 1 card less"}


def options(rules: Rules, public: Public, known: Known, decision: Decision, so_far: Begun) -> tuple[Choice, ...]:
    """Return how the order begun in `so_far` may go on; nothing if the order is not due."""
    if decision.kind != public.stage:
        return ()
    return tuple(_options(rules, public, known, decision, so_far))


def _options(rules: Rules, public: Public, known: Known, decision: Decision, so_far: Begun) -> Iterator[Choice]:
    seat = decision.seat
    side = side_of(public, seat)
    match decision.kind:
        case "trade":
            most = trade_limit(rules, side)
            yield from choices(rules, known, seat, so_far, "trade", side.hand, 0, most, "trade")
        case "reveal":
            cards = tuple(handle for handle in side.hand if barred(rules, known, seat, handle) is None)
            yield from choices(rules, known, seat, so_far, "reveal", cards, 0, len(cards), "reveal")
        case "move":
            yield from _move(rules, public, known, seat, so_far)
        case "back":
            pool, count = returnable(rules, public, seat), to_return(rules, public)
            yield from choices(rules, known, seat, so_far, "back", pool, count, count, "shuffle back")
        case "add":
            cards = tuple(handle for handle in side.gained if barred(rules, known, seat, handle) is None)
            yield from choices(rules, known, seat, so_far, "add", cards, 0, len(cards), "add")
        case "keep":
            limit = rules.components.hand.limit
            yield from choices(rules, known, seat, so_far, "keep", side.hand, limit, limit, "keep")


def _move(rules: Rules, public: Public, known: Known, seat: Seat, so_far: Begun) -> Iterator[Choice]:
    if "use" not in so_far:
        final = "" if rules.variants.consecutive else " for the rest of the hand"
        yield Choice(f"pass{final}", PASS, True)
        for card in usable(rules, public, seat):
            yield _grown(rules, public, card, f"use {_used(card)}", {"use": card.id})
        return
    used = rules.card(so_far["use"])
    if used is None or used not in usable(rules, public, seat):
        return
    needs = demand(used)
    if needs.kinds and "target" not in so_far:
        for target in targets(rules, public, seat, used):
            own = any(row.card == target for row in side_of(public, seat).revealed)
            text = f"hit {'your own ' if own else ''}{card_text(rules.cards[target])}"
            yield _grown(rules, public, used, text, {**so_far, "target": target})
    elif needs.effect and "effect" not in so_far:
        for effect in EFFECTS:
            text = f"{effect}: {EFFECT_WORDS[effect]} next turn"
            yield _grown(rules, public, used, text, {**_filled(so_far, "target"), "effect": effect})
    elif needs.trade:
        begun = _filled(so_far, "target", "effect")
        hand = side_of(public, seat).hand
        most = min(needs.trade, len(hand))
        yield from choices(rules, known, seat, begun, "trade", hand, 0, most, "trade")


def _used(card: Card) -> str:
    does = "; ".join(ability_text(ability) for ability in abilities_of(card, "move"))
    return f"{plain(card.name)}: {does}"


def _filled(order: Begun, *names: str) -> dict[str, Any]:
    return {**order, **{name: None for name in names if name not in order}}


def _grown(rules: Rules, public: Public, card: Card, text: str, order: Begun) -> Choice:
    """Return a choice that is complete if its card asks for nothing more."""
    needs = demand(card)
    missing = (needs.kinds and "target" not in order) or (needs.effect and "effect" not in order) or needs.trade
    if missing:
        return Choice(text, order, False)
    return Choice(text, {**_filled(order, "target", "effect"), "trade": ()}, True)


@rule("WBS-STAND-IN")
def stand_in(rules: Rules, public: Public, decision: Decision) -> Order | None:
    """Return the order that a ruling gives a silent seat: trade, reveal and add nothing, pass, keep the first cards."""
    if decision.kind != public.stage:
        return None
    match decision.kind:
        case "trade":
            return Trade(())
        case "reveal":
            return Reveal(())
        case "move":
            return Move(None, None, None, ())
        case "back":
            pool = sorted(returnable(rules, public, decision.seat))
            return Back(tuple(pool[: to_return(rules, public)]))
        case "add":
            return Add(())
        case "keep":
            hand = sorted(side_of(public, decision.seat).hand)
            return Keep(tuple(hand[: rules.components.hand.limit]))
    return None
