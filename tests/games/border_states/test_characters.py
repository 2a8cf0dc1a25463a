import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.characters import check_step, do_step
from adjudicator.games.border_states.orders import (
    PlaceBlock,
    PlacingStep,
    PlayArtillery,
    PlayArtilleryAt,
    PlayBible,
    PlayChange,
    PlayExtra,
    PlayTurnUp,
)
from adjudicator.games.border_states.placement import Placement
from adjudicator.games.border_states.placing import check_steps
from tests.games.border_states.table import (
    battle,
    codes,
    engine,
    open_up,
    place,
    placement,
    reveal,
    room,
    rules,
    started,
)
from tests.games.driver import Game

FREE = (room(2, 2), room(2, 2), room(2, 2))
HIDDEN = battle(("C ?", "U 3"), ("U ?", "artillery"), widths=(4, 4))
ALL = ("turn-up", "bible", "artillery", "change", "extra")


def state(show: str = "1-i", first: object = HIDDEN, access: tuple[int, ...] = (1,)) -> Placement:
    return placement(show, (first, *FREE[1:]), access, ALL)  # type: ignore[arg-type]


@pytest.mark.rule("BS-CHARACTERS")
@pytest.mark.parametrize(
    "step",
    [
        PlayBible(1, "top", 1),
        PlayArtillery(1, "top"),
        PlayChange(1, 2),
        PlayExtra("show", 1, "top"),
        PlayTurnUp(1, "top", 1),
    ],
)
def test_a_card_that_is_gone_cannot_be_played(step: PlacingStep) -> None:
    problems = check_step(rules(), replace(state(), cards=()), step)
    assert ("order/BS-CHARACTERS", "step") in codes(problems)


@pytest.mark.rule("BS-CHARACTERS")
def test_cards_work_on_accessible_battles_only() -> None:
    assert codes(check_step(rules(), state(), PlayArtillery(2, "top"))) == [("order/BS-COMBAT-II-ACCESS", "battle")]


@pytest.mark.rule("BS-CHARACTERS")
def test_any_number_of_cards_in_one_placing_in_any_order() -> None:
    blocks = (PlaceBlock("show", 1, "top"), PlaceBlock("hide", 1, "top"))
    steps = (PlayBible(1, "top", 2), *blocks, PlayTurnUp(1, "top", 1))
    assert check_steps(rules(), state(), steps) == ()


@pytest.mark.rule("BS-CHARACTERS")
def test_cards_may_be_played_though_both_blocks_must_be_set_aside() -> None:
    full = battle(("C ?", "C 3"), ("C 3", "C 3"), widths=(2, 2))
    assert check_steps(rules(), state(first=full), (PlayBible(1, "bottom", 2),)) == ()


@pytest.mark.rule("BS-CHARACTERS-TURN-UP")
@pytest.mark.parametrize(
    ("front", "space", "legal"),
    [("top", 1, True), ("top", 2, False), ("bottom", 1, False), ("bottom", 2, False), ("top", 3, False)],
)
def test_only_an_opposing_face_down_block_is_turned_up(front: str, space: int, legal: bool) -> None:
    problems = check_step(rules(), state(), PlayTurnUp(1, front, space))
    assert codes(problems) == ([] if legal else [("order/BS-CHARACTERS-TURN-UP", "space")])


@pytest.mark.rule("BS-CHARACTERS-TURN-UP")
def test_the_block_turned_up_stays_so_and_the_placing_goes_on() -> None:
    game = started()
    reveal(game, ("left", "1-i"), ("left", "2-i-ii"))
    place(game, PlaceBlock("show", 1, "top"), PlaceBlock("hide", 1, "bottom"))
    public = place(game, PlaceBlock("show", 1, "top"), PlayTurnUp(1, "bottom", 1))
    assert (public.stage, public.target) == ("turn-up", "union.turn-1.round-1.blocks.hide")
    assert game.due() == [("union", "turn-1.round-1.turn-up-2")]
    public = open_up(game, {"union 1": "siege"})
    assert public.battles[0].bottom.row[0].block == "siege"
    assert public.forces[0].rounds[0].hide == "siege"
    assert public.forces[1].characters == ("turn-up",)
    assert game.due() == [("confederate", "turn-1.round-1.place-3")]
    public = place(game, PlaceBlock("hide", 2, "top"))
    assert (public.stage, public.round) == ("blocks", 2)


