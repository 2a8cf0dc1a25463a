"""Signatures in the format of OpenSSH (SSHSIG), the same bytes that `ssh-keygen -Y sign` writes.

One spelling only: the armor is made again from its key, namespace and 64 bytes, and compared.
"""

import hashlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from functools import lru_cache
from typing import Any, NoReturn

from adjudicator.documents.keys import ALGORITHM, Key, KeyPair
from adjudicator.errors import Problem, ProofError

CHARTER = "turnfile-charter"
ACT = "turnfile-act"
STATE = "turnfile-state"
RULING = "turnfile-ruling"

BEGIN = "-----BEGIN SSH SIGNATURE-----"
END = "-----END SSH SIGNATURE-----"
ARMOR_COLUMNS = 70
MAGIC = b"SSHSIG"
HASH = b"sha512"
# The order of the group: S must be smaller, or S and S + L would be two signatures of one text.
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493


def sign(pair: KeyPair, namespace: str, message: bytes) -> str:
    """Return the armored signature of `message`, with a line end after its last line."""
    return _armor(pair.key, namespace, pair.sign(_signed_data(namespace, message)))


def verify(key: Key, namespace: str, message: bytes, armor: str) -> None:
    """Return if `armor` is `key`'s one signature of `message` in `namespace`; else raise ProofError.

    proof/unknown-key if it was made with another key, proof/signature for everything else.
    """
    signature = _payload(armor)[-64:]
    if armor != _armor(key, namespace, signature):
        _refuse_envelope(key, namespace, armor)
    if int.from_bytes(signature[32:], "little") >= GROUP_ORDER:
        _refuse("the signature is not in its one canonical form (S is too large)")
    from cryptography.exceptions import InvalidSignature

    try:
        _verifier(key.raw).verify(signature, _signed_data(namespace, message))
    except InvalidSignature:
        _refuse("the signature does not fit the text",
                fix="the file was changed after signing: ask the sender to send it again as an attachment")


@lru_cache(maxsize=1024)
def _verifier(raw: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return Ed25519PublicKey.from_public_bytes(raw)


def _string(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _signed_data(namespace: str, message: bytes) -> bytes:
    return _signed_prefix(namespace) + hashlib.sha512(message).digest()


@lru_cache(maxsize=16)
def _signed_prefix(namespace: str) -> bytes:
    """Return what is signed, up to the 64 bytes of the text's hash."""
    return MAGIC + _string(namespace.encode("ascii")) + _string(b"") + _string(HASH) + _string(bytes(64))[:4]


@lru_cache(maxsize=1024)
def _envelope_prefix(raw: bytes, namespace: str) -> bytes:
    """Return the envelope up to the 64 bytes of the raw signature."""
    inner = _string(ALGORITHM) + _string(bytes(64))[:4]
    return (MAGIC + (1).to_bytes(4, "big") + _string(Key(raw).blob) + _string(namespace.encode("ascii")) + _string(b"")
            + _string(HASH) + (len(inner) + 64).to_bytes(4, "big") + inner)


def _armor(key: Key, namespace: str, signature: bytes) -> str:
    blob = _envelope_prefix(key.raw, namespace) + signature
    text = b64encode(blob).decode("ascii")
    lines = [text[start:start + ARMOR_COLUMNS] for start in range(0, len(text), ARMOR_COLUMNS)]
    return "\n".join([BEGIN, *lines, END, ""])


def _payload(armor: str) -> bytes:
    lines = armor.split("\n")
    if len(armor) > 2000 or len(lines) < 4 or lines[0] != BEGIN or lines[-2:] != [END, ""]:
        _refuse("the signature is not framed as ssh-keygen writes it", expected=f"{BEGIN} ... {END}")
    try:
        return b64decode("".join(lines[1:-2]), validate=True)
    except (Base64Error, ValueError):
        _refuse("the signature is damaged", expected="base64 in lines of 70 columns")


def signing_key(armor: str) -> Key:
    """Return the key that an armored signature says it was made with. Raises ProofError if none can be read."""
    blob = _payload(armor)
    start = len(MAGIC) + 4 + 4 + 4 + len(ALGORITHM) + 4
    if len(blob) < start + 32:
        _refuse("the signature is damaged", expected="an SSHSIG envelope")
    return Key(blob[start:start + 32])


def _refuse_envelope(key: Key, namespace: str, armor: str) -> NoReturn:
    """Say in which part the envelope differs from the one it should be."""
    rest = _payload(armor)
    parts: list[bytes] = []
    if rest[:10] == MAGIC + (1).to_bytes(4, "big"):
        rest = rest[10:]
        while len(rest) >= 4 and len(parts) < 5:
            size = int.from_bytes(rest[:4], "big")
            parts.append(rest[4:4 + size])
            rest = rest[4 + size:]
    if len(parts) != 5 or rest:
        _refuse("the signature is damaged", expected="an SSHSIG envelope")
    public, found_namespace, reserved, hash_name, _ = parts
    if public != key.blob:
        raise ProofError(Problem("proof/unknown-key", "this was signed with another key than the charter names",
                                 expected=key.text, got=b64encode(public[-33:]).decode("ascii")[:60],
                                 fix="sign with the key that the charter names for this seat"))
    if found_namespace != namespace.encode("ascii"):
        _refuse("the signature was made for another purpose", expected=namespace,
                got=ascii(found_namespace.decode("latin-1"))[1:-1][:60])
    if reserved or hash_name != HASH:
        _refuse("the signature uses other settings", expected="sha512, nothing reserved",
                got=ascii(hash_name.decode("latin-1"))[1:-1][:60])
    _refuse("the signature is not in its one canonical form", expected="base64 in lines of 70 columns, nothing more")


def _refuse(message: str, *, expected: str = "", got: str = "", fix: str = "") -> NoReturn:
    raise ProofError(Problem("proof/signature", message, expected=expected, got=got, fix=fix))
