"""Which file of a game folder holds which document: a function of the ledger, so equal ledgers make equal folders."""

import re
from dataclasses import dataclass
from typing import Any

from adjudicator.documents.signed import Signed
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.position import Act, Position

REFUSED = "refused-"
RECORD, INBOX, PROOFS, OUTBOX, PRIVATE = "record", "inbox", "proofs", "outbox", "private"
CHARTER, SETTINGS = "charter.yaml", "folder.yaml"
SHORT_ID = 16

_RECORD_NAME = re.compile(r"(\d{4,})-(?:(state)|(\d+)-([a-z]+)-([a-z][a-z0-9_]*))\.yaml")


@dataclass(frozen=True)
class RecordName:
    """What the name of a record file says: the number of the state, and for an act its place, kind and seat."""

    number: int
    place: int = 0
    kind: str = "state"
    seat: str = ""

    def __str__(self) -> str:
        if self.kind == "state":
            return f"{self.number:04d}-state.yaml"
        return f"{self.number:04d}-{self.place}-{self.kind}-{self.seat}.yaml"

    @classmethod
    def parse(cls, name: str) -> "RecordName | None":
        """Return what a file name says, or None if it is not the name of a record file."""
        match = _RECORD_NAME.fullmatch(name)
        if match is None:
            return None
        number, state, place, kind, seat = match.groups()
        parsed = cls(int(number)) if state else cls(int(number), int(place), kind, seat)
        return parsed if str(parsed) == name else None


def act_name(position: Position, act: Act) -> RecordName:
    """Return the name of an act: the state that it answers, and its place among what was due there, from 1."""
    seat, request = act.place
    place = next(place for place, row in enumerate(position.due, 1) if row.request == request and row.seat == seat)
    return RecordName(position.number, place, act.document.kind, seat)


def layout(ledger: Ledger) -> dict[str, str]:
    """Return every file of the public folder, path to text, in chain order.

    record/ holds the branch that counts, proofs/ what fits but does not count and what waited and then did not fit,
    inbox/ what waits for its state.
    """
    files: dict[str, str] = {CHARTER: ledger.charter.file_text}
    line = ledger.branch()
    for position, following in zip(line, (*line[1:], None), strict=True):
        if position.state is not None:
            files[f"{RECORD}/{RecordName(position.number)}"] = position.file_text
        acts = following.came if following else tuple(act for act in ledger.standing(position) if act)
        for act in acts:
            files[f"{RECORD}/{act_name(position, act)}"] = act.signed.file_text
    for act in ledger.set_aside():
        files[f"{PROOFS}/{aside_name(act.signed)}"] = act.signed.file_text
    for signed in ledger.void():
        files[f"{PROOFS}/{aside_name(signed)}"] = signed.file_text
    for signed, _ in (*ledger.unfit(), *ledger.confirmations.false()):
        files[f"{PROOFS}/{REFUSED}{aside_name(signed)}"] = signed.file_text
    for signed in (*ledger.parked(), *ledger.confirmations.waiting()):
        files[f"{INBOX}/{aside_name(signed)}"] = signed.file_text
    return files


def aside_name(signed: Signed) -> str:
    """Return the file name of a document outside the record: state number, kind, signer, and its id in short."""
    document: Any = signed.document
    return f"{document.number:04d}-{document.kind}-{signed.signer}-{signed.id[:SHORT_ID]}.yaml"
