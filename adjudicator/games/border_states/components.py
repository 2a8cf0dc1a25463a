"""The components: what the part file holds, and the invariants that any set has to meet."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from adjudicator.engine.citation import rule
from adjudicator.engine.components import read_components

PART = "components.yaml"
Source = Literal["rulebook", "inferred", "house"]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of pieces, and where our knowledge of it comes from."""

    source: Source
    reason: str


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """A General block: its value, the battles printed on it, and what is special about it."""

    id: str
    name: str
    value: int
    battles: tuple[int, ...]
    special: Literal["minus-2", "ambush", "siege"] | None


class BattleCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A Battle card: its Intensity and the spaces it adds to each front."""

    id: str
    name: str
    intensity: int
    top: int
    bottom: int


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A Character card."""

    id: Literal["turn-up", "bible", "artillery", "change", "extra"]
    name: str


class President(Struct, frozen=True, forbid_unknown_fields=True):
    """The President of one side."""

    seat: Literal["union", "confederate"]
    name: str


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A state: its cubes, and where its tokens start."""

    id: str
    name: str
    cubes: int
    tokens: tuple[int, ...]


class Colour(Part, frozen=True, kw_only=True):
    """The colour of a state's cubes and tokens."""

    state: str
    colour: str


class Years(Part, frozen=True, kw_only=True):
    """The spaces of the turn track."""

    each: tuple[int, ...]


class Presidents(Part, frozen=True, kw_only=True):
    """The President cards."""

    each: tuple[President, ...]


class Blocks(Part, frozen=True, kw_only=True):
    """The General blocks of each side."""

    each: tuple[Block, ...]


class Characters(Part, frozen=True, kw_only=True):
    """The Character cards of each side, and how many of them are dealt."""

    dealt: int
    each: tuple[Character, ...]


class Artillery(Part, frozen=True, kw_only=True):
    """The Artillery block."""

    value: int


class Spaces(Part, frozen=True, kw_only=True):
    """The spaces of a front that are printed on the board."""

    each_front: int


class BattleCards(Part, frozen=True, kw_only=True):
    """The Battle cards, and how many go back to the box unseen."""

    removed: int
    each: tuple[BattleCard, ...]


class InfluenceTrack(Part, frozen=True, kw_only=True):
    """The spaces of an Influence track between its centre and a Control area."""

    spaces_per_side: int


class States(Part, frozen=True, kw_only=True):
    """The states in the order of the board."""

    each: tuple[State, ...]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """All pieces of the game."""

    years: Years
    presidents: Presidents
    blocks: Blocks
    characters: Characters
    artillery: Artillery
    spaces: Spaces
    battle_cards: BattleCards
    track: InfluenceTrack
    states: States
    colours: tuple[Colour, ...]


def load(value: Any) -> Components:
    """Return the components from what the part file holds; a set that breaks an invariant is refused."""
    return read_components(value, Components, PART, "BS-COMPONENTS", broken)


@rule("BS-COMPONENTS")
def broken(components: Components) -> Iterator[tuple[str, str]]:
    """Yield part and reason for every invariant of the box that a set of components breaks."""
    blocks = components.blocks.each
    if len(blocks) != 10 or len({block.id for block in blocks}) != 10:
        yield "blocks", "each side has ten different blocks"
    for special in ("minus-2", "ambush", "siege"):
        if sum(block.special == special for block in blocks) != 1:
            yield "blocks", f"exactly one block is the {special}"
    if any(not set(block.battles) <= {1, 2, 3} for block in blocks):
        yield "blocks", "battles are 1, 2 and 3"
    cards = components.battle_cards.each
    intensities = [card.intensity for card in cards]
    if len({card.id for card in cards}) != 17 or len(cards) != 17 or components.battle_cards.removed != 2:
        yield "battle_cards", "there are 17 different cards, two of them removed"
    if not set(intensities) <= {0, 1, 2} or sum(intensities) != 17:
        yield "battle_cards", "intensities are 0, 1 or 2 and sum to 17"
    if 0 not in intensities or 2 not in intensities:
        yield "battle_cards", "at least one card has intensity 0 and one has 2"
    if any(card.top < 0 or card.bottom < 0 or card.top + card.bottom > 4 for card in cards):
        yield "battle_cards", "a card adds none to four spaces"
    if components.spaces.each_front < 1:
        yield "spaces", "a front has at least one space"
    if components.track.spaces_per_side < 1:
        yield "track", "a track has at least one space on each side"
    states = components.states.each
    if len({state.id for state in states}) != 5 or len(states) != 5 or any(len(state.tokens) != 4 for state in states):
        yield "states", "there are five states of four tokens"
    if sum(state.cubes for state in states) != 50 or len({state.cubes for state in states}) != 1:
        yield "states", "fifty cubes, as many of each colour"
    reach = components.track.spaces_per_side
    if any(list(state.tokens) != sorted(state.tokens) or abs(p) > reach for state in states for p in state.tokens):
        yield "states", "tokens start on the track, listed from the Union's side"
    colours = components.colours
    if [colour.state for colour in colours] != [state.id for state in states]:
        yield "colours", "one colour for each state, in the order of the states"
    if len({colour.colour for colour in colours}) != len(colours):
        yield "colours", "no two states share a colour"
    if len({card.id for card in components.characters.each}) != 5 or components.characters.dealt != 4:
        yield "characters", "five different cards, four of them dealt"
    if [president.seat for president in components.presidents.each] != ["union", "confederate"]:
        yield "presidents", "one for the Union, then one for the Confederacy"
    if len(components.years.each) != 5:
        yield "years", "a game has five turns"
