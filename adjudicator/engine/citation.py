"""Rule citations: the code of a rulebook section says which section it is."""

from collections.abc import Callable
from typing import Any, TypeVar

from adjudicator.names import RuleId

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: RuleId) -> Callable[[F], F]:
    """Mark a function as the home of these rules; `rules_of` reads the mark."""

    def cite(function: F) -> F:
        function.__rules__ = ids  # type: ignore[attr-defined]
        return function

    return cite


def rules_of(function: Callable[..., Any]) -> tuple[RuleId, ...]:
    """Return the rules that a function is marked with."""
    return getattr(function, "__rules__", ())
