import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.characters import check_step, do_step
from adjudicator.games.border_states.orders import (
    Place,
    PlaceBlock,
    PlacingStep,
    PlayArtillery,
    PlayChange,
    PlayExtra,
    PlayTurnUp,
)
from adjudicator.games.border_states.placement import (
    Placement,
    check_end,
    empty_spaces,
    extendable,
    free,
    must_place,
    nearest_free,
)
from adjudicator.games.border_states.placing import check_steps
from adjudicator.games.border_states.public import Pair
from tests.games.border_states.table import (
    battle,
    codes,
    front,
    open_up,
    place,
    placement,
    reveal,
    room,
    rules,
    started,
)

FREE = (room(2, 2), room(2, 2), room(2, 2))


def after(state: Placement, *steps: PlacingStep) -> Placement:
    for step in steps:
        assert check_step(rules(), state, step) == ()
        state = do_step(rules(), state, step)
    return state


@pytest.mark.rule("BS-COMBAT-III")
def test_a_block_takes_the_free_space_closest_to_the_arrow() -> None:
    assert nearest_free(front()) == 1
    assert nearest_free(front("U 3", "C 3")) == 3
    assert nearest_free(front("U 3", "empty", "C 3")) == 2
    assert nearest_free(front("U 3", "C 3", spaces=2)) is None
    assert (free(front("U 3", spaces=3)), empty_spaces(front("U 3", spaces=3))) == (2, (2, 3))


@pytest.mark.rule("BS-COMBAT-III")
def test_the_worked_placing_of_the_rulebook() -> None:
    """EX5: the Union's 1 goes to both fronts of battle I, the Confederacy puts its face-up 2 beside the hidden one."""
    game = started()
    reveal(game, ("left", "1-i"), ("left", "2-i-ii"))
    assert game.due() == [("union", "turn-1.round-1.place-1")]
    place(game, PlaceBlock("show", 1, "top"), PlaceBlock("hide", 1, "bottom"))
    assert game.due() == [("confederate", "turn-1.round-1.place-2")]
    public = place(game, PlaceBlock("show", 1, "bottom"), PlaceBlock("hide", 2, "top"))
    assert [(space.seat, space.block) for space in public.battles[0].bottom.row] == [
        ("union", None),
        ("confederate", "2-i-ii"),
    ]
    assert [(space.seat, space.block) for space in public.battles[1].top.row] == [("confederate", None)]
    assert (public.stage, public.round) == ("blocks", 2)


@pytest.mark.rule("BS-COMBAT-III")
def test_both_blocks_on_one_front_lie_in_the_order_they_were_placed() -> None:
    state = after(placement("1-ii", FREE, (2,)), PlaceBlock("hide", 2, "top"), PlaceBlock("show", 2, "top"))
    assert [space.slot for space in state.battles[1].top.row] == ["hide", "show"]
    assert check_end(state) == ()


@pytest.mark.rule("BS-COMBAT-II-ACCESS")
def test_a_battle_that_is_not_accessible_is_refused() -> None:
    state = placement("2-ii-iii", FREE, (2, 3))
    problems = check_step(rules(), state, PlaceBlock("show", 1, "top"))
    assert codes(problems) == [("order/BS-COMBAT-II-ACCESS", "battle")]
    assert problems[0].expected == "2 or 3"
    assert codes(check_step(rules(), state, PlaceBlock("show", 7, "left"))) == [
        ("order/BS-COMBAT-II-ACCESS", "battle"),
        ("order/BS-COMBAT-III", "front"),
    ]


@pytest.mark.rule("BS-COMBAT-III")
def test_blocks_are_named_by_slot() -> None:
    state = placement("1-i", FREE, (1,))
    assert codes(check_step(rules(), state, PlaceBlock("1-i", 1, "top"))) == [("order/BS-COMBAT-III", "block")]
    state = after(state, PlaceBlock("show", 1, "top"))
    assert codes(check_step(rules(), state, PlaceBlock("show", 1, "top"))) == [("order/BS-COMBAT-III", "block")]


@pytest.mark.rule("BS-COMBAT-III")
def test_a_block_that_has_room_must_be_placed() -> None:
    state = placement("1-i", FREE, (1,))
    assert must_place(state)
    problems = check_steps(rules(), state, (PlaceBlock("show", 1, "top"),))
    assert codes(problems) == [("order/BS-COMBAT-III", "steps")]
    assert problems[0].expected == "1 top or 1 bottom"


