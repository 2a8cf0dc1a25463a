"""Plays any engine without files: fake but consistent chance, real handles, and hooks to misbehave with."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import msgspec

from adjudicator.engine.interface import Engine
from adjudicator.engine.requests import Deal, Decision, Disclosure, Draw, Request
from adjudicator.engine.steps import Answer, Choice, Event, Known, Order, Outcome
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.names import REFEREE, Handle, Label, Seat, handle_name

AnswerTable = dict[tuple[Seat, str], Answer]


def joint_stream(seed: int, label: Label) -> Stream:
    """Return the stream that everybody shares for `label`."""
    return Stream(sha256(f"{seed}/joint/{label}".encode()).hexdigest())


def private_stream(seed: int, seat: Seat, label: Label) -> Stream:
    """Return the stream of `label` that only `seat` can compute, until its audit."""
    return Stream(sha256(f"{seed}/private/{seat}/{label}".encode()).hexdigest())


@dataclass(frozen=True)
class Walker:
    """Chooses at random among `options`; every walk of a game has its own number, so that walks are independent."""

    seed: int

    def walk(self, engine: Engine[Any], public: Any, known: Known, decision: Decision) -> Mapping[str, Any]:
        """Return a complete order as plain data."""
        stream = Stream(sha256(f"{self.seed}/walk/{decision.seat}/{decision.id}".encode()).hexdigest())
        so_far: Mapping[str, Any] = {}
        for number in range(1000):
            choices = engine.options(public, known, decision, so_far)
            assert choices, f"{decision.id} leads nowhere from {so_far}"
            choice = choices[stream.number(f"choice.{number}", len(choices))]
            so_far = choice.so_far
            if choice.complete:
                return so_far
        raise AssertionError(f"{decision.id} never becomes complete")


@dataclass(frozen=True)
class Hooks:
    """Where a test may interfere. The defaults are an honest game.

    `resign(step, requests)` names seats that resign instead of answering. `silent(public, decision)` leaves a decision
    to the engine's stand-in, or to a forfeit where there is none. `order` replaces the plain data of an order before
    it is bound; `sealed` replaces the values of a sealed decision by slot, whatever they are. `audit` replaces the
    stream that a seat opens at an audit, `private` the one that it was dealt from. `card` replaces the value that the
    dealer gives to a handle. `blind` seats walk without what they know of their private draws and of what they were
    dealt. `arrival` reorders the answers of a step.
    """

    resign: Callable[[int, tuple[Request, ...]], tuple[Seat, ...]] = lambda step, requests: ()
    silent: Callable[[Any, Decision], bool] = lambda public, decision: False
    order: Callable[[Decision, Mapping[str, Any]], Mapping[str, Any]] = lambda decision, data: data
    sealed: Callable[[Decision, dict[str, Any]], dict[str, Any]] = lambda decision, slots: slots
    audit: Callable[[Seat, Label, Stream], Stream] = lambda seat, label, stream: stream
    private: Callable[[int, Seat, Label], Stream] = private_stream
    card: Callable[[Handle, Any], Any] = lambda handle, value: value
    blind: frozenset[Seat] = frozenset()
    arrival: Callable[[AnswerTable], AnswerTable] = lambda answers: answers


HONEST = Hooks()


@dataclass(frozen=True)
class Moment:
    """One step of a game: the state, what was due in it, what was answered, and who left instead."""

    public: Any
    requests: tuple[Request, ...]
    known: Mapping[Seat, Known]
    answers: AnswerTable = field(default_factory=dict)
    draws: Mapping[Label, Stream] = field(default_factory=dict)
    retired: tuple[Seat, ...] = ()
    reason: str = ""
    problems: Mapping[tuple[Seat, str], tuple[Problem, ...]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Return the decisions among the requests."""
        return tuple(request for request in self.requests if isinstance(request, Decision))