@pytest.mark.rule("BS-CHARACTERS-TURN-UP")
def test_after_everything_lies_the_seat_is_still_asked_to_go_on() -> None:
    game = started()
    reveal(game, ("left", "1-i"), ("left", "2-i-ii"))
    place(game, PlaceBlock("show", 1, "top"), PlaceBlock("hide", 1, "bottom"))
    place(game, PlaceBlock("show", 1, "top"), PlaceBlock("hide", 1, "bottom"), PlayTurnUp(1, "bottom", 1))
    open_up(game, {"union 1": "siege"})
    assert game.due() == [("confederate", "turn-1.round-1.place-3")]
    assert place(game).round == 2


@pytest.mark.rule("BS-CHARACTERS-BIBLE")
def test_the_bible_goes_on_any_general_once_a_turn() -> None:
    for front, space, legal in (("top", 1, True), ("top", 2, True), ("bottom", 1, True), ("bottom", 2, False)):
        problems = check_step(rules(), state(), PlayBible(1, front, space))
        assert codes(problems) == ([] if legal else [("order/BS-CHARACTERS-BIBLE", "space")])
    after = do_step(rules(), state(), PlayBible(1, "top", 2))
    assert after.battles[0].top.row[1].mark == "bible"
    assert "bible" not in after.cards
    again = replace(after, cards=ALL)
    assert codes(check_step(rules(), again, PlayBible(1, "top", 1))) == [("order/BS-CHARACTERS-BIBLE", "step")]


@pytest.mark.rule("BS-CHARACTERS-BIBLE")
def test_the_bible_may_go_on_a_block_just_placed() -> None:
    after = do_step(rules(), state(first=FREE[0]), PlaceBlock("show", 1, "top"))
    assert check_step(rules(), after, PlayBible(1, "top", 1)) == ()


@pytest.mark.rule("BS-CHARACTERS-ARTILLERY")
def test_the_artillery_takes_the_nearest_free_space_once_a_turn() -> None:
    assert codes(check_step(rules(), state(), PlayArtillery(1, "top"))) == [("order/BS-CHARACTERS-ARTILLERY", "step")]
    fresh = state(first=battle(("C ?",), widths=(2, 2)))
    after = do_step(rules(), fresh, PlayArtillery(1, "top"))
    space = after.battles[0].top.row[1]
    assert (space.seat, space.block) == (None, "artillery")
    assert codes(check_step(rules(), state(first=room(0, 1)), PlayArtillery(1, "top"))) == [
        ("order/BS-CHARACTERS-ARTILLERY", "front")
    ]


@pytest.mark.rule("BS-VARIANT-SPACE")
def test_with_the_variant_the_artillery_takes_any_empty_space() -> None:
    free = rules("artillery-any-space")
    fresh = state(first=battle(("C ?",), widths=(4, 2)))
    assert codes(check_step(rules(), fresh, PlayArtilleryAt(1, "top", 3))) == [("order/BS-VARIANT-SPACE", "step")]
    assert codes(check_step(free, fresh, PlayArtillery(1, "top"))) == [("order/BS-VARIANT-SPACE", "step")]
    assert codes(check_step(free, fresh, PlayArtilleryAt(1, "top", 1))) == [("order/BS-CHARACTERS-ARTILLERY", "space")]
    after = do_step(free, fresh, PlayArtilleryAt(1, "top", 4))
    assert [space.block for space in after.battles[0].top.row] == [None, None, None, "artillery"]
    after = do_step(free, after, PlaceBlock("show", 1, "top"))
    assert [space.block for space in after.battles[0].top.row] == [None, "1-i", None, "artillery"]


