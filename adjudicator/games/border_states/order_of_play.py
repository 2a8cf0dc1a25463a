"""Combat II, Moving to battle: who places first, and which battles each can reach."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Step, event
from adjudicator.games.border_states.public import HIDE, SHOW, Placing, Public
from adjudicator.games.border_states.recruitment import face, last_round
from adjudicator.games.border_states.resolution import begin_battle
from adjudicator.games.border_states.rules import AMBUSH, SEATS, Rules, opponent
from adjudicator.games.border_states.sequence import force_of, with_force, with_pair
from adjudicator.names import Seat


@rule("BS-COMBAT-II")
def placing_order(values: tuple[int, int], initiative: Seat) -> tuple[tuple[Seat, Seat], Seat]:
    """Return who places first and second, and who holds the initiative afterwards.

    `values` are the values of the face-up blocks, Union's first. The lower places first; a tie is decided by the
    Initiative token, which then turns to its other side.
    """
    union, confederate = SEATS
    if values[0] == values[1]:
        return (initiative, opponent(initiative)), opponent(initiative)
    return ((union, confederate) if values[0] < values[1] else (confederate, union)), initiative


@rule("BS-COMBAT-II-ACCESS", "BS-COMBAT-II-AMBUSH")
def accessible(rules: Rules, own: str | None, other: str | None) -> tuple[int, ...]:
    """Return the Accessible Battles of a face-up block; the Ambush copies those of the opposing one."""
    acting = other if rules.special(own) == AMBUSH else own
    return rules.blocks[acting].battles if acting is not None and acting in rules.blocks else ()


def face_of(rules: Rules, public: Public, seat: Seat) -> str | None:
    """Return the block that acts as the face-up one of a seat in this round."""
    return face(rules, force_of(public, seat).rounds[public.round - 1])


@rule("BS-COMBAT-II-AMBUSH")
def begin_placing(rules: Rules, public: Public) -> Step[Public]:
    """Return the step after the choices are on the table: the first seat places, or both Ambushes set all aside."""
    faces = tuple(face_of(rules, public, seat) for seat in SEATS)
    if all(rules.special(block) == AMBUSH for block in faces):
        for seat in SEATS:
            public = set_aside(public, seat, (SHOW, HIDE))
        after = end_of_round(rules, public)
        return Step(after.public, (event("both-ambush", "BS-COMBAT-II-AMBUSH"), *after.events))
    named = tuple(seat for seat, block in zip(SEATS, faces, strict=True) if block is not None)
    if not named:
        return end_of_round(rules, public)
    if len(named) == 1:
        return start_placing(rules, replace(public, placers=named, asked=0))
    assert public.initiative is not None
    values = (rules.value(faces[0]), rules.value(faces[1]))
    order, initiative = placing_order(values, public.initiative)
    name = "tie" if values[0] == values[1] else "lower"
    after = start_placing(rules, replace(public, placers=order, initiative=initiative, asked=0))
    return Step(after.public, (event(name, "BS-COMBAT-II", order[0]), *after.events))


@rule("BS-COMBAT-II")
def start_placing(rules: Rules, public: Public) -> Step[Public]:
    """Return the table with the next seat asked to place, or the end of the round if all have placed."""
    if not public.placers:
        return end_of_round(rules, public)
    seat = public.placers[0]
    battles = accessible(rules, face_of(rules, public, seat), face_of(rules, public, opponent(seat)))
    placing = Placing(battles, (SHOW, HIDE), 0, False)
    return Step(replace(public, stage="place", placing=placing, asked=public.asked + 1))


def set_aside(public: Public, seat: Seat, slots: tuple[str, ...]) -> Public:
    """Return the table with blocks of this round set aside: they have no part in the battles."""
    force = force_of(public, seat)
    pair = replace(force.rounds[public.round - 1], aside=slots)
    return with_force(public, with_pair(force, public.round, pair))


@rule("BS-SEQUENCE")
def end_of_round(rules: Rules, public: Public) -> Step[Public]:
    """Return the next round of the Combat phase, or the first battle's resolution after the third."""
    public = replace(public, placers=(), placing=None, target=None, asked=0)
    if not last_round(public.round):
        return Step(replace(public, stage="blocks", round=public.round + 1))
    return begin_battle(rules, replace(public, battle=1))
