import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.ambush import Spot, ambushes, asking, check_victim, do_ambushes, victims
from tests.games.border_states.table import battle, codes, rules


def out(top: tuple[str, ...], bottom: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    """Return what is eliminated without a choice."""
    _, done = do_ambushes(rules(), battle(top, bottom))
    return [tuple(victim) for _, victim in done]


@pytest.mark.rule("BS-RESOLUTION-I-AMBUSH")
@pytest.mark.parametrize(
    ("top", "bottom", "expected"),
    [
        pytest.param(("U 1-i", "U ambush"), ("C 3",), [("top", 1)], id="EX6: only an own block stands beside it"),
        pytest.param(("U ambush", "C 3"), (), [("top", 2)], id="right"),
        pytest.param(("C 2-i-ii", "C 3", "U ambush"), (), [("top", 2)], id="left"),
        pytest.param(("U ambush",), ("C 3",), [("bottom", 1)], id="opposite"),
        pytest.param(("U ambush",), (), [], id="nobody there"),
        pytest.param(("U ambush", "artillery"), (), [], id="the Artillery is no General"),
        pytest.param(("U ambush", "artillery", "C 3"), (), [], id="the Artillery keeps blocks apart"),
        pytest.param(("U ambush", "empty", "C 3"), (), [], id="an empty space keeps blocks apart"),
        pytest.param(("U ambush", "C 3 +"), (), [], id="the Bible protects"),
        pytest.param(("U ambush", "C 3 +"), ("C 1-i",), [("bottom", 1)], id="another neighbour must go instead"),
        pytest.param(("U ambush", "C 3 x"), (), [], id="who is eliminated is no neighbour"),
        pytest.param(("U ambush",), ("C ambush",), [("bottom", 1), ("top", 1)], id="facing: both go"),
        pytest.param(("U ambush", "C 3"), ("C ambush", "U 3"), [("bottom", 1), ("top", 1)], id="facing comes first"),
        pytest.param(("U ambush +",), ("C ambush",), [("bottom", 1)], id="facing, one protected: it stays, spent"),
        pytest.param(
            ("U ambush +", "C 3"), ("C ambush",), [("bottom", 1)], id="facing replaces both eliminations"
        ),
        pytest.param(
            ("U ambush", "C ambush"), (), [("top", 2)], id="the closest acts first, its victim acts no more"
        ),
        pytest.param(("C 3", "U 2-i-ii", "C ambush"), ("U ambush",), [("top", 1), ("top", 2)], id="then the farther"),
    ],
)
def test_elimination(top: tuple[str, ...], bottom: tuple[str, ...], expected: list[tuple[str, int]]) -> None:
    assert out(top, bottom) == expected


@pytest.mark.rule("BS-RESOLUTION-I-AMBUSH")
def test_the_owner_chooses_among_several_neighbours_of_either_side() -> None:
    fought = battle(("U 1-i", "U ambush", "C 3"), ("C 1-i", "C 2-i-ii"))
    spot = asking(rules(), fought)
    assert spot == Spot("top", 2)
    assert victims(fought, spot) == (("bottom", 2), ("top", 1), ("top", 3))
    assert do_ambushes(rules(), fought) == (fought, ())
    assert check_victim(fought, spot, "top", 1) == ()
    problems = check_victim(fought, spot, "bottom", 1)
    assert codes(problems) == [("order/BS-RESOLUTION-I-AMBUSH", "space")]
    assert problems[0].expected == "bottom 2, top 1 or top 3"


@pytest.mark.rule("BS-RESOLUTION-I-AMBUSH")
def test_the_farther_ambush_acts_on_what_is_left() -> None:
    fought = battle(("U ambush", "C 3", "C ambush"), ())
    after, done = do_ambushes(rules(), fought)
    assert [victim for _, victim in done] == [Spot("top", 2)]
    assert after.top.row[1].mark == "eliminated"
    assert asking(rules(), after) is None
    assert ambushes(rules(), replace(after, acted=0)) == (Spot("top", 1), Spot("top", 3))


@pytest.mark.rule("BS-RESOLUTION-I-AMBUSH")
def test_an_additional_block_is_a_neighbour_too() -> None:
    fought = replace(battle(("C 3", "C 1-i", "U ambush"), ("U 3", "U 1-i", "C 2-i-ii")))
    fought = replace(fought, top=replace(fought.top, spaces=2), bottom=replace(fought.bottom, spaces=2))
    assert victims(fought, Spot("top", 3)) == (("bottom", 3), ("top", 2))
