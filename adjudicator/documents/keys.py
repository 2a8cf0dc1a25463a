"""Signing keys: Ed25519 in the files of OpenSSH, so that ssh-keygen reads ours and we read its own."""

import os
import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from adjudicator.errors import DocumentError, Problem, ProofError, TransportError

ALGORITHM = b"ssh-ed25519"
# The first 24 characters of every Ed25519 public key line; what follows is the key as it stands in documents.
LINE_START = "AAAAC3NzaC1lZDI1NTE5AAAA"
KDF_ROUNDS = 64  # about half a second a guess
PRIME = 2**255 - 19
_D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME


@dataclass(frozen=True, slots=True)
class Key:
    """A public key: 32 bytes, checked not to be weak."""

    raw: bytes

    def __post_init__(self) -> None:
        _check_point(self.raw)

    @classmethod
    def parse(cls, line: str) -> Self:
        """Return the key of a `.pub` line, of its base64 part, or of the 44 characters used in documents.

        Raises DocumentError for what is no Ed25519 key, ProofError (proof/weak-key) for a key that proves nothing.
        """
        words = line.split()
        text = words[1] if len(words) > 1 and words[0] == ALGORITHM.decode() else words[0] if words else ""
        text = text.removeprefix(LINE_START)
        try:
            blob = b64decode(text, validate=True)
        except (Base64Error, ValueError):
            blob = b""
        if len(text) != 44 or len(blob) != 33 or blob[0] != 32:
            raise DocumentError(Problem("document/schema", "this is not an Ed25519 public key", got=ascii(line[:60]),
                                        expected="ssh-ed25519 AAAA... name",
                                        fix="send the line that `key show` prints, or make a key with `key new`"))
        return cls(blob[1:])

    @property
    def text(self) -> str:
        """Return the 44 characters that stand for the key in documents."""
        return b64encode(b"\x20" + self.raw).decode("ascii")

    def line(self, name: str) -> str:
        """Return the `.pub` line, without a line end; `name` is its comment, white space in it becomes `-`."""
        return f"{ALGORITHM.decode()} {LINE_START}{self.text} {re.sub(r'[^!-~]+', '-', name)}".rstrip()

    @property
    def blob(self) -> bytes:
        """Return the key in the wire format of SSH."""
        return b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20" + self.raw


@dataclass(frozen=True, slots=True, repr=False)
class KeyPair:
    """A private key with its public half. Never printed: its repr shows the public half only."""

    private: Any  # Ed25519PrivateKey; the class is imported only where a key is used
    key: Key

    def __repr__(self) -> str:
        return f"KeyPair({self.key.text})"

    @classmethod
    def generate(cls) -> Self:
        """Return a new random key pair."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls._of(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> Self:
        """Return the key pair of a 32-byte seed."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls._of(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def _of(cls, private: Any) -> Self:
        return cls(private, Key(private.public_key().public_bytes_raw()))

    @property
    def public_text(self) -> str:
        """Return the 44 characters that stand for the key in documents."""
        return self.key.text

    @property
    def seed(self) -> bytes:
        """Return the 32 secret bytes the key is made of, for deriving further secrets."""
        seed: bytes = self.private.private_bytes_raw()
        return seed

    def sign(self, data: bytes) -> bytes:
        """Return the raw signature, 64 bytes."""
        signature: bytes = self.private.sign(data)
        return signature


def load_key_pair(path: Path, passphrase: str | None = None) -> KeyPair:
    """Return the key pair of a private key file. The passphrase is asked for by the caller and ignored if not needed.

    Raises TransportError if the file cannot be read or opened with this passphrase, DocumentError if it is no
    Ed25519 key in OpenSSH format.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TransportError(Problem("transport/key-file", "the key file cannot be read", file=str(path),
                                     got=error.strerror or "", fix="make a key with `key new`")) from None
    return key_pair_of(data, passphrase, str(path))


def key_pair_of(data: bytes, passphrase: str | None = None, name: str = "") -> KeyPair:
    """Return the key pair in the bytes of a private key file; `name` is the file that errors speak of."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    locked = is_locked(data)
    if locked and not passphrase:
        raise TransportError(Problem("transport/passphrase", "the key is locked with a passphrase", file=name,
                                     expected="its passphrase", got="none"))
    try:
        private = load_ssh_private_key(data, passphrase_bytes(passphrase) if locked and passphrase else None)
    except UnsupportedAlgorithm as error:
        raise DocumentError(Problem("document/unreadable", "this kind of key cannot be used", file=name,
                                    expected="an Ed25519 key in OpenSSH format", got=ascii(str(error))[1:60],
                                    fix="make a key with `key new`")) from None
    except Exception as error:  # a damaged file raises many things, down to assertion errors
        if locked and "checksum" in str(error):
            raise TransportError(Problem("transport/passphrase", "the passphrase is wrong", file=name,
                                         fix="type it again")) from None
        raise DocumentError(Problem("document/unreadable", "this is not a private key file", file=name,
                                    expected="-----BEGIN OPENSSH PRIVATE KEY-----",
                                    fix="name the file without .pub, or make a key with `key new`")) from None
    if not isinstance(private, Ed25519PrivateKey):
        raise DocumentError(Problem("document/unreadable", "this kind of key cannot be used", file=name,
                                    expected="an Ed25519 key in OpenSSH format", got=type(private).__name__.lstrip("_"),
                                    fix="make a key with `key new`, or with ssh-keygen -t ed25519"))
    return KeyPair._of(private)


