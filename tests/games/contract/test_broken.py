"""Every law can fail: a toy that breaks it is found out."""

from collections.abc import Callable, Mapping
from dataclasses import replace as with_fields
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.engine.interface import Answers, Setup
from adjudicator.engine.requests import Decision, Draw, Request
from adjudicator.engine.steps import Choice, Known, Order, Step
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from tests.games.contract import conduct, laws
from tests.games.contract.games import GAMES, Game
from tests.games.contract.shape import faults
from tests.toy.engine import Draws, Toy
from tests.toy.table import Bid, Table

TOY = next(game for game in GAMES if game.name == "toy")


class FirstComeFirstServed(Toy):
    """Law 2: whoever's answer came first begins."""

    def apply(self, table: Table, answers: Answers, draws: Draws) -> Step[Table]:
        step = super().apply(table, answers, draws)
        if table.stage == "lay" and not step.public.gone:
            seat, _ = next(iter(answers))
            return Step(replace(step.public, first=seat, turn=seat), step.events)
        return step


class Remembering(Toy):
    """Law 4: asks another question where it remembers a certain charm from the deal."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.charms: dict[str, Any] = {}

    def deal(self, table: Table, known: Known, request: Draw, seat: str, stream: Stream) -> Known:
        known = super().deal(table, known, request, seat, stream)
        self.charms[seat] = known.get("game.charm.1")
        return known

    def requests(self, table: Table) -> tuple[Request, ...]:
        due = super().requests(table)
        if table.stage != "steps" or "bell" not in self.charms.values():
            return due
        return tuple(replace(request, rule="TOY-CHARM") for request in due)


class Leaking(Toy):
    """Law 4: peeks into the deal and lets the public table show it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.bonus = 0

    def deal(self, table: Table, known: Known, request: Draw, seat: str, stream: Stream) -> Known:
        known = super().deal(table, known, request, seat, stream)
        self.bonus += list(known.values()).count("king")
        return known

    def lay(self, table: Table, given: Mapping[str, Order]) -> Any:
        table, events = super().lay(table, given)
        return table.put(replace(table.sides[0], bonus=self.bonus)), events