@dataclass(frozen=True)
class Play:
    """A whole game: its moments, its last public value, its outcome, and every order by seat and request."""

    moments: tuple[Moment, ...]
    last: Any
    outcome: Outcome
    script: Mapping[tuple[Seat, str], Mapping[str, Any]]
    sealed: Mapping[Handle, Any]
    dealt: Mapping[Handle, Seat]

    @property
    def publics(self) -> tuple[Any, ...]:
        """Return every public value, the last one included."""
        return (*(moment.public for moment in self.moments), self.last)

    def texts(self) -> tuple[bytes, ...]:
        """Return every public value as bytes."""
        return tuple(msgspec.json.encode(public) for public in self.publics)

    def errors(self, seat: Seat) -> tuple[Problem, ...]:
        """Return what the seat's own `check` said against its orders, mistakes apart."""
        return tuple(
            problem
            for moment in self.moments
            for (name, _), problems in moment.problems.items()
            for problem in problems
            if name == seat and problem.severity == "error"
        )


@dataclass
class Table:
    """A game in the making: what each seat knows, what was sealed, which labels were drawn."""

    engine: Engine[Any]
    seed: int
    hooks: Hooks
    known: dict[Seat, Known]
    sealed: dict[Handle, Any] = field(default_factory=dict)
    dealt: dict[Handle, Seat] = field(default_factory=dict)
    labels: set[Label] = field(default_factory=set)
    script: dict[tuple[Seat, str], Mapping[str, Any]] = field(default_factory=dict)
    problems: dict[tuple[Seat, str], tuple[Problem, ...]] = field(default_factory=dict)

    def bind(self, public: Any, decision: Decision) -> Answer | None:
        """Return the answer to a decision as `apply` gets it, or None where a silent seat has no stand-in."""
        seat, key = decision.seat, (decision.seat, decision.id)
        if self.hooks.silent(public, decision):
            order = self.engine.stand_in(public, decision)
            return None if order is None else Answer(order=order)
        # A blind seat remembers what it hid (it could not go on otherwise), but not what it was dealt.
        remembered = self.sealed.keys() - self.dealt.keys()
        known = {key: value for key, value in self.known[seat].items() if key in remembered}
        known = known if seat in self.hooks.blind else dict(self.known[seat])
        data = self.hooks.order(decision, Walker(self.seed).walk(self.engine, public, known, decision))
        self.script[key] = data
        chosen = decode(self.engine, decision, data)
        if chosen is not None:
            self.problems[key] = self.engine.check(public, self.known[seat], decision, chosen)
        if not decision.sealed:
            assert chosen is not None, f"{decision.id}: {data} is no order"
            return Answer(order=chosen, opened=self.turned(public, decision, chosen))
        return self.seal(public, decision, dict(data))

    def turned(self, public: Any, decision: Decision, order: Order) -> Known:
        """Return what the order itself opens: only what lies face-down and is the seat's own can be opened."""
        closed = self.engine.handles(public)
        own = [handle for handle in self.engine.turned(decision, order) if handle in closed]
        own = [handle for handle in own if self.dealt.get(handle, decision.seat) == decision.seat]
        return {handle: self.sealed[handle] for handle in own}

    def seal(self, public: Any, decision: Decision, data: dict[str, Any]) -> Answer:
        """Return the answer once the open slots are revealed; each shut slot is replaced by its handle's name."""
        slots = self.hooks.sealed(decision, data)
        shown = dict(slots)
        for slot in decision.shut:
            handle = handle_name(decision.seat, decision.id, slot)
            self.sealed[handle] = shown[slot]
            self.known[decision.seat] = {**self.known[decision.seat], handle: shown[slot]}
            shown[slot] = handle
        order = decode(self.engine, decision, shown)
        return Answer(order=order, opened=self.turned(public, decision, order) if order is not None else {})

    def disclose(self, request: Disclosure) -> Answer:
        """Return the handles turned up, or the private stream opened."""
        opened = {handle: self.sealed[handle] for handle in request.handles}
        if request.draw is None:
            return Answer(opened=opened)
        own = self.hooks.private(self.seed, request.seat, request.draw)
        return Answer(opened=opened, stream=self.hooks.audit(request.seat, request.draw, own))

    def give(self, public: Any, request: Deal) -> Answer:
        """Let the dealer give values to new handles, as his stream says; each owner sees his own."""
        stream = self.hooks.private(self.seed, REFEREE, request.draw)
        self.known[REFEREE] = self.engine.deal(public, self.known[REFEREE], request, REFEREE, stream)
        for handle, seat in request.cards:
            value = self.hooks.card(handle, self.known[REFEREE][handle])
            self.sealed[handle], self.dealt[handle] = value, seat
            self.known[seat] = {**self.known[seat], handle: value}
        return Answer()

    def deal(self, public: Any, requests: tuple[Request, ...]) -> None:
        """Let every seat look at the private draws of the step before `public`."""
        for request in requests:
            if isinstance(request, Draw):
                for seat in request.private:
                    stream = self.hooks.private(self.seed, seat, request.label)
                    self.known[seat] = self.engine.deal(public, self.known[seat], request, seat, stream)


