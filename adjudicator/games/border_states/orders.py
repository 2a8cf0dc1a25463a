"""The orders of Border States, field by field.

Their types are loose on purpose: an unknown block or battle is read, and then refused with a reason by the checks.
"""

from typing import Annotated

from msgspec import Meta, Struct

from adjudicator.engine.steps import Order

Word = Annotated[str, Meta(max_length=40)]


class Blocks(Order, frozen=True):
    """The sealed choice of a round: recruit `left`, `right` or `president K`; the block shown; the block hidden."""

    recruit: Word
    show: Word
    hide: Annotated[str, Meta(max_length=48)]


class StepOfPlacing(Struct, frozen=True, tag_field="step", forbid_unknown_fields=True):
    """One thing done while placing."""


class PlaceBlock(StepOfPlacing, frozen=True, tag="block"):
    """Place one of the two blocks, named by its slot (`show` or `hide`)."""

    block: Word
    battle: int
    front: Word


class PlayBible(StepOfPlacing, frozen=True, tag="bible"):
    """Play the card that puts the Bible on a General block."""

    battle: int
    front: Word
    space: int


class PlayArtillery(StepOfPlacing, frozen=True, tag="artillery"):
    """Play the card that puts the Artillery on the nearest free space of a front."""

    battle: int
    front: Word


class PlayArtilleryAt(StepOfPlacing, frozen=True, tag="artillery-at"):
    """Play the card that puts the Artillery on any empty space (only with the option artillery-any-space)."""

    battle: int
    front: Word
    space: int


class PlayChange(StepOfPlacing, frozen=True, tag="change", rename={"old": "from", "new": "to"}):
    """Play the card that changes one Accessible Battle for another."""

    old: int
    new: int


class PlayExtra(StepOfPlacing, frozen=True, tag="extra"):
    """Play the card that puts one of the two blocks on a full front."""

    block: Word
    battle: int
    front: Word


class PlayTurnUp(StepOfPlacing, frozen=True, tag="turn-up"):
    """Play the card that turns an opposing block face-up; it ends the order, the placing goes on after it."""

    battle: int
    front: Word
    space: int


PlacingStep = PlaceBlock | PlayBible | PlayArtillery | PlayArtilleryAt | PlayChange | PlayExtra | PlayTurnUp


class Place(Order, frozen=True):
    """The steps of a placing, in their order."""

    steps: Annotated[tuple[PlacingStep, ...], Meta(max_length=16)]


class Ambush(Order, frozen=True):
    """The victim of an Ambush: front and space."""

    front: Word
    space: int


class Cubes(Order, frozen=True):
    """The colours of the cubes that the winner keeps, sorted."""

    keep: Annotated[tuple[Word, ...], Meta(max_length=16)]


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the four tokens of a state stand after the moves, sorted."""

    state: Word
    tokens: Annotated[tuple[int, ...], Meta(max_length=16)]


class Moves(Order, frozen=True):
    """The moves of a seat's tokens, in board order."""

    moves: Annotated[tuple[Move, ...], Meta(max_length=16)]


ORDERS: dict[str, type[Order]] = {
    "blocks": Blocks,
    "place": Place,
    "ambush": Ambush,
    "cubes": Cubes,
    "moves": Moves,
}
