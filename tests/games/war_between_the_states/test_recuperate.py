"""Recuperate: three cards are kept, in secret; the excess goes back, and nothing else."""

from typing import Any

import pytest

from adjudicator.games.war_between_the_states.orders import Keep
from tests.games.war_between_the_states.table import NORTH, SOUTH, answered, codes, engine, happened, laid, move, side


def keeping(*hands: int) -> Any:
    return move(laid(north=("gettysburg",), hands=hands), None).public  # type: ignore[arg-type]


@pytest.mark.rule("WBS-RECUPERATE")
def test_who_holds_more_than_three_chooses_in_secret_what_to_keep() -> None:
    table = keeping(5, 4)
    requests: Any = engine().requests(table)
    assert [(each.seat, each.id, each.sealed) for each in requests] == [
        (NORTH, "turn-1.keep", True), (SOUTH, "turn-1.keep", True),
    ]  # fmt: skip
    north, south = (each.hand for each in table.sides)
    step = answered(table, {NORTH: Keep(north[2:]), SOUTH: Keep(south[:3])})
    assert [each.hand for each in step.public.sides] == [north[2:], south[:3]]
    assert step.public.deck == table.deck + 3
    assert happened(step, "kept") == [(NORTH, {"kept": 3, "returned": 2}), (SOUTH, {"kept": 3, "returned": 1})]


@pytest.mark.rule("WBS-RECUPERATE")
def test_who_holds_three_or_fewer_is_not_asked() -> None:
    requests: Any = engine().requests(keeping(3, 4))
    assert [each.seat for each in requests] == [SOUTH]
    assert keeping(3, 2).stage == "logistics"


@pytest.mark.rule("WBS-RECUPERATE")
def test_exactly_three_are_kept_playable_or_not() -> None:
    table = keeping(5, 2)
    (decision,) = engine().requests(table)
    hand = side(table, NORTH).hand
    known = dict.fromkeys(hand, "robert-e-lee")
    assert engine().check(table, known, decision, Keep(hand[:3])) == ()  # type: ignore[arg-type]
    for cards in (hand[:2], hand[:4], ()):
        problems = engine().check(table, {}, decision, Keep(cards))  # type: ignore[arg-type]
        assert codes(problems) == [("order/WBS-RECUPERATE", "keep")]
        assert problems[0].expected == "3 cards"


@pytest.mark.rule("WBS-RECUPERATE", "WBS-RESULT")
def test_revealed_cards_leave_before_the_hand_is_counted() -> None:
    table = keeping(4, 0)
    assert table.stage == "keep"
    assert "gettysburg" in table.discard
    assert side(table, NORTH).revealed == ()
