import pytest
from msgspec.structs import replace

from adjudicator.engine.streams import Stream
from adjudicator.games.border_states.preparation import deck, do_prepare, secured_state
from adjudicator.games.border_states.public import Track
from tests.games.border_states.table import engine, rules, started


@pytest.mark.rule("BS-PREPARATION")
def test_a_battle_of_intensity_two_draws_four_cubes() -> None:
    """EX1: the number of cubes is the Intensity and two more."""
    for i in range(6):
        public = started(seed=f"preparation {i}").public
        for battle in public.battles:
            card = rules().cards[battle.card]
            assert len(battle.cubes) == card.intensity + 2
            assert (battle.top.spaces, battle.bottom.spaces) == (2 + card.top, 2 + card.bottom)


@pytest.mark.rule("BS-PREPARATION")
@pytest.mark.parametrize(
    ("tokens", "whole"),
    [((-2, -2, -2, -2), True), ((-2, -2, 2, 2), True), ((-2, -2, -1, 2), False), ((0, 0, 0, 0), False)],
)
def test_a_state_is_secured_when_all_tokens_lie_in_control_areas(tokens: tuple[int, ...], whole: bool) -> None:
    assert secured_state(rules(), Track("missouri", 10, 0, tokens)) is whole


@pytest.mark.rule("BS-PREPARATION")
def test_cubes_of_a_secured_state_go_to_the_box_unreplaced() -> None:
    public = replace(engine().begin().public, initiative="union")
    states = tuple(replace(track, tokens=(-2, -2, 2, 2)) for track in public.states[:1]) + public.states[1:]
    seen = 0
    for seed in ("a" * 64, "b" * 64, "c" * 64):
        after = do_prepare(rules(), replace(public, states=states), Stream(seed)).public
        cubes = [cube for battle in after.battles for cube in battle.cubes]
        expected = sum(rules().cards[battle.card].intensity + 2 for battle in after.battles)
        assert "yellow" not in cubes
        assert after.states[0].bag + after.states[0].box == 10
        assert len(cubes) + after.states[0].box == expected
        seen += after.states[0].box
    assert seen > 0


@pytest.mark.rule("BS-PREPARATION")
def test_the_drawn_order_follows_the_stream() -> None:
    public = replace(engine().begin().public, initiative="union")
    stream = Stream("ab" * 32)
    after = do_prepare(rules(), public, stream).public
    assert tuple(battle.card for battle in after.battles) == stream.draw("cards", rules().cards, 3)
    bag = [colour for colour in rules().colours for _ in range(10)]
    count = rules().cards[after.battles[0].card].intensity + 2
    assert after.battles[0].cubes == tuple(sorted(stream.draw("cubes-1", bag, count)))
    assert len(deck(rules(), after)) == 14
