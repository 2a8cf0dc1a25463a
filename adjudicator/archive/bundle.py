"""A bundle: one compressed file that holds a whole game and all that is needed to check it without this program.

The same record gives the same archive, byte for byte: names, order and metadata are fixed. Only what is listed here
goes in, so nothing that is private to a copy of the game can.
"""

import io
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from adjudicator.archive.stream import ASIDE, STREAM, record_of, record_stream, stand_aside
from adjudicator.archive.verification import verify_record
from adjudicator.archive.verified import Verified
from adjudicator.catalogue.games import part_bytes
from adjudicator.documents.charter import charter_keys
from adjudicator.documents.kinds import Charter
from adjudicator.documents.signed import parse
from adjudicator.documents.text import MAX_STREAM_BYTES, emit
from adjudicator.errors import AdjudicatorError, DocumentError, Problem, ProofError
from adjudicator.names import REFEREE
from adjudicator.store.layout import CHARTER, RECORD

README, MANIFEST, SUMS, SCRIPT, SPECIFICATION = "README.txt", "manifest.yaml", "SHA256SUMS", "verify.sh", "PROTOCOL.md"
SIGNERS, COMPONENTS = "allowed_signers", "components"
SUFFIX = ".tar.gz"
GZIP = b"\x1f\x8b"
_MEMBER = re.compile(
    rf"(?:{README}|{MANIFEST}|{SUMS}|{SCRIPT}|{SPECIFICATION}|{SIGNERS}|{STREAM}|{ASIDE}"
    rf"|{COMPONENTS}/[a-zA-Z0-9_][a-zA-Z0-9_.-]{{0,59}})"
)
_NEEDED = (README, MANIFEST, SUMS, SCRIPT, SPECIFICATION, SIGNERS, STREAM)
_SUM_LINE = re.compile(rb"([0-9a-f]{64})  ([a-zA-Z0-9_./-]+)")


def bundle_name(game: str) -> str:
    """Return how the folder of a game's bundle is named; its file has `.tar.gz` behind it."""
    return f"game-{game[:8]}"


def members_of(files: Mapping[str, bytes], verified: Verified) -> dict[str, bytes]:
    """Return the files of the bundle of a verified record, name to bytes, in the order in which they are packed."""
    assert verified.rules is not None and verified.wrong is None
    stream = record_stream(files)
    aside = stand_aside(files)
    parts = {f"{COMPONENTS}/{part}": part_bytes(verified.rules, part) for part in sorted(verified.rules.parts)}
    record = [name for name in files if name.startswith(f"{RECORD}/")]
    manifest = {
        "bundle": 1,
        "game": verified.game,
        "state": verified.states,
        "last": verified.head,
        "finished": verified.outcome is not None,
        "documents": 1 + len(record) + len(aside),
        "acts": verified.counts["acts"],
        "aside": len(aside),
    }
    members = {
        MANIFEST: emit(manifest).encode("ascii"),
        README: shipped(f"bundle/{README}"),
        SCRIPT: shipped(f"bundle/{SCRIPT}"),
        SPECIFICATION: shipped(SPECIFICATION),
        SIGNERS: signers_file(files[CHARTER]),
        **parts,
        STREAM: stream,
        **({ASIDE: b"".join(aside.values())} if aside else {}),
    }
    return {SUMS: sums_of(members), **members}


def shipped(name: str) -> bytes:
    """Return a file of schemas/, beside the package in its repository, inside it where it is installed."""
    package = Path(__file__).parents[1]
    folder = next(place for place in (package / "schemas", package.parent / "schemas") if place.is_dir())
    return (folder / name).read_bytes()


def sums_of(members: Mapping[str, bytes]) -> bytes:
    """Return the SHA-256 of every member as `sha256sum -c` reads it."""
    return "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in sorted(members.items())).encode("ascii")


def signers_file(charter: bytes) -> bytes:
    """Return the keys of a charter as `ssh-keygen -f` reads them: who may sign what."""
    document = parse(charter).document
    assert isinstance(document, Charter)
    lines = []
    for seat, key in charter_keys(document).items():
        kinds = ["charter", "act", *(["state"] if seat == REFEREE else [])]
        spaces = ",".join(f"turnfile-{kind}" for kind in kinds)
        lines.append(f'{seat} namespaces="{spaces}" {" ".join(key.line("").split()[:2])}\n')
    return "".join(lines).encode("ascii")


