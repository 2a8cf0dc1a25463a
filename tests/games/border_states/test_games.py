"""Whole games: random walks in every variant, with everything that may go wrong; the laws that hold all along."""

import json
import os
import re
import subprocess
import sys
from itertools import combinations
from typing import Any

import jsonschema
import msgspec
import pytest

from adjudicator.engine.requests import Decision, Disclosure
from adjudicator.engine.steps import Step
from adjudicator.games.border_states.orders import Blocks
from adjudicator.games.border_states.public import Public
from tests.games.border_states.census import blocks_lying, census
from tests.games.border_states.table import engine
from tests.games.driver import Game

SEEDS = range(30)
EXTRAS = ("deterministic", "attrition", "cube-split=intensity", "artillery-any-space")
CARDS = ((), ("without-characters",), ("presidents-only",))
COMBINATIONS = [
    (*cards, *extras) for cards in CARDS for count in (0, 1, len(EXTRAS)) for extras in combinations(EXTRAS, count)
]


def intact(game: Game, step: Step[Any]) -> None:
    """Assert that no piece was lost, that the public value is what its type says, and that it is small."""
    rules, public = game.engine.rules, step.public
    assert census(rules, public) == census(rules, game.engine.begin().public)
    text = msgspec.json.encode(public)
    assert msgspec.json.decode(text, type=Public) == public
    lying = blocks_lying(public)
    assert all(count <= 1 for _, count in lying)
    if public.verdict is None and public.stage in ("open", "ambush", "cubes", "tokens", "close"):
        assert all(count == 1 for _, count in lying)
    assert all(track.bag >= 0 for track in public.states)
    for request in game.engine.requests(public):
        assert len(request.id) <= 40
        if isinstance(request, Disclosure):
            assert set(request.handles) <= game.engine.handles(public)


@pytest.mark.parametrize("options", COMBINATIONS, ids=lambda options: "+".join(options) or "plain")
def test_random_games_end_with_everything_in_its_place(options: tuple[str, ...]) -> None:
    ends = set()
    for seed in SEEDS:
        game = Game(engine(*options), f"{options} {seed}", watch=intact).play()
        outcome = game.engine.outcome(game.public)
        assert outcome is not None
        assert outcome.winner is not None
        assert outcome.seats == ()
        ends.add(outcome.how)
        assert game.engine.handles(game.public) == frozenset()
    assert ends <= {"score", "sudden-death"}


def test_games_end_by_score_and_by_sudden_death() -> None:
    ends = {Game(engine(), f"ends {seed}").play().public.verdict.how for seed in SEEDS}
    assert ends == {"score", "sudden-death"}


@pytest.mark.parametrize("options", [(), ("without-characters",)], ids=["plain", "bare"])
def test_a_resignation_at_any_moment_leaves_a_game_that_closes(options: tuple[str, ...]) -> None:
    for seed in range(60):
        moment = seed * 3 % 70
        game = Game(engine(*options), f"leaving {seed}", watch=intact)
        game.play(lambda game, moment=moment: game.steps > moment)  # type: ignore[misc]
        if game.over:
            continue
        leaver = game.engine.seats[seed % 2]
        game.take(game.engine.retire(game.public, (leaver,), "resignation", "BS-RETIREMENT"))
        turn = game.public.turn
        due = game.due()
        assert all(seat not in ("", leaver) for seat, _ in due)
        names = [name for _, name in due if not name.endswith("leftover")]
        expected = [f"turn-{turn}.audit"] if turn else []
        assert names == expected + (["game.audit"] if turn and not options else [])
        game.play()
        outcome = game.engine.outcome(game.public)
        assert outcome is not None
        assert outcome.winner not in (None, leaver)
        assert outcome.seats == (leaver,)


def test_cheats_at_any_moment_lose_to_an_honest_seat() -> None:
    """The Confederacy lies about its hidden blocks at random; the Union never does, and is never named."""

    def lie(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Decision) and request.kind == "blocks" and request.seat == "confederate":
            blocks = tuple(game.engine.rules.blocks)
            if game.random.random() < 0.2:
                seen = msgspec.structs.replace(answer, hide=game.random.choice(blocks))
                lies.append(bool(game.engine.check(game.public, game.known["confederate"], request, seen)))
                return seen
        return answer

    caught = set()
    for seed in range(60):
        lies: list[bool] = []
        game = Game(engine(), f"lies {seed}", spoil=lie, watch=intact).play()
        outcome = game.engine.outcome(game.public)
        assert outcome is not None
        if any(lies):
            assert (outcome.winner, outcome.seats) == ("union", ("confederate",))
            assert outcome.handles
            caught.add(outcome.how)
        else:
            assert outcome.seats == ()
    assert caught == {"illegal", "audit"}


