"""Sequence of play: the names of turns and moves, how one step follows another, and the two sides of the table."""

from collections.abc import Callable

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.games.war_between_the_states.public import Public, Side
from adjudicator.names import Label, RequestId, Seat

DECK: Label = "deck"


@rule("WBS-SEQUENCE")
def turn_label(turn: int) -> Label:
    """Return the name of a turn, which is also the label of its coin."""
    return f"turn-{turn}"


def in_turn(public: Public, what: str) -> RequestId:
    """Return the id of a request of this turn."""
    return f"{turn_label(public.turn)}.{what}"


def in_move(public: Public, what: str = "") -> RequestId:
    """Return the id of the present move, or of something that follows from it."""
    return in_turn(public, f"move-{public.moves}{what}")


def side_of(public: Public, seat: Seat) -> Side:
    """Return what both see of one side."""
    first, second = public.sides
    return first if first.seat == seat else second


def with_side(public: Public, side: Side) -> Public:
    """Return the table with one side changed."""
    first, second = public.sides
    return replace(public, sides=(side, second) if first.seat == side.seat else (first, side))


def both_sides(public: Public, change: Callable[[Side], Side]) -> Public:
    """Return the table with both sides changed alike."""
    first, second = public.sides
    return replace(public, sides=(change(first), change(second)))
