"""verify.sh, run for real: good bundles are good, and what was forged is named without this program."""

import shutil
from base64 import b64decode, b64encode

import pytest

from adjudicator.archive.bundle import SCRIPT, SIGNERS, shipped, verify_members
from adjudicator.archive.stream import ASIDE
from adjudicator.documents import signature
from tests.archive.bundles import (
    FRAME,
    assert_found,
    change,
    cut,
    documents,
    find,
    members,
    run_script,
    signed_by,
    summed,
    unpack,
    with_documents,
)
from tests.archive.records import files_of
from tests.archive.test_leftovers import conflicted
from tests.protocol.match import pair_of
from tests.protocol.scenes import NORTH, SOUTH

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


@pytest.fixture
def whole(record):
    return members(record)


@pytest.fixture
def short(record):
    return members(cut(record, 6))


@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
def test_a_whole_game_is_good(whole, tmp_path, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    code, lines = run_script(unpack(whole, tmp_path / "a folder"), shell=shell)
    assert (code, lines[-1]) == (0, f"good: {len(documents(whole))} documents")
    assert len(lines) == 3 and "waits" not in lines[1]


def test_it_is_written_for_any_shell_and_few_tools():
    text = shipped(f"bundle/{SCRIPT}").decode("ascii")
    assert text.startswith("#!/bin/sh\n")
    assert not [word for word in ("[[", "local ", "function ", "awk", "grep", "cut ", "$'", "<<<") if word in text]


@pytest.mark.parametrize("states", [1, 2, 3, 4, 8])
def test_unfinished_games_are_good_and_say_whom_they_wait_for(record, tmp_path, states):
    code, lines = run_script(unpack(members(cut(record, states)), tmp_path))
    assert code == 0 and "waits for" in lines[-2]


def test_a_script_of_ones_own_checks_another_folder(short, tmp_path):
    folder = unpack({**short, SCRIPT: b"echo good: 1000 documents\n"}, tmp_path / "theirs")
    own = unpack(short, tmp_path / "own")
    code, lines = run_script(own, str(folder))
    assert code == 1 and lines[-1] == "BAD" and any(SCRIPT in line for line in lines)


@pytest.mark.parametrize("missing", [(), ("SHA256SUMS",), ("record.yaml",)], ids=["all", "sums", "record"])
def test_a_folder_that_is_no_unpacked_bundle_is_said_to_be_none(short, tmp_path, missing):
    own = unpack(short, tmp_path / "own")
    other = tmp_path / "other"
    unpack({name: data for name, data in short.items() if name not in missing} if missing else {"a": b""}, other)
    assert run_script(own, str(other)) == (1, ["no unpacked bundle here: pack the game and unpack it"])


def test_a_conflict_is_in_it_and_is_checked(charter_parts, tmp_path):
    match, _ = conflicted(charter_parts)
    bundle = members(files_of(match))
    code, lines = run_script(unpack(bundle, tmp_path / "good"))
    assert code == 0 and lines[-1] == f"good: {len(documents(bundle)) + 1} documents"
    forged = summed({**bundle, ASIDE: bundle[ASIDE].replace(b"number: ", b"number: 1")})
    code, lines = run_script(unpack(forged, tmp_path / "forged"))
    assert code == 1 and any(line.startswith(f"{ASIDE}, document 1") for line in lines)


def test_damage_shows_in_the_sums(short, tmp_path):
    code, lines = run_script(unpack({**short, "README.txt": b"hello\n"}, tmp_path))
    assert code == 1 and "README.txt" in lines[0]


def armor_of(text: str) -> bytes:
    return b64decode("".join(line.strip() for line in text.partition(FRAME)[2].splitlines()[1:-1]))


def with_armor(text: str, blob: bytes, columns: int = 70) -> str:
    data = b64encode(blob).decode("ascii")
    lines = [data[start : start + columns] for start in range(0, len(data), columns)]
    framed = [signature.BEGIN, *lines, signature.END]
    return text.partition(FRAME)[0] + FRAME + "".join(f"  {line}\n" for line in framed)


def larger_s(text: str) -> str:
    blob = armor_of(text)
    order = 2**252 + 27742317777372353535851937790883648493
    return with_armor(text, blob[:-32] + (int.from_bytes(blob[-32:], "little") + order).to_bytes(32, "little"))


def salted(text: str) -> str:
    head, salt, rest = text.rpartition('salt: "')
    return signed_by(NORTH, head + salt + ("0" if rest[0] != "0" else "1") + rest[1:])


def linked(text: str) -> str:
    head, link, rest = text.rpartition('link: "')
    return signed_by(NORTH, head + link + ("0" if rest[0] != "0" else "1") + rest[1:])


def last_of(bundle):
    return len(documents(bundle)) - 1


# name: how the short bundle is spoiled, what the script says among its lines
FORGERIES = {
    "a field of an act": (
        lambda b: change(b, find(b, "order"), lambda t: t.replace("number: 5", "number: 4", 1)),
        "the signature of south is not good",
    ),
    "a field of a state": (
        lambda b: change(b, find(b, "state", 4), lambda t: t.replace("round: 1", "round: 2", 1)),
        "it answers another state",
    ),
    "a commitment in a state": (
        lambda b: change(b, find(b, "state", 3), lambda t: t.replace('    hash: "', '    hash: "0', 1)),
        "is not in it",
    ),
    "a chain in a state": (
        lambda b: change(b, find(b, "state", 2), lambda t: t.replace("opened: 2", "opened: 3", 1)),
        "its chains are not where the links have led",
    ),
    "a seed in a state": (
        lambda b: change(b, find(b, "state", 2), lambda t: t.replace('    hash: "', '    hash: "0', 1)),
        "is another",
    ),
    "prev of a state": (
        lambda b: change(b, find(b, "state", 3), lambda t: t.replace('prev: "', 'prev: "0', 1)),
        "it follows no state here",
    ),
    "prev of the last state": (
        lambda b: change(b, last_of(b), lambda t: t.replace('prev: "', 'prev: "0', 1)),
        "it follows no state here",
    ),
    "the acts of the last state": (
        lambda b: change(b, last_of(b), lambda t: t.replace('acts:\n  - "', 'acts:\n  - "0', 1)),
        "its acts are not those before it",
    ),
    "the id of the last state": (
        lambda b: change(b, last_of(b), lambda t: t.replace("round: 1", "round: 2", 1)),
        "it names another last state",
    ),
    "the seat of an act": (
        lambda b: change(b, find(b, "commitment"), lambda t: t.replace('seat: "north"', 'seat: "south"', 1)),
        "the signature of south is not good",
    ),
    "another seat's signature": (
        lambda b: change(b, find(b, "commitment"), lambda t: signed_by(SOUTH, t)),
        "the signature of north is not good",
    ),
    "another namespace": (
        lambda b: change(b, find(b, "commitment"), lambda t: signed_by(NORTH, t, signature.CHARTER)),
        "the signature of north is not good",
    ),
    "signatures swapped": (
        lambda b: change(b, find(b, "link"), lambda t: t.partition(FRAME)[0] + FRAME
                         + documents(b)[find(b, "commitment")].partition(FRAME)[2]),
        "the signature of north is not good",
    ),
    "no signature": (lambda b: change(b, find(b, "link"), lambda t: t.partition(FRAME)[0]), "is not good"),
    "an opening, signed by its owner": (lambda b: change(b, find(b, "reveal", 3), salted), "is not what was sealed"),
    "a link, signed by its owner": (lambda b: change(b, find(b, "link"), linked), "does not continue the public chain"),
    "a document dropped": (
        lambda b: with_documents(b, [t for n, t in enumerate(documents(b)) if n != find(b, "commitment")]),
        "not everything that was due is there",
    ),
    "a state dropped": (
        lambda b: with_documents(b, [t for n, t in enumerate(documents(b)) if n != find(b, "state", 2)]),
        "it answers another state",
    ),
    "a document doubled": (
        lambda b: with_documents(b, [t for t in documents(b) for _ in range(2 if 'kind: "reveal"' in t else 1)]),
        "has answered",
    ),
    "two documents exchanged": (
        lambda b: with_documents(b, [documents(b)[{1: 2, 2: 1}.get(n, n)] for n in range(len(documents(b)))]),
        "not everything that was due is there, in its order",
    ),
    "a document moved to the end": (
        lambda b: with_documents(b, [*documents(b)[:4], *documents(b)[5:], documents(b)[4]]),
        "it answers another state",
    ),
    "a second charter": (lambda b: with_documents(b, [*documents(b), documents(b)[0]]), "begins with its charter"),
    "no charter": (lambda b: with_documents(b, documents(b)[1:]), "begins with its charter"),
    "text after the armor": (
        lambda b: change(b, find(b, "link"), lambda t: t + "note: 1\n"),
        "text and signature are not the whole document",
    ),
    "text after the armor, set in like it": (
        lambda b: change(b, find(b, "link"), lambda t: t + "  note: 1\n"),
        "something follows it",
    ),
    "armor in other lines": (
        lambda b: change(b, find(b, "link"), lambda t: with_armor(t, armor_of(t), 64)),
        "framed in another way",
    ),
    "S + L": (lambda b: change(b, find(b, "link"), larger_s), "a large S"),
    "a line end of another system": (
        lambda b: change(b, find(b, "commitment"), lambda t: t.replace("\n", "\r\n")),
        "document",
    ),
    "a blank at the end of a line": (
        lambda b: change(b, find(b, "state", 4), lambda t: t.replace("round: 1\n", "round: 1 \n", 1)),
        "the text is not canonical",
    ),
    "the last line end": (lambda b: change(b, last_of(b), lambda t: t[:-1]), "the last line does not end"),
    "a key of the charter": (
        lambda b: change(b, 0, lambda t: t.replace(pair_of(SOUTH).public_text, pair_of("mallory").public_text)),
        "allowed_signers is not what the charter says",
    ),
    "one key for two": (
        lambda b: change(b, 0, lambda t: t.replace(pair_of(SOUTH).public_text, pair_of(NORTH).public_text)),
        "has the key of another",
    ),
    "allowed_signers": (
        lambda b: {**b, SIGNERS: b[SIGNERS].replace(b"north", b"*")},
        "allowed_signers is not what the charter says",
    ),
    "a component": (
        lambda b: {**b, "components/toy.yaml": b["components/toy.yaml"] + b"\n"},
        "components/toy.yaml is not the file",
    ),
    "the manifest's game": (
        lambda b: {**b, "manifest.yaml": b["manifest.yaml"].replace(b'game: "', b'game: "0')},
        "it names another game",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_what_was_forged_is_found_with_fitting_sums(short, tmp_path, name):
    assert_found(short, *FORGERIES[name], tmp_path)


@pytest.mark.parametrize("kind", ["audit", "link", "reveal"])
def test_what_opens_at_the_end_is_checked_as_well(whole, tmp_path, kind):
    texts = documents(whole)
    place = max(n for n, text in enumerate(texts) if f'kind: "{kind}"' in text and 'seat: "north"' in text)
    forged = summed(change(whole, place, salted if kind == "reveal" else linked))
    code, lines = run_script(unpack(forged, tmp_path))
    said = {"audit": "does not continue the private chain", "link": "the public chain", "reveal": "not what was sealed"}
    assert code == 1 and any(said[kind] in line and f"document {place + 1} " in line for line in lines), lines


def test_the_limit_what_lies_on_the_table_at_the_end_rests_on_nothing(whole, tmp_path):
    """README.txt says so: a forged result passes the script and is refused by the program."""
    import hashlib

    texts = documents(whole)
    texts[-1] = texts[-1].replace("steps: 2", "steps: 3").replace("round: 2", "round: 1")
    forged = with_documents(whole, texts)
    old, new = (hashlib.sha256(t.encode()).hexdigest() for t in (documents(whole)[-1], texts[-1]))
    forged["manifest.yaml"] = forged["manifest.yaml"].replace(old.encode(), new.encode())
    assert old != new
    assert run_script(unpack(summed(forged), tmp_path))[0] == 0
    wrong = verify_members(summed(forged)).wrong
    assert wrong is not None and wrong.problems[0].code == "proof/state-differs"
