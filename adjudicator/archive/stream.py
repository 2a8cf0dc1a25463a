"""A record as one stream of documents in chain order: the charter, then for each state its acts and the next state."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256

from adjudicator.documents.signed import parse
from adjudicator.documents.text import split
from adjudicator.errors import AdjudicatorError, DocumentError, Problem, SequenceError
from adjudicator.names import REFEREE
from adjudicator.store.layout import CHARTER, PROOFS, RECORD, REFUSED, SHORT_ID, RecordName

STREAM, ASIDE = "record.yaml", "proofs.yaml"
_HEAD = re.compile(
    r'---\nturnfile: 1\nkind: "([a-z]+)"\ngame: "[0-9a-f]{64}"\nnumber: (0|[1-9][0-9]{0,14})\n'
    r'(?:prev|state): "[0-9a-f]{64}"\n(?:seat: "([a-z][a-z0-9_]{0,15})"\nrequest: "([a-z0-9_.-]{1,40})"\n)?'
)
_DUE = re.compile(r'  - seat: "([a-z0-9_]+)"\n    request: "([a-z0-9_.-]+)"\n    answer: "[a-z]+"\n')
_SEAT = re.compile(r'  - seat: "([a-z0-9_]+)"\n')
_SIGNATURE = "\nsignature: |\n"
Places = dict[tuple[str, str], int]


def order_of(name: RecordName) -> tuple[int, bool, int, str, str]:
    """Return what sorts the files of a record into chain order: a state stands before the acts that answer it."""
    return name.number, name.kind != "state", name.place, name.kind, name.seat


def record_stream(files: Mapping[str, bytes]) -> bytes:
    """Return charter and record of a game, path to bytes, as one stream."""
    names = [RecordName.parse(path.removeprefix(f"{RECORD}/")) for path in files if path.startswith(f"{RECORD}/")]
    known = sorted((name for name in names if name), key=order_of)
    return b"".join([files[CHARTER], *(files[f"{RECORD}/{name}"] for name in known)])


def stand_aside(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the acts in proofs/ that do not count, by the name they have there; copies of what counts are left out."""
    counted = {data for path, data in files.items() if path.startswith(f"{RECORD}/")}
    found = {}
    for path, data in files.items():
        if path.startswith(f"{PROOFS}/") and not path.startswith(f"{PROOFS}/{REFUSED}") and data not in counted:
            found[_aside_path(data.decode("latin-1"), path)] = data
    return dict(sorted(found.items()))


def _aside_path(text: str, where: str) -> str:
    kind, state, seat, _ = _head(text, where)
    digest = sha256(_body(text).encode("latin-1")).hexdigest()
    return f"{PROOFS}/{state:04d}-{kind}-{seat or REFEREE}-{digest[:SHORT_ID]}.yaml"


def record_of(stream: bytes, aside: bytes = b"") -> dict[str, bytes]:
    """Return the files of a record from its streams, named as in a folder. The documents are not examined further.

    Raises DocumentError for what is no document, SequenceError for a document that stands in the wrong place.
    """
    files: dict[str, bytes] = {}
    places: Places = {}
    last: RecordName | None = None
    for number, text in _documents(stream, STREAM):
        if not files:
            if '\nkind: "charter"\n' not in text:
                raise DocumentError(Problem("document/schema", "a record begins with its charter", file=CHARTER))
            files[CHARTER] = text.encode("latin-1")
            places = _charter_places(text)
            continue
        name = _record_name(text, places, number)
        if last is not None and order_of(name) <= order_of(last):
            raise SequenceError(
                Problem(
                    "sequence/second-act" if name == last else "sequence/not-due",
                    f"document {number} stands in the wrong place, or twice",
                    file=f"{RECORD}/{name}",
                    expected=f"something after {last}",
                )
            )
        if name.kind == "state":
            places = _places(text)
        files[f"{RECORD}/{name}"] = text.encode("latin-1")
        last = name
    for number, text in _documents(aside, ASIDE) if aside else ():
        path = _aside_path(text, f"{ASIDE}, document {number}")
        if path in files:
            raise SequenceError(Problem("sequence/second-act", f"document {number} stands twice", file=path))
        files[path] = text.encode("latin-1")
    return files


def _documents(stream: bytes, file: str) -> Iterator[tuple[int, str]]:
    try:
        texts = split(stream)
    except AdjudicatorError as error:
        raise error.located(file) from None
    yield from enumerate(texts, 1)


def _body(text: str) -> str:
    body, frame, _ = text.partition(_SIGNATURE)
    return body + "\n" if frame else text


def _head(text: str, where: str) -> tuple[str, int, str, str]:
    """Return kind, number, seat and request of a document that is no charter."""
    found = _HEAD.match(text)
    if found is None or (found[1] == "state") == bool(found[3]):
        try:
            parse(text)
        except AdjudicatorError as error:
            raise error.located(where) from None
        raise DocumentError(Problem("document/schema", "this document stands in the wrong place", file=where))
    return found[1], int(found[2]), found[3] or "", found[4] or ""


def _record_name(text: str, places: Places, number: int) -> RecordName:
    kind, state, seat, request = _head(text, f"{STREAM}, document {number}")
    if kind == "state":
        return RecordName(state)
    return RecordName(state, places.get((seat, request), len(places) + 1), kind, seat)


def _charter_places(text: str) -> Places:
    """Return the places of the enrolments: one a seat, the referee's last."""
    seats = [*_SEAT.findall(text), *([REFEREE] if "\nreferee:\n" in text else [])]
    return {(seat, "enrol"): place for place, seat in enumerate(seats, 1)}


def _places(text: str) -> Places:
    """Return the places of a state: its due rows, counted from 1."""
    due = text.partition("\ndue:\n")[2]
    return {(seat, request): place for place, (seat, request) in enumerate(_DUE.findall(due), 1)}
