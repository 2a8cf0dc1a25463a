"""Resolution I, Ambush: each Ambush block eliminates one neighbour, of either side."""

from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.saying import listed
from adjudicator.errors import Problem
from adjudicator.games.border_states.public import BIBLE, BOTTOM, ELIMINATED, FRONTS, TOP, Battle, Space
from adjudicator.games.border_states.rules import AMBUSH, Rules
from adjudicator.games.border_states.sequence import front_of, with_space


class Spot(NamedTuple):
    """A space of a battle: front, and number counted from the arrow."""

    front: str
    space: int


def opposite(front: str) -> str:
    """Return the name of the other front."""
    return BOTTOM if front == TOP else TOP


def block_at(battle: Battle, spot: Spot) -> Space | None:
    """Return the General block that lies on a space and was not eliminated, or None."""
    row = front_of(battle, spot.front).row
    if not 1 <= spot.space <= len(row):
        return None
    space = row[spot.space - 1]
    return space if space.seat is not None and space.mark != ELIMINATED else None


def ambushes(rules: Rules, battle: Battle) -> tuple[Spot, ...]:
    """Return the Ambush blocks that have not acted yet, the closest to the arrow first."""
    spots = [
        Spot(front, number)
        for front in FRONTS
        for number, space in enumerate(front_of(battle, front).row, 1)
        if rules.special(space.block) == AMBUSH and space.mark != ELIMINATED and number > battle.acted
    ]
    return tuple(sorted(spots, key=lambda spot: spot.space))


@rule("BS-RESOLUTION-I-AMBUSH")
def victims(battle: Battle, spot: Spot) -> tuple[Spot, ...]:
    """Return the blocks that an Ambush may eliminate: left, right and opposite, of either side, without the Bible."""
    around = (
        Spot(spot.front, spot.space - 1),
        Spot(spot.front, spot.space + 1),
        Spot(opposite(spot.front), spot.space),
    )
    found = [(place, block_at(battle, place)) for place in around]
    return tuple(sorted(place for place, block in found if block is not None and block.mark != BIBLE))


@rule("BS-RESOLUTION-I-AMBUSH")
def eliminated(battle: Battle, spot: Spot) -> Battle:
    """Return the battle with a block eliminated; a block under the Bible stays. Spaces do not close up."""
    block = block_at(battle, spot)
    if block is None or block.mark == BIBLE:
        return battle
    return with_space(battle, spot.front, spot.space, replace(block, mark=ELIMINATED))


@rule("BS-RESOLUTION-I-AMBUSH")
def facing(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return the two Ambushes that face each other and act next, or nothing."""
    return spots[:2] if len(spots) >= 2 and spots[0].space == spots[1].space else ()


@rule("BS-RESOLUTION-I-AMBUSH")
def do_ambushes(rules: Rules, battle: Battle) -> tuple[Battle, tuple[tuple[Spot, Spot], ...]]:
    """Return the battle after every Ambush that needs no choice, and who eliminated whom (Ambush, victim).

    It stops at an Ambush with two or more possible victims: `asking` names it.
    """
    done: list[tuple[Spot, Spot]] = []
    while spots := ambushes(rules, battle):
        pair = facing(spots)
        if pair:
            before = battle
            for one, other in (pair, pair[::-1]):
                battle = eliminated(battle, other)
                if battle is not before:
                    done.append((one, other))
                before = battle
        else:
            possible = victims(battle, spots[0])
            if len(possible) > 1:
                return battle, tuple(done)
            for victim in possible:
                battle = eliminated(battle, victim)
                done.append((spots[0], victim))
        battle = replace(battle, acted=spots[0].space)
    return battle, tuple(done)


def asking(rules: Rules, battle: Battle) -> Spot | None:
    """Return the Ambush whose owner has to choose among victims, or None."""
    spots = ambushes(rules, battle)
    if not spots or facing(spots) or len(victims(battle, spots[0])) < 2:
        return None
    return spots[0]


@rule("BS-RESOLUTION-I-AMBUSH")
def check_victim(battle: Battle, spot: Spot, front: str, space: int) -> tuple[Problem, ...]:
    """Yield what is wrong with the victim chosen for an Ambush."""
    possible = victims(battle, spot)
    if (front, space) in possible:
        return ()
    accepted = listed(f"{place.front} {place.space}" for place in possible)
    message = f"the Ambush cannot eliminate what lies at {front} {space}"
    return (broken("BS-RESOLUTION-I-AMBUSH", "space", message, accepted, f"{front} {space}"),)
