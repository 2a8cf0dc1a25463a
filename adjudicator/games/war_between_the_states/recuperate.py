"""Recuperate Phase: what is above the limit of the hand goes back into the deck."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Event, Known, Step, event
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.deck import shuffled_back
from adjudicator.games.war_between_the_states.hands import check_choice
from adjudicator.games.war_between_the_states.orders import Keep
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import side_of
from adjudicator.names import Seat


@rule("WBS-RECUPERATE")
def keepers(rules: Rules, public: Public) -> tuple[Seat, ...]:
    """Return the sides that hold more cards than they may keep."""
    return tuple(side.seat for side in public.sides if len(side.hand) > rules.components.hand.limit)


@rule("WBS-RECUPERATE")
def check_keep(rules: Rules, public: Public, known: Known, seat: Seat, order: Keep) -> Iterator[Problem]:
    """Yield what is wrong with the cards kept: exactly as many as the limit, since only the excess goes back."""
    limit, hand = rules.components.hand.limit, side_of(public, seat).hand
    yield from check_choice(rules, known, "WBS-RECUPERATE", "keep", order.keep, hand, limit, limit)


@rule("WBS-RECUPERATE")
def do_keep(public: Public, orders: Mapping[Seat, Keep]) -> Step[Public]:
    """Return the table with the cards that were not kept in the deck."""
    events: list[Event] = []
    for side in public.sides:
        order = orders.get(side.seat)
        if order is not None:
            back = tuple(handle for handle in side.hand if handle not in order.keep)
            public = shuffled_back(public, side.seat, back)
            events.append(event("kept", "WBS-RECUPERATE", side.seat, kept=len(order.keep), returned=len(back)))
    return Step(replace(public, stage="logistics"), tuple(events))
