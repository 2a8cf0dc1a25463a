"""The words: every event, question, request, choice and order in plain English, and no hidden block in any of them."""

import re

import pytest

from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Event
from adjudicator.games.border_states import GAME, display_names
from adjudicator.games.border_states.ambush import Spot
from adjudicator.games.border_states.choice_words import (
    keep_choice,
    recruit_choice,
    show_choice,
    step_choice,
    victim_choice,
)
from adjudicator.games.border_states.event_words import EVENTS, SPECIAL
from adjudicator.games.border_states.orders import (
    Ambush,
    Blocks,
    Cubes,
    Move,
    Moves,
    Place,
    PlaceBlock,
    PlayArtillery,
    PlayArtilleryAt,
    PlayBible,
    PlayChange,
    PlayExtra,
    PlayTurnUp,
)
from adjudicator.games.border_states.words import about_text, event_text, order_text, question_text
from tests.games.border_states.boards import resolving
from tests.games.border_states.table import battle, engine, placement, rules, started
from tests.games.driver import Game

RAW = re.compile(r"[{}]|None|\b(union|confederate|missouri|west-virginia|yellow|brown|show block|hide block)\b")
VARIANTS = ((), ("without-characters",), ("artillery-any-space", "attrition"), ("deterministic", "presidents-only"))


def test_names_are_those_of_the_components():
    parts = rules().components
    assert {state.id: state.name for state in parts.states.each} == display_names.STATES
    states = {state.id: state.name for state in parts.states.each}
    assert {row.colour: states[row.state] for row in parts.colours} == display_names.COLOURS
    assert list(display_names.COLOURS) == list(rules().colours)
    assert {card.id: card.name for card in parts.battle_cards.each} == display_names.BATTLE_CARDS
    assert set(display_names.POSITIONS) == set(range(-rules().control, rules().control + 1))


@pytest.mark.parametrize(
    ("name", "seat", "facts", "said"),
    [
        ("initiative", "union", {}, "The Union holds the Initiative token: it places first at the first tie."),
        ("removed", None, {"cards": ("philippi", "wilsons-creek")},
         "Removed from the game: Philippi and Wilson's Creek, and one cube of each state."),
        ("battle", None, {"battle": 3, "card": "wilsons-creek", "cubes": ("brown", "yellow", "yellow"), "boxed": ()},
         "Battle III, Wilson's Creek: 2 Missouri, 1 Delaware."),
        ("battle", None, {"battle": 1, "card": "philippi", "cubes": (), "boxed": ("green", "green")},
         "Battle I, Philippi: nothing. To the box, of secured states: 2 West Virginia."),
        ("chose", "confederate", {"recruit": "president 3", "show": "siege"},
         "The Confederacy recruits place 3 (President) and shows siege."),
        ("place-block", "union", {"block": "hide", "battle": 2, "front": "top", "space": 1, "face": None},
         "The Union places its hidden block in battle II, top front, space 1."),
        ("place-block", "union", {"block": "show", "battle": 2, "front": "top", "space": 2, "face": "2-i-ii"},
         "The Union places 2-i-ii (shown) in battle II, top front, space 2."),
        ("place-block", "union", {"block": "hide", "battle": 2, "front": "top", "space": 2, "face": "3"},
         "The Union places 3 (face-up) in battle II, top front, space 2."),
        ("place-extra", "union", {"block": "hide", "battle": 1, "front": "bottom", "space": 3, "face": None},
         "The Union plays Extra space: its hidden block goes to battle I, bottom front, space 3."),
        ("place-change", "confederate", {"old": 1, "new": 3},
         "The Confederacy plays Change a battle: battle III instead of I."),
        ("set-aside", "union", {"slots": ("show", "hide")},
         "No room: the Union sets aside the shown block and the hidden block."),
        ("eliminated", "union", {"battle": 1, "front": "top", "space": 2, "block": "3", "whose": "confederate"},
         "Battle I: the Ambush of the Union eliminates the Confederacy's 3 (top front, space 2)."),
        ("indecisive", None, {"battle": 2, "front": None},
         "Battle II is indecisive: no front wins. Its cubes go to the box."),
        ("indecisive", None, {"battle": 2, "front": "top"},
         "Battle II is indecisive: the top front wins, but no side is positive there. Its cubes go to the box."),
        ("conquered", "union", {"battle": 1, "front": "top", "loser": "confederate"},
         "The Union wins battle I on the top front; the Confederacy is the loser."),
        ("cubes", "confederate", {"battle": 1, "cubes": ("green", "purple")},
         "The Confederacy takes 1 Kentucky, 1 West Virginia."),
        ("moved", "union", {"state": "maryland", "tokens": (-2, 0, 0, 1)},
         "The Union moves the tokens of Maryland: now 1 Union Control, 2 centre, 1 Confederate side."),
        ("scored", "confederate", {"points": (7, 9)},
         "The last turn is over: Union 7 points, Confederacy 9. The Confederacy wins."),
        ("retired", "union", {"how": "forfeit"}, "The Union leaves the game (did not answer in time)."),
        ("over", "union", {"how": "resignation"}, "The game is over by resignation: the Union wins."),
        ("over", None, {"how": "audit"}, "The game is over by a failed audit: nobody wins."),
    ],
)  # fmt: skip
def test_an_event_is_said(name, seat, facts, said):
    assert event_text(Event(name, "BS-SEQUENCE", seat, facts)) == said


