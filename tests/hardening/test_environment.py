"""Other machines: other locales and code pages, awkward paths, hash seeds, full and read-only disks, Windows' names."""

import ast
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from adjudicator.cli.main import COMMANDS, main
from adjudicator.store.folder import GameFolder
from tests.hardening.dying import in_child, run
from tests.roles.desk import files_in, hall, joined, play, sit

ROOT = Path(__file__).parents[2]
SESSION = Path(__file__).with_name("session.sh")
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
C_LOCALE = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252", "PYTHONCOERCECLOCALE": "0"}
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def session(path: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PY": sys.executable, "HOME": str(path), **more}
    return subprocess.run(
        ["bash", str(SESSION)], cwd=path, env=env, capture_output=True, stdin=subprocess.DEVNULL, check=False
    )


@pytest.mark.parametrize(
    ("folder", "more"),
    [
        pytest.param("Spiele für Zoë", C_LOCALE, id="C locale, cp1252, blanks and letters in the path"),
        pytest.param("ポーランド 'quoted' $HOME", {**C_LOCALE, "PYTHONIOENCODING": "ascii"}, id="ASCII output"),
        pytest.param("plain", {"PYTHONWARNINGS": "error::EncodingWarning", "PYTHONWARNDEFAULTENCODING": "1"},
                     id="no file is opened without an encoding"),
    ],
)  # fmt: skip
def test_a_session_on_another_machine(tmp_path, folder, more):
    path = tmp_path / folder
    path.mkdir()
    done = session(path, **more)
    assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")
    assert b"Traceback" not in done.stderr
    charter = (path / "Alices Spiel" / "charter.yaml").read_bytes()
    assert charter.isascii() and b"gr\\u00F6\\u00DFte" in charter
    assert (path / "Bobs Spiel" / "charter.yaml").read_bytes() == charter


@needs_fork
@pytest.mark.usefixtures("toy_in_catalogue")
def test_the_same_keys_and_nonces_give_the_same_bytes_under_any_hash_seed(tmp_path):
    """Five rounds of mails among three, in two processes. (A private key file holds random bytes beside the key.)"""
    program = (
        "import sys, pathlib, pytest, secrets\n"
        "from adjudicator.catalogue import games\n"
        "games.MODULES['toy'] = 'tests.toy'\n"
        "secrets.token_hex = lambda _=None: 'ab' * 32\n"
        "from tests.roles.desk import hall, sit\n"
        "sit(hall(pathlib.Path(sys.argv[1])), 5)\n"
    )
    seen = []
    for seed in ("0", "1"):
        path = tmp_path / f"seed {seed}"
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, env=env, check=True)
        seen.append({name: data for name, data in files_in(path).items() if "/keys/" not in name})
    assert seen[0] == seen[1] and len(seen[0]) > 100


@pytest.mark.usefixtures("toy_in_catalogue")
def test_every_file_name_is_one_on_windows_too(tmp_path):
    desks_ = hall(tmp_path / "three")
    sit(desks_, 6)
    north, south = joined(tmp_path / "two")
    play(north, south, 8)
    names = [part for desk in (*desks_, north, south) for name in files_in(desk.folder) for part in Path(name).parts]
    assert len(names) > 100
    for name in names:
        assert re.fullmatch(r"[A-Za-z0-9._-]{1,100}", name) and not name.endswith("."), name
        assert not RESERVED.fullmatch(name), name
    lower = [name.lower() for name in files_in(north.folder)]
    assert len(set(lower)) == len(lower), "no two names differ only in case"


@pytest.mark.parametrize("seat", ["con", "aux", "nul", "lpt1"])
def test_a_seat_with_a_reserved_name_makes_no_reserved_file(seat):
    assert not RESERVED.fullmatch(GameFolder.mail_name(seat, 3))


# -- disks -------------------------------------------------------------------------------------------------------------


