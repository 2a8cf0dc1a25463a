"""What the seats of a sample of Border States do beyond playing: lies in sealed choices, a false state."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.requests import Decision
from adjudicator.games.border_states.hands import holding
from adjudicator.games.border_states.orders import Blocks, Moves
from adjudicator.games.border_states.recruitment import recruited
from adjudicator.games.border_states.sequence import force_of
from adjudicator.names import REFEREE, Seat
from tests.golden import conduct as any_game
from tests.golden.border_states.steering import concentrating, thrifty, together
from tests.golden.conduct import Conduct, Lie
from tests.golden.play import Play
from tests.golden.rehearsal import Rehearsal

ADA, BOB = "union", "confederate"
CHEAT_AT = "turn-1.round-3.blocks"
SCENE_AT = "turn-2.round-2.blocks"

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


TOGETHER = Conduct(steer=together)
CONCENTRATING = Conduct(steer=concentrating)
THRIFTY = Conduct(steer=thrifty)
BOB_RESIGNS = Conduct(scene=any_game.resigns(SCENE_AT), early=True)
BOTH_RESIGN = Conduct(scene=any_game.both_resign(SCENE_AT), early=True)
BOB_SHOWS_TWICE = Conduct(lie=_lie((BOB,), shows_twice), liars=(BOB,))
BOTH_SHOW_TWICE = Conduct(lie=_lie((ADA, BOB), shows_twice), liars=(ADA, BOB))
BOB_HIDES_SHOWN = Conduct(lie=_lie((BOB,), hides_shown), liars=(BOB,))
BOB_MOVES_TOO_FAR = Conduct(lie=moves_too_far, liars=(BOB,))
BOB_STACKS = Conduct(lie=_lie((BOB,), stacks), liars=(BOB,))
BOB_PLAYS_UNDEALT = Conduct(blind=BOB)
TWO_COMMITMENTS = Conduct(scene=any_game.two_commitments(SCENE_AT))
REFEREE_DECIDES = Conduct(scene=any_game.referee_decides(SCENE_AT))
REFEREE_FORKS = Conduct(scene=any_game.referee_forks(SCENE_AT), early=True)
FALSE_STATE = Conduct(scene=false_state)