@pytest.mark.parametrize(
    ("request_id", "said"),
    [
        ("turn-1.draw", "turn 1: draw"),
        ("game.draw", "draw of the Character cards"),
        ("game.audit", "audit of the Character cards"),
        ("turn-2.round-3.blocks", "turn 2, round 3: choice of blocks"),
        ("turn-2.round-3.place-1", "turn 2, round 3: placing"),
        ("turn-2.round-3.place-3", "turn 2, round 3: placing (3)"),
        ("turn-2.round-3.turn-up-2", "turn 2, round 3: block to turn up (2)"),
        ("turn-5.battle-2.ambush-1", "turn 5, battle II: victim of the Ambush"),
        ("turn-5.leftover", "turn 5: blocks set aside"),
        ("enrol", "enrolment"),
    ],
)
def test_a_request_is_named(request_id, said):
    assert about_text(request_id) == said


@pytest.mark.parametrize("kind", ["blocks", "place", "ambush", "cubes", "moves"])
def test_a_question_comes_with_a_little_help(kind):
    asked = Decision(id="turn-1.round-2.blocks", rule="BS-COMBAT-I", seat="union", kind=kind)
    first, question, *help_lines = question_text(asked).splitlines()
    assert first == "Turn 1, round 2: choice of blocks."
    assert question.endswith("?")
    assert 1 <= len(help_lines) <= 3
    assert max(map(len, (question, *help_lines))) < 80


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (Blocks("left", "3", "minus-2"), "Recruit from the left, show 3, hide minus-2."),
        (Blocks("president 2", "3", "union.turn-1.round-1.blocks.hide"),
         "Recruit place 2 (President), show 3, hide the other block."),
        (Place((PlayChange(1, 2), PlaceBlock("show", 2, "top"), PlaceBlock("hide", 3, "bottom"))),
         "Play Change a battle, II instead of I; place the shown block on battle II, top front;"
         " place the hidden block on battle III, bottom front."),
        (Place((PlayExtra("hide", 1, "top"), PlayBible(1, "top", 2), PlayArtillery(1, "bottom"))),
         "Play Extra space and place the hidden block on battle I, top front; play Bible on battle I, top front,"
         " space 2; play Artillery on battle I, bottom front."),
        (Place((PlayArtilleryAt(1, "top", 3), PlayTurnUp(1, "top", 2))),
         "Play Artillery on battle I, top front, space 3; play Turn up a hidden block, on battle I, top front,"
         " space 2."),
        (Place(()), "Place nothing."),
        (Ambush("top", 2), "Eliminate the block on the top front, space 2."),
        (Cubes(("brown", "yellow", "yellow")), "Keep 2 Missouri, 1 Delaware."),
        (Moves((Move("west-virginia", (-1, 0, 0, 0)),)), "Move tokens: West Virginia to 1 Union side, 3 centre."),
    ],
)  # fmt: skip
def test_an_order_is_one_sentence(order, said):
    assert order_text(None, "kind", order) == said


def test_the_choices_of_a_round_say_what_they_mean():
    assert recruit_choice("left", "3") == "recruit 3 from the left end"
    assert recruit_choice("president 2", None) == "recruit a block from place 2 (uses the President)"
    assert show_choice(rules(), "2-i-ii") == "show 2-i-ii: value 2, opens I and II"
    assert show_choice(rules(), "siege") == "show siege: value 1, opens I, II or III, both blocks to the same one"
    assert show_choice(rules(), "ambush") == "show ambush: value 0, opens the battles of the opposing block"


