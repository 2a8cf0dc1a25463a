"""A game played without documents: the same draws, deals and choices as in its record, some fifty times as fast.

Seeds are searched among rehearsals; what was chosen in the one found is then played and signed for good.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.requests import Deal, Decision, Disclosure, Draw
from adjudicator.engine.steps import Answer, Choice, Event, Order
from adjudicator.engine.streams import Stream
from adjudicator.names import REFEREE, Handle, Label, RequestId, Seat, handle_name
from adjudicator.protocol.advance import decoded_order
from adjudicator.protocol.hashes import joint_seed, private_seed
from tests.golden.people import LINKS, Table, digest

Place = tuple[Seat, RequestId]
Cards = dict[Handle, Any]
LONGEST_WALK = 200


@dataclass
class Rehearsal:
    """One game under way. `steer` narrows the choices of a walk, `lie` may change the order that came of it.

    `stack` may change the cards of a deal, and nobody can open the envelopes of those that `spoil` names.
    """

    table: Table
    steer: Callable[["Rehearsal", Decision, tuple[Choice, ...]], tuple[Choice, ...]] | None = None
    lie: Callable[["Rehearsal", Decision, Any], Any] | None = None
    blind: Seat | None = None  # a seat that plays Character cards without looking at what it was dealt
    stack: Callable[["Rehearsal", Deal, Cards], Cards] | None = None
    spoil: Callable[[Deal], tuple[Handle, ...]] | None = None
    public: Any = None
    orders: dict[Place, Any] = field(default_factory=dict)
    dealt: dict[RequestId, Cards] = field(default_factory=dict)
    known: dict[Seat, dict[str, Any]] = field(default_factory=dict)
    publics: list[Any] = field(default_factory=list)
    events: list[tuple[Event, ...]] = field(default_factory=list)  # of the step that led to each public value
    opened: int = 0  # links each signer has opened
    seeds: dict[tuple[Seat, Label], Stream] = field(default_factory=dict)
    closing: set[Label] = field(default_factory=set)  # the draws that stay closed until the end

    def __post_init__(self) -> None:
        self.known = {seat: {} for seat in (*self.table.engine.seats, REFEREE)}
        self._take(self.table.engine.begin())

    def _take(self, step: Any) -> None:
        self.public = step.public
        self.publics.append(step.public)
        self.events.append(step.events)

    @property
    def outcome(self) -> Any:
        """Return how the game ended, or None."""
        return self.table.engine.outcome(self.public)

    def play(self) -> "Rehearsal":
        """Play to the end."""
        while self.outcome is None:
            self.step()
        return self

    def step(self) -> None:
        """Answer all that is due, and apply it."""
        engine = self.table.engine
        requests = engine.requests(self.public)
        draws = [request for request in requests if isinstance(request, Draw)]
        joints = {draw.label: self._joint(draw.label, self.opened + place) for place, draw in enumerate(draws, 1)}
        self.opened += len(draws)
        answers = {_place(request): self._answer(request) for request in requests if not isinstance(request, Draw)}
        streams = {label: Stream(seed) for label, seed in joints.items()}
        self._take(engine.apply(self.public, answers, streams))
        for draw in draws:
            for seat in draw.private:
                self._draw(draw, seat, joints[draw.label])

    def _joint(self, label: Label, index: int) -> str:
        links = [(seat, index, secret.link("public", index)) for seat, secret in self.table.secrets.items()]
        return joint_seed(self.table.game.id, label, links)

    def _draw(self, draw: Draw, seat: Seat, joint: str) -> None:
        mine = {label for owner, label in self.seeds if owner == seat}
        index = LINKS - len(mine & self.closing) if draw.till_close else 1 + len(mine - self.closing)
        if draw.till_close:
            self.closing.add(draw.label)
        link = self.table.secrets[seat].link("private", index)
        seed = private_seed(self.table.game.id, seat, draw.label, link, joint)
        self.seeds[seat, draw.label] = Stream(seed)
        known = self.table.engine.deal(self.public, self.known[seat], draw, seat, Stream(seed))
        self.known[seat] = dict(known)

    def _answer(self, request: Any) -> Answer:
        if isinstance(request, Deal):
            self._deal(request)
            return Answer()
        if isinstance(request, Disclosure):
            opened = {handle: self.known[request.seat][handle] for handle in request.handles}
            return Answer(opened=opened, stream=self.seeds[request.seat, request.draw] if request.draw else None)
        order = self.walk(request)
        if self.lie:
            order = self.lie(self, request, order)
        self.orders[request.seat, request.id] = order
        turned = self._turned(request, order)
        for slot in request.shut:
            name = handle_name(request.seat, request.id, slot)
            self.known[request.seat][name] = getattr(order, slot)
            order = replace(order, **{slot: name})
        return Answer(order=order, opened=turned)

    def _turned(self, decision: Decision, order: Order) -> Cards:
        """Return the own cards that an order turns up."""
        closed, known = self.table.engine.handles(self.public), self.known[decision.seat]
        named = self.table.engine.turned(decision, order)
        return {handle: known[handle] for handle in named if handle in closed and handle in known}

    def _deal(self, request: Deal) -> None:
        """Draw the cards that are due; a dealer who cheats gives others, and goes on as if he had drawn them."""
        stream = self.seeds[REFEREE, request.draw]
        drawn = self.table.engine.deal(self.public, self.known[REFEREE], request, REFEREE, stream)
        cards = {handle: drawn[handle] for handle, _ in request.cards}
        if self.stack:
            cards = self.stack(self, request, cards)
        self.dealt[request.id] = cards
        self.known[REFEREE] = {**drawn, **cards}
        spoilt = self.spoil(request) if self.spoil else ()
        for handle, seat in request.cards:
            if handle not in spoilt:
                self.known[seat][handle] = cards[handle]

    def walk(self, decision: Decision) -> Order:
        """Choose by a walk through the options that seed, seat and request fix."""
        engine = self.table.engine
        stream = Stream(digest(f"walk {self.table.seed} {decision.seat} {decision.id}"))
        known: Mapping[str, Any] = self.known[decision.seat]
        if decision.seat == self.blind:
            known = {name: value for name, value in known.items() if not name.startswith("game.")}
        so_far: dict[str, Any] = {}
        for step in range(LONGEST_WALK):
            choices = engine.options(self.public, known, decision, so_far)
            choices = self.steer(self, decision, choices) if self.steer else choices
            choice = choices[stream.number(str(step), len(choices))]
            so_far = dict(choice.so_far)
            if choice.complete:
                order = decoded_order(engine.orders[decision.kind], so_far)
                assert order is not None
                return order
        raise AssertionError(f"no end to the walk of {decision.id}")


def _place(request: Deal | Decision | Disclosure) -> Place:
    """Return who answers a request, and which."""
    return REFEREE if isinstance(request, Deal) else request.seat, request.id
