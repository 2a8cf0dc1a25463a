"""One seat's order of placing: its steps judged one after the other, and carried out on the table."""

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.steps import Event, Step, event
from adjudicator.errors import Problem
from adjudicator.games.border_states.characters import check_step, do_step
from adjudicator.games.border_states.order_of_play import face_of, set_aside, start_placing
from adjudicator.games.border_states.orders import PlaceBlock, PlacingStep, PlayExtra, PlayTurnUp
from adjudicator.games.border_states.placement import Placement, can_finish, check_end
from adjudicator.games.border_states.public import Public
from adjudicator.games.border_states.rules import Rules, opponent
from adjudicator.games.border_states.sequence import force_of, front_of, in_round, opened, slot_name, with_force
from adjudicator.names import Seat


def placement_of(rules: Rules, public: Public, seat: Seat, cards: tuple[str, ...]) -> Placement:
    """Return the placing that is under way, for a seat that may still play `cards`."""
    assert public.placing is not None
    pair = force_of(public, seat).rounds[public.round - 1]
    face = face_of(rules, public, seat)
    dealt = rules.components.characters.dealt - len(force_of(public, seat).characters)
    return Placement(seat, public.round, pair, face, public.placing, public.battles, cards, dealt)


@rule("BS-COMBAT-III", "BS-CHARACTERS")
def check_steps(rules: Rules, state: Placement, steps: Iterable[PlacingStep]) -> tuple[Problem, ...]:
    """Yield what is wrong with a whole order of placing; it stops at the first step that cannot be made."""
    turned_up = False
    for index, step in enumerate(steps):
        if turned_up:
            message = "the order ends with the turn-up card; go on when you have seen the block"
            return (broken("BS-CHARACTERS-TURN-UP", f"steps[{index}]", message, fix="leave this step out"),)
        found = check_step(rules, state, step)
        if found:
            return tuple(located(problem, f"steps[{index}]") for problem in found)
        state = do_step(rules, state, step)
        turned_up = isinstance(step, PlayTurnUp)
    if not turned_up:
        return check_end(state)
    if can_finish(state):
        return ()
    return (broken("BS-COMBAT-II-SIEGE", "steps", "the second block of the Siege could not be placed any more"),)


def located(problem: Problem, place: str) -> Problem:
    """Return a problem of one step, said of its place in the order."""
    return Problem(
        problem.code, problem.message, pointer=f"{place}.{problem.pointer}", expected=problem.expected,
        got=problem.got, fix=problem.fix, rule=problem.rule,
    )  # fmt: skip


@rule("BS-COMBAT-III")
def do_steps(rules: Rules, public: Public, seat: Seat, steps: tuple[PlacingStep, ...]) -> Step[Public]:
    """Return the table after a placing, up to the card that turns a block up; what finds no room is set aside."""
    state = placement_of(rules, public, seat, rules.characters)
    events: list[Event] = []
    for step in steps:
        state = do_step(rules, state, step)
        events.append(told(seat, state, step))
    force = force_of(public, seat)
    if state.played:
        force = replace(force, characters=force.characters + state.played)
        public = with_force(public, force)
    public = replace(public, battles=state.battles, placing=state.placing)
    if steps and isinstance(steps[-1], PlayTurnUp):
        last = steps[-1]
        space = front_of(public.battles[last.battle - 1], last.front).row[last.space - 1]
        target = slot_name(opponent(seat), public.turn, space.round, space.slot or "")
        return Step(replace(public, stage="turn-up", target=target), tuple(events))
    if state.placing.todo:
        public = set_aside(public, seat, state.placing.todo)
        events.append(event("set-aside", "BS-COMBAT-III", seat, slots=state.placing.todo))
    after = start_placing(rules, replace(public, placers=public.placers[1:]))
    return Step(after.public, (*events, *after.events))


def told(seat: Seat, state: Placement, step: PlacingStep) -> Event:
    """Return the event of one step, with the space where it came to lie."""
    facts: dict[str, object] = {name: getattr(step, name) for name in step.__struct_fields__}
    if isinstance(step, PlaceBlock | PlayExtra):
        row = front_of(state.battles[step.battle - 1], step.front).row
        places = (n for n, s in enumerate(row, 1) if (s.seat, s.round, s.slot) == (seat, state.round, step.block))
        facts["space"] = next(places)
        facts["face"] = row[int(str(facts["space"])) - 1].block
    name = str(step.__struct_config__.tag)
    rule_id = "BS-COMBAT-III" if name == "block" else f"BS-CHARACTERS-{name.upper().removesuffix('-AT')}"
    return event(f"place-{name.removesuffix('-at')}", rule_id, seat, **facts)


@rule("BS-CHARACTERS-TURN-UP")
def do_turn_up(public: Public, seat: Seat, round: int, block: str) -> Step[Public]:
    """Return the table with the block turned up; the seat that played the card goes on placing."""
    public = opened(public, seat, round, block)
    public = replace(public, stage="place", target=None, asked=public.asked + 1)
    return Step(public, (event("turned-up", "BS-CHARACTERS-TURN-UP", seat, block=block),))


def place_request(public: Public) -> str:
    """Return the id of the placing that is asked for."""
    return in_round(public, f"place-{public.asked}")
