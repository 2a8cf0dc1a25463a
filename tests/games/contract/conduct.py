"""The laws of conduct, 7 to 10: cheats are caught, chance comes when nobody is free, silence ends no game."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from adjudicator.engine.interface import Engine
from adjudicator.engine.requests import Deal, Decision, Disclosure, Draw
from adjudicator.engine.steps import Answer, Known
from adjudicator.engine.streams import Stream
from adjudicator.names import REFEREE, Seat
from tests.games.contract.driver import Hooks, Moment, Play, Walker, decode, play, private_stream
from tests.games.contract.games import Game
from tests.games.contract.laws import CANARIES, opened_at, sampled


def free_after(played: Play, step: int) -> bool:
    """Return whether anybody still decides anything after `step`."""
    return any(moment.decisions for moment in played.moments[step + 1 :])


def law_7_opened(game: Game, seed: int) -> None:
    """An illegal choice is named at its reveal, an illegal handle when it is turned up, and only the cheat is named."""
    engine = game.engine()
    sealed = [(i, decision) for i, moment in enumerate(play(engine, seed).moments) for decision in moment.decisions
              if decision.sealed]  # fmt: skip
    spoilt = [
        (step, decision, slot, value)
        for step, decision in sealed
        for slot, value in product(engine.orders[decision.kind].__struct_fields__, CANARIES)
    ]
    for step, decision, slot, value in sampled(game, spoilt, seed):

        def seal(
            asked: Decision, slots: dict[str, Any], goal: Decision = decision, put: Any = (slot, value)
        ) -> dict[str, Any]:
            return {**slots, put[0]: put[1]} if asked == goal else slots

        played = play(engine, seed, Hooks(sealed=seal))
        outcome = played.outcome
        where = f"{decision.id} {slot} {value}"
        assert outcome.seats == (decision.seat,), f"{where}: {outcome}"
        assert outcome.winner != decision.seat
        handle = f"{decision.seat}.{decision.id}.{slot}"
        if slot in decision.shut:
            assert handle in outcome.handles, where
            step_named = opened_at(played, handle)
        else:
            step_named = step
        assert not free_after(played, step_named), f"{where}: play goes on"
        assert_total(engine, played)


def law_7_audit(game: Game, seed: int) -> None:
    """Who played what was not dealt is named at the latest at the close; who shows a false stream is named alone."""
    engine = game.engine()
    for seat in engine.seats:
        played = play(engine, seed, Hooks(blind=frozenset({seat})))
        assert (seat in played.outcome.seats) == bool(played.errors(seat)), (seat, played.outcome)
        assert_total(engine, played)
    played = play(engine, seed, Hooks(blind=frozenset(engine.seats)))
    guilty = [seat for seat in engine.seats if played.errors(seat)]
    assert bool(guilty) == bool(played.outcome.seats)
    assert not guilty or played.outcome.winner not in guilty, "a cheat has won"


def law_7_stream(game: Game, seeds: range) -> None:
    """An audit that shows another stream than the draw's is found out; the other seats are never named for it.

    Of a game whose seats are never audited nothing is asked: the dealer's stream is held against the record.
    """
    engine = game.engine()
    for seat in engine.seats:
        named, audited = 0, [0]
        for seed in seeds:

            def audit(
                name: Seat, label: str, stream: Stream, liar: Seat = seat, asked: list[int] = audited
            ) -> Stream:
                asked[0] += name == liar
                return private_stream(-1, name, label) if name == liar else stream

            outcome = play(engine, seed, Hooks(audit=audit)).outcome
            assert set(outcome.seats) <= {seat}
            named += outcome.seats == (seat,)
        assert named or not audited[0], f"no false stream of {seat} is found out"


def assert_total(engine: Engine[Any], played: Play) -> None:
    """Fail if `check` or `options` cannot cope with what a cheat left, or with nonsense that a copy believes."""
    orders = {decision.kind: order for _, decision, order in given(engine, played)}
    for moment, decision, _ in given(engine, played):
        everything = {key: value for known in moment.known.values() for key, value in known.items()}
        nonsense: list[Known] = [dict.fromkeys(everything, canary) for canary in CANARIES]
        for known in ({}, moment.known[decision.seat], everything, *nonsense):
            assert isinstance(engine.options(moment.public, known, decision, {}), tuple)
            for order in orders.values():
                assert isinstance(engine.check(moment.public, known, decision, order), tuple)


def given(engine: Engine[Any], played: Play) -> Iterator[tuple[Moment, Decision, Any]]:
    """Yield every decision of a game with the order that was chosen for it."""
    for moment in played.moments:
        for decision in moment.decisions:
            data = played.script.get((decision.seat, decision.id))
            order = None if data is None else decode(engine, decision, data)
            if order is not None:
                yield moment, decision, order


def law_8_chance(game: Game, seed: int) -> None:
    """No draw is due while a decision is free; labels and ids serve once; every private draw is audited in time.

    No state asks for two deals (the second would not know the first), and no quick draw follows a state that nobody but
    the referee answered (his link alone would be the draw).
    """
    engine = game.engine()
    played = play(engine, seed)
    asked = [(getattr(r, "seat", ""), r.id) for moment in played.moments for r in moment.requests]
    assert len(asked) == len(set(asked)), "a request comes twice"
    labels = [r.label for moment in played.moments for r in moment.requests if isinstance(r, Draw)]
    assert len(labels) == len(set(labels)), "a label comes twice"
    owed: set[tuple[Seat, str]] = set()
    deep: set[str] = set()
    for step, moment in enumerate(played.moments):
        assert sum(isinstance(request, Deal) for request in moment.requests) <= 1, "two deals at once"
        if any(isinstance(request, Draw) and request.quick for request in moment.requests):
            before = played.moments[step - 1]
            assert any(getattr(request, "seat", REFEREE) != REFEREE for request in before.requests), "a draw of one"
        if any(isinstance(request, Draw) for request in moment.requests):
            assert all(decision.sealed for decision in moment.decisions), "a draw beside a free choice"
        for request in moment.requests:
            if isinstance(request, Disclosure) and request.draw is not None:
                assert (request.seat, request.draw) in owed, "an audit of nothing"
                assert not moment.decisions, "an audit beside a choice"
                owed.remove((request.seat, request.draw))
                assert request.draw not in deep or not free_after(played, step), "the deep link before the close"
        for request in moment.requests:
            if isinstance(request, Draw):
                owed |= {(seat, request.label) for seat in request.private}
                deep |= {request.label} if request.till_close else set()
    assert not owed, f"never audited: {owed}"


def leaves(data: Any, path: str = "") -> dict[str, Any]:
    """Return plain data as a flat table from path to scalar."""
    if isinstance(data, dict):
        return {key: leaf for name, value in data.items() for key, leaf in leaves(value, f"{path}.{name}").items()}
    return {path: data}


def interferes(before: Any, first: Any, second: Any, both: Any) -> bool:
    """Return whether two changes touch the same field, or together do something that neither does alone."""
    old, one, two, all_ = leaves(before), leaves(first), leaves(second), leaves(both)
    paths = {*old, *one, *two, *all_}
    for path in paths:
        a, b = one.get(path) != old.get(path), two.get(path) != old.get(path)
        wanted = one.get(path) if a else two.get(path)
        if (a and b) or all_.get(path) != wanted:
            return True
    return False


def law_9_independent(game: Game, seed: int) -> None:
    """Decisions of different seats that are open together are sealed, or their orders do not interfere."""
    engine = game.engine()
    for moment in play(engine, seed).moments:
        free = [decision for decision in moment.decisions if not decision.sealed]
        for one, two in ((a, b) for a in free for b in moment.decisions if a.seat != b.seat):
            assert not two.sealed, f"{one.id} is open beside a sealed {two.id}"
            results = {}
            for a, b in product((False, True), repeat=2):
                answers = dict(moment.answers)
                for decision, change in ((one, a), (two, b)):
                    if change:
                        answers[decision.seat, decision.id] = changed_answer(engine, moment, decision, seed)
                results[a, b] = msgspec.to_builtins(engine.apply(moment.public, answers, moment.draws).public)
            assert not interferes(
                results[False, False], results[True, False], results[False, True], results[True, True]
            ), f"{one.id} and {two.id} interfere"


def changed_answer(engine: Engine[Any], moment: Moment, decision: Decision, seed: int) -> Answer:
    """Return another answer to an open decision than the one given, if a few walks find one."""
    answer = moment.answers[decision.seat, decision.id]
    for turn in range(1, 20):
        data = Walker(seed + (turn << 40)).walk(engine, moment.public, moment.known[decision.seat], decision)
        order = decode(engine, decision, data)
        if order is not None and order != answer.order and not engine.turned(decision, order):
            return Answer(order=order)
    return answer


def law_10_stand_in(game: Game, seed: int) -> None:
    """A stand-in is legal for everybody's eyes and names nobody; without one the silent seat forfeits, and it ends."""
    engine = game.engine()
    for seat in engine.seats:

        def helped(public: Any, decision: Decision, name: Seat = seat) -> bool:
            return decision.seat == name and engine.stand_in(public, decision) is not None

        def silent(public: Any, decision: Decision, name: Seat = seat) -> bool:
            return decision.seat == name

        played = play(engine, seed, Hooks(silent=helped))
        assert not played.outcome.seats, played.outcome
        for moment in played.moments:
            for decision in moment.decisions:
                order = engine.stand_in(moment.public, decision)
                if order is not None and not decision.shut:
                    problems = engine.check(moment.public, {}, decision, order)
                    assert not [p for p in problems if p.severity == "error"], (decision.id, problems)
        outcome = play(engine, seed, Hooks(silent=silent)).outcome
        assert not outcome.seats or (outcome.seats == (seat,) and outcome.winner != seat), outcome
