"""What a charter and an enrolment have to hold beyond their fields, and the keys that a charter names."""

from adjudicator.documents.keys import Key
from adjudicator.documents.kinds import AnyDocument, Charter, Enrolment
from adjudicator.documents.text import columns
from adjudicator.errors import DocumentError, Problem, ProofError
from adjudicator.names import REFEREE, Seat, Text

TEXT_COLUMNS = 60
CODE = "document/schema"


def check_document(document: AnyDocument) -> list[Problem]:
    """Return what is wrong with a document that its field types cannot say; empty for all but these two kinds."""
    if isinstance(document, Charter):
        return check_charter(document)
    if isinstance(document, Enrolment) and document.state != document.game:
        return [Problem(CODE, "an enrolment answers the charter", pointer="state", expected=document.game,
                        got=document.state)]
    return []


def check_charter(charter: Charter) -> list[Problem]:
    """Return what is wrong with a charter: names twice, lists out of order, texts too wide, a proposer without key."""
    problems = [*check_text(charter.title, "title")]
    seats = [row.seat for row in charter.seats]
    parts = [row.part for row in charter.parts]
    if not seats:
        problems.append(Problem(CODE, "there is no seat", pointer="seats", expected="at least one seat"))
    if len(set(seats)) != len(seats):
        problems.append(Problem(CODE, "a seat stands twice", pointer="seats", got=", ".join(seats)))
    if REFEREE in seats:
        problems.append(Problem(CODE, "no seat may be named referee", pointer="seats", got=REFEREE,
                                fix="give the seat another name"))
    for name, words in (("parts", parts), ("options", list(charter.options))):
        if words != sorted(set(words)):
            problems.append(Problem(CODE, f"{name} are not sorted, or one stands twice", pointer=name,
                                    expected=", ".join(sorted(set(words))), got=", ".join(words)))
    for number, row in enumerate(charter.seats):
        problems.extend(check_text(row.name, f"seats[{number}].name"))
    if charter.referee:
        problems.extend(check_text(charter.referee.name, "referee.name"))
    signers = [*seats, *([REFEREE] if charter.referee else [])]
    if charter.proposer not in signers:
        problems.append(Problem(CODE, "the proposer is not in the charter", pointer="proposer",
                                expected=", ".join(signers), got=charter.proposer))
    return problems


def check_text(lines: Text, pointer: str) -> list[Problem]:
    """Return the lines of a text that are too wide as written: a letter that is not ASCII takes six columns or ten."""
    return [Problem(CODE, "the line is too long", pointer=f"{pointer}[{number}]", got=f"{columns(line)} columns",
                    expected=f"at most {TEXT_COLUMNS} columns as written",
                    fix="divide it into several lines; a letter that is not ASCII takes six columns")
            for number, line in enumerate(lines) if columns(line) > TEXT_COLUMNS]


def charter_keys(charter: Charter) -> dict[Seat, Key]:
    """Return the key of every seat and of the referee.

    Raises ProofError for weak keys (proof/weak-key) and for two seats with one key (proof/unknown-key), DocumentError
    for what is no Ed25519 key.
    """
    rows = [(row.seat, row.key) for row in charter.seats]
    if charter.referee:
        rows.append((REFEREE, charter.referee.key))
    keys: dict[Seat, Key] = {}
    weak: list[Problem] = []
    for seat, text in rows:
        try:
            key = Key.parse(text)
        except (ProofError, DocumentError) as error:
            first = error.problems[0]
            weak.append(Problem(first.code, f"the key of {seat}: {first.message}", pointer=seat, got=text,
                                fix=first.fix))
            continue
        other = next((name for name, known in keys.items() if known == key), None)
        if other is not None:
            weak.append(Problem("proof/unknown-key", f"{other} and {seat} have the same key", pointer=seat, got=text,
                                fix="every seat and the referee need a key of their own"))
        keys[seat] = key
    if weak:
        raise (ProofError if weak[0].code.startswith("proof") else DocumentError)(weak)
    return keys
