"""How the sides play: bold or timid, quick or slow, among the options that the rules give."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Choice
from adjudicator.games.war_between_the_states.rules import NORTH, SOUTH
from adjudicator.names import Seat
from tests.golden.rehearsal import Rehearsal

Choices = tuple[Choice, ...]
Taste = Callable[[Rehearsal, Decision, Choices], Choices]


def anything(game: Rehearsal, decision: Decision, choices: Choices) -> Choices:
    """Choose by lot."""
    return choices


def nothing(game: Rehearsal, decision: Decision, choices: Choices) -> Choices:
    """Name as few cards as can be, and pass."""
    done = tuple(choice for choice in choices if choice.complete)
    return done[:1] or choices[:1]


def everything(game: Rehearsal, decision: Decision, choices: Choices) -> Choices:
    """Name as many cards as can be, one after another as they lie in the hand."""
    most = max(_named(decision, choice) for choice in choices)
    return tuple(choice for choice in choices if _named(decision, choice) == most)[:1]


def _named(decision: Decision, choice: Choice) -> int:
    return len(choice.so_far.get(decision.kind, ()))


def busy(game: Rehearsal, decision: Decision, choices: Choices) -> Choices:
    """Use an ability as long as there is one."""
    uses = tuple(choice for choice in choices if choice.so_far.get("use") is not None)
    return uses or choices


def openable(game: Rehearsal, decision: Decision, choices: Choices) -> Choices:
    """Leave out the cards that were dealt in an envelope that does not open: nobody could turn them up."""
    known = game.known[decision.seat]
    return tuple(
        choice for choice in choices if all(handle in known for handle in choice.so_far.get(decision.kind, ()))
    )


@dataclass(frozen=True, eq=False)
class Manner:
    """What a side does at each kind of decision; by lot where nothing is said."""

    tastes: Mapping[str, Taste]

    def __call__(self, game: Rehearsal, decision: Decision, choices: Choices) -> Choices:
        return self.tastes.get(decision.kind, anything)(game, decision, choices)


@dataclass(frozen=True, eq=False)
class Manners:
    """How both sides play. What cannot be opened is never turned up."""

    sides: Mapping[Seat, Manner]

    def __call__(self, game: Rehearsal, decision: Decision, choices: Choices) -> Choices:
        if decision.kind in ("reveal", "add"):
            choices = openable(game, decision, choices)
        return self.sides[decision.seat](game, decision, choices)


BOLD = Manner({"trade": nothing, "reveal": everything, "move": busy, "add": everything})
QUICK = Manner({"trade": nothing, "reveal": everything, "move": nothing})
TIMID = Manner({"trade": nothing, "reveal": nothing, "move": nothing, "add": nothing})
RASH = Manner({"trade": nothing, "reveal": everything})
SLY = Manner({"move": busy})
WALKOVER = Manners({NORTH: QUICK, SOUTH: TIMID})
ROUT = Manners({NORTH: BOLD, SOUTH: TIMID})
BATTLE = Manners({NORTH: BOLD, SOUTH: BOLD})
SKIRMISH = Manners({NORTH: SLY, SOUTH: SLY})
BRAWL = Manners({NORTH: RASH, SOUTH: RASH})
SHORT_HANDS = Manners({NORTH: QUICK, SOUTH: QUICK})
PHONY_WAR = Manners({NORTH: TIMID, SOUTH: TIMID})
