"""Checking whatever a path names: a game folder, a bundle, its unpacked folder, or a file of documents."""

from pathlib import Path

from adjudicator.archive.bundle import GZIP, SUMS, unpacked, verify_members
from adjudicator.archive.examining import Examined, examine
from adjudicator.archive.stream import ASIDE, STREAM, record_of
from adjudicator.archive.verification import verify_record
from adjudicator.archive.verified import Verified
from adjudicator.documents.text import MAX_STREAM_BYTES
from adjudicator.errors import DocumentError, Problem
from adjudicator.store.files import read_bytes
from adjudicator.store.folder import GameFolder

_OTHERS = {b"PK": "a zip file", b"BZh": "a bzip2 file", b"\xfd7zXZ": "an xz file", b"\x28\xb5\x2f\xfd": "a zstd file"}


def verify_path(path: Path) -> Verified | Examined:
    """Verify the game in a folder or bundle, or examine a file of documents.

    Raises an AdjudicatorError if there is nothing that could be verified: no game, a damaged archive, no such file.
    """
    if path.is_dir():
        return verify_members(_members(path)) if _is_bundle(path) else verify_record(_record(path))
    data = _file(path)
    return verify_members(unpacked(data)) if data.startswith(GZIP) else examine(data)


def record_at(path: Path) -> dict[str, bytes]:
    """Return the files of the record in a folder or bundle, not yet verified."""
    if path.is_dir() and not _is_bundle(path):
        return _record(path)
    if path.is_dir():
        members = _members(path)
    else:
        data = _file(path)
        if not data.startswith(GZIP):
            raise DocumentError(
                Problem("document/unreadable", "this is no whole game", expected="a game folder, or a bundle")
            )
        members = unpacked(data)
    if STREAM not in members:
        raise DocumentError(Problem("document/unreadable", "it is missing in the bundle", file=STREAM))
    return record_of(members[STREAM], members.get(ASIDE, b""))


def _file(path: Path) -> bytes:
    data = read_bytes(path, MAX_STREAM_BYTES)
    for magic, name in _OTHERS.items():
        if data.startswith(magic):
            raise DocumentError(
                Problem("document/unreadable", f"this is {name}", expected="a bundle .tar.gz, or a turn file")
            )
    return data


def _record(path: Path) -> dict[str, bytes]:
    folder = GameFolder(path)
    folder.require()
    return folder.public_files()


def _is_bundle(path: Path) -> bool:
    """Answer whether a folder is an unpacked bundle."""
    return (path / SUMS).is_file() and (path / STREAM).is_file()


def _members(path: Path) -> dict[str, bytes]:
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return {file.relative_to(path).as_posix(): read_bytes(file, MAX_STREAM_BYTES) for file in files}
