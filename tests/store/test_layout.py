"""Which file holds which document: names, places, and equal folders from equal ledgers."""

import pytest

from adjudicator.protocol.ledger import Ledger
from adjudicator.store.layout import CHARTER, RecordName, layout
from tests.protocol.foul import another_commitment, far
from tests.protocol.scenes import NORTH, SOUTH, answer, fed, played, scene, signed_acts


@pytest.mark.parametrize(
    ("name", "parsed"),
    [
        ("0001-state.yaml", RecordName(1)),
        ("0012-3-order-union.yaml", RecordName(12, 3, "order", "union")),
        ("12345-10-resignation-seat_2.yaml", RecordName(12345, 10, "resignation", "seat_2")),
        ("1-state.yaml", None),
        ("00012-state.yaml", None),
        ("0012-03-order-union.yaml", None),
        ("0012-3-order-Union.yaml", None),
        ("0012-3-order.yaml", None),
        ("0012-3-order-union.yaml.partial", None),
        ("0012-3-order-union.yml", None),
        ("\u0660012-state.yaml", None),
        ("../0001-state.yaml", None),
        ("notes.txt", None),
    ],
)
def test_names_of_a_record(name, parsed):
    assert RecordName.parse(name) == parsed
    assert parsed is None or str(parsed) == name


def test_a_finished_game_lies_in_chain_order_each_document_once():
    ledger = played().first.ledger
    files = layout(ledger)
    assert next(iter(files)) == CHARTER
    names = [RecordName.parse(path.removeprefix("record/")) for path in list(files)[1:]]
    assert None not in names
    assert names == sorted(names, key=lambda name: (name.number, name.place))
    states = [name.number for name in names if name.kind == "state"]
    assert states == list(range(1, ledger.head().number + 1))
    acts = [position.came for position in ledger.branch()]
    assert len(files) == 1 + len(states) + sum(map(len, acts))
    assert len(set(files.values())) == len(files)


def test_the_place_in_a_name_is_the_place_among_what_was_due():
    ledger = played().first.ledger
    files = layout(ledger)
    for position in ledger.branch():
        for place, row in enumerate(position.due, 1):
            assert f"record/{position.number:04d}-{place}-{row.answer}-{row.seat}.yaml" in files


def test_equal_ledgers_make_equal_folders():
    match = played("b")
    north, south = match.copies.values()
    assert layout(north.ledger) == layout(south.ledger)
    backwards = fed(match, reversed(signed_acts(north.ledger)))
    assert layout(backwards) == layout(north.ledger)
    assert list(layout(backwards)) == list(layout(north.ledger))


def test_what_does_not_count_lies_in_proofs_and_what_waits_in_the_inbox():
    match = scene("lay")
    north, south = match.copies[NORTH], match.copies[SOUTH]
    pair = sorted((another_commitment(north, salt) for salt in "ab"), key=lambda signed: signed.id)
    waiting = far(match.charter, 90)
    for signed in (*pair, waiting):
        south.ledger.add(signed)
    answer(south)
    files = layout(south.ledger)
    number = f"{pair[0].act.number:04d}"
    assert files[f"record/{number}-1-commitment-north.yaml"] == pair[0].file_text
    assert files[f"proofs/{number}-commitment-north-{pair[1].id[:16]}.yaml"] == pair[1].file_text
    assert files[f"inbox/0090-link-north-{waiting.id[:16]}.yaml"] == waiting.file_text


def test_what_waited_and_did_not_fit_is_kept_in_proofs():
    match = scene("lay")
    head = match.first.ledger.head()
    junk = far(match.charter, head.number, state=head.id)
    ledger = Ledger(match.charter, match.first.ledger.game.engine)
    ledger.add(junk)
    assert f"inbox/{head.number:04d}-link-north-{junk.id[:16]}.yaml" in layout(ledger)
    for signed in signed_acts(match.first.ledger):
        ledger.add(signed)
    files = layout(ledger)
    assert files[f"proofs/refused-{head.number:04d}-link-north-{junk.id[:16]}.yaml"] == junk.file_text
    assert not any(path.startswith("inbox/") for path in files)


def test_names_are_built_from_numbers_and_hashes_never_from_what_a_mail_calls_itself():
    allowed = set("abcdefghijklmnopqrstuvwxyz0123456789_-./")
    assert all(set(path) <= allowed and ".." not in path for path in layout(played("c").first.ledger))
