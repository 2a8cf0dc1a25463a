"""The public value of Border States: everything on the table that both players see, and nothing else.

Whatever lies face-down is known here only by its place; its value is `None` until its owner opens it.
"""

from msgspec import Struct

from adjudicator.engine.steps import Outcome
from adjudicator.names import Handle, Seat

TOP = "top"
BOTTOM = "bottom"
FRONTS = (TOP, BOTTOM)
SHOW = "show"
HIDE = "hide"
BIBLE = "bible"
ELIMINATED = "eliminated"
ARTILLERY = "artillery"

HAND = 4
QUEUE = 6
ROUNDS = 3
BATTLES = 3


class Space(Struct, frozen=True):
    """One filled space of a front: a General block of `seat`, or the Artillery (no seat, block `artillery`).

    `round` and `slot` (show, hide) say which choice put the block there, `block` is None while it lies face-down,
    `mark` is `bible` or `eliminated`. All fields but `round` are None on an empty space between filled ones.
    """

    seat: Seat | None
    round: int
    slot: str | None
    block: str | None
    mark: str | None


EMPTY = Space(None, 0, None, None, None)


class Front(Struct, frozen=True):
    """One line of a battle: how many spaces it has, and the filled ones, nearest to the arrow first.

    An additional block (EXTRA) makes the row one longer than the spaces.
    """

    spaces: int
    row: tuple[Space, ...]


class Result(Struct, frozen=True):
    """How a battle was decided: the winning front, the winner and the loser on it; None where there is none."""

    front: str | None
    winner: Seat | None
    loser: Seat | None


class Battle(Struct, frozen=True):
    """One battle of the turn. `cubes` lie in the Conquest area, sorted by colour.

    `acted` is the space of the farthest Ambush that has acted; `result` is None until the battle is decided.
    """

    card: str
    cubes: tuple[str, ...]
    top: Front
    bottom: Front
    acted: int
    result: Result | None


class Pair(Struct, frozen=True):
    """The choice of one round: which block was recruited, which shown, and the hidden one once it is opened.

    `aside` lists the slots whose block was set aside. `show` is None where a ruling stood in for a silent seat.
    """

    recruit: str
    show: str | None
    hide: str | None
    aside: tuple[str, ...]


class Force(Struct, frozen=True):
    """What both see of one side: President ready, Character cards played, its choices of this turn, cubes won in it.

    `hand` holds the four blocks the turn began with, from the second turn on (before, only the owner knows them).
    `audited` is the last turn audited, `closed` tells that the Character cards have been audited.
    """

    seat: Seat
    president: bool
    characters: tuple[str, ...]
    hand: tuple[str, ...]
    rounds: tuple[Pair, ...]
    cubes: tuple[str, ...]
    audited: int
    closed: bool


class Track(Struct, frozen=True):
    """One state: its cubes in the bag and in the box, and where its four tokens stand, sorted.

    Positions run from Union Control (lowest) over the centre (0) to Confederate Control (highest).
    """

    state: str
    bag: int
    box: int
    tokens: tuple[int, ...]


class Placing(Struct, frozen=True):
    """A placing under way: the Accessible Battles, the slots still to be placed, and what the Siege has bound.

    `bound` is the battle that a Siege pair has to go to (0: none yet), `pledged` that both must find room there.
    """

    battles: tuple[int, ...]
    todo: tuple[str, ...]
    bound: int
    pledged: bool


class Public(Struct, frozen=True):
    """The whole table. `stage` names what the game waits for.

    The stages: set-up, blocks, penalty, place, turn-up, open, ambush, cubes, tokens, close, over.
    `asked` counts the placing requests of a round, or the Ambush questions of a battle. `placers` are the seats
    that still place in this round, the one at it first. `verdict` is how the game will end once all debts are paid.
    """

    turn: int
    stage: str
    round: int
    battle: int
    asked: int
    initiative: Seat | None
    placers: tuple[Seat, ...]
    placing: Placing | None
    target: Handle | None
    forces: tuple[Force, ...]
    battles: tuple[Battle, ...]
    states: tuple[Track, ...]
    box: tuple[str, ...]
    verdict: Outcome | None