@needs_fork
@pytest.mark.usefixtures("toy_in_catalogue")
@pytest.mark.parametrize("size", [0, 200, 900, 2500])
def test_a_full_disk_is_a_transport_error_and_nothing_is_lost(tmp_path, size):
    """No file may grow beyond `size`: writing fails in the middle, as on a full disk."""
    north, south = joined(tmp_path)
    mail = str(south.mails()[-1])
    whole = tmp_path / "whole"
    shutil.copytree(north.folder, whole)
    arguments = ["receive", str(north.folder), mail, "--keys", str(north.ring.path)]
    before = {name: data for name, data in files_in(north.folder).items() if not name.startswith("outbox/")}

    def full() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        main(arguments, prog_name="adjudicator")

    said = tmp_path / "said"
    code = in_child(full, Path(os.devnull))
    assert code == 7
    after = files_in(north.folder)
    assert all(after[name] == data for name, data in before.items()), "what was there is there"
    assert all(not data or data.endswith(b"\n") for data in after.values()), "no half file"
    assert run(arguments, said) == 0
    assert run(["receive", str(whole), mail, "--keys", str(north.ring.path)], said) == 0
    assert files_in(north.folder) == files_in(whole)


@needs_fork
@pytest.mark.usefixtures("toy_in_catalogue")
def test_a_read_only_folder_can_be_looked_at_and_not_written(tmp_path):
    north, south = joined(tmp_path)
    place = tmp_path.parent
    while place != place.parent:
        if place.stat().st_uid == os.getuid():
            place.chmod(place.stat().st_mode | 0o055)
        place = place.parent
    for path in (tmp_path, *tmp_path.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)

    def as_nobody(*arguments: str) -> int:
        def command() -> None:
            if os.getuid() == 0:
                os.setuid(65_534)
            main([*arguments], prog_name="adjudicator")

        return in_child(command, Path(os.devnull))

    for name in COMMANDS:  # imported here: nobody may read this program's files, perhaps
        assert main.get_command(click.Context(main), name) is not None
    keys = ["--keys", str(north.ring.path)]
    before = files_in(north.folder)
    try:
        assert as_nobody("status", str(north.folder)) == 0
        assert as_nobody("show", str(north.folder), "--public") == 0
        assert as_nobody("verify", str(north.folder)) == 0
        assert as_nobody("receive", str(north.folder), str(south.mails()[-1]), *keys) == 7
        assert as_nobody("join", str(tmp_path / "new"), str(north.mails()[-1]), *keys) in (5, 6, 7)
        assert files_in(north.folder) == before
    finally:
        for path in (tmp_path, *tmp_path.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)


@needs_fork
@pytest.mark.usefixtures("toy_in_catalogue")
def test_the_time_of_a_file_never_matters(tmp_path):
    north, south = joined(tmp_path)
    play(north, south, 5)
    for number, path in enumerate(sorted(north.folder.rglob("*.yaml"))):
        os.utime(path, (10**9 - number * 1000, 2 * 10**9 - number * 1000))
    before = files_in(north.folder)
    head = north.table.ledger.head().id
    assert north.receive(south.mails()[-1]).new == []
    assert north.table.ledger.head().id == head and files_in(north.folder) == before


# -- the source --------------------------------------------------------------------------------------------------------


def careless(tree: ast.Module) -> list[int]:
    """Return the lines on which a text file is opened without its encoding, or written without its line ends."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        named = {word.arg for word in node.keywords}
        module = getattr(getattr(node.func, "value", None), "id", "")
        if name in ("read_text", "write_text"):
            written = name == "write_text"
            if "encoding" not in named or (written and "newline" not in named):
                found.append(node.lineno)
        elif name in ("open", "fdopen") and module not in ("tarfile", "Table", "rules", "game", "gzip", "lzma"):
            method = isinstance(node.func, ast.Attribute) and module not in ("os", "io")
            places = [*node.args[0 if method else 1 :][:1], *(w.value for w in node.keywords if w.arg == "mode")]
            mode = next((str(place.value) for place in places if isinstance(place, ast.Constant)), "r")
            if module == "os" and name == "open":
                continue
            if "b" not in mode and ("encoding" not in named or (mode != "r" and "newline" not in named)):
                found.append(node.lineno)
    return found


def test_every_text_file_is_opened_with_its_encoding_and_line_ends():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "adjudicator").rglob("*.py"))
        for line in careless(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("open('x')", [1]),
        ("open('x', 'rb')", []),
        ("open('x', encoding='utf-8')", []),
        ("path.open('w', encoding='utf-8')", [1]),
        ("path.open('w', encoding='utf-8', newline='')", []),
        ("path.read_text()", [1]),
        ("path.write_text('x', encoding='utf-8')", [1]),
        ("path.write_text('x', encoding='utf-8', newline='\\n')", []),
        ("os.open(path, flags)", []),
        ("os.fdopen(handle, 'w')", [1]),
    ],
)
def test_a_careless_call_is_found(text, lines):
    assert careless(ast.parse(text)) == lines


