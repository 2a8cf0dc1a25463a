import pytest

from adjudicator.games.border_states.order_of_play import accessible, placing_order
from adjudicator.games.border_states.orders import PlaceBlock
from tests.games.border_states.table import place, reveal, rules, started


@pytest.mark.rule("BS-COMBAT-II")
@pytest.mark.parametrize(
    ("values", "initiative", "first", "after"),
    [
        pytest.param((2, 2), "union", "union", "confederate", id="EX2: a tie, the Union holds the token"),
        pytest.param((2, 2), "confederate", "confederate", "union", id="EX2: the next tie is the Confederacy's"),
        pytest.param((1, 2), "confederate", "union", "confederate", id="EX5: the lower value first, no flip"),
        pytest.param((3, 0), "union", "confederate", "union", id="an Ambush places first"),
    ],
)
def test_placing_order(values: tuple[int, int], initiative: str, first: str, after: str) -> None:
    (one, two), holder = placing_order(values, initiative)
    assert (one, holder) == (first, after)
    assert {one, two} == {"union", "confederate"}


@pytest.mark.rule("BS-COMBAT-II-ACCESS", "BS-COMBAT-II-AMBUSH", "BS-COMBAT-II-SIEGE")
@pytest.mark.parametrize(
    ("own", "other", "battles"),
    [
        pytest.param("2-ii-iii", "2-i-ii", (2, 3), id="EX3: Union"),
        pytest.param("2-i-ii", "2-ii-iii", (1, 2), id="EX3: Confederacy"),
        pytest.param("ambush", "2-i-ii", (1, 2), id="EX4: the Ambush copies"),
        pytest.param("1-i", "2-i-ii", (1,), id="EX5: a 1 reaches one battle"),
        pytest.param("3", "ambush", (1, 2, 3), id="a 3 reaches all"),
        pytest.param("siege", "1-i", (1, 2, 3), id="a Siege reaches all"),
        pytest.param("ambush", "siege", (1, 2, 3), id="an Ambush copies the access of a Siege"),
        pytest.param("ambush", None, (), id="nothing to copy from a silent seat"),
    ],
)
def test_accessible_battles(own: str, other: str | None, battles: tuple[int, ...]) -> None:
    assert accessible(rules(), own, other) == battles


@pytest.mark.rule("BS-COMBAT-II")
def test_only_a_tie_flips_the_initiative_token() -> None:
    game = started()
    holder = game.public.initiative
    other = "confederate" if holder == "union" else "union"
    public = reveal(game, ("left", "2-i-ii"), ("left", "2-ii-iii"))
    assert public.placers[0] == holder
    assert public.initiative == other
    game = started()
    assert reveal(game, ("left", "3"), ("left", "siege")).initiative == holder
    assert game.public.placers == ("confederate", "union")


@pytest.mark.rule("BS-COMBAT-II-AMBUSH")
def test_two_ambushes_set_all_four_aside_and_the_token_stays() -> None:
    game = started()
    holder = game.public.initiative
    public = reveal(game, ("left", "ambush"), ("left", "ambush"))
    assert [force.rounds[0].aside for force in public.forces] == [("show", "hide")] * 2
    assert (public.stage, public.round, public.initiative) == ("blocks", 2, holder)
    assert [force.rounds[0].hide for force in public.forces] == [None, None]
    assert len(game.engine.handles(public)) == 2


@pytest.mark.rule("BS-COMBAT-II-AMBUSH")
def test_an_ambush_opposite_a_siege_may_go_to_two_battles() -> None:
    game = started()
    public = reveal(game, ("left", "ambush"), ("left", "siege"))
    assert public.placing.battles == (1, 2, 3)
    public = place(game, PlaceBlock("show", 1, "top"), PlaceBlock("hide", 3, "bottom"))
    assert public.placers == ("confederate",)


@pytest.mark.rule("BS-SEQUENCE")
def test_three_rounds_make_a_turn_and_five_turns_a_game() -> None:
    game = started("attrition")
    game.play()
    rounds = [name for name in game.log if name.endswith("blocks")]
    turns = game.public.turn
    assert rounds[:6:2] == [f"turn-1.round-{r}.blocks" for r in (1, 2, 3)]
    assert len(rounds) == 2 * 3 * turns
    assert turns <= 5
