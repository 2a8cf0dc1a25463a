"""What lies beside a record: conflicts, copies, what waits; and games that ended before their time."""

import pytest

from adjudicator.archive.verification import verify_record
from adjudicator.store.layout import RecordName, layout
from tests.archive.records import begun, code, files_of, named
from tests.protocol.foul import another_commitment, far
from tests.protocol.match import Match
from tests.protocol.scenes import NORTH, SOUTH, answer, at, fed, foe, over, play_until, share, signed_acts, tick

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


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


def test_a_conflict_is_counted_and_wrong_only_if_the_other_branch_is_in_the_record(charter_parts):
    match, (path,) = conflicted(charter_parts)
    record = files_of(match)
    verified = verify_record(record)
    assert verified.finished and verified.conflicts == 1
    name = next(name for name in record if name.endswith("commitment-north.yaml") and name.startswith("record/"))
    swapped = verify_record({**record, path: record[name], name: record[path]})
    assert code(swapped) == "proof/state-differs" or code(swapped) == "proof/fork"
    forged = record[path].replace(b"slot: ", b"slut: ")
    assert named(verify_record({**record, path: forged})) == path


def test_each_file_that_does_not_count_is_named_with_the_reason(charter_parts):
    match, (path,) = conflicted(charter_parts)
    record = files_of(match)
    (aside,) = verify_record(record).asides
    assert aside.line == f"{path}: north's commitment for round-1.cards, a second one for its place"
    link = record["record/0001-1-link-north.yaml"]
    refused = {"proofs/refused-a.yaml": link, "proofs/refused-b.yaml": link.replace(b"link: ", b"lonk: ")}
    found = verify_record({**record, **refused})
    assert found.finished and (found.conflicts, found.refused) == (1, 2)
    assert [aside.line for aside in found.asides if aside.kind == "refused"] == [
        "proofs/refused-a.yaml: north's link for round-1.draw, "
        "refused when it came, although nothing is wrong with it here",
        "proofs/refused-b.yaml: refused: link is missing",
    ]


def test_what_rests_on_a_branch_that_does_not_count_says_so(charter_parts):
    match = begun(charter_parts)
    play_until(match, at("lay"))
    north = match.copies[NORTH]
    others = [another_commitment(north, str(number)) for number in range(64)]
    answer(match.copies[SOUTH])
    answer(north)
    share(match)
    (true,) = (act.id for act in north.ledger.head().came if act.seat == NORTH)
    lost = north.ledger.head()
    answer(north)
    north.ledger.add(next(other for other in others if other.id < true))
    record = files_of(match)
    lines = [aside.line.partition(": ")[2] for aside in verify_record(record).asides]
    assert lines == [
        "north's commitment for round-1.cards, a second one for its place",
        f"north's reveal for round-1.cards, rests on state {lost.number} {lost.id[:8]}, "
        "which is on a branch that does not count",
    ]


def test_what_lapsed_and_what_waits_say_so(charter_parts):
    match = begun(charter_parts)
    north, south = match.copies.values()
    answer(south)
    north.sign(north.own.resignation())
    share(match)
    lapsed = {aside.line.partition(": ")[2] for aside in verify_record(files_of(match)).asides}
    assert lapsed == {
        f"south's link for {draw}.draw, lapsed: north resigned at state 1" for draw in ("game", "round-1")
    }
    north.ledger.add(far(match.charter, 90))
    (waits,) = (aside for aside in verify_record(files_of(match)).asides if aside.kind == "parked")
    assert waits.line.endswith("north's link for round-1.draw, rests on something that is not here")


def test_a_copy_of_what_counts_is_no_conflict(record):
    name = next(path for path in record if path.startswith("record/0001-1-"))
    verified = verify_record({**record, "proofs/copy.yaml": record[name]})
    assert verified.finished and verified.conflicts == 0


@pytest.mark.parametrize("part", ["proofs", "inbox"])
def test_what_counts_may_not_lie_aside(charter_parts, part):
    match = begun(charter_parts)
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


def test_a_game_that_ended_by_a_proof_verifies(charter_parts):
    match = begun(charter_parts)
    play_until(match, at("lay"))
    foe(match, NORTH, **{"round-1.cards": {"show": "jester", "hide": "page", "charm": None}})
    play_until(match, over)
    verified = verify_record(files_of(match))
    assert verified.finished and verified.outcome.how == "illegal" and verified.outcome.seats == (NORTH,)


def test_both_resignations_verify_and_one_alone_beside_other_acts_does_not(charter_parts):
    match = begun(charter_parts)
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