@pytest.mark.rule("BS-CHARACTERS-CHANGE")
@pytest.mark.parametrize(
    ("access", "old", "new", "pointers"),
    [
        ((1,), 1, 3, []),
        ((1, 2), 2, 3, []),
        ((1, 2), 3, 3, ["from"]),
        ((1, 2), 1, 2, ["to"]),
        ((1, 2), 1, 4, ["to"]),
        ((1, 2, 3), 1, 2, ["to"]),
    ],
)
def test_one_accessible_battle_is_changed(access: tuple[int, ...], old: int, new: int, pointers: list[str]) -> None:
    problems = check_step(rules(), placement("1-i", FREE, access, ALL), PlayChange(old, new))
    assert [problem.pointer for problem in problems] == pointers


@pytest.mark.rule("BS-CHARACTERS-CHANGE")
def test_the_change_comes_before_the_first_block() -> None:
    before = placement("1-i", FREE, (1,), ALL)
    steps = (PlayChange(1, 3), PlaceBlock("show", 3, "top"), PlaceBlock("hide", 3, "top"))
    assert check_steps(rules(), before, steps) == ()
    late = (PlaceBlock("show", 1, "top"), PlayChange(1, 3))
    assert codes(check_steps(rules(), before, late)) == [("order/BS-CHARACTERS-CHANGE", "steps[1].step")]


@pytest.mark.rule("BS-CHARACTERS-EXTRA")
def test_an_additional_block_lies_behind_the_last_space_of_a_full_front() -> None:
    full = battle(("C 3", "C 3"), (), widths=(2, 2))
    after = do_step(rules(), state(first=full), PlayExtra("show", 1, "top"))
    assert [space.block for space in after.battles[0].top.row] == ["3", "3", "1-i"]
    assert after.placing.todo == ("hide",)
    again = replace(after, cards=ALL)
    for front in ("top", "bottom"):
        assert codes(check_step(rules(), again, PlayExtra("hide", 1, front))) == [
            ("order/BS-CHARACTERS-EXTRA", "front")
        ]


@pytest.mark.rule("BS-CHARACTERS", "BS-VARIANT-CHARACTERS", "BS-VARIANT-PRESIDENTS")
@pytest.mark.parametrize(
    ("option", "presidents"), [("without-characters", False), ("presidents-only", True)]
)
def test_the_variants_without_character_cards(option: str, presidents: bool) -> None:
    cards = set()
    used = set()
    for i in range(8):
        game = Game(engine(option), f"no cards {i}").play()
        cards |= {card for force in game.public.forces for card in force.characters}
        used |= {event.facts["recruit"][:9] for event in game.events if event.name == "chose"}
        assert not any(name.startswith("game.") for name in game.log)
    assert cards == set()
    assert ("president" in used) is presidents


@pytest.mark.rule("BS-CHARACTERS")
def test_nobody_plays_a_fifth_card() -> None:
    game = started()
    forces = (replace(game.public.forces[0], characters=("bible", "change", "extra", "turn-up")), game.public.forces[1])
    game.public = replace(game.public, forces=forces)
    reveal(game, ("left", "1-i"), ("left", "2-i-ii"))
    (request,) = game.engine.requests(game.public)
    order = game.engine.orders["place"]((PlayArtillery(1, "top"),))
    found = game.engine.check(game.public, {}, request, order)
    assert codes(found) == [("order/BS-CHARACTERS", "steps[0].step")]


@pytest.mark.rule("BS-CHARACTERS")
def test_the_fourth_card_is_the_last_within_one_placing_too() -> None:
    """Four were dealt, whichever they are: everybody can see that a fifth is not there, and nobody may count on it."""
    game = started()
    forces = (replace(game.public.forces[0], characters=("bible", "change", "turn-up")), game.public.forces[1])
    game.public = replace(game.public, forces=forces)
    reveal(game, ("left", "1-i"), ("left", "2-i-ii"))
    (request,) = game.engine.requests(game.public)
    steps = (PlayArtillery(1, "top"), PlayExtra("show", 1, "top"))
    found = game.engine.check(game.public, {}, request, game.engine.orders["place"](steps))
    assert codes(found) == [("order/BS-CHARACTERS", "steps[1].step")]
