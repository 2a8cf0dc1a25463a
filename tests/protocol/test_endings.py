"""How games end before their time: resignations, opened choices that are illegal, proofs that fail, a stacked hand."""

from typing import Any

import pytest

from adjudicator.documents.signed import sign
from adjudicator.protocol.advance import RESIGNATION_RULE
from tests.protocol.match import Copy, Match
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    begun,
    code_of,
    fed,
    foe,
    over,
    play_until,
    scene,
    share,
    signed_acts,
    tick,
)


def resign(copy: Copy) -> Any:
    return copy.sign(copy.own.resignation())


def end_of(match: Match) -> Any:
    """Play to the end and return the outcome, on which both copies agree."""
    assert play_until(match, over)
    north, south = (copy.ledger.head() for copy in match.copies.values())
    assert north.text == south.text
    return north.state.outcome


def owed(match: Match) -> list[tuple[str, str, str]]:
    return [(row.seat, row.request, row.answer) for row in match.first.ledger.head().due]


# -- resignation ---------------------------------------------------------------------------------------------------


def test_a_resignation_completes_the_barrier_and_the_other_owes_the_final_audits():
    match = scene("lay")
    resigned = resign(match.copies[NORTH])
    share(match)
    head = match.first.ledger.head()
    assert head.state.acts == (resigned.id,)
    assert owed(match) == [(SOUTH, "round-1.audit", "audit"), (SOUTH, "game.audit", "audit")]
    assert head.state.outcome is None, "the win stands only when the winner has closed"
    outcome = end_of(match)
    assert (outcome.winner, outcome.how, outcome.seats, outcome.rule) == (
        SOUTH,
        "resignation",
        (NORTH,),
        RESIGNATION_RULE,
    )


def test_only_the_resignation_enters_the_acts_of_the_state():
    match = begun()
    north, south = match.copies.values()
    answer(south)
    resigned = resign(north)
    share(match)
    assert match.first.ledger.head().state.acts == (resigned.id,)
    kinds = {act.document.kind for act in match.first.ledger.set_aside()}
    assert kinds == {"link"}, "what stood beside it does not count"


def test_a_resignation_in_a_sealed_phase_lets_commitments_lapse():
    match = scene("lay", bound=True)
    assert len(match.first.ledger.head().state.handles) == 2
    resign(match.copies[SOUTH])
    share(match)
    state = match.first.ledger.head().state
    assert state.sealed == () and state.handles == ()
    assert {row.seat for row in state.due} == {NORTH} and {row.answer for row in state.due} == {"audit"}
    assert end_of(match).winner == NORTH


def test_beside_a_commitment_too():
    match = scene("lay")
    answer(match.copies[NORTH])
    resign(match.copies[SOUTH])
    share(match)
    assert match.first.ledger.head().state.sealed == ()
    assert end_of(match).winner == NORTH


def test_after_cards_were_hidden_the_winner_turns_them_up_before_it_has_won():
    match = scene("steps", where=lambda head: all(side.hide for side in head.public.sides))
    mover = next(copy for copy in match.copies.values() if copy.own.decisions())
    winner = SOUTH if mover.seat == NORTH else NORTH
    resign(mover)
    share(match)
    assert owed(match) == [
        (winner, "round-1.leftover", "reveal"),
        (winner, "round-1.audit", "audit"),
        (winner, "game.audit", "audit"),
    ]
    assert winner in {row.seat for row in match.first.ledger.head().state.handles}
    assert end_of(match).winner == winner


@pytest.mark.parametrize("order", [(NORTH, SOUTH), (SOUTH, NORTH)])
def test_both_resign_at_one_state_and_nobody_wins_whoever_was_first(order):
    match = scene("lay")
    resigned = {seat: resign(match.copies[seat]) for seat in order}
    for seat in order:
        assert match.copies[seat].ledger.head().state.acts == (resigned[seat].id,)
    for seat, other in (order, order[::-1]):
        match.copies[other].ledger.add(resigned[seat])
    head = match.first.ledger.head()
    assert head.state.acts == (resigned[NORTH].id, resigned[SOUTH].id), "recomputed with both, in due order"
    outcome = end_of(match)
    assert outcome.winner is None and outcome.how == "resignation" and set(outcome.seats) == {NORTH, SOUTH}


def test_a_second_resignation_recomputes_the_state_even_after_debts_were_paid():
    match = scene("lay")
    resigned = resign(match.copies[NORTH])
    late = sign(match.copies[SOUTH].own.resignation(), match.copies[SOUTH].pair)
    share(match)
    answer(match.copies[SOUTH])
    share(match)
    assert match.first.ledger.head().state.outcome.winner == SOUTH
    for copy in match.copies.values():
        copy.ledger.add(late)
    outcome = match.first.ledger.head().state.outcome
    assert outcome.winner is None
    assert match.first.ledger.head().state.acts == (resigned.id, late.id)
    observer = fed(match, reversed(signed_acts(match.first.ledger)))
    assert observer.head().text == match.first.ledger.head().text


def test_a_resignation_that_answers_nothing_due_is_refused():
    match = scene("steps")
    mover, waiting = sorted(match.copies.values(), key=lambda copy: not copy.own.decisions())
    resignation = mover.own.resignation()
    values = {name: getattr(resignation, name) for name in ("game", "number", "state", "request")}
    document = sign(type(resignation)(**values, seat=waiting.seat), waiting.pair)
    assert code_of(mover, document) == "sequence/not-due"


