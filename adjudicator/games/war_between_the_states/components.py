"""The components: what the part file holds, and the invariants that any set has to meet."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudicator.engine.citation import rule
from adjudicator.engine.components import read_components
from adjudicator.games.war_between_the_states.cards import Ability, Card
from adjudicator.games.war_between_the_states.verbs import VERBS

PART = "cards.yaml"
Source = Literal["rulebook", "inferred", "house"]
Some = Annotated[int, Meta(ge=1, le=99)]
Handful = Annotated[int, Meta(ge=1, le=20)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the set, and where our knowledge of it comes from."""

    source: Source
    reason: Annotated[str, Meta(min_length=1)]


class Morale(Part, frozen=True, kw_only=True):
    """Morale at the start, and what moves at a hand won and at one won twice over."""

    start: Some
    won: Some
    doubled: Some


class Number(Part, frozen=True, kw_only=True):
    """How many cards are drawn, or may be traded, in a turn."""

    cards: Handful


class Hand(Part, frozen=True, kw_only=True):
    """The most cards kept in hand at the end of a turn."""

    limit: Handful


class Turns(Part, frozen=True, kw_only=True):
    """The most turns of a game."""

    limit: Some


class Deck(Part, frozen=True, kw_only=True):
    """The cards of the common deck, one copy of each."""

    each: tuple[Card, ...]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """All cards, and the numbers of the rules."""

    morale: Morale
    draw: Number
    trade: Number
    hand: Hand
    turns: Turns
    deck: Deck


def load(value: Any) -> Components:
    """Return the components from what the part file holds; a set that breaks an invariant is refused."""
    return read_components(value, Components, PART, "WBS-CARDS", broken)


@rule("WBS-CARDS")
def broken(components: Components) -> Iterator[tuple[str, str]]:
    """Yield part and reason for every invariant that a set of components breaks."""
    cards = components.deck.each
    ids = [card.id for card in cards]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield "deck", f"the id {name} stands {ids.count(name)} times; each card has its own"
    need = 2 * (components.draw.cards + components.hand.limit)
    if len(cards) < need:
        yield "deck", f"{len(cards)} cards are too few for two full hands: at least {need}"
    if len(cards) > 999:
        yield "deck", f"{len(cards)} cards are too many: at most 999"
    if components.morale.doubled < components.morale.won:
        yield "morale", "a hand won twice over does not move less than one that is just won"
    for card in cards:
        if len(set(card.types)) < len(card.types) or len(set(card.traits)) < len(card.traits):
            yield "deck", f"{card.id}: a type or trait stands twice"
        yield from (("deck", f"{card.id}: {fault}") for fault in _ability_faults(card))


def _ability_faults(card: Card) -> Iterator[str]:
    known = [ability for ability in card.abilities if ability.verb in VERBS]
    for ability in card.abilities:
        if ability not in known:
            yield f"there is no verb {ability.verb}; the verbs are {', '.join(VERBS)}"
        else:
            yield from _argument_faults(ability)
    verbs = [ability.verb for ability in known]
    asks = [VERBS[verb].asks for verb in verbs if VERBS[verb].asks]
    drawing = [verb for verb in verbs if verb in ("trade", "draw", "both-draw", "draw-and-return")]
    if len(asks) > len(set(asks)) or len(drawing) > 1:
        yield "two of its abilities ask for the same thing: at most one target, effect, trade or draw"
    if "objective" in verbs and card.use != "U":
        yield "a Strategic Objective is a Union card (use U): it weakens the South"
    if "recognition" in verbs and card.use != "C":
        yield "a Recognition is a Confederate card (use C)"
    if len(verbs) > len(set(verbs)):
        yield "a verb stands twice"
    if "objective" in verbs and any(VERBS[verb].when == "move" for verb in verbs):
        yield "a Strategic Objective has no ability that is used in a move"


def _argument_faults(ability: Ability) -> Iterator[str]:
    takes = VERBS[ability.verb].takes
    for name in ("of", "by", "cards", "back"):
        value = getattr(ability, name)
        if isinstance(value, tuple) and len(value) > len(set(value)):
            yield f"{ability.verb}: a kind stands twice in `{name}`"
        if name in takes and (not value or (isinstance(value, int) and not 1 <= value <= 9)):
            yield f"{ability.verb} needs `{name}`" + ("" if name == "of" else ", a number from 1 to 9")
        if name not in takes and value:
            yield f"{ability.verb} takes no `{name}`"
    if "back" in takes and ability.back > ability.cards:
        yield f"{ability.verb} cannot return more cards than it draws"
