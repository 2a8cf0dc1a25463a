import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.ambush import do_ambushes
from adjudicator.games.border_states.conquest import (
    check_keep,
    conquest,
    divided,
    front_value,
    keeps,
    loser_share,
    side_value,
    winning_front,
)
from adjudicator.games.border_states.public import BOTTOM, TOP, Battle, Result
from adjudicator.games.border_states.resolution import decide
from adjudicator.games.border_states.sequence import place_of
from tests.games.border_states.table import battle, codes, engine, front, rules
from tests.games.driver import Game, handles_due


@pytest.mark.rule("BS-RESOLUTION-II")
@pytest.mark.parametrize(
    ("top", "bottom", "winner"),
    [
        pytest.param(3, 1, TOP, id="EX8: 3 against 1"),
        pytest.param(3, 4, BOTTOM, id="the other way"),
        pytest.param(2, 2, None, id="EX7: a tie is indecisive"),
        pytest.param(0, -1, None, id="zero is not positive"),
        pytest.param(0, 0, None, id="nobody came"),
    ],
)
def test_winning_front(top: int, bottom: int, winner: str | None) -> None:
    assert winning_front(top, bottom) == winner


@pytest.mark.rule("BS-RESOLUTION-II", "BS-RESOLUTION-III")
def test_the_artillery_counts_for_the_front_and_for_nobody() -> None:
    line = front("U 3", "C minus-2", "artillery", "C 3 x")
    assert front_value(rules(), line) == 2
    assert [side_value(rules(), line, seat) for seat in ("union", "confederate")] == [3, -2]


@pytest.mark.rule("BS-RESOLUTION-III")
@pytest.mark.parametrize(
    ("top", "bottom", "result"),
    [
        pytest.param(
            ("C 3", "U 2-i-ii", "C minus-2"), ("C 1-i",), (TOP, "union", "confederate"), id="EX8: 3+2-2 against 1"
        ),
        pytest.param(("C 3", "C 1-i x", "U ambush"), ("C 1-ii",), (TOP, "confederate", None), id="EX9: 3+0 against 1"),
        pytest.param(
            ("U 2-i-ii", "C 2-i-ii"), ("C 3",), (TOP, "union", "confederate"), id="EX10: 2+2 to 3, the closest wins"
        ),
        pytest.param(("C 2-i-ii", "U 2-i-ii"), (), (TOP, "confederate", "union"), id="a tie the other way"),
        pytest.param(
            ("U ambush", "C 3", "U 3"), (), (TOP, "union", "confederate"), id="a 0 may be the closest"
        ),
        pytest.param(
            ("U minus-2", "C 1-i", "U 3"), (), (TOP, "union", "confederate"), id="a minus-2 may be the closest"
        ),
        pytest.param(("artillery", "C 2-i-ii", "U 2-i-ii"), (), (TOP, "confederate", "union"), id="not the Artillery"),
        pytest.param(("U 3 x", "C 2-i-ii", "U 2-i-ii"), (), (TOP, "confederate", "union"), id="not the eliminated"),
        pytest.param(("U 3",), ("C 1-i",), (TOP, "union", None), id="alone on the front"),
        pytest.param(("U 3", "C minus-2"), (), (TOP, "union", None), id="a negative side is no loser"),
        pytest.param(("artillery", "U ambush"), (), (TOP, None, None), id="nobody is positive: nobody wins"),
        pytest.param(("U 2-i-ii",), ("C 2-i-ii",), (None, None, None), id="EX7: indecisive"),
        pytest.param((), (), (None, None, None), id="an empty battle"),
    ],
)
def test_conquest(top: tuple[str, ...], bottom: tuple[str, ...], result: tuple[str | None, ...]) -> None:
    assert conquest(rules(), battle(top, bottom)) == Result(*result)


@pytest.mark.rule("BS-RESOLUTION-III")
@pytest.mark.parametrize(
    ("cubes", "share"),
    [
        pytest.param(2, 0, id="EX15: two cubes"),
        pytest.param(3, 1, id="EX15: three"),
        pytest.param(4, 1, id="EX15: four"),
        pytest.param(1, 0, id="one"),
        pytest.param(0, 0, id="none"),
    ],
)
def test_the_losers_share_goes_by_the_number_of_cubes(cubes: int, share: int) -> None:
    assert loser_share(cubes, 2, "count") == share


