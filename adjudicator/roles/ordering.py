"""Orders as people write them: the form to fill in, reading it, and saying what it would do."""

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.catalogue.games import rule_set
from adjudicator.documents.orders import read_orders
from adjudicator.documents.text import HEADER, emit
from adjudicator.engine.steps import Order
from adjudicator.errors import AdjudicatorError, InternalError, Problem
from adjudicator.names import Seat
from adjudicator.protocol.advance import decoded_order
from adjudicator.protocol.faces import handle_fields, named, shown, with_handles
from adjudicator.roles.mails import Mail
from adjudicator.roles.player import Deciding

EXPLORED = 2000  # steps of the walk: the items of a list are all met long before


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
        order: Order = read_orders(mail.data, task.order_type, called=lambda value: _named(task, value))
    except AdjudicatorError as error:
        raise error.located(mail.name) from None
    return with_handles(order, task.faces)


def _named(task: Deciding, value: Any) -> Any:
    """Return what a player wrote, with the program's words for printed names."""
    found: dict[str, list[tuple[Any, str]]] = {}

    def offered(name: str) -> list[Any]:
        if not found:  # only if something is written that the program would not write
            found.update(_explored(task))
        return [each for each, _ in found.get(name, [])]

    return named(value, task.order_type, task.faces, offered)


def check(task: Deciding, mail: Mail) -> Checked:
    """Return the verdict on an order that nobody has signed yet."""
    order = read(task, mail)
    decision = task.decision
    when = "when everybody has sealed" if decision.sealed else "as soon as they get the mail"
    turned = task.engine.turned(decision, order)
    others = []
    for name in task.order_type.__struct_fields__:
        if name in decision.shut:
            others.append(f"that {name} is sealed; its value only when the rules turn it up")
        elif name in handle_fields(task.order_type) and getattr(order, name) and not turned:
            others.append(f"{name}, {when}: how many cards, and when they were dealt, not what they are")
        else:
            others.append(f"{name}, {when}")
    return Checked(
        file=mail.name,
        request=decision.id,
        says=task.says(order),
        problems=tuple(problem.located(mail.name) for problem in task.check(order)),
        others_see=tuple(others),
    )


def choices(task: Deciding) -> dict[str, Any]:
    """Return the question, what each field may hold, and one whole order as an example."""
    fields = _explored(task)
    return {
        "request": task.decision.id,
        "question": task.table.rules.view.question(task.decision),
        "fields": {name: [{"value": value, "text": text} for value, text in found] for name, found in fields.items()},
        "example": _example(task),
    }


def form(task: Deciding) -> str:
    """Return an order form: YAML with the choices as comments and one legal order filled in.

    Of a field that is a list the possible items are listed, as they are written, each with what it does; of another one
    the values, with what they do where that does not go without saying.
    """
    lines = [
        f"# {task.table.rules.title}, state {task.own.head.number}: {task.decision.id}",
        *(f"# {line}" for line in task.table.rules.view.question(task.decision).splitlines()),
        "# Below is a legal order as an example: change it, save the file, and give it with",
        f"#   adjudicator order {task.table.folder.path} FILE",
        "#",
    ]
    example = _example(task)
    for name, found in _explored(task).items():
        if isinstance(example.get(name), (list, tuple)):
            of = "a list of items like these, as far as they go together:" if found else "[]"
            lines.append(f"# {name}: {of}")
            lines.extend(f"#   - {flow(value)}   # {text}" for value, text in found)
        elif any(":" in text for _, text in found):
            lines.append(f"# {name}: one of")
            lines.extend(f"#   {flow(value)}   # {text}" for value, text in found)
        else:
            lines.append(f"# {name}: {' | '.join(flow(value) for value, _ in found)}")
    return "\n".join(lines) + "\n" + emit(example).removeprefix(HEADER)


def flow(value: Any) -> str:
    """Return a value as a person would write it on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(each) for each in value) + "]"
    return "null" if value is None else str(value)


def _example(task: Deciding) -> Mapping[str, Any]:
    """Return the first whole order that nothing is wrong with."""
    waiting = list(reversed(task.options({})))
    while waiting:
        choice = waiting.pop()
        if not choice.complete:
            waiting.extend(reversed(task.options(dict(choice.so_far))))
        elif not task.check(order_of(task, choice.so_far)):
            return shown(choice.so_far, task.order_type, task.faces)
    return {}


def _explored(task: Deciding) -> dict[str, list[tuple[Any, str]]]:
    """Walk the options, nearest first: what each field may hold (of a list: what its items may be), and in words."""
    found: dict[str, dict[str, tuple[Any, str]]] = {name: {} for name in task.order_type.__struct_fields__}
    waiting: deque[tuple[Mapping[str, Any], Any]] = deque(({}, choice) for choice in task.options({}))
    seen: set[str] = set()
    for _ in range(EXPLORED):
        if not waiting:
            break
        begun, choice = waiting.popleft()
        before = shown(begun, task.order_type, task.faces)
        for name, value in shown(choice.so_far, task.order_type, task.faces).items():
            items = list(value) if isinstance(value, (list, tuple)) else [value]
            if items and value != before.get(name, ()):
                new = items[-1]
                found[name].setdefault(json.dumps(new), (new, choice.text))
        key = json.dumps(choice.so_far)
        if not choice.complete and key not in seen:
            seen.add(key)
            waiting.extend((dict(choice.so_far), after) for after in task.options(dict(choice.so_far)))
    return {name: list(values.values()) for name, values in found.items()}


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
