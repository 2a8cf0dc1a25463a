"""Cards gained by an ability: what goes back, who is asked, and that it is now or not in this turn."""

from typing import Any

import pytest

from adjudicator.games.war_between_the_states.orders import Add, Back, Move
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
    side,
)

DRAWN_ONLY = "return-drawn-only"


def drawn(card: str, mover: str = NORTH, hands: tuple[int, int] = (2, 2), **rows: Any) -> Any:
    """Return the table after a card's ability has drawn."""
    table = laid(hands=hands, mover=mover, **{mover: (card,), **rows})
    return dealt(move(table, card).public).public


def due(table: Any, *options: str) -> Any:
    return [(getattr(request, "seat", ""), request.id) for request in engine(*options).requests(table)]


def check(table: Any, order: Any, *options: str, known: Any = None) -> Any:
    (decision,) = engine(*options).requests(table)
    return engine(*options).check(table, known or {}, decision, order)  # type: ignore[arg-type]


@pytest.mark.rule("WBS-GAIN")
def test_gained_cards_are_added_at_once() -> None:
    table = drawn("control-the-mississippi", north=("control-the-mississippi", "gettysburg"))
    assert due(table) == [(NORTH, "turn-1.move-1.add")]
    gained = side(table, NORTH).gained
    step = answered(table, {NORTH: Add(gained[:1])}, known={gained[0]: "monitor"})
    revealed = [row.card for row in side(step.public, NORTH).revealed]
    assert revealed == ["control-the-mississippi", "gettysburg", "monitor"]
    assert gained[1] in side(step.public, NORTH).hand
    assert happened(step, "added") == [(NORTH, {"cards": ("monitor",)})]


@pytest.mark.rule("WBS-GAIN")
def test_what_is_not_added_at_once_stays_in_hand_for_this_turn() -> None:
    table = drawn("control-the-mississippi", north=("control-the-mississippi", "gettysburg"))
    table = answered(table, {NORTH: Add(())}).public
    assert side(table, NORTH).gained == ()
    assert due(table) == [(NORTH, "turn-1.move-2")]
    assert len(side(table, NORTH).hand) == 4


@pytest.mark.rule("WBS-GAIN")
def test_only_gained_cards_can_be_added() -> None:
    table = drawn("control-the-mississippi")
    own = side(table, NORTH).hand[:1]
    assert codes(check(table, Add(own))) == [("order/WBS-GAIN", "add")]


@pytest.mark.rule("WBS-GAIN", "WBS-CARDS")
def test_whether_to_add_is_always_asked_and_never_what_cannot_be_played() -> None:
    table = drawn("control-the-mississippi")
    gained = side(table, NORTH).gained
    known = dict.fromkeys(gained, "robert-e-lee")
    assert due(table) == [(NORTH, "turn-1.move-1.add")]
    (decision,) = engine().requests(table)
    choices = engine().options(table, known, decision, {})  # type: ignore[arg-type]
    assert [(choice.text, choice.complete) for choice in choices] == [("add nothing", True)]
    problems = check(table, Add(gained[:1]), known=known)
    assert codes(problems) == [("order/WBS-GAIN", "add")]


@pytest.mark.rule("WBS-GAIN", "WBS-ABILITY-DRAW")
def test_after_fort_sumter_the_user_is_asked_first_then_the_opponent() -> None:
    table = drawn("fort-sumter", SOUTH, north=("gettysburg",))
    assert due(table) == [(SOUTH, "turn-1.move-1.add")]
    table = answered(table, {SOUTH: Add(())}).public
    assert due(table) == [(NORTH, "turn-1.move-1.add")]
    gained = side(table, NORTH).gained
    table = answered(table, {NORTH: Add(gained)}, known={gained[0]: "total-war"}).public
    assert due(table) == [(NORTH, "turn-1.move-2")]
    (decision,) = engine().requests(table)
    assert engine().check(table, {}, decision, Move("total-war", None, None, ())) == ()  # type: ignore[arg-type]


