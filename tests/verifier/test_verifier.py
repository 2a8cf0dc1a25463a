"""The second verifier, written from the specification alone, agrees: on vectors, on whole games, on what is forged."""

import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.archive.bundle import unpacked
from adjudicator.archive.stream import record_of
from adjudicator.roles import solo

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js 18 or later")


def node(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", *map(str, words)], capture_output=True, text=True, check=False, timeout=300)


def test_it_agrees_on_every_vector():
    done = node(HERE / "verify.mjs", "--vectors", HERE.parent / "vectors")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].endswith("vectors agree")


def test_it_finds_a_whole_game_good_and_a_changed_one_bad(tmp_path):
    for _ in solo.demonstrate(tmp_path, "border-states", ()):
        pass
    done = node(HERE / "verify.mjs", tmp_path / "union", tmp_path / "confederate")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["good", "good"]
    mails = sorted((tmp_path / "union" / "outbox").iterdir())
    done = node(HERE / "verify.mjs", "--turnfiles", tmp_path / "union", *mails)
    assert done.returncode == 0, done.stdout + done.stderr
    act = next((tmp_path / "union" / "record").glob("0003-1-reveal-*.yaml"))
    text = act.read_text(encoding="ascii")
    act.write_text(text.replace('value: "', 'value: "x', 1), encoding="ascii", newline="\n")
    done = node(HERE / "verify.mjs", tmp_path / "union")
    assert done.returncode == 1
    assert f"record/{act.name}" in done.stdout


def samples() -> list[Path]:
    return sorted(
        path.parent if path.name == "charter.yaml" else path
        for path in SAMPLES.glob("*/*/*.*")
        if path.name in ("charter.yaml", "game.tar.gz")
    )


def name_of(path: Path) -> str:
    return "/".join((path.parent if path.is_file() else path).parts[-2:])


@pytest.mark.parametrize("path", samples(), ids=name_of)
def test_it_finds_every_sample_good_but_the_fork(path, tmp_path):
    folder = path
    if path.is_file():
        folder = tmp_path / "game"
        members = unpacked(path.read_bytes())
        for name, data in record_of(members["record.yaml"], members.get("proofs.yaml", b"")).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
    done = node(HERE / "verify.mjs", folder)
    forks = name_of(path).endswith("/referee-forks")
    assert done.returncode == (1 if forks else 0), done.stdout + done.stderr
    assert ("proof/fork" in done.stdout) == forks


def test_its_own_tests_pass():
    files = sorted(HERE.glob("*.test.mjs"))
    done = node("--test", *files)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
