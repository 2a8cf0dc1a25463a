"""The games that have to keep the laws: one entry for each set-up."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import tests.toy
import tests.toy.census
from adjudicator.engine.interface import Engine, RuleSet, Setup
from adjudicator.engine.requests import Decision
from tests.games.border_states import census as border_states
from tests.games.border_states import table
from tests.games.war_between_the_states import census as war_between_the_states
from tests.games.war_between_the_states import table as war_table


@dataclass(frozen=True)
class Game:
    """A rule set with one set-up, and what the laws need to know of it.

    `census` counts the components of a public value and must never change. `orders` lists, for a decision, every
    order one could think of as plain data, legal or not: enough for the small game, empty for a decision with too
    many. `ends` are all the ways in which a game can end. A long game is tried with fewer `examples`, and a law that
    replays a game for each thing it could change takes `sample` of these things.
    """

    name: str
    rules: RuleSet
    setup: Setup
    census: Callable[[Any], object]
    orders: Callable[[Any, Decision], Iterable[Mapping[str, Any]]]
    ends: frozenset[str]
    examples: int = 12
    sample: int = 1000

    def engine(self) -> Engine[Any]:
        """Return a new engine."""
        return self.rules.open(self.setup)


RETIREMENTS = frozenset({"resignation", "forfeit", "illegal", "audit"})


def border(name: str, *options: str) -> Game:
    """Return Border States with some options; every decision has a stand-in, so nobody forfeits."""
    rules = table.rules(*options)
    return Game(
        name,
        table.GAME,
        Setup(table.GAME.seats, options, {"components.yaml": table.document("components.yaml")}),
        partial(border_states.census, rules),
        partial(border_states.orders, rules),
        RETIREMENTS - {"forfeit"} | {"score", "sudden-death"},
        examples=2,
        sample=3,
    )


def war(name: str, ends: frozenset[str], parts: Any, *options: str) -> Game:
    """Return The War Between the States with these cards and options; no seat draws in private, so none is audited."""
    setup = Setup(war_table.GAME.seats, options, {"cards.yaml": parts})
    rules = war_table.GAME.open(setup).rules  # type: ignore[attr-defined]
    return Game(
        name,
        war_table.GAME,
        setup,
        partial(war_between_the_states.census, rules),
        partial(war_between_the_states.orders, rules),
        RETIREMENTS - {"forfeit", "audit"} | {"turns", "dealer"} | ends,
        examples=2,
        sample=3,
    )


GAMES: tuple[Game, ...] = (
    Game(
        "toy",
        tests.toy.GAME,
        tests.toy.SETUP,
        tests.toy.census.census,
        tests.toy.census.orders,
        RETIREMENTS | {"points", "tie-break", "draw"},
    ),
    border("border-states"),
    border("without-characters", "without-characters"),
    border("deterministic", "deterministic"),
    border("attrition", "attrition", "presidents-only"),
    war("war-between-the-states", frozenset({"morale"}), war_table.document("cards.yaml")),
    war("war-variants", frozenset({"deck"}), war_table.short_deck(), *war_table.OPTIONS),
)