@pytest.mark.rule("BS-COMBAT-III")
def test_with_one_free_space_either_block_goes_there_and_the_other_is_set_aside() -> None:
    state = placement("1-i", (room(0, 1), *FREE[1:]), (1,))
    for slot in ("show", "hide"):
        assert check_steps(rules(), state, (PlaceBlock(slot, 1, "bottom"),)) == ()
    assert codes(check_steps(rules(), state, ())) == [("order/BS-COMBAT-III", "steps")]
    assert codes(check_steps(rules(), state, (PlaceBlock("show", 1, "top"),))) == [
        ("order/BS-COMBAT-III", "steps[0].front")
    ]


@pytest.mark.rule("BS-COMBAT-III")
def test_without_room_both_are_set_aside() -> None:
    assert check_steps(rules(), placement("1-i", (room(0, 0), *FREE[1:]), (1,)), ()) == ()


@pytest.mark.rule("BS-COMBAT-III")
def test_what_finds_no_room_is_set_aside_by_the_engine() -> None:
    game = started()
    reveal(game, ("left", "1-i"), ("left", "2-i-ii"))
    full = battle(("C 3", "C 3"), ("C 3",), widths=(2, 2))
    game.public = replace(game.public, battles=(full, *game.public.battles[1:]))
    public = place(game, PlaceBlock("hide", 1, "bottom"))
    assert public.forces[0].rounds[0].aside == ("show",)


@pytest.mark.rule("BS-COMBAT-II-SIEGE")
def test_a_siege_keeps_both_blocks_in_one_battle() -> None:
    state = placement("siege", FREE, (1, 2, 3))
    assert check_steps(rules(), state, (PlaceBlock("show", 2, "top"), PlaceBlock("hide", 2, "bottom"))) == ()
    problems = check_steps(rules(), state, (PlaceBlock("show", 2, "top"), PlaceBlock("hide", 3, "top")))
    assert codes(problems) == [("order/BS-COMBAT-II-SIEGE", "steps[1].battle")]


@pytest.mark.rule("BS-COMBAT-II-SIEGE")
def test_a_hidden_siege_binds_nothing() -> None:
    state = replace(placement("3", FREE, (1, 2, 3)), pair=Pair("left", "3", "siege", ()))
    assert check_steps(rules(), state, (PlaceBlock("show", 1, "top"), PlaceBlock("hide", 3, "top"))) == ()
    assert codes(check_steps(rules(), replace(state, face="siege"), (PlaceBlock("show", 1, "top"),))) != []


@pytest.mark.rule("BS-COMBAT-II-SIEGE", "BS-COMBAT-I-PENALTY")
def test_a_siege_turned_up_by_the_penalty_binds() -> None:
    game = started()
    reveal(game, ("left", "minus-2"), ("left", "3"))
    public = open_up(game, {"union 1": "siege"})
    assert public.placers == ("union", "confederate")
    (request,) = game.engine.requests(public)
    torn = Place((PlaceBlock("show", 1, "top"), PlaceBlock("hide", 2, "top")))
    assert codes(game.engine.check(public, {}, request, torn)) == [("order/BS-COMBAT-II-SIEGE", "steps[1].battle")]


@pytest.mark.rule("BS-COMBAT-II-SIEGE")
def test_a_siege_goes_where_both_find_room_if_there_is_such_a_battle() -> None:
    state = placement("siege", (room(1, 0), room(0, 0), room(1, 1)), (1, 2, 3))
    problems = check_step(rules(), state, PlaceBlock("show", 1, "top"))
    assert codes(problems) == [("order/BS-COMBAT-II-SIEGE", "battle")]
    assert problems[0].expected == "3"


@pytest.mark.rule("BS-COMBAT-II-SIEGE")
def test_without_such_a_battle_a_siege_places_one_block() -> None:
    state = placement("siege", (room(1, 0), room(0, 0), room(0, 1)), (1, 2, 3))
    assert check_steps(rules(), state, (PlaceBlock("hide", 3, "bottom"),)) == ()
    assert codes(check_steps(rules(), state, ())) == [("order/BS-COMBAT-III", "steps")]
    full = placement("siege", (room(0, 0),) * 3, (1, 2, 3))
    assert check_steps(rules(), full, ()) == ()


