"""The census of The War Between the States, and what the laws need to know of it: every order of small decisions."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations, product
from typing import Any

from adjudicator.engine.requests import Decision
from adjudicator.games.war_between_the_states.deck import cards_held, cards_open
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules, opponent
from adjudicator.games.war_between_the_states.sequence import side_of
from adjudicator.games.war_between_the_states.verbs import demand
from adjudicator.names import Handle

Count = tuple[str, int]
Orders = Iterable[Mapping[str, Any]]
LISTED_TURNS = 1


def census(rules: Rules, public: Public) -> tuple[Count, ...]:
    """Return the number of cards, wherever they lie, and how many lie in two places."""
    held, lying = cards_held(public), cards_open(public)
    twice = len(held) - len(set(held)) + len(lying) - len(set(lying))
    strange = len([card for card in lying if card not in rules.cards])
    return (("cards", public.deck + len(held) + len(lying)), ("twice", twice), ("strange", strange),
            ("missing from the deck", max(0, -public.deck)))  # fmt: skip


def orders(rules: Rules, public: Public, decision: Decision) -> Orders:
    """Return every order of a decision, possible or not; of a whole hand only in the first turn."""
    side = side_of(public, decision.seat)
    theirs = side_of(public, opponent(decision.seat)).hand[:1]
    match decision.kind:
        case "trade" | "reveal" | "keep" if public.turn <= LISTED_TURNS:
            ways = (*_subsets((*side.hand, *theirs)), *_wrong(side.hand))
            return ({decision.kind: list(way)} for way in ways)
        case "back":
            ways = (*_subsets((*side.hand, *theirs), 3), *_wrong(side.hand))
            return ({"back": list(way)} for way in ways)
        case "add":
            ways = (*_subsets((*side.gained, *side.hand[:2], *theirs)), *_wrong(side.gained))
            return ({"add": list(way)} for way in ways)
        case "move":
            return _moves(rules, public, decision)
    return ()


def _subsets(cards: tuple[Handle, ...], most: int = 64) -> Iterator[tuple[Handle, ...]]:
    names = sorted(set(cards))
    return chain.from_iterable(combinations(names, count) for count in range(min(most, len(names)) + 1))


def _wrong(cards: tuple[Handle, ...]) -> list[tuple[Handle, ...]]:
    """Return some choices that are wrong whatever is asked: repeated, unsorted, strange."""
    return [cards[:1] * 2, tuple(sorted(cards, reverse=True)), ("referee.turn-99.logistics.card_01",), cards[:1] * 3]


def _moves(rules: Rules, public: Public, decision: Decision) -> Iterator[Mapping[str, Any]]:
    rows = [row.card for side in public.sides for row in side.revealed]
    trades = [*_subsets(side_of(public, decision.seat).hand, 4), *_wrong(side_of(public, decision.seat).hand)]
    for use, target, effect in product(
        (None, "split-forces", *rows), (None, "no-card", *rows), (None, "casualties", "destruction")
    ):
        trading = use in rules.cards and demand(rules.cards[use]).trade
        for trade in trades if trading and target is None and effect is None else trades[:2]:
            yield {"use": use, "target": target, "effect": effect, "trade": list(trade)}
