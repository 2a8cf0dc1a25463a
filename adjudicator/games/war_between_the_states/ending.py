"""Victory, and every other way in which a game is over; what is still due before its end counts."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.requests import Disclosure
from adjudicator.engine.steps import Outcome, Points, Step, event, then
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import SEATS, opponent
from adjudicator.games.war_between_the_states.sequence import DECK, both_sides, side_of, with_side
from adjudicator.names import REFEREE, Handle, RuleId, Seat

# Why somebody has to leave, one row for each fact: its kind, the card or the words, and whom or what it is about.
Why = tuple[tuple[str, str, tuple[str, ...]], ...]
NOTHING_SAID: Mapping[Seat, Why] = MappingProxyType({})


def points(public: Public) -> tuple[Points, ...]:
    """Return the score: the morale of each side."""
    return tuple(Points(side.seat, side.morale) for side in public.sides)


@rule("WBS-DECK-END", "WBS-TURNS")
def leader(public: Public) -> Seat:
    """Return the side with the higher morale, the South where both have the same."""
    north, south = public.sides
    return north.seat if north.morale > south.morale else south.seat


@rule("WBS-VICTORY")
def fallen(public: Public) -> Seat | None:
    """Return the side whose morale is used up, or None. Never both: what one loses the other gains."""
    return next((side.seat for side in public.sides if side.morale <= 0), None)


@rule("WBS-VICTORY")
def do_morale(public: Public, seat: Seat, change: int, rule: RuleId) -> Step[Public]:
    """Return the table with the morale of a side changed."""
    side = side_of(public, seat)
    morale = side.morale + change
    return Step(with_side(public, replace(side, morale=morale)),
                (event("morale", rule, seat, change=change, morale=morale),))  # fmt: skip


@rule("WBS-VICTORY")
def do_fall(public: Public) -> Step[Public]:
    """Return the table after a check of morale: a side without any has lost at once."""
    loser = fallen(public)
    return Step(public) if loser is None else do_end(public, opponent(loser), "morale", "WBS-VICTORY")


@rule("WBS-DEALER")
def do_end(
    public: Public,
    winner: Seat | None,
    how: str,
    rule: RuleId,
    seats: tuple[Seat, ...] = (),
    handles: tuple[Handle, ...] = (),
) -> Step[Public]:
    """Return the table of a game that is decided: it waits for the dealer's draw to be opened, if there was one.

    A dealer who was found out has nothing to open any more.
    """
    verdict = Outcome(winner, how, seats, rule, tuple(sorted(handles)), points(public))
    public = both_sides(public, lambda side: replace(side, due=0, gained=()))
    dealt = public.stage != "deck" and REFEREE not in seats
    public = replace(public, stage="close", mover=None, using=None, verdict=verdict)
    return Step(public) if dealt else do_close(public)


@rule("WBS-DEALER")
def audit_due() -> Disclosure:
    """Return the request that the referee opens the draw by which he dealt."""
    return Disclosure(id="deck.audit", rule="WBS-DEALER", seat=REFEREE, draw=DECK)


@rule("WBS-DEALER")
def do_close(public: Public) -> Step[Public]:
    """Return the table of a game that is over: nothing is due any more, and its end counts."""
    assert public.verdict is not None
    end = event("over", public.verdict.rule, public.verdict.winner, how=public.verdict.how)
    return Step(replace(public, stage="over"), (end,))


@rule("WBS-RETIREMENT")
def do_retire(
    public: Public,
    seats: tuple[Seat, ...],
    how: str,
    rule: RuleId,
    handles: tuple[Handle, ...] = (),
    why: Mapping[Seat, Why] = NOTHING_SAID,
) -> Step[Public]:
    """Return the table when seats leave the game: the opponent wins, nobody if both leave.

    Once the game is decided no seat can leave it any more; a dealer who is found out spoils it even then.
    `why` is for people alone.
    """
    if public.stage == "over" or (public.verdict is not None and REFEREE not in seats):
        return Step(public)
    gone = (REFEREE,) if REFEREE in seats else tuple(seat for seat in SEATS if seat in seats)
    winner = opponent(gone[0]) if len(gone) == 1 and REFEREE not in gone else None
    events = tuple(event("retired", rule, seat, how=how, why=why.get(seat, ())) for seat in gone)
    return then(Step(public, events), lambda table: do_end(table, winner, how, rule, gone, handles))


@rule("WBS-TURNS")
def do_last_turn(public: Public) -> Step[Public]:
    """Return the table after the last turn: judged like an empty deck, the South winning a tie."""
    return do_end(public, leader(public), "turns", "WBS-TURNS")
