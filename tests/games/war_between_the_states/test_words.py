"""The words: every event, question, request and order in plain English, with printed names."""

import re
from typing import Any

import pytest

from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Event
from adjudicator.games.war_between_the_states import GAME
from adjudicator.games.war_between_the_states.card_words import card_text, plain
from adjudicator.games.war_between_the_states.event_words import DEPARTURES, ENDS, EVENTS, SPECIAL
from adjudicator.games.war_between_the_states.orders import ORDERS, Add, Back, Keep, Move, Reveal, Trade
from adjudicator.games.war_between_the_states.words import ABOUT, QUESTIONS
from tests.games.contract.driver import Hooks, play
from tests.games.war_between_the_states.table import NORTH, SOUTH, engine, laid, move, rules

WORDS = GAME.view


def told(step: Any) -> list[str]:
    return [WORDS.event(event) for event in step.events]


def test_a_hand_is_told_with_every_change_and_its_reason() -> None:
    north, south = ("wounded", "yankees", "general-mcclellan"), ("robert-e-lee", "desertions", "trent-affair")
    table = laid(north, south, hands=(1, 0))
    assert told(move(table, "wounded", "robert-e-lee")) == [
        "The North uses Wounded against Robert E. Lee.",
        "Robert E. Lee of the South is discarded and counts no more.",
        "The South passes: no unused ability is left.",
        "The North passes: no unused ability is left.",
        "The North has force 8: Wounded 2; Yankees 4 (printed 4, +2 General McClellan, -2 Desertions); "
        "General McClellan 2.",
        "The South has force 5: Desertions 2; Trent Affair 3.",
        "The North wins the hand: 1 morale.",
        "The North gains 1 morale and has 10.",
        "The South loses 1 morale and has 8.",
        "To the discard pile: 6 cards.",
        "Turn 2 begins.",
    ]


def test_every_event_of_many_games_has_its_words() -> None:
    seen = set()
    hooks = [
        Hooks(), Hooks(silent=lambda public, decision: True), Hooks(card=lambda handle, value: "joker"),
        Hooks(blind=frozenset({NORTH})), Hooks(resign=lambda step, due: (SOUTH,) if step == 4 else ()),
    ]  # fmt: skip
    for seed in range(15):
        for moment in play(engine(), seed, hooks[seed % 5] if seed < 5 else hooks[0]).moments:
            for event in moment.events:
                seen.add(event.name)
                text = WORDS.event(event)
                assert text.isascii()
                assert re.fullmatch(r"[A-Z0-9].*[.]", text), text
                assert "{" not in text
    rare = {"begun", "deck-short", "nobody-reveals", "objective-back"}
    assert seen | rare == set(EVENTS) | set(SPECIAL)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Event("begun", "WBS-SETUP", None, {"morale": 9, "deck": 145}),
         "The table is set: each side has 9 morale, the deck holds 145 cards."),
        (Event("trade-limit", "WBS-STRATEGY", SOUTH, {"change": -1}),
         "Destruction: the South may trade 1 card less next turn."),
        (Event("trade-limit", "WBS-STRATEGY", NORTH, {"change": 1}),
         "Strategic victory: the North may trade 1 card more next turn."),
        (Event("revealed", "WBS-REVEAL", SOUTH, {"cards": ("balls-bluff",), "names": {"balls-bluff": "Ball's Bluff"}}),
         "The South reveals Ball's Bluff."),
        (Event("revealed", "WBS-REVEAL", SOUTH, {"cards": ()}), "The South reveals nothing."),
        (Event("deck-short", "WBS-DECK-END", None, {"due": 14, "deck": 3}),
         "Cards are due: 14. The deck holds only 3: it has run out."),
        (Event("retired", "WBS-DEALER", "referee", {"how": "dealer"}), "The referee leaves the game (a false deal)."),
        (Event("retired", "WBS-DEALER", "referee", {"how": "dealer", "why": (
            ("no-card", "joker", (SOUTH,)), ("no-card", "", (NORTH,)), ("open-already", "x", (NORTH,)),
            ("twice", "y", (NORTH, SOUTH)), ("twice", "z", (SOUTH, SOUTH)),
        )}),
         "The referee leaves the game (a false deal): 'joker', dealt to the South, is no card of the deck; "
         "what was dealt to the North is no card of the deck; x, dealt to the North, lay open already; "
         "y was dealt to the North and to the South; z was dealt twice to the South."),
        (Event("retired", "WBS-REVEAL", SOUTH, {
            "how": "illegal", "why": (("broken", "you named 3 cards", ("at most 2 cards",)),)}),
         "The South leaves the game (an illegal choice): the South named 3 cards; accepted: at most 2 cards."),
        (Event("retired", "WBS-REVEAL", SOUTH, {
            "how": "illegal", "why": (("unplayable", "lee", ()),), "names": {"lee": "Robert E. Lee"}}),
         "The South leaves the game (an illegal choice): Robert E. Lee is a card that only the other side can play."),
        (Event("over", "WBS-DEALER", None, {"how": "dealer"}), "The game is over, by a false deal: nobody wins."),
        (Event("objective-back", "WBS-OBJECTIVE-BACK", NORTH, {"card": "x"}),
         "X of the North, a Strategic Objective, is shuffled back into the deck."),
        (Event("nobody-reveals", "WBS-REVEAL"), "Nobody holds a card to reveal."),
    ],
)  # fmt: skip
def test_single_events(event: Event, text: str) -> None:
    assert WORDS.event(event) == text


