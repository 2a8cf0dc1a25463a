"""End of turn II: what lies closed is opened, the turn is audited, and the next one prepared or the game closed."""

from collections.abc import Mapping

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Event, Step, event, then
from adjudicator.engine.streams import Stream
from adjudicator.errors import Problem
from adjudicator.games.border_states.audit import audit_characters, audit_turn, dealt_holding, left_in_hand
from adjudicator.games.border_states.ending import begin_close, owes_game_audit, owes_turn_audit
from adjudicator.games.border_states.preparation import do_prepare
from adjudicator.games.border_states.public import Public
from adjudicator.games.border_states.retirement import do_retire
from adjudicator.games.border_states.rules import SEATS, Rules
from adjudicator.games.border_states.sequence import force_of, turn_label, with_force
from adjudicator.games.border_states.setup import GAME
from adjudicator.names import Handle, Label, Seat


@rule("BS-AUDIT", "BS-END-II")
def do_close(
    rules: Rules,
    public: Public,
    streams: Mapping[tuple[Seat, Label], Stream | None],
    illegal: Mapping[Seat, tuple[Handle, ...]],
    draws: Mapping[Label, Stream],
) -> Step[Public]:
    """Return the table after a turn's close: audited, and going on with the next turn unless the game has ended.

    `streams` are the audited private draws, `illegal` the handles that were opened to an impossible block.
    """
    audited, faults, events = do_audits(rules, public, streams, tuple(illegal))
    cheats = tuple(seat for seat in SEATS if seat in illegal or faults.get(seat))
    if cheats:
        how, cited = ("illegal", "BS-COMBAT-I") if illegal else ("audit", "BS-AUDIT")
        named = tuple(handle for seat in cheats for handle in illegal.get(seat, ()))
        named += tuple(problem.pointer for seat in cheats for problem in faults.get(seat, ()) if "." in problem.pointer)
        after = do_retire(rules, audited, cheats, how, cited, named)
        return Step(after.public, events + after.events)
    if public.verdict is not None:
        after = begin_close(rules, audited)
        return Step(after.public, events + after.events)
    stream = draws[turn_label(public.turn + 1)]
    ready = next_turn(rules, public, audited, streams)
    return then(Step(ready, events), lambda table: do_prepare(rules, table, stream))


@rule("BS-AUDIT")
def do_audits(
    rules: Rules, public: Public, streams: Mapping[tuple[Seat, Label], Stream | None], skipped: tuple[Seat, ...]
) -> tuple[Public, dict[Seat, tuple[Problem, ...]], tuple[Event, ...]]:
    """Return the table with the audits noted, what they prove against whom, and their events."""
    faults: dict[Seat, tuple[Problem, ...]] = {}
    events: list[Event] = []
    turn = turn_label(public.turn)
    for seat in SEATS:
        force = force_of(public, seat)
        if seat in skipped:
            continue
        stream = streams.get((seat, turn))
        found: tuple[Problem, ...] = ()
        if stream is not None and owes_turn_audit(public, seat):
            found += audit_turn(rules, public.turn, force, stream)
            force = replace(force, audited=public.turn)
        stream = streams.get((seat, GAME))
        if stream is not None and owes_game_audit(rules, public, seat):
            found += audit_characters(rules, force, stream)
            force = replace(force, closed=True)
        if force is not force_of(public, seat):
            events.append(event("audit-failed" if found else "audited", "BS-AUDIT", seat, what=_said(found)))
        faults[seat] = found
        public = with_force(public, force)
    return public, faults, tuple(events)


def _said(problems: tuple[Problem, ...]) -> str:
    return "; ".join(problem.message for problem in problems)


@rule("BS-END-II")
def next_turn(
    rules: Rules, public: Public, audited: Public, streams: Mapping[tuple[Seat, Label], Stream | None]
) -> Public:
    """Return the table cleared for the next turn: cards to the box, the leftover and the queue in hand.

    From here on the hand is public: it is what the six used blocks are not.
    """
    for force in public.forces:
        stream = streams[force.seat, turn_label(public.turn)]
        assert stream is not None
        start = dealt_holding(rules, public.turn, force, stream)
        hand = left_in_hand(rules, start, force.rounds)
        audited = with_force(audited, replace(force_of(audited, force.seat), hand=hand, rounds=()))
    cards = tuple(battle.card for battle in public.battles)
    return replace(audited, battles=(), box=audited.box + cards)
