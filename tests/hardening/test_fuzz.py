"""Whatever bytes arrive, every reader ends with a word and an exit code of its class: no crash, no long wait.

Real files are cut, doubled, spliced and flipped; other input is built to hurt: deep, wide, repeated, endless.
"""

import os
import resource
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.archive.verification import verify_record
from adjudicator.cli.main import main
from adjudicator.documents.incoming import documents_in
from adjudicator.documents.orders import read_orders
from adjudicator.documents.signed import parse
from adjudicator.errors import AdjudicatorError, DocumentError
from tests.hardening.dying import in_child
from tests.roles.desk import Desk, desks, files_in, hall, joined, play, sit
from tests.toy.table import Lay, Steps

pytestmark = [
    pytest.mark.usefixtures("toy_in_catalogue"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]
SIZE = 65_536
SECONDS = 5.0  # of the processor, generous for a loaded machine; a reader that is not linear takes minutes
MEMORY = 2**30
FAMILY_CODES = (0, 2, 3, 4, 5, 6, 7)


def mutated(random: Random, data: bytes, other: bytes) -> bytes:
    """Return a damaged copy of a file."""
    place = random.randrange(len(data) + 1)
    match random.randrange(9):
        case 0:
            return data[:place]
        case 1:
            return data[place:]
        case 2:
            return data[:place] + bytes(random.randrange(256) for _ in range(random.randrange(1, 5))) + data[place:]
        case 3:
            return data[:place] + data[place + random.randrange(1, 40) :]
        case 4:
            lines = data.split(b"\n")
            at = random.randrange(len(lines))
            return b"\n".join([*lines[:at], *random.choices(lines, k=random.randrange(1, 4)), *lines[at:]])
        case 5:
            lines = data.split(b"\n")
            random.shuffle(lines)
            return b"\n".join(lines)
        case 6:
            cut = random.randrange(len(other) + 1)
            return data[:place] + other[cut : cut + 500] + data[place:]
        case 7:
            flipped = bytearray(data)
            for _ in range(random.randrange(1, 4)):
                flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
            return bytes(flipped)
        case _:
            words = [b"null", b"0", b"-1", b'""', b"[]", b"{}", b"999999999999999", b"true", b'"\\U0010FFFF"']
            lines = data.split(b"\n")
            at = random.randrange(len(lines))
            key, colon, _ = lines[at].partition(b": ")
            lines[at] = key + colon + random.choice(words)
            return b"\n".join(lines)


def hostile() -> dict[str, bytes]:
    """Return input that hurts parsers, each of the size that is allowed."""
    def full(piece: bytes, start: bytes = b"", end: bytes = b"") -> bytes:
        return start + piece * ((SIZE - len(start) - len(end)) // len(piece)) + end

    return {
        "brackets": full(b"["),
        "braces": full(b"{a: "),
        "dashes": full(b"- "),
        "deep maps": b"".join(b" " * depth + b"a:\n" for depth in range(350)),
        "anchors": b"a: &a [x]\n" + b"".join(b"b%d: [%s]\n" % (n, b"*a, " * 50) for n in range(250)),
        "laughs": b"".join(b"a%d: &a%d [%s]\n" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9 if n else [b"l"] * 9))
                           for n in range(60)),
        "keys": b"---\n" + b"".join(b"k%d: 1\n" % n for n in range(7000)),
        "one key": full(b"a: 1\n", b"---\n"),
        "documents": full(b"---\n"),
        "documents of a kind": full(b'---\nturnfile: 1\nkind: "link"\n'),
        "one line": full(b"a"),
        "quotes": full(b'"'),
        "escapes": full(b"\\U0010FFFF", b'---\na: "', b'"\n'),
        "tags": full(b"!!python/object/apply:os.system [x]\n"),
        "merge": full(b"<<: *a\n", b"a: &a {b: 1}\n"),
        "quoted mail": full(b"> " * 40 + b"---\n"),
        "armor": full(b"  -----BEGIN SSH SIGNATURE-----\n", b"---\na: 1\nsignature: |\n"),
        "base64": full(b"  " + b"A" * 70 + b"\n", b"---\na: 1\nsignature: |\n  -----BEGIN SSH SIGNATURE-----\n"),
        "nul": b"\0" * SIZE,
        "ff": b"\xff" * SIZE,
        "utf-16": b"\xff\xfe" + "---\n".encode("utf-16-le") * 8000,
        "blank": b" " * SIZE,
        "newlines": b"\n" * SIZE,
        "returns": b"\r" * SIZE,
        "numbers": b"a: " + b"9" * (SIZE - 4) + b"\n",
        "colons": full(b":"),
        "comments": full(b"#\n"),
        "marks": full(b"?"),
        "block": full(b"  x\n", b"a: |\n"),
        "folded": full(b"x\n\n", b"a: >\n"),
        "empty": b"",
    }  # fmt: skip


# -- the readers, called directly --------------------------------------------------------------------------------------


def within(reader: Callable[[], object]) -> object:
    """Return what a reader returns, or the error of ours that it raises; see that it takes no long time."""
    start = time.process_time()
    try:
        return reader()
    except AdjudicatorError as error:
        assert all(not problem.code.startswith("internal/") for problem in error.problems)
        return error
    finally:
        assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("name", hostile())
