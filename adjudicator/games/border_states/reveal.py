"""What is opened, judged by what both see: the choices of a round, and blocks turned face-up."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Answer, Event, Step, event, then
from adjudicator.games.border_states.order_of_play import begin_placing
from adjudicator.games.border_states.orders import Blocks
from adjudicator.games.border_states.public import Pair, Public
from adjudicator.games.border_states.recruitment import UNNAMED, check_named, check_revealed, penalised
from adjudicator.games.border_states.retirement import do_retire
from adjudicator.games.border_states.rules import SEATS, Rules
from adjudicator.games.border_states.sequence import force_of, opened, slot_name, with_force
from adjudicator.names import Handle, RuleId, Seat, split_handle

Opened = tuple[tuple[Seat, int, str], ...]


def round_of(handle: Handle) -> int:
    """Return the round in which the block behind a handle was chosen."""
    return int(split_handle(handle)[1].split(".")[1].removeprefix("round-"))


@rule("BS-COMBAT-I")
def judge_openings(
    rules: Rules, public: Public, openings: Mapping[Seat, Mapping[Handle, Any]]
) -> tuple[Opened, dict[Seat, tuple[Handle, ...]]]:
    """Return the blocks opened (seat, round, block), and the handles whose value cannot be a block of that seat."""
    values: list[tuple[Seat, int, str]] = []
    illegal: dict[Seat, tuple[Handle, ...]] = {}
    for seat in SEATS:
        force = force_of(public, seat)
        so_far: list[str] = []
        for handle, value in sorted(openings.get(seat, {}).items()):
            if check_named(rules, force, "hide", value) or value in so_far:
                illegal[seat] = (*illegal.get(seat, ()), handle)
            else:
                so_far.append(value)
                values.append((seat, round_of(handle), value))
    return tuple(values), illegal


def with_opened(public: Public, values: Opened) -> Public:
    """Return the table with opened blocks face-up."""
    for seat, round, block in values:
        public = opened(public, seat, round, block)
    return public


def retire_for(
    rules: Rules, public: Public, illegal: Mapping[Seat, tuple[Handle, ...]], cited: RuleId
) -> Step[Public]:
    """Return the table after seats are retired for what they opened."""
    handles = tuple(handle for seat in SEATS for handle in illegal.get(seat, ()))
    return do_retire(rules, public, tuple(seat for seat in SEATS if seat in illegal), "illegal", cited, handles)


@rule("BS-COMBAT-I", "BS-COMBAT-I-PENALTY")
def do_reveal(rules: Rules, public: Public, answers: Mapping[Seat, Answer]) -> Step[Public]:
    """Return the table after both reveal their choice of the round; an impossible choice retires its seat."""
    illegal: dict[Seat, tuple[Handle, ...]] = {}
    cited: RuleId = "BS-COMBAT-I"
    events: list[Event] = []
    for seat in SEATS:
        order = answers[seat].order
        force = force_of(public, seat)
        if not isinstance(order, Blocks):
            slots = ("recruit", "show")
            illegal[seat] = tuple(slot_name(seat, public.turn, public.round, slot) for slot in slots)
            continue
        if order.show == UNNAMED and order.hide == UNNAMED:
            pair = Pair(order.recruit, None, None, ("show", "hide"))
            events.append(event("stood-in", "BS-STAND-IN", seat))
        else:
            found = check_revealed(rules, force, order.recruit, order.show)
            if found:
                cited = found[0].rule if not illegal else cited
                names = (slot_name(seat, public.turn, public.round, problem.pointer) for problem in found)
                illegal[seat] = tuple(names)
                continue
            pair = Pair(order.recruit, order.show, None, ())
            events.append(event("chose", "BS-COMBAT-I", seat, recruit=order.recruit, show=order.show))
        president = force.president and not order.recruit.startswith("president")
        public = with_force(public, replace(force, president=president, rounds=(*force.rounds, pair)))
    if illegal:
        return then(Step(public, tuple(events)), lambda table: retire_for(rules, table, illegal, cited))
    if owing_penalty(rules, public):
        return Step(replace(public, stage="penalty"), tuple(events))
    return then(Step(public, tuple(events)), lambda table: begin_placing(rules, table))


@rule("BS-COMBAT-I-PENALTY")
def owing_penalty(rules: Rules, public: Public) -> tuple[Seat, ...]:
    """Return the seats that show the block which may not be face-up, and have to turn up their second one."""
    return tuple(
        force.seat
        for force in public.forces
        if len(force.rounds) == public.round and penalised(rules, force.rounds[public.round - 1])
    )


@rule("BS-COMBAT-I-PENALTY")
def do_penalty(rules: Rules, public: Public, values: Opened) -> Step[Public]:
    """Return the table with the second blocks face-up: they act as the face-up ones."""
    events = tuple(event("penalised", "BS-COMBAT-I-PENALTY", seat, block=block) for seat, _, block in values)
    return then(Step(with_opened(public, values), events), lambda table: begin_placing(rules, table))