@pytest.mark.rule("WBS-GAIN", "WBS-PASS")
def test_a_side_that_has_passed_adds_force_but_does_not_move_again() -> None:
    table = laid(north=("gettysburg",), south=("fort-sumter", "chickamauga"), hands=(1, 1))
    table = move(table, None).public
    table = dealt(move(table, "fort-sumter").public).public
    table = answered(table, {SOUTH: Add(())}).public
    gained = side(table, NORTH).gained
    table = answered(table, {NORTH: Add(gained)}, known={gained[0]: "total-war"}).public
    assert due(table) == [(SOUTH, "turn-1.move-3")]
    step = move(table, None)
    assert dict(happened(step, "force"))[NORTH]["total"] == 7 + 5
    assert happened(step, "trade-limit") == []


@pytest.mark.rule("WBS-ABILITY-DRAW")
@pytest.mark.parametrize(("card", "mover"), [("anaconda-plan", NORTH), ("telegraphs", SOUTH)])
def test_three_are_drawn_then_any_two_of_the_hand_go_back_then_the_rest_may_be_added(card: str, mover: str) -> None:
    table = drawn(card, mover)
    assert due(table) == [(mover, "turn-1.move-1.back")]
    hand, gained = side(table, mover).hand, side(table, mover).gained
    assert (len(hand), len(gained)) == (5, 3)
    for cards in ((hand[0], hand[1]), (hand[1], gained[2]), gained[1:]):
        assert check(table, Back(tuple(sorted(cards)))) == ()
    for cards in ((), gained[:1], gained):
        assert codes(check(table, Back(tuple(sorted(cards))))) == [("order/WBS-ABILITY-DRAW", "back")]
    step = answered(table, {mover: Back(tuple(sorted((hand[0], gained[0]))))})
    after = step.public
    assert due(after) == [(mover, "turn-1.move-1.add")]
    assert (side(after, mover).gained, after.deck) == (gained[1:], table.deck + 2)
    assert happened(step, "shuffled-back") == [(mover, {"cards": 2})]


@pytest.mark.rule("WBS-OPTION-RETURN")
def test_with_the_option_only_drawn_cards_go_back() -> None:
    table = drawn("anaconda-plan")
    hand, gained = side(table, NORTH).hand, side(table, NORTH).gained
    assert codes(check(table, Back(hand[:2]), DRAWN_ONLY)) == [("order/WBS-ABILITY-DRAW", "back")]
    assert check(table, Back(gained[:2]), DRAWN_ONLY) == ()
    assert engine(DRAWN_ONLY).stand_in(table, engine(DRAWN_ONLY).requests(table)[0]) == Back(gained[:2])  # type: ignore[arg-type]


@pytest.mark.rule("WBS-GAIN")
def test_if_all_gained_cards_went_back_nobody_is_asked_to_add() -> None:
    table = laid(north=("anaconda-plan",), south=("chickamauga",), hands=(0, 1))
    table = dealt(move(table, "anaconda-plan").public).public
    gained = side(table, NORTH).gained
    table = answered(table, {NORTH: Back(gained[:2])}).public
    table = answered(table, {NORTH: Add(())}).public
    assert due(table) == [(SOUTH, "turn-1.move-2")]
    fewer = laid(north=("anaconda-plan",), south=("chickamauga",), hands=(2, 1))
    fewer = dealt(move(fewer, "anaconda-plan").public).public
    assert due(answered(fewer, {NORTH: Back(side(fewer, NORTH).hand[:2])}).public) == [(NORTH, "turn-1.move-1.add")]


@pytest.mark.rule("WBS-GAIN", "WBS-ABILITY-TRADE")
def test_cards_traded_in_count_as_gained() -> None:
    table = laid(north=("sheridan", "gettysburg"), hands=(2, 0))
    step = move(table, "sheridan", trade=side(table, NORTH).hand[:1])
    table = dealt(step.public).public
    assert due(table) == [(NORTH, "turn-1.move-1.add")]
    assert side(table, NORTH).gained == ("referee.turn-1.move-1.draw.card_01",)
