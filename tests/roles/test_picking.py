"""Picking in `play`: cards for one list in any order, several at once, and back again."""

from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.engine.steps import Choice, Order
from adjudicator.names import Handle
from adjudicator.roles.picking import Picking

CARDS = tuple(f"referee.deal.card_{number}" for number in range(1, 5))


class Hand(Order, frozen=True):
    """At most three cards, after a word."""

    word: str
    cards: tuple[Handle, ...]


def options(so_far: dict[str, Any]) -> tuple[Choice, ...]:
    """Return a word first, then cards that grow in one order, up to three, or an end."""
    if "word" not in so_far:
        return tuple(Choice(word, {"word": word}, False) for word in ("fight", "wait"))
    begun = tuple(so_far.get("cards", ()))
    end = Choice("nothing more" if begun else "nothing", {**so_far, "cards": begun}, True)
    rest = [card for card in CARDS if not begun or card > begun[-1]]
    grown = (Choice(f"take {card[-1]}", {**so_far, "cards": (*begun, card)}, len(begun) == 2) for card in rest)
    return (end, *grown) if len(begun) < 3 else (end,)


@pytest.fixture
def picking() -> Picking:
    task: Any = SimpleNamespace(options=options, order_type=Hand)
    picking = Picking(task)
    assert picking.take(picking.offered()[:1]) is None
    return picking


def texts(picking: Picking) -> list[str]:
    return [choice.text for choice in picking.offered()]


def take(picking: Picking, *words: str) -> Choice | None:
    return picking.take([choice for choice in picking.offered() if choice.text in words])


def test_cards_are_picked_in_any_order_and_signed_in_one(picking):
    assert texts(picking) == ["nothing", "take 1", "take 2", "take 3", "take 4"]
    assert take(picking, "take 4") is None
    assert texts(picking) == ["nothing more", "take 1", "take 2", "take 3"], "what was listed above is still there"
    assert take(picking, "take 2") is None
    whole = take(picking, "nothing more")
    assert whole is not None and whole.so_far == {"word": "fight", "cards": (CARDS[1], CARDS[3])}


def test_several_at_once_are_taken_together_and_too_many_change_nothing(picking):
    with pytest.raises(ValueError, match="together"):
        take(picking, "take 1", "take 2", "take 3", "take 4")
    assert texts(picking) == ["nothing", "take 1", "take 2", "take 3", "take 4"]
    whole = take(picking, "take 4", "take 1", "take 3")
    assert whole is not None and whole.so_far["cards"] == (CARDS[0], CARDS[2], CARDS[3])


def test_an_end_goes_with_nothing_else(picking):
    take(picking, "take 1")
    with pytest.raises(ValueError):
        take(picking, "nothing more", "take 2")


def test_one_goes_back_card_by_card_then_step_by_step(picking):
    take(picking, "take 1")
    take(picking, "take 3")
    picking.back()
    assert [choice.text for choice in picking.picked] == ["take 1"]
    picking.back()
    assert picking.begun and not picking.picked
    picking.back()
    assert not picking.begun and texts(picking) == ["fight", "wait"]
    picking.back()
    assert texts(picking) == ["fight", "wait"]
