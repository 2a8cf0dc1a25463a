"""Set-up and Logistics: nine morale, seven cards on top of what was kept, and what makes it fewer."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.engine.requests import Deal, Decision, Draw
from adjudicator.games.war_between_the_states.logistics import cards_drawn
from adjudicator.games.war_between_the_states.orders import Keep
from tests.games.war_between_the_states.table import NORTH, SOUTH, answered, dealt, engine, laid, move, rules, side

OBJECTIVES = ("siege-of-vicksburg", "capture-atlanta", "naval-blockade", "siege-of-richmond", "capture-new-orleans")


@pytest.mark.rule("WBS-SETUP", "WBS-DEALER")
def test_both_start_with_nine_morale_and_no_card() -> None:
    table = engine().begin().public
    assert [(each.morale, each.hand) for each in table.sides] == [(9, ()), (9, ())]
    assert table.deck == 145
    (draw,) = engine().requests(table)
    assert isinstance(draw, Draw)
    assert (draw.id, draw.label, draw.private, draw.till_close) == ("deck.draw", "deck", ("referee",), True)


@pytest.mark.rule("WBS-LOGISTICS", "WBS-SEQUENCE")
def test_seven_cards_each_are_dealt_the_north_first() -> None:
    table = answered(engine().begin().public, {}).public
    (deal,) = engine().requests(table)
    assert isinstance(deal, Deal)
    assert (deal.id, deal.draw) == ("turn-1.logistics", "deck")
    assert deal.cards[0] == ("referee.turn-1.logistics.card_01", NORTH)
    assert deal.cards[7] == ("referee.turn-1.logistics.card_08", SOUTH)
    after = dealt(table).public
    assert [len(each.hand) for each in after.sides] == [7, 7]
    assert (after.stage, after.deck) == ("trade", 131)


@pytest.mark.rule("WBS-LOGISTICS")
def test_seven_cards_come_on_top_of_those_kept() -> None:
    table = move(laid(north=("gettysburg",), hands=(3, 2)), None).public
    assert table.stage == "logistics"
    assert [len(each.hand) for each in dealt(table).public.sides] == [10, 9]


@pytest.mark.rule("WBS-LOGISTICS", "WBS-ABILITY-CASUALTIES", "WBS-ABILITY-OBJECTIVE")
@pytest.mark.parametrize(
    ("fewer", "objectives", "north", "south"),
    [(0, 0, 7, 7), (1, 0, 6, 6), (0, 5, 7, 2), (2, 3, 5, 2), (9, 0, 0, 0), (3, 5, 4, 0)],
)
def test_casualties_and_objectives_make_a_draw_smaller_but_never_less_than_none(
    fewer: int, objectives: int, north: int, south: int
) -> None:
    table = laid(objectives=OBJECTIVES[:objectives])
    for seat, count in ((NORTH, north), (SOUTH, south)):
        assert cards_drawn(rules(), table, replace(side(table, seat), fewer=fewer)) == count


@pytest.mark.rule("WBS-LOGISTICS", "WBS-ABILITY-CASUALTIES")
def test_casualties_count_for_one_turn_only() -> None:
    table = move(laid(north=("gettysburg",), hands=(1, 1)), "gettysburg").public
    assert (table.turn, table.stage) == (2, "logistics")
    assert [each.due for each in table.sides] == [7, 6]
    assert [each.fewer for each in table.sides] == [0, 0]


@pytest.mark.rule("WBS-LOGISTICS")
def test_a_draw_of_nothing_for_both_is_skipped() -> None:
    table = laid(north=("gettysburg",), hands=(4, 0), objectives=OBJECTIVES)
    table = replace(table, sides=tuple(replace(each, fewer=7) for each in table.sides))
    table = move(table, None).public
    assert table.stage == "keep"
    table = answered(table, {NORTH: Keep(side(table, NORTH).hand[:3])}).public
    assert (table.turn, table.stage) == (2, "trade")
    requests: Any = engine().requests(table)
    assert [(request.seat, request.id) for request in requests] == [(NORTH, "turn-2.trade")]


@pytest.mark.rule("WBS-SEQUENCE")
def test_a_turn_goes_through_its_phases() -> None:
    table = answered(engine().begin().public, {}).public
    seen = []
    for _ in range(6):
        seen.append([request.id for request in engine().requests(table)])
        decisions: Any = [request for request in engine().requests(table) if isinstance(request, Decision)]
        orders = {each.seat: engine().stand_in(table, each) for each in decisions}
        table = answered(table, orders).public
    assert seen == [
        ["turn-1.logistics"],
        ["turn-1.trade", "turn-1.trade"],
        ["turn-1.reveal", "turn-1.reveal", "turn-1.coin"],
        ["turn-1.keep", "turn-1.keep"],
        ["turn-2.logistics"],
        ["turn-2.trade", "turn-2.trade"],
    ]
