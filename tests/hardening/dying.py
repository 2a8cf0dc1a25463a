"""Running a command in a process of its own that dies at a chosen moment: just before its N-th act on the disk."""

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from io import BufferedWriter
from pathlib import Path
from typing import Any

from adjudicator.cli.main import main

KILLED = 137
SYSTEM = frozenset({"open", "fsync", "close", "replace", "rename", "unlink", "mkdir", "link", "rmdir"})
STREAM = frozenset({"write", "flush", "close", "__exit__"})


class Dying:
    """Counts what a process does to the disk, and ends it just before the N-th time, as `kill -9` would."""

    def __init__(self, last: int) -> None:
        self.left = last

    def __call__(self, frame: Any, event: str, function: Any) -> None:
        if event != "c_call":
            return
        name, owner = getattr(function, "__name__", ""), getattr(function, "__self__", None)
        acts = name in SYSTEM and getattr(function, "__module__", "") in ("posix", "nt")
        writes = isinstance(owner, BufferedWriter) and name in STREAM and owner.fileno() > 2
        if acts or writes:
            self.left -= 1
            if not self.left:
                os._exit(KILLED)


def run(arguments: Sequence[str], said: Path, last: int = 0, nonce: str = "ab" * 32) -> int:
    """Run a command in a child; die before its `last`-th act on the disk, if that is not 0; return the exit code.

    The nonces that a new game needs are fixed, so that runs can be compared byte by byte.
    """

    def command() -> None:
        secrets.token_hex = lambda _=None: nonce  # type: ignore[assignment]
        if last:
            sys.setprofile(Dying(last))
        main(list(arguments), prog_name="adjudicator")

    return in_child(command, said)


def acts_of(arguments: Sequence[str], said: Path) -> int:
    """Run a command to its end, and return how often it acted on the disk."""
    counted = said.with_name("counted")

    def command() -> None:
        secrets.token_hex = lambda _=None: "ab" * 32  # type: ignore[assignment]
        dying = Dying(10**9)
        sys.setprofile(dying)
        try:
            main(list(arguments), prog_name="adjudicator")
        finally:
            sys.setprofile(None)
            counted.write_text(str(10**9 - dying.left), encoding="utf-8", newline="\n")

    code = in_child(command, said)
    assert code == 0, said.read_text(encoding="utf-8")
    acts = int(counted.read_text(encoding="utf-8"))
    counted.unlink()
    return acts


def in_child(command: Callable[[], None], said: Path) -> int:
    """Run something in a child process; what it says goes to a file. Returns the exit code."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 99
    try:
        handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        try:
            command()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
        sys.setprofile(None)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)
