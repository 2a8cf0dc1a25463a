import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.influence import (
    begin_influence,
    capacity,
    check_moves,
    deciders,
    moved,
    reached,
    results,
    secured,
)
from adjudicator.games.border_states.orders import Move
from adjudicator.games.border_states.public import Public, Track
from tests.games.border_states.table import codes, rules, started


def table(union: tuple[str, ...] = (), confederate: tuple[str, ...] = (), **tokens: tuple[int, ...]) -> Public:
    public: Public = started().public
    forces = tuple(
        replace(force, cubes=cubes) for force, cubes in zip(public.forces, (union, confederate), strict=True)
    )
    states = tuple(
        replace(track, tokens=tokens.get(track.state.replace("-", "_"), track.tokens)) for track in public.states
    )
    return replace(public, forces=forces, states=states)


@pytest.mark.rule("BS-END-I")
@pytest.mark.parametrize(
    ("own", "other", "spaces"),
    [
        pytest.param(2, 1, 1, id="EX12: Missouri"),
        pytest.param(2, 0, 2, id="EX12: Kentucky"),
        pytest.param(0, 0, 0, id="EX12: West Virginia"),
        pytest.param(1, 1, 0, id="EX12: Maryland"),
        pytest.param(1, 2, 0, id="the other side moves"),
    ],
)
def test_capacity(own: int, other: int, spaces: int) -> None:
    assert capacity(own, other) == spaces


@pytest.mark.rule("BS-END-I")
@pytest.mark.parametrize(
    ("tokens", "towards", "spaces", "ways"),
    [
        pytest.param((-1, -1, 0, 0), -1, 1, {(-2, -1, 0, 0), (-1, -1, -1, 0)}, id="EX12: Missouri"),
        pytest.param(
            (-1, -1, 0, 0), -1, 2,
            {(-2, -2, 0, 0), (-2, -1, -1, 0), (-1, -1, -1, -1), (-2, -1, -1, 0)},
            id="EX12: Kentucky, two tokens into Control",
        ),
        pytest.param((0, 0, 0, 0), 1, 2, {(0, 0, 1, 1), (0, 0, 0, 2)}, id="EX12: Delaware, or one token twice"),
        pytest.param((0, 0, 0, 0), -1, 2, {(-1, -1, 0, 0), (-2, 0, 0, 0)}, id="EX14: one by 2 or two by 1"),
        pytest.param((-2, -2, 2, 2), 1, 3, {(-2, -2, 2, 2)}, id="secured tokens stay"),
        pytest.param((-2, -2, -2, 1), 1, 3, {(-2, -2, -2, 2)}, id="spaces that nobody can make are lost"),
        pytest.param((-1, 2, 2, 2), 1, 2, {(1, 2, 2, 2)}, id="across the centre"),
    ],
)  # fmt: skip
def test_results(tokens: tuple[int, ...], towards: int, spaces: int, ways: set[tuple[int, ...]]) -> None:
    found = moved(tokens, towards, spaces, 2, False)
    assert set(found) == ways
    assert len(found) == len(set(found))


@pytest.mark.rule("BS-END-I")
def test_the_results_nearest_to_the_own_control_area_stand_first() -> None:
    assert moved((0, 0, 0, 0), -1, 3, 2, False) == ((-2, -1, 0, 0), (-1, -1, -1, 0))
    assert moved((0, 0, 0, 0), 1, 3, 2, False)[0] == (0, 0, 1, 2)


@pytest.mark.rule("BS-VARIANT-ATTRITION")
def test_in_a_war_of_attrition_a_token_moves_once() -> None:
    assert moved((0, 0, 0, 0), -1, 2, 2, True) == ((-1, -1, 0, 0),)
    assert moved((-1, -1, 0, 0), 1, 7, 2, True) == ((0, 0, 1, 1),)
    assert moved((-2, -2, -2, 1), 1, 3, 2, True) == ((-2, -2, -2, 2),)


@pytest.mark.rule("BS-END-I")
def test_moves_are_made_unasked_where_nobody_has_a_choice() -> None:
    public = table(("green",), ("purple",))
    assert deciders(rules(), public) == ()
    after = begin_influence(rules(), public).public
    assert {track.state: track.tokens for track in after.states[1:3]} == {
        "kentucky": (0, 0, 0, 1),
        "west-virginia": (-1, 0, 0, 0),
    }
    assert (after.stage, [force.cubes for force in after.forces]) == ("close", [(), ()])