@pytest.mark.rule("BS-VARIANT-SPLIT")
@pytest.mark.parametrize(
    ("cubes", "intensity", "share"), [(2, 0, 0), (3, 1, 1), (4, 2, 1), (3, 2, 0), (2, 1, 0), (2, 2, 0), (1, 0, 0)]
)
def test_or_by_the_intensity(cubes: int, intensity: int, share: int) -> None:
    assert loser_share(cubes, intensity, "intensity") == share


def won(cubes: tuple[str, ...], loser: str | None = "union") -> Battle:
    return replace(battle(cubes=cubes), result=Result(TOP, "confederate", loser))


@pytest.mark.rule("BS-RESOLUTION-III", "BS-RESOLUTION-IV")
@pytest.mark.parametrize(
    ("cubes", "loser", "ways"),
    [
        pytest.param(
            ("brown", "brown", "yellow", "yellow"), "union",
            {("brown", "yellow", "yellow"), ("brown", "brown", "yellow")}, id="EX11: battle I",
        ),
        pytest.param(("purple", "purple", "yellow"), None, {("purple", "purple", "yellow")}, id="EX11: battle II"),
        pytest.param(("brown", "yellow"), "union", {("brown", "yellow")}, id="the winner keeps two"),
        pytest.param(("brown",) * 3, "union", {("brown",) * 2}, id="one colour: nothing to choose"),
    ],
)  # fmt: skip
def test_what_the_winner_may_keep(cubes: tuple[str, ...], loser: str | None, ways: set[tuple[str, ...]]) -> None:
    assert set(keeps(rules(), won(cubes, loser))) == ways


@pytest.mark.rule("BS-RESOLUTION-IV")
def test_the_loser_gets_the_rest() -> None:
    assert divided(("brown", "brown", "yellow", "yellow"), ("brown", "brown", "yellow")) == ("yellow",)


@pytest.mark.rule("BS-RESOLUTION-III")
def test_other_cubes_cannot_be_kept() -> None:
    fought = won(("brown", "brown", "yellow", "yellow"))
    assert check_keep(rules(), fought, ("brown", "brown", "yellow")) == ()
    for keep in (("yellow", "brown", "brown"), ("brown", "brown"), ("green", "brown", "brown"), ()):
        assert codes(check_keep(rules(), fought, keep)) == [("order/BS-RESOLUTION-III", "keep")]
    assert check_keep(rules(), fought, ("yellow", "brown", "brown"))[0].expected == "brown, brown, yellow"


@pytest.mark.rule("BS-RESOLUTION-I", "BS-RESOLUTION-IV")
def test_battles_are_resolved_one_after_the_other() -> None:
    def watch(game: Game, step: object) -> None:
        public = game.public
        if public.stage in ("open", "ambush", "cubes"):
            later = [battle.result for battle in public.battles[public.battle :]]
            assert later == [None] * len(later)
            earlier = public.battles[: public.battle - 1]
            assert all(battle.result is not None and battle.cubes == () for battle in earlier)
            for handle in handles_due(game):
                seat, slot = handle.split(".")[0], int(handle.split(".")[2].removeprefix("round-"))
                assert place_of(public.battles, seat, slot, "hide")[0] == public.battle  # type: ignore[index]
            here = public.battles[public.battle - 1]
            if public.stage == "cubes":
                assert here.result.loser is not None
                assert len(set(here.cubes)) > 1
            seen[public.stage] = seen.get(public.stage, 0) + 1

    seen: dict[str, int] = {}
    for i in range(8):
        Game(engine(), f"one by one {i}", watch=watch).play()
    assert set(seen) == {"open", "ambush", "cubes"}


@pytest.mark.rule("BS-RESOLUTION-II")
def test_an_ambush_that_takes_away_the_last_positive_block_makes_a_battle_indecisive() -> None:
    fought, _ = do_ambushes(rules(), battle(("U ambush", "C 3"), ()))
    assert conquest(rules(), fought).winner is None


@pytest.mark.rule("BS-RESOLUTION-III", "BS-PREPARATION")
def test_a_battle_without_cubes_is_fought_and_asks_nothing() -> None:
    table = Game(engine(), "no cubes").play(lambda game: game.public.stage == "open").public
    assert table.battle == 1
    empty = battle(("U 3", "C 1-i"), (), cubes=())
    public = replace(table, battle=1, battles=(empty, *table.battles[1:]))
    after = decide(rules(), public).public
    assert after.battles[0].result == Result(TOP, "union", "confederate")
    assert [force.cubes for force in after.forces] == [(), ()]
    assert after.battle == 2
