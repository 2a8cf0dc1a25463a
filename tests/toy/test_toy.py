"""The toy itself: each hard thing in it happens, and each cheat is named by the rule that it broke."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

from adjudicator.engine.requests import Decision, Disclosure, Draw, Request
from tests.games.contract.driver import Hooks, Moment, Play, play
from tests.toy import GAME, SETUP
from tests.toy.view import VIEW

CHARMS = ("bell", "crow", "lamp")


def games(hooks: Hooks, count: int = 60) -> Iterator[Play]:
    """Yield some games."""
    for seed in range(count):
        yield play(GAME.open(SETUP), seed, hooks)


def ids(moment: Moment) -> list[str]:
    """Return the requests of a moment as `seat id`."""
    return [f"{getattr(request, 'seat', 'all')} {request.id}" for request in moment.requests]


def test_everything_hard_happens() -> None:
    seen: Counter[str] = Counter()
    for game in games(Hooks()):
        for before, moment, after in zip(game.moments, game.moments[1:], game.moments[2:], strict=False):
            stage = moment.public.stage
            seen[stage] += 1
            if stage == "penalty":
                assert all(isinstance(request, Disclosure) and request.handles for request in moment.requests)
            if stage == "turn_up":
                (request,) = moment.requests
                assert isinstance(request, Disclosure)
                assert request.seat != before.decisions[0].seat
                seen["goes on"] += bool(after.decisions and after.decisions[0].seat == before.decisions[0].seat)
            seen["sprung"] += any(moment.answers[d.seat, d.id].opened for d in moment.decisions)
            seen["draw beside reveals"] += bool(moment.decisions) and any(isinstance(r, Draw) for r in moment.requests)
            seen["one seat sealed"] += len(moment.decisions) == 1 and moment.decisions[0].sealed
            seen["both owe the penalty"] += stage == "penalty" and len(moment.requests) == 2
        assert ids(game.moments[0]) == ["all round-1.draw", "all game.draw"]
        assert game.moments[-1].public.stage == "end"
        assert {"north game.audit", "south game.audit"} <= set(ids(game.moments[-1]))
    for what in ("penalty", "turn_up", "goes on", "sprung", "draw beside reveals", "one seat sealed",
                 "both owe the penalty"):  # fmt: skip
        assert seen[what], what


def put(seat: str, slot: str, choose: Callable[[Mapping[str, Any]], Any], round_: int) -> Hooks:
    """Return hooks by which `seat` lays something else in one slot of one round."""

    def seal(decision: Decision, slots: dict[str, Any]) -> dict[str, Any]:
        cheats = decision.seat == seat and decision.id == f"round-{round_}.cards"
        return {**slots, slot: choose(slots)} if cheats else slots

    return Hooks(sealed=seal)


def spent(game: Play, seat: str) -> set[str]:
    """Return the cards that a seat used in round 1."""
    return {card for public in game.publics for card in public.side(seat).spent}


@pytest.mark.parametrize("seat", ["north", "south"])
def test_a_shown_card_of_an_earlier_round_is_named_at_the_reveal(seat: str) -> None:
    for seed in range(20):
        card = sorted(spent(play(GAME.open(SETUP), seed), seat))[0]
        game = play(GAME.open(SETUP), seed, put(seat, "show", lambda slots, card=card: card, 2))  # type: ignore[misc]
        assert (game.outcome.how, game.outcome.rule, game.outcome.seats) == ("illegal", "TOY-LAY", (seat,))
        # All that comes after the reveal are the other seat's debts.
        assert [moment.public.stage for moment in game.moments[-2:]] == ["lay", "close"]


@pytest.mark.parametrize("seat", ["north", "south"])
def test_the_same_card_shown_and_hidden_is_named_when_it_is_turned_up(seat: str) -> None:
    for game in games(put(seat, "hide", lambda slots: slots["show"], 1), 20):
        assert (game.outcome.how, game.outcome.rule, game.outcome.seats) == ("illegal", "TOY-LAY", (seat,))
        assert game.outcome.handles == (f"{seat}.round-1.cards.hide",)


def test_a_card_that_was_not_dealt_is_named_at_the_audit_of_its_round() -> None:
    named = 0
    for seed in range(40):
        engine = GAME.open(SETUP)
        hand = {card for key, card in play(engine, seed).moments[1].known["north"].items() if key.startswith("round-1")}
        undealt = sorted(set(engine.begin().public.side("north").left) - hand)[seed % 3]
        outcome = play(engine, seed, put("north", "hide", lambda slots, card=undealt: card, 1)).outcome  # type: ignore[misc]
        assert (outcome.how, outcome.rule, outcome.winner) == ("audit", "TOY-HAND", "south")
        assert outcome.handles == ("north.round-1.cards.hide",)
        named += 1
    assert named == 40


def test_a_charm_that_was_not_dealt_is_named_at_the_close() -> None:
    for seed in range(20):
        dealt = play(GAME.open(SETUP), seed).moments[1].known["south"]["game.charm.1"]
        wrong = next(charm for charm in CHARMS if charm != dealt)
        game = play(GAME.open(SETUP), seed, put("south", "charm", lambda slots, charm=wrong: charm, 1))  # type: ignore[misc]
        assert (game.outcome.how, game.outcome.rule, game.outcome.seats) == ("audit", "TOY-CHARM", ("south",))
        assert "south game.audit" in ids(game.moments[-1])
        assert game.moments[-1].public.round == 2


def test_who_resigns_owes_nothing_and_who_stays_closes() -> None:
    game = play(GAME.open(SETUP), 1, Hooks(resign=lambda step, requests: ("north",) if step == 2 else ()))
    close = game.moments[-1]
    assert close.public.stage == "close"
    assert sorted(ids(close)) == ["south game.audit", "south round-1.audit", "south round-1.leftover"]
    assert (game.outcome.winner, game.outcome.how, game.outcome.seats) == ("south", "resignation", ("north",))


def test_who_resigns_before_the_first_draw_leaves_no_debts() -> None:
    game = play(GAME.open(SETUP), 1, Hooks(resign=lambda step, requests: ("south",)))
    assert len(game.moments) == 1
    assert game.outcome.winner == "north"


def test_a_winner_who_fails_the_close_has_not_won() -> None:
    def resign(step: int, requests: tuple[Request, ...]) -> tuple[str, ...]:
        return ("north",) if step == 2 else ()

    for seed in range(8):
        dealt = play(GAME.open(SETUP), seed).moments[1].known["south"]["game.charm.1"]
        wrong = next(charm for charm in CHARMS if charm != dealt)
        cheat = put("south", "charm", lambda slots, charm=wrong: charm, 1)  # type: ignore[misc]
        outcome = play(GAME.open(SETUP), seed, Hooks(resign=resign, sealed=cheat.sealed)).outcome
        assert (outcome.winner, outcome.seats) == (None, ("north", "south"))


def test_both_resign_and_nobody_wins() -> None:
    game = play(GAME.open(SETUP), 1, Hooks(resign=lambda step, requests: ("north", "south") if step == 3 else ()))
    assert (game.outcome.winner, game.outcome.seats) == (None, ("north", "south"))


def test_the_view_has_words_for_everything() -> None:
    engine = GAME.open(SETUP)
    for seed in range(20):
        for moment in play(engine, seed).moments:
            for seat in (None, *engine.seats):
                known = moment.known[seat] if seat else {}
                text = VIEW.board(engine, moment.public, known, seat, 60)
                assert all(len(line) <= 60 for line in text.splitlines())
            assert all(VIEW.event(event) for event in moment.events)
            assert all(VIEW.about(request.id) for request in moment.requests)
            for decision in moment.decisions:
                order = moment.answers[decision.seat, decision.id].order
                assert order is not None
                assert VIEW.question(decision) and VIEW.order(None, decision.kind, order)


def test_the_public_value_holds_no_map_and_no_list_in_a_list() -> None:
    schema = msgspec.json.schema(GAME.open(SETUP).public)
    for name, kind in schema["$defs"].items():
        for field in kind.get("properties", {}).values():
            assert field.get("type") != "object", name
            assert field.get("items", {}).get("type") != "array", name
