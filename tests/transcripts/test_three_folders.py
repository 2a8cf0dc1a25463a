"""Two players and a referee, each with a folder: sealed and opened turns as files, `adjudicate`, the next public state.

Every command is typed as a user would, in a game of Border States.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.documents.signed import parse
from adjudicator.documents.text import split

ROOT = Path(__file__).parents[2]
SEATS = {"alice": "union", "bob": "confederate", "carol": "referee"}


@dataclass
class Hall:
    """Three people, a folder each."""

    path: Path

    def run(self, who: str, *arguments: str, code: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command as one of them, and see its exit code."""
        env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(self.path), **more}
        env["ADJUDICATOR_KEYS"] = str(self.path / who / "keys")
        done = subprocess.run(
            [sys.executable, "-m", "adjudicator", *arguments],
            cwd=self.path, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done

    def mail(self, sender: str, addressee: str) -> str:
        """Return the last turn file of a sender to an addressee."""
        return str(sorted((self.path / sender / "duel" / "outbox").glob(f"to-{SEATS[addressee]}-*.yaml"))[-1])

    def mails_to(self, addressee: str) -> list[str]:
        return [self.mail(sender, addressee) for sender in SEATS if sender != addressee]

    def state(self, who: str, number: int) -> Path:
        return self.path / who / "duel" / "record" / f"{number:04d}-state.yaml"

    def standing(self, who: str) -> dict[str, object]:
        status: dict[str, object] = json.loads(self.run(who, "status", f"{who}/duel", "--json").stdout)
        return status


@pytest.fixture(scope="module")
def hall(tmp_path_factory) -> Hall:
    """Alice has proposed, Bob and the referee Carol have joined, Carol has adjudicated until both have to seal."""
    hall = Hall(tmp_path_factory.mktemp("hall"))
    for who in SEATS:
        (hall.path / who).mkdir()
        hall.run(who, "key", "new", who, "--no-passphrase")
        (hall.path / who / "line.txt").write_text(hall.run(who, "key", "show", who).stdout, encoding="utf-8")
    hall.run(
        "alice", "new", "border-states", "alice/duel", "--as", "union",
        "--against", "bob/line.txt", "--referee", "carol/line.txt",
    )  # fmt: skip
    for who in ("bob", "carol"):
        hall.run(who, "join", f"{who}/duel", hall.mail("alice", who))
    for _ in range(3):
        hall.run("carol", "adjudicate", "carol/duel", *hall.mails_to("carol"))
        for who in ("alice", "bob"):
            hall.run(who, "receive", f"{who}/duel", *hall.mails_to(who))
    return hall


def test_a_round_commitments_reveals_adjudicate_the_next_public_state(hall):
    before = hall.standing("carol")
    number = int(str(before["state"]))
    for who in ("alice", "bob"):
        (hall.path / "orders.yaml").write_text(hall.run(who, "form", f"{who}/duel").stdout, encoding="utf-8")
        said = hall.run(who, "commit", f"{who}/duel", "orders.yaml", "--yes").stdout
        assert "It is sealed: nobody can read it" in said
    commitments = [
        text
        for who in ("alice", "bob")
        for text in split(Path(hall.mail(who, "carol")).read_bytes())
        if parse(text).document.kind == "commitment"
    ]
    assert len(commitments) == 2, "each player's commitment is a document of a file"
    said = hall.run("carol", "adjudicate", "carol/duel", *hall.mails_to("carol")).stdout
    assert f"state {number + 1} is confirmed" in said
    for who in ("alice", "bob"):
        said = hall.run(who, "receive", f"{who}/duel", *hall.mails_to(who)).stdout
        reveals = [parse(t).document.kind for t in split(Path(hall.mail(who, "carol")).read_bytes())]
        assert "reveal" in reveals
    said = hall.run("carol", "adjudicate", "carol/duel", *hall.mails_to("carol")).stdout
    state = parse(hall.state("carol", number + 2).read_bytes())
    assert state.document.kind == "state" and state.signature is not None
    assert state.document.public and state.document.prev == parse(hall.state("carol", number + 1).read_bytes()).id
    assert hall.standing("carol")["confirmed"] == number + 2
    for who in ("alice", "bob"):
        hall.run(who, "receive", f"{who}/duel", hall.mail("carol", who))
        assert hall.state(who, number + 2).read_bytes() == hall.state("carol", number + 2).read_bytes()
        assert f"state {number + 2} is confirmed" in hall.run(who, "status", f"{who}/duel").stdout
    assert "Nothing new" in hall.run("carol", "adjudicate", "carol/duel", *hall.mails_to("carol")).stdout
    for who in SEATS:
        hall.run(who, "verify", f"{who}/duel")


def test_status_of_many_folders(hall):
    done = hall.run("carol", "status", "carol/duel", "alice/duel", "bob/duel")
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and all(re.match(r"\w+/duel  [0-9a-f]{8}  state \d+ ", line) for line in lines)
    (hall.path / "nothing").mkdir(exist_ok=True)
    done = hall.run("carol", "status", "nothing", "carol/duel", code=6)
    assert "nothing  error: this folder holds no game (sequence/no-game)" in done.stdout and "carol/duel" in done.stdout
    many = json.loads(hall.run("carol", "status", "carol/duel", "alice/duel", "--json").stdout)
    assert [entry["standing"]["seat"] for entry in many] == ["referee", "union"]


def test_adjudicate_in_a_players_folder(hall):
    done = hall.run("alice", "adjudicate", "alice/duel", code=6)
    assert "this is the folder of union; only the referee of a game adjudicates" in done.stderr
    assert "fix: use receive or play" in done.stderr


def test_a_referee_may_propose_and_a_seat_that_is_unknown_is_named(hall):
    lines = {who: f"{who}/line.txt" for who in ("alice", "bob")}
    wrong = ["--player", f"union={lines['alice']}", "--player", f"french={lines['bob']}"]
    done = hall.run("carol", "new", "border-states", "carol/other", "--as", "referee", *wrong, code=3)
    assert "border-states has no seat 'french'" in done.stderr and "expected: union, confederate" in done.stderr
    done = hall.run("carol", "new", "border-states", "carol/other", "--as", "french", "--against", "nobody.txt", code=3)
    assert "border-states has no seat 'french'" in done.stderr and "expected: union, confederate" in done.stderr
    done = hall.run("carol", "new", "border-states", "carol/other", "--as", "union", "--against", "nobody.txt", code=3)
    assert "there is no file 'nobody.txt', and it is no key line" in done.stderr
    assert not (hall.path / "carol" / "other").exists()
    done = hall.run("carol", "new", "border-states", "carol/other", "--as", "referee", "--player", "alice", code=3)
    assert "expected: --player SEAT=KEYLINE" in done.stderr
    right = ["--player", f"union={lines['alice']}", "--player", f"confederate={lines['bob']}"]
    said = hall.run("carol", "new", "border-states", "carol/other", "--as", "referee", *right).stdout
    assert "to-union-0000.yaml" in said and "to-confederate-0000.yaml" in said
    first = "carol/other/outbox/to-union-0000.yaml"
    said = hall.run("alice", "join", "alice/other", first).stdout
    assert "you are union" in said and "to-referee-0000.yaml" in said and "to-confederate-0000.yaml" in said


def test_as_referee_with_somebody_missing_or_the_referee_twice(hall):
    done = hall.run("carol", "new", "border-states", "carol/third", "--as", "referee", "--player",
                    "union=alice/line.txt", code=3)  # fmt: skip
    assert "nobody plays confederate" in done.stderr
    hall.run("carol", "new", "border-states", "carol/third", "--as", "referee", "--player", "union=alice/line.txt",
             "--player", "confederate=carol/line.txt", code=5)  # fmt: skip
    assert not (hall.path / "carol" / "third").exists()
