"""Combat III, Placement of the blocks: where the two blocks of a round may go, and where they must."""

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.saying import listed
from adjudicator.errors import Problem
from adjudicator.games.border_states.public import (
    BATTLES,
    EMPTY,
    FRONTS,
    HIDE,
    SHOW,
    Battle,
    Front,
    Pair,
    Placing,
    Space,
)
from adjudicator.games.border_states.rules import SIEGE, Rules
from adjudicator.games.border_states.sequence import front_of, with_front
from adjudicator.names import Seat


class Placement(Struct, frozen=True):
    """One seat's placing as far as it has come.

    `pair` is the choice of the round; `face` the block that acts as its face-up one. `cards` are the Character
    cards that the seat may still play, as far as the reader knows, `played` those played in this placing, `dealt` how
    many it may play in it: everybody knows how many were dealt.
    """

    seat: Seat
    round: int
    pair: Pair
    face: str | None
    placing: Placing
    battles: tuple[Battle, ...]
    cards: tuple[str, ...]
    dealt: int
    played: tuple[str, ...] = ()


def free(front: Front) -> int:
    """Return how many spaces of a front are free; an additional block takes none."""
    return max(0, front.spaces - sum(space.block is not None or space.seat is not None for space in front.row))


def free_in(battle: Battle) -> int:
    """Return how many spaces of a battle are free."""
    return free(battle.top) + free(battle.bottom)


def empty_spaces(front: Front) -> tuple[int, ...]:
    """Return the numbers of the free spaces of a front, counted from the arrow."""
    filled = {
        number for number, space in enumerate(front.row, 1) if space.block is not None or space.seat is not None
    }
    return tuple(number for number in range(1, front.spaces + 1) if number not in filled)


@rule("BS-COMBAT-III")
def nearest_free(front: Front) -> int | None:
    """Return the free space of a front that is closest to the arrow, or None if it is full."""
    numbers = empty_spaces(front)
    return numbers[0] if numbers else None


@rule("BS-CHARACTERS-EXTRA")
def extendable(front: Front) -> bool:
    """Return whether a front is full and has not got its one additional block."""
    return free(front) == 0 and len(front.row) <= front.spaces


def filled(front: Front, number: int, space: Space) -> Front:
    """Return a front with a block put on a space."""
    row = front.row + (EMPTY,) * (number - len(front.row))
    return replace(front, row=(*row[: number - 1], space, *row[number:]))


def put(state: Placement, battle: int, front: str, number: int, space: Space) -> Placement:
    """Return the placing with a block or the Artillery put on a space."""
    old = state.battles[battle - 1]
    new = with_front(old, front, filled(front_of(old, front), number, space))
    return replace(state, battles=(*state.battles[: battle - 1], new, *state.battles[battle:]))


def block_of(state: Placement, slot: str) -> Space:
    """Return the block of a slot as it will lie: the shown one face-up, the other as far as it is opened."""
    return Space(state.seat, state.round, slot, state.pair.show if slot == SHOW else state.pair.hide, None)


@rule("BS-COMBAT-II-ACCESS")
def check_battle(state: Placement, battle: int, front: str) -> tuple[Problem, ...]:
    """Yield what is wrong with a battle and a front: unknown ones, or a battle that is not accessible."""
    problems: tuple[Problem, ...] = ()
    reachable = state.placing.battles
    if not 1 <= battle <= BATTLES or battle not in reachable:
        message = f"battle {battle} is not accessible"
        problems += (broken("BS-COMBAT-II-ACCESS", "battle", message, listed(reachable), str(battle)),)
    if front not in FRONTS:
        problems += (broken("BS-COMBAT-III", "front", f"{front!r} is no front", listed(FRONTS), front),)
    return problems


def check_slot(state: Placement, slot: str) -> tuple[Problem, ...]:
    """Yield what is wrong with a slot: it is none, or its block lies already."""
    if slot in state.placing.todo:
        return ()
    known = slot in (SHOW, HIDE)
    message = f"your {slot} block has been placed already" if known else f"{slot!r} names none of your two blocks"
    fix = "name blocks by slot (show, hide), not by their code"
    return (broken("BS-COMBAT-III", "block", message, listed(state.placing.todo), slot, "" if known else fix),)


