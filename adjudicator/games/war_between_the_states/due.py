"""What the game waits for, stage by stage. All of it follows from public facts."""

from collections.abc import Iterable

from adjudicator.engine.requests import Decision, Draw, Request
from adjudicator.games.war_between_the_states.deck import deal_due
from adjudicator.games.war_between_the_states.ending import audit_due
from adjudicator.games.war_between_the_states.gains import gainer
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.recuperate import keepers
from adjudicator.games.war_between_the_states.reveal import revealers
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import in_move, in_turn, turn_label
from adjudicator.games.war_between_the_states.setup import deck_due
from adjudicator.games.war_between_the_states.strategy import traders
from adjudicator.names import RuleId, Seat


def due(rules: Rules, public: Public) -> tuple[Request, ...]:
    """Return what the game waits for, in the order in which a state lists it."""
    match public.stage:
        case "deck":
            return (deck_due(),)
        case "logistics" | "replace" | "draw":
            return (deal_due(public),)
        case "trade":
            return _sealed(public, "trade", "WBS-STRATEGY", traders(rules, public))
        case "reveal":
            coin = Draw(id=in_turn(public, "coin"), rule="WBS-MOVES", label=turn_label(public.turn))
            return (*_sealed(public, "reveal", "WBS-REVEAL", revealers(public)), coin)
        case "move" if public.mover is not None:
            return (Decision(id=in_move(public), rule="WBS-MOVES", seat=public.mover, kind="move"),)
        case "back" if public.using is not None:
            seat = public.using.seat
            return (Decision(id=in_move(public, ".back"), rule="WBS-ABILITY-DRAW", seat=seat, kind="back"),)
        case "add" if (owner := gainer(public)) is not None:
            return (Decision(id=in_move(public, ".add"), rule="WBS-GAIN", seat=owner, kind="add"),)
        case "keep":
            return _sealed(public, "keep", "WBS-RECUPERATE", keepers(rules, public))
        case "close":
            return (audit_due(),)
    return ()


def _sealed(public: Public, kind: str, rule: RuleId, seats: Iterable[Seat]) -> tuple[Request, ...]:
    name = in_turn(public, kind)
    return tuple(Decision(id=name, rule=rule, seat=seat, kind=kind, sealed=True) for seat in seats)
