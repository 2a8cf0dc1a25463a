"""Verifying whatever a path names, one or many, in one process or several."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.archive.examining import examine
from adjudicator.cli import progress
from adjudicator.cli.main import main
from adjudicator.documents.text import split
from adjudicator.roles import archivist
from tests.archive.bundles import cut, signed_by, unpack
from tests.protocol.scenes import SOUTH

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


@pytest.fixture
def places(record, tmp_path) -> list[Path]:
    """A finished game, its bundle, an unfinished game, a bad one, a turn file, and nothing."""
    finished = unpack(record, tmp_path / "finished")
    bundle = archivist.save(archivist.pack(finished), tmp_path)
    unfinished = unpack(cut(record, 7), tmp_path / "unfinished")
    bad = unpack({**record, "record/0004-state.yaml": b"hello\n"}, tmp_path / "bad")
    mail = tmp_path / "mail.yaml"
    mail.write_bytes(
        b"".join(record[f"record/0003-{n}-reveal-{seat}.yaml"] for n, seat in ((1, "north"), (2, "south")))
    )
    return [finished, bundle, unfinished, bad, mail, tmp_path / "nothing"]


def test_each_path_has_its_verdict(places):
    found = list(archivist.check_all(places, finished=False))
    assert [one.verdict for one in found] == ["good", "good", "UNFINISHED", "BAD", "signed", "BAD"]
    assert [one.exit_code for one in found] == [0, 0, 0, 5, 0, 7]
    assert found[0].details == found[1].details
    assert "record/0004-state.yaml" in found[3].line
    strict = list(archivist.check_all(places, finished=True))
    assert [one.exit_code for one in strict] == [0, 0, 6, 5, 0, 7]


def test_several_workers_answer_in_the_order_of_the_paths(places):
    paths = places * 5
    alone = list(archivist.check_all(paths, finished=False))
    with ThreadPoolExecutor(3) as executor:
        assert list(archivist.check_all(paths, False, executor, 3)) == alone


def test_no_more_results_are_kept_than_the_workers_need(places, monkeypatch):
    asked = []

    class Counting(ThreadPoolExecutor):
        def submit(self, *args, **kwargs):
            asked.append(args)
            return super().submit(*args, **kwargs)

    with Counting(2) as executor:
        answers = archivist.check_all(places[:1] * 100, False, executor, 2)
        next(answers)
        assert len(asked) <= archivist.WAITING_PER_JOB * 2
        assert sum(1 for _ in answers) == 99


# -- the command -----------------------------------------------------------------------------------------------------


def run(*words: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, [str(word) for word in words])
    return done.exit_code, done.stdout, done.stderr


def test_one_game_is_told_at_length_many_in_a_line_each(places):
    code, out, _ = run("verify", places[1])
    assert code == 0 and "acts, 18 states recomputed" in out and len(out.splitlines()) == 4
    code, out, _ = run("verify", *places)
    assert code == 5, "the first that is wrong decides"
    assert [line.split()[0] for line in out.splitlines()] == ["good", "good", "UNFINISHED", "BAD", "signed", "BAD"]
    assert run("verify", places[5], places[3])[0] == 7


def test_json_is_one_object_for_each_game(places):
    code, out, _ = run("verify", "--json", *places)
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 5 and [row["verdict"] for row in rows] == ["good", "good", "UNFINISHED", "BAD", "signed", "BAD"]
    assert rows[3]["problems"][0]["file"] == "record/0004-state.yaml"
    code, out, _ = run("verify", "--json", places[0])
    assert code == 0 and json.loads(out)["verdict"] == "good"


def test_without_a_terminal_there_is_no_bar_and_rich_is_not_needed(places, monkeypatch):
    monkeypatch.setattr(progress, "_bar", lambda: pytest.fail("a bar was wanted"))
    code, out, err = run("verify", *places[:2])
    assert code == 0 and err == "" and len(out.splitlines()) == 2


def test_on_a_terminal_the_bar_counts_every_game(monkeypatch):
    pytest.importorskip("rich")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress.progress(3, wanted=True) as advance:
        for _ in range(3):
            advance()


def test_pack_names_the_file_and_refuses_a_bad_record(places, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("pack", places[0])
    name = places[1].name
    assert code == 0 and out.startswith(f"{name}: game ") and Path(name).read_bytes() == places[1].read_bytes()
    out_folder = tmp_path / "out"
    out_folder.mkdir()
    assert run("pack", places[1], "--output", out_folder)[0] == 0
    assert (out_folder / name).read_bytes() == places[1].read_bytes(), "a bundle is packed again as it is"
    code, _, err = run("pack", places[3], "--output", tmp_path / "no.tar.gz")
    assert code == 5 and "record/0004-state.yaml" in err and not (tmp_path / "no.tar.gz").exists()
    code, out, _ = run("pack", "--json", places[0])
    assert code == 0 and json.loads(out)["file"] == name


# -- documents without their game ------------------------------------------------------------------------------------


def test_a_document_alone_is_read_and_its_signature_checked(record):
    found = examine(record["record/0003-1-reveal-north.yaml"])
    assert found.wrong is None and not found.charter
    (document,) = found.documents
    assert (document.kind, document.seat, document.number) == ("reveal", "north", 3)
    state = examine(record["record/0003-state.yaml"])
    assert state.wrong is None and state.documents[0].key == ""


def test_with_the_charter_the_keys_are_those_of_the_game(record):
    stream = record["charter.yaml"] + record["record/0000-1-enrolment-north.yaml"]
    found = examine(stream)
    assert found.wrong is None and found.charter and [one.kind for one in found.documents] == ["charter", "enrolment"]
    forged = signed_by(SOUTH, record["record/0000-1-enrolment-north.yaml"].decode())
    found = examine(record["charter.yaml"] + forged.encode())
    assert found.wrong is not None and found.wrong.problems[0].code == "proof/unknown-key"
    assert found.wrong.problems[0].file == "document 2"


def test_one_seat_has_one_key_in_one_file(record):
    acts = record["record/0003-1-reveal-north.yaml"], record["record/0002-1-commitment-north.yaml"]
    assert examine(b"".join(acts)).wrong is None
    forged = signed_by(SOUTH, acts[1].decode())
    found = examine(acts[0] + forged.encode())
    assert found.wrong is not None and found.wrong.problems[0].code == "proof/unknown-key"


def test_a_changed_document_another_game_and_rubbish_are_refused(record, charter_parts):
    text = record["record/0003-1-reveal-north.yaml"]
    changed = examine(text.replace(b"number: 3", b"number: 4"))
    assert changed.wrong is not None and changed.wrong.problems[0].code == "proof/signature"
    other = text.replace(b'game: "', b'game: "0', 1)
    assert examine(other).wrong is not None
    foreign = signed_by(
        "north", split(text)[0].replace(text.decode()[text.decode().index('game: "') + 7 :][:64], "a" * 64)
    )
    both = examine(text + foreign.encode())
    assert both.wrong is not None and both.wrong.problems[0].code == "sequence/other-game"
    assert examine(b"hello\n").wrong is not None


def test_memory_does_not_grow_with_the_number_of_games(places):
    import gc
    import tracemalloc

    def peak(count: int) -> int:
        tracemalloc.start()
        for _ in archivist.check_all([places[0]] * count, False):
            gc.collect()
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(2)
    assert peak(12) < 1.3 * peak(2)


def test_a_bundle_in_which_a_folder_is_named_like_it_is_no_game(tmp_path):
    shutil.rmtree(tmp_path, ignore_errors=True)
    tmp_path.mkdir()
    assert archivist.check(tmp_path).problems[0].code == "sequence/no-game"


def test_a_folder_with_one_bundle_and_no_game_leads_to_the_bundle(places, tmp_path):
    folder = tmp_path / "sample"
    folder.mkdir()
    bundle = folder / "game.tar.gz"
    bundle.write_bytes(places[1].read_bytes())
    code, _, err = run("verify", folder)
    assert code == 6 and f"fix: verify {bundle}" in err
    code, out, _ = run("verify", folder, bundle)
    assert code == 6 and out.splitlines()[0].count(str(folder)) == 1
    (folder / "other.tar.gz").write_bytes(b"")
    assert "fix: start one" in run("verify", folder)[2]