@rule("BS-COMBAT-II-SIEGE")
def check_siege(rules: Rules, state: Placement, battle: int, room: int) -> tuple[Problem, ...]:
    """Yield why a Siege pair may not go to a battle with `room` free spaces.

    Both blocks go to one battle; which battles can take both is judged without cards, but one that takes both
    thanks to an additional block may be chosen too, and then both have to find their place.
    """
    if rules.special(state.face) != SIEGE:
        return ()
    bound = state.placing.bound
    if bound:
        if battle == bound:
            return ()
        message = f"both blocks of a Siege go to one battle, and yours is {bound}"
        return (broken("BS-COMBAT-II-SIEGE", "battle", message, str(bound), str(battle)),)
    rooms = tuple(free_in(other) for other in state.battles)
    both = tuple(number for number, spaces in enumerate(rooms, 1) if spaces >= 2)
    one = tuple(number for number, spaces in enumerate(rooms, 1) if spaces == 1)
    if room >= 2 or (room == 1 and (not both or can_pledge(state, battle))) or (room == 0 and not both and not one):
        return ()
    message = f"battle {battle} cannot take both blocks of the Siege"
    return (broken("BS-COMBAT-II-SIEGE", "battle", message, listed(both or one), str(battle)),)


def can_pledge(state: Placement, battle: int) -> bool:
    """Return whether a battle with one free space can take both blocks thanks to an additional one."""
    return "extra" in state.cards and any(
        len(front_of(state.battles[battle - 1], name).row) <= front_of(state.battles[battle - 1], name).spaces
        for name in FRONTS
    )


@rule("BS-COMBAT-III")
def check_block(rules: Rules, state: Placement, slot: str, battle: int, front: str) -> tuple[Problem, ...]:
    """Yield what is wrong with placing the block of a slot on a front."""
    problems = check_slot(state, slot) + check_battle(state, battle, front)
    if problems:
        return problems
    where = state.battles[battle - 1]
    if not free(front_of(where, front)):
        open_fronts = tuple(
            f"{number} {name}"
            for number in state.placing.battles
            for name in FRONTS
            if free(front_of(state.battles[number - 1], name))
        )
        message = f"the {front} front of battle {battle} is full"
        return (broken("BS-COMBAT-III", "front", message, listed(open_fronts), front),)
    return check_siege(rules, state, battle, free_in(where))


def bind(rules: Rules, state: Placement, slot: str, battle: int) -> Placing:
    """Return the placing once the block of a slot goes to a battle: what is left, and what a Siege is bound to."""
    placing = state.placing
    todo = tuple(other for other in placing.todo if other != slot)
    if rules.special(state.face) != SIEGE or placing.bound:
        return replace(placing, todo=todo)
    rooms = tuple(free_in(other) for other in state.battles)
    return replace(placing, todo=todo, bound=battle, pledged=rooms[battle - 1] == 1 and max(rooms) >= 2)


@rule("BS-COMBAT-III")
def do_block(rules: Rules, state: Placement, slot: str, battle: int, front: str) -> Placement:
    """Return the placing with a block put on the free space of a front that is closest to the arrow."""
    number = nearest_free(front_of(state.battles[battle - 1], front))
    assert number is not None
    placing = bind(rules, state, slot, battle)
    return replace(put(state, battle, front, number, block_of(state, slot)), placing=placing)


@rule("BS-COMBAT-III")
def must_place(state: Placement) -> bool:
    """Return whether a block is still to be placed and has room in a battle where it may go."""
    placing = state.placing
    reachable = (placing.bound,) if placing.bound else placing.battles
    return bool(placing.todo) and any(free_in(state.battles[number - 1]) for number in reachable)


@rule("BS-COMBAT-II-SIEGE")
def can_finish(state: Placement) -> bool:
    """Return whether the placing can still be ended: a pledged Siege needs room, or a card that makes it."""
    placing = state.placing
    if not placing.pledged or not placing.todo:
        return True
    battle = state.battles[placing.bound - 1]
    return free_in(battle) > 0 or (
        "extra" in state.cards and any(extendable(front_of(battle, name)) for name in FRONTS)
    )


@rule("BS-COMBAT-III", "BS-COMBAT-II-SIEGE")
def check_end(state: Placement) -> tuple[Problem, ...]:
    """Yield why a placing may not end here: a block has room, or a pledged Siege is not together."""
    placing = state.placing
    if must_place(state):
        reachable = (placing.bound,) if placing.bound else placing.battles
        rooms = [
            f"{number} {name}"
            for number in reachable
            for name in FRONTS
            if free(front_of(state.battles[number - 1], name))
        ]
        message = f"your {listed(placing.todo, 'and')} block must still be placed"
        return (broken("BS-COMBAT-III", "steps", message, listed(rooms), fix="add a block step"),)
    if placing.pledged and placing.todo:
        message = f"battle {placing.bound} was chosen for both blocks of the Siege, so the second has to go there too"
        return (broken("BS-COMBAT-II-SIEGE", "steps", message, "an extra step there"),)
    return ()
