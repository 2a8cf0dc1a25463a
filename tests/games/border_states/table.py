"""Tables for the tests: the components as shipped, rules and engines by option, battles and placings in short hand."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from adjudicator.engine.interface import Setup
from adjudicator.engine.steps import Answer
from adjudicator.games.border_states import GAME
from adjudicator.games.border_states.engine import BorderStates
from adjudicator.games.border_states.orders import Blocks, Place
from adjudicator.games.border_states.placement import Placement
from adjudicator.games.border_states.public import EMPTY, Battle, Front, Pair, Placing, Space
from adjudicator.games.border_states.rules import Rules
from tests.games.driver import Game

DATA = Path(__file__).parents[3] / "adjudicator" / "games" / "border_states" / "data"
SEAT = {"U": "union", "C": "confederate"}


@cache
def document(name: str) -> Any:
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))


@cache
def engine(*options: str) -> BorderStates:
    setup = Setup(GAME.seats, options, {"components.yaml": document("components.yaml")})
    return GAME.open(setup)  # type: ignore[return-value]


def rules(*options: str) -> Rules:
    return engine(*options).rules


def space(text: str, place: int = 1) -> Space:
    """Return a space from `U 3`, `C ?`, `U ambush +` (Bible), `C 1-i x` (eliminated), `artillery` or `empty`."""
    if text == "empty":
        return EMPTY
    if text == "artillery":
        return Space(None, 1, None, "artillery", None)
    seat, block, *mark = text.split()
    hidden = block == "?"
    marks = {"+": "bible", "x": "eliminated"}
    slot = "hide" if hidden else "show"
    return Space(SEAT[seat], place, slot, None if hidden else block, marks[mark[0]] if mark else None)


def front(*texts: str, spaces: int = 4) -> Front:
    return Front(spaces, tuple(space(text, number) for number, text in enumerate(texts, 1)))


def battle(
    top: tuple[str, ...] = (), bottom: tuple[str, ...] = (), *, widths: tuple[int, int] = (4, 4),
    card: str = "antietam", cubes: tuple[str, ...] = ("brown", "brown", "yellow", "yellow"),
) -> Battle:  # fmt: skip
    return Battle(card, cubes, front(*top, spaces=widths[0]), front(*bottom, spaces=widths[1]), 0, None)


def room(top: int, bottom: int, spaces: int = 2) -> Battle:
    """Return a battle with so many free spaces on its fronts, the others taken by the Confederacy."""
    return battle(("C 3",) * (spaces - top), ("C 3",) * (spaces - bottom), widths=(spaces, spaces))


def placement(
    show: str, battles: tuple[Battle, ...], access: tuple[int, ...], cards: tuple[str, ...] = (), seat: str = "union"
) -> Placement:
    placing = Placing(access, ("show", "hide"), 0, False)
    return Placement(seat, 3, Pair("left", show, None, ()), show, placing, battles, cards, dealt=4)


def started(*options: str, seed: str = "table") -> Any:
    """Return a game at its first choice of blocks."""
    return Game(engine(*options), seed).play(lambda game: game.public.stage == "blocks")


def reveal(game: Any, union: tuple[str, str], confederate: tuple[str, str]) -> Any:
    """Return the table after both reveal (recruit, show), whatever they hold."""
    public = game.public
    name = f"turn-{public.turn}.round-{public.round}.blocks"
    answers = {}
    for seat, (recruit, show) in (("union", union), ("confederate", confederate)):
        hide = "unnamed" if show == "unnamed" else f"{seat}.{name}.hide"
        answers[seat, name] = Answer(order=Blocks(recruit, show, hide))
    game.take(game.engine.apply(public, answers, {}))
    return game.public


def open_up(game: Any, values: dict[str, Any]) -> Any:
    """Return the table after every handle due is opened to the value given for its seat and round (`union 1`)."""
    answers = {}
    for request in game.engine.requests(game.public):
        opened = {}
        for handle in request.handles:
            seat, _, round_name, *_rest = handle.split(".")
            opened[handle] = values[f"{seat} {round_name.removeprefix('round-')}"]
        answers[request.seat, request.id] = Answer(opened=opened)
    game.take(game.engine.apply(game.public, answers, {}))
    return game.public


def place(game: Any, *steps: Any) -> Any:
    """Return the table after the seat that is due places so; the order has to be legal by what both see."""
    (request,) = game.engine.requests(game.public)
    order = Place(steps)
    assert game.engine.check(game.public, {}, request, order) == ()
    game.take(game.engine.apply(game.public, {(request.seat, request.id): Answer(order=order)}, {}))
    return game.public


def codes(problems: Any) -> list[tuple[str, str]]:
    return [(problem.code, problem.pointer) for problem in problems]
