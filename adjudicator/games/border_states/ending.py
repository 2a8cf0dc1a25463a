"""End of the game and victory: the score and its tie-breaks, and what has to be opened before anything counts."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Outcome, Points, Step, event
from adjudicator.games.border_states.public import Force, Public
from adjudicator.games.border_states.rules import CONFEDERATE, SEATS, UNION, Rules
from adjudicator.games.border_states.sequence import closed_rounds, force_of, slot_name
from adjudicator.names import Handle, Seat


@rule("BS-VICTORY")
def points(public: Public) -> tuple[Points, ...]:
    """Return the score: a point for each token on a side's part of the tracks or in its Control area."""
    tokens = [token for track in public.states for token in track.tokens]
    return (Points(UNION, sum(t < 0 for t in tokens)), Points(CONFEDERATE, sum(t > 0 for t in tokens)))


@rule("BS-VICTORY-TIES")
def cards_played(rules: Rules, force: Force) -> int:
    """Return how many Character and President cards a side has played."""
    return len(force.characters) + int(rules.variants.presidents and not force.president)


@rule("BS-VICTORY", "BS-VICTORY-TIES")
def score(rules: Rules, public: Public) -> Outcome:
    """Return how the last turn ends the game.

    A tie goes to whoever has more tokens in the Control area, then to fewer cards played, then to the Union.
    """
    table = points(public)
    tokens = [token for track in public.states for token in track.tokens]
    held = {UNION: tokens.count(-rules.control), CONFEDERATE: tokens.count(rules.control)}
    ranks = {
        side.seat: (side.points, held[side.seat], -cards_played(rules, force_of(public, side.seat)))
        for side in table
    }
    winner = UNION if ranks[UNION] >= ranks[CONFEDERATE] else CONFEDERATE
    tied = table[0].points == table[1].points
    return Outcome(winner, "score", (), "BS-VICTORY-TIES" if tied else "BS-VICTORY", (), table)


def debtors(public: Public) -> tuple[Seat, ...]:
    """Return the seats that owe openings and audits: all that have not left the game."""
    gone = public.verdict.seats if public.verdict else ()
    return tuple(seat for seat in SEATS if seat not in gone)


@rule("BS-END-II", "BS-AUDIT")
def owed_handles(public: Public, seat: Seat) -> tuple[Handle, ...]:
    """Return the handles a seat still has to open when the turn is closed."""
    return tuple(
        slot_name(seat, public.turn, number, "hide") for number in closed_rounds(force_of(public, seat))
    )


@rule("BS-AUDIT")
def owes_turn_audit(public: Public, seat: Seat) -> bool:
    """Return whether the audit of this turn is still due from a seat."""
    return force_of(public, seat).audited < public.turn


@rule("BS-AUDIT")
def owes_game_audit(rules: Rules, public: Public, seat: Seat) -> bool:
    """Return whether the audit of the Character cards is still due from a seat: when the game has ended."""
    return (
        public.verdict is not None
        and rules.variants.characters
        and public.turn > 0
        and not force_of(public, seat).closed
    )


def owes(rules: Rules, public: Public, seat: Seat) -> bool:
    """Return whether anything is still due from a seat before the game is over."""
    return bool(
        owed_handles(public, seat) or owes_turn_audit(public, seat) or owes_game_audit(rules, public, seat)
    )


@rule("BS-END-II")
def begin_close(rules: Rules, public: Public) -> Step[Public]:
    """Return the table waiting for what has to be opened at the end of a turn or of the game.

    A game that has ended and where nobody owes anything is over.
    """
    public = replace(public, stage="close", placers=(), placing=None, target=None, asked=0)
    if public.verdict is None or any(owes(rules, public, seat) for seat in debtors(public)):
        return Step(public)
    return Step(
        replace(public, stage="over"),
        (event("over", public.verdict.rule, public.verdict.winner, how=public.verdict.how),),
    )
