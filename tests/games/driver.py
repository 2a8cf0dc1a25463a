"""Plays an engine without files: random walks through its options, fake seeds, sealed choices with handles, audits.

What can be spoilt is spoilt on purpose: `spoil` may change what a seat reveals, opens or plays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from adjudicator.engine.requests import Decision, Disclosure, Draw
from adjudicator.engine.steps import Answer, Event, Step
from adjudicator.engine.streams import Stream
from adjudicator.names import handle_name

Spoil = Callable[["Game", Any, Any], Any]


@dataclass
class Game:
    """One game under way: the table, what each seat knows, and a random player for all of them."""

    engine: Any
    seed: str
    spoil: Spoil | None = None
    shut_as_ruled: bool = False
    watch: Callable[["Game", Step[Any]], None] | None = None
    public: Any = None
    known: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    steps: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.known = {seat: {} for seat in self.engine.seats}
        self.take(self.engine.begin())

    def stream(self, label: str, seat: str = "") -> Stream:
        return Stream(sha256(f"{self.seed} {label} {seat}".encode()).hexdigest())

    def take(self, step: Step[Any]) -> None:
        self.public = step.public
        self.events += step.events
        self.steps += 1
        assert self.steps <= self.engine.max_steps
        if self.watch:
            self.watch(self, step)

    def choose(self, decision: Decision) -> Any:
        """Return a random legal order, walked through the options."""
        known = self.known[decision.seat]
        so_far: Mapping[str, Any] = {}
        for _ in range(50):
            choices = self.engine.options(self.public, known, decision, so_far)
            assert choices, (decision, so_far)
            choice = self.random.choice(choices)
            so_far = choice.so_far
            if choice.complete:
                return msgspec.convert(so_far, self.engine.orders[decision.kind])
        raise AssertionError(f"no end to {decision.id}")

    def answer(self, request: Any) -> Answer:
        if isinstance(request, Decision):
            chosen = order = self.choose(request)
            assert not self.engine.check(self.public, self.known[request.seat], request, order), order
            if self.spoil:
                order = self.spoil(self, request, order)
            ruled = self.shut_as_ruled and order is not chosen  # a ruling's order was never sealed: it has no handle
            if order is not None and not ruled:
                for slot in request.shut:
                    name = handle_name(request.seat, request.id, slot)
                    self.known[request.seat][name] = getattr(order, slot)
                    order = msgspec.structs.replace(order, **{slot: name})
            return Answer(order=order)
        opened = {handle: self.known[request.seat].get(handle) for handle in request.handles}
        stream = self.stream(request.draw, request.seat) if request.draw else None
        answer = Answer(opened=opened, stream=stream)
        return self.spoil(self, request, answer) if self.spoil else answer

    def step(self) -> None:
        """Answer all that is due and take the step."""
        requests = self.engine.requests(self.public)
        answers = {}
        draws = {}
        for request in requests:
            self.log.append(request.id)
            if isinstance(request, Draw):
                draws[request.label] = self.stream(request.label)
            else:
                answers[request.seat, request.id] = self.answer(request)
        self.take(self.engine.apply(self.public, answers, draws))
        for request in requests:
            if isinstance(request, Draw):
                for seat in request.private:
                    private = self.stream(request.label, seat)
                    self.known[seat] = dict(self.engine.deal(self.public, self.known[seat], request, seat, private))

    @property
    def over(self) -> bool:
        ended = self.engine.outcome(self.public) is not None
        assert ended == (self.engine.requests(self.public) == ())
        return ended

    def play(self, until: Callable[["Game"], bool] = lambda game: False) -> "Game":
        """Play on until the game is over or `until` holds."""
        while not self.over and not until(self):
            self.step()
        return self

    def due(self) -> list[tuple[str, str]]:
        """Return what is due as (seat, request), draws without a seat."""
        return [(getattr(request, "seat", ""), request.id) for request in self.engine.requests(self.public)]

    def decision(self, seat: str) -> Decision:
        for request in self.engine.requests(self.public):
            if isinstance(request, Decision) and request.seat == seat:
                return request
        raise AssertionError(f"{seat} has nothing to decide: {self.due()}")


def handles_due(game: Game) -> set[str]:
    """Return the handles that the game waits to see opened."""
    requests = game.engine.requests(game.public)
    return {handle for request in requests if isinstance(request, Disclosure) for handle in request.handles}
