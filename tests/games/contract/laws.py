"""The laws that every engine keeps, each as a function that fails on a game that breaks it."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import jsonschema
import msgspec

from adjudicator.engine.interface import Engine
from adjudicator.engine.requests import Decision, Draw
from adjudicator.engine.steps import Known
from adjudicator.engine.streams import Stream
from adjudicator.names import REFEREE, Seat, handle_name
from tests.games.contract.driver import Hooks, Play, decode, play, private_stream, scripted, walked
from tests.games.contract.games import Game
from tests.games.contract.shape import faults

CANARIES: tuple[Any, ...] = ("canary", {"canary": 1}, 10**9, ["canary", ["canary"]])
T = TypeVar("T")
Seeded = Callable[[Game, int], None]


def errors(engine: Engine[Any], public: Any, known: Known, decision: Decision, data: Mapping[str, Any]) -> bool:
    """Return whether an order, as plain data, is forbidden: a mistake is allowed."""
    order = decode(engine, decision, data)
    if order is None:
        return True
    return any(problem.severity == "error" for problem in engine.check(public, known, decision, order))


def text(engine: Engine[Any], decision: Decision, data: Mapping[str, Any]) -> bytes:
    """Return an order as bytes."""
    return msgspec.json.encode(decode(engine, decision, data))


def sampled(game: Game, items: Sequence[T], seed: int) -> list[T]:
    """Return what a law tries of many things: all of them in a small game, some in a long one."""
    chosen = Stream(f"{seed:064x}").shuffle("sample", [f"{number:05}" for number in range(len(items))])
    return [items[int(number)] for number in sorted(chosen[: game.sample])]


def law_1_walks(game: Game, seed: int) -> None:
    """A random walk is legal, ends within `max_steps`, and something is due exactly until there is an outcome."""
    engine = game.engine()
    played = play(engine, seed)
    for seat in engine.seats:
        assert not played.errors(seat)
    assert not played.outcome.seats, "an honest game names nobody"
    assert len(played.moments) <= engine.max_steps
    for public in played.publics:
        assert (engine.outcome(public) is None) == bool(engine.requests(public))


def law_1_reach(game: Game, seed: int) -> None:
    """Every order that `check` accepts is reached by a walk, and a walk reaches only such orders."""
    engine = game.engine()
    for moment in play(engine, seed).moments:
        for decision in moment.decisions:
            for known in ({}, moment.known[decision.seat]):
                orders = [data for data in game.orders(moment.public, decision) if decode(engine, decision, data)]
                if not orders:
                    continue
                allowed = {
                    text(engine, decision, data)
                    for data in orders
                    if not errors(engine, moment.public, known, decision, data)
                }
                reached = {text(engine, decision, data) for data in walked(engine, moment.public, known, decision)}
                assert reached == allowed, (decision.id, reached ^ allowed)


def law_2_arrival(game: Game, seed: int) -> None:
    """The order in which answers arrive changes no byte, and a step can be computed again."""
    engine = game.engine()
    played = play(engine, seed)
    shuffled = Hooks(arrival=lambda answers: dict(sorted(answers.items(), reverse=True)))
    assert play(engine, seed, shuffled).texts() == played.texts()
    for moment, public in zip(played.moments, played.publics[1:], strict=True):
        keys = [f"{seat} {request}" for seat, request in moment.answers]
        for turn in range(3):
            order = Stream(f"{seed:064x}").shuffle(f"arrival.{turn}", keys)
            answers = dict(sorted(moment.answers.items(), key=lambda item: order.index(" ".join(item[0]))))
            draws = dict(sorted(moment.draws.items(), reverse=bool(turn % 2)))
            again = engine.apply(moment.public, answers, draws)
            assert msgspec.json.encode(again.public) == msgspec.json.encode(public)
            assert again.events == moment.events


VALIDATORS: dict[type[Any], jsonschema.Draft202012Validator] = {}


def validator(public: type[Any]) -> jsonschema.Draft202012Validator:
    """Return the checker of a public type against its own JSON Schema; slow to make, so made once."""
    if public not in VALIDATORS:
        VALIDATORS[public] = jsonschema.Draft202012Validator(msgspec.json.schema(public))
    return VALIDATORS[public]


def law_3_text(game: Game, seed: int) -> None:
    """load(dump(x)) == x for public values, orders and outcomes, and canonical text can hold the dump."""
    engine = game.engine()
    played = play(engine, seed, some_trouble(engine, seed))
    for public in (*played.publics, played.outcome):
        data = msgspec.to_builtins(public)
        assert list(faults(msgspec.json.decode(msgspec.json.encode(public)))) == []
        assert msgspec.json.decode(msgspec.json.encode(public), type=type(public)) == public
        assert msgspec.convert(data, type(public)) == public
    validator(engine.public).validate(msgspec.json.decode(msgspec.json.encode(played.last)))
    kinds = {decision.id: decision.kind for moment in played.moments for decision in moment.decisions}
    for (_, request), data in played.script.items():
        order = msgspec.convert(data, engine.orders[kinds[request]])
        assert msgspec.convert(msgspec.to_builtins(order), type(order)) == order
        assert list(faults(msgspec.json.decode(msgspec.json.encode(order)))) == []


def some_trouble(engine: Engine[Any], seed: int) -> Hooks:
    """Return hooks for one of several ways a game can go: honest, resigned, garbled or blind."""
    seat, step = engine.seats[seed % len(engine.seats)], seed // 7 % engine.max_steps
    return (
        Hooks(),
        Hooks(resign=lambda number, requests: (seat,) if number == step else ()),
        garbled(seat, CANARIES[seed % len(CANARIES)], seed),
        Hooks(blind=frozenset(engine.seats)),
    )[seed % 4]


def garbled(seat: Seat, value: Any, number: int) -> Hooks:
    """Return hooks by which `seat` seals `value` in one slot of every sealed decision."""

    def seal(decision: Decision, slots: dict[str, Any]) -> dict[str, Any]:
        return {**slots, sorted(slots)[number % len(slots)]: value} if decision.seat == seat else slots

    return Hooks(sealed=seal)


def law_4_types(game: Game, seed: int) -> None:
    """What adjudicates is given nothing hidden, and an engine carries nothing from one call to the next."""
    engine = game.engine()
    for name in ("begin", "requests", "apply", "retire", "outcome", "handles", "stand_in"):
        assert "known" not in inspect.signature(getattr(engine, name)).parameters, name
    for moment in play(engine, seed).moments:
        fresh = game.engine()
        public = msgspec.json.decode(msgspec.json.encode(moment.public), type=engine.public)
        assert fresh.requests(public) == engine.requests(moment.public)
        assert fresh.handles(public) == engine.handles(moment.public)
        assert fresh.outcome(public) == engine.outcome(moment.public)
        again = fresh.retire(public, moment.retired, moment.reason, moment.requests[0].rule) if moment.retired \
            else fresh.apply(public, moment.answers, moment.draws)  # fmt: skip
        assert again.events == moment.events
        for decision in moment.decisions:
            assert fresh.stand_in(public, decision) == engine.stand_in(moment.public, decision)


def opened_at(played: Play, handle: str) -> int:
    """Return the number of the step that turned `handle` up, or one past the last."""
    found = [i for i, moment in enumerate(played.moments) for a in moment.answers.values() if handle in a.opened]
    return min(found, default=len(played.moments))


def law_4_handles(game: Game, seed: int) -> None:
    """Until a handle is turned up, no byte and no question depends on what is sealed in it."""
    engine = game.engine()
    played = play(engine, seed)
    canary = f"canary_{seed}"
    for handle in sampled(game, sorted(played.sealed), seed):

        def seal(decision: Decision, slots: dict[str, Any], name: str = handle) -> dict[str, Any]:
            hidden = {slot for slot in decision.shut if handle_name(decision.seat, decision.id, slot) == name}
            return {slot: canary if slot in hidden else value for slot, value in slots.items()}

        def card(dealt: str, value: Any, name: str = handle) -> Any:
            return canary if dealt == name else value

        other = play(engine, seed, Hooks(order=scripted(played.script), sealed=seal, card=card))
        end = opened_at(played, handle) + 1
        assert other.texts()[:end] == played.texts()[:end], f"{handle} leaks"
        assert [moment.requests for moment in other.moments[:end]] == [m.requests for m in played.moments[:end]]
        assert not any(canary.encode() in public for public in other.texts()[:end])


def audited_at(played: Play) -> int:
    """Return the number of the first step in which a private draw is opened."""
    found = [i for i, moment in enumerate(played.moments) for a in moment.answers.values() if a.stream is not None]
    return min(found, default=len(played.moments))


def law_4_draws(game: Game, seed: int) -> None:
    """Games that differ only in private draws are the same to the byte: up to an audit, and past it if it holds.

    If the draw is the dealer's, up to the first card that is turned up.
    """
    engine = game.engine()
    played = play(engine, seed)
    private = {(seat, draw.label) for m in played.moments for draw in m.requests if isinstance(draw, Draw)
               for seat in draw.private}  # fmt: skip
    audited = audited_at(played) + 1
    dealt = min((opened_at(played, handle) for handle in played.dealt), default=audited) + 1
    for changed in sampled(game, sorted(private), seed):
        end = min(audited, dealt) if changed[0] == REFEREE else audited
        for turn in range(1, 4):

            def other(number: int, seat: Seat, label: str, shift: int = turn, key: Any = changed) -> Stream:
                return private_stream(number + (shift << 40) * ((seat, label) == key), seat, label)

            second = play(engine, seed, Hooks(order=scripted(played.script), private=other))
            assert second.texts()[:end] == played.texts()[:end], f"{changed} leaks"
            if changed[0] != REFEREE and not any(second.errors(seat) for seat in engine.seats):
                assert second.texts() == played.texts(), f"{changed} leaks at its audit"


def law_5_monotone(game: Game, seed: int) -> None:
    """Knowing more only adds problems; the same one may be worded better."""
    engine = game.engine()
    played = play(engine, seed, Hooks(blind=frozenset(engine.seats)))
    for moment in played.moments:
        for decision in moment.decisions:
            own = moment.known[decision.seat]
            keys = sorted(own)
            chain: list[Known] = [{}, *({key: own[key] for key in keys[:n]} for n in range(1, len(keys))), own]
            for data in (*game.orders(moment.public, decision), played.script[decision.seat, decision.id]):
                order = decode(engine, decision, data)
                if order is not None:
                    verdicts = [
                        {(p.code, p.severity, p.pointer) for p in engine.check(moment.public, known, decision, order)}
                        for known in chain
                    ]
                    assert all(less <= more for less, more in pairwise(verdicts)), (decision.id, data)


def law_5_honest(game: Game, seed: int) -> None:
    """A seat whose own checks were empty is never named, whatever the others do; who is named had errors."""
    engine = game.engine()
    for blind in [frozenset({seat}) for seat in engine.seats] + [frozenset(engine.seats)]:
        played = play(engine, seed, Hooks(blind=blind))
        for seat in played.outcome.seats:
            assert played.errors(seat), f"{seat} is named by {played.outcome.rule}, but its checks were empty"


def law_6_census(game: Game, seed: int) -> None:
    """Components are conserved, in honest games and in others."""
    engine = game.engine()
    for number in range(seed, seed + 4):
        counts = [game.census(public) for public in play(engine, number, some_trouble(engine, number)).publics]
        assert all(count == counts[0] for count in counts)
