"""Strategy Phase: both sides trade cards of their hands, unseen, for as many others."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Event, Known, Step, event
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.deck import shuffled_back
from adjudicator.games.war_between_the_states.hands import check_choice
from adjudicator.games.war_between_the_states.orders import Trade
from adjudicator.games.war_between_the_states.public import Public, Side
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import both_sides, side_of
from adjudicator.names import Seat


@rule("WBS-STRATEGY", "WBS-ABILITY-DESTRUCTION", "WBS-ABILITY-VICTORY")
def trade_limit(rules: Rules, side: Side) -> int:
    """Return how many cards a side may trade in its next Strategy Phase: never less than none."""
    return max(0, rules.components.trade.cards + side.trades)


@rule("WBS-STRATEGY")
def traders(rules: Rules, public: Public) -> tuple[Seat, ...]:
    """Return the sides that are asked what they trade: those with cards and with a limit above none."""
    return tuple(side.seat for side in public.sides if side.hand and trade_limit(rules, side))


@rule("WBS-STRATEGY")
def check_trade(rules: Rules, public: Public, known: Known, seat: Seat, order: Trade) -> Iterator[Problem]:
    """Yield what is wrong with a trade. Any card may be traded, also one that the side could not play."""
    side = side_of(public, seat)
    most = trade_limit(rules, side)
    yield from check_choice(rules, known, "WBS-STRATEGY", "trade", order.trade, side.hand, 0, most)


@rule("WBS-STRATEGY")
def do_trade(public: Public, orders: Mapping[Seat, Trade]) -> Step[Public]:
    """Return the table with the traded cards of both sides in the deck; then all of them are replaced at once."""
    events: list[Event] = []
    due = {}
    for side in public.sides:
        order = orders.get(side.seat)
        if order is not None:
            public = shuffled_back(public, side.seat, order.trade)
            events.append(event("traded", "WBS-STRATEGY", side.seat, cards=len(order.trade)))
            due[side.seat] = len(order.trade)
    public = both_sides(public, lambda side: replace(side, due=due.get(side.seat, 0), trades=0))
    return Step(replace(public, stage="replace"), tuple(events))
