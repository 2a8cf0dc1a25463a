"""Conduct Phase, cards gained by an ability: some may have to go back, then each may be laid open at once or never."""

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Known, Step, event
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.conduct import end_move
from adjudicator.games.war_between_the_states.deck import shuffled_back
from adjudicator.games.war_between_the_states.hands import check_choice, check_playable
from adjudicator.games.war_between_the_states.orders import Add, Back
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.reveal import do_lay_open
from adjudicator.games.war_between_the_states.rules import Rules, opponent
from adjudicator.games.war_between_the_states.sequence import side_of, with_side
from adjudicator.names import Handle, Seat


@rule("WBS-ABILITY-DRAW", "WBS-OPTION-RETURN")
def returnable(rules: Rules, public: Public, seat: Seat) -> tuple[Handle, ...]:
    """Return the cards that may go back after a draw: any of the hand, in the variant only those just drawn."""
    side = side_of(public, seat)
    return side.gained if rules.variants.drawn_only else side.hand


@rule("WBS-ABILITY-DRAW")
def to_return(rules: Rules, public: Public) -> int:
    """Return how many cards the user of an ability has to shuffle back now."""
    if public.using is None:
        return 0
    return min(public.using.back, len(returnable(rules, public, public.using.seat)))


@rule("WBS-ABILITY-DRAW")
def check_back(rules: Rules, public: Public, known: Known, seat: Seat, order: Back) -> Iterator[Problem]:
    """Yield what is wrong with the cards shuffled back."""
    count, pool = to_return(rules, public), returnable(rules, public, seat)
    yield from check_choice(rules, known, "WBS-ABILITY-DRAW", "back", order.back, pool, count, count)


@rule("WBS-ABILITY-DRAW")
def do_back(public: Public, seat: Seat, order: Back) -> Step[Public]:
    """Return the table with cards shuffled back after a draw."""
    returned = event("shuffled-back", "WBS-ABILITY-DRAW", seat, cards=len(order.back))
    return Step(replace(shuffled_back(public, seat, order.back), stage="add"), (returned,))


@rule("WBS-GAIN")
def gainer(public: Public) -> Seat | None:
    """Return whose turn it is to lay open gained cards: the user's, then the opponent's; None if there are none."""
    if public.using is None:
        return None
    seats = (public.using.seat, opponent(public.using.seat))
    return next((seat for seat in seats if side_of(public, seat).gained), None)


@rule("WBS-GAIN", "WBS-CARDS")
def check_add(rules: Rules, public: Public, known: Known, seat: Seat, order: Add) -> Iterator[Problem]:
    """Yield what is wrong with the gained cards that are laid open: the side has to be able to play them."""
    pool = side_of(public, seat).gained
    yield from check_choice(rules, known, "WBS-GAIN", "add", order.add, pool, 0, len(pool))
    yield from check_playable(rules, known, seat, "WBS-GAIN", "add", order.add)


@rule("WBS-GAIN")
def do_add(public: Public, seat: Seat, order: Add, opened: Known) -> Step[Public]:
    """Return the table with gained cards laid open; the others stay in hand and can no more be laid open this turn.

    A side that has passed adds force, but does not move again.
    """
    step = do_lay_open(public, seat, order.add, opened, "added", "WBS-GAIN")
    table = with_side(step.public, replace(side_of(step.public, seat), gained=()))
    return Step(table, step.events)


def do_gains_over(public: Public) -> Step[Public]:
    """Return the table when nobody has gained cards to lay open any more: the move is complete."""
    return Step(end_move(public))
