"""The rules of one set-up: its components and variants, with the look-ups that every chapter needs."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.games.border_states.components import BattleCard, Block, Components
from adjudicator.games.border_states.variants import Variants
from adjudicator.names import Seat

UNION: Seat = "union"
CONFEDERATE: Seat = "confederate"
SEATS: tuple[Seat, ...] = (UNION, CONFEDERATE)
PENALISED = "minus-2"
AMBUSH = "ambush"
SIEGE = "siege"


@dataclass(frozen=True)
class Rules:
    """Components and variants of one game, indexed."""

    variants: Variants
    components: Components
    blocks: Mapping[str, Block]
    cards: Mapping[str, BattleCard]
    states: tuple[str, ...]
    colours: tuple[str, ...]
    characters: tuple[str, ...]
    control: int

    def special(self, block: str | None) -> str | None:
        """Return what is special about a block: minus-2, ambush, siege or nothing."""
        found = self.blocks.get(block) if block else None
        return found.special if found else None

    def value(self, block: str | None) -> int:
        """Return the value of a block or of the Artillery; a block that lies face-down counts nothing yet."""
        if block is None:
            return 0
        return self.blocks[block].value if block in self.blocks else self.components.artillery.value

    @property
    def turns(self) -> int:
        """Return how many turns a game has."""
        return len(self.components.years.each)


def rules_of_set_up(components: Components, variants: Variants) -> Rules:
    """Return the rules for these components and variants."""
    return Rules(
        variants=variants,
        components=components,
        blocks={block.id: block for block in components.blocks.each},
        cards={card.id: card for card in components.battle_cards.each},
        states=tuple(state.id for state in components.states.each),
        colours=tuple(colour.colour for colour in components.colours),
        characters=tuple(card.id for card in components.characters.each),
        control=components.track.spaces_per_side + 1,
    )


def opponent(seat: Seat) -> Seat:
    """Return the other seat."""
    return CONFEDERATE if seat == UNION else UNION
