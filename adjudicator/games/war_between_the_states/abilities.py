"""Card Special Abilities that are used in a move: what each verb does to the table.

Passive abilities are in `force.py`, those that count for the winner in `result.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Step, event, then
from adjudicator.games.war_between_the_states.cards import Ability, Card
from adjudicator.games.war_between_the_states.deck import shuffled_back
from adjudicator.games.war_between_the_states.ending import do_fall, do_morale
from adjudicator.games.war_between_the_states.public import Public, Side
from adjudicator.games.war_between_the_states.rules import Rules, opponent
from adjudicator.games.war_between_the_states.sequence import side_of, with_side
from adjudicator.games.war_between_the_states.verbs import abilities_of, demand, verb_of
from adjudicator.names import Handle, Seat


@dataclass(frozen=True)
class Use:
    """One verb of a card in use, with what its player chose."""

    seat: Seat
    card: Card
    ability: Ability
    target: str | None
    effect: str | None
    trade: tuple[Handle, ...]


def targets(rules: Rules, public: Public, seat: Seat, card: Card) -> tuple[str, ...]:
    """Return the revealed cards that a card could hit now: the opponent's, of the kinds it names."""
    kinds = demand(card).kinds
    sides = [side for side in public.sides if side.seat != seat or rules.variants.any_target]
    rows = [row for side in sides for row in side.revealed if not row.killed]
    return tuple(row.card for row in rows if rules.cards[row.card].counts_as(kinds))


@rule("WBS-ABILITY-CASUALTIES")
def do_casualties(public: Public, seat: Seat) -> Step[Public]:
    """Return the table with heavy casualties on a side: it draws one card less in the coming turn. They add up."""
    side = side_of(public, seat)
    table = with_side(public, replace(side, fewer=side.fewer + 1))
    return Step(table, (event("casualties", "WBS-ABILITY-CASUALTIES", seat, fewer=side.fewer + 1),))


def do_heavy_casualties(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with casualties on the opponent."""
    return do_casualties(public, opponent(use.seat))


def do_both_suffer(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with casualties on both sides."""
    return then(do_casualties(public, use.seat), lambda table: do_casualties(table, opponent(use.seat)))


@rule("WBS-ABILITY-DESTRUCTION", "WBS-ABILITY-VICTORY")
def do_change_trades(public: Public, seat: Seat, change: int) -> Step[Public]:
    """Return the table with a side's limit of the coming Strategy Phase changed; changes add up."""
    side = side_of(public, seat)
    cited = "WBS-ABILITY-DESTRUCTION" if change < 0 else "WBS-ABILITY-VICTORY"
    table = with_side(public, replace(side, trades=side.trades + change))
    return Step(table, (event("trade-limit", cited, seat, change=change),))


def do_destruction(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with the opponent trading one card less in the coming turn."""
    return do_change_trades(public, opponent(use.seat), -1)


def do_either(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table after casualties or destruction, as the player chose."""
    return (do_heavy_casualties if use.effect == "casualties" else do_destruction)(rules, public, use)


def do_strategic_victory(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with the user trading one card more in the coming turn."""
    return do_change_trades(public, use.seat, 1)


@rule("WBS-ABILITY-ROUTED")
def do_routed(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with one morale gone over to the user, at once; a side without any has lost."""
    cited = "WBS-ABILITY-ROUTED"
    step = then(do_morale(public, use.seat, 1, cited), lambda table: do_morale(table, opponent(use.seat), -1, cited))
    return then(step, do_fall)


@rule("WBS-ABILITY-DRAW")
def do_draw(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with cards due to the user."""
    return Step(_due(public, use.seat, use.ability.cards))


@rule("WBS-ABILITY-DRAW")
def do_both_draw(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with cards due to both sides."""
    return Step(_due(_due(public, use.seat, use.ability.cards), opponent(use.seat), use.ability.cards))


@rule("WBS-ABILITY-DRAW")
def do_draw_and_return(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with cards due to the user, some of which he then has to shuffle back."""
    assert public.using is not None
    using = replace(public.using, back=use.ability.back)
    return Step(replace(_due(public, use.seat, use.ability.cards), using=using))


@rule("WBS-ABILITY-TRADE")
def do_trade_cards(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with cards of the user's hand shuffled back, and as many due to him."""
    table = _due(shuffled_back(public, use.seat, use.trade), use.seat, len(use.trade))
    return Step(table, (event("traded", "WBS-ABILITY-TRADE", use.seat, cards=len(use.trade)),))


def _due(public: Public, seat: Seat, cards: int) -> Public:
    side = side_of(public, seat)
    return with_side(public, replace(side, due=side.due + cards))


@rule("WBS-ABILITY-DISCARD", "WBS-ABILITY-WITHDRAWAL", "WBS-OBJECTIVE-BACK")
def do_kill(rules: Rules, public: Public, use: Use) -> Step[Public]:
    """Return the table with the target gone: no force, no bonus, no ability any more.

    What its ability did already stays done. A Strategic Objective is not discarded but shuffled into the deck.
    """
    owner = next(side for side in public.sides if _standing(side, use.target))
    assert use.target is not None
    if any(ability.verb == "objective" for ability in abilities_of(rules.cards[use.target], "victory")):
        rows = tuple(row for row in owner.revealed if row.card != use.target)
        table = with_side(public, replace(owner, revealed=rows))
        return Step(replace(table, deck=public.deck + 1),
                    (event("objective-back", "WBS-OBJECTIVE-BACK", owner.seat, card=use.target),))  # fmt: skip
    rows = tuple(replace(row, killed=True) if row.card == use.target else row for row in owner.revealed)
    table = with_side(public, replace(owner, revealed=rows))
    return Step(table, (event("killed", verb_of(use.ability).rule, owner.seat, card=use.target),))


def _standing(side: Side, card: str | None) -> bool:
    return any(row.card == card and not row.killed for row in side.revealed)


ABILITIES: Mapping[str, Callable[[Rules, Public, Use], Step[Public]]] = {
    "heavy-casualties": do_heavy_casualties,
    "both-suffer-casualties": do_both_suffer,
    "destruction": do_destruction,
    "casualties-or-destruction": do_either,
    "strategic-victory": do_strategic_victory,
    "routed": do_routed,
    "draw": do_draw,
    "both-draw": do_both_draw,
    "draw-and-return": do_draw_and_return,
    "trade": do_trade_cards,
    "discard": do_kill,
    "withdrawal": do_kill,
}
