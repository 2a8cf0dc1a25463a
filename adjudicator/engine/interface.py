"""The engine interface: what the protocol and the tools may ask of a game, and how a game presents itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from adjudicator.engine.requests import Deal, Decision, Draw, Request
from adjudicator.engine.steps import Answer, Choice, Event, Known, Order, Outcome, P, Step
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.names import Handle, Label, RequestId, RuleId, Seat

Answers = Mapping[tuple[Seat, RequestId], Answer]


class Engine(Protocol[P]):
    """The rules of one game for one set-up. Every method is a pure function of its arguments."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats in playing order."""

    @property
    def max_steps(self) -> int:
        """Return a bound on the number of steps of any game."""

    @property
    def max_draws(self) -> int:
        """Return a bound on the draws of any game: the chains have to hold a link for each."""

    @property
    def dealer(self) -> bool:
        """Answer whether a referee has to deal: only such a game asks for a Deal."""

    @property
    def public(self) -> type[P]:
        """Return the type of the public value."""

    @property
    def orders(self) -> Mapping[str, type[Order]]:
        """Return the order type of each kind of decision."""

    def begin(self) -> Step[P]:
        """Return the public value once everybody has enrolled."""

    def requests(self, public: P) -> tuple[Request, ...]:
        """Return what the game waits for; empty exactly when `outcome` is set."""

    def apply(self, public: P, answers: Answers, draws: Mapping[Label, Stream]) -> Step[P]:
        """Return the step when every request is answered. Illegal opened choices and failed audits retire a seat."""

    def retire(self, public: P, seats: tuple[Seat, ...], reason: str, rule: RuleId) -> Step[P]:
        """Return the step when seats leave the game for `reason` (`resignation`, `forfeit`)."""

    def outcome(self, public: P) -> Outcome | None:
        """Return how the game ended, or None while anything is still due."""

    def handles(self, public: P) -> frozenset[Handle]:
        """Return what lies face-down and may still be turned up."""

    def stand_in(self, public: P, decision: Decision) -> Order | None:
        """Return the order that a ruling may give a silent seat, from public facts only."""

    def deal(self, public: P, known: Known, request: Draw | Deal, seat: Seat, stream: Stream) -> Known:
        """Return what `seat` knows after a private draw; `public` is the value after the step of that draw.

        Of a Deal: what the dealer knows with the new handles, from all he dealt so far; `public` is the value that asks
        for it, and the stream is that of the dealer's draw.
        """

    def check(self, public: P, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
        """Return what is wrong with an order. Knowing more only ever adds problems."""

    def options(self, public: P, known: Known, decision: Decision, so_far: Mapping[str, Any]) -> tuple[Choice, ...]:
        """Return how the order begun in `so_far` (empty at first) may go on."""

    def turned(self, decision: Decision, order: Order) -> tuple[Handle, ...]:
        """Return the own handles that the order itself turns up, in the same act; a sealed one when it is revealed."""


@dataclass(frozen=True)
class Setup:
    """What a game is opened with: seats in playing order, options as the charter lists them, components by part."""

    seats: tuple[Seat, ...]
    options: tuple[str, ...]
    components: Mapping[str, Any]


@dataclass(frozen=True)
class Option:
    """A variant: `name`, or `name=value` with one of `values`."""

    name: str
    text: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """How a game shows itself to people. Pure, and never part of a verdict.

    `board(engine, public, known, seat, width)` draws the table as plain text, as `seat` sees it (None: a bystander).
    `event(event)` words one event, `question(decision)` words what a decision asks, `about(request_id)` names a
    request for a status line, `order(engine, kind, order)` says in one sentence what an order does.
    """

    board: Callable[[Any, Any, Known, Seat | None, int], str]
    event: Callable[[Event], str]
    question: Callable[[Decision], str]
    about: Callable[[RequestId], str]
    order: Callable[[Any, str, Order], str]


@dataclass(frozen=True)
class RuleSet:
    """One game in one rules number: what the catalogue lists."""

    name: str
    number: int
    title: str
    seats: tuple[Seat, ...]
    options: tuple[Option, ...]
    parts: tuple[str, ...]
    open: Callable[[Setup], Engine[Any]]
    view: View
    package: str