def test_nobody_resigns_instead_of_enrolling():
    match = begun()
    north = match.copies[NORTH]
    resignation = north.own.resignation()
    document = type(resignation)(
        game=resignation.game, number=0, state=resignation.game, seat=NORTH, request="enrol"
    )
    assert code_of(match.copies[SOUTH], sign(document, north.pair)) == "sequence/not-due"


# -- an opened choice that is illegal ------------------------------------------------------------------------------

LAY = "round-1.cards"


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param({"show": "jester", "hide": "page", "charm": None}, id="no such card"),
        pytest.param({"show": 7, "hide": "page", "charm": None}, id="does not decode"),
        pytest.param({"show": None, "hide": "page", "charm": None}, id="nothing"),
        pytest.param({"show": ["king"], "hide": "page", "charm": None}, id="a list"),
        pytest.param({"show": "a king", "hide": "page", "charm": None}, id="no code"),
        pytest.param({"show": "king", "hide": "page", "charm": "drum"}, id="no such charm"),
    ],
)
def test_an_illegal_opened_choice_retires_its_seat(lie):
    match = scene("lay")
    foe(match, NORTH, **{LAY: lie})
    tick(match)
    tick(match)
    head = match.first.ledger.head()
    assert [row.seat for row in head.public.gone] == [NORTH]
    assert {row.seat for row in head.due} == {SOUTH}, "the one who left owes nothing"
    assert not any(row.seat == NORTH for row in head.state.handles)
    outcome = end_of(match)
    assert (outcome.winner, outcome.how, outcome.seats) == (SOUTH, "illegal", (NORTH,))
    assert outcome.rule == "TOY-LAY"


@pytest.mark.parametrize("card", ["jester", 7, None, [{"card": "king"}], "king\n"], ids=repr)
def test_an_illegal_hidden_card_is_named_when_it_is_turned_up(card):
    match = scene("lay")
    north = match.copies[NORTH]
    hand = [value for key, value in sorted(north.own.known().items()) if ".cards." in key and value != "fool"]
    foe(match, NORTH, **{LAY: {"show": hand[0], "hide": card, "charm": None}})
    outcome = end_of(match)
    assert (outcome.winner, outcome.how, outcome.seats) == (SOUTH, "illegal", (NORTH,))
    assert outcome.handles == (f"{NORTH}.{LAY}.hide",)


def test_several_at_once_and_nobody_wins():
    match = scene("lay")
    for seat in (NORTH, SOUTH):
        foe(match, seat, **{LAY: {"show": "jester", "hide": "page", "charm": None}})
    outcome = end_of(match)
    assert outcome.winner is None and set(outcome.seats) == {NORTH, SOUTH} and outcome.how == "illegal"


# -- a stacked hand ------------------------------------------------------------------------------------------------


def not_in_hand(copy: Copy) -> tuple[list[str], list[str]]:
    """Return the cards of a seat that were dealt to it, and those that were not; no fools, which turn cards up."""
    known = copy.own.known()
    hand = [known[key] for key in sorted(known) if key.startswith("round-1.cards.")]
    side = copy.ledger.head().public.side(copy.seat)
    return [card for card in hand if card != "fool"], [c for c in side.left if c not in hand and c != "fool"]


@pytest.mark.parametrize("slot", ["show", "hide"])
def test_a_card_that_was_not_dealt_is_named_at_the_audit(slot):
    match = scene("lay")
    dealt, others = not_in_hand(match.copies[NORTH])
    lie = {"show": dealt[0], "hide": dealt[1], "charm": None, slot: others[0]}
    foe(match, NORTH, **{LAY: lie})
    assert play_until(match, lambda head: head.public is not None and head.public.stage in ("close", "over"))
    outcome = end_of(match)
    assert (outcome.winner, outcome.how, outcome.seats, outcome.rule) == (SOUTH, "audit", (NORTH,), "TOY-HAND")
    assert outcome.handles == ((f"{NORTH}.{LAY}.hide",) if slot == "hide" else ())


def test_a_charm_that_was_not_dealt_is_named_at_the_close():
    match = scene("lay")
    dealt, _ = not_in_hand(match.copies[NORTH])
    charm = match.copies[NORTH].own.known()["game.charm.1"]
    other = next(name for name in ("bell", "crow", "lamp") if name != charm)
    foe(match, NORTH, **{LAY: {"show": dealt[0], "hide": dealt[1], "charm": other}})
    outcome = end_of(match)
    assert (outcome.winner, outcome.how, outcome.rule) == (SOUTH, "audit", "TOY-CHARM")


def test_both_stack_their_hands_and_nobody_wins():
    match = scene("lay")
    for seat in (NORTH, SOUTH):
        dealt, others = not_in_hand(match.copies[seat])
        foe(match, seat, **{LAY: {"show": others[0], "hide": dealt[0], "charm": None}})
    outcome = end_of(match)
    assert outcome.winner is None and outcome.how == "audit" and set(outcome.seats) == {NORTH, SOUTH}


def test_an_honest_game_names_nobody_and_ends_with_nothing_closed():
    match = begun("honest")
    outcome = end_of(match)
    assert outcome.seats == () and outcome.handles == ()
    state = match.first.ledger.head().state
    assert (state.handles, state.sealed, state.seeds, state.due) == ((), (), (), ())
