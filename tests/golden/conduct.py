"""What the seats of a sample do beyond playing: steered walks, lies in sealed choices, scenes out of order."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from adjudicator.documents.signed import sign
from adjudicator.engine.requests import Decision
from adjudicator.games.border_states.hands import holding
from adjudicator.games.border_states.orders import Blocks, Moves
from adjudicator.games.border_states.recruitment import recruited
from adjudicator.games.border_states.sequence import force_of
from adjudicator.names import REFEREE, RequestId, Seat
from tests.golden.people import pair_of
from tests.golden.play import Play, other_orders
from tests.golden.rehearsal import Rehearsal
from tests.golden.steering import concentrating, thrifty, together

ADA, BOB = "union", "confederate"
Lie = Callable[[Rehearsal, Decision, Any], Any]
CHEAT_AT = "turn-1.round-3.blocks"
SCENE_AT = "turn-2.round-2.blocks"


@dataclass(frozen=True)
class Conduct:
    """How the seats behave. `early`: the scene may end the game otherwise than the rehearsal."""

    steer: Any = None
    lie: Lie | None = None
    liars: tuple[Seat, ...] = ()
    blind: Seat | None = None
    scene: Callable[[Play], bool] | None = None
    early: bool = False


# -- lies ----------------------------------------------------------------------------------------------------------


def _lie(seats: tuple[Seat, ...], change: Callable[[Rehearsal, Decision, Blocks], Blocks]) -> Lie:
    """Return the lie that changes the choice of blocks of some seats in the last round of the first turn."""

    def lie(game: Rehearsal, decision: Decision, order: Any) -> Any:
        return change(game, decision, order) if decision.seat in seats and decision.id == CHEAT_AT else order

    return lie


def shows_twice(game: Rehearsal, decision: Decision, order: Blocks) -> Blocks:
    """Show the block that was shown in the first round."""
    return replace(order, show=force_of(game.public, decision.seat).rounds[0].show)


def hides_shown(game: Rehearsal, decision: Decision, order: Blocks) -> Blocks:
    """Hide the block that was shown in the first round."""
    return replace(order, hide=force_of(game.public, decision.seat).rounds[0].show)


def stacks(game: Rehearsal, decision: Decision, order: Blocks) -> Blocks:
    """Hide a block that is still in the recruitment queue: the best one there."""
    rules = game.table.engine.rules
    held = holding(rules, game.public, game.known[decision.seat], decision.seat)
    assert held is not None
    _, queue = recruited(held.queue, order.recruit)
    return replace(order, hide=max(queue, key=lambda block: (rules.value(block), block)))


def moves_too_far(game: Rehearsal, decision: Decision, order: Any) -> Any:
    """Move all tokens of a state to the Control area, wherever the rules let them go, once the choice is sealed."""
    if not isinstance(order, Moves) or decision.seat != BOB or not decision.sealed:
        return order
    move, *rest = order.moves
    control = game.table.engine.rules.control
    return Moves((replace(move, tokens=(control,) * len(move.tokens)), *rest))


# -- scenes --------------------------------------------------------------------------------------------------------


def at(play: Play, request: RequestId) -> bool:
    """Answer whether the head is where a sealed choice is to be committed, and nobody has yet."""
    head = play.head
    return (
        head.state is not None
        and not head.state.sealed
        and not any(head.candidates.values())
        and any(row.request == request for row in head.due)
    )


def bob_resigns(play: Play) -> bool:
    """Ada has sealed her choice; Bob resigns in place of his."""
    if not at(play, SCENE_AT):
        return False
    play.answer(ADA)
    play.take(BOB, play.own(BOB).resignation())
    return True


def both_resign(play: Play) -> bool:
    """Both resign at one state, each before the other's mail arrived."""
    if not at(play, SCENE_AT):
        return False
    resignations = {seat: play.own(seat).resignation() for seat in (ADA, BOB)}
    for seat, resignation in resignations.items():
        play.take(seat, resignation)
    return True


def doubled(play: Play) -> tuple[Any, Any] | None:
    """Return Bob's commitment to what he will open, and another one to something else, whose id is smaller."""
    decision = next(d for d in play.own(BOB).decisions())
    own = play.own(BOB)
    true = own.commitment(decision, play.orders[BOB, decision.id])
    mark = sign(true, pair_of(BOB)).id
    for order in other_orders(play, BOB, decision):
        other = own.commitment(decision, order)
        if sign(other, pair_of(BOB)).id < mark:
            return true, other
    return None


def two_commitments(play: Play) -> bool:
    """Bob sends Ada one commitment; when she has opened hers, a second one turns up. What she built on counts."""
    pair = doubled(play) if at(play, SCENE_AT) else None
    if pair is None:
        return False
    play.answer(ADA)
    play.take(BOB, pair[0])
    play.answer(ADA)  # she opens her choice
    play.take(BOB, pair[1])
    return True


def referee_decides(play: Play) -> bool:
    """Bob sends two commitments at once; Carol signs the state with the one whose id is larger."""
    children = _both_there(play)
    for true, child in children:
        if true:
            play.take(REFEREE, child.state)
    return bool(children)


def referee_forks(play: Play) -> bool:
    """Bob sends two commitments at once; Carol signs a state with each."""
    children = _both_there(play)
    for _, child in children:
        play.take(REFEREE, child.state)
    return bool(children)


def _both_there(play: Play) -> list[tuple[bool, Any]]:
    """Let both commitments of Bob arrive; return the states they lead to, and which holds the one he will open."""
    pair = doubled(play) if at(play, SCENE_AT) else None
    if pair is None:
        return []
    before = play.head
    play.answer(ADA)
    true, _ = (play.take(BOB, document) for document in pair)
    return [(true.id in ids, child) for ids, child in before.children.items()]


def false_state(play: Play) -> bool:
    """Carol signs a state in which a token of the first state has moved a space too far; it is refused."""
    head = play.head
    if head.state is None or play.refused or head.public.turn != 1 or head.public.stage != "close":
        return False
    first, *others = head.public.states
    tokens = tuple(sorted((first.tokens[0] - 1, *first.tokens[1:])))
    public = replace(head.public, states=(replace(first, tokens=tokens), *others))
    play.take(REFEREE, replace(head.state, public=public))
    return True


HONEST = Conduct()
TOGETHER = Conduct(steer=together)
CONCENTRATING = Conduct(steer=concentrating)
THRIFTY = Conduct(steer=thrifty)
BOB_RESIGNS = Conduct(scene=bob_resigns, early=True)
BOTH_RESIGN = Conduct(scene=both_resign, early=True)
BOB_SHOWS_TWICE = Conduct(lie=_lie((BOB,), shows_twice), liars=(BOB,))
BOTH_SHOW_TWICE = Conduct(lie=_lie((ADA, BOB), shows_twice), liars=(ADA, BOB))
BOB_HIDES_SHOWN = Conduct(lie=_lie((BOB,), hides_shown), liars=(BOB,))
BOB_MOVES_TOO_FAR = Conduct(lie=moves_too_far, liars=(BOB,))
BOB_STACKS = Conduct(lie=_lie((BOB,), stacks), liars=(BOB,))
BOB_PLAYS_UNDEALT = Conduct(blind=BOB)
TWO_COMMITMENTS = Conduct(scene=two_commitments)
REFEREE_DECIDES = Conduct(scene=referee_decides)
REFEREE_FORKS = Conduct(scene=referee_forks, early=True)
FALSE_STATE = Conduct(scene=false_state)
