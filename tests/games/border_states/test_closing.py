"""The end of a turn, and every way to leave a game: resignation, illegal choices, failed audits."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.engine.requests import Decision, Disclosure
from adjudicator.engine.steps import Answer
from adjudicator.engine.streams import Stream
from adjudicator.games.border_states.orders import Blocks, Move, Moves
from adjudicator.games.border_states.reveal import judge_openings
from tests.games.border_states.table import engine, open_up, reveal, rules, started
from tests.games.driver import Game, handles_due


def stage(name: str, turn: int = 1) -> Any:
    return lambda game: game.public.stage == name and game.public.turn == turn


def retire(game: Game, *seats: str, reason: str = "resignation") -> Any:
    game.take(game.engine.retire(game.public, seats, reason, "BS-RETIREMENT"))
    return game.public


@pytest.mark.rule("BS-END-II", "BS-AUDIT")
def test_a_turn_closes_with_leftovers_audits_and_the_next_draw() -> None:
    game = started()
    reveal(game, ("left", "ambush"), ("left", "ambush"))
    game.public = replace(game.public, stage="close")
    assert game.due() == [
        ("union", "turn-1.leftover"),
        ("confederate", "turn-1.leftover"),
        ("union", "turn-1.audit"),
        ("confederate", "turn-1.audit"),
        ("", "turn-2.draw"),
    ]
    assert handles_due(game) == {f"{seat}.turn-1.round-1.blocks.hide" for seat in game.engine.seats}


@pytest.mark.rule("BS-END-II")
def test_from_the_second_turn_the_hand_is_what_the_six_used_blocks_are_not() -> None:
    game = Game(engine("attrition"), "hands").play(stage("close"))
    used = []
    for force in game.public.forces:
        closed = (game.known[force.seat].get(f"{force.seat}.turn-1.round-{r}.blocks.hide") for r in (1, 2, 3))
        used.append({*(pair.show for pair in force.rounds), *closed})
    cards = tuple(battle.card for battle in game.public.battles)
    initiative = game.public.initiative
    game.step()
    public = game.public
    assert (public.turn, public.stage, public.round) == (2, "blocks", 1)
    for force, six in zip(public.forces, used, strict=True):
        assert len(six) == 6
        assert set(force.hand) == set(game.engine.rules.blocks) - six
        assert {game.known[force.seat][f"turn-2.queue.{i}"] for i in range(1, 7)} == six
        assert (force.rounds, force.cubes) == ((), ())
    assert public.box == cards
    assert public.initiative == initiative


@pytest.mark.rule("BS-RETIREMENT")
def test_whoever_resigns_owes_nothing_and_the_other_closes_and_wins() -> None:
    game = started().play(stage("open"))
    closed = {handle for handle in game.engine.handles(game.public) if handle.startswith("union")}
    public = retire(game, "confederate")
    assert game.due() == [("union", "turn-1.leftover"), ("union", "turn-1.audit"), ("union", "game.audit")]
    assert handles_due(game) == closed == game.engine.handles(public)
    assert game.engine.outcome(public) is None
    game.play()
    outcome = game.engine.outcome(game.public)
    assert outcome is not None
    assert (outcome.winner, outcome.how, outcome.seats) == ("union", "resignation", ("confederate",))
    assert outcome.rule == "BS-RETIREMENT"


@pytest.mark.rule("BS-RETIREMENT")
def test_before_the_first_draw_nothing_is_owed() -> None:
    game = Game(engine(), "early")
    retire(game, "union")
    assert game.over
    assert game.engine.outcome(game.public).winner == "confederate"


@pytest.mark.rule("BS-RETIREMENT")
def test_if_both_leave_nobody_wins_and_nothing_is_owed() -> None:
    game = started()
    retire(game, "union", "confederate")
    assert game.over
    assert game.engine.outcome(game.public).winner is None
    game = started()
    retire(game, "union")
    assert not game.over
    retire(game, "confederate", reason="forfeit")
    outcome = game.engine.outcome(game.public)
    assert (outcome.winner, outcome.seats, outcome.how) == (None, ("union", "confederate"), "forfeit")
    assert retire(game, "union") == game.public


@pytest.mark.rule("BS-RETIREMENT", "BS-AUDIT")
def test_if_the_one_who_stays_fails_the_audit_nobody_wins() -> None:
    def forged(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Disclosure) and request.draw == "game":
            return answer
        return replace_stream(answer) if isinstance(request, Disclosure) and request.draw else answer

    game = started().play(stage("open"))
    retire(game, "confederate")
    game.spoil = forged
    game.play()
    outcome = game.engine.outcome(game.public)
    assert (outcome.winner, outcome.how, outcome.seats) == (None, "audit", ("union", "confederate"))


def replace_stream(answer: Answer) -> Answer:
    return Answer(opened=answer.opened, stream=Stream("0" * 64))


@pytest.mark.rule("BS-RETIREMENT")
def test_after_the_last_turn_leaving_still_loses() -> None:
    def last(game: Game) -> bool:
        return game.public.stage == "close" and game.public.verdict is not None

    game = started().play(last)
    winner = game.public.verdict.winner
    assert game.engine.outcome(game.public) is None
    assert {name for _, name in game.due()} >= {"game.audit"}
    retire(game, winner)
    game.play()
    assert game.engine.outcome(game.public).winner != winner


def illegal(*seats: str, **spoilt: Any) -> Any:
    """Return a spoiler that changes the choice of blocks of these seats in the first round."""

    def spoil(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Decision) and request.kind == "blocks" and request.seat in seats:
            return replace(answer, **spoilt) if spoilt else None
        return answer

    return spoil


@pytest.mark.rule("BS-COMBAT-I", "BS-RETIREMENT")
@pytest.mark.parametrize(
    ("spoilt", "slots"),
    [
        ({"show": "general"}, ["show"]),
        ({"recruit": "middle"}, ["recruit"]),
        ({"recruit": "president 7", "show": ""}, ["recruit", "show"]),
        ({}, ["recruit", "show"]),
    ],
)
def test_an_impossible_choice_is_named_at_its_reveal(spoilt: dict[str, str], slots: list[str]) -> None:
    game = Game(engine(), "illegal", spoil=illegal("union", **spoilt)).play(stage("close"))
    verdict = game.public.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.how, verdict.seats) == ("confederate", "illegal", ("union",))
    assert verdict.handles == tuple(f"union.turn-1.round-1.blocks.{slot}" for slot in slots)
    names = ["turn-1.leftover", "turn-1.audit", "game.audit"]
    assert game.due() == [("confederate", name) for name in names]
    game.play()
    assert game.engine.outcome(game.public).winner == "confederate"


@pytest.mark.rule("BS-RETIREMENT")
def test_two_impossible_choices_leave_no_winner() -> None:
    game = Game(engine(), "illegal", spoil=illegal("union", "confederate", show="general")).play()
    outcome = game.engine.outcome(game.public)
    assert outcome is not None
    assert (outcome.winner, outcome.how, len(outcome.handles)) == (None, "illegal", 2)


@pytest.mark.rule("BS-COMBAT-I-PENALTY", "BS-RETIREMENT")
@pytest.mark.parametrize("value", ["minus-2", "colonel", 7, None, ["3"]])
def test_what_the_penalty_turns_up_has_to_be_a_block(value: object) -> None:
    game = started()
    reveal(game, ("left", "minus-2"), ("left", "2-i-ii"))
    verdict = open_up(game, {"union 1": value}).verdict
    assert (verdict.winner, verdict.handles) == ("confederate", ("union.turn-1.round-1.blocks.hide",))


@pytest.mark.rule("BS-RESOLUTION-I", "BS-RETIREMENT")
def test_a_block_that_was_seen_before_is_named_when_it_is_opened_again() -> None:
    def twice(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Decision) and request.kind == "blocks" and request.seat == "union":
            return replace(answer, hide=answer.show)
        return answer

    game = Game(engine(), "twice", spoil=twice).play()
    outcome = game.engine.outcome(game.public)
    assert outcome is not None
    assert (outcome.winner, outcome.how, outcome.seats) == ("confederate", "illegal", ("union",))
    assert outcome.handles[0].startswith("union.turn-1.round-")


@pytest.mark.rule("BS-RESOLUTION-I", "BS-RETIREMENT")
def test_two_blocks_opened_together_differ() -> None:
    first, second = (f"union.turn-1.round-{number}.blocks.hide" for number in (1, 2))
    opened, illegal = judge_openings(rules(), started().public, {"union": {first: "3", second: "3"}})
    assert opened == (("union", 1, "3"),)
    assert illegal == {"union": (second,)}


@pytest.mark.rule("BS-AUDIT", "BS-RETIREMENT")
def test_a_block_out_of_the_queue_is_named_at_the_audit() -> None:
    def early(game: Game, request: Any, answer: Any) -> Any:
        if request.id == "turn-1.round-1.blocks" and request.seat == "union":
            known = game.known["union"]
            return Blocks("left", known["turn-1.blocks.1"], known["turn-1.blocks.9"])
        return answer

    for seed in ("early 1", "early 2", "early 3"):
        game = Game(engine("attrition"), seed, spoil=early).play(stage("blocks"))
        known = game.known["union"]
        if known["turn-1.blocks.1"] == "minus-2":
            continue
        game.play()
        outcome = game.engine.outcome(game.public)
        assert outcome is not None
        assert (outcome.winner, outcome.how, outcome.rule) == ("confederate", "audit", "BS-AUDIT")
        assert "union.turn-1.round-1.blocks.hide" in outcome.handles


@pytest.mark.rule("BS-AUDIT", "BS-RETIREMENT")
def test_a_failed_audit_still_asks_the_other_for_its_character_cards() -> None:
    def forged(game: Game, request: Any, answer: Any) -> Any:
        wrong = isinstance(request, Disclosure) and request.draw == "turn-1" and request.seat == "union"
        return replace_stream(answer) if wrong else answer

    game = Game(engine("attrition"), "forged", spoil=forged).play(lambda game: game.public.verdict is not None)
    assert game.due() == [("confederate", "game.audit")]
    game.play()
    assert game.engine.outcome(game.public).winner == "confederate"


@pytest.mark.rule("BS-AUDIT")
def test_an_undealt_card_is_named_at_the_close() -> None:
    def forged(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Disclosure) and request.draw == "game" and request.seat == "union":
            played = game.public.forces[0].characters
            for i in range(999):
                stream = Stream(f"{i:064x}")
                if played and played[0] not in stream.draw("characters", game.engine.rules.characters, 4):
                    return Answer(stream=stream)
        return answer

    for i in range(6):
        game = Game(engine(), f"undealt {i}", spoil=forged).play()
        outcome = game.engine.outcome(game.public)
        assert outcome is not None
        if game.public.forces[0].characters:
            assert (outcome.winner, outcome.how, outcome.seats) == ("confederate", "audit", ("union",))
            return
    raise AssertionError("nobody played a card")


@pytest.mark.rule("BS-END-I", "BS-RETIREMENT")
@pytest.mark.parametrize("moves", [None, Moves(()), Moves((Move("missouri", (9, 9, 9, 9)),))])
def test_impossible_sealed_moves_retire_their_seat(moves: Moves | None) -> None:
    def spoil(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Decision) and request.kind == "moves" and request.sealed and request.seat == "union":
            return moves
        return answer

    for i in range(20):
        game = Game(engine(), f"moves {i}", spoil=spoil).play()
        outcome = game.engine.outcome(game.public)
        assert outcome is not None
        if outcome.how == "illegal":
            assert (outcome.winner, outcome.rule) == ("confederate", "BS-END-I")
            assert outcome.handles[0].endswith(".tokens.moves")
            return
    raise AssertionError("no sealed moves came up")
