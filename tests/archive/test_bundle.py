"""Bundles: the same bytes for the same record, the same verdict as for the folder, and nothing that is private."""

import gzip
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from random import Random

import pytest

from adjudicator.archive.bundle import bundle_name, members_of, packed, unpacked, verify_members
from adjudicator.archive.checking import verify_path
from adjudicator.archive.stream import record_of
from adjudicator.archive.verification import verify_record
from adjudicator.documents.signed import parse
from adjudicator.errors import AdjudicatorError
from tests.archive.bundles import change, cut, documents, find, members, summed, unpack, with_documents
from tests.archive.records import files_of
from tests.archive.test_leftovers import conflicted

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


def archive(files: dict[str, bytes]) -> bytes:
    verified = verify_record(files)
    return packed(members_of(files, verified), bundle_name(verified.game))


def test_a_bundle_holds_the_record_and_gives_it_back(record):
    bundle = unpacked(archive(record))
    assert record_of(bundle["record.yaml"]) == record
    assert list(bundle) == ["SHA256SUMS", "manifest.yaml", "README.txt", "verify.sh", "PROTOCOL.md", "allowed_signers",
                            "components/toy.yaml", "record.yaml"]  # fmt: skip


def test_it_is_verified_as_the_folder_is(record, charter_parts):
    match, _ = conflicted(charter_parts)
    for files in (
        record,
        *(cut(record, n) for n in range(1, 18)),
        {"charter.yaml": record["charter.yaml"]},
        files_of(match),
    ):
        one, other = verify_record(files), verify_members(unpacked(archive(files)))
        assert one.wrong is None and other.wrong is None
        for name in ("game", "title", "seats", "states", "counts", "outcome", "waits", "conflicts", "head"):
            assert getattr(one, name) == getattr(other, name), name


def test_the_order_of_the_files_does_not_matter(record):
    names = list(record)
    Random(4).shuffle(names)
    assert archive({name: record[name] for name in names}) == archive(record)


def test_no_time_no_user_and_no_system_is_in_it(record):
    data = archive(record)
    assert data[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
    with tarfile.open(fileobj=io.BytesIO(data)) as found:
        for info in found:
            assert (info.mtime, info.uid, info.gid, info.uname, info.gname) == (0, 0, 0, "", "")
            assert info.mode == (0o755 if info.name.endswith("/verify.sh") else 0o644)
            assert info.name.startswith("game-") and info.isreg()


PACK = """
import os, sys
from pathlib import Path
os.umask(int(sys.argv[3], 8))
from adjudicator.catalogue import games
games.MODULES["toy"] = "tests.toy"
from adjudicator.roles import archivist
archivist.save(archivist.pack(Path(sys.argv[1])), Path(sys.argv[2]))
"""


def test_the_same_bytes_from_another_copy_umask_locale_zone_and_hash_seed(record, tmp_path):
    made = []
    for number, (umask, zone, seed) in enumerate((("022", "UTC", "1"), ("077", "Asia/Tokyo", "2"))):
        folder = unpack(dict(sorted(record.items(), reverse=bool(number))), tmp_path / f"copy {number}")
        out = tmp_path / f"{number}.tar.gz"
        locale = {"LC_ALL": ("C", "C.UTF-8")[number], "TZ": zone, "PYTHONHASHSEED": seed}
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **locale}
        subprocess.run([sys.executable, "-c", PACK, folder, out, umask], check=True, env=env, cwd=tmp_path)
        made.append(out.read_bytes())
    assert made[0] == made[1] == archive(record)


def test_nothing_private_is_packed(record, tmp_path):
    folder = unpack(record, tmp_path / "game")
    canary = b"CANARY-9c1f"
    for name in ("folder.yaml", "private/enrolment-nonce", "private/keys/me", "outbox/to-south-0001.yaml", "notes.txt",
                 "keys/me", "record/.hidden.yaml.partial", "private/canary.yaml"):  # fmt: skip
        unpack({name: canary}, folder)
    from adjudicator.roles import archivist

    bundle = archivist.pack(folder)
    plain = gzip.decompress(bundle.data)
    assert canary not in plain and b"folder.yaml" not in plain.replace(b"`folder.yaml`", b"")
    assert set(unpacked(bundle.data)) == set(members(record))


def test_parked_and_refused_documents_stay_at_home(record):
    name = "record/0001-1-link-north.yaml"
    signed = parse(record[name])
    later = cut(record, 1)
    more = {**later, "inbox/x.yaml": record["record/0004-1-reveal-north.yaml"], "proofs/refused-x.yaml": b"anything"}
    assert signed.id and archive(more) == archive(later)


# -- spoiled -------------------------------------------------------------------------------------------------------


def wrong_of(path: Path) -> AdjudicatorError:
    try:
        found = verify_path(path)
    except AdjudicatorError as error:
        return error
    assert found.wrong is not None
    return found.wrong


