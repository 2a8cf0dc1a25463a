"""The dealt game as an engine."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.engine.interface import Answers, Setup
from adjudicator.engine.requests import Deal, Decision, Disclosure, Draw, Request
from adjudicator.engine.steps import Choice, Event, Known, Order, Outcome, Step
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.names import REFEREE, Handle, Label, RuleId, Seat, handle_name

Stage = Literal["deck", "first", "play", "second", "north", "south", "third", "close", "over"]
DEALT: dict[str, int] = {"first": 3, "second": 1, "third": 1}


class Play(Order, frozen=True):
    """The own card to play."""

    card: Handle


class Add(Order, frozen=True):
    """The card just dealt, or nothing."""

    add: Handle | None


class Side(Struct, frozen=True):
    """One side: what it holds face-down, and what lies open before it."""

    seat: Seat
    hand: tuple[Handle, ...] = ()
    open: tuple[str, ...] = ()


class Table(Struct, frozen=True):
    """The table."""

    stage: Stage
    sides: tuple[Side, ...]
    verdict: Outcome | None = None

    def side(self, seat: Seat) -> Side:
        return next(side for side in self.sides if side.seat == seat)

    def put(self, side: Side) -> "Table":
        return replace(self, sides=tuple(side if old.seat == side.seat else old for old in self.sides))


class Dealt:
    """A game of one trick with a dealer."""

    orders: Mapping[str, type[Order]] = {"play": Play, "add": Add}
    public = Table
    dealer = True
    max_steps = 16
    max_draws = 1

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.cards: tuple[str, ...] = tuple(setup.components["dealt.yaml"]["cards"])

    def begin(self) -> Step[Table]:
        return Step(Table("deck", tuple(Side(seat) for seat in self.seats)))

    def requests(self, table: Table) -> tuple[Request, ...]:
        match table.stage:
            case "deck":
                return (Draw(id="deck.draw", rule="DEALT", label="deck", private=(REFEREE,), till_close=True),)
            case "play":
                return tuple(
                    Decision(id="play", rule="DEALT", seat=seat, kind="play", sealed=True) for seat in self.seats
                )
            case "north" | "south":
                return (Decision(id="add", rule="DEALT", seat=table.stage, kind="add"),)
            case "close":
                return (Disclosure(id="deck.audit", rule="DEALT", seat=REFEREE, draw="deck"),)
            case "over":
                return ()
        names = [(seat, i) for seat in self.seats for i in range(DEALT[table.stage])]
        cards = tuple((handle_name(REFEREE, table.stage, f"card_{k}"), seat) for k, (seat, _) in enumerate(names, 1))
        return (Deal(id=table.stage, rule="DEALT", draw="deck", cards=cards),)

    def apply(self, table: Table, answers: Answers, draws: Mapping[Label, Stream]) -> Step[Table]:
        for request in self.requests(table):
            if isinstance(request, Deal):
                for handle, seat in request.cards:
                    side = table.side(seat)
                    table = table.put(replace(side, hand=(*side.hand, handle)))
        opened = [(seat, handle, card) for (seat, _), a in answers.items() for handle, card in a.opened.items()]
        lying = [card for side in table.sides for card in side.open]
        shown = [card for _, _, card in opened]
        false = tuple(h for _, h, card in opened if card not in self.cards or card in lying or shown.count(card) > 1)
        if false:
            return self.ended(table, Outcome(None, "dealer", (REFEREE,), "DEALT", false, ()), "over")
        plays = [(seat, answer.order) for (seat, name), answer in answers.items() if name == "play"]
        illegal = tuple(seat for seat, order in plays if not self.plays(table, seat, order))
        if illegal:
            return self.retire(table, illegal, "illegal", "DEALT")
        for seat, handle, card in sorted(opened):
            side = table.side(seat)
            hand = tuple(h for h in side.hand if h != handle)
            table = table.put(replace(side, hand=hand, open=(*side.open, card)))
        return self.onward(table)

    def plays(self, table: Table, seat: Seat, order: Order | None) -> bool:
        return isinstance(order, Play) and order.card in table.side(seat).hand

    def onward(self, table: Table) -> Step[Table]:
        stages: tuple[Stage, ...] = ("deck", "first", "play", "second", "north", "south", "third", "close")
        if table.stage == "close":
            return Step(replace(table, stage="over"))
        following = stages[stages.index(table.stage) + 1]
        if following == "third":  # the first card of each hand goes back to the deck
            table = replace(table, sides=tuple(replace(side, hand=side.hand[1:]) for side in table.sides))
        if following == "close":
            best = max(table.sides, key=lambda side: max(side.open))
            return self.ended(table, Outcome(best.seat, "trick", (), "DEALT", (), ()), "close")
        return Step(replace(table, stage=following))

    def ended(self, table: Table, verdict: Outcome, stage: Stage) -> Step[Table]:
        return Step(replace(table, stage=stage, verdict=verdict), (Event("end", "DEALT", None, {"how": verdict.how}),))

    def retire(self, table: Table, seats: tuple[Seat, ...], reason: str, rule: RuleId) -> Step[Table]:
        staying = [seat for seat in self.seats if seat not in seats]
        verdict = Outcome(staying[0] if len(staying) == 1 else None, reason, seats, rule, (), ())
        return self.ended(table, verdict, "over" if table.stage == "deck" else "close")

    def outcome(self, table: Table) -> Outcome | None:
        return table.verdict if table.stage == "over" else None

    def handles(self, table: Table) -> frozenset[Handle]:
        return frozenset(handle for side in table.sides for handle in side.hand)

    def stand_in(self, table: Table, decision: Decision) -> Order | None:
        return Add(None) if decision.kind == "add" else Play(table.side(decision.seat).hand[0])

    def deal(self, table: Table, known: Known, request: Draw | Deal, seat: Seat, stream: Stream) -> Known:
        if isinstance(request, Draw):
            return known
        taken = {known[handle] for side in table.sides for handle in side.hand}
        taken |= {card for side in table.sides for card in side.open}
        cards = stream.draw(request.id, [card for card in self.cards if card not in taken], len(request.cards))
        return {**known, **dict(zip((handle for handle, _ in request.cards), cards, strict=True))}

    def check(self, table: Table, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
        allowed = [choice.so_far for choice in self.options(table, known, decision, {})]
        if any(getattr(order, name) == value for so_far in allowed for name, value in so_far.items()):
            return ()
        return (Problem("order/DEALT", "this is not among your cards", rule="DEALT"),)

    def options(
        self, table: Table, known: Known, decision: Decision, so_far: Mapping[str, Any]
    ) -> tuple[Choice, ...]:
        hand = table.side(decision.seat).hand
        if decision.kind == "play":
            return tuple(Choice(str(known.get(handle, handle)), {"card": handle}, True) for handle in hand)
        return tuple(Choice(str(known.get(handle, handle)), {"add": handle}, True) for handle in (None, hand[-1]))

    def turned(self, decision: Decision, order: Order) -> tuple[Handle, ...]:
        match order:
            case Play(card):
                return (card,)
            case Add(str(card)):
                return (card,)
        return ()
