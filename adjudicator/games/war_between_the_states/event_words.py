"""Events in words: one short sentence for each thing that happened."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.engine.saying import counted, listed, sentence
from adjudicator.engine.steps import Event
from adjudicator.games.war_between_the_states.card_words import plain, side_said
from adjudicator.games.war_between_the_states.rules import Rules

Facts = Mapping[str, Any]
SHORT = 30  # what was accepted is said if it is no long list
EVENTS = {
    "begun": "The table is set: each side has {morale} morale, the deck holds {deck} cards.",
    "turn": "Turn {turn} begins.",
    "dealt": "{seat} is dealt {cards}.",
    "deck-short": "Cards are due: {due}. The deck holds only {deck}: it has run out.",
    "traded": "{seat} trades {cards}.",
    "revealed": "{seat} reveals {cards}.",
    "nobody-reveals": "Nobody holds a card to reveal.",
    "coin": "The coin lets {seat} move first.",
    "casualties": "Heavy casualties: {seat} draws {fewer} less next turn.",
    "killed": "{card} of {seat} is discarded and counts no more.",
    "objective-back": "{card} of {seat}, a Strategic Objective, is shuffled back into the deck.",
    "shuffled-back": "{seat} shuffles {cards} back into the deck.",
    "added": "{seat} adds {cards}.",
    "tie": "Both have force {force}: nobody wins the hand.",
    "objective": "{card} counts: the South draws 1 card less for the rest of the game.",
    "recognition": "{card} counts as Recognition.",
    "discarded": "To the discard pile: {cards}.",
    "kept": "{seat} keeps {kept} and shuffles {returned} back into the deck.",
}
DEPARTURES = {
    "resignation": "resigned",
    "forfeit": "did not answer in time",
    "illegal": "an illegal choice",
    "dealer": "a false deal",
}
ENDS = {
    "morale": "the opponent has no morale left",
    "deck": "the deck has run out, and morale decides",
    "turns": "the last turn is over, and morale decides",
    "resignation": "by resignation",
    "forfeit": "by forfeit",
    "illegal": "by an illegal choice",
    "dealer": "by a false deal",
}


def named(rules: Rules, event: Event) -> Event:
    """Return an event with the printed names of the cards that its facts mention, for whoever words it."""
    names = {card: plain(rules.cards[card].name) for card in _mentioned(event.facts.values()) if card in rules.cards}
    return Event(event.name, event.rule, event.seat, {**event.facts, "names": names}) if names else event


def _mentioned(values: Any) -> list[str]:
    found = []
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, tuple):
            found += _mentioned(value)
    return found


def card_said(facts: Facts, card: object) -> str:
    """Return a card of an event by its printed name."""
    names = facts.get("names")
    return str(names.get(card, card)) if isinstance(names, Mapping) else str(card)


def event_text(event: Event) -> str:
    """Return one event in a sentence."""
    seat = side_said(event.seat)
    special = SPECIAL.get(event.name)
    if special:
        return sentence(special(seat, event.facts))
    facts = {name: _said(event.facts, name, value) for name, value in event.facts.items()}
    return sentence(EVENTS.get(event.name, event.name).format_map({**facts, "seat": seat}))


def _said(facts: Facts, name: str, value: object) -> str:
    match name, value:
        case "cards", tuple():
            return listed((card_said(facts, card) for card in value), "and")
        case ("cards" | "kept" | "returned" | "fewer"), int():
            return counted(value) if value else "no cards"
        case "card", _:
            return card_said(facts, value)
    return str(value)


def _passed(seat: str, facts: Facts) -> str:
    return f"{seat} passes{': no unused ability is left' if facts.get('automatic') else ''}."


def _trade_limit(seat: str, facts: Facts) -> str:
    change = facts["change"]
    if change < 0:
        return f"Destruction: {seat} may trade {counted(-change)} less next turn."
    return f"Strategic victory: {seat} may trade {counted(change)} more next turn."


def _used(seat: str, facts: Facts) -> str:
    against = f" against {card_said(facts, facts['target'])}" if facts.get("target") else ""
    return f"{seat} uses {card_said(facts, facts['card'])}{against}."


def _morale(seat: str, facts: Facts) -> str:
    change = facts["change"]
    return f"{seat} {'gains' if change > 0 else 'loses'} {abs(change)} morale and has {facts['morale']}."


def _force(seat: str, facts: Facts) -> str:
    cards = []
    for card, printed, modifiers, total in facts["cards"]:
        changes = ", ".join(f"{amount:+d} {card_said(facts, giver)}" for giver, amount in modifiers)
        cards.append(f"{card_said(facts, card)} {total}" + (f" (printed {printed}, {changes})" if changes else ""))
    return f"{seat} has force {facts['total']}{': ' if cards else ''}{'; '.join(cards)}."


def _won(seat: str, facts: Facts) -> str:
    twice = ", with double the force or more" if facts.get("doubled") else ""
    return f"{seat} wins the hand{twice}: {facts['by']} morale."


def _over(seat: str, facts: Facts) -> str:
    how = str(facts.get("how"))
    return f"The game is over, {ENDS.get(how, how)}: {seat} wins."


def _retired(seat: str, facts: Facts) -> str:
    how = str(facts["how"])
    why = "; ".join(_why(seat, facts, *row) for row in facts.get("why", ()))
    return f"{seat} leaves the game ({DEPARTURES.get(how, how)}){f': {why}' if why else ''}."


def _why(seat: str, facts: Facts, kind: str, what: str, about: tuple[str, ...]) -> str:
    """Return why somebody has to leave; a choice was judged in words meant for its side, which are told of it here."""
    card = plain(card_said(facts, what))
    sides = [side_said(side) for side in about]
    match kind:
        case "broken":
            accepted = [text for text in about if text and len(text) <= SHORT]
            return "; accepted: ".join([re.sub(r"\byou\b", seat, plain(what)), *map(plain, accepted)])
        case "unplayable":
            return f"{card} is a card that only the other side can play"
        case "twice" if len(set(sides)) == 1:
            return f"{card} was dealt twice to {sides[0]}"
        case "twice":
            return f"{card} was dealt to {listed(sides, 'and to')}"
        case "open-already":
            return f"{card}, dealt to {listed(sides, 'and to')}, lay open already"
    dealt = f"dealt to {listed(sides, 'and to')}"
    return f"{f'{card!r}, {dealt},' if what else f'what was {dealt}'} is no card of the deck"


SPECIAL: dict[str, Callable[[str, Facts], str]] = {
    "passed": _passed,
    "trade-limit": _trade_limit,
    "used": _used,
    "morale": _morale,
    "force": _force,
    "won": _won,
    "over": _over,
    "retired": _retired,
}