def decode(engine: Engine[Any], decision: Decision, data: Mapping[str, Any]) -> Order | None:
    """Return plain data as an order, or None."""
    try:
        return msgspec.convert(data, engine.orders[decision.kind])
    except msgspec.ValidationError:
        return None


def moments(table: Table) -> Iterator[Moment]:
    """Yield the moments of one game after another; the last one has no requests."""
    engine, hooks = table.engine, table.hooks
    step = engine.begin()
    for number in range(engine.max_steps + 1):
        public, requests = step.public, engine.requests(step.public)
        moment = Moment(public, requests, {seat: dict(known) for seat, known in table.known.items()})
        if not requests:
            yield moment
            return
        table.problems = {}
        retired, reason = hooks.resign(number, requests), "resignation"
        answers: AnswerTable = {}
        draws = {request.label: joint_stream(table.seed, request.label) for request in requests
                 if isinstance(request, Draw)}  # fmt: skip
        if not retired:
            for request in requests:
                if isinstance(request, Decision):
                    answer = table.bind(public, request)
                    if answer is None:
                        retired, reason = (*retired, request.seat), "forfeit"
                    else:
                        answers[request.seat, request.id] = answer
                elif isinstance(request, Disclosure):
                    answers[request.seat, request.id] = table.disclose(request)
                elif isinstance(request, Deal):
                    answers[REFEREE, request.id] = table.give(public, request)
        if retired:
            step = engine.retire(public, retired, reason, requests[0].rule)
            yield replace(moment, retired=retired, reason=reason, events=step.events)
            continue
        assert not table.labels & set(draws), f"drawn twice: {table.labels & set(draws)}"
        table.labels |= set(draws)
        step = engine.apply(public, hooks.arrival(answers), draws)
        table.deal(step.public, requests)
        yield replace(moment, answers=answers, draws=draws, problems=table.problems, events=step.events)
    raise AssertionError(f"no end after {engine.max_steps} steps")


def play(engine: Engine[Any], seed: int, hooks: Hooks = HONEST) -> Play:
    """Play a whole game; the same engine, seed and hooks give the same game."""
    table = Table(engine, seed, hooks, {seat: {} for seat in (*engine.seats, REFEREE)})
    *passed, last = moments(table)
    outcome = engine.outcome(last.public)
    assert outcome is not None, "nothing is due, but the game has no outcome"
    return Play(tuple(passed), last.public, outcome, table.script, table.sealed, table.dealt)


def scripted(script: Mapping[tuple[Seat, str], Mapping[str, Any]]) -> Callable[..., Mapping[str, Any]]:
    """Return an `order` hook that repeats the orders of another game."""
    return lambda decision, data: script.get((decision.seat, decision.id), data)


def walked(engine: Engine[Any], public: Any, known: Known, decision: Decision) -> list[Mapping[str, Any]]:
    """Return every order that a walk can reach; only for decisions with few of them."""
    found: list[Mapping[str, Any]] = []
    open_ends: list[Mapping[str, Any]] = [{}]
    while open_ends:
        choices: tuple[Choice, ...] = engine.options(public, known, decision, open_ends.pop())
        found += [choice.so_far for choice in choices if choice.complete]
        open_ends += [choice.so_far for choice in choices if not choice.complete]
    return found
