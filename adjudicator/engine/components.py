"""Reading a set of components: its types first, then the invariants of the game; all that is wrong is named."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from adjudicator.errors import DocumentError, Problem
from adjudicator.names import RuleId

T = TypeVar("T")


def read_components(
    value: Any, kind: type[T], file: str, rule: RuleId, faults: Callable[[T], Iterable[tuple[str, str]]]
) -> T:
    """Return what a part file holds as a value of type `kind`.

    `faults` yields part and reason for every invariant that it breaks, which `rule` states. Raises DocumentError.
    """
    try:
        components = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise DocumentError(Problem("document/schema", str(error), file=file)) from None
    problems = tuple(
        Problem("document/schema", f"{part}: {message}", file=file, pointer=part, rule=rule)
        for part, message in faults(components)
    )
    if problems:
        raise DocumentError(problems)
    return components
