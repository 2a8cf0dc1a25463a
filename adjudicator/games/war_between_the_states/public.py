"""The public value: everything on the table that both players see, and nothing else.

A card in hand is known here only by its handle; it has a name once it is laid open.
"""

from typing import Literal

from msgspec import Struct

from adjudicator.engine.steps import Outcome
from adjudicator.games.war_between_the_states.cards import CardId
from adjudicator.names import Handle, Seat

Stage = Literal[
    "deck", "logistics", "trade", "replace", "reveal", "move", "draw", "back", "add", "keep", "close", "over"
]


class Revealed(Struct, frozen=True):
    """One card laid open in this turn: whether its Special Ability was used, and whether the card was discarded."""

    card: CardId
    used: bool
    killed: bool


class Using(Struct, frozen=True):
    """A Special Ability that goes on after its move: who used it, and how many cards he still has to shuffle back."""

    seat: Seat
    card: CardId
    back: int


class Side(Struct, frozen=True):
    """What both see of one side.

    `hand` are the handles of its cards. `fewer` is how many cards fewer it draws in the next Logistics Phase, `trades`
    how its limit of the next Strategy Phase is changed. `due` is how many cards it is dealt now, `gained` are those
    that it was just dealt by an ability and may lay open at once. `passed`: it has passed, in a game with consecutive
    passes as its last move.
    """

    seat: Seat
    morale: int
    hand: tuple[Handle, ...]
    revealed: tuple[Revealed, ...]
    fewer: int
    trades: int
    due: int
    gained: tuple[Handle, ...]
    passed: bool


class Public(Struct, frozen=True):
    """The whole table. `stage` names what the game waits for.

    `first` won the coin of this turn, `mover` is whose move it is; `moves` counts the moves asked for in this turn.
    `deck` counts the cards in the deck; `discard` and `objectives` (those that counted) lie open for good. `verdict`
    is how the game ends; it counts once the stage is `over`.
    """

    stage: Stage
    turn: int
    first: Seat | None
    mover: Seat | None
    moves: int
    using: Using | None
    sides: tuple[Side, Side]
    deck: int
    discard: tuple[CardId, ...]
    objectives: tuple[CardId, ...]
    verdict: Outcome | None
