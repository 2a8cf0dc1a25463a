"""How every command ends: errors as messages with exit codes, text made safe for a terminal, JSON."""

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TypeVar

import click

from adjudicator.errors import AdjudicatorError, InternalError, Problem, TransportError

A = ParamSpec("A")
R = TypeVar("R")


def reporting(command: Callable[A, R]) -> Callable[A, R]:
    """Turn the errors of a command into messages and exit codes; no traceback ever reaches a user."""

    @wraps(command)
    def run(*args: A.args, **kwargs: A.kwargs) -> R:
        as_json = bool(kwargs.get("as_json"))
        try:
            return command(*args, **kwargs)
        except AdjudicatorError as error:
            fail(error, as_json)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except OSError as error:
            problem = Problem("transport/disk", f"{error.filename or 'a file'}: {error.strerror or 'cannot be used'}")
            fail(TransportError(problem), as_json)
        except Exception as error:
            fail(InternalError(_broken(error)), as_json)

    return run


def _broken(error: Exception) -> Problem:
    """Name where the program broke, without any value: a traceback might hold a secret."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else "?"
    return Problem(
        "internal/error",
        f"the program broke ({type(error).__name__} at {where}); nothing was half written",
        fix="report it with the public files of the game: charter.yaml and record/",
    )


def fail(error: AdjudicatorError, as_json: bool = False) -> NoReturn:
    """Print the problems of an error and leave with its exit code."""
    if as_json:
        print_json({"problems": [asdict(problem) for problem in error.problems]})
    else:
        print_problems(error.problems)
    sys.exit(error.exit_code)


def print_problems(problems: Sequence[Problem]) -> None:
    """Print problems on the error stream, one after another."""
    for problem in problems:
        click.echo(printable(problem.text()), err=True)


def columns(width: int | None) -> int:
    """Return `width`, or the columns of the terminal; 80 where there is none."""
    return width or shutil.get_terminal_size((80, 24)).columns


def printable(text: str) -> str:
    """Return text from outside with every control and format character escaped: no mail can steer a terminal."""
    return "".join(c if c == "\n" or c.isprintable() else ascii(c)[1:-1] for c in text)


def writes_unicode() -> bool:
    """Answer whether standard output takes every character."""
    return (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")


def print_json(value: Any) -> None:
    """Print a value as one JSON document with sorted keys."""
    click.echo(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=not writes_unicode(), default=str))


def unattended(as_json: bool) -> None:
    """Refuse to ask a question where a program reads the answer."""
    if as_json:
        raise click.UsageError("with --json nothing is asked: add --yes")
