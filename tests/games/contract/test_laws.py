"""Every law of the engine interface, on every game."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.contract import conduct, laws
from tests.games.contract.driver import Hooks, play
from tests.games.contract.games import GAMES, Game

SEEDED: tuple[laws.Seeded, ...] = (
    laws.law_1_walks,
    laws.law_2_arrival,
    laws.law_3_text,
    laws.law_4_types,
    laws.law_4_handles,
    laws.law_4_draws,
    laws.law_5_honest,
    laws.law_6_census,
    conduct.law_7_audit,
    conduct.law_8_chance,
    conduct.law_9_independent,
    conduct.law_10_stand_in,
)
# Slower: they try every order of every decision, or every way to garble one.
THOROUGH: tuple[laws.Seeded, ...] = (laws.law_1_reach, laws.law_5_monotone, conduct.law_7_opened)

EVERY_GAME = pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in GAMES])
EVERY_LAW = pytest.mark.parametrize("law", [pytest.param(law, id=law.__name__) for law in SEEDED])
THOROUGH_LAW = pytest.mark.parametrize("law", [pytest.param(law, id=law.__name__) for law in THOROUGH])
SEEDS = st.integers(0, 2**32)


def hold(game: Game, law: laws.Seeded, examples: int) -> None:
    settings(max_examples=examples, deadline=None)(given(seed=SEEDS)(lambda seed: law(game, seed)))()


@EVERY_GAME
@EVERY_LAW
def test_law(game: Game, law: laws.Seeded) -> None:
    hold(game, law, game.examples)


@EVERY_GAME
@THOROUGH_LAW
def test_thorough_law(game: Game, law: laws.Seeded) -> None:
    hold(game, law, max(1, game.examples // 4))


@EVERY_GAME
def test_false_streams_are_found_out(game: Game) -> None:
    conduct.law_7_stream(game, range(12))


@pytest.mark.soak
@EVERY_GAME
@EVERY_LAW
def test_law_thousands(game: Game, law: laws.Seeded) -> None:
    for seed in range(250 * game.examples):
        law(game, seed)


@pytest.mark.soak
@EVERY_GAME
@THOROUGH_LAW
def test_thorough_law_hundreds(game: Game, law: laws.Seeded) -> None:
    for seed in range(16 * game.examples):
        law(game, seed)


@EVERY_GAME
def test_no_hash_seed_changes_a_byte(game: Game) -> None:
    def printed(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-m", "tests.games.contract.digest", game.name]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    first, *others = [printed(hash_seed) for hash_seed in ("0", "1", "4242")]
    assert game.name in first
    assert others == [first, first]


def troubled(game: Game, seed: int) -> Iterator[Hooks]:
    """Yield every kind of trouble: nobody, one seat or all seats resign, fall silent, garble or play what they lack.

    And a dealer, where there is one, deals what is no card.
    """
    yield Hooks()
    yield Hooks(card=lambda handle, value: "joker")
    seats = game.engine().seats
    for group in ((seats[seed % len(seats)],), seats):
        yield Hooks(resign=lambda step, requests, who=group: who if step == seed % 9 else ())  # type: ignore[misc]
        yield Hooks(silent=lambda public, decision, who=group: decision.seat in who)  # type: ignore[misc]
        yield Hooks(
            sealed=lambda decision, slots, who=group: (  # type: ignore[misc]
                dict.fromkeys(slots, 10**9) if decision.seat in who else slots
            )
        )
        yield Hooks(blind=frozenset(group))


@EVERY_GAME
def test_every_end_is_reached(game: Game) -> None:
    ends, nobody = set(), set()
    for seed in range(5 * game.examples):
        for hooks in troubled(game, seed):
            outcome = play(game.engine(), seed, hooks).outcome
            ends.add(outcome.how)
            if len(outcome.seats) > 1:
                assert outcome.winner is None
                nobody.add(outcome.how)
    assert ends == game.ends
    assert {"resignation", "illegal", "audit"} & game.ends <= nobody, "all leave at once: nobody wins"


@EVERY_GAME
def test_who_stays_owes_its_audits_before_it_has_won(game: Game) -> None:
    for step in range(1, 9):
        engine = game.engine()
        leaver = engine.seats[step % 2]
        played = play(engine, step, Hooks(resign=lambda n, requests, s=step, who=leaver: (who,) if n == s else ()))  # type: ignore[misc]
        assert played.outcome.seats == (leaver,)
        assert played.outcome.winner not in (None, leaver)
        assert all(moment.requests for moment in played.moments[step:])
        assert all(getattr(request, "seat", leaver) != leaver
                   for moment in played.moments[step + 1:] for request in moment.requests)  # fmt: skip
        assert any(moment.answers for moment in played.moments[step + 1:]), "nothing was audited"
