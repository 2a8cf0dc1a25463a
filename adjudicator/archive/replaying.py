"""Replaying a verified record: any of its states, and what changed on the table from one to the next."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from adjudicator.archive.verification import verify_record
from adjudicator.archive.verified import Verified
from adjudicator.documents.reading import read
from adjudicator.documents.text import emit
from adjudicator.engine.saying import counted
from adjudicator.errors import Problem, SequenceError
from adjudicator.names import REFEREE
from adjudicator.protocol.position import Position

FEW = 3  # so many handles are named, more are counted


@dataclass(frozen=True)
class Change:
    """One place on the table whose value has changed; None is nothing there."""

    place: str
    old: str | None
    new: str | None


def replayed(files: Mapping[str, bytes]) -> Verified:
    """Return a record with all its positions. Raises the error that its verification ends with, if it does."""
    verified = verify_record(files)
    if verified.wrong is not None:
        raise verified.wrong
    return verified


def position_at(verified: Verified, number: int | None) -> Position:
    """Return the position of a number, 0 for the charter, or the last one. Raises SequenceError if there is none."""
    last = verified.positions[-1]
    if number is None:
        return last
    if not 0 <= number <= last.number:
        raise SequenceError(
            Problem(
                "sequence/ahead",
                f"there is no state {number} in this record",
                expected=f"0 (the charter) to {last.number}",
                got=str(number),
            )
        )
    return verified.positions[number]


def public_text(position: Position) -> str:
    """Return what lies on the table as canonical text. Raises SequenceError while nothing does."""
    return emit(_laid(position).public)


def public_value(position: Position) -> Any:
    """Return what lies on the table as plain lists and maps. Raises SequenceError while nothing does."""
    return read(_laid(position).text)["public"]


def _laid(position: Position) -> Position:
    if position.public is None:
        raise SequenceError(
            Problem("sequence/not-due", "nothing is on the table before everybody has enrolled", expected="state 1")
        )
    return position


def changes(before: Position, after: Position) -> list[Change]:
    """Return every place on the table that differs between two positions; what is new or gone as a whole is one."""
    old, new = (public_value(position) if position.public is not None else {} for position in (before, after))
    return list(_differences(old, new, ""))


def steps(verified: Verified) -> Iterator[tuple[Position, Position]]:
    """Yield each position with the one before it."""
    yield from pairwise(verified.positions)


def _differences(old: Any, new: Any, place: str) -> Iterator[Change]:
    if old == new:
        return
    below = _branches(old, new)
    if below is None:
        many = any(number > FEW for number in map(_handles, (old, new)))
        yield Change(place, *(None if value is _ABSENT else _said(value, many) for value in (old, new)))
        return
    pattern, olds, news = below
    for key in {**news, **olds}:
        yield from _differences(olds.get(key, _ABSENT), news.get(key, _ABSENT), pattern.format(place, key).lstrip("."))


def _branches(old: Any, new: Any) -> tuple[str, dict[Any, Any], dict[Any, Any]] | None:
    """Return how the parts of two values are named and the parts, or None if they are compared as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        return "{}.{}", old, new
    if isinstance(old, list) and isinstance(new, list) and all(isinstance(row, dict) for row in (*old, *new)):
        names = [[next(iter(row.values()), None) for row in rows] for rows in (old, new)]
        if not all(len(set(map(str, found))) == len(found) and all(type(n) is str for n in found) for found in names):
            names = [list(range(1, 1 + len(rows))) for rows in (old, new)]
        return "{}[{}]", dict(zip(names[0], old, strict=True)), dict(zip(names[1], new, strict=True))
    return None


def handles_said(value: Any) -> str | None:
    """Return how many handles a list holds, in words, if they are too many to be named; else None."""
    return _said(value, True) if _handles(value) > FEW else None


def _handles(value: Any) -> int:
    """Return how many handles a list holds; 0 for anything else."""
    whole = isinstance(value, list | tuple) and all(isinstance(row, str) and _HANDLE.fullmatch(row) for row in value)
    return len(value) if whole else 0


def _said(value: Any, many: bool = False) -> str:
    """Return a value in one line; in rows, what is nothing is left unsaid. If `many`, handles are only counted."""
    number = _handles(value) if many else 0
    if number:
        word = "card" if all(row.startswith(f"{REFEREE}.") for row in value) else "piece"
        return counted(number, word)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(inner)}" for key, inner in value.items() if inner not in (None, [], {}))
    if isinstance(value, list):
        rows = (f"({_said(row)})" if isinstance(row, dict) else _said(row) for row in value)
        return ", ".join(rows) or "nothing"
    if value is None:
        return "nothing"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


_ABSENT = object()
_HANDLE = re.compile(r"[a-z][a-z0-9_]*\.[a-z0-9.-]+\.[a-z][a-z0-9_]*")  # see names.handle_name
