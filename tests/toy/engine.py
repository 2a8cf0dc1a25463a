"""The toy as an engine: what is due at each stage, and the step that follows when it has come in."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.interface import Answers, Setup
from adjudicator.engine.requests import Deal, Decision, Disclosure, Draw, Request
from adjudicator.engine.steps import Choice, Event, Known, Order, Outcome, Step
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.names import Handle, Label, RuleId, Seat, handle_name
from tests.toy.orders import check_order, choices
from tests.toy.outcome import outcome_of
from tests.toy.proofs import leave, prove
from tests.toy.table import (
    ORDERS,
    SIDES,
    STEPS,
    Bid,
    Lay,
    Parts,
    Peek,
    Side,
    Spring,
    Steps,
    Table,
    Take,
    closed,
    obliged,
    read_parts,
    score,
    shown,
    without,
)

Draws = Mapping[Label, Stream]


class Toy:
    """A game of two rounds: lay two cards, take steps, guess a die."""

    orders: Mapping[str, type[Order]] = ORDERS
    public = Table
    dealer = False

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.parts: Parts = read_parts(setup.components["toy.yaml"])
        self.max_steps = 2 + 10 * self.parts.rounds
        self.max_draws = 1 + 2 * self.parts.rounds

    def begin(self) -> Step[Table]:
        """Return the empty table."""
        cards = tuple(sorted(self.parts.cards))
        sides = tuple(
            Side(
                seat=seat, left=cards, spent=(), show=None, hide=None, turned=None,
                charm=None, tokens=(), steps=0, bonus=0, owes=(),
            )
            for seat in self.seats
        )  # fmt: skip
        table = Table(
            stage="set_up", round=1, first=None, turn=None, count=0,
            bag=self.parts.bag, prizes=(), box=(), sides=sides, gone=(),
        )  # fmt: skip
        return Step(table)

    def requests(self, table: Table) -> tuple[Request, ...]:
        """Return what is due, from the stage alone."""
        name = f"round-{table.round}"
        match table.stage:
            case "set_up":
                return (
                    self.draw(1),
                    Draw(id="game.draw", rule="TOY-CHARM", label="game", private=self.seats, till_close=True),
                )
            case "lay":
                return tuple(
                    Decision(id=f"{name}.cards", rule="TOY-LAY", seat=seat, kind="lay", sealed=True, shut=("hide",))
                    for seat in self.seats
                )
            case "penalty":
                return tuple(self.turn_up(side, f"{name}.penalty") for side in table.sides if obliged(side))
            case "steps":
                assert table.turn is not None
                return (Decision(id=f"{name}.steps-{table.count}", rule="TOY-STEPS", seat=table.turn, kind="steps"),)
            case "turn_up":
                assert table.turn is not None
                return (self.turn_up(table.other(table.turn), f"{name}.turn-up-{table.count}"),)
            case "bid":
                return (
                    Decision(id=f"{name}.bid", rule="TOY-BID", seat=self.bidder(table), kind="bid", sealed=True),
                    Draw(id=f"{name}.luck", rule="TOY-BID", label=f"luck-{table.round}", quick=True),
                )
            case "end":
                final = table.round == self.parts.rounds
                debts = self.debts(table, self.seats, (name, "game") if final else (name,))
                return debts if final else (*debts, self.draw(table.round + 1))
            case "close":
                return self.debts(table, table.staying(), (name, "game"))
            case _:
                return ()

    def draw(self, round_: int) -> Draw:
        """Return the draw that begins a round: prizes for all to see, a hand for each seat."""
        return Draw(id=f"round-{round_}.draw", rule="TOY-HAND", label=f"round-{round_}", private=self.seats)

    def turn_up(self, side: Side, request: str) -> Disclosure:
        """Return the request that the hidden card of `side` be turned up."""
        return Disclosure(id=request, rule="TOY-PENALTY", seat=side.seat, handles=closed(side))

    def debts(self, table: Table, seats: tuple[Seat, ...], labels: tuple[Label, ...]) -> tuple[Request, ...]:
        """Return what the seats still have to open: hidden cards, then these draws."""
        due: list[Request] = []
        for seat in seats:
            side = table.side(seat)
            if closed(side):
                due.append(self.turn_up(side, f"round-{table.round}.leftover"))
            due += [
                Disclosure(id=f"{label}.audit", rule="TOY-HAND", seat=seat, draw=label)
                for label in labels
                if label in side.owes
            ]
        return tuple(due)

    def bidder(self, table: Table) -> Seat:
        """Return the seat that may guess: the one with fewer points, of equals the one that went second."""
        return min(table.sides, key=lambda side: (score(self.parts, side), side.seat == table.first)).seat

    def apply(self, table: Table, answers: Answers, draws: Draws) -> Step[Table]:
        """Return the step of the present stage."""
        stage = table.stage
        table, events = prove(self.parts, table, answers)
        if table.gone:
            return self.leaving(table, events)
        given = {seat: answer.order for (seat, _), answer in answers.items() if answer.order is not None}
        match stage:
            case "set_up":
                table, more = self.start(table, draws["round-1"])
            case "lay":
                table, more = self.lay(table, given)
            case "penalty":
                table, more = replace(table, stage="steps"), ()
            case "steps":
                table, more = self.steps(table, given)
            case "turn_up":
                table, more = self.go_on(table), ()
            case "bid":
                table, more = self.bid(table, given, draws[f"luck-{table.round}"])
            case _:
                table, more = self.finish(table, draws)
        return Step(table, (*events, *more))

    @rule("TOY-HAND")
    def start(self, table: Table, stream: Stream, next_round: int = 1) -> tuple[Table, tuple[Event, ...]]:
        """Return the table at the beginning of a round: prizes on it, private draws owed."""
        prizes = stream.draw("prizes", table.bag, self.parts.prizes)
        bag = table.bag
        for token in prizes:
            bag = without(bag, token)
        first = stream.pick("first", self.seats) if table.first is None else table.other(table.first).seat
        labels = ("game", "round-1") if next_round == 1 else (f"round-{next_round}",)
        sides = tuple(replace(side, steps=STEPS, owes=(*side.owes, *labels)) for side in table.sides)
        table = replace(
            table, stage="lay", round=next_round, first=first, turn=None, count=0,
            bag=bag, box=(*table.box, *table.prizes), prizes=prizes, sides=sides,
        )  # fmt: skip
        return table, (Event("round", "TOY-HAND", first, {"round": next_round, "prizes": prizes}),)

    @rule("TOY-LAY")
    def lay(self, table: Table, given: Mapping[Seat, Order]) -> tuple[Table, tuple[Event, ...]]:
        """Return the table with both lays on it."""
        events = []
        for seat in self.seats:
            order, side = given[seat], table.side(seat)
            assert isinstance(order, Lay)
            hide = handle_name(seat, f"round-{table.round}.cards", "hide")
            charm = side.charm or order.charm
            side = replace(side, left=without(side.left, order.show), show=order.show, hide=hide, charm=charm)
            table = table.put(replace(side, bonus=side.bonus + (order.charm is not None)))
            events.append(Event("lay", "TOY-LAY", seat, {"show": order.show, "charm": order.charm or "none"}))
        stage = "penalty" if any(obliged(side) for side in table.sides) else "steps"
        return replace(table, stage=stage, turn=table.first, count=1), tuple(events)

    @rule("TOY-STEPS")
    def steps(self, table: Table, given: Mapping[Seat, Order]) -> tuple[Table, tuple[Event, ...]]:
        """Return the table after one order of steps; a sprung card is already up."""
        ((seat, order),) = given.items()
        assert isinstance(order, Steps)
        events = []
        for step in order.steps:
            side = table.side(seat)
            side = replace(side, steps=side.steps - 1)
            match step:
                case Take(token):
                    table = replace(table, prizes=without(table.prizes, token))
                    side = replace(side, tokens=(*side.tokens, token))
                    events.append(Event("take", "TOY-STEPS", seat, {"token": token}))
                case Spring():
                    side = replace(side, bonus=side.bonus + 1)
                case Peek():
                    events.append(Event("peek", "TOY-STEPS", seat))
                    return replace(table.put(side), stage="turn_up"), tuple(events)
            table = table.put(side)
        return self.next_turn(table), tuple(events)

    def go_on(self, table: Table) -> Table:
        """Return the table after a card was turned up in mid-order: the same seat goes on if it has steps left."""
        assert table.turn is not None
        if table.side(table.turn).steps:
            return replace(table, stage="steps", count=table.count + 1)
        return self.next_turn(table)

    def next_turn(self, table: Table) -> Table:
        """Return the table when one seat has ended its steps."""
        assert table.turn is not None
        if table.turn == table.first:
            return replace(table, stage="steps", turn=table.other(table.turn).seat, count=table.count + 1)
        return replace(table, stage="bid", turn=None)

    @rule("TOY-BID")
    def bid(self, table: Table, given: Mapping[Seat, Order], stream: Stream) -> tuple[Table, tuple[Event, ...]]:
        """Return the table after the die: a right guess is a point."""
        ((seat, order),) = given.items()
        assert isinstance(order, Bid)
        die, side = stream.roll("die", SIDES), table.side(seat)
        table = table.put(replace(side, bonus=side.bonus + (die == order.number)))
        return replace(table, stage="end"), (Event("bid", "TOY-BID", seat, {"number": order.number, "die": die}),)

    @rule("TOY-SCORE")
    def finish(self, table: Table, draws: Draws) -> tuple[Table, tuple[Event, ...]]:
        """Return the table after a round whose proofs all held: the stronger side scores, then the next round."""
        strength = [sum(self.parts.cards[card] for card in shown(side)) for side in table.sides]
        events: tuple[Event, ...] = ()
        for side, own in zip(table.sides, strength, strict=True):
            if own == max(strength) and own != min(strength):
                table = table.put(replace(side, bonus=side.bonus + 1))
                events = (Event("stronger", "TOY-SCORE", side.seat, {"strength": own}),)
        if table.round == self.parts.rounds:
            return replace(table, stage="over"), events
        sides = tuple(
            replace(side, spent=(*side.spent, *shown(side)), show=None, turned=None) for side in table.sides
        )
        number = table.round + 1
        table, more = self.start(replace(table, sides=sides), draws[f"round-{number}"], number)
        return table, (*events, *more)

    def retire(self, table: Table, seats: tuple[Seat, ...], reason: str, rule: RuleId) -> Step[Table]:
        """Return the table when seats leave; whoever stays opens what it owes before it has won."""
        for seat in seats:
            table = leave(table, seat, reason, rule)
        return self.leaving(table, ())

    def leaving(self, table: Table, events: tuple[Event, ...]) -> Step[Table]:
        """Return the table after somebody left: debts first, then the end."""
        table = replace(table, stage="close", turn=None)
        told = tuple(Event("gone", row.rule, row.seat, {"how": row.how}) for row in table.gone)
        return Step(table if self.requests(table) else replace(table, stage="over"), (*events, *told))

    def outcome(self, table: Table) -> Outcome | None:
        """Return how the game ended."""
        return outcome_of(self.parts, table) if table.stage == "over" else None

    def handles(self, table: Table) -> frozenset[Handle]:
        """Return the hidden cards that still lie face-down."""
        return frozenset(handle for side in table.sides for handle in closed(side))

    def stand_in(self, table: Table, decision: Decision) -> Order | None:
        """Return no steps, or the bid of 1; nobody else can hide a card for a seat."""
        return {"steps": Steps(()), "bid": Bid(1)}.get(decision.kind)

    def deal(self, table: Table, known: Known, request: Draw | Deal, seat: Seat, stream: Stream) -> Known:
        """Return `known` with the hand of a round, or with the charm."""
        assert isinstance(request, Draw)
        if request.label == "game":
            return {**known, "game.charm.1": stream.pick("charm", self.parts.charms)}
        hand = stream.draw("cards", table.side(seat).left, self.parts.hand)
        return {**known, **{f"{request.label}.cards.{i}": card for i, card in enumerate(hand, 1)}}

    def check(self, table: Table, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
        """Return what is wrong with an order."""
        return tuple(check_order(self.parts, table, known, decision, order))

    def options(
        self, table: Table, known: Known, decision: Decision, so_far: Mapping[str, Any]
    ) -> tuple[Choice, ...]:
        """Return how an order may go on."""
        return tuple(choices(self.parts, table, known, decision, so_far))

    def turned(self, decision: Decision, order: Order) -> tuple[Handle, ...]:
        """Return the own hidden card if the steps spring it: its name follows from the round."""
        if isinstance(order, Steps) and Spring() in order.steps:
            name = decision.id.split(".")[0]
            return (handle_name(decision.seat, f"{name}.cards", "hide"),)
        return ()
