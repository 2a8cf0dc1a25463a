"""The commands for stock tools that schemas/PROTOCOL.md prints: run as they stand there."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.documents import kinds
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.signed import sign
from tests import specification
from tests.specification import BY_NAME, VECTORS, ids

stock = pytest.mark.skipif(
    not all(map(shutil.which, ("ssh-keygen", "sed", "sh", "cmp", "csplit", "sha256sum"))), reason="no stock tools here"
)


def shell_blocks() -> list[str]:
    return re.findall(r"(?ms)^```sh\n(.*?)^```$", specification.section("### 11.1 With stock tools"))


def run(script: str, folder: Path) -> str:
    done = subprocess.run(["sh", "-e", "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@stock
def test_the_commands_for_stock_tools_work(tmp_path: Path) -> None:
    allowed, allowed_referee, checking = shell_blocks()
    pair = KeyPair.from_seed(bytes(range(32)))
    others = KeyPair.from_seed(bytes(range(32, 64)))
    seats = (kinds.CharterSeat("union", ("Ada",), pair.key.text), kinds.CharterSeat("rebel", (), others.key.text))
    charter = kinds.Charter(
        title=("  seat: ", "key: "), engine="toy", rules=1, parts=(), options=(), seats=seats, referee=None, links=3,
        clock=None, nonce="22" * 32, proposer="union",
    )  # fmt: skip
    text = sign(charter, pair).file_text
    (tmp_path / "charter.yaml").write_text(text, encoding="ascii")
    run(allowed, tmp_path)
    lines = (tmp_path / "allowed_signers").read_text(encoding="ascii").splitlines()
    assert len(lines) == 2
    assert f"    {lines[0]}\n" in specification.section("### 11.1 With stock tools")
    run(allowed_referee, tmp_path)
    assert (tmp_path / "allowed_signers").read_text(encoding="ascii").splitlines() == lines
    referee = KeyPair.from_seed(bytes(range(64, 96)))
    refereed = replace(charter, referee=kinds.CharterReferee(("Eve",), referee.key.text))
    (tmp_path / "charter.yaml").write_text(sign(refereed, pair).file_text, encoding="ascii")
    run(allowed_referee, tmp_path)
    last = (tmp_path / "allowed_signers").read_text(encoding="ascii").splitlines()[2:]
    assert [line.split() for line in last] == [
        ["referee", 'namespaces="turnfile-charter,turnfile-act,turnfile-state"', *referee.key.line("").split()]
    ]
    (tmp_path / "d.yaml").write_text(BY_NAME["signature"]["text"], encoding="ascii")
    said = run(checking, tmp_path)
    assert 'Good "turnfile-act" signature for union' in said
    assert BY_NAME["signature"]["result"] in said
    (tmp_path / "d.yaml").write_text(text, encoding="ascii")
    assert "Good" in run(checking.replace("turnfile-act", "turnfile-charter"), tmp_path)
    (tmp_path / "file").write_text(text + BY_NAME["signature"]["text"], encoding="ascii")
    run("csplit -s -z file '/^---$/' '{*}'", tmp_path)
    assert (tmp_path / "xx00").read_text(encoding="ascii") == text
    assert (tmp_path / "xx01").read_text(encoding="ascii") == BY_NAME["signature"]["text"]
    assert not (tmp_path / "xx02").exists()


@stock
@pytest.mark.parametrize("vector", [vector for vector in VECTORS if "preimage" in vector], ids=ids)
def test_sha256sum_gives_the_hashes(vector: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "lines").write_text(vector["preimage"], encoding="ascii", newline="\n")
    assert run("sha256sum < lines", tmp_path).split()[0] == vector["result"]
