"""A game folder on disk: equal for both players, unchanged by what is known, whole after any crash."""

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from adjudicator.documents.signed import parse
from adjudicator.documents.text import split
from adjudicator.errors import DocumentError, ProofError, SequenceError
from adjudicator.roles import beginning
from adjudicator.roles.table import Table
from adjudicator.store.folder import GameFolder, Settings
from tests.protocol.foul import another_enrolment, far
from tests.protocol.match import Copy, digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH
from tests.roles.desk import Desk, Mail, desks, files_in, joined, mail_of, nobody, play

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


def public(folder: Path) -> dict[str, bytes]:
    return GameFolder(folder).public_files()


def test_both_folders_of_a_finished_game_are_equal_byte_for_byte(tmp_path):
    north, south = joined(tmp_path)
    assert play(north, south)
    assert public(north.folder) == public(south.folder)
    assert len(public(north.folder)) > 30
    assert not any(path.startswith(("inbox/", "proofs/")) for path in public(north.folder))


def test_the_same_mail_again_changes_no_byte(tmp_path):
    north, south = joined(tmp_path)
    play(north, south, 5)
    for desk, other in ((north, south), (south, north)):
        desk.receive(other.mails()[-1])
        before = files_in(desk.folder)
        report = desk.receive(*other.mails(), *desk.mails())
        assert files_in(desk.folder) == before
        assert report.new == [] and report.made == [] and report.mails == [] and report.known > 0


def test_a_partial_file_is_read_by_nobody(tmp_path):
    north, south = joined(tmp_path)
    play(north, south, 3)
    before = public(north.folder)
    for part in ("record", "inbox", "proofs", "outbox"):
        (north.folder / part).mkdir(exist_ok=True)
        (north.folder / part / "0009-1-order-north.yaml.partial").write_bytes(b"---\nturn")
    (north.folder / "charter.yaml.partial").write_bytes(b"---")
    assert public(north.folder) == before
    assert north.table.ledger.head().text == Table.open(north.folder).ledger.head().text


# -- killed at every write -----------------------------------------------------------------------------------------


def dies(command: Callable[[], object], count: int, after: bool) -> bool:
    """Run a command in a child process that ends at its `count`-th change of the disk; answer whether it got there."""
    child = os.fork()
    if child == 0:
        done = 0
        real = {"replace": os.replace, "unlink": os.unlink}

        def dying(name):
            def change(*args, **kwargs):
                nonlocal done
                done += 1
                if done == count and not after:
                    os._exit(9)
                real[name](*args, **kwargs)
                if done == count:
                    os._exit(9)

            return change

        os.replace, os.unlink = dying("replace"), dying("unlink")
        try:
            command()
        except BaseException:
            os._exit(1)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, 9), "the command failed by itself"
    return status == 9


def crashes(tmp_path: Path, desk: Desk, files: list[Path]) -> int:
    """Kill `receive` at each change of the disk; each time it must go on to the same bytes. Return their number."""
    start = tmp_path / "start"
    shutil.copytree(desk.folder, start)
    desk.receive(*files)
    expected = files_in(desk.folder)
    for count in range(1, 200):
        for after in (False, True):
            shutil.rmtree(desk.folder)
            shutil.copytree(start, desk.folder)
            if not dies(partial(desk.receive, *files), count, after):
                assert files_in(desk.folder) == expected
                return count - 1
            assert desk.table.ledger.head().number > 0, "the folder can be opened"
            desk.receive(*files)
            assert files_in(desk.folder) == expected, (count, after)
    raise AssertionError("it never ends")


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")


@needs_fork
@pytest.mark.parametrize("exchanges", [1, 2, 3, 5])
def test_a_killed_command_goes_on_to_the_same_bytes(tmp_path, exchanges):
    north, south = joined(tmp_path)
    play(north, south, exchanges)
    desk, sender = (north, south) if exchanges % 2 == 0 else (south, north)
    assert crashes(tmp_path, desk, [sender.mails()[-1]]) >= 2