@pytest.mark.rule("BS-COMBAT-II-SIEGE", "BS-CHARACTERS-EXTRA")
def test_a_siege_may_count_on_an_additional_block_and_then_must_play_it() -> None:
    state = placement("siege", (room(1, 0), room(0, 0), room(2, 2)), (1, 2, 3), ("extra", "turn-up"))
    first = PlaceBlock("show", 1, "top")
    assert check_steps(rules(), state, (first, PlayExtra("hide", 1, "bottom"))) == ()
    assert check_steps(rules(), state, (PlayExtra("hide", 1, "bottom"), first)) == ()
    assert codes(check_steps(rules(), state, (first,))) == [("order/BS-COMBAT-II-SIEGE", "steps")]
    bare = replace(state, cards=())
    assert codes(check_steps(rules(), bare, (first,))) == [("order/BS-COMBAT-II-SIEGE", "steps[0].battle")]


@pytest.mark.rule("BS-COMBAT-II-SIEGE", "BS-CHARACTERS-EXTRA")
def test_in_a_full_battle_an_additional_block_of_a_siege_is_the_last_resort() -> None:
    extra = PlayExtra("show", 1, "top")
    full, one, two = room(0, 0), room(1, 0), room(1, 1)
    assert check_steps(rules(), placement("siege", (full, full, full), (1, 2, 3), ("extra",)), (extra,)) == ()
    for other in (one, two):
        state = placement("siege", (full, full, other), (1, 2, 3), ("extra",))
        assert codes(check_steps(rules(), state, (extra,))) == [("order/BS-COMBAT-II-SIEGE", "steps[0].battle")]


@pytest.mark.rule("BS-COMBAT-III", "BS-CHARACTERS-ARTILLERY")
def test_artillery_may_take_ones_own_last_space() -> None:
    state = placement("1-i", (room(1, 0), *FREE[1:]), (1,), ("artillery",))
    assert check_steps(rules(), state, (PlayArtillery(1, "top"),)) == ()
    siege = placement("siege", (room(1, 1), room(0, 0), room(2, 2)), (1, 2, 3), ("artillery",))
    steps = (PlaceBlock("show", 1, "top"), PlayArtillery(1, "bottom"))
    assert check_steps(rules(), siege, steps) == ()


@pytest.mark.rule("BS-COMBAT-III", "BS-CHARACTERS-CHANGE")
def test_a_change_may_lead_to_full_battles() -> None:
    state = placement("1-i", (room(1, 1), room(0, 0), room(0, 0)), (1,), ("change",))
    assert check_steps(rules(), state, (PlayChange(1, 2),)) == ()


@pytest.mark.rule("BS-CHARACTERS", "BS-COMBAT-II-SIEGE")
def test_cards_reach_the_battles_accessible_at_that_moment() -> None:
    state = placement("1-i", FREE, (1,), ("change", "artillery"))
    changed = after(state, PlayChange(1, 2))
    assert codes(check_step(rules(), changed, PlayArtillery(1, "top"))) == [("order/BS-COMBAT-II-ACCESS", "battle")]
    assert check_step(rules(), changed, PlayArtillery(2, "top")) == ()
    siege = after(placement("siege", FREE, (1, 2, 3), ("artillery",)), PlaceBlock("show", 1, "top"))
    assert check_step(rules(), siege, PlayArtillery(3, "top")) == ()


@pytest.mark.rule("BS-CHARACTERS-TURN-UP")
def test_a_turn_up_ends_the_order_even_before_the_blocks_are_placed() -> None:
    hidden = battle(("C ?",), widths=(2, 2))
    state = placement("1-i", (hidden, *FREE[1:]), (1,), ("turn-up",))
    turn_up = PlayTurnUp(1, "top", 1)
    assert check_steps(rules(), state, (turn_up,)) == ()
    problems = check_steps(rules(), state, (turn_up, PlaceBlock("show", 1, "top")))
    assert codes(problems) == [("order/BS-CHARACTERS-TURN-UP", "steps[1]")]


@pytest.mark.rule("BS-CHARACTERS-EXTRA")
def test_a_front_takes_one_additional_block() -> None:
    assert extendable(front("C 3", "C 3", spaces=2))
    assert not extendable(front("C 3", spaces=2))
    assert not extendable(front("C 3", "C 3", "U 3", spaces=2))
    assert not extendable(front("C 3", "empty", spaces=2))
