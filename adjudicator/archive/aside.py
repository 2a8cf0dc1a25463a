"""What lies beside a record and does not count: each file in one line, whose it is, for what, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from adjudicator.documents.kinds import State
from adjudicator.documents.signed import Signed, parse
from adjudicator.errors import AdjudicatorError
from adjudicator.protocol.fit import says
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.position import Act, Position


@dataclass(frozen=True)
class Aside:
    """One file that does not count: an act or a `state` that fits but lost, one that was `refused`, one that waits."""

    kind: Literal["act", "state", "refused", "parked"]
    file: str
    what: str
    why: str

    @property
    def line(self) -> str:
        """Return all of it in one line."""
        return f"{self.file}: {self.what}, {self.why}" if self.what else f"{self.file}: {self.why}"


def asides(ledger: Ledger, kept: Mapping[str, Signed], refused: Mapping[str, bytes]) -> tuple[Aside, ...]:
    """Return what of the files beside a record does not count, by path; a copy of what counts is left out.

    `ledger` has taken in the record and what was `kept` beside it. The `refused` ones are tried on it once more, for
    the words, so it is of no use for anything else afterwards.
    """
    lost = {act.id: act for act in ledger.set_aside()}
    void = {signed.id for signed in ledger.void()}
    errors = {signed.id: error for signed, error in (*ledger.unfit(), *ledger.confirmations.false())}
    waiting = {signed.id for signed in (*ledger.parked(), *ledger.confirmations.waiting())}
    found = []
    said: set[str] = set()
    for path, signed in kept.items():
        if signed.id in said:
            continue
        said.add(signed.id)
        what = _what(signed)
        if signed.id in lost:
            found.append(Aside("act", path, what, _why(ledger, lost[signed.id])))
        elif signed.id in void:
            found.append(Aside("state", path, what, "on a branch that does not count"))
        elif signed.id in errors:
            found.append(Aside("refused", path, what, _refused(what, errors[signed.id])))
        elif signed.id in waiting:
            found.append(Aside("parked", path, what, "rests on something that is not here"))
    found += [_again(ledger, path, data) for path, data in refused.items()]
    return tuple(sorted(found, key=lambda aside: aside.file))


def _what(signed: Signed) -> str:
    """Return how a line names a document."""
    if isinstance(signed.document, State):
        return f"{signed.signer}'s state {signed.document.number}"
    return says(signed.act.seat, signed.act.request, signed.act.kind)


def _why(ledger: Ledger, act: Act) -> str:
    """Return why an act that fits its place does not count."""
    position = ledger.positions[act.document.state]
    if position not in ledger.branch():
        return f"rests on state {position.number} {position.id[:8]}, which is on a branch that does not count"
    standing = [other for other in ledger.standing(position) if other is not None]
    if act not in standing:
        return "a second one for its place"
    return f"lapsed: {_resigned(position, standing)} at state {position.number}"


def _resigned(position: Position, standing: list[Act]) -> str:
    seats = sorted({act.seat for act in standing if act.document.kind == "resignation"})
    return f"{' and '.join(seats) or 'somebody'} resigned"


def _refused(what: str, error: AdjudicatorError) -> str:
    message = error.problems[0].message
    return f"refused: {f'it{message.removeprefix(what)}' if what and message.startswith(what) else message}"


def _again(ledger: Ledger, path: str, data: bytes) -> Aside:
    """Return why a document was refused: what it holds is tried once more, and may be anything."""
    what = ""
    try:
        signed = parse(data)
        what = _what(signed)
        ledger.add(signed)
    except AdjudicatorError as error:
        return Aside("refused", path, what, _refused(what, error))
    return Aside("refused", path, what, "refused when it came, although nothing is wrong with it here")
