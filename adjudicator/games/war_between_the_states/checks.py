"""The checks of an order before it is sealed or sent. Knowing more only ever adds problems."""

from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Known, Order
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.conduct import check_move
from adjudicator.games.war_between_the_states.gains import check_add, check_back
from adjudicator.games.war_between_the_states.orders import Add, Back, Keep, Move, Reveal, Trade
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.recuperate import check_keep
from adjudicator.games.war_between_the_states.reveal import check_reveal
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.strategy import check_trade
from adjudicator.names import Seat


def check(
    rules: Rules, public: Public, known: Known, decision: Decision, order: Order | None
) -> tuple[Problem, ...]:
    """Return what is wrong with an order that answers a decision; None is a choice that could not be read."""
    seat: Seat = decision.seat
    match order:
        case Trade() if public.stage == "trade":
            return tuple(check_trade(rules, public, known, seat, order))
        case Reveal() if public.stage == "reveal":
            return tuple(check_reveal(rules, public, known, seat, order))
        case Move() if public.stage == "move":
            return tuple(check_move(rules, public, known, seat, order))
        case Back() if public.stage == "back":
            return tuple(check_back(rules, public, known, seat, order))
        case Add() if public.stage == "add":
            return tuple(check_add(rules, public, known, seat, order))
        case Keep() if public.stage == "keep":
            return tuple(check_keep(rules, public, known, seat, order))
    message = f"this order does not answer {decision.id}"
    return (Problem("document/schema", message, expected=decision.kind, rule=decision.rule),)
