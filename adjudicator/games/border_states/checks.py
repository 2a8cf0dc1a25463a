"""The checks of an order before it is sealed or sent. Knowing more only ever adds problems."""

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.requests import Decision
from adjudicator.engine.saying import listed
from adjudicator.engine.steps import Known, Order
from adjudicator.errors import Problem
from adjudicator.games.border_states.ambush import asking, check_victim
from adjudicator.games.border_states.conquest import check_keep
from adjudicator.games.border_states.hands import characters_left, closed_values, holding
from adjudicator.games.border_states.influence import check_moves
from adjudicator.games.border_states.orders import Ambush, Blocks, Cubes, Moves, Place
from adjudicator.games.border_states.placing import check_steps, placement_of
from adjudicator.games.border_states.public import Public
from adjudicator.games.border_states.recruitment import check_named, check_recruit, recruited
from adjudicator.games.border_states.rules import PENALISED, Rules
from adjudicator.games.border_states.sequence import force_of


def check(rules: Rules, public: Public, known: Known, decision: Decision, order: Order) -> tuple[Problem, ...]:
    """Return what is wrong with an order that answers a decision."""
    match order:
        case Blocks() if public.stage == "blocks":
            return check_blocks(rules, public, known, decision, order)
        case Place() if public.stage == "place":
            return check_place(rules, public, known, decision, order)
        case Ambush() if public.stage == "ambush":
            battle = public.battles[public.battle - 1]
            spot = asking(rules, battle)
            return check_victim(battle, spot, order.front, order.space) if spot else ()
        case Cubes() if public.stage == "cubes":
            return check_keep(rules, public.battles[public.battle - 1], order.keep)
        case Moves() if public.stage == "tokens":
            return check_moves(rules, public, decision.seat, order.moves)
    message = f"this order does not answer {decision.id}"
    return (Problem("document/schema", message, expected=decision.kind, rule=decision.rule),)


@rule("BS-COMBAT-III", "BS-CHARACTERS")
def check_place(rules: Rules, public: Public, known: Known, decision: Decision, order: Place) -> tuple[Problem, ...]:
    """Return what is wrong with a placing: first what all can see, then what only the holder of the cards can."""
    force = force_of(public, decision.seat)
    cards = characters_left(rules, {}, force)
    problems = check_steps(rules, placement_of(rules, public, decision.seat, cards), order.steps)
    held = characters_left(rules, known, force)
    if held == cards:
        return problems
    seen = tuple((problem.code, problem.pointer) for problem in problems)
    more = check_steps(rules, placement_of(rules, public, decision.seat, held), order.steps)
    return problems + tuple(problem for problem in more if (problem.code, problem.pointer) not in seen)


@rule("BS-COMBAT-I", "BS-COMBAT-I-PENALTY")
def check_blocks(
    rules: Rules, public: Public, known: Known, decision: Decision, order: Blocks
) -> tuple[Problem, ...]:
    """Return what is wrong with the sealed choice of a round.

    The block that may not be face-up is a mistake, not an error: sealed, it only costs its penalty.
    """
    force = force_of(public, decision.seat)
    problems = check_recruit(force, order.recruit)
    problems += check_named(rules, force, "show", order.show) + check_named(rules, force, "hide", order.hide)
    if order.show == order.hide and order.show in rules.blocks:
        message = f"{order.hide} cannot be shown and hidden at once"
        problems += (broken("BS-COMBAT-I", "hide", message, "two different blocks", order.hide),)
    named = tuple(problem.pointer for problem in problems)
    held = holding(rules, public, known, decision.seat)
    hidden = closed_values(public.turn, force, known)
    for slot, name in (("show", order.show), ("hide", order.hide)):
        if name in hidden and slot not in named:
            problems += (broken("BS-COMBAT-I", slot, f"{name} has been used in this turn", got=name),)
            named += (slot,)
    if held is not None:
        block, _ = recruited(held.queue, order.recruit)
        hand = held.hand if block is None else (*held.hand, block)
        accepted = listed(
            f"{name} (recruited with {order.recruit})" if name == block else name
            for name in rules.blocks
            if name in hand
        )
        for slot, name in (("show", order.show), ("hide", order.hide)):
            if name not in hand and slot not in named:
                message = f"{name} is not among your blocks"
                problems += (broken("BS-COMBAT-I", slot, message, accepted, name, f"{slot} one of these"),)
    if rules.special(order.show) == PENALISED:
        message = f"{order.show} may not be shown: you would have to turn up your second block too"
        problems += (
            Problem(
                "order/penalised", message, "mistake", pointer="show", fix="hide it instead",
                rule="BS-COMBAT-I-PENALTY",
            ),
        )  # fmt: skip
    return problems
