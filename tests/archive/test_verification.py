"""Verifying a record: whatever is dropped, doubled, moved or changed is named, and nothing crashes."""

from random import Random

import pytest

from adjudicator.archive.verification import Verified, verify_record
from adjudicator.documents.signed import parse, sign
from adjudicator.store.layout import RecordName, layout
from tests.protocol.match import Match, match_of, pair_of
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    at,
    fed,
    foe,
    over,
    play_until,
    share,
    signed_acts,
    tick,
)
from tests.protocol.test_conflicts import another_commitment
from tests.toy import GAME, SETUP

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


@pytest.fixture(scope="module")
def _charter_parts():
    """The charter of a match pins the digest of the real part file, so that the catalogue opens it."""
    from adjudicator.catalogue.games import part_rows

    return part_rows(GAME)


def begun(parts, name: str = "a") -> Match:
    match = match_of(GAME, SETUP, name, parts=parts)
    for copy in match.copies.values():
        copy.enrol()
    share(match)
    return match


def files_of(match: Match) -> dict[str, bytes]:
    return {path: text.encode("ascii") for path, text in layout(match.first.ledger).items()}


@pytest.fixture(scope="module")
def match(_charter_parts) -> Match:
    match = begun(_charter_parts)
    play_until(match, over)
    return match


@pytest.fixture
def record(match) -> dict[str, bytes]:
    return files_of(match)


def code(verified: Verified) -> str:
    assert verified.wrong is not None
    return verified.wrong.problems[0].code


def named(verified: Verified) -> str:
    assert verified.wrong is not None
    return verified.wrong.problems[0].file


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


def test_every_unfinished_record_verifies_as_unfinished(_charter_parts):
    match = begun(_charter_parts, "b")
    while not over(match.first.ledger.head()):
        verified = verify_record(files_of(match))
        assert verified.wrong is None and not verified.finished and verified.outcome is None
        head = match.first.ledger.head()
        assert verified.waits == tuple(f"{row.seat}: {row.answer} {row.request}" for row in head.due)
        tick(match)
    assert verify_record(files_of(match)).finished


def test_a_half_answered_state_waits_for_the_rest(_charter_parts):
    match = begun(_charter_parts)
    answer(match.first)
    verified = verify_record(files_of(match))
    assert verified.wrong is None
    assert verified.waits == ("south: link round-1.draw", "south: link game.draw")
    alone = match_of(GAME, SETUP, "alone", parts=_charter_parts)
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


# -- what does not count -------------------------------------------------------------------------------------------


def conflicted(parts) -> tuple[Match, list[str]]:
    """Return a match to whose end a second commitment of north was kept aside."""
    match = begun(parts)
    play_until(match, at("lay"))
    north, south = match.copies[NORTH], match.copies[SOUTH]
    other = another_commitment(north, "other")
    tick(match)
    answer(south)
    for copy in (north, south):
        copy.ledger.add(other)
    share(match)
    play_until(match, over)
    return match, [path for path in files_of(match) if path.startswith("proofs/")]


def test_a_conflict_is_counted_and_wrong_only_if_the_other_branch_is_in_the_record(_charter_parts):
    match, (path,) = conflicted(_charter_parts)
    record = files_of(match)
    verified = verify_record(record)
    assert verified.finished and verified.conflicts == 1
    name = next(name for name in record if name.endswith("commitment-north.yaml") and name.startswith("record/"))
    swapped = verify_record({**record, path: record[name], name: record[path]})
    assert code(swapped) == "proof/state-differs" or code(swapped) == "proof/fork"
    forged = record[path].replace(b"slot: ", b"slut: ")
    assert named(verify_record({**record, path: forged})) == path


def test_a_copy_of_what_counts_is_no_conflict(record):
    name = next(path for path in record if path.startswith("record/0001-1-"))
    verified = verify_record({**record, "proofs/copy.yaml": record[name]})
    assert verified.finished and verified.conflicts == 0


@pytest.mark.parametrize("part", ["proofs", "inbox"])
def test_what_counts_may_not_lie_aside(_charter_parts, part):
    match = begun(_charter_parts)
    answer(match.first)
    record = files_of(match)
    name = "record/0001-1-link-north.yaml"
    moved = {path: data for path, data in record.items() if path != name}
    verified = verify_record({**moved, f"{part}/link.yaml": record[name]})
    assert code(verified) == "proof/fork" and named(verified) == f"{part}/link.yaml"


def test_a_record_cut_back_to_hide_its_end_is_found_if_the_rest_lies_aside(match, record):
    last = max(RecordName.parse(path.removeprefix("record/")).number for path in record if path != "charter.yaml")
    kept = {path: data for path, data in record.items() if f"record/{last:04d}" not in path}
    acts = [path for path in kept if path.startswith(f"record/{last - 1:04d}-") and "state" not in path]
    moved = {path.replace("record/", "inbox/") if path in acts else path: data for path, data in kept.items()}
    assert code(verify_record(moved)) == "proof/fork"


def test_a_game_that_ended_by_a_proof_verifies(_charter_parts):
    match = begun(_charter_parts)
    play_until(match, at("lay"))
    foe(match, NORTH, **{"round-1.cards": {"show": "jester", "hide": "page", "charm": None}})
    play_until(match, over)
    verified = verify_record(files_of(match))
    assert verified.finished and verified.outcome.how == "illegal" and verified.outcome.seats == (NORTH,)


def test_both_resignations_verify_and_one_alone_beside_other_acts_does_not(_charter_parts):
    match = begun(_charter_parts)
    north, south = match.copies.values()
    answer(south)
    north.sign(north.own.resignation())
    share(match)
    play_until(match, over)
    record = files_of(match)
    verified = verify_record(record)
    assert verified.finished and verified.conflicts == 2, "what south had signed beside it was set aside"
    aside = [path for path in record if path.startswith("proofs/")]
    back = {**record, "record/0001-3-link-south.yaml": record[aside[0]]}
    assert verify_record(back).wrong is not None


def test_fed_in_any_order_the_files_are_the_same(match, record):
    again = fed(match, reversed(signed_acts(match.first.ledger)))
    assert {path: text.encode() for path, text in layout(again).items()} == record
