"""Logistics Phase: a turn begins, and both sides draw."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Step, event
from adjudicator.games.war_between_the_states.public import Public, Side
from adjudicator.games.war_between_the_states.rules import SOUTH, Rules
from adjudicator.games.war_between_the_states.sequence import both_sides


@rule("WBS-LOGISTICS", "WBS-ABILITY-OBJECTIVE", "WBS-ABILITY-CASUALTIES")
def cards_drawn(rules: Rules, public: Public, side: Side) -> int:
    """Return how many cards a side draws in its next Logistics Phase, on top of those it kept: never less than none."""
    objectives = len(public.objectives) if side.seat == SOUTH else 0
    return max(0, rules.components.draw.cards - side.fewer - objectives)


@rule("WBS-LOGISTICS")
def do_logistics(rules: Rules, public: Public) -> Step[Public]:
    """Return the table at the beginning of the next turn, with the cards that both sides are to be dealt.

    Casualties count once: after this draw they are forgotten.
    """
    due = {side.seat: cards_drawn(rules, public, side) for side in public.sides}
    turn = public.turn + 1
    public = both_sides(public, lambda side: replace(side, due=due[side.seat], fewer=0))
    public = replace(public, stage="logistics", turn=turn, first=None, mover=None, moves=0)
    return Step(public, (event("turn", "WBS-LOGISTICS", turn=turn),))
