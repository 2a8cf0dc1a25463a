"""Strategy: both trade in secret, everything goes back first, and limits change for one turn."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.games.war_between_the_states.orders import Trade
from adjudicator.games.war_between_the_states.strategy import trade_limit
from tests.games.war_between_the_states.table import (
    NORTH,
    SOUTH,
    answered,
    codes,
    dealt,
    engine,
    happened,
    laid,
    move,
    rules,
    side,
)


def trading(**fields: Any) -> Any:
    return laid(hands=(4, 3), **{"stage": "trade", "mover": None, **fields})


def check(table: Any, seat: str, order: Trade, known: Any = None) -> Any:
    decision = next(request for request in engine().requests(table) if getattr(request, "seat", None) == seat)
    return engine().check(table, known or {}, decision, order)  # type: ignore[arg-type]


@pytest.mark.rule("WBS-STRATEGY")
def test_both_trade_in_secret_and_everything_goes_back_before_it_is_replaced() -> None:
    table = trading()
    requests: Any = engine().requests(table)
    assert [(request.seat, request.sealed) for request in requests] == [(NORTH, True), (SOUTH, True)]
    north, south = (each.hand for each in table.sides)
    step = answered(table, {NORTH: Trade(north[:2]), SOUTH: Trade(south[:1])})
    assert step.public.stage == "replace"
    assert step.public.deck == table.deck + 3
    (deal,) = engine().requests(step.public)
    assert [seat for _, seat in deal.cards] == [NORTH, NORTH, SOUTH]  # type: ignore[union-attr]
    after = dealt(step.public).public
    assert (after.stage, after.deck) == ("reveal", table.deck)
    assert [len(each.hand) for each in after.sides] == [4, 3]


@pytest.mark.rule("WBS-STRATEGY")
def test_only_the_number_of_traded_cards_is_public() -> None:
    table = trading()
    step = answered(table, {NORTH: Trade(side(table, NORTH).hand[1:2]), SOUTH: Trade(())})
    assert happened(step, "traded") == [(NORTH, {"cards": 1}), (SOUTH, {"cards": 0})]
    assert step.public.discard == ()


@pytest.mark.rule("WBS-STRATEGY")
def test_a_trade_of_nothing_by_both_asks_for_no_deal() -> None:
    step = answered(trading(), {NORTH: Trade(()), SOUTH: Trade(())})
    assert step.public.stage == "reveal"


@pytest.mark.rule("WBS-STRATEGY", "WBS-CARDS")
def test_cards_of_the_other_side_may_be_held_and_traded() -> None:
    table = trading()
    handle = side(table, NORTH).hand[0]
    assert check(table, NORTH, Trade((handle,)), {handle: "robert-e-lee"}) == ()


@pytest.mark.rule("WBS-STRATEGY", "WBS-ABILITY-DESTRUCTION", "WBS-ABILITY-VICTORY")
@pytest.mark.parametrize(("change", "limit"), [(0, 2), (1, 3), (3, 5), (-1, 1), (-2, 0), (-5, 0)])
def test_destruction_and_strategic_victory_change_the_limit_but_never_below_none(change: int, limit: int) -> None:
    assert trade_limit(rules(), replace(side(trading(), NORTH), trades=change)) == limit


@pytest.mark.rule("WBS-STRATEGY")
def test_who_may_trade_nothing_or_holds_nothing_is_not_asked() -> None:
    table = trading()
    table = replace(table, sides=(replace(side(table, NORTH), trades=-2), side(table, SOUTH)))
    requests: Any = engine().requests(table)
    assert [request.seat for request in requests] == [SOUTH]
    after = answered(table, {SOUTH: Trade(())}).public
    assert [each.trades for each in after.sides] == [0, 0]


@pytest.mark.rule("WBS-ABILITY-DESTRUCTION")
def test_a_changed_limit_holds_for_one_turn() -> None:
    table = move(laid(north=("total-war",), hands=(1, 2)), "total-war").public
    assert side(table, SOUTH).trades == -1
    table = dealt(table).public
    assert (table.stage, trade_limit(rules(), side(table, SOUTH))) == ("trade", 1)
    table = answered(table, {NORTH: Trade(()), SOUTH: Trade(())}).public
    assert side(table, SOUTH).trades == 0


@pytest.mark.rule("WBS-STRATEGY")
def test_a_trade_names_cards_of_the_own_hand_sorted_and_within_the_limit() -> None:
    table = trading()
    own, other = side(table, NORTH).hand, side(table, SOUTH).hand
    strange, repeated, unsorted, many = (
        check(table, NORTH, Trade(cards)) for cards in ((other[0],), own[:1] * 2, own[1::-1], own[:3])
    )
    for problems in (strange, repeated, unsorted, many):
        assert codes(problems) == [("order/WBS-STRATEGY", "trade")]
    assert strange[0].expected == ", ".join(own[:3]) + " or " + own[3]
    assert unsorted[0].expected == ", ".join(own[:2])
    assert (many[0].message, many[0].expected) == ("you named 3 cards", "at most 2 cards")
    named = check(table, NORTH, Trade((other[0],)), {own[0]: "gettysburg"})
    assert f"Gettysburg ({own[0]})" in named[0].expected
