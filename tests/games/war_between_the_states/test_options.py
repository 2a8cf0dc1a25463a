"""The walk through orders, its words, and the orders that stand in for silence."""

from typing import Any

import msgspec
import pytest

from adjudicator.games.war_between_the_states.orders import Add, Back, Keep, Move, Reveal, Trade
from tests.games.contract.driver import walked
from tests.games.war_between_the_states.table import NORTH, SOUTH, dealt, engine, laid, move, side


def offered(table: Any, seat: str, known: Any = None, so_far: Any = None, *options: str) -> Any:
    decision = next(r for r in engine(*options).requests(table) if getattr(r, "seat", None) == seat)
    return engine(*options).options(table, known or {}, decision, so_far or {})  # type: ignore[arg-type]


@pytest.mark.rule("WBS-REVEAL")
def test_a_reveal_reaches_every_set_of_playable_cards_once() -> None:
    table = laid(hands=(10, 0), stage="reveal", mover=None)
    (decision, _) = engine().requests(table)
    orders = walked(engine(), table, {}, decision)  # type: ignore[arg-type]
    assert len(orders) == len({msgspec.json.encode(order) for order in orders}) == 2**10
    known = dict.fromkeys(side(table, NORTH).hand[:4], "robert-e-lee")
    assert len(walked(engine(), table, known, decision)) == 2**6  # type: ignore[arg-type]


@pytest.mark.rule("WBS-REVEAL", "WBS-CARDS")
def test_choices_name_known_cards_with_force_kind_and_ability() -> None:
    table = laid(hands=(0, 4), stage="reveal", mover=None)
    one, two, three, four = side(table, SOUTH).hand
    known = {one: "robert-e-lee", two: "monitor", three: "jeb-stuart"}
    assert [choice.text for choice in offered(table, SOUTH, known)] == [
        "reveal nothing",
        "reveal Robert E. Lee, force 7, General: your Battle cards get +2",
        "reveal Jeb Stuart, force 6, General, Cavalry: your Morale cards get +2",
        f"reveal {four}",
    ]


def test_a_choice_once_begun_goes_on_in_sorted_order_and_can_be_ended() -> None:
    table = laid(hands=(3, 0), stage="reveal", mover=None)
    hand = side(table, NORTH).hand
    begun = offered(table, NORTH, so_far={"reveal": hand[1:2]})
    said = [(choice.text, choice.complete) for choice in begun]
    assert said == [("nothing more", True), (f"reveal {hand[2]}", False)]
    assert begun[0].so_far == {"reveal": hand[1:2]}
    assert begun[1].so_far == {"reveal": hand[1:3]}


@pytest.mark.rule("WBS-RECUPERATE")
def test_what_is_kept_may_be_named_in_any_order_and_there_is_no_dead_end() -> None:
    table = laid(hands=(5, 0), stage="keep", mover=None)
    (decision,) = engine().requests(table)
    orders = walked(engine(), table, {}, decision)  # type: ignore[arg-type]
    assert len({order["keep"] for order in orders}) == 10
    assert {len(order["keep"]) for order in orders} == {3}
    assert all(list(order["keep"]) == sorted(order["keep"]) for order in orders)
    assert len(offered(table, NORTH)) == 5


@pytest.mark.rule("WBS-MOVES")
def test_a_move_offers_what_can_be_used_with_its_targets() -> None:
    table = laid(("wounded", "gettysburg", "lost-orders"), ("robert-e-lee", "rebels"), hands=(1, 0))
    assert [choice.text for choice in offered(table, NORTH)] == [
        "pass for the rest of the hand",
        "use Wounded: discard a revealed General card",
        "use Gettysburg: the opponent draws 1 card less next turn",
    ]
    (target,) = offered(table, NORTH, so_far={"use": "wounded"})
    assert target.text == "hit Robert E. Lee, force 7, General: your Battle cards get +2"
    assert target.complete
    assert target.so_far == {"use": "wounded", "target": "robert-e-lee", "effect": None, "trade": ()}
    own = offered(table, NORTH, {}, {"use": "lost-orders"}, "any-target")
    assert [choice.text[:21] for choice in own] == ["hit your own Gettysbu"]
    assert offered(table, NORTH, {}, {}, "consecutive-passes")[0].text == "pass"


@pytest.mark.rule("WBS-ABILITY-DESTRUCTION", "WBS-ABILITY-TRADE")
def test_a_move_offers_effects_and_trades() -> None:
    table = laid((), ("devils-den", "james-longstreet"), hands=(0, 2), mover=SOUTH)
    assert [choice.so_far["effect"] for choice in offered(table, SOUTH, so_far={"use": "devils-den"})] == [
        "casualties", "destruction",
    ]  # fmt: skip
    trades = offered(table, SOUTH, so_far={"use": "james-longstreet"})
    assert [(choice.text[:13], choice.complete) for choice in trades] == [
        ("trade nothing", True), ("trade referee", False), ("trade referee", False),
    ]  # fmt: skip


def test_nothing_is_offered_for_what_is_not_due() -> None:
    table = laid(("gettysburg",), hands=(2, 0))
    (decision,) = engine().requests(table)
    later = move(table, None).public
    assert engine().options(later, {}, decision, {}) == ()  # type: ignore[arg-type]
    assert engine().stand_in(later, decision) is None  # type: ignore[arg-type]
    problems = engine().check(table, {}, decision, Trade(()))  # type: ignore[arg-type]
    assert problems[0].code == "document/schema"


@pytest.mark.rule("WBS-STAND-IN")
def test_for_a_silent_side_nothing_is_traded_revealed_or_added_and_the_first_cards_are_kept() -> None:
    orders = {}
    for stage in ("trade", "reveal", "keep"):
        table = laid(hands=(12, 0), stage=stage, mover=None)
        orders[stage] = engine().stand_in(table, engine().requests(table)[0])  # type: ignore[arg-type]
    first = tuple(sorted(side(laid(hands=(12, 0)), NORTH).hand)[:3])
    assert first[1] == "referee.turn-1.logistics.card_02"
    assert orders == {"trade": Trade(()), "reveal": Reveal(()), "keep": Keep(first)}
    table = laid(("anaconda-plan",), hands=(1, 0))
    assert engine().stand_in(table, engine().requests(table)[0]) == Move(None, None, None, ())  # type: ignore[arg-type]
    table = dealt(move(table, "anaconda-plan").public).public
    back = engine().stand_in(table, engine().requests(table)[0])  # type: ignore[arg-type]
    assert back == Back(tuple(sorted(side(table, NORTH).hand)[:2]))
    table = dealt(move(laid(("national-will",)), "national-will").public).public
    assert engine().stand_in(table, engine().requests(table)[0]) == Add(())  # type: ignore[arg-type]
