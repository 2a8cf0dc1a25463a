"""Walks that are steered towards rare ends, among the options that the rules give."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Choice
from adjudicator.games.border_states.influence import reached, results
from adjudicator.games.border_states.public import Public, Track
from adjudicator.games.border_states.rules import SEATS
from adjudicator.names import Seat
from tests.golden.rehearsal import Rehearsal

Tokens = tuple[int, ...]


def together(game: Rehearsal, decision: Decision, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Move tokens so that both sides reach the condition of sudden death in one turn, and neither does alone."""
    if decision.kind != "moves":
        return choices
    now = all(any(_reaches(game, way, seat) for way in _ways(game, seat)) for seat in SEATS)
    good = [way for way in _ways(game, decision.seat) if _reaches(game, way, decision.seat) == now]
    kept = [choice for choice in choices if any(_begins(way, choice) for way in good)]
    return tuple(kept or choices)


def thrifty(game: Rehearsal, decision: Decision, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Let the Confederacy never use its President."""
    if decision.kind != "blocks" or decision.seat != SEATS[1]:
        return choices
    return tuple(choice for choice in choices if not choice.so_far["recruit"].startswith("president"))


def concentrating(game: Rehearsal, decision: Decision, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Secure all tokens of one state as soon as can be, without reaching the condition of sudden death."""
    if decision.kind != "moves":
        return choices
    control = game.table.engine.rules.control
    calm = [way for way in _ways(game, decision.seat) if not _reaches(game, way, decision.seat)]
    most = max((_secured(way, control) for way in calm), default=0)
    good = [way for way in calm if _secured(way, control) == most]
    kept = [choice for choice in choices if any(_begins(way, choice) for way in good)]
    return tuple(kept or choices)


def _secured(way: dict[str, Tokens], control: int) -> int:
    """Return how many tokens lie in Control areas in the state that has most of them there."""
    return max(sum(abs(token) == control for token in tokens) for tokens in way.values())


def _ways(game: Rehearsal, seat: Seat) -> Iterator[dict[str, Tokens]]:
    """Yield every way in which a seat can move its tokens in all states."""
    due = results(game.table.engine.rules, game.public, seat)
    for ways in product(*(ways for _, ways in due)):
        yield {state: way for (state, _), way in zip(due, ways, strict=True)}


def _reaches(game: Rehearsal, way: dict[str, Tokens], seat: Seat) -> bool:
    public: Public = game.public
    states = tuple(Track(t.state, t.bag, t.box, way.get(t.state, t.tokens)) for t in public.states)
    return reached(states, seat, game.table.engine.rules.control)


def _begins(way: dict[str, Tokens], choice: Choice) -> bool:
    moves: tuple[Any, ...] = choice.so_far["moves"]
    return all(way[move["state"]] == tuple(move["tokens"]) for move in moves)
