"""Orders as people write them: the form to fill in, reading it, and saying what it would do."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.catalogue.games import rule_set
from adjudicator.documents.orders import read_orders
from adjudicator.documents.text import HEADER, emit
from adjudicator.engine.steps import Choice, Order
from adjudicator.errors import AdjudicatorError, InternalError, Problem
from adjudicator.names import Seat
from adjudicator.protocol.advance import decoded_order
from adjudicator.roles.mails import Mail
from adjudicator.roles.player import Deciding

LISTED = 60


@dataclass(frozen=True)
class Checked:
    """What `check` found: the problems, what the order says, and what the others will see of it."""

    file: str
    request: str
    says: str
    problems: tuple[Problem, ...]
    others_see: tuple[str, ...]

    @property
    def refused(self) -> bool:
        """Answer whether the order would not be sent."""
        return any(problem.severity != "warning" for problem in self.problems)


def read(task: Deciding, mail: Mail) -> Order:
    """Return the order in a file that a player wrote. Raises DocumentError with all its problems, lines and fixes."""
    try:
        order: Order = read_orders(mail.data, task.order_type)
    except AdjudicatorError as error:
        raise error.located(mail.name) from None
    return order


def check(task: Deciding, mail: Mail) -> Checked:
    """Return the verdict on an order that nobody has signed yet."""
    order = read(task, mail)
    decision = task.decision
    others = []
    for name in task.order_type.__struct_fields__:
        if not decision.sealed:
            others.append(f"{name}, as soon as they get the mail")
        elif name in decision.shut:
            others.append(f"that {name} is sealed; its value only when the rules turn it up")
        else:
            others.append(f"{name}, when everybody has sealed")
    return Checked(
        file=mail.name,
        request=decision.id,
        says=task.table.rules.view.order(decision.kind, order),
        problems=tuple(problem.located(mail.name) for problem in task.check(order)),
        others_see=tuple(others),
    )


def choices(task: Deciding) -> dict[str, Any]:
    """Return the question, the values that each field may take, and how the order may begin."""
    values, first, example = _explored(task)
    return {
        "request": task.decision.id,
        "question": task.table.rules.view.question(task.decision),
        "fields": {name: list(found) for name, found in values.items()},
        "begins": [{"text": choice.text, "so_far": choice.so_far} for choice in first],
        "example": example,
    }


def form(task: Deciding) -> str:
    """Return an order form: YAML with the choices as comments and one legal order filled in."""
    values, first, example = _explored(task)
    lines = [
        f"# {task.table.rules.title}, state {task.own.head.number}: {task.decision.id}",
        *(f"# {line}" for line in task.table.rules.view.question(task.decision).splitlines()),
        "# Below is a legal order as an example: change it, save the file, and give it with",
        f"#   adjudicator order {task.table.folder.path} FILE",
        "#",
    ]
    for name, found in values.items():
        if all(not isinstance(value, list) for value in found):
            lines.append(f"# {name}: {' | '.join('null' if value is None else str(value) for value in found)}")
        else:
            lines.append(f"# {name} may begin with, or be:")
            for choice in first:
                shown = json.dumps(choice.so_far.get(name, []))
                lines.append(f"#   {shown}   {choice.text}")
    return "\n".join(lines) + "\n" + emit(example).removeprefix(HEADER)


def _explored(task: Deciding) -> tuple[dict[str, list[Any]], tuple[Choice, ...], Mapping[str, Any]]:
    """Walk the options once: the values of each field, how an order may begin, and the first whole order."""
    values: dict[str, list[Any]] = {name: [] for name in task.order_type.__struct_fields__}
    first = task.options({})
    example: Mapping[str, Any] = {}
    seen: set[str] = set()
    waiting = list(reversed(first))
    steps = 0
    while waiting and steps < 5000:
        steps += 1
        choice = waiting.pop()
        for name, value in choice.so_far.items():
            if len(values[name]) < LISTED and value not in values[name]:
                values[name].append(value)
        if choice.complete:
            if not example and not task.check(order_of(task, choice.so_far)):
                example = choice.so_far
            continue
        key = json.dumps(choice.so_far)
        if key not in seen:
            seen.add(key)
            waiting.extend(reversed(task.options(dict(choice.so_far))))
    return values, first, example


def order_of(task: Deciding, fields: Mapping[str, Any]) -> Order:
    """Return the fields of a complete choice as the order that answers the decision."""
    order = decoded_order(task.order_type, fields)
    if order is None:
        raise InternalError(
            Problem("internal/options", f"the options of {task.decision.id} are not spelled as orders are")
        )
    return order


def first_seat(game: str) -> Seat:
    """Return the first seat of a game."""
    return rule_set(game).seats[0]
