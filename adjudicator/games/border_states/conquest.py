"""Resolution II to IV: the winning front, the conquest, and who gets which Influence cubes."""

from itertools import combinations

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.saying import listed
from adjudicator.errors import Problem
from adjudicator.games.border_states.public import BOTTOM, ELIMINATED, TOP, Battle, Front, Result, Space
from adjudicator.games.border_states.rules import SEATS, Rules, opponent
from adjudicator.games.border_states.sequence import front_of
from adjudicator.names import Seat


def standing(front: Front) -> tuple[Space, ...]:
    """Return the blocks of a front that take part, the Artillery among them, nearest to the arrow first."""
    return tuple(space for space in front.row if space.block is not None and space.mark != ELIMINATED)


@rule("BS-RESOLUTION-II")
def front_value(rules: Rules, front: Front) -> int:
    """Return the value of a front: the blocks of both sides and the Artillery."""
    return sum(rules.value(space.block) for space in standing(front))


@rule("BS-RESOLUTION-II")
def winning_front(top: int, bottom: int) -> str | None:
    """Return the front that wins the battle, or None if the battle is indecisive.

    A front wins when its value is positive and strictly greater than the other's.
    """
    if top == bottom or max(top, bottom) <= 0:
        return None
    return TOP if top > bottom else BOTTOM


@rule("BS-RESOLUTION-III")
def side_value(rules: Rules, front: Front, seat: Seat) -> int:
    """Return the value of one side's General blocks on a front; the Artillery counts for nobody."""
    return sum(rules.value(space.block) for space in standing(front) if space.seat == seat)


def closest(front: Front) -> Seat | None:
    """Return the side whose General block is closest to the arrow on a front."""
    return next((space.seat for space in standing(front) if space.seat is not None), None)


@rule("BS-RESOLUTION-III")
def conquest(rules: Rules, battle: Battle) -> Result:
    """Return the winning front, and on it the winner and the loser of a battle whose blocks are all face-up.

    Only a side of positive value can be either; a tie goes to the side closest to the arrow.
    """
    name = winning_front(front_value(rules, battle.top), front_value(rules, battle.bottom))
    if name is None:
        return Result(None, None, None)
    front = front_of(battle, name)
    values = {seat: side_value(rules, front, seat) for seat in SEATS}
    best = max(values.values())
    if best <= 0:
        return Result(name, None, None)
    leaders = [seat for seat in SEATS if values[seat] == best]
    winner = leaders[0] if len(leaders) == 1 else closest(front)
    assert winner is not None
    other = opponent(winner)
    return Result(name, winner, other if values[other] > 0 else None)


@rule("BS-RESOLUTION-III", "BS-VARIANT-SPLIT")
def loser_share(cubes: int, intensity: int, split: str) -> int:
    """Return how many cubes the loser receives: one of three or more, or as the intensity says."""
    if split == "count":
        return 1 if cubes >= 3 else 0
    return max(0, cubes - (2, 2, 3)[intensity])


def share_of_loser(rules: Rules, battle: Battle) -> int:
    """Return how many cubes of a decided battle go to its loser."""
    if battle.result is None or battle.result.loser is None:
        return 0
    return loser_share(len(battle.cubes), rules.cards[battle.card].intensity, rules.variants.split)


@rule("BS-RESOLUTION-III")
def keeps(rules: Rules, battle: Battle) -> tuple[tuple[str, ...], ...]:
    """Return every way the winner may keep cubes, each sorted, in the order of the states on the board."""
    given = share_of_loser(rules, battle)
    if given == 0:
        return (battle.cubes,)
    in_state_order = sorted(battle.cubes, key=rules.colours.index)
    ways = combinations(in_state_order, len(battle.cubes) - given)
    return tuple(dict.fromkeys(tuple(sorted(way)) for way in ways))


@rule("BS-RESOLUTION-IV")
def divided(cubes: tuple[str, ...], keep: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is left for the loser once the winner keeps some of the cubes."""
    left = list(cubes)
    for cube in keep:
        left.remove(cube)
    return tuple(left)


@rule("BS-RESOLUTION-III")
def check_keep(rules: Rules, battle: Battle, keep: tuple[str, ...]) -> tuple[Problem, ...]:
    """Yield what is wrong with the cubes a winner wants to keep."""
    ways = keeps(rules, battle)
    if keep in ways:
        return ()
    got = ", ".join(keep)
    accepted = listed(f"[{', '.join(way)}]" for way in ways)
    if tuple(sorted(keep)) in ways:
        message = "the colours have one spelling: sorted"
        return (broken("BS-RESOLUTION-III", "keep", message, ", ".join(sorted(keep)), got),)
    count = len(ways[0])
    message = f"you keep {count} of the cubes in the Conquest area"
    return (broken("BS-RESOLUTION-III", "keep", message, accepted, got),)
