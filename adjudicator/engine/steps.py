"""What goes into a step of a game and what comes out: answers, choices, events, outcomes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import Struct

from adjudicator.engine.streams import Stream
from adjudicator.names import Handle, RuleId, Seat


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every order: its fields, in order, are the slots of a sealed decision."""


P = TypeVar("P", bound=Struct)

# What one copy knows beyond the public: its own closed handles (by handle name) and its private draws (label.name.i).
Known = Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a seat answered to one request, proofs already checked.

    `order` is None for a disclosure, and also where what was opened does not decode as an order (then the choice
    is illegal). In a shut field the order holds the handle's name. `opened` maps the handles that this answer
    turned up to the values sealed in them, as they were sealed: they may be anything. `stream` is the private
    stream of an audited draw, its link checked.
    """

    order: Order | None = None
    opened: Known = field(default_factory=dict)
    stream: Stream | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened, for people: `name` keys the wording, `facts` fill it. Never drives, never signed."""

    name: str
    rule: RuleId
    seat: Seat | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step(Generic[P]):
    """The next public value and the events that explain it."""

    public: P
    events: tuple[Event, ...] = ()


def event(name: str, rule: RuleId, seat: Seat | None = None, **facts: Any) -> Event:
    """Return an event with its facts."""
    return Event(name, rule, seat, facts)


def then(step: Step[P], do: Callable[[P], Step[P]]) -> Step[P]:
    """Return the step that goes on from `step`, with the events of both."""
    after = do(step.public)
    return Step(after.public, step.events + after.events)


class Points(Struct, frozen=True):
    """The final score of one seat."""

    seat: Seat
    points: int


class Outcome(Struct, frozen=True):
    """How a game ended. `seats` and `handles` are those whom a retirement names; `winner` may be nobody."""

    winner: Seat | None
    how: str
    seats: tuple[Seat, ...]
    rule: RuleId
    handles: tuple[Handle, ...]
    points: tuple[Points, ...]


@dataclass(frozen=True)
class Choice:
    """One way an order may go on: `text` for people, the order built so far, and whether it is now complete."""

    text: str
    so_far: Mapping[str, Any]
    complete: bool
