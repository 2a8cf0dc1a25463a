"""The rules of one set-up: its cards and numbers with its variants, and the look-ups that every chapter needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.engine.citation import rule
from adjudicator.games.war_between_the_states.cards import Card
from adjudicator.games.war_between_the_states.components import Components
from adjudicator.games.war_between_the_states.variants import Variants
from adjudicator.names import Seat

NORTH: Seat = "north"
SOUTH: Seat = "south"
SEATS: tuple[Seat, Seat] = (NORTH, SOUTH)
LETTER: Mapping[Seat, str] = {NORTH: "U", SOUTH: "C"}


@dataclass(frozen=True)
class Rules:
    """Components and variants of one game; `cards` holds the deck by id, in the order of its list."""

    variants: Variants
    components: Components
    cards: Mapping[str, Card]

    def card(self, value: Any) -> Card | None:
        """Return the card that a value names, or None if it is no card of the deck: values may be anything."""
        return self.cards.get(value) if isinstance(value, str) else None


def rules_of_set_up(components: Components, variants: Variants) -> Rules:
    """Return the rules for these components and variants."""
    return Rules(variants, components, {card.id: card for card in components.deck.each})


def opponent(seat: Seat) -> Seat:
    """Return the other seat."""
    return SOUTH if seat == NORTH else NORTH


@rule("WBS-CARDS")
def playable(card: Card, seat: Seat) -> bool:
    """Return whether a side can play a card: one for both, or one of its own. The North is the Union."""
    return card.use in ("X", LETTER[seat])