@pytest.mark.rule("BS-END-I")
def test_one_seat_with_a_choice_answers_openly_two_seats_sealed() -> None:
    from adjudicator.games.border_states.due import due

    (one,) = due(rules(), begin_influence(rules(), table(("yellow",), ("purple",))).public)
    assert (one.seat, one.sealed, one.kind) == ("union", False, "moves")  # type: ignore[union-attr]
    two = due(rules(), begin_influence(rules(), table(("yellow",), ("brown",))).public)
    assert [(r.seat, r.sealed) for r in two] == [("union", True), ("confederate", True)]  # type: ignore[union-attr]


@pytest.mark.rule("BS-END-I")
def test_all_states_where_spaces_are_made_are_listed_in_board_order() -> None:
    public = table(("green", "orange", "yellow"), (), maryland=(-2, -2, -2, -2))
    assert [name for name, _ in results(rules(), public, "union")] == ["missouri", "west-virginia"]
    good = (Move("missouri", (-2, -1, 0, 0)), Move("west-virginia", (-1, 0, 0, 0)))
    assert check_moves(rules(), public, "union", good) == ()
    assert codes(check_moves(rules(), public, "union", good[::-1])) == [("order/BS-END-I", "moves")]
    assert codes(check_moves(rules(), public, "union", good[:1])) == [("order/BS-END-I", "moves")]
    bad = (Move("missouri", (0, 0, -1, -2)), Move("west-virginia", (0, 0, 0, 0)))
    problems = check_moves(rules(), public, "union", bad)
    assert codes(problems) == [("order/BS-END-I", "moves[0].tokens"), ("order/BS-END-I", "moves[1].tokens")]
    assert problems[0].expected == "[-2, -1, 0, 0]"


WON = (-2, 0, 0, 0)
BOTH = (-2, 0, 0, 2)


@pytest.mark.rule("BS-SUDDEN-DEATH")
@pytest.mark.parametrize(
    ("tokens", "reaches"),
    [
        ([WON, WON, WON, WON, (0, 0, 0, 0)], True),
        ([WON, WON, WON, (0, 0, 0, 0), (0, 0, 0, 0)], False),
        ([(-2, -2, -2, -2), (-2, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)], True),
        ([(-2, -2, -2, -2), (-1, -1, -1, -1), (-1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)], False),
    ],
)
def test_four_colours_or_any_five(tokens: list[tuple[int, ...]], reaches: bool) -> None:
    states = tuple(Track(str(n), 0, 0, row) for n, row in enumerate(tokens))
    assert reached(states, "union", 2) is reaches
    assert not reached(states, "confederate", 2)
    assert sum(secured(states, "union", 2)) == sum(row.count(-2) for row in tokens)


@pytest.mark.rule("BS-SUDDEN-DEATH")
def test_one_side_that_has_reached_it_wins_after_the_closing_audits() -> None:
    public = table(missouri=WON, kentucky=WON, maryland=WON, delaware=WON)
    after = begin_influence(rules(), public).public
    assert after.verdict is not None
    assert (after.verdict.how, after.verdict.winner, after.stage) == ("sudden-death", "union", "close")


@pytest.mark.rule("BS-SUDDEN-DEATH")
def test_if_both_have_reached_it_the_game_goes_on_to_the_last_turn() -> None:
    public = table(missouri=BOTH, kentucky=BOTH, maryland=BOTH, delaware=BOTH)
    assert begin_influence(rules(), public).public.verdict is None
    last = begin_influence(rules(), replace(public, turn=5)).public.verdict
    assert last is not None
    assert last.how == "score"


@pytest.mark.rule("BS-SUDDEN-DEATH")
def test_in_the_last_turn_sudden_death_comes_before_the_score() -> None:
    public = replace(table(missouri=WON, kentucky=WON, maryland=WON, delaware=WON), turn=5)
    assert begin_influence(rules(), public).public.verdict.how == "sudden-death"  # type: ignore[union-attr]
