"""Cards in words: name, force, types, and what a card does. Pure ASCII, whatever the print holds."""

from collections.abc import Iterable

from adjudicator.engine.saying import counted, listed
from adjudicator.games.war_between_the_states.cards import Ability, Card
from adjudicator.games.war_between_the_states.verbs import verb_of

KINDS = {
    "A": "Army", "B": "Battle", "E": "Economics", "G": "General", "I": "Invention", "M": "Morale", "N": "Naval",
    "P": "Political", "R": "R", "S": "Strategy", "T": "Tactics",
    "fleet": "Fleet", "cavalry": "Cavalry", "border-state": "Border State",
}  # fmt: skip
SIDES = {"north": "the North", "south": "the South", "referee": "the referee"}
PRINT = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"})


def plain(text: str) -> str:
    """Return a text in ASCII: typographic marks as typewriters have them, anything else as a question mark."""
    return text.translate(PRINT).encode("ascii", "replace").decode("ascii")


def side_said(seat: object) -> str:
    """Return a side as it stands inside a sentence."""
    return SIDES.get(str(seat), str(seat)) if seat else "nobody"


def kinds_said(kinds: Iterable[str], last: str = "or") -> str:
    """Return kinds of card as a list: Strategy or Tactics."""
    return listed((KINDS.get(kind, kind) for kind in kinds), last)


def ability_text(ability: Ability) -> str:
    """Return what one verb of a card does, in words."""
    return verb_of(ability).text.format(
        of=kinds_said(ability.of), by=ability.by, cards=counted(ability.cards), back=ability.back
    )


def abilities_text(card: Card) -> str:
    """Return what a card does, in words; nothing for a card that only fights."""
    return "; ".join(ability_text(ability) for ability in card.abilities)


def types_text(card: Card) -> str:
    """Return the types and traits of a card: General, Cavalry."""
    return ", ".join(KINDS[kind] for kind in (*card.types, *card.traits))


def card_text(card: Card) -> str:
    """Return a card in one line: Robert E. Lee, force 7, General: your Battle cards get +2."""
    does = abilities_text(card)
    return f"{plain(card.name)}, force {card.force}, {types_text(card)}{f': {does}' if does else ''}"


def handle_text(card: Card | None, handle: str) -> str:
    """Return a card in hand as an order may call it: by its own id where it is known, else by its handle."""
    return handle if card is None else card.id
