"""Conduct Phase, the result: who won the hand, what it is worth, and the cards that count only for the winner."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Event, Step, event, then
from adjudicator.games.war_between_the_states.ending import do_fall, do_morale
from adjudicator.games.war_between_the_states.force import Strength, force, standing
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules, opponent
from adjudicator.games.war_between_the_states.sequence import both_sides, side_of, with_side
from adjudicator.games.war_between_the_states.verbs import abilities_of
from adjudicator.names import Seat


@rule("WBS-RESULT")
def winner(one: Strength, other: Strength) -> Seat | None:
    """Return who won the hand: the side with more force; nobody if both have the same."""
    if one.total == other.total:
        return None
    return one.seat if one.total > other.total else other.seat


@rule("WBS-RESULT")
def doubled(one: Strength, other: Strength) -> bool:
    """Return whether the stronger side has double the force or more; a side at zero or below counts as doubled."""
    less, more = sorted((one.total, other.total))
    return less <= 0 or more >= 2 * less


@rule("WBS-RESULT", "WBS-IMPORTANT-NOTE")
def do_result(rules: Rules, public: Public) -> Step[Public]:
    """Return the table after the hand: morale changed and checked, then what counts for the winner, then cleared."""
    one, other = force(rules, public)
    events = tuple(_told(strength) for strength in (one, other))
    won = winner(one, other)
    if won is None:
        tie = event("tie", "WBS-RESULT", force=one.total)
        return then(Step(public, (*events, tie)), do_clear)
    twice = doubled(one, other)
    by = rules.components.morale.doubled if twice else rules.components.morale.won
    step = then(Step(public, (*events, event("won", "WBS-RESULT", won, doubled=twice, by=by))),
                lambda table: do_morale(table, won, by, "WBS-RESULT"))  # fmt: skip
    step = then(step, lambda table: do_morale(table, opponent(won), -by, "WBS-RESULT"))
    step = then(step, do_fall)
    if step.public.verdict is not None:
        return step
    return then(then(step, lambda table: do_count(rules, table, won)), do_clear)


def _told(strength: Strength) -> Event:
    cards = tuple(
        (fighter.card, fighter.printed, tuple((each.giver, each.amount) for each in fighter.modifiers), fighter.force)
        for fighter in strength.cards
    )
    return event("force", "WBS-FORCE", strength.seat, cards=cards, total=strength.total)


@rule("WBS-IMPORTANT-NOTE", "WBS-ABILITY-OBJECTIVE", "WBS-ABILITY-RECOGNITION")
def do_count(rules: Rules, public: Public, seat: Seat) -> Step[Public]:
    """Return the table with the winner's Strategic Objectives laid by for good, and his Recognition in morale."""
    step = Step(public)
    for card in standing(public, seat):
        for ability in abilities_of(rules.cards[card], "victory"):
            if ability.verb == "objective":
                step = then(step, lambda table, card=card: _scored(table, seat, card))  # type: ignore[misc]
            else:
                step = then(step, lambda table, card=card, by=ability.by: _recognised(  # type: ignore[misc]
                    table, seat, card, by
                ))  # fmt: skip
    return step


def _scored(public: Public, seat: Seat, card: str) -> Step[Public]:
    side = side_of(public, seat)
    rows = tuple(row for row in side.revealed if row.card != card)
    public = with_side(public, replace(side, revealed=rows))
    return Step(replace(public, objectives=(*public.objectives, card)),
                (event("objective", "WBS-ABILITY-OBJECTIVE", seat, card=card),))  # fmt: skip


def _recognised(public: Public, seat: Seat, card: str, by: int) -> Step[Public]:
    seen = event("recognition", "WBS-ABILITY-RECOGNITION", seat, card=card)
    return then(Step(public, (seen,)), lambda table: do_morale(table, seat, by, "WBS-ABILITY-RECOGNITION"))


@rule("WBS-RESULT")
def do_clear(public: Public) -> Step[Public]:
    """Return the table with all cards of the hand on the discard pile, from where none comes back."""
    gone = tuple(row.card for side in public.sides for row in side.revealed)
    public = both_sides(public, lambda side: replace(side, revealed=(), passed=False))
    public = replace(public, stage="keep", mover=None, discard=public.discard + gone)
    return Step(public, (event("discarded", "WBS-RESULT", cards=len(gone)),) if gone else ())
