"""Every way in which a game ends, and what is due before its end counts."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.engine.requests import Disclosure
from adjudicator.games.war_between_the_states.orders import Add, Keep, Reveal, Trade
from tests.games.war_between_the_states.table import (
    NORTH,
    SOUTH,
    answered,
    dealt,
    engine,
    happened,
    laid,
    move,
    side,
)


def ended(step: Any) -> Any:
    """Return winner, how and named seats of a decided game, its last step taken if one is due."""
    table = step.public
    if table.stage == "close":
        assert engine().outcome(table) is None
        (request,) = engine().requests(table)
        assert isinstance(request, Disclosure)
        assert (request.id, request.seat, request.draw) == ("deck.audit", "referee", "deck")
        table = answered(table, {}).public
    assert engine().requests(table) == ()
    assert engine().handles(table) == frozenset()
    outcome = engine().outcome(table)
    assert outcome is not None
    assert [row.points for row in outcome.points] == [each.morale for each in table.sides]
    return outcome.winner, outcome.how, outcome.seats


@pytest.mark.rule("WBS-VICTORY")
@pytest.mark.parametrize(("south", "winner"), [((), NORTH), (("invade-the-north used", "robert-e-lee"), SOUTH)])
def test_who_has_no_morale_left_has_lost_at_once(south: Any, winner: str) -> None:
    step = move(laid(north=("gettysburg",), south=south, morale=(1, 1)), None)
    assert ended(step) == (winner, "morale", ())
    assert step.public.verdict is not None
    assert step.public.verdict.rule == "WBS-VICTORY"


@pytest.mark.rule("WBS-DECK-END")
@pytest.mark.parametrize(
    ("morale", "winner"), [((10, 9), NORTH), ((9, 10), SOUTH), ((9, 9), SOUTH)], ids=["north", "south", "tie"]
)
def test_if_the_deck_cannot_give_a_whole_draw_morale_decides_and_the_south_wins_ties(
    morale: Any, winner: str
) -> None:
    table = laid(north=("gettysburg",), south=("fredericksburg used", "boy-soldiers"), morale=morale, deck=13)
    step = move(table, None)
    assert happened(step, "deck-short") == [(None, {"due": 14, "deck": 13})]
    assert ended(step) == (winner, "deck", ())


@pytest.mark.rule("WBS-DECK-END")
def test_a_deck_that_gives_its_last_card_has_not_run_out() -> None:
    table = laid(north=("gettysburg",), south=("fredericksburg used", "boy-soldiers"), deck=14)
    table = dealt(move(table, None).public).public
    assert (table.stage, table.deck) == ("trade", 0)
    hand = side(table, NORTH).hand
    table = answered(table, {NORTH: Trade(hand[:2]), SOUTH: Trade(())}).public
    assert (table.stage, table.deck) == ("replace", 2)


@pytest.mark.rule("WBS-DECK-END")
def test_the_deck_may_run_out_in_the_middle_of_a_hand() -> None:
    table = laid(north=("control-the-mississippi",), south=("rebels",), morale=(8, 10), deck=1)
    step = move(table, "control-the-mississippi")
    assert ended(step) == (SOUTH, "deck", ())
    assert [each.due for each in step.public.sides] == [0, 0]


@pytest.mark.rule("WBS-DECK-END")
def test_discarded_cards_never_come_back() -> None:
    table = laid(north=("gettysburg",), deck=0, hands=(4, 4))
    assert len(table.discard) > 100
    table = move(table, None).public
    step = answered(table, {seat: Keep(side(table, seat).hand[:3]) for seat in (NORTH, SOUTH)})
    assert ended(step)[1] == "deck"


@pytest.mark.rule("WBS-TURNS")
@pytest.mark.parametrize(("morale", "winner"), [((9, 9), SOUTH), ((12, 9), NORTH)])
def test_after_the_last_turn_morale_decides_as_if_the_deck_had_run_out(morale: Any, winner: str) -> None:
    south = ("fredericksburg used", "boy-soldiers")
    step = move(laid(north=("gettysburg",), south=south, morale=morale, hands=(5, 5), turn=40), None)
    assert happened(step, "tie")
    assert ended(step) == (winner, "turns", ())
    earlier = move(laid(north=("gettysburg",), south=south, hands=(5, 5), turn=39), None)
    assert earlier.public.stage == "keep"


@pytest.mark.rule("WBS-TURNS", "WBS-ABILITY-CASUALTIES")
def test_what_would_count_in_a_turn_that_is_not_played_is_lost() -> None:
    step = move(laid(north=("gettysburg",), hands=(5, 5), turn=40), "gettysburg")
    assert happened(step, "casualties") == [(SOUTH, {"fewer": 1})]
    assert ended(step)[1] == "turns"
    assert [len(each.hand) for each in step.public.sides] == [5, 5]


@pytest.mark.rule("WBS-RETIREMENT")
@pytest.mark.parametrize(
    ("seats", "winner"), [((NORTH,), SOUTH), ((SOUTH,), NORTH), ((SOUTH, NORTH), None)], ids=["north", "south", "both"]
)
@pytest.mark.parametrize("how", ["resignation", "forfeit"])
def test_who_leaves_loses(seats: Any, winner: str | None, how: str) -> None:
    step = engine().retire(laid(north=("gettysburg",), hands=(1, 1)), seats, how, "WBS-MOVES")
    assert ended(step) == (winner, how, tuple(sorted(seats)))


@pytest.mark.rule("WBS-RETIREMENT", "WBS-DEALER")
def test_leaving_before_the_deck_is_drawn_ends_the_game_at_once() -> None:
    step = engine().retire(engine().begin().public, (NORTH,), "resignation", "WBS-SETUP")
    assert step.public.stage == "over"
    assert ended(step) == (SOUTH, "resignation", (NORTH,))


@pytest.mark.rule("WBS-RETIREMENT")
def test_a_decided_game_cannot_be_left_any_more() -> None:
    decided = move(laid(north=("gettysburg",), morale=(9, 1)), None).public
    assert engine().retire(decided, (NORTH,), "resignation", "WBS-DEALER").public == decided


@pytest.mark.rule("WBS-DEALER")
def test_a_dealer_whose_draw_does_not_fit_spoils_even_a_decided_game() -> None:
    decided = move(laid(north=("gettysburg",), morale=(9, 1)), None).public
    step = engine().retire(decided, ("referee",), "dealer", "WBS-DEALER")
    assert step.public.stage == "over"
    assert ended(step) == (None, "dealer", ("referee",))


def revealing(known: Any, south: Any = None) -> Any:
    """Return the step after the North reveals these cards, and the South those."""
    table = laid(hands=(3, 2), stage="reveal", mover=None, moves=0, discard=("monitor",))
    orders, cards = {}, {}
    for seat, values in ((NORTH, known), (SOUTH, south or [])):
        hand = side(table, seat).hand[: len(values)]
        orders[seat] = Reveal(hand)
        cards.update(dict(zip(hand, values, strict=True)))
    return answered(table, orders, known=cards)


@pytest.mark.rule("WBS-DEALER")
@pytest.mark.parametrize(
    ("north", "south", "named"),
    [
        pytest.param(["joker"], [], [1], id="no card"),
        pytest.param([7], [], [1], id="a number"),
        pytest.param([["gettysburg"]], [], [1], id="a list"),
        pytest.param([None], [], [1], id="nothing"),
        pytest.param([""], [], [1], id="no name"),
        pytest.param(["gettysburg", "monitor"], [], [2], id="a card that was discarded"),
        pytest.param(["gettysburg", "gettysburg"], [], [1, 2], id="a card twice"),
        pytest.param(["antietam"], ["rebels", "antietam"], [1, 5], id="a card on both sides"),
        pytest.param(["joker", "robert-e-lee"], [], [1], id="beside a card that cannot be played"),
    ],
)
def test_a_card_that_cannot_be_there_is_the_dealers_fault(north: Any, south: Any, named: Any) -> None:
    step = revealing(north, south)
    assert step.public.stage == "over"
    outcome = engine().outcome(step.public)
    assert outcome is not None
    assert outcome.handles == tuple(f"referee.turn-1.logistics.card_{number:02}" for number in named)
    assert outcome.rule == "WBS-DEALER"
    assert ended(step) == (None, "dealer", ("referee",))


@pytest.mark.rule("WBS-DEALER", "WBS-GAIN")
def test_a_false_card_added_in_conduct_is_the_dealers_fault_too() -> None:
    table = laid(north=("control-the-mississippi",), south=("rebels",))
    table = dealt(move(table, "control-the-mississippi").public).public
    gained = side(table, NORTH).gained
    step = answered(table, {NORTH: Add(gained[:1])}, known={gained[0]: "rebels"})
    assert ended(step) == (None, "dealer", ("referee",))


@pytest.mark.rule("WBS-RETIREMENT", "WBS-CARDS")
def test_who_opens_a_card_that_he_cannot_play_has_lost() -> None:
    step = revealing(["gettysburg", "robert-e-lee"], ["rebels"])
    assert step.public.verdict is not None
    assert step.public.verdict.handles == ("referee.turn-1.logistics.card_02",)
    assert ended(step) == (SOUTH, "illegal", (NORTH,))
    assert ended(revealing(["robert-e-lee"], ["gettysburg"])) == (
        None, "illegal", (NORTH, SOUTH),
    )  # fmt: skip


@pytest.mark.rule("WBS-RETIREMENT", "WBS-GAIN")
def test_who_adds_a_card_that_he_cannot_play_has_lost() -> None:
    table = laid(north=("control-the-mississippi",), south=("rebels",))
    table = dealt(move(table, "control-the-mississippi").public).public
    gained = side(table, NORTH).gained
    step = answered(table, {NORTH: Add(gained[:1])}, known={gained[0]: "robert-e-lee"})
    assert ended(step) == (SOUTH, "illegal", (NORTH,))


SEALED = [
    ("trade", Trade, lambda hand, other: hand[:3]),
    ("trade", Trade, lambda hand, other: other[:1]),
    ("reveal", Reveal, lambda hand, other: hand[:1] * 2),
    ("reveal", Reveal, lambda hand, other: hand[1::-1]),
    ("keep", Keep, lambda hand, other: hand[:2]),
    ("keep", Keep, lambda hand, other: hand[:4]),
]


@pytest.mark.rule("WBS-RETIREMENT")
@pytest.mark.parametrize(("stage", "kind", "wrong"), SEALED)
def test_an_illegal_sealed_choice_loses_the_game(stage: Any, kind: Any, wrong: Any) -> None:
    table = laid(hands=(5, 5), stage=stage, mover=None)
    hands = {each.seat: each.hand for each in table.sides}
    good = kind(hands[NORTH][:3] if stage == "keep" else ())
    bad = kind(wrong(hands[SOUTH], hands[NORTH]))
    both = [card.id for card in engine().rules.cards.values() if card.use == "X"]
    known = dict(zip((*hands[NORTH], *hands[SOUTH]), both, strict=False))
    assert ended(answered(table, {NORTH: good, SOUTH: bad}, known=known)) == (NORTH, "illegal", (SOUTH,))
    assert ended(answered(table, {NORTH: good, SOUTH: None})) == (NORTH, "illegal", (SOUTH,))
    assert ended(answered(table, {NORTH: None, SOUTH: bad}, known=known)) == (None, "illegal", (NORTH, SOUTH))


@pytest.mark.rule("WBS-DEALER")
def test_the_end_counts_only_when_the_deck_has_been_opened() -> None:
    step = move(laid(north=("gettysburg",), morale=(9, 1), hands=(1, 1)), None)
    assert step.public.stage == "close"
    assert engine().handles(step.public)
    after = answered(step.public, {})
    assert happened(after, "over") == [(NORTH, {"how": "morale"})]
    assert replace(after.public, stage="close") == step.public
