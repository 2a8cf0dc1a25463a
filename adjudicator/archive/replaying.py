"""Replaying a verified record: any of its states, and what changed on the table from one to the next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from adjudicator.archive.verification import Verified, verify_record
from adjudicator.documents.reading import read
from adjudicator.documents.text import emit
from adjudicator.errors import Problem, SequenceError
from adjudicator.protocol.position import Position


@dataclass(frozen=True)
class Change:
    """One place on the table whose value is another now; None is nothing there."""

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


def changes(before: Position | None, after: Position) -> list[Change]:
    """Return every place on the table that differs between two positions, in the order of the later one."""
    old, new = (
        dict(_places(public_value(position))) if position and position.public is not None else {}
        for position in (before, after)
    )
    names = [*new, *(name for name in old if name not in new)]
    return [Change(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)]


def steps(verified: Verified) -> Iterator[tuple[Position, Position]]:
    """Yield each position with the one before it."""
    yield from pairwise(verified.positions)


def _places(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield every value with the names that lead to it. Rows are named by what they begin with; a flat one is a value."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _places(inner, f"{place}.{key}" if place else key)
    elif isinstance(value, list) and any(isinstance(row, dict) for row in value):
        heads = [next(iter(row.values()), None) if isinstance(row, dict) else None for row in value]
        named = all(isinstance(head, str) for head in heads) and len(set(heads)) == len(heads)
        for number, row in enumerate(value):
            name = f"{place}[{heads[number] if named else number + 1}]"
            if isinstance(row, dict) and not any(isinstance(inner, (dict, list)) for inner in row.values()):
                yield name, ", ".join(f"{key} {_said(inner)}" for key, inner in row.items() if inner is not None)
            else:
                yield from _places(row, name)
    elif isinstance(value, (dict, list)):
        yield place, ", ".join(map(_said, value)) or "nothing"
    else:
        yield place, _said(value)


def _said(value: Any) -> str:
    if value is None:
        return "nothing"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