def is_locked(data: bytes) -> bool:
    """Return whether a private key file is locked with a passphrase."""
    body = b"".join(line for line in data.splitlines() if not line.startswith(b"-----"))
    try:
        raw = b64decode(body)
    except (Base64Error, ValueError):
        return False
    return len(raw) > 23 and raw.startswith(b"openssh-key-v1\0") and raw[15:23] != b"\x00\x00\x00\x04none"


def passphrase_bytes(passphrase: str) -> bytes:
    """Return the bytes of a passphrase: UTF-8 in composed form, so that no keyboard or code page changes them."""
    from unicodedata import normalize

    return normalize("NFC", passphrase).encode("utf-8")


def write_key_pair(pair: KeyPair, path: Path, name: str, passphrase: str | None = None) -> None:
    """Write the private key to `path` (mode 0600) and the public line to `path`.pub; never over an existing file."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    public = path.with_name(path.name + ".pub")
    lock: Any = NoEncryption()
    if passphrase:
        lock = PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(KDF_ROUNDS).build(passphrase_bytes(passphrase))
    for file in (path, public):
        _clear(file)
        if file.exists():
            _refuse_existing(file)
    _write_new(path, pair.private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, lock), 0o600)
    _write_new(public, (pair.key.line(name) + "\n").encode("ascii"), 0o644)


def complete_key_pair(path: Path, name: str, passphrase: str | None) -> Key:
    """Write the public line that is missing beside a private key: the command that made the key was killed."""
    pair = key_pair_of(path.read_bytes(), passphrase, str(path))
    public = path.with_name(path.name + ".pub")
    for file in (path, public):
        _clear(file)
    _write_new(public, (pair.key.line(name) + "\n").encode("ascii"), 0o644)
    return pair.key


def _clear(path: Path) -> None:
    """Delete the parts of `path` that commands which were killed have left: they may hold a private key."""
    for part in path.parent.glob(f"{path.name}.*.part"):
        part.unlink(missing_ok=True)


def _write_new(path: Path, data: bytes, mode: int) -> None:
    """Write a file that appears whole or not at all, and replaces none."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(part, flags, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _give_name(part, path)
    except FileExistsError:
        _refuse_existing(path)
    except OSError as error:
        raise TransportError(Problem("transport/key-file", "the key file cannot be written", file=str(path),
                                     got=error.strerror or "")) from None


def _give_name(part: Path, path: Path) -> None:
    try:
        os.link(part, path)  # unlike a rename, a link fails if the name is taken
    except FileExistsError:
        part.unlink()
        raise
    except OSError:  # a file system without links, as on many memory sticks
        if path.exists():
            part.unlink()
            raise FileExistsError(path) from None
        part.rename(path)
    else:
        part.unlink()


def _refuse_existing(path: Path) -> None:
    raise TransportError(Problem("transport/key-exists", "there is a file of this name, and it is not replaced",
                                 file=str(path), fix="choose another name; a key that is lost cannot be made again"))


@lru_cache(maxsize=1024)
def _check_point(raw: bytes) -> None:
    """Raise ProofError unless `raw` encodes, canonically, a point of the curve that is not of small order."""
    if len(raw) != 32:
        _weak("a key has 32 bytes")
    number = int.from_bytes(raw, "little")
    y = number & (2**255 - 1)  # the highest bit is the sign of x
    if y >= PRIME:
        _weak("the key is not written in its one canonical form")
    top, bottom = (y * y - 1) % PRIME, (_D * y * y + 1) % PRIME
    square = top * pow(bottom, PRIME - 2, PRIME) % PRIME
    if square and pow(square, (PRIME - 1) // 2, PRIME) != 1:
        _weak("the key is no point of the curve")
    # Eight times a point of small order is the neutral element (0, 1). Doubling here needs only y and the square of x:
    # with p = d x^2 y^2, y becomes (y^2 + x^2) / (1 - p) and x becomes 2 x y / (1 + p).
    for _ in range(3):
        y_square = y * y % PRIME
        product = _D * square * y_square % PRIME
        y, square = ((y_square + square) * pow(1 - product, PRIME - 2, PRIME) % PRIME,
                     4 * square * y_square * pow((1 + product) ** 2, PRIME - 2, PRIME) % PRIME)
    if y == 1:
        _weak("with this key one signature fits every text")


def _weak(reason: str) -> None:
    raise ProofError(Problem("proof/weak-key", reason, fix="ask for a key made by `key new` or ssh-keygen"))