class Lenient(Toy):
    """Law 5: does not tell a seat that it plays what it was not dealt."""

    def check(self, table: Table, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
        return super().check(table, {}, decision, order)


class Doubting(Toy):
    """Law 5: finds fault with a copy that knows nothing."""

    def check(self, table: Table, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
        found = super().check(table, known, decision, order)
        return found if known else (*found, Problem("order/TOY-HAND", "who are you?"))


class Losing(Toy):
    """Law 6: a prize that nobody took is lost at the end of the round."""

    def start(self, table: Table, stream: Stream, next_round: int = 1) -> Any:
        table, events = super().start(table, stream, next_round)
        return replace(table, box=table.box[1:]), events


class Trusting(Toy):
    """Law 7: looks at no audit."""

    def apply(self, table: Table, answers: Answers, draws: Draws) -> Step[Table]:
        believed = {
            key: with_fields(answer, stream=None) if answer.stream is not None else answer
            for key, answer in answers.items()
        }
        step = super().apply(table, believed, draws)
        sides = tuple(replace(side, owes=()) for side in step.public.sides)
        return Step(replace(step.public, sides=sides), step.events) if step.public.stage == "close" else step


class Careless(Toy):
    """Law 7: takes any number for a bid."""

    def apply(self, table: Table, answers: Answers, draws: Draws) -> Step[Table]:
        tamed = {
            key: with_fields(answer, order=Bid(1)) if isinstance(answer.order, Bid) else answer
            for key, answer in answers.items()
        }
        return super().apply(table, tamed, draws)


class Fragile(Toy):
    """Law 7: cannot cope with nonsense in what a copy knows."""

    def options(self, table: Table, known: Known, decision: Decision, so_far: Mapping[str, Any]) -> tuple[Choice, ...]:
        assert "canary" not in known.values()
        return super().options(table, known, decision, so_far)


class Hasty(Toy):
    """Law 8: throws the die while a choice is still free."""

    def requests(self, table: Table) -> tuple[Request, ...]:
        due = super().requests(table)
        return tuple(replace(r, sealed=False) if isinstance(r, Decision) and r.kind == "bid" else r for r in due)


class Repeating(Toy):
    """Law 8: asks for the same label in every round."""

    def requests(self, table: Table) -> tuple[Request, ...]:
        due = super().requests(table)
        return tuple(replace(r, label="luck") if isinstance(r, Draw) and r.quick else r for r in due)

    def apply(self, table: Table, answers: Answers, draws: Draws) -> Step[Table]:
        return super().apply(table, answers, {**draws, **{f"luck-{n}": s for s in draws.values() for n in (1, 2)}})


class Forgetful(Toy):
    """Law 8: a charm is never audited."""

    def debts(self, table: Table, seats: tuple[str, ...], labels: tuple[str, ...]) -> tuple[Request, ...]:
        return super().debts(table, seats, tuple(label for label in labels if label != "game"))


class Simultaneous(Toy):
    """Law 9: both seats take steps at once, from the same prizes, and the second one's steps are lost."""

    def requests(self, table: Table) -> tuple[Request, ...]:
        due = super().requests(table)
        if table.stage != "steps":
            return due
        return tuple(replace(r, seat=seat) for r in due for seat in self.seats if isinstance(r, Decision))

    def steps(self, table: Table, given: Mapping[str, Order]) -> Any:
        seat = table.turn or self.seats[0]
        return super().steps(table, {seat: given[seat]})


class Stuttering(Toy):
    """Law 10: the stand-in is no legal order."""

    def stand_in(self, table: Table, decision: Decision) -> Order | None:
        return Bid(9) if decision.kind == "bid" else super().stand_in(table, decision)


class Withholding(Toy):
    """Law 1: offers no charm, though `check` would accept it."""

    def options(self, table: Table, known: Known, decision: Decision, so_far: Mapping[str, Any]) -> tuple[Choice, ...]:
        choices = super().options(table, known, decision, so_far)
        return tuple(choice for choice in choices if choice.so_far.get("charm") is None)


class Tempting(Toy):
    """Law 1: offers cards that are not in the hand."""

    def options(self, table: Table, known: Known, decision: Decision, so_far: Mapping[str, Any]) -> tuple[Choice, ...]:
        return super().options(table, {}, decision, so_far)


class Endless(Toy):
    """Law 1: promises an earlier end than it keeps."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.max_steps = 5


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        pytest.param(broken, law, id=f"{broken.__name__}: {law.__name__}")
        for broken, law in (
            (Withholding, laws.law_1_reach),
            (Tempting, laws.law_1_walks),
            (Endless, laws.law_1_walks),
            (FirstComeFirstServed, laws.law_2_arrival),
            (Remembering, laws.law_4_types),
            (Leaking, laws.law_4_draws),
            (Lenient, laws.law_5_honest),
            (Doubting, laws.law_5_monotone),
            (Losing, laws.law_6_census),
            (Trusting, conduct.law_7_audit),
            (Careless, conduct.law_7_opened),
            (Fragile, conduct.law_7_opened),
            (Hasty, conduct.law_8_chance),
            (Repeating, conduct.law_8_chance),
            (Forgetful, conduct.law_8_chance),
            (Simultaneous, conduct.law_9_independent),
            (Stuttering, conduct.law_10_stand_in),
        )
    ],
)
def test_a_broken_game_is_found_out(broken: type[Toy], law: laws.Seeded) -> None:
    game = with_fields(TOY, rules=with_fields(TOY.rules, open=broken))
    assert found_out(game, law), f"{law.__name__} sees nothing"


def found_out(game: Game, law: Callable[[Game, int], None]) -> bool:
    """Return whether one of a few games fails the law; the sound toy passes all of them."""
    found = False
    for seed in range(8):
        law(TOY, seed)
        try:
            law(game, seed)
        except AssertionError:
            found = True
    return found


def test_false_streams_need_an_audit() -> None:
    with pytest.raises(AssertionError, match="no false stream"):
        conduct.law_7_stream(with_fields(TOY, rules=with_fields(TOY.rules, open=Trusting)), range(6))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"half": 0.5}, id="a float"),
        pytest.param({"rows": [[1]]}, id="a list in a list"),
        pytest.param({"no": 1}, id="a word that YAML reads as false"),
        pytest.param({"Seat": 1}, id="an upper-case key"),
        pytest.param({"1": 1}, id="a key that is a number"),
        pytest.param({"number": 10**15}, id="a number of 16 digits"),
        pytest.param({"text": "x" * 80}, id="a line too long"),
        pytest.param({"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {}}}}}}}}}}}}, id="too deep"),
    ],
)
def test_a_bad_shape_is_found_out(data: Any) -> None:
    assert len(list(faults(data))) == 1


def test_a_good_shape_has_no_faults() -> None:
    assert not list(faults({"rows": [{"seat": "north", "cards": ["a", "b"], "hide": None}], "number": -3, "empty": []}))


def test_independent_changes_do_not_interfere() -> None:
    old = {"one": {"x": 1}, "two": {"x": 1}}
    first, second = {"one": {"x": 2}, "two": {"x": 1}}, {"one": {"x": 1}, "two": {"x": 5}}
    assert not conduct.interferes(old, first, second, {"one": {"x": 2}, "two": {"x": 5}})
    assert conduct.interferes(old, first, second, {"one": {"x": 2}, "two": {"x": 9}})
    assert conduct.interferes(old, first, first, first)
