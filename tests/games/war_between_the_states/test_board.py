"""The board: all that lies on the table, one's own hand, never another's; within the width, in plain ASCII."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.games.war_between_the_states import GAME
from tests.games.contract.driver import Hooks, play
from tests.games.war_between_the_states.table import NORTH, SOUTH, engine, laid, side


def drawn(table: Any, known: Any = None, seat: str | None = None, width: int = 80) -> str:
    return GAME.view.board(engine(), table, known or {}, seat, width)


def fight() -> Any:
    """Return a table in the midst of a hand: used, unused and discarded cards, casualties, a gained card."""
    table = laid(
        ("wounded", "yankees", "general-mcclellan", "control-the-mississippi used"),
        ("robert-e-lee", "fredericksburg", "desertions", "stalemate-p killed"),
        hands=(4, 3), objectives=("naval-blockade",), discard=("monitor",), turn=6,
    )  # fmt: skip
    north, south = table.sides
    north = replace(north, trades=-1, gained=north.hand[2:3])
    return replace(table, sides=(north, replace(south, fewer=1, passed=True)))


def hand(table: Any) -> dict[str, str]:
    cards = ("stonewall-jackson", "killed", "terrible-swift-sword", "balls-bluff")
    return dict(zip(side(table, NORTH).hand, cards, strict=True))


def test_the_board_shows_everything_that_is_public() -> None:
    assert drawn(fight()).split("\n") == [
        "THE WAR BETWEEN THE STATES: turn 6; as anybody may see it",
        "Conduct Phase, move 1: the North may use a Special Ability, or pass.",
        "Morale: North 9, South 9. Who has none left has lost.",
        "Deck: 130 cards. Discard pile: 1 card. When the deck runs out, or after turn 40,",
        "  the higher morale wins, the South at a tie.",
        "Objectives that count: Naval Blockade. The South draws 1 card less.",
        "-- The North, morale 9 ---------------------------------------------------------",
        "  Hand: 4 cards. 1 card of it just gained.",
        "  Next turn: may trade 1 card instead of 2.",
        "  Revealed, with force 14 in all:",
        "   2  Wounded (Tactics): discard a revealed General card (not used yet)",
        "   4  Yankees (Army) [4, +2 General McClellan, -2 Desertions]",
        "   2  General McClellan (General): your Army cards get +2",
        "   6  Control the Mississippi (Strategy): draw 2 cards (used)",
        "-- The South, morale 9 ---------------------------------------------------------",
        "  Hand: 3 cards. It has passed.",
        "  Next turn: draws 5 cards instead of 7.",
        "  Revealed, with force 17 in all:",
        "   7  Robert E. Lee (General): your Battle cards get +2",
        "   8  Fredericksburg (Battle) [6, +2 Robert E. Lee]: the opponent draws 1 card",
        "       less next turn (not used yet)",
        "   2  Desertions (Morale): the opponent's Army cards get -2",
        "   -  Stalemate (Political): discarded, counts no more",
    ]


def test_a_seat_sees_its_own_side_and_hand_last() -> None:
    table = fight()
    lines = drawn(table, hand(table), NORTH).split("\n")
    start = lines.index("-- Your hand: 4 cards ----------------------------------------------------------")
    assert lines[start + 1 :] == [
        "  Stonewall Jackson, force 6, General: your Army cards get +2. Cannot be played",
        "      by the North. [stonewall-jackson]",
        "  Killed, force 2, Tactics: discard a revealed General card. Now it could hit",
        "      Robert E. Lee. [killed]",
        "  Terrible Swift Sword, force 3, Morale: your Army cards get +2. Now it would",
        "      help 1 card on the table; you hold 0 of the kind. (just gained)",
        "      [terrible-swift-sword]",
        "  Ball's Bluff, force 5, Battle: you gain 1 morale and the opponent loses 1, at",
        "      once. Cannot be played by the North. [balls-bluff]",
    ]
    assert lines.index("-- The South, morale 9 ---------------------------------------------------------") < start
    assert "-- The North (you), morale 9 ---------------------------------------------------" in lines


def test_an_unknown_card_is_shown_by_its_handle_alone() -> None:
    table = fight()
    lines = drawn(table, {}, NORTH).split("\n")
    assert [line.strip() for line in lines[-4:]] == [
        "referee.turn-6.logistics.card_01", "referee.turn-6.logistics.card_02",
        "referee.turn-6.logistics.card_03 (just gained)", "referee.turn-6.logistics.card_04",
    ]  # fmt: skip


@pytest.mark.rule("WBS-DEALER")
def test_a_card_that_cannot_be_is_named_to_its_owner() -> None:
    table = fight()
    first, second, third, fourth = side(table, NORTH).hand
    known = {first: "robert-e-lee", second: "joker", third: "killed", fourth: "killed"}
    lines = [line.strip() for line in drawn(table, known, NORTH, 120).split("\n")[-4:]]
    assert lines == [
        f"{first}: Robert E. Lee, dealt falsely. To turn it up ends the game.",
        f"{second}: a card that is in no deck, dealt falsely. To turn it up ends the game.",
        f"{third}: Killed, dealt falsely. To turn it up ends the game.",
        f"{fourth}: Killed, dealt falsely. To turn it up ends the game.",
    ]


def test_no_hand_but_ones_own_is_ever_drawn() -> None:
    table = fight()
    theirs = dict.fromkeys(side(table, SOUTH).hand, "gettysburg")
    everything = {**hand(table), **theirs}
    assert drawn(table, everything, NORTH) == drawn(table, hand(table), NORTH)
    assert drawn(table, everything, None) == drawn(table)
    assert "Gettysburg" not in drawn(table, everything, NORTH)
    assert "Killed" not in drawn(table, everything, SOUTH)


def test_the_end_is_said_with_its_reason() -> None:
    played = play(engine(), 3, Hooks(resign=lambda step, due: (SOUTH,) if step == 4 else ()))
    closing, over = (drawn(public, width=100).split("\n")[1] for public in (played.moments[-1].public, played.last))
    assert closing == "The game is decided, the deck has still to be opened: the North wins, by resignation."
    assert over == "The game is over: the North wins, by resignation."


@pytest.mark.parametrize("width", [40, 60, 80, 132])
def test_every_board_of_a_game_is_ascii_and_fits(width: int) -> None:
    for seed in range(2, 5):
        for moment in play(engine(), seed).moments[::3]:
            for seat in (None, NORTH, SOUTH):
                text = drawn(moment.public, moment.known[seat] if seat else {}, seat, width)
                assert text.isascii()
                assert max(map(len, text.split("\n"))) <= width
