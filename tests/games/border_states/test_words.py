"""The words and the plain board: they never fail, and say what they should."""

from adjudicator.games.border_states import GAME
from adjudicator.games.border_states.orders import Blocks, Cubes, Place, PlaceBlock, PlayArtilleryAt, PlayChange
from adjudicator.games.border_states.words import EVENTS, QUESTIONS
from tests.games.border_states.table import engine, started
from tests.games.driver import Game


def test_every_event_of_a_game_has_its_sentence() -> None:
    seen = set()
    for options in ((), ("deterministic",), ("artillery-any-space",)):
        for seed in range(10):
            game = Game(engine(*options), f"words {seed}").play()
            for event in game.events:
                seen.add(event.name)
                text = GAME.view.event(event)
                assert event.name in EVENTS
                assert "{" not in text
                assert text.endswith(".")
                assert event.rule.startswith("BS-")
    assert seen >= set(EVENTS) - {"stood-in", "penalised", "both-ambush", "retired", "audit-failed"}


def test_requests_are_named_for_people() -> None:
    about = GAME.view.about
    assert about("turn-1.round-2.blocks") == "turn 1, round 2: choice of blocks"
    assert about("turn-1.round-2.place-1") == "turn 1, round 2: placing"
    assert about("turn-1.round-2.turn-up-3") == "turn 1, round 2: block to turn up (3)"
    assert about("turn-4.battle-2.ambush-1") == "turn 4, battle II: victim of the Ambush"
    assert about("game.audit") == "game: audit"
    assert about("enrol") == "enrolment"


def test_questions_and_orders_in_a_sentence() -> None:
    decision = started().decision("union")
    assert GAME.view.question(decision) == f"turn 1, round 1: choice of blocks. {QUESTIONS['blocks']}"
    assert GAME.view.order("blocks", Blocks("left", "3", "siege")) == "recruit from the left, show 3, hide siege"
    steps = (PlayChange(1, 2), PlaceBlock("show", 2, "top"), PlayArtilleryAt(2, "top", 3))
    expected = "CHANGE battle I to II; show block to battle II top; ARTILLERY to battle II top 3"
    assert GAME.view.order("place", Place(steps)) == expected
    assert GAME.view.order("place", Place(())) == "place nothing"
    assert GAME.view.order("cubes", Cubes(("brown", "green"))) == "keep brown, green"


def test_the_board_shows_a_seat_its_own_blocks_only() -> None:
    game = Game(engine(), "board").play(lambda game: game.public.stage == "open")
    mine = GAME.view.board(game.engine, game.public, game.known["union"], "union", 80)
    bystander = GAME.view.board(game.engine, game.public, {}, None, 80)
    assert "your blocks:" in mine
    assert "your blocks:" not in bystander
    assert "?" in bystander
    assert all(len(line) <= 80 for line in mine.splitlines())
    before = Game(engine(), "board")
    assert "before the first turn" in GAME.view.board(before.engine, before.public, {}, "union", 80)


def test_the_rule_set_opens_engines() -> None:
    assert (GAME.name, GAME.number, GAME.seats) == ("border-states", 1, ("union", "confederate"))
    assert GAME.parts == ("components.yaml",)
    found = engine()
    assert found.seats == GAME.seats
    assert set(found.orders) == {"blocks", "place", "ambush", "cubes", "moves"}
    assert found.turned(started().decision("union"), Blocks("left", "3", "siege")) == ()


def test_a_hidden_block_is_not_named_when_it_is_placed() -> None:
    game = Game(engine(), "placed").play(lambda game: game.public.stage == "open")
    texts = {GAME.view.event(event) for event in game.events if event.name == "place-block"}
    assert any(" places a hidden block in battle " in text for text in texts)
    assert not any("show" in text or "hide" in text.split() for text in texts)
