"""The orders of The War Between the States, field by field.

Cards in hand are named by their handles, sorted bytewise and each once; revealed cards by their ids. Every field is
always there: what a choice does not need is null or empty. The types are loose on purpose: an unknown card is read,
and then refused with a reason by the checks.
"""

from typing import Annotated, Literal

from msgspec import Meta

from adjudicator.engine.steps import Order
from adjudicator.names import Handle

MOST_CARDS = 64
Handles = Annotated[tuple[Handle, ...], Meta(max_length=MOST_CARDS)]
Word = Annotated[str, Meta(max_length=40)]
Effect = Literal["casualties", "destruction"]


class Trade(Order, frozen=True):
    """The cards of the hand that go back into the deck, for as many others."""

    trade: Handles


class Reveal(Order, frozen=True):
    """The cards of the hand that are laid open and fight in this turn."""

    reveal: Handles


class Move(Order, frozen=True):
    """The use of a revealed card's Special Ability, or a pass (`use` is null).

    `target` is the card it discards, `effect` the one of two effects that is chosen, `trade` the cards of the hand
    that the ability trades.
    """

    use: Word | None
    target: Word | None
    effect: Effect | None
    trade: Handles


class Back(Order, frozen=True):
    """The cards of the hand that an ability makes its user shuffle back."""

    back: Handles


class Add(Order, frozen=True):
    """The cards just gained that are laid open at once."""

    add: Handles


class Keep(Order, frozen=True):
    """The cards of the hand that are kept for the next turn; the others go back into the deck."""

    keep: Handles


ORDERS: dict[str, type[Order]] = {
    "trade": Trade,
    "reveal": Reveal,
    "move": Move,
    "back": Back,
    "add": Add,
    "keep": Keep,
}