def packed(members: Mapping[str, bytes], name: str) -> bytes:
    """Return members as one compressed archive with a folder `name`; no clock, user or system leaves a trace."""
    import gzip
    import tarfile

    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for member, data in members.items():
            info = tarfile.TarInfo(f"{name}/{member}")
            info.size = len(data)
            info.mode = 0o755 if member == SCRIPT else 0o644
            archive.addfile(info, io.BytesIO(data))
    small = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=small, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(plain.getvalue())
    return small.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return the members of an archive. Raises DocumentError for whatever is no bundle, or a damaged one."""
    import tarfile
    import zlib

    if not data.startswith(GZIP):
        raise _unreadable("this is no bundle", expected="a file game-XXXXXXXX.tar.gz, as pack writes it")
    members: dict[str, bytes] = {}
    folder = ""
    try:
        with tarfile.open(fileobj=_plain(data), mode="r:") as archive:
            for info in archive:
                path = info.name.removeprefix("./")
                folder = folder or path.partition("/")[0]
                member = path.removeprefix(f"{folder}/")
                if info.isdir() and member in (folder, COMPONENTS):
                    continue
                if not info.isreg() or not _MEMBER.fullmatch(member) or member in members:
                    raise _unreadable(f"{ascii(info.name)[1:-1]} does not belong in a bundle, or stands in it twice")
                file = archive.extractfile(info)
                members[member] = file.read() if file else b""
                if len(members[member]) != info.size:
                    raise EOFError
    except (tarfile.TarError, EOFError, OSError, ValueError, OverflowError, zlib.error) as error:
        raise _unreadable("the archive is damaged", got=type(error).__name__) from None
    return members


def _plain(data: bytes) -> io.BytesIO:
    """Return the decompressed archive, whole; raises DocumentError if it is larger than any game."""
    import gzip

    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        plain = file.read(MAX_STREAM_BYTES + 1)
    if len(plain) > MAX_STREAM_BYTES:
        raise DocumentError(
            Problem(
                "document/too-large",
                "the archive is larger than any game",
                expected=f"at most {MAX_STREAM_BYTES} bytes",
            )
        )
    return io.BytesIO(plain)


def _unreadable(message: str, file: str = "", expected: str = "", got: str = "") -> DocumentError:
    return DocumentError(
        Problem("document/unreadable", message, file=file, expected=expected, got=got, fix="get the bundle again")
    )


def verify_members(members: Mapping[str, bytes]) -> Verified:
    """Verify the members of a bundle: sums, then the record as in a folder, then what the other members say of it."""
    try:
        _check_sums(members)
        files = record_of(members[STREAM], members.get(ASIDE, b""))
    except AdjudicatorError as error:
        return Verified(wrong=error)
    verified = verify_record(files)
    if verified.wrong is None:
        honest = members_of(files, verified)
        for name in (MANIFEST, SIGNERS, ASIDE, *(name for name in honest if name.startswith(COMPONENTS))):
            if members.get(name) != honest.get(name):
                message = "this is not what the record says" if name in members else "it is missing"
                verified.wrong = ProofError(Problem("proof/bundle", message, file=name, fix="pack the game again"))
                break
    return verified


def _check_sums(members: Mapping[str, bytes]) -> None:
    """Raise DocumentError for a member that is missing, not listed or damaged."""
    for name in _NEEDED:
        if name not in members:
            raise _unreadable("it is missing in the bundle", file=name)
    listed = {}
    for line in members[SUMS].splitlines():
        found = _SUM_LINE.fullmatch(line)
        if found is None:
            raise _unreadable("this is no list of sums", file=SUMS)
        listed[found[2].decode("ascii")] = found[1].decode("ascii")
    for name in sorted({*listed, *members} - {SUMS}):
        if name not in members or listed.get(name) != sha256(members[name]).hexdigest():
            raise _unreadable("its sum is not the one in SHA256SUMS", file=name)
