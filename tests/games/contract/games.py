"""The games that have to keep the laws: one line each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import tests.toy
import tests.toy.census
from adjudicator.engine.interface import Engine, RuleSet, Setup
from adjudicator.engine.requests import Decision


@dataclass(frozen=True)
class Game:
    """A rule set with one set-up, and what the laws need to know of it.

    `census` counts the components of a public value and must never change. `orders` lists, for a decision, every
    order one could think of as plain data, legal or not: enough for the small game, empty for a decision with too
    many. `ends` are all the ways in which a game can end.
    """

    rules: RuleSet
    setup: Setup
    census: Callable[[Any], object]
    orders: Callable[[Any, Decision], Iterable[Mapping[str, Any]]]
    ends: frozenset[str]

    def engine(self) -> Engine[Any]:
        """Return a new engine."""
        return self.rules.open(self.setup)


RETIREMENTS = frozenset({"resignation", "forfeit", "illegal", "audit"})

GAMES: tuple[Game, ...] = (
    Game(
        tests.toy.GAME,
        tests.toy.SETUP,
        tests.toy.census.census,
        tests.toy.census.orders,
        RETIREMENTS | {"points", "tie-break", "draw"},
    ),
)
