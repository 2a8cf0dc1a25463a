"""Combat I, Recruitment: recruit a block, choose two, show one. The sealed choice and what its reveal proves."""

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.saying import listed
from adjudicator.errors import Problem
from adjudicator.games.border_states.public import QUEUE, ROUNDS, Force, Pair
from adjudicator.games.border_states.rules import PENALISED, Rules

LEFT = "left"
RIGHT = "right"
UNNAMED = "unnamed"


def queue_length(force: Force) -> int:
    """Return how many blocks are left in the recruitment queue."""
    return QUEUE - len(force.rounds)


@rule("BS-COMBAT-I", "BS-PRESIDENT")
def recruits(force: Force) -> tuple[str, ...]:
    """Return the ways a side may recruit: an end of the queue, or any place of it with its President."""
    places = (f"president {k}" for k in range(1, queue_length(force) + 1)) if force.president else ()
    return (LEFT, RIGHT, *places)


def position(recruit: str, length: int) -> int | None:
    """Return the index in a queue of `length` blocks that a recruit names, or None if it names none."""
    if recruit == LEFT:
        return 0
    if recruit == RIGHT:
        return length - 1
    word, _, number = recruit.partition(" ")
    if word == "president" and len(number) == 1 and number in "123456" and int(number) <= length:
        return int(number) - 1
    return None


def named_openly(force: Force) -> tuple[str, ...]:
    """Return the blocks of this turn's choices that both have seen."""
    return tuple(block for pair in force.rounds for block in (pair.show, pair.hide) if block is not None)


@rule("BS-COMBAT-I", "BS-PRESIDENT")
def check_recruit(force: Force, recruit: str) -> tuple[Problem, ...]:
    """Yield what is wrong with a recruit by what both see."""
    accepted = recruits(force)
    if recruit in accepted:
        return ()
    if recruit.startswith("president") and not force.president:
        return (broken("BS-PRESIDENT", "recruit", "the President can no longer be used", "left or right", recruit),)
    rule_id = "BS-PRESIDENT" if recruit.startswith("president") else "BS-COMBAT-I"
    return (
        broken(rule_id, "recruit", f"{recruit[:40]!r} is no way to recruit", listed(accepted), recruit),
    )


@rule("BS-COMBAT-I")
def check_named(rules: Rules, force: Force, slot: str, block: object) -> tuple[Problem, ...]:
    """Yield what is wrong with a block named for a slot by what both see: unknown, or used already in this turn."""
    if not isinstance(block, str) or block not in rules.blocks:
        return (broken("BS-COMBAT-I", slot, f"{str(block)[:40]!r} is no block", listed(rules.blocks), str(block)),)
    if block in named_openly(force):
        seen = named_openly(force)
        rest = listed(other for other in rules.blocks if other not in seen)
        return (broken("BS-COMBAT-I", slot, f"{block} has been used in this turn", rest, block),)
    return ()


def check_revealed(rules: Rules, force: Force, recruit: str, show: str) -> tuple[Problem, ...]:
    """Yield what the reveal of a round's choice proves to be illegal."""
    return check_recruit(force, recruit) + check_named(rules, force, "show", show)


@rule("BS-COMBAT-I-PENALTY")
def penalised(rules: Rules, pair: Pair) -> bool:
    """Return whether a side shows the block that may never be face-up, so that it has to turn up the other one too."""
    return rules.special(pair.show) == PENALISED


def face(rules: Rules, pair: Pair) -> str | None:
    """Return the block that acts as the face-up block: the one shown, or after a penalty the other one."""
    return pair.hide if penalised(rules, pair) else pair.show


def recruited(queue: tuple[str, ...], recruit: str) -> tuple[str | None, tuple[str, ...]]:
    """Return the block that a recruit takes from the queue, and the queue closed up again."""
    index = position(recruit, len(queue))
    if index is None or index >= len(queue):
        return None, queue
    return queue[index], queue[:index] + queue[index + 1 :]


def last_round(public_round: int) -> bool:
    """Return whether a round is the last of its turn."""
    return public_round >= ROUNDS
