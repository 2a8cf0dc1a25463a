"""The alternation: one ability or a pass, what can be used, and when the hand is over."""

from typing import Any

import pytest

from adjudicator.games.war_between_the_states.conduct import usable
from adjudicator.games.war_between_the_states.orders import Move
from tests.games.war_between_the_states.table import NORTH, SOUTH, codes, engine, happened, laid, move, rules, side

CONSECUTIVE = "consecutive-passes"


def asked(table: Any, *options: str) -> Any:
    return [(getattr(request, "seat", ""), request.id) for request in engine(*options).requests(table)]


def check(table: Any, order: Move, *options: str) -> Any:
    (decision,) = engine(*options).requests(table)
    return engine(*options).check(table, {}, decision, order)  # type: ignore[arg-type]


@pytest.mark.rule("WBS-MOVES")
def test_the_sides_take_turns_with_one_ability_each() -> None:
    table = laid(north=("gettysburg", "total-war"), south=("fredericksburg", "chickamauga"))
    assert asked(table) == [(NORTH, "turn-1.move-1")]
    table = move(table, "gettysburg").public
    assert asked(table) == [(SOUTH, "turn-1.move-2")]
    table = move(table, "chickamauga").public
    assert asked(table) == [(NORTH, "turn-1.move-3")]
    assert codes(check(table, Move("gettysburg", None, None, ()))) == [("order/WBS-MOVES", "use")]
    assert [card.id for card in usable(rules(), table, NORTH)] == ["total-war"]


@pytest.mark.rule("WBS-MOVES")
def test_no_ability_has_to_be_used() -> None:
    table = laid(north=("gettysburg",), south=("fredericksburg",))
    assert check(table, Move(None, None, None, ())) == ()
    step = move(table, None)
    assert happened(step, "passed") == [(NORTH, {"automatic": False})]
    step = move(step.public, None)
    assert happened(step, "casualties") == []
    assert step.public.turn == 2


@pytest.mark.rule("WBS-PASS")
def test_a_pass_is_final_and_the_other_side_goes_on_alone() -> None:
    table = laid(north=("gettysburg",), south=("fredericksburg", "chickamauga"))
    table = move(table, None).public
    assert side(table, NORTH).passed
    table = move(table, "fredericksburg").public
    assert asked(table) == [(SOUTH, "turn-1.move-3")]


@pytest.mark.rule("WBS-PASS", "WBS-OPTION-PASSES")
def test_with_consecutive_passes_a_side_that_passed_may_come_back() -> None:
    table = laid(north=("gettysburg",), south=("fredericksburg", "chickamauga"))
    table = move(table, None, None, CONSECUTIVE).public
    table = move(table, "fredericksburg", None, CONSECUTIVE).public
    assert asked(table, CONSECUTIVE) == [(NORTH, "turn-1.move-3")]
    table = move(table, "gettysburg", None, CONSECUTIVE).public
    table = move(table, None, None, CONSECUTIVE).public
    assert (table.turn, table.stage) == (2, "logistics")


@pytest.mark.rule("WBS-OPTION-PASSES")
def test_with_consecutive_passes_two_in_a_row_end_the_hand() -> None:
    table = laid(north=("gettysburg",), south=("fredericksburg",))
    table = move(table, None, None, CONSECUTIVE).public
    assert asked(table, CONSECUTIVE) == [(SOUTH, "turn-1.move-2")]
    table = move(table, None, None, CONSECUTIVE).public
    assert table.turn == 2


@pytest.mark.rule("WBS-PASS")
def test_a_side_without_an_unused_ability_passes_by_itself() -> None:
    table = laid(north=("gettysburg",), south=("rebels", "robert-e-lee", "1864-election"))
    step = move(table, "gettysburg")
    assert happened(step, "passed") == [(SOUTH, {"automatic": True}), (NORTH, {"automatic": True})]
    assert step.public.turn == 2


@pytest.mark.rule("WBS-PASS")
def test_a_missing_target_is_no_reason_to_pass_by_itself() -> None:
    table = laid(north=("wounded",), south=("rebels",))
    assert asked(table) == [(NORTH, "turn-1.move-1")]
    assert codes(check(table, Move("wounded", "rebels", None, ()))) == [("order/WBS-ABILITY-DISCARD", "use")]
    assert check(table, Move(None, None, None, ())) == ()


@pytest.mark.rule("WBS-ABILITY-DISCARD")
def test_an_ability_without_a_target_cannot_be_used_and_its_card_keeps_its_force() -> None:
    table = laid(north=("wounded",), south=("rebels",))
    assert usable(rules(), table, NORTH) == ()
    step = move(table, None)
    assert dict(happened(step, "force"))[NORTH]["total"] == 2


@pytest.mark.rule("WBS-MOVES")
def test_bonuses_objectives_and_recognition_are_no_moves() -> None:
    table = laid(north=("gettysburg", "siege-of-vicksburg", "rebel-yell"), south=("1864-election",))
    for card in ("siege-of-vicksburg", "rebel-yell"):
        problems = check(table, Move(card, None, None, ()))
        assert codes(problems) == [("order/WBS-MOVES", "use")]
        assert problems[0].expected == "gettysburg or null (pass)"


@pytest.mark.rule("WBS-MOVES")
@pytest.mark.parametrize(
    ("order", "pointer"),
    [
        (Move("gettysburg", "rebels", None, ()), "target"),
        (Move("gettysburg", None, "casualties", ()), "effect"),
        (Move("gettysburg", None, None, ("referee.turn-1.logistics.card_01",)), "trade"),
        (Move(None, "rebels", None, ()), "target"),
        (Move(None, None, "destruction", ()), "effect"),
        (Move(None, None, None, ("referee.turn-1.logistics.card_01",)), "trade"),
        (Move("rebels", None, None, ()), "use"),
        (Move("fredericksburg", None, None, ()), "use"),
        (Move("shiloh", None, None, ()), "use"),
    ],
)
def test_a_move_holds_nothing_that_it_does_not_need(order: Move, pointer: str) -> None:
    table = laid(north=("gettysburg",), south=("rebels", "fredericksburg"), hands=(2, 0))
    assert codes(check(table, order)) == [("order/WBS-MOVES", pointer)]


@pytest.mark.rule("WBS-MOVES")
def test_a_killed_card_has_lost_its_ability() -> None:
    table = laid(north=("stalemate-s",), south=("fredericksburg", "chickamauga"))
    table = move(table, "stalemate-s", "fredericksburg").public
    problems = check(table, Move("fredericksburg", None, None, ()))
    assert codes(problems) == [("order/WBS-MOVES", "use")]
    assert problems[0].expected == "chickamauga or null (pass)"


@pytest.mark.rule("WBS-MOVES")
def test_an_effect_is_no_interrupt_a_used_ability_stays_done() -> None:
    table = laid(north=("war-of-attrition",), south=("seven-days-battle",))
    table = move(table, "war-of-attrition").public
    assert side(table, SOUTH).fewer == 1
    step = move(table, "seven-days-battle", "war-of-attrition")
    assert happened(step, "killed") == [(NORTH, {"card": "war-of-attrition"})]
    assert side(step.public, SOUTH).due == 6
    assert dict(happened(step, "force"))[NORTH]["total"] == 0
