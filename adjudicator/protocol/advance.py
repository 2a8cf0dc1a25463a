"""The step from one state to the next: a pure function of the state and the acts that answer it."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from adjudicator.documents.kinds import (
    ChainRow,
    DealtRow,
    HandleRow,
    OutcomeRow,
    PointsRow,
    Reveal,
    SealedRow,
    SeedRow,
    State,
)
from adjudicator.documents.signed import unsigned
from adjudicator.engine.requests import Deal, Decision, Disclosure, Draw
from adjudicator.engine.steps import Answer, Order, Outcome, Step
from adjudicator.engine.streams import Stream
from adjudicator.errors import InternalError, Problem
from adjudicator.names import Digest, Handle, Label, RequestId, Seat, handle_name, split_handle
from adjudicator.protocol.hashes import joint_seed, private_seed
from adjudicator.protocol.position import Act, Game, Place, Position, due_rows, fields_of

RESIGNATION_RULE = "PROTOCOL-RESIGNATION"


def advance(game: Game, position: Position, acts: Sequence[Act]) -> Position:
    """Return the position that `acts`, in due order, lead to; they fill every place or hold a resignation."""
    if position.state is None:
        return _enrolled(game, position, acts)
    if any(act.document.kind == "resignation" for act in acts):
        seats = tuple(seat for seat in game.seats if any(act.seat == seat for act in acts))
        step = game.engine.retire(position.public, seats, "resignation", RESIGNATION_RULE)
        return _stepped(game, position, acts, step, position.state.chains, position.state.seeds)
    if any(act.document.kind == "commitment" for act in acts):
        return _bound(game, position, acts)
    joints = joint_seeds(game, position, acts)
    answers = {act.place: _answer(game, position, act) for act in acts if act.document.kind != "link"}
    step = game.engine.apply(position.public, answers, {label: Stream(seed) for label, seed in joints.items()})
    chains, seeds = _chance(game, position, acts, joints)
    return _stepped(game, position, acts, step, chains, seeds)


def joint_seeds(game: Game, position: Position, acts: Sequence[Act]) -> dict[Label, Digest]:
    """Return the joint seed of each draw that `acts` contribute to."""
    seeds: dict[Label, Digest] = {}
    for request in position.requests:
        if isinstance(request, Draw):
            links = [
                (act.seat, act.document.index, act.document.link) for act in acts if act.document.request == request.id
            ]
            seeds[request.label] = joint_seed(game.id, request.label, links)
    return seeds


def audit_seed(game: Game, position: Position, act: Act) -> Digest:
    """Return the private seed that an audit opens, from its link and the joint seed kept in the state."""
    document = act.document
    assert position.state is not None
    joint = next(row.hash for row in position.state.seeds if (row.label, row.seat) == (document.label, act.seat))
    return private_seed(game.id, act.seat, document.label, document.link, joint)


def _enrolled(game: Game, position: Position, acts: Sequence[Act]) -> Position:
    chains = tuple(
        ChainRow(seat=act.seat, opened=0, last=act.document.public, audits=0, past=act.document.private) for act in acts
    )
    return _stepped(game, position, acts, game.engine.begin(), chains, ())


def _bound(game: Game, position: Position, acts: Sequence[Act]) -> Position:
    """All sealed choices are committed: shut slots lie face-down, the reveals of the others are due."""
    assert position.state is not None
    sealed: list[SealedRow] = []
    handles = list(position.state.handles)
    for act in acts:
        decision = position.request(act.place)
        assert isinstance(decision, Decision)
        for slot in act.document.slots:
            if slot.slot in decision.shut:
                name = handle_name(act.seat, decision.id, slot.slot)
                handles.append(HandleRow(name=name, seat=act.seat, hash=slot.hash, from_=position.id, slot=slot.slot))
            else:
                sealed.append(
                    SealedRow(seat=act.seat, request=decision.id, slot=slot.slot, hash=slot.hash, from_=position.id)
                )
    return _position(
        game,
        position,
        acts,
        Step(position.public),
        handles=tuple(sorted(handles, key=lambda row: row.name)),
        sealed=tuple(sealed),
        chains=position.state.chains,
        seeds=position.state.seeds,
    )


def _stepped(
    game: Game,
    position: Position,
    acts: Sequence[Act],
    step: Step[Any],
    chains: tuple[ChainRow, ...],
    seeds: tuple[SeedRow, ...],
) -> Position:
    """After a step of the engine only what the engine says lies face-down is kept; every commitment is spent."""
    closed = game.engine.handles(step.public)
    before = position.state.handles if position.state else ()
    dealt = [_dealt(position, row) for act in acts if act.document.kind == "deal" for row in act.document.cards]
    if dealt:
        before = tuple(sorted((*before, *dealt), key=lambda row: row.name))
    handles = tuple(row for row in before if row.name in closed)
    if len(handles) != len(closed):
        raise InternalError(
            Problem("internal/handle", f"the engine keeps {sorted(closed)} closed, but not all were committed or dealt")
        )
    return _position(game, position, acts, step, handles, (), chains, seeds)


def _dealt(position: Position, row: DealtRow) -> HandleRow:
    return HandleRow(name=row.name, seat=row.seat, hash=row.hash, from_=position.id, slot=split_handle(row.name)[2])


def _position(
    game: Game,
    position: Position,
    acts: Sequence[Act],
    step: Step[Any],
    handles: tuple[HandleRow, ...],
    sealed: tuple[SealedRow, ...],
    chains: tuple[ChainRow, ...],
    seeds: tuple[SeedRow, ...],
) -> Position:
    requests = position.requests if step.public is position.public and sealed else game.engine.requests(step.public)
    before = tuple(seat for seat in game.seats if any(act.seat == seat for act in acts))
    due = due_rows(game, requests, bool(sealed), before)
    state = State(
        game=game.id,
        number=position.number + 1,
        prev=position.id,
        acts=tuple(act.id for act in acts),
        public=step.public,
        handles=handles,
        sealed=sealed,
        seeds=seeds,
        chains=chains,
        due=due,
        outcome=_outcome_row(game.engine.outcome(step.public)),
    )
    document = unsigned(state, game.emitter)
    return Position(
        number=state.number,
        id=document.id,
        text=document.text,
        state=state,
        public=step.public,
        requests=requests,
        due=due,
        parent=position,
        came=tuple(acts),
        events=step.events,
    )


def _outcome_row(outcome: Outcome | None) -> OutcomeRow | None:
    if outcome is None:
        return None
    return OutcomeRow(
        winner=outcome.winner,
        how=outcome.how,
        seats=outcome.seats,
        rule=outcome.rule,
        handles=outcome.handles,
        points=tuple(PointsRow(seat=row.seat, points=row.points) for row in outcome.points),
    )


def _answer(game: Game, position: Position, act: Act) -> Answer:
    """Return what the engine is told of an act; its proofs were checked when it was taken in."""
    document = act.document
    if document.kind == "audit":
        return Answer(stream=Stream(audit_seed(game, position, act)))
    if document.kind == "order":
        return Answer(order=act.order, opened={opening.name: opening.value for opening in document.opened})
    request = position.request(act.place)
    if isinstance(request, Deal):
        return Answer()
    if isinstance(request, Disclosure):
        return Answer(opened={opening.name: opening.value for opening in document.opened})
    assert isinstance(request, Decision)
    slots = fields_of(game, request)
    turned = {opening.name: opening.value for opening in document.opened if opening.name not in slots}
    return Answer(order=revealed_order(game, request, document), opened=turned)


def revealed_order(game: Game, decision: Decision, reveal: Reveal) -> Order | None:
    """Return the order that a reveal opens, shut fields holding their handles' names; None if it does not decode.

    A value that decodes but was spelled in another way than the canonical one does not decode either:
    two spellings would be two commitments.
    """
    slots = fields_of(game, decision)
    values: dict[str, Any] = {opening.name: opening.value for opening in reveal.opened if opening.name in slots}
    for slot in decision.shut:
        values[slot] = handle_name(decision.seat, decision.id, slot)
    return decoded_order(game.engine.orders[decision.kind], values)


def decoded_order(kind: type[Order], values: Mapping[str, Any]) -> Order | None:
    """Return `values` as an order of `kind`, or None if it is none or is not spelled canonically."""
    try:
        order = convert(values, kind, strict=True)
        same = all(_same_spelling(getattr(order, name), values[name]) for name in kind.__struct_fields__)
    except (ValidationError, KeyError):
        return None
    return order if same else None


def _same_spelling(typed: Any, read: Any) -> bool:
    """Answer whether a typed value and the value as it was read have one canonical text."""
    return alike(to_builtins(typed), read)


def alike(one: Any, other: Any) -> bool:
    """Answer whether two plain values have one canonical text: equal, and their fields in the same order."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and list(one) == list(other)
            and all(alike(value, other[key]) for key, value in one.items())
        )
    if isinstance(one, (list, tuple)):
        return (
            isinstance(other, (list, tuple))
            and len(one) == len(other)
            and all(alike(mine, yours) for mine, yours in zip(one, other, strict=True))
        )
    return type(one) is type(other) and bool(one == other)


