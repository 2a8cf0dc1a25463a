"""The toy in plain words."""

from adjudicator.engine.interface import View
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Event, Known
from adjudicator.names import RequestId, Seat
from tests.toy.engine import Toy
from tests.toy.table import Table, score

EVENTS = {
    "round": "{seat} goes first in round {round}; prizes: {prizes}",
    "lay": "{seat} shows {show}, charm: {charm}",
    "turned": "{seat} turns up {card}",
    "take": "{seat} takes {token}",
    "peek": "{seat} makes the opponent turn up",
    "bid": "{seat} bid {number}, the die shows {die}",
    "stronger": "{seat} is stronger with {strength}",
    "gone": "{seat} leaves: {how}",
}
QUESTIONS = {
    "lay": "Which card do you show, which do you hide, and do you play the charm?",
    "steps": "Which steps do you take?",
    "bid": "What will the die show?",
}


def board(engine: Toy, table: Table, known: Known, seat: Seat | None, width: int) -> str:
    """Return the table as text: the prizes, a line for each side, and what is known beyond."""
    lines = [f"round {table.round}, prizes: {' '.join(table.prizes)}"]
    for side in table.sides:
        card = known.get(side.hide, "face-down") if side.hide is not None else side.turned
        lines.append(f"{side.seat}: {side.show or '-'} / {card or '-'}, {score(engine.parts, side)} points")
    if seat is not None:
        lines += [f"{key} = {value}" for key, value in sorted(known.items()) if not key.startswith(f"{seat}.")]
    return "\n".join(line[:width] for line in lines)


def event(event: Event) -> str:
    """Return one event in words."""
    return EVENTS[event.name].format(seat=event.seat, **event.facts)


def question(decision: Decision) -> str:
    """Return what a decision asks."""
    return QUESTIONS[decision.kind]


def about(request: RequestId) -> str:
    """Return a request's name for people."""
    return request.replace(".", ", ").replace("-", " ")


def order(engine: object, kind: str, order: object) -> str:
    """Return an order in one sentence."""
    return f"{kind}: {order}"


VIEW = View(board=board, event=event, question=question, about=about, order=order)
