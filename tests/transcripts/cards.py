"""Cards of The War Between the States in what somebody was told, or in a file."""

import re
from typing import Any

from adjudicator.catalogue.games import open_engine, rule_set

GAME = "war-between-the-states"
RULES = rule_set(GAME)
DECK = open_engine(RULES, RULES.seats, ()).rules.cards  # type: ignore[attr-defined]


def cards_in(text: str) -> set[str]:
    """Return the cards that a text mentions, by id or by name; a single word may mean something else."""
    ids = set(re.findall(r"[a-z0-9-]+", text))
    told = text.replace("Stalemate", "")  # the name of two cards
    return {card.id for card in DECK.values() if "-" in card.id and (card.id in ids or card.name in told)}


def lying_open(public: Any) -> set[str]:
    """Return the cards that everybody has seen and still sees."""
    rows = {row.card for side in public.sides for row in side.revealed}
    return rows | set(public.discard) | set(public.objectives)
