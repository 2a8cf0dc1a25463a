"""A game folder: charter.yaml, record/, inbox/, proofs/, outbox/, private/ and folder.yaml.

Every file is whole or absent. A document is written before any file that rests on it, and deleted (when a conflict
moves it) only after its new place is on disk, so a command that was killed goes on from what is there.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from adjudicator.documents.text import MAX_STREAM_BYTES
from adjudicator.errors import AdjudicatorError, Problem, SequenceError
from adjudicator.names import Digest, Seat
from adjudicator.store.files import PARTIAL, read_bytes, write_atomic
from adjudicator.store.layout import CHARTER, INBOX, OUTBOX, PRIVATE, PROOFS, RECORD, REFUSED, SETTINGS
from adjudicator.store.lock import Lock, lock

STATE = "-state.yaml"
NONCE = "enrolment-nonce"
_OUTBOX_NAME = re.compile(r"to-([a-z][a-z0-9_]*)-(\d{4,})\.yaml")


@dataclass(frozen=True)
class Settings:
    """What belongs to this copy alone: who plays here with which key, and whether it was rebuilt from mails."""

    seat: Seat
    key: str
    rebuilt: bool = False


class GameFolder:
    """One game on disk. Knows file names and bytes, nothing of their meaning."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: Lock | None = None

    def hold(self) -> None:
        """Keep other processes from working in the folder, as long as this lives. Raises TransportError if one does."""
        self._lock = lock(self.path)

    def exists(self) -> bool:
        """Answer whether a game is here."""
        return (self.path / CHARTER).is_file()

    def require(self) -> None:
        """Raise SequenceError unless a game is here."""
        if not self.exists():
            bundles = sorted(self.path.glob("*.tar.gz"))
            raise SequenceError(
                Problem(
                    "sequence/no-game",
                    "this folder holds no game" + (", but a bundle" if len(bundles) == 1 else ""),
                    file=str(self.path),
                    expected=CHARTER,
                    fix=f"verify {bundles[0]}" if len(bundles) == 1 else "start one with new or join",
                )
            )

    def read(self, name: str) -> bytes:
        """Return the bytes of one file of the folder."""
        return read_bytes(self.path / name, MAX_STREAM_BYTES)

    def names(self, part: str) -> tuple[str, ...]:
        """Return the file names in a part of the folder, sorted; partial files of a crash are not there."""
        folder = self.path / part
        if not folder.is_dir():
            return ()
        return tuple(sorted(p.name for p in folder.iterdir() if p.is_file() and not p.name.endswith(PARTIAL)))

    def acts(self) -> tuple[tuple[str, bytes], ...]:
        """Return every stored act, path and bytes: record, proofs, inbox; by state number within each."""
        return tuple(
            (f"{part}/{name}", self.read(f"{part}/{name}"))
            for part in (RECORD, PROOFS, INBOX)
            for name in self.names(part)
            if not name.endswith(STATE) and not name.startswith(REFUSED)
        )

    def signed_states(self) -> tuple[tuple[str, bytes], ...]:
        """Return every state of the record that somebody signed, path and bytes."""
        states = (
            (f"{RECORD}/{name}", self.read(f"{RECORD}/{name}")) for name in self.names(RECORD) if name.endswith(STATE)
        )
        return tuple((path, data) for path, data in states if b"\nsignature: |\n" in data)

    def public_files(self) -> dict[str, bytes]:
        """Return every file that belongs to the record and what was set aside from it, path to bytes."""
        paths = [CHARTER, *(f"{part}/{name}" for part in (RECORD, PROOFS, INBOX) for name in self.names(part))]
        return {path: self.read(path) for path in paths}

    def save(self, files: Mapping[str, str]) -> None:
        """Bring charter, record, proofs and inbox to `files`; what moved is deleted last.

        The record is written after the rest: in a conflict one of its files may be overwritten, and what stood in it
        must be in proofs/ before that.
        """
        for name, text in sorted(files.items(), key=lambda item: item[0].startswith(f"{RECORD}/")):
            path = self.path / name
            data = text.encode("ascii")
            if not path.is_file() or path.read_bytes() != data:
                write_atomic(path, data)
        standing = {text.encode("ascii") for text in files.values()}
        for part in (INBOX, RECORD, PROOFS):
            for name in self.names(part):
                path = self.path / part / name
                if f"{part}/{name}" not in files and (name.endswith(STATE) or path.read_bytes() in standing):
                    path.unlink()

    def keep_refused(self, name: str, text: str) -> None:
        """Keep a signed document whose proof failed, as evidence; it is never read back into the game."""
        path = self.path / PROOFS / f"{REFUSED}{name}"
        if not path.is_file():
            write_atomic(path, text.encode("ascii"))

    # -- this copy's own -----------------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """Return this copy's settings. Raises DocumentError if they are damaged, TransportError if gone."""
        from adjudicator.documents.orders import read_orders

        try:
            settings: Settings = read_orders(self.read(SETTINGS), Settings)
        except AdjudicatorError as error:
            raise error.located(SETTINGS) from None
        return settings

    def save_settings(self, settings: Settings) -> None:
        """Write this copy's settings."""
        from adjudicator.documents.text import emit

        (self.path / PRIVATE).mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(self.path / SETTINGS, emit(asdict(settings)).encode("ascii"), private=True)

    def nonce(self) -> Digest | None:
        """Return the nonce of the own enrolment, or None before one was chosen."""
        path = self.path / PRIVATE / NONCE
        return read_bytes(path, 1000).decode("ascii", "replace").strip() if path.is_file() else None

    def save_nonce(self, nonce: Digest) -> None:
        """Write down the nonce of the own enrolment; it stays."""
        write_atomic(self.path / PRIVATE / NONCE, f"{nonce}\n".encode("ascii"), private=True)

    # -- mails to send -------------------------------------------------------------------------------------------

    def sent(self, seat: Seat) -> tuple[int, ...]:
        """Return the numbers of the turn files written to a seat."""
        matches = (_OUTBOX_NAME.fullmatch(name) for name in self.names(OUTBOX))
        return tuple(sorted(int(match[2]) for match in matches if match and match[1] == seat))

    def posted(self, seat: Seat, number: int) -> str:
        """Return the turn file of a number written to a seat, or if there is none the last one; "" if none was."""
        sent = self.sent(seat)
        if not sent:
            return ""
        name = self.mail_name(seat, number if number in sent else sent[-1])
        return self.read(f"{OUTBOX}/{name}").decode("latin-1")

    @staticmethod
    def mail_name(seat: Seat, number: int) -> str:
        """Return the name of the turn file of a number to a seat."""
        return f"to-{seat}-{number:04d}.yaml"

    def post(self, seat: Seat, number: int, text: str) -> Path:
        """Write the turn file to mail to a seat; a file of the same number is replaced by its longer successor."""
        path = self.path / OUTBOX / self.mail_name(seat, number)
        data = text.encode("ascii")
        if not path.is_file() or path.read_bytes() != data:
            write_atomic(path, data)
        return path