def test_no_input_is_too_hostile_for_a_reader(name):
    data = hostile()[name]
    for kind in (Lay, Steps):
        assert isinstance(within(lambda kind=kind: read_orders(data, kind)), DocumentError)
    assert isinstance(within(lambda: parse(data)), DocumentError)
    documents, problems = within(lambda: documents_in(data))  # type: ignore[misc]
    assert documents == [] and (problems or not data.strip())


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(data):
    for kind in (Lay, Steps):
        assert isinstance(within(lambda kind=kind: read_orders(data, kind)), (DocumentError, kind))
    within(lambda: parse(data))
    within(lambda: documents_in(data))
    assert verify_record({"charter.yaml": data}).wrong is not None


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[str, dict[str, bytes]]:
    """The public files of a game for two and of one with a referee."""
    with pytest.MonkeyPatch.context() as patch:
        from adjudicator.catalogue import games

        patch.setitem(games.MODULES, "toy", "tests.toy")
        north, south = joined(tmp_path_factory.mktemp("two"))
        play(north, south, 14)
        three = hall(tmp_path_factory.mktemp("three"))
        sit(three, 4)
        folders = {"two": north.folder, "three": three[2].folder}
        return {name: files_in(folder) for name, folder in folders.items()}


def public(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if name.startswith(("record/", "charter", "proofs", "inbox"))}


@pytest.mark.parametrize("game", ["two", "three"])
@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_record_is_named_and_never_breaks_the_verifier(played, game, seed):
    random = Random(seed)
    files = public(played[game])
    assert verify_record(files).wrong is None
    names = sorted(files)
    for _ in range(12):
        name, other = random.choice(names), random.choice(names)
        damaged = {**files, name: mutated(random, files[name], files[other])}
        verified = within(lambda damaged=damaged: verify_record(damaged))
        assert damaged == files or verified.wrong is not None, name  # type: ignore[attr-defined]


# -- commands ----------------------------------------------------------------------------------------------------------


def limited(arguments: list[str], said: Path) -> tuple[int, str]:
    """Run a command with bounds on processor time and memory; return exit code and what it said."""

    def command() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS) * 2, int(SECONDS) * 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.argv[0] = "adjudicator"
        main(arguments, prog_name="adjudicator")

    code = in_child(command, said)
    return code, said.read_bytes().decode("utf-8", "replace")


def ends_well(arguments: list[str], said: Path) -> int:
    code, text = limited(arguments, said)
    assert code in FAMILY_CODES, f"{arguments}: {code}\n{text[:2000]}"
    assert "Traceback" not in text and "internal/" not in text
    assert code or "error:" not in text
    return code


@pytest.fixture
def ready(tmp_path) -> tuple[Desk, Desk]:
    north, south = joined(tmp_path)
    north.receive(south.mails()[-1])
    south.receive(north.mails()[-1])
    return north, south


def test_hostile_files_at_every_command_that_reads(ready, tmp_path):
    north, _ = ready
    said, file = tmp_path / "said", tmp_path / "hostile"
    _, stranger = desks(tmp_path / "other")
    keys = ["--keys", str(north.ring.path)]
    before = files_in(north.folder)
    for name, data in hostile().items():
        file.write_bytes(data)
        for arguments in (
            ["receive", str(north.folder), str(file), *keys],
            ["check", str(north.folder), str(file), *keys],
            ["join", str(stranger.folder), str(file), "--keys", str(stranger.ring.path)],
        ):
            code = ends_well(arguments, said)
            assert code or not data.strip(), f"{arguments[0]} {name}"
        assert files_in(north.folder) == before, name
    assert not stranger.folder.exists()


@pytest.mark.parametrize("seed", range(3))
def test_mutated_mails_and_orders(ready, tmp_path, seed):
    random = Random(seed)
    north, south = ready
    south.decide()
    mails = [path.read_bytes() for path in (*south.mails(), *north.mails())]
    said, file = tmp_path / "said", tmp_path / "mail"
    keys = ["--keys", str(north.ring.path)]
    limited(["form", str(north.folder), *keys], said)
    orders = said.read_bytes()
    base = tmp_path / "copy"
    for _ in range(12):
        file.write_bytes(mutated(random, random.choice(mails), random.choice(mails)))
        shutil.rmtree(base, ignore_errors=True)
        shutil.copytree(north.folder, base)
        ends_well(["receive", str(base), str(file), *keys], said)
        assert ends_well(["status", str(base)], said) == 0, "the folder still loads"
        assert ends_well(["verify", str(base)], said) == 0
        file.write_bytes(mutated(random, orders, random.choice(mails)))
        ends_well(["check", str(north.folder), str(file), *keys], said)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_many_mutated_mails_and_orders(ready, tmp_path, seed):
    test_mutated_mails_and_orders(ready, tmp_path, seed)


def test_a_damaged_file_of_the_folder_is_named_by_every_command(ready, tmp_path):
    random = Random(5)
    north, _ = ready
    said = tmp_path / "said"
    for name in ("charter.yaml", "folder.yaml", "record/0000-1-enrolment-north.yaml", "private/enrolment-nonce"):
        for _ in range(3):
            base = tmp_path / "copy"
            shutil.rmtree(base, ignore_errors=True)
            shutil.copytree(north.folder, base)
            data = (base / name).read_bytes()
            (base / name).write_bytes(mutated(random, data, data))
            for command in (["status"], ["show", "--public"], ["verify"], ["resend"]):
                ends_well([command[0], str(base), *command[1:]], said)
            ends_well(["reveal", str(base), "--keys", str(north.ring.path)], said)
