"""The engine of Border States: every stage handed to the chapter of the rulebook that it belongs to."""

from collections.abc import Mapping
from typing import Any

from adjudicator.engine.interface import Answers, Setup
from adjudicator.engine.requests import Deal, Decision, Draw, Request
from adjudicator.engine.steps import Choice, Known, Order, Outcome, Step, then
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.games.border_states.ambush import Spot
from adjudicator.games.border_states.checks import check
from adjudicator.games.border_states.closing import do_close
from adjudicator.games.border_states.components import PART, load
from adjudicator.games.border_states.due import due
from adjudicator.games.border_states.ending import debtors, owed_handles
from adjudicator.games.border_states.influence import check_moves, do_moves
from adjudicator.games.border_states.options import options, stand_in
from adjudicator.games.border_states.orders import ORDERS, Ambush, Cubes, Move, Moves, Place
from adjudicator.games.border_states.placing import do_steps, do_turn_up
from adjudicator.games.border_states.preparation import do_prepare
from adjudicator.games.border_states.public import Public
from adjudicator.games.border_states.resolution import do_ambush, do_cubes, do_open
from adjudicator.games.border_states.retirement import do_retire
from adjudicator.games.border_states.reveal import (
    do_penalty,
    do_reveal,
    judge_openings,
    retire_for,
    with_opened,
)
from adjudicator.games.border_states.rules import SEATS, Rules, rules_of_set_up
from adjudicator.games.border_states.sequence import in_round, in_turn, turn_label
from adjudicator.games.border_states.setup import GAME, begin, dealt, do_set_up
from adjudicator.games.border_states.variants import variants_of
from adjudicator.names import Handle, Label, RuleId, Seat


