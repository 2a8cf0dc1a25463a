"""How a broken rule is said: one problem, coded after the rule."""

from collections.abc import Iterable

from adjudicator.errors import Problem
from adjudicator.names import RuleId


def broken(rule: RuleId, pointer: str, message: str, expected: str = "", got: str = "", fix: str = "") -> Problem:
    """Return the problem that `rule` forbids what stands at `pointer`."""
    return Problem(
        f"order/{rule}", message, pointer=pointer, expected=expected, got=got[:60], fix=fix, rule=rule
    )


def listed(words: Iterable[object], last: str = "or") -> str:
    """Return the words as a list for people: a, b or c."""
    items = [str(word) for word in words]
    if len(items) < 2:
        return items[0] if items else "nothing"
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