def _chance(
    game: Game, position: Position, acts: Sequence[Act], joints: dict[Label, Digest]
) -> tuple[tuple[ChainRow, ...], tuple[SeedRow, ...]]:
    """Return the chains with the links and audits of this step, and the private draws not yet opened."""
    assert position.state is not None
    by_place: dict[Place, Act] = {act.place: act for act in acts}
    chains = []
    opened: set[tuple[Label, Seat]] = set()
    for row in position.state.chains:
        count, last, audits, past = row.opened, row.last, row.audits, row.past
        for (seat, _), act in by_place.items():
            if seat != row.seat:
                continue
            if act.document.kind == "link" and act.document.index > count:
                count, last = act.document.index, act.document.link
            elif act.document.kind == "audit":
                opened.add((act.document.label, seat))
                if act.document.index > audits:
                    audits, past = act.document.index, act.document.link
        same = (count, last, audits, past) == (row.opened, row.last, row.audits, row.past)
        chains.append(row if same else ChainRow(seat=row.seat, opened=count, last=last, audits=audits, past=past))
    seeds = [row for row in position.state.seeds if (row.label, row.seat) not in opened]
    for request in position.requests:
        if isinstance(request, Draw):
            for seat in request.private:
                index = private_index(game, seat, request, chains, seeds)
                seeds.append(SeedRow(label=request.label, hash=joints[request.label], seat=seat, index=index))
    order = {seat: place for place, seat in enumerate(game.signers)}
    return tuple(chains), tuple(sorted(seeds, key=lambda row: (row.label, order[row.seat])))


def private_index(game: Game, seat: Seat, draw: Draw, chains: Sequence[ChainRow], seeds: Sequence[SeedRow]) -> int:
    """Return which private link a private draw uses: the next one unused, or for `till_close` the deepest unused."""
    waiting = [row.index for row in seeds if row.seat == seat]
    if draw.till_close:
        return min([index for index in waiting if index > game.charter.links // 2], default=game.charter.links + 1) - 1
    audits = next(row.audits for row in chains if row.seat == seat)
    return max([index for index in waiting if index <= game.charter.links // 2], default=audits) + 1


def handle_row(position: Position, handle: Handle) -> HandleRow | None:
    """Return the row of a closed handle, or None."""
    assert position.state is not None
    return next((row for row in position.state.handles if row.name == handle), None)


def slots_due(position: Position, seat: Seat, request: RequestId) -> tuple[SealedRow, ...]:
    """Return the sealed slots whose reveal a seat owes for a request."""
    assert position.state is not None
    return tuple(row for row in position.state.sealed if (row.seat, row.request) == (seat, request))
