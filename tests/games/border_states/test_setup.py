import pytest

from tests.games.border_states.table import engine, started
from tests.games.driver import Game


@pytest.mark.rule("BS-SETUP")
def test_tokens_start_in_the_centre_but_for_two_states() -> None:
    public = engine().begin().public
    assert {track.state: track.tokens for track in public.states} == {
        "missouri": (-1, -1, 0, 0),
        "kentucky": (0, 0, 0, 0),
        "west-virginia": (0, 0, 0, 0),
        "maryland": (0, 0, 0, 0),
        "delaware": (0, 0, 1, 1),
    }
    assert [track.bag for track in public.states] == [10] * 5


@pytest.mark.rule("BS-SETUP")
def test_set_up_draws_with_and_without_character_cards() -> None:
    assert Game(engine(), "a").due() == [("", "turn-1.draw"), ("", "game.draw")]
    assert Game(engine("presidents-only"), "a").due() == [("", "turn-1.draw")]


@pytest.mark.rule("BS-SETUP")
def test_the_initiative_is_thrown_at_random() -> None:
    holders = {started(seed=f"initiative {i}").public.initiative for i in range(12)}
    assert holders == {"union", "confederate"}


@pytest.mark.rule("BS-SETUP")
def test_each_seat_is_dealt_its_own_blocks_and_cards() -> None:
    game = started()
    for seat in game.engine.seats:
        known = game.known[seat]
        assert {known[f"turn-1.blocks.{i}"] for i in range(1, 11)} == set(game.engine.rules.blocks)
        cards = [known[f"game.characters.{i}"] for i in range(1, 5)]
        assert len(set(cards)) == 4
        assert set(cards) < set(game.engine.rules.characters)
    assert game.known["union"] != game.known["confederate"]


@pytest.mark.rule("BS-VARIANT-DETERMINISTIC")
def test_the_deterministic_game_removes_two_cards_and_five_cubes() -> None:
    public = started("deterministic").public
    cards = engine().rules.cards
    assert [cards[card].intensity for card in public.box] == [0, 2]
    assert [track.box for track in public.states] == [1] * 5


@pytest.mark.rule("BS-VARIANT-DETERMINISTIC")
def test_the_deterministic_game_draws_every_card_and_cube() -> None:
    def last(game: Game) -> bool:
        return game.public.turn == 5 and game.public.stage == "blocks"

    for i in range(20):
        game = Game(engine("deterministic", "attrition"), f"deterministic {i}").play(last)
        if last(game):
            assert [track.bag for track in game.public.states] == [0] * 5
            assert len(game.public.box) + len(game.public.battles) == 17
            return
    raise AssertionError("no game went to its fifth turn")
