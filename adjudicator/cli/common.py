"""What all commands share: errors with exit codes, options, keys, and files that arrive."""

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TypeVar

import click

from adjudicator.errors import AdjudicatorError, InternalError, Problem, TransportError
from adjudicator.roles.computer import keyring_in
from adjudicator.roles.disk import read_file
from adjudicator.roles.keyring import Ask, Keyring
from adjudicator.roles.mails import Mail

A = ParamSpec("A")
R = TypeVar("R")

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)

json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask before signing.")
key_option = click.option("--key", "key", metavar="NAME", help="The key to use, if you have more than one.")


def keys_options(command: Callable[A, R]) -> Callable[A, R]:
    """Add the options that say where the keys are and how they are unlocked."""
    command = click.option(
        "--keys",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="ADJUDICATOR_KEYS",
        help="The folder of your keys (default: in the application folder of this system).",
    )(command)
    return click.option(
        "--passphrase-file",
        type=click.Path(path_type=Path, dir_okay=False, exists=True),
        help="Read the passphrase of the key from the first line of this file.",
    )(command)


def keyring_of(keys: Path | None, folder: Path | None = None) -> Keyring:
    """Return the keyring in `keys`, else the one inside the game folder (keys for one game only), else the person's."""
    if keys is None and folder is not None and keyring_in(folder).path.is_dir():
        return keyring_in(folder)
    return Keyring(keys or Path(click.get_app_dir("adjudicator")) / "keys")


def asking(passphrase_file: Path | None) -> Ask:
    """Return how a passphrase is got: from a file, or by asking on the terminal."""

    def ask(name: str) -> str:
        if passphrase_file is not None:
            lines = read_file(passphrase_file).decode("utf-8", "replace").splitlines()
            return lines[0] if lines else ""
        return str(click.prompt(f"Passphrase of key {name}", hide_input=True, err=True))

    return ask


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


def print_json(value: Any) -> None:
    """Print a value as one JSON document with sorted keys."""
    import msgspec

    data = msgspec.json.encode(value, enc_hook=str, order="sorted")
    click.echo(msgspec.json.format(data, indent=2).decode("utf-8"))


def mails(files: Sequence[Path]) -> list[Mail]:
    """Return the files as mails; `-` is standard input."""
    found = []
    for file in files:
        if str(file) == "-":
            found.append(Mail("standard input", sys.stdin.buffer.read()))
        else:
            found.append(Mail(file.name, read_file(file)))
    return found
