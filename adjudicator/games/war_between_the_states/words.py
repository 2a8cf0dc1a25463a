"""The words: how questions, requests and orders are said to people. Never part of a verdict."""

from typing import Any

from adjudicator.engine.requests import Decision
from adjudicator.engine.saying import counted, listed, sentence
from adjudicator.engine.steps import Order
from adjudicator.games.war_between_the_states.card_words import plain
from adjudicator.games.war_between_the_states.event_words import event_text
from adjudicator.games.war_between_the_states.orders import Add, Back, Keep, Move, Reveal, Trade
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.names import RequestId

__all__ = ["about_text", "event_text", "order_text", "question_text"]

QUESTIONS = {
    "trade": (
        "Which cards of your hand do you trade?",
        "They go back into the deck unseen, and you are dealt as many others.",
        "Cards that only the other side can play are good to trade, or to keep",
        "away from it.",
    ),
    "reveal": (
        "Which cards do you reveal to fight in this turn?",
        "Their force counts, and their abilities can be used; then they are gone.",
        "What stays in hand fights later, but only three cards may be kept.",
        "Both sides choose in secret, and reveal together.",
    ),
    "move": (
        "Which card's Special Ability do you use, or do you pass?",
        "Each can be used once. The sides take turns until both have passed.",
        "Bonuses need no move: they count when force is compared, as long as",
        "their card was not discarded.",
    ),
    "back": ("Which cards do you shuffle back into the deck?", "The ability asks for it. Nobody sees which they are."),
    "add": (
        "Which of the cards just gained do you add to your revealed cards?",
        "Now or not in this turn: later they can no more be added.",
    ),
    "keep": ("Which cards do you keep for the next turn?", "The others are shuffled back into the deck, unseen."),
}
ABOUT = {
    "deck.draw": "the shuffle of the deck",
    "deck.audit": "the opening of the deck",
    "logistics": "cards to deal",
    "trade": "trade",
    "replace": "cards to replace those traded",
    "reveal": "reveal",
    "coin": "coin",
    "keep": "cards to keep",
    "draw": "cards to deal",
    "back": "cards to shuffle back",
    "add": "cards to add",
    "enrol": "enrolment",
}


def question_text(decision: Decision) -> str:
    """Return what a decision asks, and in up to three lines what matters for it."""
    question, *help_lines = QUESTIONS.get(decision.kind, ("",))
    asked = f"{sentence(about_text(decision.id))}."
    return "\n".join([asked, *([question] if question else []), *(f"  {line}" for line in help_lines)])


def about_text(request_id: RequestId) -> str:
    """Return what a request is about, for a status line: `turn 3: trade`."""
    if request_id in ABOUT:
        return ABOUT[request_id]
    turn, *parts = request_id.split(".")
    words = [ABOUT.get(part, part.replace("-", " ")) for part in parts]
    return ": ".join([turn.replace("-", " "), ", ".join(words)]) if words else turn.replace("-", " ")


def order_text(engine: Any, kind: str, order: Order) -> str:
    """Return in one sentence what an order does. Cards in hand are named only where the order names them itself."""
    rules: Rules = engine.rules
    match order:
        case Trade(cards):
            return f"Trade {_some(rules, cards)}."
        case Reveal(cards):
            return f"Reveal {_some(rules, cards)}."
        case Move():
            return f"{sentence(_move(rules, order))}."
        case Back(cards):
            return f"Shuffle {_some(rules, cards)} back into the deck."
        case Add(cards):
            return f"Add {_some(rules, cards)}."
        case Keep(cards):
            return f"Keep {_some(rules, cards)}."
    return sentence(kind)


def _some(rules: Rules, cards: tuple[str, ...]) -> str:
    """Return cards by their names, or how many they are where an order names handles: everybody may read it."""
    if not cards:
        return "nothing"
    if all(card in rules.cards for card in cards):
        return listed((_titled(rules, card) for card in cards), "and")
    return counted(len(cards))


def _titled(rules: Rules, card: str) -> str:
    return plain(rules.cards[card].name) if card in rules.cards else card


def _move(rules: Rules, order: Move) -> str:
    if order.use is None:
        return "pass"
    target = f" against {_titled(rules, order.target)}" if order.target else ""
    effect = f" for {order.effect}" if order.effect else ""
    trade = f", trading {_some(rules, order.trade)}" if order.trade else ""
    return f"use {_titled(rules, order.use)}{target}{effect}{trade}"