def test_every_way_to_end_has_words() -> None:
    assert set(ENDS) == {"morale", "deck", "turns", "resignation", "forfeit", "illegal", "dealer"}
    assert set(DEPARTURES) <= set(ENDS)


@pytest.mark.rule("WBS-CARDS")
def test_cards_are_said_with_force_kind_and_ability() -> None:
    cards = rules().cards
    assert card_text(cards["robert-e-lee"]) == "Robert E. Lee, force 7, General: your Battle cards get +2"
    assert card_text(cards["monitor"]) == "Monitor, force 6, Naval, Fleet"
    assert card_text(cards["ulysses-s-grant"]) == (
        "Ulysses S. Grant, force 6, General: the opponent draws 1 card less next turn; trade up to 1 card of your hand"
    )
    assert card_text(cards["shiloh"]).endswith("negate a revealed Strategy or Tactics card")
    assert card_text(cards["anaconda-plan"]).endswith("draw 3 cards, then shuffle 2 back")
    assert plain(cards["brothers-war"].name) == "Brother's War"
    for card in cards.values():
        assert card_text(card).isascii()
        assert "{" not in card_text(card)


def test_each_kind_of_decision_has_a_question_and_at_most_three_lines_of_help() -> None:
    assert set(QUESTIONS) == set(ORDERS)
    for kind in ORDERS:
        decision = Decision(id=f"turn-3.{kind}", rule="WBS-MOVES", seat=NORTH, kind=kind)
        about, question, *help_lines = WORDS.question(decision).split("\n")
        assert about.startswith("Turn 3: ")
        assert question.endswith("?")
        assert 1 <= len(help_lines) <= 3
        assert all(len(line) <= 76 for line in (about, question, *help_lines))


@pytest.mark.parametrize(
    ("request_id", "text"),
    [
        ("turn-3.trade", "turn 3: trade"),
        ("turn-3.logistics", "turn 3: cards to deal"),
        ("turn-3.coin", "turn 3: coin"),
        ("turn-3.move-2", "turn 3: move 2"),
        ("turn-3.move-2.draw", "turn 3: move 2, cards to deal"),
        ("turn-3.move-2.add", "turn 3: move 2, cards to add"),
        ("deck.draw", "the shuffle of the deck"),
        ("deck.audit", "the opening of the deck"),
        ("enrol", "enrolment"),
    ],
)
def test_requests_are_named_for_a_status_line(request_id: str, text: str) -> None:
    assert WORDS.about(request_id) == text
    assert all(ABOUT.values())


@pytest.mark.parametrize(
    ("kind", "order", "text"),
    [
        ("trade", Trade(()), "Trade nothing."),
        ("reveal", Reveal(("a.b.c", "a.b.d")), "Reveal 2 cards."),
        ("move", Move(None, None, None, ()), "Pass."),
        ("move", Move("wounded", "robert-e-lee", None, ()), "Use Wounded against Robert E. Lee."),
        ("move", Move("devils-den", None, "destruction", ()), "Use Devils Den for destruction."),
        ("move", Move("march-to-the-sea", None, None, ()), "Use March to the Sea."),
        ("move", Move("sheridan", None, None, ("a.b.c",)), "Use Sheridan, trading 1 card."),
        ("back", Back(("a.b.c",)), "Shuffle 1 card back into the deck."),
        ("add", Add(()), "Add nothing."),
        ("trade", Trade(("ulysses-s-grant", "brothers-war")), "Trade Ulysses S. Grant and Brother's War."),
        ("keep", Keep(("a.b.c",)), "Keep 1 card."),
    ],
)
def test_orders_are_said_in_a_sentence(kind: str, order: Any, text: str) -> None:
    assert WORDS.order(engine(), kind, order) == text
