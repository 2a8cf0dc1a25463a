"""Four tables for the tests of the board: laid by hand, so that each shows something of its own."""

from typing import Any

from msgspec.structs import replace

from adjudicator.engine.steps import Outcome, Points
from adjudicator.games.border_states.public import Battle, Pair, Placing, Public, Result
from tests.games.border_states.table import battle, engine, space, started

HIDE = "{}.turn-{}.round-{}.blocks.hide"


def begun() -> Public:
    """Return the table before anything is drawn."""
    return engine().begin().public


def placing() -> Public:
    """Return a second round: the Confederacy has put an additional block, the Union has its hidden one to place."""
    public = started(seed="board").public
    first = battle(("U ?", "U 1-i"), ("C ?",), widths=(3, 2), card="lexington", cubes=("brown", "green"))
    second = battle(
        ("artillery", "U siege +"), ("C 2-i-ii", "C 1-ii"), widths=(4, 2), card="cheat-mountain",
        cubes=("orange", "orange"),
    )  # fmt: skip
    second = replace(second, bottom=replace(second.bottom, row=(*second.bottom.row, space("C ?", 2))))
    third = battle(widths=(3, 4), card="westport", cubes=("brown", "purple", "yellow", "yellow"))
    union, confederate = public.forces
    pairs = (Pair("left", "1-i", None, ()), Pair("president 3", "siege", None, ()))
    other = (Pair("right", "2-i-ii", None, ()), Pair("left", "1-ii", None, ()))
    return replace(
        public, stage="place", round=2, asked=2, placers=("union",),
        placing=Placing((1, 2, 3), ("hide",), 2, False), battles=(first, second, third),
        forces=(
            replace(union, president=False, characters=("artillery",), rounds=pairs),
            replace(confederate, characters=("extra", "bible"), rounds=other),
        ),
    )  # fmt: skip


def resolving() -> Public:
    """Return a third turn: battle I is won, an Ambush chooses beside a Bible, battle III is still closed."""
    public = started(seed="board").public
    first = battle(("U 3", "C 1-i"), ("C 2-ii-iii",), widths=(2, 3), card="carthage", cubes=())
    first = replace(first, result=Result("top", "union", "confederate"))
    second = battle(
        ("U 2-i-ii +", "C ambush", "U siege"), ("C minus-2 x", "U 1-ii", "artillery"), widths=(3, 3),
        card="wilsons-creek", cubes=("green", "orange", "orange", "yellow"),
    )  # fmt: skip
    third = battle(("C ?",), ("U ?",), widths=(2, 2), card="munfordville", cubes=("brown", "green", "green"))
    union, confederate = public.forces
    return replace(
        public, turn=3, stage="ambush", round=3, battle=2, asked=1, battles=(first, replace(second, acted=1), third),
        forces=(
            replace(
                union, president=False, characters=("bible", "change"), cubes=("orange", "yellow", "yellow"),
                hand=("ambush", "siege", "1-ii", "3"), rounds=(
                    Pair("left", "3", None, ()), Pair("right", "siege", "1-ii", ()),
                    Pair("left", "2-i-ii", None, ("hide",)),
                ),
            ),
            replace(
                confederate, characters=("artillery",), cubes=("yellow",), hand=("minus-2", "1-i", "2-i-iii", "3"),
                rounds=(
                    Pair("left", "1-i", None, ()), Pair("right", "2-ii-iii", "ambush", ()),
                    Pair("left", "3", "minus-2", ("show",)),
                ),
            ),
        ),
        states=tuple(
            replace(track, tokens=tokens)
            for track, tokens in zip(
                public.states, ((-2, -2, -2, 2), (-1, 0, 0, 2), (0, 0, 0, 0), (-2, 0, 1, 1), (0, 1, 1, 2)), strict=True
            )
        ),
    )  # fmt: skip


def over() -> Public:
    """Return a game that the Confederacy has won on points after the last turn."""
    public = resolving()
    battles: tuple[Battle, ...] = tuple(replace(each, cubes=()) for each in public.battles)
    second = replace(battles[1], result=Result(None, None, None))
    third = battle(("C 2-i-iii",), ("U ambush",), widths=(2, 2), card="munfordville", cubes=())
    third = replace(third, result=Result("top", "confederate", None))
    verdict = Outcome("confederate", "score", (), "BS-VICTORY", (), (Points("union", 5), Points("confederate", 7)))
    forces = tuple(
        replace(force, cubes=(), rounds=tuple(map(opened, force.rounds, hidden[3])))
        for force, hidden in zip(public.forces, HIDDEN.values(), strict=True)
    )
    return replace(
        public, turn=5, stage="over", battle=0, asked=0, battles=(battles[0], second, third), verdict=verdict,
        forces=forces,
    )  # fmt: skip


def opened(pair: Pair, block: str) -> Pair:
    """Return the choice of a round with its hidden block opened."""
    return replace(pair, hide=block)


def known_to(seat: str) -> dict[str, Any]:
    """Return what a seat was dealt and what it hid, enough for all tables."""
    known = dict(started(seed="board").known[seat])
    known |= {f"turn-3.queue.{n}": block for n, block in enumerate(QUEUES[seat], 1)}
    for turn, blocks in HIDDEN[seat].items():
        known |= {HIDE.format(seat, turn, number): block for number, block in enumerate(blocks, 1)}
    return known


QUEUES = {
    "union": ("2-i-ii", "1-i", "minus-2", "1-iii", "2-i-iii", "2-ii-iii"),
    "confederate": ("2-ii-iii", "siege", "1-ii", "1-iii", "2-i-ii", "ambush"),
}
HIDDEN = {
    "union": {1: ("3", "2-i-iii", "1-iii"), 3: ("ambush", "1-ii", "1-i")},
    "confederate": {1: ("siege", "ambush", "3"), 3: ("2-i-iii", "ambush", "minus-2")},
}
TABLES = {"begun": begun, "placing": placing, "resolving": resolving, "over": over}
VIEWERS: dict[str, tuple[str | None, int]] = {
    "begun": (None, 80),
    "placing": ("union", 80),
    "resolving": ("confederate", 120),
    "over": (None, 40),
}
