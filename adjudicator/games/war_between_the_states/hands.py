"""Choosing among cards in hand: what a copy knows of them, what is wrong with a choice, and how one grows."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.engine.problems import broken
from adjudicator.engine.saying import counted, listed
from adjudicator.engine.steps import Choice, Known
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.card_words import card_text, handle_text, plain, side_said
from adjudicator.games.war_between_the_states.cards import Card
from adjudicator.games.war_between_the_states.rules import Rules, playable
from adjudicator.names import Handle, RuleId, Seat

Handles = tuple[Handle, ...]


def seen(rules: Rules, known: Known, handle: Handle) -> Card | None:
    """Return the card behind a handle, or None if this copy does not know it."""
    return rules.card(known.get(handle))


def barred(rules: Rules, known: Known, seat: Seat, handle: Handle) -> Card | None:
    """Return the card behind a handle if this copy knows that its side cannot play it, else None."""
    card = seen(rules, known, handle)
    return card if card is not None and not playable(card, seat) else None


def _named(rules: Rules, known: Known, handles: Handles) -> str:
    return listed(handle_text(seen(rules, known, handle), handle) for handle in sorted(handles))


def check_choice(
    rules: Rules, known: Known, rule: RuleId, pointer: str, chosen: Handles, pool: Handles, least: int, most: int
) -> Iterator[Problem]:
    """Yield what is wrong with cards chosen from `pool`: strange ones, a wrong order, too many or too few."""
    strange = tuple(handle for handle in chosen if handle not in pool)
    if strange:
        message = f"{strange[0]} is not among the cards you can choose from"
        yield broken(rule, pointer, message, _named(rules, known, pool), strange[0])
    if list(chosen) != sorted(set(chosen)):
        right, got = (
            ", ".join(handle_text(seen(rules, known, handle), handle) for handle in handles)
            for handles in (sorted(set(chosen)), chosen)
        )
        yield broken(rule, pointer, "cards are named in sorted order, each once", right, got)
    if not least <= len(chosen) <= most:
        accepted = counted(most) if least == most else f"at most {counted(most)}"
        yield broken(rule, pointer, f"you named {counted(len(chosen))}", accepted, str(len(chosen)))


def check_playable(
    rules: Rules, known: Known, seat: Seat, rule: RuleId, pointer: str, chosen: Handles
) -> Iterator[Problem]:
    """Yield which of the chosen cards this side cannot play, as far as this copy knows them."""
    for handle in chosen:
        card = barred(rules, known, seat, handle)
        if card is not None:
            message = f"{plain(card.name)} cannot be played by {side_said(seat)}"
            yield broken(rule, pointer, message, "a card that you can play", card.id, "leave it out")


def choices(
    rules: Rules,
    known: Known,
    seat: Seat,
    order: Mapping[str, Any],
    slot: str,
    pool: Handles,
    least: int,
    most: int,
    words: str,
) -> Iterator[Choice]:
    """Yield how a choice of cards goes on: it grows in bytewise order, so each set of cards is reached once.

    Where a few have to be chosen, exactly so many, they are taken in any order: else a person would miss those from
    which so many cannot be made up any more. `words` begins the text of taking one more (`reveal`), and of ending
    without any (`reveal nothing`).
    """
    begun: Handles = tuple(order.get(slot, ()))
    if least <= len(begun) <= most:
        yield Choice("nothing more" if begun else f"{words} nothing", {**order, slot: begun}, True)
    exactly = least == most
    rest = [handle for handle in sorted(pool) if handle not in begun and (exactly or not begun or handle > begun[-1])]
    for handle in rest if len(begun) < most else ():
        grown = tuple(sorted((*begun, handle)))
        card = seen(rules, known, handle)
        text = f"{words} {card_text(card) if card is not None else handle}"
        if card is not None and not playable(card, seat):
            text += f" (cannot be played by {side_said(seat)})"
        yield Choice(text, {**order, slot: grown}, len(grown) == most)