def test_a_penalty_taken_on_purpose_leaves_a_game_that_goes_on() -> None:
    def careless(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(answer, Blocks) and answer.hide == "minus-2" and game.random.random() < 0.7:
            order = Blocks(answer.recruit, answer.hide, answer.show)
            problems = game.engine.check(game.public, game.known[request.seat], request, order)
            assert [problem.severity for problem in problems] == ["mistake"]
            penalties.append(request.id)
            return order
        return answer

    penalties: list[str] = []
    for seed in SEEDS:
        game = Game(engine(), f"careless {seed}", spoil=careless, watch=intact).play()
        assert game.public.verdict.how in ("score", "sudden-death")
    assert len(penalties) > 30


def test_the_order_of_answers_changes_nothing() -> None:
    class Backwards:
        def __init__(self, inner: Any) -> None:
            self.inner = inner

        def __getattr__(self, name: str) -> Any:
            return getattr(self.inner, name)

        def apply(self, public: Any, answers: Any, draws: Any) -> Any:
            return self.inner.apply(public, dict(reversed(answers.items())), dict(reversed(draws.items())))

    for seed in range(10):
        forth = Game(engine(), f"arrival {seed}").play()
        back = Game(Backwards(engine()), f"arrival {seed}").play()
        assert forth.public == back.public
        assert forth.events == back.events


def test_what_lies_closed_is_in_no_public_value() -> None:
    """Two games that differ only in a hidden block have the same table until it is opened."""

    def other(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(answer, Blocks) and request.id == "turn-1.round-1.blocks":
            known = game.known[request.seat]
            hand = [known[f"turn-1.blocks.{i}"] for i in range(1, 5)]
            rest = [name for name in hand if name not in (answer.show, answer.hide)]
            return Blocks(answer.recruit, answer.show, rest[0])
        return answer

    def placing(game: Game) -> bool:
        return game.public.round == 2

    for seed in range(10):
        one = Game(engine("without-characters"), f"canary {seed}").play(placing)
        two = Game(engine("without-characters"), f"canary {seed}", spoil=other).play(placing)
        assert one.public == two.public
        assert one.known != two.known


def test_same_bytes_under_every_hash_seed() -> None:
    code = (
        "import hashlib, msgspec\n"
        "from tests.games.border_states.table import engine\n"
        "from tests.games.driver import Game\n"
        "games = [Game(engine(), f'hash {i}').play() for i in range(4)]\n"
        "texts = [msgspec.json.encode(g.public) + repr(g.events).encode() + repr(g.log).encode() for g in games]\n"
        "print(hashlib.sha256(b''.join(texts)).hexdigest())\n"
    )
    found = set()
    for seed in ("0", "1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        found.add(run.stdout)
    assert len(found) == 1


def test_what_is_written_can_be_read_again() -> None:
    """Every public value and order fits its type and its schema, and holds only what canonical text can say."""

    def canonical(value: Any, depth: int = 2) -> int:
        if isinstance(value, dict):
            assert all(re.fullmatch(r"[a-z][a-z0-9_]{0,31}", key) for key in value)
            assert not {"y", "n", "yes", "no", "on", "off", "true", "false", "null"} & set(value)
            return max([depth, *(canonical(part, depth + 1) for part in value.values())])
        if isinstance(value, list):
            assert not any(isinstance(part, list) for part in value)
            return max([depth, *(canonical(part, depth + 1) for part in value)])
        assert value is None or isinstance(value, str | int)
        return depth

    def written(game: Game, step: Step[Any]) -> None:
        text = msgspec.json.encode(step.public)
        sizes.append(len(text))
        assert canonical(msgspec.json.decode(text)) <= 12

    def read(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Decision):
            kind = game.engine.orders[request.kind]
            built = msgspec.to_builtins(answer, str_keys=True)
            assert msgspec.convert(built, kind) == answer
            jsonschema.validate(json.loads(msgspec.json.encode(answer)), schemas[request.kind])
            assert canonical(json.loads(msgspec.json.encode(answer))) <= 12
        return answer

    schemas = {kind: msgspec.json.schema(order) for kind, order in engine().orders.items()}
    sizes: list[int] = []
    for options in ((), ("artillery-any-space",)):
        game = Game(engine(*options), "written", watch=written, spoil=read).play()
        jsonschema.validate(json.loads(msgspec.json.encode(game.public)), msgspec.json.schema(Public))
    assert max(sizes) < 6000
