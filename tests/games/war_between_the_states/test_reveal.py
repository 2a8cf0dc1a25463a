"""The reveal: any playable cards of the hand, in secret and together; and the coin of every turn."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.engine.requests import Decision, Draw
from adjudicator.engine.steps import Answer
from adjudicator.games.war_between_the_states.orders import Reveal
from tests.games.war_between_the_states.table import NORTH, SOUTH, answered, codes, engine, happened, laid, side, stream


def revealing(*hands: int) -> Any:
    return laid(hands=hands or (3, 2), stage="reveal", mover=None, moves=0)  # type: ignore[arg-type]


def decision(table: Any, seat: str) -> Decision:
    return next(r for r in engine().requests(table) if isinstance(r, Decision) and r.seat == seat)


@pytest.mark.rule("WBS-REVEAL", "WBS-MOVES")
def test_the_reveal_is_sealed_and_the_coin_rides_with_it() -> None:
    *decisions, coin = engine().requests(revealing())
    assert [(each.seat, each.id, each.sealed) for each in decisions] == [  # type: ignore[union-attr]
        (NORTH, "turn-1.reveal", True), (SOUTH, "turn-1.reveal", True),
    ]  # fmt: skip
    assert isinstance(coin, Draw)
    assert (coin.id, coin.label, coin.private) == ("turn-1.coin", "turn-1", ())


@pytest.mark.rule("WBS-REVEAL")
def test_some_none_or_all_playable_cards_are_revealed() -> None:
    table = revealing()
    hand = side(table, NORTH).hand
    known = dict(zip(hand, ("gettysburg", "monitor", "robert-e-lee"), strict=True))
    for cards in ((), hand[:1], hand[:2]):
        assert engine().check(table, known, decision(table, NORTH), Reveal(cards)) == ()
    step = answered(table, {NORTH: Reveal(hand[:2]), SOUTH: Reveal(())}, known=known)
    assert [row.card for row in side(step.public, NORTH).revealed] == ["gettysburg", "monitor"]
    assert side(step.public, NORTH).hand == hand[2:]
    assert happened(step, "revealed") == [(NORTH, {"cards": ("gettysburg", "monitor")}), (SOUTH, {"cards": ()})]


@pytest.mark.rule("WBS-REVEAL", "WBS-CARDS")
def test_a_card_of_the_other_side_cannot_be_revealed() -> None:
    table = revealing()
    hand = side(table, NORTH).hand
    order = Reveal(hand[:1])
    assert engine().check(table, {}, decision(table, NORTH), order) == ()
    problems = engine().check(table, {hand[0]: "robert-e-lee"}, decision(table, NORTH), order)
    assert codes(problems) == [("order/WBS-REVEAL", "reveal")]
    assert problems[0].message == "Robert E. Lee cannot be played by the North"


@pytest.mark.rule("WBS-REVEAL")
def test_a_side_without_cards_is_not_asked_but_the_coin_is_thrown() -> None:
    ids = [(getattr(request, "seat", ""), request.id) for request in engine().requests(revealing(0, 2))]
    assert ids == [(SOUTH, "turn-1.reveal"), ("", "turn-1.coin")]


@pytest.mark.rule("WBS-REVEAL", "WBS-RESULT")
def test_if_nobody_holds_a_card_the_hand_is_a_tie_without_a_coin() -> None:
    table = engine().begin().public
    both = tuple(replace(each, fewer=7) for each in table.sides)
    step = answered(replace(table, sides=both), {})
    assert (step.public.turn, step.public.stage) == (2, "logistics")
    assert happened(step, "coin") == []
    assert happened(step, "tie") == [(None, {"force": 0})]
    assert [each.morale for each in step.public.sides] == [9, 9]


@pytest.mark.rule("WBS-MOVES")
def test_the_coin_of_each_turn_says_who_moves_first() -> None:
    table = revealing()
    hand = side(table, NORTH).hand
    step = answered(table, {NORTH: Reveal(hand[:1]), SOUTH: Reveal(())}, known={hand[0]: "gettysburg"})
    ((first, _),) = happened(step, "coin")
    assert step.public.first == first
    assert first in (NORTH, SOUTH)
    ids = [(getattr(request, "seat", ""), request.id) for request in engine().requests(step.public)]
    assert ids == [(NORTH, "turn-1.move-1")]
    answers = {
        (NORTH, "turn-1.reveal"): Answer(order=Reveal(hand[:1]), opened={hand[0]: "gettysburg"}),
        (SOUTH, "turn-1.reveal"): Answer(order=Reveal(())),
    }
    coins = {engine().apply(table, answers, {"turn-1": stream(text)}).public.first for text in "abcdef"}
    assert coins == {NORTH, SOUTH}
