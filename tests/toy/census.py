"""What the laws need to know of the toy: a count of its components, and every order one could think of."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from adjudicator.engine.requests import Decision
from tests.toy.table import Table, shown


def census(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return all tokens, then the cards of each seat, wherever they lie: the same at every moment of a game."""
    tokens = sorted((*table.bag, *table.prizes, *table.box, *(t for side in table.sides for t in side.tokens)))
    cards = [tuple(sorted((*side.left, *side.spent, *shown(side)))) for side in table.sides]
    return (tuple(tokens), *cards)


def orders(table: Table, decision: Decision) -> Iterator[Mapping[str, Any]]:
    """Yield every order of a decision, possible or not."""
    if decision.kind == "lay":
        side = table.side(decision.seat)
        cards = (*side.left, *side.spent, "jester")
        for show, hide, charm in product(cards, cards, (None, "bell", "crow", "lamp", "drum")):
            yield {"show": show, "hide": hide, "charm": charm}
    elif decision.kind == "steps":
        tokens = [{"step": "take", "token": token} for token in ("gold", "silver", "stone", "brass")]
        alphabet = [*tokens, {"step": "spring"}, {"step": "peek"}]
        for length in range(4):
            yield from ({"steps": list(steps)} for steps in product(alphabet, repeat=length))
    else:
        yield from ({"number": number} for number in range(-1, 6))
