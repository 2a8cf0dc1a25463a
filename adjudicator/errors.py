"""What can go wrong: a problem as a value, and the exceptions that carry problems, each with its exit code."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

Severity = Literal["error", "mistake", "warning"]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, with all a user needs to mend it.

    `code` is stable and tested; the prose is free. An `error` forbids, a `mistake` is allowed by the rules
    but costs a penalty (our own tools refuse it), a `warning` only informs.
    `pointer` is the path inside the document (`steps[1].front`), `line` counts from 1, 0 where there is none.
    """

    code: str
    message: str
    severity: Severity = "error"
    file: str = ""
    pointer: str = ""
    line: int = 0
    expected: str = ""
    got: str = ""
    fix: str = ""
    rule: str = ""

    def text(self) -> str:
        """Return the problem as it is printed: place, message and code, then what was expected and how to mend it."""
        place = ":".join(part for part in (self.file, str(self.line) if self.line else "") if part)
        rule = f" [{self.rule}]" if self.rule else ""
        lines = [f"{place + ': ' if place else ''}{self.severity}: {self.message}{rule} ({self.code})"]
        for word in ("expected", "got", "fix"):
            value = getattr(self, word)
            if value:
                lines.append(f"  {word}: {value}")
        return "\n".join(lines)

    def located(self, file: str) -> "Problem":
        """Return the same problem, said of `file` unless it names one already."""
        return self if self.file else replace(self, file=file)


class AdjudicatorError(Exception):
    """Base of every error that users are meant to see; carries all the problems found in one stage."""

    exit_code: ClassVar[int] = 70

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(problem.text() for problem in self.problems))

    def located(self, file: str) -> "AdjudicatorError":
        """Return the same error, its problems said of `file`."""
        return type(self)(problem.located(file) for problem in self.problems)


class DocumentError(AdjudicatorError):
    """A file that is not understood: its text, its schema, its types."""

    exit_code = 3


class OrderError(AdjudicatorError):
    """An order that is understood but forbidden by a rule of the game."""

    exit_code = 4


class ProofError(AdjudicatorError):
    """A signature, an opening or a link that does not match: not to be trusted."""

    exit_code = 5


class SequenceError(AdjudicatorError):
    """The right file at the wrong moment: stale, ahead, not due, of another game."""

    exit_code = 6


class TransportError(AdjudicatorError):
    """The disk or the mail failed."""

    exit_code = 7


class InternalError(AdjudicatorError):
    """An invariant of the program itself broke."""

    exit_code = 70


FAMILIES: dict[str, type[AdjudicatorError]] = {
    "document": DocumentError,
    "order": OrderError,
    "proof": ProofError,
    "sequence": SequenceError,
    "transport": TransportError,
    "internal": InternalError,
}


def error_of(problems: Iterable[Problem]) -> AdjudicatorError:
    """Return the exception that carries `problems`; the first problem's code decides its class."""
    found = tuple(problems)
    return FAMILIES[found[0].code.split("/")[0]](found)
