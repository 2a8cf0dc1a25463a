"""Sequence of play: the names of turns, rounds, battles and requests, and how one step follows another."""


from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.games.border_states.public import HIDE, Battle, Force, Front, Pair, Public, Space
from adjudicator.names import Handle, Label, RequestId, Seat, handle_name

NUMERALS = ("", "I", "II", "III")


@rule("BS-SEQUENCE")
def turn_label(turn: int) -> Label:
    """Return the name of a turn, which is also the label of its draw."""
    return f"turn-{turn}"


def in_round(public: Public, what: str) -> RequestId:
    """Return the id of a request of this round."""
    return f"turn-{public.turn}.round-{public.round}.{what}"


def in_battle(public: Public, what: str) -> RequestId:
    """Return the id of a request of this battle."""
    return f"turn-{public.turn}.battle-{public.battle}.{what}"


def in_turn(public: Public, what: str) -> RequestId:
    """Return the id of a request of this turn."""
    return f"turn-{public.turn}.{what}"


def slot_name(seat: Seat, turn: int, round: int, slot: str) -> Handle:
    """Return the name of what a seat chose for a slot in a round: the handle of the block, while it is closed."""
    return handle_name(seat, f"turn-{turn}.round-{round}.blocks", slot)


def force_of(public: Public, seat: Seat) -> Force:
    """Return what both see of one side."""
    first, second = public.forces
    return first if first.seat == seat else second


def with_force(public: Public, force: Force) -> Public:
    """Return the table with one side changed."""
    return replace(public, forces=tuple(force if old.seat == force.seat else old for old in public.forces))


def with_pair(force: Force, round: int, pair: Pair) -> Force:
    """Return one side with the choice of a round changed."""
    return replace(force, rounds=(*force.rounds[: round - 1], pair, *force.rounds[round:]))


def front_of(battle: Battle, front: str) -> Front:
    """Return a front of a battle by its name."""
    return battle.top if front == "top" else battle.bottom


def with_front(battle: Battle, name: str, front: Front) -> Battle:
    """Return a battle with one front changed."""
    return replace(battle, top=front) if name == "top" else replace(battle, bottom=front)


def with_space(battle: Battle, name: str, number: int, space: Space) -> Battle:
    """Return a battle with one filled space changed; spaces count from 1 at the arrow."""
    front = front_of(battle, name)
    row = (*front.row[: number - 1], space, *front.row[number:])
    return with_front(battle, name, replace(front, row=row))


def with_battle(public: Public, number: int, battle: Battle) -> Public:
    """Return the table with one battle changed; battles count from 1."""
    return replace(public, battles=(*public.battles[: number - 1], battle, *public.battles[number:]))


def place_of(battles: tuple[Battle, ...], seat: Seat, round: int, slot: str) -> tuple[int, str, int] | None:
    """Return battle, front and space where a chosen block lies, or None if it is on no battle."""
    for number, battle in enumerate(battles, 1):
        for name in ("top", "bottom"):
            for index, space in enumerate(front_of(battle, name).row, 1):
                if space.seat == seat and space.round == round and space.slot == slot:
                    return number, name, index
    return None


def closed_rounds(force: Force) -> tuple[int, ...]:
    """Return the rounds of this turn whose hidden block is still closed."""
    return tuple(
        number for number, pair in enumerate(force.rounds, 1) if pair.show is not None and pair.hide is None
    )


def opened(public: Public, seat: Seat, round: int, block: str) -> Public:
    """Return the table with a hidden block turned face-up, wherever it lies."""
    force = force_of(public, seat)
    public = with_force(public, with_pair(force, round, replace(force.rounds[round - 1], hide=block)))
    place = place_of(public.battles, seat, round, HIDE)
    if place is None:
        return public
    number, name, index = place
    battle = public.battles[number - 1]
    space = front_of(battle, name).row[index - 1]
    return with_battle(public, number, with_space(battle, name, index, replace(space, block=block)))


def boxed(public: Public, cubes: tuple[str, ...], colours: tuple[str, ...]) -> Public:
    """Return the table with cubes put into the box; `colours` are those of the states, in board order."""
    if not cubes:
        return public
    states = tuple(
        replace(track, box=track.box + cubes.count(colour)) if colour in cubes else track
        for track, colour in zip(public.states, colours, strict=True)
    )
    return replace(public, states=states)
