"""What a seat holds: hand and queue, Character cards; from the table and from what its own copy knows more."""

from msgspec import Struct

from adjudicator.engine.steps import Known
from adjudicator.games.border_states.public import HAND, HIDE, QUEUE, Force, Public
from adjudicator.games.border_states.recruitment import recruited
from adjudicator.games.border_states.rules import Rules
from adjudicator.games.border_states.sequence import closed_rounds, force_of, slot_name
from adjudicator.names import Seat


class Holding(Struct, frozen=True):
    """The blocks in hand and the recruitment queue from left to right."""

    hand: tuple[str, ...]
    queue: tuple[str, ...]


def numbered(known: Known, name: str, count: int) -> tuple[str, ...] | None:
    """Return the `count` values known as name.1, name.2 and so on, or None if any is unknown."""
    values = tuple(known.get(f"{name}.{i}") for i in range(1, count + 1))
    return values if all(isinstance(value, str) for value in values) else None  # type: ignore[return-value]


def six_used(rules: Rules, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return the six blocks that are not in the hand a turn begins with: those of its queue, in no order."""
    return tuple(block for block in rules.blocks if block not in hand)


def holding_at_start(rules: Rules, turn: int, force: Force, known: Known) -> Holding | None:
    """Return what a side held when the turn began, or None if this copy does not know it."""
    if turn == 1:
        dealt = numbered(known, "turn-1.blocks", HAND + QUEUE)
        return Holding(dealt[:HAND], dealt[HAND:]) if dealt else None
    queue = numbered(known, f"turn-{turn}.queue", QUEUE)
    return Holding(force.hand, queue) if queue else None


def closed_values(turn: int, force: Force, known: Known) -> tuple[str, ...]:
    """Return the blocks that lie closed and that this copy knows."""
    values = (known.get(slot_name(force.seat, turn, number, HIDE)) for number in closed_rounds(force))
    return tuple(value for value in values if isinstance(value, str))


def holding(rules: Rules, public: Public, known: Known, seat: Seat) -> Holding | None:
    """Return what a seat holds now, before it recruits; None if this copy does not know it."""
    force = force_of(public, seat)
    start = holding_at_start(rules, public.turn, force, known)
    if start is None:
        return None
    hand, queue = start.hand, start.queue
    for pair in force.rounds:
        block, queue = recruited(queue, pair.recruit)
        hand = hand if block is None else (*hand, block)
    used = (*closed_values(public.turn, force, known), *(b for pair in force.rounds for b in (pair.show, pair.hide)))
    return Holding(tuple(block for block in hand if block not in used), queue)


def characters_dealt(rules: Rules, known: Known) -> tuple[str, ...] | None:
    """Return the Character cards that were dealt to this copy's seat, or None if it does not know."""
    return numbered(known, "game.characters", rules.components.characters.dealt)


def characters_left(rules: Rules, known: Known, force: Force) -> tuple[str, ...]:
    """Return the Character cards that a side may still play, as far as this copy knows."""
    if not rules.variants.characters or len(force.characters) >= rules.components.characters.dealt:
        return ()
    dealt = characters_dealt(rules, known)
    return tuple(
        card for card in rules.characters if card not in force.characters and (dealt is None or card in dealt)
    )
