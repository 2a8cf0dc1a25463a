"""Sealed envelopes from the dealer to one seat: HPKE (RFC 9180) with X25519, HKDF-SHA256 and ChaCha20-Poly1305.

Any library of HPKE opens one. Sealing is written out here because the sender's key pair is not random: it follows from
the dealer's secret, so that once that is open everybody can make every envelope again and compare.
"""

import hmac

from adjudicator.names import Digest, Handle, Seat

PADDED = 144  # what is sealed always has this length: with key and tag 192 bytes, four pieces of base64
PIECE = 64
ENVELOPE = PADDED + 32 + 16

_KEM = b"KEM" + bytes.fromhex("0020")
_SUITE = b"HPKE" + bytes.fromhex("0020 0001 0003")


def context(game: Digest, state: Digest, seat: Seat, name: Handle) -> bytes:
    """Return what an envelope is bound to: it opens for no other game, state, seat or handle."""
    return f"turnfile1/envelope\n{game}\n{state}\n{seat}\n{name}\n".encode("ascii")


def sealed(text: str, recipient: bytes, sender: bytes, info: bytes) -> bytes:
    """Return the envelope that holds `text` for the owner of an X25519 public key, padded with line feeds.

    `sender` is the secret half (32 bytes) of a key pair that serves this envelope only. Raises ValueError for a text
    that is too long or a public key of small order.
    """
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    plain = text.encode("ascii").ljust(PADDED, b"\n")
    if len(plain) != PADDED:
        raise ValueError(f"an envelope holds at most {PADDED} bytes")
    encapsulated, key, nonce = _keys(recipient, sender, info)
    return encapsulated + ChaCha20Poly1305(key).encrypt(nonce, plain, b"")


def unsealed(envelope: bytes, secret: bytes, info: bytes) -> str | None:
    """Return the text in an envelope for the holder of an X25519 secret key, or None if it does not open."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

    suite = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
    try:
        plain: bytes = suite.decrypt(envelope, X25519PrivateKey.from_private_bytes(secret), info=info)
        return plain.decode("ascii").rstrip("\n") if len(plain) == PADDED else None
    except (InvalidTag, ValueError):
        return None


def unsealed_by_sender(envelope: bytes, recipient: bytes, sender: bytes, info: bytes) -> str | None:
    """Return the text in an envelope for whoever knows the sender's secret, or None if that did not seal it."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    encapsulated, key, nonce = _keys(recipient, sender, info)
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, envelope[len(encapsulated) :], b"").decode("ascii").rstrip("\n")
    except (InvalidTag, ValueError):
        return None


def public_half(secret: bytes) -> bytes:
    """Return the public key that belongs to an X25519 secret key."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def serves(public: bytes) -> bool:
    """Answer whether something can be sealed for a public key: 32 bytes, and not of small order."""
    try:
        sealed("", public, b"\x01" * 32, b"")
    except ValueError:
        return False
    return True


def _keys(recipient: bytes, sender: bytes, info: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the encapsulated key, the key and the nonce of the envelope from a sender's secret to a public key."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    ephemeral = X25519PrivateKey.from_private_bytes(sender)
    encapsulated = ephemeral.public_key().public_bytes_raw()
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(recipient))
    return encapsulated, *_schedule(_encapsulated(shared, encapsulated + recipient), info)


def _encapsulated(shared: bytes, keys: bytes) -> bytes:
    """Return the shared secret of the KEM (RFC 9180, section 4.1)."""
    extracted = _extract(_KEM, b"", b"eae_prk", shared)
    return _expand(_KEM, extracted, b"shared_secret", keys, 32)


def _schedule(shared: bytes, info: bytes) -> tuple[bytes, bytes]:
    """Return key and nonce of the first message in base mode (RFC 9180, section 5.1)."""
    bound = b"\x00" + _extract(_SUITE, b"", b"psk_id_hash", b"") + _extract(_SUITE, b"", b"info_hash", info)
    secret = _extract(_SUITE, shared, b"secret", b"")
    return _expand(_SUITE, secret, b"key", bound, 32), _expand(_SUITE, secret, b"base_nonce", bound, 12)


def _extract(suite: bytes, salt: bytes, label: bytes, keying: bytes) -> bytes:
    return hmac.digest(salt, b"HPKE-v1" + suite + label + keying, "sha256")


def _expand(suite: bytes, secret: bytes, label: bytes, info: bytes, length: int) -> bytes:
    labelled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(secret, labelled + b"\x01", "sha256")[:length]  # never more than one block is asked for
