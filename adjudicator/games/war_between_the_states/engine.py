"""The engine of The War Between the States: every stage handed to the chapter of the rulebook that it belongs to."""

from collections.abc import Mapping
from typing import Any, TypeVar

from adjudicator.engine.interface import Answers, Setup
from adjudicator.engine.requests import Deal, Decision, Draw, Request
from adjudicator.engine.steps import Choice, Known, Order, Outcome, Step, then
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.checks import check
from adjudicator.games.war_between_the_states.components import PART, load
from adjudicator.games.war_between_the_states.conduct import do_move
from adjudicator.games.war_between_the_states.deck import cards_held, dealt, do_deal
from adjudicator.games.war_between_the_states.due import due
from adjudicator.games.war_between_the_states.ending import do_close, do_retire
from adjudicator.games.war_between_the_states.event_words import named
from adjudicator.games.war_between_the_states.gains import do_add, do_back
from adjudicator.games.war_between_the_states.logistics import do_logistics
from adjudicator.games.war_between_the_states.openings import do_judge, opened_by
from adjudicator.games.war_between_the_states.options import options, stand_in
from adjudicator.games.war_between_the_states.order_of_play import go_on
from adjudicator.games.war_between_the_states.orders import ORDERS, Add, Back, Keep, Move, Reveal, Trade
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.recuperate import do_keep
from adjudicator.games.war_between_the_states.reveal import do_reveal
from adjudicator.games.war_between_the_states.rules import SEATS, Rules, rules_of_set_up
from adjudicator.games.war_between_the_states.sequence import turn_label
from adjudicator.games.war_between_the_states.setup import begin
from adjudicator.games.war_between_the_states.strategy import do_trade
from adjudicator.games.war_between_the_states.variants import variants_of
from adjudicator.games.war_between_the_states.verbs import active
from adjudicator.names import Handle, Label, RuleId, Seat

AnOrder = TypeVar("AnOrder", bound=Order)


class WarBetweenTheStates:
    """The rules of one game of The War Between the States."""

    seats: tuple[Seat, ...] = SEATS
    public: type[Public] = Public
    orders: Mapping[str, type[Order]] = ORDERS
    dealer: bool = True

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def max_steps(self) -> int:
        """Return a bound on the steps of a game, the states that only bind sealed choices included.

        A card whose ability was used leaves the game with the hand (an objective, which may come back, has none), so
        each active card is used once at most.
        """
        sealed = 3 * 2  # trade, reveal and keep: bound, revealed
        turn = 2 + sealed + 2  # logistics and replacements; the two passes that end a hand
        use = 1 + 1 + 1 + 1 + 2  # a pass before it, the move, its deal, cards shuffled back, both add cards
        uses = sum(active(card) for card in self.rules.cards.values())
        return 2 + self.rules.components.turns.limit * turn + uses * use + len(SEATS)

    @property
    def max_draws(self) -> int:
        """Return the draw of the deck and a coin for each turn."""
        return 1 + self.rules.components.turns.limit

    def begin(self) -> Step[Public]:
        """Return the table once everybody has enrolled."""
        return begin(self.rules)

    def requests(self, public: Public) -> tuple[Request, ...]:
        """Return what the game waits for."""
        return due(self.rules, public)

    def apply(self, public: Public, answers: Answers, draws: Mapping[Label, Stream]) -> Step[Public]:
        """Return the step when every request is answered."""
        opened = opened_by(answers)
        decisions = tuple(request for request in due(self.rules, public) if isinstance(request, Decision))
        orders = {each.seat: answers[each.seat, each.id].order for each in decisions}
        checked = {each.seat: check(self.rules, public, {}, each, orders[each.seat]) for each in decisions}
        illegal = {seat: problems[0] for seat, problems in checked.items() if problems}
        step = do_judge(self.rules, public, illegal, opened, decisions[0].rule) if decisions else None
        if step is None:
            step = go_on(self.rules, self._step(public, orders, opened, draws))
        return Step(step.public, tuple(named(self.rules, event) for event in step.events))

    def _step(
        self,
        public: Public,
        orders: Mapping[Seat, Order | None],
        opened: Mapping[Seat, Known],
        draws: Mapping[Label, Stream],
    ) -> Step[Public]:
        match public.stage:
            case "deck":
                return do_logistics(self.rules, public)
            case "logistics" | "replace" | "draw":
                return do_deal(public)
            case "trade":
                return do_trade(public, _of(Trade, orders))
            case "reveal":
                return do_reveal(public, _of(Reveal, orders), opened, draws[turn_label(public.turn)])
            case "keep":
                return then(do_keep(public, _of(Keep, orders)), lambda table: do_logistics(self.rules, table))
            case "close":
                return do_close(public)
        ((seat, order),) = orders.items()
        match order:
            case Move():
                return do_move(self.rules, public, seat, order)
            case Back():
                return do_back(public, seat, order)
            case Add():
                return do_add(public, seat, order, opened[seat])
        return Step(public)

    def retire(self, public: Public, seats: tuple[Seat, ...], reason: str, rule: RuleId) -> Step[Public]:
        """Return the step when seats leave the game; the referee may be one of them, if his deals prove false."""
        return do_retire(public, seats, reason, rule)

    def outcome(self, public: Public) -> Outcome | None:
        """Return how the game ended, or None while anything is still due."""
        return public.verdict if public.stage == "over" else None

    def handles(self, public: Public) -> frozenset[Handle]:
        """Return the cards in hand; when the game is over nobody turns any of them up."""
        return frozenset(() if public.stage == "over" else cards_held(public))

    def stand_in(self, public: Public, decision: Decision) -> Order | None:
        """Return the order that a ruling may give a silent seat."""
        return stand_in(self.rules, public, decision)

    def deal(self, public: Public, known: Known, request: Draw | Deal, seat: Seat, stream: Stream) -> Known:
        """Return what the dealer knows after a deal; the draw of the deck alone tells him nothing."""
        return dealt(self.rules, public, known, request, stream) if isinstance(request, Deal) else known

    def check(self, public: Public, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
        """Return what is wrong with an order."""
        return check(self.rules, public, known, decision, order)

    def options(
        self, public: Public, known: Known, decision: Decision, so_far: Mapping[str, Any]
    ) -> tuple[Choice, ...]:
        """Return how the order begun in `so_far` may go on."""
        return options(self.rules, public, known, decision, so_far)

    def turned(self, decision: Decision, order: Order) -> tuple[Handle, ...]:
        """Return the cards that a reveal lays open, or that are added after an ability."""
        match order:
            case Reveal(reveal):
                return reveal
            case Add(add):
                return add
        return ()


def _of(kind: type[AnOrder], orders: Mapping[Seat, Order | None]) -> dict[Seat, AnOrder]:
    return {seat: order for seat, order in orders.items() if isinstance(order, kind)}


def open_game(setup: Setup) -> WarBetweenTheStates:
    """Return the engine for a set-up; options or components that do not fit are refused."""
    variants = variants_of(setup.options)
    return WarBetweenTheStates(rules_of_set_up(load(setup.components[PART]), variants))
