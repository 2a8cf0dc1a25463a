"""The cards: what is printed on each, and what it can do, as verbs with arguments."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

CardId = Annotated[str, Meta(pattern=r"^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$(?!\n)")]
Use = Literal["X", "U", "C"]
Type = Literal["A", "B", "E", "G", "I", "M", "N", "P", "R", "S", "T"]
Trait = Literal["fleet", "cavalry", "border-state"]
Kind = Type | Trait


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """One verb of a card with its arguments; `verbs.py` says which verb takes which.

    `of` are the kinds of card that it concerns, `by` is an amount of force or morale, `cards` how many are drawn or
    traded, `back` how many are then shuffled back.
    """

    verb: str
    of: tuple[Kind, ...] = ()
    by: int = 0
    cards: int = 0
    back: int = 0


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One card. `use` tells who can play it: X either side, U the Union, C the Confederacy."""

    id: CardId
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    use: Use
    force: Annotated[int, Meta(ge=0, le=99)]
    types: Annotated[tuple[Type, ...], Meta(min_length=1, max_length=2)]
    traits: tuple[Trait, ...] = ()
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=4)] = ()

    def counts_as(self, kinds: tuple[Kind, ...]) -> bool:
        """Return whether the card is of one of these kinds; a combined type is of both."""
        return any(kind in self.types or kind in self.traits for kind in kinds)
