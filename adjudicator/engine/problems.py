"""How a broken rule is said: one problem, coded after the rule, in the player's words."""

from adjudicator.errors import Problem
from adjudicator.names import RuleId

LONGEST = 60  # of what was written, no more is repeated


def broken(rule: RuleId, pointer: str, message: str, expected: str = "", got: str = "", fix: str = "") -> Problem:
    """Return the problem that `rule` forbids what stands at `pointer`."""
    return Problem(
        f"order/{rule}", message, pointer=pointer, expected=expected, got=got[:LONGEST], fix=fix, rule=rule
    )
