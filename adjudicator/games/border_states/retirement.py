"""Leaving the game: by resignation or forfeit, by a choice that proves illegal, by a failed audit."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Outcome, Step, event
from adjudicator.games.border_states.ending import begin_close
from adjudicator.games.border_states.public import Public
from adjudicator.games.border_states.rules import SEATS, Rules, opponent
from adjudicator.names import Handle, RuleId, Seat


@rule("BS-RETIREMENT")
def do_retire(
    rules: Rules, public: Public, seats: tuple[Seat, ...], how: str, rule: RuleId, handles: tuple[Handle, ...] = ()
) -> Step[Public]:
    """Return the table after seats left: the other one wins once its own audits hold, nobody if both have left."""
    if public.stage == "over":
        return Step(public)
    before = public.verdict.seats if public.verdict else ()
    named = public.verdict.handles if public.verdict and before else ()
    gone = tuple(seat for seat in SEATS if seat in seats or seat in before)
    events = tuple(event("retired", rule, seat, how=how) for seat in SEATS if seat in seats)
    winner = opponent(gone[0]) if len(gone) == 1 else None
    verdict = Outcome(winner, how, gone, rule, tuple(sorted({*named, *handles})), ())
    after = begin_close(rules, replace(public, verdict=verdict))
    return Step(after.public, events + after.events)
