from typing import Any

import pytest

from adjudicator.games.border_states.hands import characters_left, holding
from adjudicator.games.border_states.orders import Ambush, Blocks, Place, PlayBible
from tests.games.border_states.table import codes, engine, reveal, started
from tests.games.driver import Game


def known_hand() -> dict[str, Any]:
    names = ("minus-2", "1-i", "2-i-ii", "3", "ambush", "siege", "1-ii", "1-iii", "2-i-iii", "2-ii-iii")
    return {f"turn-1.blocks.{i}": name for i, name in enumerate(names, 1)}


def check(known: dict[str, Any], order: Any, game: Game | None = None) -> Any:
    game = game or started()
    return game.engine.check(game.public, known, game.decision("union"), order)


@pytest.mark.rule("BS-COMBAT-I")
def test_a_block_that_is_not_in_hand_is_refused_with_what_is() -> None:
    (problem,) = check(known_hand(), Blocks("left", "2-i-iii", "1-i"))
    assert (problem.code, problem.severity, problem.pointer) == ("order/BS-COMBAT-I", "error", "show")
    assert problem.expected == "minus-2, ambush (recruited with left), 1-i, 2-i-ii or 3"
    assert problem.message == "2-i-iii is not among your blocks"


@pytest.mark.rule("BS-COMBAT-I")
def test_the_recruit_may_serve_at_once() -> None:
    assert check(known_hand(), Blocks("right", "2-ii-iii", "1-i")) == ()
    assert check(known_hand(), Blocks("president 3", "1-i", "1-ii")) == ()
    assert codes(check(known_hand(), Blocks("president 4", "1-i", "1-ii"))) == [("order/BS-COMBAT-I", "hide")]


@pytest.mark.rule("BS-COMBAT-I")
def test_the_two_blocks_differ() -> None:
    assert codes(check({}, Blocks("left", "3", "3"))) == [("order/BS-COMBAT-I", "hide")]


@pytest.mark.rule("BS-COMBAT-I")
def test_knowing_more_only_adds_problems() -> None:
    order = Blocks("left", "2-i-iii", "siege")
    assert check({}, order) == ()
    assert codes(check(known_hand(), order)) == [("order/BS-COMBAT-I", "show"), ("order/BS-COMBAT-I", "hide")]
    nonsense = Blocks("middle", "general", "colonel")
    assert codes(check({}, nonsense)) == codes(check(known_hand(), nonsense))
    assert len(check({}, nonsense)) == 3


@pytest.mark.rule("BS-COMBAT-I-PENALTY")
def test_showing_the_minus_2_is_a_mistake_not_an_error() -> None:
    (problem,) = check(known_hand(), Blocks("left", "minus-2", "1-i"))
    assert (problem.code, problem.severity) == ("order/penalised", "mistake")
    assert (problem.rule, problem.pointer) == ("BS-COMBAT-I-PENALTY", "show")


@pytest.mark.rule("BS-COMBAT-I")
def test_a_block_that_lies_closed_cannot_be_sealed_again() -> None:
    game = started()
    reveal(game, ("left", "ambush"), ("left", "ambush"))
    known = {"union.turn-1.round-1.blocks.hide": "3"}
    for more in ({}, known_hand()):
        found = check({**more, **known}, Blocks("left", "1-i", "3"), game)
        assert codes(found) == [("order/BS-COMBAT-I", "hide")]
    held = holding(game.engine.rules, game.public, {**known_hand(), **known}, "union")
    assert held is not None
    assert held.hand == ("minus-2", "1-i", "2-i-ii")
    assert held.queue == ("siege", "1-ii", "1-iii", "2-i-iii", "2-ii-iii")


@pytest.mark.rule("BS-CHARACTERS")
def test_a_card_that_was_not_dealt_is_refused_by_its_owners_tool_only() -> None:
    game = started()
    reveal(game, ("left", "1-i"), ("left", "2-i-ii"))
    dealt = {f"game.characters.{i}": card for i, card in enumerate(("change", "extra", "turn-up", "artillery"), 1)}
    assert "bible" not in characters_left(game.engine.rules, dealt, game.public.forces[0])
    order = Place((PlayBible(1, "top", 1),))
    assert ("order/BS-CHARACTERS", "steps[0].step") not in codes(check({}, order, game))
    assert ("order/BS-CHARACTERS", "steps[0].step") in codes(check(dealt, order, game))


def test_an_order_of_another_kind_is_no_answer() -> None:
    assert codes(check({}, Ambush("top", 1))) == [("document/schema", "")]


def test_orders_are_read_loosely_and_judged_kindly() -> None:
    import msgspec

    order = msgspec.convert({"recruit": "Left", "show": "2A", "hide": "AMB"}, engine().orders["blocks"])
    assert [problem.expected != "" for problem in check({}, order)] == [True] * 3
