"""The options and arguments that commands share: folders, files, keys."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

import click

from adjudicator.errors import Problem, TransportError
from adjudicator.roles.disk import read_file
from adjudicator.roles.keyring import Ask, Keyring, keyring_in
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
    """Return the keyring inside the game folder, if it has keys of its own; else that in `keys`, or the person's."""
    if folder is not None and keyring_in(folder).path.is_dir():
        return keyring_in(folder)
    return Keyring(keys or Path(click.get_app_dir("adjudicator")) / "keys")


def asking(passphrase_file: Path | None) -> Ask:
    """Return how a passphrase is got: from a file, or by asking on the terminal."""

    def ask(name: str) -> str:
        if passphrase_file is not None:
            lines = read_file(passphrase_file).decode("utf-8", "replace").splitlines()
            return lines[0] if lines else ""
        if not sys.stdin.isatty():
            raise TransportError(
                Problem("transport/passphrase", f"the key {name} is locked", fix="name a --passphrase-file")
            )
        return str(click.prompt(f"Passphrase of key {name}", hide_input=True, err=True))

    return ask


def mails(files: Sequence[Path]) -> list[Mail]:
    """Return the files as mails; `-` is standard input."""
    found = []
    for file in files:
        if str(file) == "-":
            found.append(Mail("standard input", sys.stdin.buffer.read()))
        else:
            found.append(Mail(file.name, read_file(file)))
    return found
