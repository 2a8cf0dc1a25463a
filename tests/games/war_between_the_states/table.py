"""Tables for the tests: the cards as shipped, rules and engines by option, hands and revealed cards in short hand."""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import replace

from adjudicator.engine.interface import Setup
from adjudicator.engine.steps import Answer, Step
from adjudicator.engine.streams import Stream
from adjudicator.games.war_between_the_states import GAME
from adjudicator.games.war_between_the_states.engine import WarBetweenTheStates
from adjudicator.games.war_between_the_states.orders import Move
from adjudicator.games.war_between_the_states.public import Public, Revealed, Side
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import side_of

DATA = Path(__file__).parents[3] / "adjudicator" / "games" / "war_between_the_states" / "data"
NORTH, SOUTH = "north", "south"
OPTIONS = tuple(sorted(option.name for option in GAME.options))


@cache
def document(name: str) -> Any:
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))


def short_deck() -> Any:
    """Return a third of the cards, and so much morale that the deck runs out first."""
    box = deepcopy(document("cards.yaml"))
    box["deck"]["each"] = box["deck"]["each"][::3]
    box["morale"]["start"] = 60
    return box


@cache
def engine(*options: str) -> WarBetweenTheStates:
    return GAME.open(Setup(GAME.seats, options, {"cards.yaml": document("cards.yaml")}))  # type: ignore[return-value]


def rules(*options: str) -> Rules:
    return engine(*options).rules


def hand(seat: str, *numbers: int, turn: int = 1) -> tuple[str, ...]:
    """Return handles dealt in the Logistics Phase of a turn; the numbers tell the owners apart."""
    return tuple(f"referee.turn-{turn}.logistics.card_{number:02}" for number in numbers)


def row(text: str) -> Revealed:
    """Return a revealed card from `gettysburg`, `gettysburg used` or `gettysburg killed`."""
    card, *marks = text.split()
    return Revealed(card, used="used" in marks, killed="killed" in marks)


def laid(
    north: tuple[str, ...] = (), south: tuple[str, ...] = (), *, hands: tuple[int, int] = (0, 0),
    morale: tuple[int, int] = (9, 9), mover: str = NORTH, deck: int | None = None, turn: int = 1, **fields: Any,
) -> Public:  # fmt: skip
    """Return a table in the alternation of moves, with these cards revealed and so many in each hand."""
    begun = engine().begin().public
    numbers = iter(range(1, 99))
    sides = []
    for seat, cards, count, points in zip((NORTH, SOUTH), (north, south), hands, morale, strict=True):
        held = hand(seat, *(next(numbers) for _ in range(count)), turn=turn)
        side = replace(side_of(begun, seat), morale=points, hand=held, revealed=tuple(map(row, cards)))
        sides.append(side)
    left = begun.deck - sum(hands) - len(north) - len(south)
    table = replace(begun, stage="move", turn=turn, first=mover, mover=mover, moves=1, sides=tuple(sides), deck=left)
    if deck is not None:
        # The rest of the cards has been played before: on the discard pile.
        lying = {card.split()[0] for card in (*north, *south)}
        others = [card for card in rules().cards if card not in lying]
        table = replace(table, deck=deck, discard=tuple(others[: left - deck]))
    return replace(table, **fields)


def side(public: Public, seat: str) -> Side:
    return side_of(public, seat)


def stream(text: str = "table") -> Stream:
    return Stream(text.encode().hex().ljust(64, "0")[:64])


def answered(table: Any, values: dict[str, Any], *options: str, known: dict[str, Any] | None = None) -> Step[Public]:
    """Return the step after every seat answered what is due with its order; `known` are the cards behind handles."""
    game = engine(*options)
    answers, draws = {}, {}
    for request in game.requests(table):
        if hasattr(request, "label"):
            draws[request.label] = stream()
        elif hasattr(request, "kind"):
            order = values[request.seat]
            opened = {handle: (known or {}).get(handle) for handle in game.turned(request, order)} if order else {}
            answers[request.seat, request.id] = Answer(order=order, opened=opened)
        else:
            answers["referee", request.id] = Answer()
    return game.apply(table, answers, draws)


def move(table: Public, use: str | None, target: str | None = None, *options: str, effect: Any = None,
         trade: tuple[str, ...] = ()) -> Step[Public]:  # fmt: skip
    """Return the step after the mover's move, which has to be legal."""
    game = engine(*options)
    (request,) = game.requests(table)
    order = Move(use, target, effect, trade)
    assert game.check(table, {}, request, order) == ()  # type: ignore[arg-type]
    return answered(table, {request.seat: order}, *options)  # type: ignore[union-attr]


def dealt(table: Public, *options: str) -> Step[Public]:
    """Return the step after the deal that is due."""
    return answered(table, {}, *options)



def codes(problems: Any) -> list[tuple[str, str]]:
    return [(problem.code, problem.pointer) for problem in problems]


def happened(step: Step[Public], name: str) -> list[Any]:
    """Return seat and facts of the events of a name, without the printed names."""
    return [
        (event.seat, {key: fact for key, fact in event.facts.items() if key != "names"})
        for event in step.events
        if event.name == name
    ]
