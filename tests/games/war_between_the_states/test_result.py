"""The result of a hand: who wins, by how much, and what counts only for the winner."""

from typing import Any

import pytest

from adjudicator.games.war_between_the_states.force import Strength
from adjudicator.games.war_between_the_states.result import doubled, winner
from tests.games.war_between_the_states.table import NORTH, SOUTH, happened, laid, move, side


def strengths(north: int, south: int) -> tuple[Strength, Strength]:
    return Strength(NORTH, (), north), Strength(SOUTH, (), south)


def hand(north: tuple[str, ...], south: tuple[str, ...], **fields: Any) -> Any:
    """Return the step that ends a hand; the North has an ability left, and passes."""
    table = laid(north=(*north, "gettysburg"), south=south, **fields)
    return move(table, None)


@pytest.mark.rule("WBS-RESULT")
@pytest.mark.parametrize(
    ("north", "south", "won", "twice"),
    [
        pytest.param(5, 4, NORTH, False, id="one more"),
        pytest.param(4, 5, SOUTH, False, id="one less"),
        pytest.param(8, 4, NORTH, True, id="exactly double"),
        pytest.param(7, 4, NORTH, False, id="not quite double"),
        pytest.param(0, 3, SOUTH, True, id="against nothing"),
        pytest.param(1, -2, NORTH, True, id="against less than nothing"),
        pytest.param(-1, -3, NORTH, True, id="both below nothing"),
        pytest.param(0, -1, NORTH, True, id="nothing against less"),
        pytest.param(4, 4, None, False, id="a tie"),
    ],
)
def test_more_force_wins_and_double_force_wins_twice(north: int, south: int, won: str | None, twice: bool) -> None:
    one, other = strengths(north, south)
    assert winner(one, other) == won
    if won:
        assert doubled(one, other) == twice


@pytest.mark.rule("WBS-RESULT")
def test_both_sides_change_by_one_or_by_two() -> None:
    single = hand((), ("rebels",)).public
    assert [each.morale for each in single.sides] == [10, 8]
    double = hand((), ("irregulars",)).public
    assert [each.morale for each in double.sides] == [11, 7]


@pytest.mark.rule("WBS-RESULT")
def test_morale_has_no_upper_limit() -> None:
    assert [each.morale for each in hand((), (), morale=(25, 9)).public.sides] == [27, 7]


@pytest.mark.rule("WBS-RESULT", "WBS-IMPORTANT-NOTE")
def test_a_tie_changes_nothing_and_nothing_counts() -> None:
    step = hand(("siege-of-vicksburg",), ("1864-election", "fredericksburg used", "invade-the-north used"))
    assert happened(step, "tie") == []  # 14 against 15
    step = hand(("siege-of-vicksburg",), ("copperheads", "invade-the-north used", "chickamauga used"))
    assert happened(step, "tie") == [(None, {"force": 14})]
    assert [each.morale for each in step.public.sides] == [9, 9]
    assert step.public.objectives == ()
    assert {"siege-of-vicksburg", "copperheads"} <= set(step.public.discard)


@pytest.mark.rule("WBS-ABILITY-OBJECTIVE", "WBS-IMPORTANT-NOTE")
def test_an_objective_of_a_winning_north_counts_for_good() -> None:
    step = hand(("siege-of-vicksburg", "naval-blockade"), ("rebels",))
    assert step.public.objectives == ("siege-of-vicksburg", "naval-blockade")
    assert set(step.public.discard) == {"gettysburg", "rebels"}
    assert [each.due for each in step.public.sides] == [7, 5]


@pytest.mark.rule("WBS-ABILITY-OBJECTIVE", "WBS-IMPORTANT-NOTE")
def test_an_objective_of_a_lost_hand_is_discarded() -> None:
    step = hand(("naval-blockade",), ("invade-the-north used", "robert-e-lee"))
    assert step.public.objectives == ()
    assert "naval-blockade" in step.public.discard
    assert [each.due for each in step.public.sides] == [7, 7]


@pytest.mark.rule("WBS-ABILITY-RECOGNITION", "WBS-IMPORTANT-NOTE")
def test_each_recognition_of_a_winning_south_gives_it_two_morale() -> None:
    cards = ("trent-affair", "copperheads", "invade-the-north used", "chickamauga used")
    step = hand((), cards)
    assert happened(step, "won") == [(SOUTH, {"doubled": True, "by": 2})]
    assert [each.morale for each in step.public.sides] == [7, 9 + 2 + 2 + 2]
    lost = hand(("yankees",), ("trent-affair", "copperheads"))
    assert [each.morale for each in lost.public.sides] == [11, 7]


@pytest.mark.rule("WBS-ABILITY-RECOGNITION")
def test_a_killed_recognition_does_not_count() -> None:
    table = laid(north=("king-cotton-diplomacy",), south=("trent-affair", "invade-the-north used"))
    step = move(table, "king-cotton-diplomacy", "trent-affair")
    assert happened(step, "recognition") == []
    assert [each.morale for each in step.public.sides] == [7, 11]


@pytest.mark.rule("WBS-IMPORTANT-NOTE")
def test_other_abilities_do_not_ask_who_wins_the_hand() -> None:
    table = laid(north=("gettysburg",), south=("invade-the-north used", "robert-e-lee"))
    step = move(table, "gettysburg")
    assert happened(step, "won")[0][0] == SOUTH
    assert side(step.public, SOUTH).due == 6


@pytest.mark.rule("WBS-RESULT", "WBS-VICTORY")
def test_morale_is_checked_before_recognition_and_objectives() -> None:
    step = hand(("naval-blockade",), ("rebels",), morale=(9, 1))
    assert step.public.stage == "close"
    assert step.public.verdict.winner == NORTH
    assert happened(step, "objective") == []
    step = hand((), ("trent-affair", "invade-the-north used", "robert-e-lee"), morale=(1, 9))
    assert step.public.verdict.winner == SOUTH
    assert happened(step, "recognition") == []


@pytest.mark.rule("WBS-RESULT")
def test_all_cards_of_the_hand_are_discarded_and_hands_are_kept() -> None:
    step = hand(("yankees killed",), ("rebels",), hands=(2, 3))
    assert set(step.public.discard) == {"gettysburg", "yankees", "rebels"}
    assert [(each.revealed, len(each.hand)) for each in step.public.sides] == [((), 2), ((), 3)]
