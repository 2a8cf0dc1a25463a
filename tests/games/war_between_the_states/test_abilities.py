"""Special Abilities that are used in a move: one case for each verb, and what can be hit."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.games.war_between_the_states.abilities import targets
from adjudicator.games.war_between_the_states.orders import Move
from tests.games.war_between_the_states.table import (
    NORTH,
    SOUTH,
    codes,
    dealt,
    engine,
    happened,
    laid,
    move,
    rules,
    side,
)


def fewer(table: Any) -> list[int]:
    return [each.fewer for each in table.sides]


def trades(table: Any) -> list[int]:
    return [each.trades for each in table.sides]


def check(table: Any, order: Move, *options: str) -> Any:
    (decision,) = engine(*options).requests(table)
    return engine(*options).check(table, {}, decision, order)  # type: ignore[arg-type]


@pytest.mark.rule("WBS-ABILITY-CASUALTIES")
@pytest.mark.parametrize(
    ("north", "south", "mover", "result"),
    [
        ("gettysburg", "fredericksburg", NORTH, [0, 1]),
        ("gettysburg", "fredericksburg", SOUTH, [1, 0]),
        ("south-disunified", "fredericksburg", NORTH, [0, 1]),
        ("inflation-and-paper-money", "fredericksburg", NORTH, [0, 1]),
        ("gettysburg", "draft-riots", SOUTH, [1, 0]),
        ("lick-your-wounds", "fredericksburg", NORTH, [0, 1]),
        ("gettysburg", "lick-your-wounds", SOUTH, [1, 0]),
        ("antietam", "fredericksburg", NORTH, [1, 1]),
        ("gettysburg", "spotsylvania", SOUTH, [1, 1]),
    ],
)
def test_heavy_casualties_strike_the_opponent_or_both(north: str, south: str, mover: str, result: list[int]) -> None:
    table = laid(north=(north,), south=(south,), mover=mover)
    assert fewer(move(table, north if mover == NORTH else south).public) == result


@pytest.mark.rule("WBS-ABILITY-CASUALTIES")
def test_casualties_add_up() -> None:
    table = laid(north=("gettysburg", "disease"), south=("spotsylvania",))
    table = move(table, "gettysburg").public
    table = move(table, "spotsylvania").public
    step = move(table, "disease")
    assert [facts["fewer"] for _, facts in happened(step, "casualties")] == [3]
    assert [each.due for each in step.public.sides] == [6, 4]


@pytest.mark.rule("WBS-ABILITY-DESTRUCTION", "WBS-ABILITY-VICTORY")
@pytest.mark.parametrize(
    ("card", "mover", "result"),
    [
        ("total-war", NORTH, [0, -1]),
        ("cavalry-raids", SOUTH, [-1, 0]),
        ("fort-donelson", NORTH, [1, 0]),
        ("capture-supply-depot", SOUTH, [0, 1]),
    ],
)
def test_destruction_and_strategic_victory_change_the_next_trade(card: str, mover: str, result: list[int]) -> None:
    rows = {"north": ("gettysburg",), "south": ("fredericksburg",)}
    table = laid(**{**rows, mover: (card,)}, mover=mover)  # type: ignore[arg-type]
    assert trades(move(table, card).public) == result


@pytest.mark.rule("WBS-ABILITY-DESTRUCTION")
def test_strategic_victory_and_destruction_add_up() -> None:
    table = laid(north=("fort-donelson", "capture-nashville"), south=("commerce-raiders",))
    for card in ("fort-donelson", "commerce-raiders", "capture-nashville"):
        table = move(table, card).public
    assert trades(table) == [1, 0]


@pytest.mark.rule("WBS-ABILITY-DESTRUCTION", "WBS-ABILITY-CASUALTIES")
def test_devils_den_chooses_between_casualties_and_destruction() -> None:
    table = laid(north=("gettysburg",), south=("devils-den",), mover=SOUTH)
    assert codes(check(table, Move("devils-den", None, None, ()))) == [("order/WBS-ABILITY-DESTRUCTION", "effect")]
    casualties = move(table, "devils-den", effect="casualties").public
    assert (fewer(casualties), trades(casualties)) == ([1, 0], [0, 0])
    destruction = move(table, "devils-den", effect="destruction").public
    assert (fewer(destruction), trades(destruction)) == ([0, 0], [-1, 0])


@pytest.mark.rule("WBS-ABILITY-ROUTED")
def test_routed_moves_one_morale_at_once_whoever_wins_the_hand() -> None:
    table = laid(north=("first-battle-of-bull-run",), south=("fredericksburg", "rebels"))
    step = move(table, "first-battle-of-bull-run")
    assert [each.morale for each in step.public.sides] == [10, 8]
    assert step.public.stage == "move"


@pytest.mark.rule("WBS-ABILITY-ROUTED", "WBS-VICTORY")
def test_routed_ends_the_game_in_the_middle_of_a_hand() -> None:
    table = laid(north=("five-forks",), south=("fredericksburg", "rebels"), morale=(3, 1))
    step = move(table, "five-forks")
    assert step.public.stage == "close"
    assert step.public.verdict is not None
    assert (step.public.verdict.winner, step.public.verdict.how) == (NORTH, "morale")
    assert [points.points for points in step.public.verdict.points] == [4, 0]


@pytest.mark.rule("WBS-ABILITY-DRAW", "WBS-GAIN")
@pytest.mark.parametrize(
    ("card", "count"), [("amphibious-assault", 1), ("control-the-mississippi", 2), ("anaconda-plan", 3)]
)
def test_abilities_draw_cards_for_their_user(card: str, count: int) -> None:
    table = move(laid(north=(card,), hands=(1, 1)), card).public
    (deal,) = engine().requests(table)
    assert (deal.id, len(deal.cards)) == ("turn-1.move-1.draw", count)  # type: ignore[union-attr]
    assert {seat for _, seat in deal.cards} == {NORTH}  # type: ignore[union-attr]
    after = dealt(table).public
    assert side(after, NORTH).gained == tuple(handle for handle, _ in deal.cards)  # type: ignore[union-attr]
    assert (len(side(after, NORTH).hand), after.deck) == (1 + count, table.deck - count)


@pytest.mark.rule("WBS-ABILITY-DRAW")
def test_fort_sumter_lets_both_draw() -> None:
    table = move(laid(south=("fort-sumter",), hands=(1, 1), mover=SOUTH), "fort-sumter").public
    (deal,) = engine().requests(table)
    assert [seat for _, seat in deal.cards] == [NORTH, SOUTH]  # type: ignore[union-attr]


@pytest.mark.rule("WBS-ABILITY-TRADE")
@pytest.mark.parametrize(
    ("card", "most", "mover"),
    [("sheridan", 1, NORTH), ("jefferson-davis", 2, SOUTH), ("cut-the-confederacy-in-half", 2, NORTH),
     ("james-longstreet", 3, SOUTH), ("observation-balloons", 3, NORTH), ("ulysses-s-grant", 1, NORTH)],
)  # fmt: skip
def test_a_trade_in_conduct_takes_cards_still_in_hand_up_to_its_number(card: str, most: int, mover: str) -> None:
    table = laid(hands=(5, 5), mover=mover, **{mover: (card,)})  # type: ignore[arg-type]
    hand = side(table, mover).hand
    for count in range(5):
        problems = check(table, Move(card, None, None, hand[:count]))
        assert codes(problems) == ([("order/WBS-ABILITY-TRADE", "trade")] if count > most else [])
    opposing = side(table, SOUTH if mover == NORTH else NORTH).hand
    assert check(table, Move(card, None, None, opposing[:1]))
    step = move(table, card, trade=hand[:most])
    assert step.public.deck == table.deck + most
    after = dealt(step.public).public
    assert len(side(after, mover).hand) == 5
    assert len(side(after, mover).gained) == most


@pytest.mark.rule("WBS-ABILITY-TRADE")
def test_trading_nothing_uses_the_ability() -> None:
    table = laid(north=("sheridan", "total-war"), south=("fredericksburg",), hands=(2, 0))
    table = move(table, "sheridan").public
    assert [row.used for row in side(table, NORTH).revealed] == [True, False]
    assert (table.stage, table.mover) == ("move", SOUTH)


@pytest.mark.rule("WBS-ABILITY-TRADE")
def test_a_trade_in_conduct_does_not_touch_the_limit_of_the_strategy_phase() -> None:
    table = laid(north=("observation-balloons", "gettysburg"), hands=(4, 0))
    table = replace(table, sides=(replace(table.sides[0], trades=-2), table.sides[1]))
    step = move(table, "observation-balloons", trade=side(table, NORTH).hand[:3])
    assert side(step.public, NORTH).trades == -2
    assert side(step.public, NORTH).due == 3


@pytest.mark.rule("WBS-ABILITY-CASUALTIES", "WBS-ABILITY-TRADE")
def test_grant_does_both_in_one_use() -> None:
    table = laid(north=("ulysses-s-grant", "total-war"), south=("fredericksburg",), hands=(2, 0))
    table = move(table, "ulysses-s-grant", trade=side(table, NORTH).hand[:1]).public
    assert fewer(table) == [0, 1]
    assert side(table, NORTH).due == 1


HITS = [
    ("wounded", "robert-e-lee", "G"),
    ("counterattack", "fredericksburg", "B"),
    ("king-cotton-diplomacy", "delaware", "P"),
    ("firmly-entrenched", "trench-warfare", "T"),
    ("unconditional-surrender", "horse-soldiers", "A"),
    ("shiloh", "invade-the-north", "S"),
    ("perryville", "trench-warfare", "T"),
]


@pytest.mark.rule("WBS-ABILITY-DISCARD", "WBS-ABILITY-WITHDRAWAL")
@pytest.mark.parametrize(("card", "target", "kind"), HITS, ids=[f"{card}: {kind}" for card, _, kind in HITS])
def test_a_card_of_the_kind_is_discarded(card: str, target: str, kind: str) -> None:
    table = laid(north=(card,), south=("rebel-yell", target))
    assert targets(rules(), table, NORTH, rules().cards[card]) == (target,)
    step = move(table, card, target)
    assert happened(step, "killed") == [(SOUTH, {"card": target})]
    strength = dict(happened(step, "force"))[SOUTH]
    assert [fighter[0] for fighter in strength["cards"]] == ["rebel-yell"]


@pytest.mark.rule("WBS-ABILITY-DISCARD")
def test_the_fleet_is_what_is_printed_as_fleet() -> None:
    table = laid(north=("monitor", "naval-blockade", "flag-officer-farragut", "federal-gunboats"),
                 south=("submarines",), mover=SOUTH)  # fmt: skip
    assert targets(rules(), table, SOUTH, rules().cards["submarines"]) == ("monitor", "federal-gunboats")
    step = move(table, "submarines", "monitor")
    assert happened(step, "killed") == [(NORTH, {"card": "monitor"})]


@pytest.mark.rule("WBS-ABILITY-DISCARD", "WBS-CARDS")
def test_a_combined_type_can_be_hit_as_either() -> None:
    table = laid(north=("amphibious-assault",), south=("firmly-entrenched",), mover=SOUTH)
    assert targets(rules(), table, SOUTH, rules().cards["firmly-entrenched"]) == ("amphibious-assault",)


@pytest.mark.rule("WBS-ABILITY-DISCARD", "WBS-MOVES")
def test_the_user_chooses_among_opposing_revealed_cards() -> None:
    table = laid(north=("wounded", "general-sherman"), south=("robert-e-lee", "jeb-stuart killed", "james-longstreet"))
    assert targets(rules(), table, NORTH, rules().cards["wounded"]) == ("robert-e-lee", "james-longstreet")
    for target in ("general-sherman", "jeb-stuart", "braxton-bragg", None):
        problems = check(table, Move("wounded", target, None, ()))
        assert codes(problems) == [("order/WBS-ABILITY-DISCARD", "target")]
        assert problems[0].expected == "robert-e-lee or james-longstreet"


@pytest.mark.rule("WBS-OPTION-TARGETS", "WBS-OBJECTIVE-BACK")
def test_with_any_target_ones_own_objective_can_be_saved_into_the_deck() -> None:
    table = laid(north=("lost-orders", "siege-of-vicksburg"), south=("fredericksburg",))
    assert codes(check(table, Move("lost-orders", "siege-of-vicksburg", None, ())))
    step = move(table, "lost-orders", "siege-of-vicksburg", "any-target")
    assert happened(step, "objective-back") == [(NORTH, {"card": "siege-of-vicksburg"})]
    assert step.public.deck == table.deck + 1


@pytest.mark.rule("WBS-OBJECTIVE-BACK")
def test_a_discarded_objective_goes_back_into_the_deck_and_other_cards_do_not() -> None:
    table = laid(north=("siege-of-vicksburg", "gettysburg"), south=("counterattack", "fail-to-pursue"), mover=SOUTH)
    step = move(table, "counterattack", "siege-of-vicksburg")
    assert [row.card for row in side(step.public, NORTH).revealed] == ["gettysburg"]
    assert step.public.deck == table.deck + 1
    table = move(step.public, None).public
    after = move(table, "fail-to-pursue", "gettysburg").public
    assert after.deck == table.deck
    assert set(after.discard) == {"gettysburg", "counterattack", "fail-to-pursue"}


@pytest.mark.rule("WBS-ABILITY-WITHDRAWAL")
def test_withdrawal_negates_force_and_bonus() -> None:
    table = laid(north=("shiloh",), south=("strategic-defensive",))
    plain = dict(happened(move(table, None), "force"))
    assert (plain[NORTH]["total"], plain[SOUTH]["total"]) == (4, 7)
    negated = dict(happened(move(table, "shiloh", "strategic-defensive"), "force"))
    assert (negated[NORTH]["total"], negated[SOUTH]["total"]) == (6, 0)