@needs_fork
def test_a_killed_command_loses_nothing_of_a_conflict(tmp_path):
    """The other enrolment has the smaller id, so the record is overwritten; what stood there must be in proofs/."""
    north, south = joined(tmp_path)
    first = south.table.ledger.counting(south.table.ledger.root, (SOUTH, "enrol"))
    ledger = south.table.ledger
    number = 0
    while True:
        copy = Copy(SOUTH, pair_of(SOUTH), ledger, None, "", "")
        other, _ = another_enrolment(copy, f"again {number}")
        if other.id < first.id:
            break
        number += 1
    plain = tmp_path / "first.yaml"
    plain.write_text(first.signed.file_text)
    second = tmp_path / "second.yaml"
    second.write_text(other.file_text)
    table = north.table
    table.take([[first.signed]])  # taken in, but nothing of north's own rests on it yet
    assert crashes(tmp_path, north, [second]) >= 3
    files = public(north.folder)
    assert files["record/0000-2-enrolment-south.yaml"] == other.file_text.encode()
    assert files[f"proofs/0000-enrolment-south-{first.id[:16]}.yaml"] == first.signed.file_text.encode()


@needs_fork
def test_a_game_that_was_killed_while_it_began_can_go_on(tmp_path, monkeypatch):
    """Whatever was on disk when `join` died, `receive` in the folder that is there ends with one enrolment, mailed."""
    north, south = desks(tmp_path)
    mail = north.mails()[-1]
    died = 0
    while True:
        died += 1
        shutil.rmtree(south.folder, ignore_errors=True)
        (south.ring.path / "south.games").unlink(missing_ok=True)
        begin = partial(beginning.join, south.folder, [mail_of(mail)], south.ring, SOUTH, nobody)
        if not dies(begin, died, after=False):
            break
        if Table.is_laid(south.folder):
            south.receive(mail)
        else:
            begin()
        enrolments = [name for name in files_in(south.folder) if "enrolment-south" in name]
        assert enrolments == ["record/0000-2-enrolment-south.yaml"]
        assert (south.folder / enrolments[0]).read_bytes() in south.mails()[-1].read_bytes()
        assert south.ring.games(SOUTH) == (south.table.ledger.game.id,)
    assert died > 5


# -- conflicts and what waits --------------------------------------------------------------------------------------


def test_a_parked_document_that_never_fits_does_not_lock_the_folder(tmp_path):
    """North knows the state before south does, and sends rubbish for it first."""
    north, south = joined(tmp_path)
    north.receive(south.mails()[-1])
    north.decide()
    table = north.table
    junk = far(table.ledger.charter, 2, NORTH, table.ledger.branch()[2].id)
    report = south.receive(Mail("junk.yaml", junk.file_text.encode()))
    assert [problem.code for problem in report.problems] == ["sequence/ahead"]
    assert report.standing.parked == 1
    assert [name for name in files_in(south.folder) if name.startswith("inbox/")]
    report = south.receive(north.mails()[-1])
    assert "sequence/not-due" in [problem.code for problem in report.problems]
    assert south.table.ledger.parked() == ()
    names = [name for name in files_in(south.folder) if name.startswith(("inbox/", "proofs/"))]
    assert names == [f"proofs/refused-0002-link-north-{junk.id[:16]}.yaml"]
    assert play(south, north), "and the game goes on to its end"


def test_rubbish_left_in_the_inbox_by_a_crash_is_moved_away(tmp_path):
    """Killed after the record was written, before the inbox was cleared: the folder opens all the same."""
    north, south = joined(tmp_path)
    north.receive(south.mails()[-1])
    table = north.table
    junk = far(table.ledger.charter, 1, SOUTH, table.ledger.branch()[1].id)
    name = f"0001-link-south-{junk.id[:16]}.yaml"
    (north.folder / "inbox").mkdir(exist_ok=True)
    (north.folder / "inbox" / name).write_text(junk.file_text)
    assert north.table.ledger.head().text == table.ledger.head().text
    north.receive(south.mails()[-1])
    names = [path for path in files_in(north.folder) if path.startswith(("inbox/", "proofs/"))]
    assert names == [f"proofs/refused-{name}"]


