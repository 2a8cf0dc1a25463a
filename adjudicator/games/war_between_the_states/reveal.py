"""Conduct Phase, the reveal: both sides lay open what they want to fight with, and the coin says who moves first."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Known, Step, event, then
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.hands import check_choice, check_playable
from adjudicator.games.war_between_the_states.orders import Reveal
from adjudicator.games.war_between_the_states.public import Public, Revealed
from adjudicator.games.war_between_the_states.rules import SEATS, Rules
from adjudicator.games.war_between_the_states.sequence import both_sides, side_of, with_side
from adjudicator.names import Handle, RuleId, Seat


@rule("WBS-REVEAL")
def revealers(public: Public) -> tuple[Seat, ...]:
    """Return the sides that are asked what they reveal: those with cards in hand."""
    return tuple(side.seat for side in public.sides if side.hand)


@rule("WBS-REVEAL", "WBS-CARDS")
def check_reveal(rules: Rules, public: Public, known: Known, seat: Seat, order: Reveal) -> Iterator[Problem]:
    """Yield what is wrong with a reveal: any cards of the hand, as long as the side can play them."""
    hand = side_of(public, seat).hand
    yield from check_choice(rules, known, "WBS-REVEAL", "reveal", order.reveal, hand, 0, len(hand))
    yield from check_playable(rules, known, seat, "WBS-REVEAL", "reveal", order.reveal)


@rule("WBS-REVEAL")
def laid_open(public: Public, seat: Seat, handles: tuple[Handle, ...], opened: Known) -> Public:
    """Return the table with cards of a hand laid open; each is a card of the deck that its side can play."""
    side = side_of(public, seat)
    rows = tuple(Revealed(opened[handle], used=False, killed=False) for handle in handles)
    hand, gained = (tuple(card for card in cards if card not in handles) for cards in (side.hand, side.gained))
    return with_side(public, replace(side, hand=hand, gained=gained, revealed=side.revealed + rows))


def do_lay_open(
    public: Public, seat: Seat, handles: tuple[Handle, ...], opened: Known, name: str, rule: RuleId
) -> Step[Public]:
    """Return the table with cards of a hand laid open, and the event that names them."""
    cards = tuple(opened[handle] for handle in handles)
    return Step(laid_open(public, seat, handles, opened), (event(name, rule, seat, cards=cards),))


@rule("WBS-REVEAL", "WBS-MOVES")
def do_reveal(
    public: Public, orders: Mapping[Seat, Reveal], opened: Mapping[Seat, Known], stream: Stream
) -> Step[Public]:
    """Return the table with both reveals on it; the coin is thrown every turn."""
    step = Step(public)
    for side in public.sides:
        order = orders.get(side.seat)
        if order is not None:
            seat, handles = side.seat, order.reveal
            step = then(step, lambda table, seat=seat, handles=handles: do_lay_open(  # type: ignore[misc]
                table, seat, handles, opened[seat], "revealed", "WBS-REVEAL"
            ))  # fmt: skip
    first = stream.pick("first", SEATS)
    table = replace(step.public, stage="move", first=first, mover=first, moves=1)
    return Step(table, (*step.events, event("coin", "WBS-MOVES", first)))


@rule("WBS-REVEAL")
def do_no_reveal(public: Public) -> Step[Public]:
    """Return the table where nobody holds a card: no coin is thrown, and both have passed."""
    public = both_sides(public, lambda side: replace(side, passed=True))
    return Step(replace(public, stage="move"), (event("nobody-reveals", "WBS-REVEAL"),))
