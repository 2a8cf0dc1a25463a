"""The drawing of one's own hand: each card with what it can do, whether it can be played, and what it would do now."""

from collections.abc import Iterator

from adjudicator.engine.saying import counted, listed
from adjudicator.engine.steps import Known
from adjudicator.games.war_between_the_states.abilities import targets
from adjudicator.games.war_between_the_states.card_words import card_text, plain, side_said
from adjudicator.games.war_between_the_states.cards import Card
from adjudicator.games.war_between_the_states.deck import cards_open
from adjudicator.games.war_between_the_states.force import FORCE, standing, touched
from adjudicator.games.war_between_the_states.hands import seen
from adjudicator.games.war_between_the_states.layout import heading, wrapped
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules, opponent, playable
from adjudicator.games.war_between_the_states.sequence import side_of
from adjudicator.games.war_between_the_states.verbs import abilities_of, demand
from adjudicator.names import Seat


def draw_hand(rules: Rules, public: Public, known: Known, seat: Seat, width: int) -> list[str]:
    """Return the lines of a hand for its own seat, each card with the word that calls it in an order.

    They stand in the order in which they are offered. A card that this copy does not know is shown by its handle, but
    for the end, when nobody opens any of them. What cannot be, a card of no deck or one that is there twice, is named:
    the dealer will be found out, and whoever turns it up ends the game.
    """
    hand = side_of(public, seat).hand
    lines = [heading(f"Your hand: {counted(len(hand))}", width)]
    for handle in sorted(hand):
        card = seen(rules, known, handle)
        gained = " (just gained)" if handle in side_of(public, seat).gained else ""
        twice = card is not None and sum(known.get(each) == card.id for each in hand) > 1
        if handle in known and (card is None or twice or card.id in cards_open(public)):
            what = plain(card.name) if card is not None else "a card that is in no deck"
            lines += wrapped(f"{handle}: {what}, dealt falsely. To turn it up ends the game.", width, 2, 4)
        elif card is not None:
            text = f"{card_text(card)}. {_now(rules, public, known, seat, card)}"
            lines += wrapped(f"{text.rstrip()}{gained} [{card.id}]", width, 2, 4)
        elif public.stage != "over":
            lines += wrapped(f"{handle}{gained}", width, 2, 4)
    return lines


def _now(rules: Rules, public: Public, known: Known, seat: Seat, card: Card) -> str:
    if not playable(card, seat):
        return f"Cannot be played by {side_said(seat)}."
    return " ".join(_effects(rules, public, known, seat, card))


def _effects(rules: Rules, public: Public, known: Known, seat: Seat, card: Card) -> Iterator[str]:
    """Yield what a card would do if it were revealed as the table lies."""
    if demand(card).kinds and any(side.revealed for side in public.sides):
        hits = listed((plain(rules.cards[each].name) for each in targets(rules, public, seat, card)), "or")
        yield f"Now it could hit {hits}."
    cards = [seen(rules, known, handle) for handle in side_of(public, seat).hand]
    for ability in abilities_of(card, "force"):
        reached = touched(rules, public, seat, ability)
        there = len(reached)
        own = sum(each is not None and playable(each, seat) and each.counts_as(ability.of) for each in cards)
        there = min(there, 1) if FORCE[ability.verb].one else there
        if FORCE[ability.verb].sides == "opposing":
            yield f"Now it would strike {counted(there)}."
        else:
            theirs = len(set(reached) & set(standing(public, opponent(seat))))
            beside = f", {theirs} of them {side_said(opponent(seat))}'s" if theirs else ""
            yield f"Now it would help {counted(there)} on the table{beside}; you hold {own} of the kind."
