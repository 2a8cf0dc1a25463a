"""Whole games: random walks in every variant; what holds all along, and that nothing hidden shows."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import msgspec
import pytest

from adjudicator.engine.requests import Deal, Decision
from adjudicator.engine.steps import Known
from adjudicator.games.war_between_the_states.deck import cards_held, cards_open
from adjudicator.games.war_between_the_states.engine import WarBetweenTheStates
from adjudicator.games.war_between_the_states.public import Public
from tests.games.contract.driver import Hooks, Play, play, scripted
from tests.games.war_between_the_states.census import census
from tests.games.war_between_the_states.table import OPTIONS, engine, rules

SEEDS = range(5)
COMBINATIONS = [(), *((option,) for option in OPTIONS), *combinations(OPTIONS, 4), OPTIONS]


@pytest.mark.rule("WBS-SEQUENCE", "WBS-CARDS")
@pytest.mark.parametrize("options", COMBINATIONS, ids=lambda options: "+".join(options) or "plain")
def test_random_games_end_with_every_card_in_one_place(options: tuple[str, ...]) -> None:
    game = engine(*options)
    for seed in SEEDS:
        played = play(game, seed)
        assert played.outcome.how in ("morale", "deck", "turns")
        assert played.outcome.winner is not None
        assert played.outcome.seats == ()
        assert len({census(game.rules, public) for public in played.publics}) == 1
        assert census(game.rules, played.last)[1:] == (("twice", 0), ("strange", 0), ("missing from the deck", 0))


def test_all_along_ids_are_short_and_the_table_is_small() -> None:
    for seed in SEEDS:
        played = play(engine(), seed)
        assert len(played.moments) <= engine().max_steps
        draws = [request for moment in played.moments for request in moment.requests if hasattr(request, "label")]
        assert len(draws) <= engine().max_draws == 41
        for moment in played.moments:
            assert len(msgspec.json.encode(moment.public)) < 8_000
            for request in moment.requests:
                assert len(request.id) <= 40
                if isinstance(request, Deal):
                    assert all(len(handle) <= 48 for handle, _ in request.cards)
            assert set(cards_held(moment.public)) == engine().handles(moment.public)


def test_the_long_names_of_a_last_turn_are_handles() -> None:
    name = "referee.turn-99.move-999.draw.card_999"
    assert msgspec.convert({"add": [name]}, engine().orders["add"])


def unopened(played: Play) -> set[str]:
    """Return the handles of cards that were never laid open."""
    opened = {handle for moment in played.moments for answer in moment.answers.values() for handle in answer.opened}
    return set(played.sealed) - opened


@pytest.mark.rule("WBS-DEALER")
@pytest.mark.parametrize("value", ["robert-e-lee", "monitor", "canary", 7, None], ids=str)
def test_other_unopened_cards_make_the_same_game_to_the_byte(value: Any) -> None:
    for seed in (3, 5):
        played = play(engine(), seed)
        hidden = unopened(played)
        assert len(hidden) > 40

        def card(handle: str, dealt: Any, closed: Any = hidden) -> Any:
            return value if handle in closed else dealt

        other = play(engine(), seed, Hooks(order=scripted(played.script), card=card))
        assert other.texts() == played.texts()
        assert [moment.requests for moment in other.moments] == [moment.requests for moment in played.moments]


@pytest.mark.rule("WBS-DEALER")
def test_no_card_that_lies_closed_is_named_in_public() -> None:
    for seed in SEEDS:
        played = play(engine(), seed)
        for moment in played.moments:
            values = {moment.known["referee"][handle] for handle in cards_held(moment.public)}
            assert not values & set(cards_open(moment.public))


@pytest.mark.rule("WBS-GAIN")
def test_what_is_asked_follows_from_the_table_alone() -> None:
    seen: Counter[str] = Counter()
    for seed in range(10):
        for moment in play(engine(), seed).moments:
            again = msgspec.json.decode(msgspec.json.encode(moment.public), type=Public)
            assert engine().requests(again) == moment.requests
            seen.update(request.kind for request in moment.requests if isinstance(request, Decision))
    assert set(seen) == {"trade", "reveal", "move", "back", "add", "keep"}


@pytest.mark.rule("WBS-TURNS", "WBS-STAND-IN")
def test_two_silent_sides_play_to_the_last_turn() -> None:
    played = play(engine(), 1, Hooks(silent=lambda public, decision: True))
    assert (played.outcome.how, played.outcome.winner, played.last.turn) == ("turns", "south", 40)
    assert played.last.deck + len(cards_held(played.last)) == 145


class AllOut(WarBetweenTheStates):
    """Offers only what uses most: everything that can be played is revealed, added and used."""

    def options(self, public: Public, known: Known, decision: Decision, so_far: Mapping[str, Any]) -> Any:
        choices = super().options(public, known, decision, so_far)
        if decision.kind in ("reveal", "move", "add"):
            return choices[1:2] or choices[:1]
        return choices


@pytest.mark.rule("WBS-MOVES")
def test_the_bound_on_steps_holds_where_everything_is_used() -> None:
    """All-out play favours the North, and either the deck or morale ends it in ten turns or so."""
    winners: Counter[Any] = Counter()
    for seed in range(12):
        game = AllOut(rules("consecutive-passes"))
        played = play(game, seed)
        assert 2 * len(played.moments) <= game.max_steps
        winners[played.outcome.winner] += 1
        assert 2 <= played.last.turn <= 20
    assert winners["north"] > winners["south"]