def test_the_choices_of_a_placing_name_the_shown_block_and_the_space():
    tables = (battle(("U 3",), ("C ?",), widths=(3, 1)), battle(), battle())
    state = placement("2-i-ii", tables, (1, 2))
    said = [
        step_choice(rules(), state, step)
        for step in (
            PlaceBlock("show", 1, "top"), PlaceBlock("hide", 1, "top"), PlayExtra("hide", 1, "bottom"),
            PlayBible(1, "bottom", 1), PlayBible(1, "top", 1), PlayArtillery(2, "top"), PlayChange(1, 3),
            PlayTurnUp(1, "bottom", 1),
        )
    ]  # fmt: skip
    assert said == [
        "place 2-i-ii (shown) on battle I, top front, space 2",
        "place your hidden block on battle I, top front, space 2",
        "play Extra space: your hidden block on battle I, bottom front, space 2",
        "play Bible on the Confederacy's face-down block, battle I, bottom front, space 1",
        "play Bible on your 3, battle I, top front, space 1",
        "play Artillery on battle II, top front, space 1",
        "play Change a battle: III instead of I",
        "play Turn up a hidden block: battle I, bottom front, space 1",
    ]


def test_victims_and_cubes_say_whose_they_are():
    second = resolving().battles[1]
    assert victim_choice(second, Spot("top", 3), "confederate") == "eliminate the Union's siege, top front, space 3"
    assert victim_choice(second, Spot("top", 3), "union") == "eliminate your own siege, top front, space 3"
    first = battle(cubes=("brown", "yellow", "yellow"))
    assert keep_choice(rules(), first, ("brown", "yellow", "yellow")) == "keep 2 Missouri, 1 Delaware"


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_told_without_ids_and_without_hidden_blocks(options, seed):
    told = set()

    def watch(game, step):
        for event in step.events:
            text = event_text(event)
            told.add(event.name)
            assert event.name in EVENTS or event.name in SPECIAL
            assert text.isascii()
            assert text[0].isupper()
            assert text.endswith(".")
            assert not RAW.search(text), text
        for request in game.engine.requests(step.public):
            if isinstance(request, Decision):
                known = game.known[request.seat]
                choices = game.engine.options(step.public, known, request, {})
                texts = [choice.text for choice in choices]
                assert len(set(texts)) == len(texts), texts
                assert all(text.isascii() and len(text) <= 90 and not RAW.search(text) for text in texts), texts
                if request.kind == "place":
                    hidden = known.get(f"{request.seat}.turn-{step.public.turn}.round-{step.public.round}.blocks.hide")
                    placing = [text for text in texts if text.startswith("place ")]
                    shown = step.public.forces[request.seat == "confederate"].rounds[-1].show
                    assert all(f" {hidden} " not in text for text in placing if hidden != shown)

    assert Game(engine(*options), f"words {seed}", watch=watch).play().over
    assert {"turn", "battle", "chose", "place-block", "over"} <= told


def test_every_event_happens_in_some_game():
    seen = {
        event.name
        for options in ((), ("deterministic",), ("artillery-any-space",))
        for seed in range(10)
        for event in Game(engine(*options), f"words {seed}").play().events
    }
    assert seen >= {*EVENTS, *SPECIAL} - {"stood-in", "penalised", "both-ambush", "retired", "audit-failed"}


def test_the_rule_set_opens_engines():
    assert (GAME.name, GAME.number, GAME.seats) == ("border-states", 1, ("union", "confederate"))
    assert GAME.parts == ("components.yaml",)
    found = engine()
    assert found.seats == GAME.seats
    assert set(found.orders) == {"blocks", "place", "ambush", "cubes", "moves"}
    assert found.turned(started().decision("union"), Blocks("left", "3", "siege")) == ()


def test_a_hidden_block_is_not_named_when_it_is_placed() -> None:
    game = Game(engine(), "placed").play(lambda game: game.public.stage == "open")
    placed = [event for event in game.events if event.name == "place-block"]
    hidden = [GAME.view.event(event) for event in placed if event.facts["face"] is None]
    assert hidden
    assert all(" places its hidden block in battle " in text for text in hidden)
    blocks = ("minus-2", "ambush", "siege", "1-i", "2-i", "3 (")
    assert not any(block in text for block in blocks for text in hidden)