def test_a_mail_that_is_ahead_waits_in_the_inbox_until_the_other_comes(tmp_path):
    north, south = joined(tmp_path)
    north.receive(south.mails()[-1])
    north.decide()
    desk = north
    last = split(desk.mails()[-1].read_bytes())[-1].encode()
    assert parse(last).act.number > south.table.ledger.head().number
    report = south.receive(Mail("last.yaml", last))
    assert report.standing.parked == 1
    assert [problem.code for problem in report.failed] == ["sequence/ahead"]
    assert len([name for name in files_in(south.folder) if name.startswith("inbox/")]) == 1
    report = south.receive(desk.mails()[-1])
    assert report.standing.parked == 0 and report.failed == ()
    assert not [name for name in files_in(south.folder) if name.startswith("inbox/")]


# -- damage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "change", "kind", "code"),
    [
        ("record/0001-1-link-north.yaml", lambda data: data[:-40], DocumentError, "document/"),
        ("record/0001-1-link-north.yaml", lambda data: b"", DocumentError, "document/unreadable"),
        ("record/0001-1-link-north.yaml", lambda data: data.replace(b"index: 1", b"index: 2"), ProofError, "proof/"),
        ("charter.yaml", lambda data: data.replace(b"Toy", b"Toi"), ProofError, "proof/signature"),
        ("charter.yaml", lambda data: data + b"\n", DocumentError, "document/"),
        ("folder.yaml", lambda data: b"seat: [", DocumentError, "document/unreadable"),
    ],
)
def test_a_damaged_file_is_named(tmp_path, name, change, kind, code):
    north, south = joined(tmp_path)
    play(north, south, 2)
    path = north.folder / name
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(kind) as caught:
        Table.open(north.folder)
    problem = caught.value.problems[0]
    assert problem.file == name and problem.code.startswith(code)
    if name.startswith("record/"):
        assert name in problem.fix


def test_a_damaged_act_comes_back_with_the_mails_and_an_altered_state_is_written_again(tmp_path):
    north, south = joined(tmp_path)
    play(north, south, 4)
    copy = Desk(NORTH, tmp_path / "copy", north.ring)
    shutil.copytree(north.folder, copy.folder)
    copy.receive(*south.mails())
    expected = public(copy.folder)
    lost = north.folder / "record/0001-3-link-south.yaml"
    lost.unlink()
    (north.folder / "record/0002-state.yaml").write_bytes(b"---\n")
    north.receive(*south.mails(), *north.mails())
    assert public(north.folder) == expected


def test_a_folder_without_a_game(tmp_path):
    with pytest.raises(SequenceError) as caught:
        Table.open(tmp_path / "nothing")
    assert caught.value.problems[0].code == "sequence/no-game"


def test_settings_survive_and_private_things_are_private(tmp_path):
    folder = GameFolder(tmp_path / "game")
    settings = Settings(seat=NORTH, key="no", rebuilt=True)
    folder.save_settings(settings)
    assert folder.settings() == settings
    folder.save_nonce(digest("nonce"))
    assert folder.nonce() == digest("nonce")
    if os.name != "nt":
        assert (tmp_path / "game" / "private").stat().st_mode & 0o077 == 0
        assert (tmp_path / "game" / "folder.yaml").stat().st_mode & 0o077 == 0


def test_public_files_hold_nothing_private(tmp_path):
    north, south = joined(tmp_path)
    play(north, south, 3)
    names = set(public(north.folder))
    assert not any(name.startswith(("private", "outbox", "folder")) for name in names)
