"""The table of the toy: its components, its public value and the orders that change it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudicator.engine.steps import Order
from adjudicator.names import Handle, Label, RuleId, Seat

Code = Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{1,48}$(?!\n)")]
Stage = Literal["set_up", "lay", "penalty", "steps", "turn_up", "bid", "end", "close", "over"]

FOOL = "fool"
STEPS = 2
SIDES = 3


@dataclass(frozen=True)
class Parts:
    """The components: what each card and token is worth, the charms, the tokens in the bag."""

    rounds: int
    hand: int
    prizes: int
    cards: Mapping[str, int]
    charms: tuple[str, ...]
    tokens: Mapping[str, int]
    bag: tuple[str, ...]


def read_parts(data: Mapping[str, Any]) -> Parts:
    """Return the components that toy.yaml lists."""
    return Parts(
        rounds=data["rounds"],
        hand=data["hand"],
        prizes=data["prizes"],
        cards={row["card"]: row["value"] for row in data["cards"]},
        charms=tuple(sorted(data["charms"])),
        tokens={row["token"]: row["value"] for row in data["tokens"]},
        bag=tuple(sorted(row["token"] for row in data["tokens"] for _ in range(row["count"]))),
    )


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every public record: frozen, and strict when it is read."""


class Side(Value, frozen=True):
    """What lies before one seat; `hide` is a handle while the card is face-down, `turned` the card once it is up."""

    seat: Seat
    left: tuple[Code, ...]
    spent: tuple[Code, ...]
    show: Code | None
    hide: Handle | None
    turned: Code | None
    charm: Code | None
    tokens: tuple[Code, ...]
    steps: int
    bonus: int
    owes: tuple[Label, ...]


class Gone(Value, frozen=True):
    """A seat that left the game, and the rule and the handles that are the reason."""

    seat: Seat
    how: str
    rule: RuleId
    handles: tuple[Handle, ...]


class Table(Value, frozen=True):
    """The public value of the toy."""

    stage: Stage
    round: int
    first: Seat | None
    turn: Seat | None
    count: int
    bag: tuple[Code, ...]
    prizes: tuple[Code, ...]
    box: tuple[Code, ...]
    sides: tuple[Side, ...]
    gone: tuple[Gone, ...]

    def side(self, seat: Seat) -> Side:
        """Return what lies before `seat`."""
        return next(side for side in self.sides if side.seat == seat)

    def other(self, seat: Seat) -> Side:
        """Return what lies before the opponent of `seat`."""
        return next(side for side in self.sides if side.seat != seat)

    def put(self, changed: Side) -> "Table":
        """Return the table with one side replaced."""
        return replace(self, sides=tuple(changed if side.seat == changed.seat else side for side in self.sides))

    def staying(self) -> tuple[Seat, ...]:
        """Return the seats that have not left."""
        left = [row.seat for row in self.gone]
        return tuple(side.seat for side in self.sides if side.seat not in left)


class Lay(Order, frozen=True):
    """Show one card, hide another, and perhaps play the charm."""

    show: Code
    hide: Code
    charm: Code | None


class Take(Struct, frozen=True, tag_field="step", tag="take", forbid_unknown_fields=True):
    """Take one token of this kind from the prizes."""

    token: Code


class Spring(Struct, frozen=True, tag_field="step", tag="spring", forbid_unknown_fields=True):
    """Turn up the own hidden card, in the same act, for a point."""


class Peek(Struct, frozen=True, tag_field="step", tag="peek", forbid_unknown_fields=True):
    """Make the opponent turn up the hidden card; nothing may follow in the same order."""


class Steps(Order, frozen=True):
    """Up to `steps` steps, in order; they end the seat's turn unless the last one is a peek."""

    steps: tuple[Take | Spring | Peek, ...]


class Bid(Order, frozen=True):
    """Guess the die before it is thrown."""

    number: int


ORDERS: Mapping[str, type[Order]] = {"lay": Lay, "steps": Steps, "bid": Bid}


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """Return `items` less one `item`."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def score(parts: Parts, side: Side) -> int:
    """Return the points of one side."""
    return side.bonus + sum(parts.tokens[token] for token in side.tokens)


def closed(side: Side) -> tuple[Handle, ...]:
    """Return the handle of a side that lies face-down, if any."""
    return () if side.hide is None else (side.hide,)


def shown(side: Side) -> tuple[str, ...]:
    """Return the cards of a side that lie face-up."""
    return tuple(card for card in (side.show, side.turned) if card is not None)


def obliged(side: Side) -> bool:
    """Return whether a side shows the fool over a hidden card."""
    return side.show == FOOL and side.hide is not None
