"""The test vectors by hand: hashlib, a cipher and the words of the specification, nothing of the program."""

import hashlib
import hmac
from base64 import b64decode, b64encode
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from tests.specification import BY_NAME, VECTORS, ids, of_kind


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def number(seed: str, label: str, below: int) -> tuple[int, list[int]]:
    words = []
    for counter in range(100):
        words.append(int(sha(f"turnfile1/draw\n{seed}\n{label}\n{counter}\n")[:16], 16))
        if words[-1] < 2**64 - 2**64 % below:
            break
    return words[-1] % below, words


@pytest.mark.parametrize("vector", [vector for vector in VECTORS if "preimage" in vector], ids=ids)
def test_a_hash_is_that_of_its_lines(vector: dict[str, Any]) -> None:
    assert sha(vector["preimage"]) == vector["result"]
    assert set(vector["input"].values() if vector["kind"] == "chain" else ()) <= {
        3, 2, 1, *vector["preimage"].split("\n"),
    }  # fmt: skip


@pytest.mark.parametrize("vector", of_kind("number"), ids=ids)
def test_a_number_by_hand(vector: dict[str, Any]) -> None:
    given = vector["input"]
    result, words = number(given["seed"], given["label"], given["below"])
    assert result == vector["result"]
    assert words == vector.get("words", words)


def test_one_vector_refuses_numbers() -> None:
    assert any(len(vector.get("words", ())) > 2 for vector in VECTORS)


@pytest.mark.parametrize("vector", of_kind("draw"), ids=ids)
def test_a_draw_by_hand(vector: dict[str, Any]) -> None:
    given = vector["input"]
    rest = sorted(given["pool"])
    drawn = [
        rest.pop(number(given["seed"], f"{given['label']}.{n + 1}", len(rest))[0]) for n in range(given["count"])
    ]
    assert drawn == vector["result"]


@pytest.mark.parametrize("vector", of_kind("default-secret"), ids=ids)
def test_the_default_by_hand(vector: dict[str, Any]) -> None:
    given = vector["input"]
    key = hmac.digest(bytes.fromhex(given["nonce"]), bytes.fromhex(given["seed"]), "sha256")
    info = f"turnfile1/secret\n{given['game']}\n{given['seat']}\n"
    secret = hmac.digest(key, info.encode("ascii") + b"\x01", "sha256")
    assert secret.hex() == vector["result"]
    link = hmac.digest(secret, b"turnfile1/chain\npublic\n", "sha256").hex()
    assert link == BY_NAME["default-link-3"]["result"]
    context = BY_NAME["commit-scalar"]["preimage"].split("\n", 1)[1].rsplit("\n", 2)[0] + "\n"
    salt_key = hmac.digest(secret, b"turnfile1/salt\n", "sha256")
    assert hmac.digest(salt_key, context.encode("ascii"), "sha256").hex() == BY_NAME["default-salt"]["result"]
    assert hmac.digest(secret, b"turnfile1/seal\n", "sha256").hex() == BY_NAME["default-seal"]["result"]


# -- dealing, by section 4.5 and by a library that knows nothing of it -----------------------------------------------


def extract(suite: bytes, salt: bytes, label: bytes, ikm: bytes) -> bytes:
    return hmac.digest(salt, b"HPKE-v1" + suite + label + ikm, "sha256")


def expand(suite: bytes, prk: bytes, label: bytes, context: bytes, length: int) -> bytes:
    return hmac.digest(prk, bytes([0, length]) + b"HPKE-v1" + suite + label + context + b"\1", "sha256")[:length]


def schedule(sender: bytes, seal: bytes, info: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """Return enc, shared, key and nonce."""
    kem, hpke = b"KEM\x00\x20", b"HPKE\x00\x20\x00\x01\x00\x03"
    enc = X25519PrivateKey.from_private_bytes(sender).public_key().public_bytes_raw()
    dh = X25519PrivateKey.from_private_bytes(sender).exchange(X25519PublicKey.from_public_bytes(seal))
    shared = expand(kem, extract(kem, b"", b"eae_prk", dh), b"shared_secret", enc + seal, 32)
    bound = b"\0" + extract(hpke, b"", b"psk_id_hash", b"") + extract(hpke, b"", b"info_hash", info)
    prk = extract(hpke, shared, b"secret", b"")
    return enc, shared, expand(hpke, prk, b"key", bound, 32), expand(hpke, prk, b"base_nonce", bound, 12)


def test_an_envelope_by_hand() -> None:
    given = BY_NAME["envelope"]["input"]
    bound = [given[key] for key in ("game", "from", "seat", "name")]
    info = "".join(f"{line}\n" for line in ("turnfile1/envelope", *bound))
    seal = b64decode(BY_NAME["seal"]["result"])
    enc, shared, key, nonce = schedule(bytes.fromhex(BY_NAME["sender"]["result"]), seal, info.encode("ascii"))
    assert shared.hex() == BY_NAME["envelope-shared"]["result"]
    assert key.hex() == BY_NAME["envelope-key"]["result"]
    assert nonce.hex() == BY_NAME["envelope-nonce"]["result"]
    plain = f'"AMB"\n{BY_NAME["card"]["result"]}\n'.ljust(144, "\n").encode("ascii")
    whole = enc + ChaCha20Poly1305(key).encrypt(nonce, plain, b"")
    assert len(whole) == 192
    assert b64encode(whole).decode("ascii") == BY_NAME["envelope"]["result"]
    suite = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
    secret = X25519PrivateKey.from_private_bytes(bytes.fromhex(given["secret"]))
    assert secret.public_key().public_bytes_raw() == seal
    assert suite.decrypt(whole, secret, info=info.encode("ascii")) == plain


def test_the_key_schedule_is_that_of_the_rfc() -> None:
    """RFC 9180, appendix A.2.1: the sender's secret there comes from ikmE, here it is given."""
    enc, shared, key, nonce = schedule(
        bytes.fromhex("f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600"),
        bytes.fromhex("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a"),
        b"Ode on a Grecian Urn",
    )
    assert enc.hex() == "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"
    assert shared.hex() == "0bbe78490412b4bbea4812666f7916932b828bba79942424abb65244930d69a7"
    assert key.hex() == "ad2744de8e17f4ebba575b3f5f5a8fa1f69c2a07f6e7500bc60ca6e3e3ec1c91"
    assert nonce.hex() == "5c4d98150661b848853b547f"
    sealed = ChaCha20Poly1305(key).encrypt(nonce, b"Beauty is truth, truth beauty", b"Count-0")
    assert sealed.hex() == "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28"
