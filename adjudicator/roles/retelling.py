"""A game told from its record: every step in words, with the rules that decided it; one step explained at length."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from adjudicator.archive.checking import record_at
from adjudicator.archive.replaying import (
    Change,
    changes,
    handles_said,
    position_at,
    public_text,
    public_value,
    replayed,
    steps,
)
from adjudicator.archive.verified import Verified
from adjudicator.documents.text import emit_value
from adjudicator.engine.interface import View
from adjudicator.errors import Problem, SequenceError
from adjudicator.names import REFEREE
from adjudicator.protocol.position import Act, Position
from adjudicator.roles.looking import outcome_line
from adjudicator.roles.reference import rules
from adjudicator.roles.wording import DONE, owed

WIDTH = 80
SHORT = 8


def state_text(path: Path, number: int | None) -> str:
    """Return a state of a game as everybody computes it, canonical; the charter for number 0."""
    return position_at(replayed(record_at(path)), number).text


def table_text(path: Path, number: int | None) -> str:
    """Return what lies on the table in a state, as canonical text."""
    return public_text(position_at(replayed(record_at(path)), number))


def table_value(path: Path, number: int | None) -> Any:
    """Return what lies on the table in a state, as lists and maps."""
    return public_value(position_at(replayed(record_at(path)), number))


def told(path: Path, number: int | None = None) -> Iterator[str]:
    """Yield a game in words, line by line, to a state or to its end."""
    verified = replayed(record_at(path))
    last = position_at(verified, number)
    view = _view(verified)
    yield f"{verified.title}, game {verified.game}"
    referee = ((REFEREE, verified.referee),) if verified.referee else ()
    yield ", ".join(f"{seat}: {name}" for seat, name in (*verified.seats, *referee))
    heading = ""
    for before, after in steps(verified):
        if after.number > last.number:
            break
        now = _heading(after, view) or heading
        if now != heading:
            if heading and _turn(now) != _turn(heading):
                yield from _board(verified, before)
            yield ""
            yield f"{now[:1].upper()}{now[1:]}"
            heading = now
        for line in _acted(after, view):
            yield f"{after.number:4}  {line}"
        for event in after.events:
            yield f"        {view.event(event)} [{event.rule}]"
    yield from _board(verified, last)
    yield ""
    yield _ending(verified, last, view)
    if verified.false_deal is not None and last is verified.positions[-1]:
        yield "But the dealer has cheated, or his program is wrong; his opened secret shows it:"
        yield from (line for problem in verified.false_deal.problems for line in problem.text().split("\n"))


def explained(path: Path, number: int) -> Iterator[str]:
    """Yield what led to a state: who answered what, which rules decided, what changed, and what is due."""
    verified = replayed(record_at(path))
    position = position_at(verified, number)
    if position.parent is None:
        raise SequenceError(
            Problem("sequence/not-due", "the charter begins the game: nothing led to it", expected="state 1 or later")
        )
    view = _view(verified)
    headings = {entry.id: entry.heading for entry in rules(position_game(verified), None)}
    yield f"State {position.number} {position.id}"
    yield f"follows from state {position.parent.number} {position.parent.id[:SHORT]} and"
    for act in position.came:
        document = act.document
        yield f"  {act.id[:SHORT]}  {act.seat} {_does(document.kind)} ({view.about(document.request)})"
        yield from (f"            {line}" for line in _said_in(act, verified, position.parent))
    if position.events:
        yield "What happened:"
    for event in position.events:
        heading = headings.get(event.rule, "")
        yield f"  {view.event(event)} [{event.rule}{': ' if heading else ''}{heading}]"
    found = changes(position.parent, position)
    yield "What changed on the table:" if found else "Nothing changed on the table."
    yield from (f"  {_changed(change)}" for change in found)
    yield _ending(verified, position, view)


def position_game(verified: Verified) -> str:
    """Return the name of the game in the catalogue."""
    assert verified.rules is not None
    return verified.rules.name


def _view(verified: Verified) -> View:
    assert verified.rules is not None
    return verified.rules.view


def _does(kind: str) -> str:
    return DONE.get(kind, f"gave a {kind}")


def _heading(position: Position, view: View) -> str:
    """Return where in the game a step was made, as the game says it: what stands before the colon."""
    places = (view.about(act.place[1]).rpartition(": ")[0] for act in position.came)
    return next((place for place in places if place), "")


def _turn(heading: str) -> str:
    return heading.partition(",")[0]


def _acted(position: Position, view: View) -> Iterator[str]:
    """Yield in words who did what, those who did the same together."""
    rows = [(act.document.kind, view.about(act.place[1]), act.seat) for act in position.came]
    for (kind, about), group in groupby(sorted(rows, key=lambda row: row[:2]), key=lambda row: row[:2]):
        seats = " and ".join(seat for _, _, seat in group)
        yield f"{seats} {_does(kind)}" + (f" ({about})" if kind != "enrolment" else "")


def _said_in(act: Act, verified: Verified, before: Position) -> Iterator[str]:
    """Yield what an act holds beyond its head."""
    document = act.document
    if document.kind == "enrolment":
        yield f"public chain from {document.public[:SHORT]}, private chain from {document.private[:SHORT]}"
    if document.kind == "commitment":
        yield ", ".join(f"{row.slot} sealed as {row.hash[:SHORT]}" for row in document.slots)
    if document.kind in ("link", "audit"):
        yield f"link {document.index} for {document.label}: {document.link[:SHORT]}"
    if act.order is not None:
        kind = getattr(before.request(act.place), "kind", "")
        yield _view(verified).order(verified.engine, kind, act.order)
    for opening in getattr(document, "opened", ()):
        value = handles_said(opening.value) or " ".join(emit_value(opening.value).split())
        salt = f"salt {opening.salt[:SHORT]}"
        if "." in opening.name:  # a handle: what it turned out to be is what one looks for
            bare = value.strip('"') or value
            yield f"{bare} ({opening.name}, {salt})"
        else:
            yield f"{opening.name}: {value} ({salt})"


def _changed(change: Change) -> str:
    if change.old is None:
        return f"{change.place}: {change.new} (new)"
    if change.new is None:
        return f"{change.place}: {change.old} (gone)"
    return f"{change.place}: {change.old} -> {change.new}"


def _board(verified: Verified, position: Position) -> Iterator[str]:
    """Yield the board as a bystander sees it."""
    if position.public is not None:
        assert verified.engine is not None
        yield ""
        yield from _view(verified).board(verified.engine, position.public, {}, None, WIDTH).split("\n")


def _ending(verified: Verified, position: Position, view: View) -> str:
    """Return the result, or what a state waits for."""
    if position.state is not None and position.state.outcome is not None:
        return f"Result: {outcome_line(position.state.outcome)}"
    waits = "; ".join(f"{row.seat}: {owed(row.answer, row.request, view.about)}" for row in position.due)
    return f"State {position.number} waits for {waits}"