class BorderStates:
    """The rules of one game of Border States."""

    seats: tuple[Seat, ...] = SEATS
    public: type[Public] = Public
    orders: Mapping[str, type[Order]] = ORDERS
    dealer: bool = False

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def max_steps(self) -> int:
        """Return a bound on the steps of a game, the states that only bind sealed choices included."""
        in_rounds = 3 * (2 + 1 + 2)  # choices (bound, revealed), penalty, two placings
        in_battles = 3 * (1 + 2 + 1)  # opening, two Ambushes, cubes
        turn = in_rounds + in_battles + 2 + 1  # tokens (bound, revealed), close
        cards = 2 * 2  # each seat turns up one block a game: the block, and the placing that goes on
        leaving = 2 * 2  # each seat may leave, and the other then closes
        return 2 + self.rules.turns * turn + cards + leaving

    @property
    def max_draws(self) -> int:
        """Return one draw a turn, and that of the Character cards."""
        return self.rules.turns + 1

    def begin(self) -> Step[Public]:
        """Return the table once everybody has enrolled."""
        return begin(self.rules)

    def requests(self, public: Public) -> tuple[Request, ...]:
        """Return what the game waits for."""
        return due(self.rules, public)

    def apply(self, public: Public, answers: Answers, draws: Mapping[Label, Stream]) -> Step[Public]:
        """Return the step when every request is answered."""
        rules = self.rules
        match public.stage:
            case "set-up":
                stream = draws[turn_label(1)]
                return then(do_set_up(rules, public, stream), lambda table: do_prepare(rules, table, stream))
            case "blocks":
                name = in_round(public, "blocks")
                return do_reveal(rules, public, {seat: answers[seat, name] for seat in SEATS})
            case "place":
                seat, order = _one(answers)
                assert isinstance(order, Place)
                return do_steps(rules, public, seat, order.steps)
            case "ambush":
                _, order = _one(answers)
                assert isinstance(order, Ambush)
                return do_ambush(rules, public, Spot(order.front, order.space))
            case "cubes":
                _, order = _one(answers)
                assert isinstance(order, Cubes)
                return do_cubes(rules, public, order.keep)
            case "tokens":
                return self._tokens(public, answers)
            case "close":
                return self._close(public, answers, draws)
        return self._opened(public, answers)

    def _opened(self, public: Public, answers: Answers) -> Step[Public]:
        values, illegal = judge_openings(self.rules, public, _openings(answers))
        if illegal:
            return retire_for(self.rules, with_opened(public, values), illegal, "BS-COMBAT-I")
        if public.stage == "penalty":
            return do_penalty(self.rules, public, values)
        if public.stage == "turn-up":
            return do_turn_up(public, *values[0])
        return do_open(self.rules, public, values)

    def _tokens(self, public: Public, answers: Answers) -> Step[Public]:
        name = in_turn(public, "tokens")
        illegal: dict[Seat, tuple[Handle, ...]] = {}
        moves: tuple[Move, ...] = ()
        for seat in SEATS:
            answer = answers.get((seat, name))
            if answer is None:
                continue
            order = answer.order
            if not isinstance(order, Moves) or check_moves(self.rules, public, seat, order.moves):
                illegal[seat] = (f"{seat}.{name}.moves",)
            else:
                moves += order.moves
        if illegal:
            return retire_for(self.rules, public, illegal, "BS-END-I")
        return do_moves(self.rules, public, moves)

    def _close(self, public: Public, answers: Answers, draws: Mapping[Label, Stream]) -> Step[Public]:
        values, illegal = judge_openings(self.rules, public, _openings(answers))
        streams: dict[tuple[Seat, Label], Stream | None] = {}
        for (seat, name), answer in answers.items():
            if name.endswith(".audit"):
                label = GAME if name.startswith(GAME) else turn_label(public.turn)
                streams[seat, label] = answer.stream
        return do_close(self.rules, with_opened(public, values), streams, illegal, draws)

    def retire(self, public: Public, seats: tuple[Seat, ...], reason: str, rule: RuleId) -> Step[Public]:
        """Return the step when seats leave the game."""
        return do_retire(self.rules, public, seats, reason, rule)

    def outcome(self, public: Public) -> Outcome | None:
        """Return how the game ended, or None while anything is still due."""
        return public.verdict if public.stage == "over" else None

    def handles(self, public: Public) -> frozenset[Handle]:
        """Return what still lies face-down and may be turned up; nobody turns up what a leaver left."""
        if public.stage == "over":
            return frozenset()
        return frozenset(handle for seat in debtors(public) for handle in owed_handles(public, seat))

    def stand_in(self, public: Public, decision: Decision) -> Order | None:
        """Return the order that a ruling may give a silent seat."""
        return stand_in(self.rules, public, decision)

    def deal(self, public: Public, known: Known, request: Draw | Deal, seat: Seat, stream: Stream) -> Known:
        """Return what a seat knows after a private draw."""
        assert isinstance(request, Draw)
        return {**known, **dealt(self.rules, public, request.label, seat, stream)}

    def check(self, public: Public, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
        """Return what is wrong with an order."""
        return check(self.rules, public, known, decision, order)

    def options(
        self, public: Public, known: Known, decision: Decision, so_far: Mapping[str, Any]
    ) -> tuple[Choice, ...]:
        """Return how the order begun in `so_far` may go on."""
        return options(self.rules, public, known, decision, so_far)

    def turned(self, decision: Decision, order: Order) -> tuple[Handle, ...]:
        """Return nothing: no order of this game turns up a block of its own."""
        return ()


def _one(answers: Answers) -> tuple[Seat, Order | None]:
    ((seat, _), answer), *_rest = answers.items()
    return seat, answer.order


def _openings(answers: Answers) -> dict[Seat, dict[Handle, Any]]:
    found: dict[Seat, dict[Handle, Any]] = {}
    for (seat, _), answer in answers.items():
        if answer.opened:
            found.setdefault(seat, {}).update(answer.opened)
    return found


def open_game(setup: Setup) -> BorderStates:
    """Return the engine for a set-up; options or components that do not fit are refused."""
    variants = variants_of(setup.options)
    return BorderStates(rules_of_set_up(load(setup.components[PART]), variants))
