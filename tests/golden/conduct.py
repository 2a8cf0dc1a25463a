"""What the seats of a sample do beyond playing: how they behave, and the scenes out of order of any game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adjudicator.documents.signed import sign
from adjudicator.engine.requests import Deal, Decision
from adjudicator.names import REFEREE, Handle, RequestId, Seat
from tests.golden.people import pair_of
from tests.golden.play import Play, other_orders
from tests.golden.rehearsal import Cards, Rehearsal

Lie = Callable[[Rehearsal, Decision, Any], Any]
Scene = Callable[[Play], bool]


@dataclass(frozen=True)
class Conduct:
    """How the seats behave. `early`: the scene may end the game otherwise than the rehearsal.

    `stack` and `spoil` are what a dealer does who cheats.
    """

    steer: Any = None
    lie: Lie | None = None
    liars: tuple[Seat, ...] = ()
    blind: Seat | None = None
    scene: Scene | None = None
    early: bool = False
    stack: Callable[[Rehearsal, Deal, Cards], Cards] | None = None
    spoil: Callable[[Deal], tuple[Handle, ...]] | None = None


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


def resigns(request: RequestId, place: int = 1) -> Scene:
    """Return the scene in which a player resigns in place of a sealed choice; before that, the other seals his."""

    def scene(play: Play) -> bool:
        if not at(play, request):
            return False
        loser, other = play.table.seats[place], play.table.seats[1 - place]
        play.answer(other)
        play.take(loser, play.own(loser).resignation())
        return True

    return scene


def both_resign(request: RequestId) -> Scene:
    """Return the scene in which both resign at one state, each before the other's mail arrived."""

    def scene(play: Play) -> bool:
        if not at(play, request):
            return False
        resignations = {seat: play.own(seat).resignation() for seat in play.table.seats}
        for seat, resignation in resignations.items():
            play.take(seat, resignation)
        return True

    return scene


def doubled(play: Play) -> tuple[Any, Any] | None:
    """Return Bob's commitment to what he will open, and another one to something else, whose id is smaller."""
    bob = play.table.seats[1]
    decision = next(d for d in play.own(bob).decisions())
    own = play.own(bob)
    true = own.commitment(decision, play.orders[bob, decision.id])
    mark = sign(true, pair_of(bob)).id
    for order in other_orders(play, bob, decision):
        other = own.commitment(decision, order)
        if sign(other, pair_of(bob)).id < mark:
            return true, other
    return None


def two_commitments(request: RequestId) -> Scene:
    """Bob sends Ada one commitment; when she has opened hers, a second one turns up. What she built on counts."""

    def scene(play: Play) -> bool:
        pair = doubled(play) if at(play, request) else None
        if pair is None:
            return False
        ada, bob = play.table.seats
        play.answer(ada)
        play.take(bob, pair[0])
        play.answer(ada)  # she opens her choice
        play.take(bob, pair[1])
        return True

    return scene


def referee_decides(request: RequestId) -> Scene:
    """Bob sends two commitments at once; Carol signs the state with the one whose id is larger."""

    def scene(play: Play) -> bool:
        children = _both_there(play, request)
        for true, child in children:
            if true:
                play.take(REFEREE, child.state)
        return bool(children)

    return scene


def referee_forks(request: RequestId) -> Scene:
    """Bob sends two commitments at once; Carol signs a state with each."""

    def scene(play: Play) -> bool:
        children = _both_there(play, request)
        for _, child in children:
            play.take(REFEREE, child.state)
        return bool(children)

    return scene


def _both_there(play: Play, request: RequestId) -> list[tuple[bool, Any]]:
    """Let both commitments of Bob arrive; return the states they lead to, and which holds the one he will open."""
    pair = doubled(play) if at(play, request) else None
    if pair is None:
        return []
    ada, bob = play.table.seats
    before = play.head
    play.answer(ada)
    true, _ = (play.take(bob, document) for document in pair)
    return [(true.id in ids, child) for ids, child in before.children.items()]


HONEST = Conduct()
