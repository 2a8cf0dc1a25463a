"""Verifying a record: whatever is dropped, doubled, moved or changed is named, and nothing crashes."""

from random import Random

import pytest

from adjudicator.archive.verification import verify_record
from adjudicator.documents.signed import parse, sign
from adjudicator.store.layout import RecordName
from tests.archive.records import begun, code, files_of, named
from tests.protocol.match import match_of, pair_of
from tests.protocol.scenes import NORTH, SOUTH, answer, over, tick
from tests.toy import GAME, SETUP

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


# -- good records --------------------------------------------------------------------------------------------------


def test_a_finished_record(match, record):
    verified = verify_record(record)
    assert verified.wrong is None and verified.finished
    ledger = match.first.ledger
    acts = [act for position in ledger.branch() for act in position.came]
    kinds = [act.document.kind for act in acts]
    assert verified.states == ledger.head().number == len(verified.positions) - 1
    assert verified.head == ledger.head().id
    assert verified.outcome == ledger.head().state.outcome
    assert dict(verified.counts) == {
        "signatures": len(acts) + 1,
        "acts": len(acts),
        "openings": sum(len(getattr(act.document, "opened", ())) for act in acts),
        "links": kinds.count("link"),
        "audits": kinds.count("audit"),
    }
    assert (verified.waits, verified.unexamined) == ((), 0)
    assert (verified.conflicts, verified.parked, verified.refused) == (0, 0, 0)
    assert verified.seats == ((NORTH, "north"), (SOUTH, "south"))


def test_every_unfinished_record_verifies_as_unfinished(charter_parts):
    match = begun(charter_parts, "b")
    while not over(match.first.ledger.head()):
        verified = verify_record(files_of(match))
        assert verified.wrong is None and not verified.finished and verified.outcome is None
        head = match.first.ledger.head()
        assert verified.waits == tuple(f"{row.seat}: {row.answer} {row.request}" for row in head.due)
        tick(match)
    assert verify_record(files_of(match)).finished


def test_a_half_answered_state_waits_for_the_rest(charter_parts):
    match = begun(charter_parts)
    answer(match.first)
    verified = verify_record(files_of(match))
    assert verified.wrong is None
    assert verified.waits == ("south: link round-1.draw", "south: link game.draw")
    alone = match_of(GAME, SETUP, "alone", parts=charter_parts)
    assert verify_record(files_of(alone)).waits == ("north: enrolment enrol", "south: enrolment enrol")


# -- one thing wrong -----------------------------------------------------------------------------------------------


def test_each_document_dropped(record):
    for path in record:
        verified = verify_record({name: data for name, data in record.items() if name != path})
        assert code(verified) == ("document/unreadable" if path == "charter.yaml" else "sequence/ahead"), path
        assert named(verified) == path
        assert not verified.finished


def test_each_document_doubled_under_another_name(record):
    for path, data in record.items():
        if not path.startswith("record/"):
            continue
        name = RecordName.parse(path.removeprefix("record/"))
        other = RecordName(name.number + 40, name.place, name.kind, name.seat)
        verified = verify_record({**record, f"record/{other}": data})
        assert code(verified) == "sequence/finished" and named(verified) == f"record/{other}"
        beside = RecordName(name.number, name.place + 9, name.kind, name.seat)
        if name.kind != "state":
            verified = verify_record({**record, f"record/{beside}": data})
            assert code(verified) == "sequence/not-due" and named(verified) == f"record/{beside}"


def test_each_document_moved_to_the_name_of_another(record):
    random = Random(1)
    paths = [path for path in record if path.startswith("record/")]
    for path in paths:
        other = random.choice([p for p in paths if p != path])
        moved = dict(record)
        moved[other] = moved.pop(path)
        verified = verify_record(moved)
        assert verified.wrong is not None
        assert named(verified) in (path, other)
        swapped = {**record, path: record[other], other: record[path]}
        verified = verify_record(swapped)
        assert named(verified) in (path, other)
        assert code(verified).split("/")[0] in ("sequence", "proof", "document")


def test_one_byte_changed_in_each_file(record):
    random = Random(2)
    for path, data in record.items():
        for _ in range(3):
            place = random.randrange(len(data))
            changed = bytes([data[place] ^ (1 << random.randrange(8))])
            verified = verify_record({**record, path: data[:place] + changed + data[place + 1 :]})
            assert verified.wrong is not None, (path, place)
            assert named(verified) == path, (path, place)
            assert code(verified).split("/")[0] in ("document", "proof", "sequence"), (path, place)


def test_each_file_cut_short_emptied_or_followed_by_something(record):
    for path, data in record.items():
        for other in (b"", data[:-1], data[: len(data) // 2], data + b"x", data + data, b"\xff\xfe", b"--- \n"):
            verified = verify_record({**record, path: other})
            assert verified.wrong is not None and named(verified) == path


def test_each_signature_swapped_for_that_of_another_document(record):
    paths = [path for path in record if path.startswith("record/") and not path.endswith("-state.yaml")]
    for path, other in zip(paths, paths[1:] + paths[:1], strict=True):
        body, frame, _ = record[path].partition(b"signature: |\n")
        verified = verify_record({**record, path: body + frame + record[other].partition(b"signature: |\n")[2]})
        assert code(verified) in ("proof/signature", "proof/unknown-key") and named(verified) == path


def test_each_state_altered(record):
    for path, data in record.items():
        if not path.endswith("-state.yaml"):
            continue
        for old, new in ((b"steps: 2", b"steps: 3"), (b'stage: "', b'stage: "x'), (b"round: 1", b"round: 2")):
            if old in data:
                verified = verify_record({**record, path: data.replace(old, new, 1)})
                assert code(verified) == "proof/state-differs" and named(verified) == path
                assert verified.wrong.problems[0].line > 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("record/notes.txt", "document/unreadable"),
        ("record/0000-state.yaml", "document/unreadable"),
        ("record/0001-1-link-north.yaml.partial", "document/unreadable"),
        ("record/0900-state.yaml", "sequence/finished"),
        ("record/0001-9-link-north.yaml", "document/unreadable"),
        ("proofs/anything.yaml", "document/unreadable"),
        ("inbox/anything.yaml", "document/unreadable"),
    ],
)
def test_an_extra_file(record, name, expected):
    verified = verify_record({**record, name: b"hello\n"})
    assert code(verified) == expected and named(verified) == name


def test_a_charter_with_another_signature_rules_or_parts(match, record):
    charter = parse(record["charter.yaml"]).document
    values = {name: getattr(charter, name) for name in charter.__struct_fields__ if name not in ("turnfile", "kind")}
    for change, expected in (
        ({"rules": 2}, "sequence/other-rules"),
        ({"parts": ()}, "sequence/other-parts"),
        ({"engine": "chess"}, "document/schema"),
        ({"title": ("Another",)}, "sequence/other-game"),
    ):
        signed = sign(type(charter)(**{**values, **change}), pair_of(NORTH))
        assert code(verify_record({**record, "charter.yaml": signed.file_text.encode()})) == expected
    stranger = sign(charter, pair_of(SOUTH))
    assert code(verify_record({**record, "charter.yaml": stranger.file_text.encode()})) == "proof/unknown-key"


def test_nothing_and_rubbish_do_not_crash(record):
    assert code(verify_record({})) == "document/unreadable"
    random = Random(3)
    for _ in range(100):
        some = {path: data for path, data in record.items() if random.random() < 0.5}
        for path in list(some):
            if random.random() < 0.1:
                some[path] = random.choice([random.randbytes(50), *record.values()])
        verify_record(some)
