"""How a broken rule is said: one problem, coded after the rule, in the player's words."""

from collections.abc import Iterable

from adjudicator.errors import Problem
from adjudicator.names import RuleId


def broken(rule: RuleId, pointer: str, message: str, expected: str = "", got: str = "", fix: str = "") -> Problem:
    """Return the problem that `rule` forbids what stands at `pointer`."""
    return Problem(
        f"order/{rule}", message, pointer=pointer, expected=expected, got=got[:60], fix=fix, rule=rule
    )


def listed(words: Iterable[object], last: str = "or") -> str:
    """Return words as a list in a sentence: a, b or c."""
    *items, final = [str(word) for word in words] or ["nothing"]
    return f"{', '.join(items)} {last} {final}" if items else final


def counted(number: int, noun: str = "card") -> str:
    """Return a number with its noun: 1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