@pytest.mark.parametrize(
    ("spoil", "code", "name"),
    [
        (lambda b: {n: d for n, d in b.items() if n != "record.yaml"}, "document/unreadable", "record.yaml"),
        (lambda b: {n: d for n, d in b.items() if n != "verify.sh"}, "document/unreadable", "verify.sh"),
        (lambda b: {**b, "README.txt": b"hello\n"}, "document/unreadable", "README.txt"),
        (lambda b: {**b, "SHA256SUMS": b"hello\n"}, "document/unreadable", "SHA256SUMS"),
        (lambda b: summed({**b, "manifest.yaml": b["manifest.yaml"].replace(b"state: 1", b"state: 2")}), "proof/bundle",
         "manifest.yaml"),
        (lambda b: summed({**b, "allowed_signers": b"* ssh-ed25519 AAAA\n"}), "proof/bundle", "allowed_signers"),
        (lambda b: summed({**b, "components/toy.yaml": b"cards: []\n"}), "proof/bundle", "components/toy.yaml"),
        (lambda b: summed({n: d for n, d in b.items() if "toy" not in n}), "proof/bundle", "components/toy.yaml"),
        (lambda b: summed({**b, "record.yaml": b""}), "document/unreadable", "record.yaml"),
        (lambda b: summed(change(b, 5, lambda t: "---\n" + t[4:].upper())), "document/", "record.yaml, document 6"),
        (lambda b: summed(change(b, find(b, "order"), lambda t: t.replace("seat:", "seet:", 1))), "document/schema",
         "record.yaml, document"),
        (lambda b: summed(with_documents(b, [*documents(b), documents(b)[-1]])), "sequence/second-act",
         "record/0018-state"),
        (lambda b: summed(with_documents(b, documents(b)[::-1])), "document/schema", "charter.yaml"),
    ],
)  # fmt: skip
def test_a_spoiled_bundle_names_what_is_wrong(record, tmp_path, spoil, code, name):
    path = tmp_path / "bundle.tar.gz"
    path.write_bytes(packed(spoil(members(record)), "game-x"))
    problem = wrong_of(path).problems[0]
    assert problem.code.startswith(code) and problem.file.startswith(name), problem


def test_every_document_changed_is_named_as_in_the_folder(record, tmp_path):
    bundle = members(record)
    for place in range(1, len(documents(bundle)), 3):
        spoiled = summed(change(bundle, place, lambda text: text.replace('game: "', 'game: "0').replace('"00', '"0')))
        if spoiled == bundle:
            continue
        wrong = verify_members(spoiled).wrong
        assert wrong is not None and wrong.problems[0].file


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_archive_is_named_and_nothing_breaks(record, tmp_path, seed):
    data = archive(record)
    random = Random(seed)
    path = tmp_path / "bundle.tar.gz"
    for _ in range(12):
        place = random.randrange(10, len(data))
        for spoiled in (
            data[:place],
            data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1 :],
        ):
            path.write_bytes(spoiled)
            assert wrong_of(path).problems[0].code.split("/")[0] in ("document", "proof", "sequence")
    plain = gzip.decompress(data)
    for _ in range(12):
        place = random.randrange(len(plain))
        path.write_bytes(gzip.compress(plain[:place] + bytes([random.randrange(256)]) + plain[place + 1 :]))
        try:
            verify_path(path)
        except AdjudicatorError as error:
            assert error.problems[0].code.startswith("document/")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "unreadable", id="empty"),
        pytest.param(b"\x1f\x8b", "unreadable", id="only the mark of gzip"),
        pytest.param(b"\x1f\x8b" + bytes(100), "unreadable", id="no gzip"),
        pytest.param(gzip.compress(b"", mtime=0), "unreadable", id="nothing in it"),
        pytest.param(gzip.compress(b"hello" * 1000, mtime=0), "unreadable", id="no tar"),
        pytest.param(b"PK\x03\x04" + bytes(40), "unreadable", id="zip"),
        pytest.param(b"BZh91AY" + bytes(40), "unreadable", id="bzip2"),
        pytest.param(b"\xff" * 600, "unreadable", id="bytes"),
        pytest.param(gzip.compress(bytes(70_000_000), 1, mtime=0), "too-large", id="a bomb"),
    ],
)
def test_what_is_no_bundle_is_refused(tmp_path, data, code):
    path = tmp_path / "x.tar.gz"
    path.write_bytes(data)
    assert wrong_of(path).problems[0].code == f"document/{code}"


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "game-x/../../evil", "game-x/private/key", "game-x/record.yaml"]
)
def test_members_with_other_names_or_twice_are_refused(record, tmp_path, name):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as found:
        for member, data in (*members(record).items(), (name, b"x")):
            info = tarfile.TarInfo(name if member == name else f"game-x/{member}")
            info.size = len(data)
            found.addfile(info, io.BytesIO(data))
    path = tmp_path / "x.tar.gz"
    path.write_bytes(gzip.compress(plain.getvalue()))
    assert wrong_of(path).problems[0].code == "document/unreadable"


def test_a_link_in_the_archive_is_refused(tmp_path):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as found:
        info = tarfile.TarInfo("game-x/record.yaml")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        found.addfile(info)
    path = tmp_path / "x.tar.gz"
    path.write_bytes(gzip.compress(plain.getvalue()))
    assert wrong_of(path).problems[0].code == "document/unreadable"


def test_an_unpacked_or_packed_again_bundle_verifies(record, tmp_path):
    folder = unpack(members(record), tmp_path / "game-x")
    assert verify_path(folder).wrong is None
    subprocess.run(["tar", "czf", "again.tar.gz", "./game-x"], cwd=tmp_path, check=True)
    assert verify_path(tmp_path / "again.tar.gz").wrong is None
