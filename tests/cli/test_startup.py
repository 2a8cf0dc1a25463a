"""What a start loads: counted by modules, which are free of noise; each heavy one is named where it may not be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
HEAVY = ("click", "yaml", "cryptography", "msgspec", "jsonschema", "rich", "bcrypt", "email", "asyncio",
         "importlib.metadata")  # fmt: skip
PROGRAM = f"""
import os, sys
sys.argv = ["adjudicator", *sys.argv[1:]]
from adjudicator.cli.entry import run
try:
    run()
except SystemExit as ended:
    code = ended.code
else:
    code = 0
names = [name for name in {HEAVY!r} if name in sys.modules]
sys.stderr.write("\\nLOADED " + " ".join(names) + f" CODE {{code}}\\n")
"""


def loaded(*arguments: str, cwd: Path = ROOT, **more: str) -> tuple[set[str], str]:
    """Return which heavy modules a command has loaded, and its exit code."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], cwd=cwd, env=env, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    last = done.stderr.rsplit("LOADED ", 1)
    assert len(last) == 2, done.stderr
    names, code = last[1].split(" CODE ") if " CODE " in last[1] else ("", last[1].removeprefix("CODE "))
    return set(names.split()), code.strip()


def test_the_version_needs_nothing():
    assert loaded("--version") == (set(), "0")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []], ids=["--help", "-h", "nothing"])
def test_help_needs_click_alone(arguments):
    names, _ = loaded(*arguments)
    assert names == {"click"}


@pytest.mark.parametrize("words", ["adjudicator ", "adjudicator ver", "adjudicator --"])
def test_completion_needs_click_alone(words):
    names, code = loaded(_ADJUDICATOR_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="1")
    assert names == {"click"} and code == "0"


def test_completing_the_command_names_says_them_all():
    asked = {"_ADJUDICATOR_COMPLETE": "bash_complete", "COMP_WORDS": "adjudicator ", "COMP_CWORD": "1"}
    env = {**os.environ, "PYTHONPATH": str(ROOT), **asked}
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} >= set(COMMANDS)


@pytest.fixture(scope="module")
def duel(tmp_path_factory) -> Path:
    """Two folders of Border States in which union has to seal."""
    path = tmp_path_factory.mktemp("startup")
    for name in ("alice", "bob"):
        assert loaded("key", "new", name, "--no-passphrase", "--keys", f"{path}/{name}", cwd=path)[1] == "0"
    bob = (path / "bob" / "bob.pub").read_text(encoding="ascii").strip()
    steps = [
        ["new", "border-states", "a", "--as", "union", "--against", bob, "--keys", "alice"],
        ["join", "b", "a/outbox/to-confederate-0000.yaml", "--keys", "bob"],
        ["receive", "a", "b/outbox/to-union-0001.yaml", "--keys", "alice"],
    ]
    for step in steps:
        assert loaded(*step, cwd=path)[1] == "0"
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "form", "a", "--keys", "alice"], cwd=path, capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
    )  # fmt: skip
    (path / "orders.yaml").write_bytes(done.stdout)
    return path


@pytest.mark.parametrize(
    ("arguments", "forbidden"),
    [
        (["check", "a", "orders.yaml", "--keys", "alice"], {"jsonschema", "rich", "asyncio", "email"}),
        (["verify", "a"], {"jsonschema", "rich", "asyncio", "email", "bcrypt"}),
        (["status", "a"], {"jsonschema", "rich", "asyncio", "email", "bcrypt"}),
        (["receive", "b", "a/outbox/to-confederate-0002.yaml", "--keys", "bob"], {"jsonschema", "rich", "asyncio"}),
        (["games"], {"jsonschema", "rich", "cryptography", "asyncio", "email"}),
        (["rules"], {"jsonschema", "rich", "cryptography", "asyncio", "email"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_that_are_felt_load_no_more_than_they_need(duel, arguments, forbidden):
    names, code = loaded(*arguments, cwd=duel)
    assert code == "0"
    assert not names & forbidden, "loaded for nothing"
