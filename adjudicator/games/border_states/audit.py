"""The audit: with the private draw opened, every choice of the turn is recomputed (a house rule of play by mail)."""

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.games.border_states.hands import Holding
from adjudicator.games.border_states.public import HAND, HIDE, ROUNDS, SHOW, Force, Pair
from adjudicator.games.border_states.recruitment import position, recruited
from adjudicator.games.border_states.rules import Rules
from adjudicator.games.border_states.sequence import slot_name
from adjudicator.games.border_states.setup import dealt_blocks, dealt_characters, dealt_queue
from adjudicator.names import Seat


def dealt_holding(rules: Rules, turn: int, force: Force, stream: Stream) -> Holding:
    """Return the hand and the queue that a side's private draw gave it for a turn."""
    if turn == 1:
        blocks = dealt_blocks(rules, stream)
        return Holding(blocks[:HAND], blocks[HAND:])
    return Holding(force.hand, dealt_queue(rules, force.hand, stream))


@rule("BS-AUDIT")
def check_turn(rules: Rules, turn: int, seat: Seat, start: Holding, pairs: tuple[Pair, ...]) -> tuple[Problem, ...]:
    """Yield every choice of a turn that was not possible with the blocks dealt; `pointer` is the name of the slot."""
    problems: list[Problem] = []
    hand, queue = list(start.hand), start.queue
    used: list[str] = []
    for number, pair in enumerate(pairs, 1):
        by_president = position(pair.recruit, len(queue)) is not None and pair.recruit.startswith("president")
        block, queue = recruited(queue, pair.recruit)
        earlier = any(other.recruit.startswith("president") for other in pairs[: number - 1])
        if block is None or (by_president and (earlier or not rules.variants.presidents)):
            name = slot_name(seat, turn, number, "recruit")
            problems.append(broken("BS-AUDIT", name, f"{pair.recruit[:40]} was not possible without the President"))
        if block is not None:
            hand.append(block)
        for slot, value in ((SHOW, pair.show), (HIDE, pair.hide)):
            if value is None:
                continue
            if value in hand:
                hand.remove(value)
                used.append(value)
                continue
            why = "had been used already" if value in used else "was still in the queue"
            problems.append(broken("BS-AUDIT", slot_name(seat, turn, number, slot), f"{value} {why}"))
    return tuple(problems)


@rule("BS-AUDIT", "BS-STAND-IN")
def left_in_hand(rules: Rules, start: Holding, pairs: tuple[Pair, ...]) -> tuple[str, ...]:
    """Return the four blocks of the next turn's hand: what is left of the hand and of the queue.

    Of blocks that a ruling set aside unnamed, the lowest that are left in hand are taken.
    """
    hand, queue = start.hand, start.queue
    for pair in pairs:
        block, queue = recruited(queue, pair.recruit)
        hand = hand if block is None else (*hand, block)
    named = [block for pair in pairs for block in (pair.show, pair.hide)]
    unnamed = 2 * ROUNDS - sum(block is not None for block in named)
    rest = [block for block in rules.blocks if block in hand and block not in named][unnamed:]
    return tuple(block for block in rules.blocks if block in rest or block in queue)


@rule("BS-AUDIT")
def check_characters(played: tuple[str, ...], dealt: tuple[str, ...]) -> tuple[Problem, ...]:
    """Yield every Character card that was played but never dealt."""
    return tuple(
        broken("BS-AUDIT", card, f"the card {card} was played but never dealt") for card in played if card not in dealt
    )


def audit_turn(rules: Rules, turn: int, force: Force, stream: Stream) -> tuple[Problem, ...]:
    """Yield what the opened draw of a turn proves against a side."""
    return check_turn(rules, turn, force.seat, dealt_holding(rules, turn, force, stream), force.rounds)


def audit_characters(rules: Rules, force: Force, stream: Stream) -> tuple[Problem, ...]:
    """Yield what the opened draw of the Character cards proves against a side."""
    return check_characters(force.characters, dealt_characters(rules, stream))
