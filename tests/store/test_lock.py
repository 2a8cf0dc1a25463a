"""Two commands in one folder: the second is told so, signs nothing, and may go on when the first has ended."""

import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.errors import TransportError
from adjudicator.store.lock import lock

HOLDING = "import sys, time; from pathlib import Path; from adjudicator.store.lock import lock; held = lock(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"  # noqa: E501


def another(folder: Path) -> subprocess.Popen[str]:
    """Return a process that holds a folder."""
    process = subprocess.Popen([sys.executable, "-c", HOLDING, str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    return process


def test_a_folder_is_held_by_one_process_and_let_go_by_a_killed_one(tmp_path):
    process = another(tmp_path)
    with pytest.raises(TransportError) as caught:
        lock(tmp_path)
    assert caught.value.problems[0].code == "transport/busy" and caught.value.exit_code == 7
    process.kill()
    process.wait()
    assert lock(tmp_path) is not None
    assert list(tmp_path.iterdir()) == [], "nothing is written"


def test_within_one_process_a_folder_has_one_lock_under_whichever_name(tmp_path, monkeypatch):
    held = lock(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert lock(Path()) is held
    assert lock(tmp_path / "missing") is None
