import hashlib
import hmac
import json
import re
from base64 import b64decode, b64encode
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from msgspec import Struct, inspect
from msgspec import json as msgspec_json

from adjudicator.documents import kinds
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.reading import read
from adjudicator.documents.signature import ACT, CHARTER, RULING, STATE
from adjudicator.documents.signed import namespace_of, parse, sign, verify
from adjudicator.documents.text import emit, emit_value
from adjudicator.engine.streams import Stream
from adjudicator.names import Digest, split_handle
from adjudicator.protocol import envelope
from adjudicator.protocol.dealing import key_text
from adjudicator.protocol.hashes import (
    commitment_hash,
    context_lines,
    hash_lines,
    joint_seed,
    previous_link,
    private_seed,
)
from adjudicator.protocol.secrets import Secret
from tests import specification

ROOT = specification.ROOT
FILE = ROOT / "tests" / "vectors" / "specification.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="ascii"))
BY_NAME = {vector["name"]: vector for vector in VECTORS}
FAMILIES = ("document", "proof", "sequence", "transport")
HEAD = ("game", "number", "state", "seat", "request")


def ids(vector: Any) -> str:
    return str(vector["name"])


def of_kind(*names: str) -> list[dict[str, Any]]:
    return [vector for vector in VECTORS if vector["kind"] in names]


# -- the vectors and the code --------------------------------------------------------------------------------------


def secret_of(given: dict[str, Any]) -> Secret:
    return Secret.derive(bytes.fromhex(given["seed"]), given["nonce"], given["game"], given["seat"], 3)


def recomputed(vector: dict[str, Any]) -> Any:
    given = vector["input"]
    match vector["kind"]:
        case "text":
            assert emit(given) == vector["text"]
            assert read(vector["text"]) == given
            return hashlib.sha256(vector["text"].encode("ascii")).hexdigest()
        case "signature":
            pair = KeyPair.from_seed(bytes.fromhex(given["seed"]))
            signed = parse(vector["text"])
            verify(signed, pair.key)
            assert pair.key.text == given["key"]
            assert signed.namespace == given["namespace"]
            assert sign(signed.document, pair).file_text == vector["text"]
            return signed.id
        case "commit":
            value = emit_value(given["value"])
            context = context_lines(
                given["game"], given["from"], given["seat"], given["request"], given["slot"], value
            )
            assert vector["preimage"] == f"turnfile1/commit\n{context}{given['salt']}\n"
            return commitment_hash(context, given["salt"])
        case "chain":
            return previous_link(given["game"], given["seat"], given["chain"], given["index"], given["link"])
        case "joint":
            return joint_seed(given["game"], given["label"], [(seat, n, link) for seat, n, link in given["links"]])
        case "private":
            return private_seed(given["game"], given["seat"], given["label"], given["link"], given["joint"])
        case "number":
            return Stream(given["seed"]).number(given["label"], given["below"])
        case "draw":
            return list(Stream(given["seed"]).draw(given["label"], given["pool"], given["count"]))
        case "state":
            signed = parse(vector["text"])
            assert isinstance(signed.document, kinds.State)
            assert signed.signature is None
            return signed.id
        case "default-secret":
            return secret_of(given)._secret.hex()
        case "default-link":
            return secret_of(given).link(given["chain"], 3)
        case "default-salt":
            return secret_of(given).salt(given["context"])
        case "default-seal":
            return secret_of(given).seal.hex()
        case "card" | "sender" as what:
            return hash_lines(f"turnfile1/{what}", given["seed"], given["from"], given["name"])
        case "seal":
            return key_text(envelope.public_half(bytes.fromhex(given["secret"])))
        case "envelope-shared" | "envelope-key" | "envelope-nonce" | "envelope" as what:
            return sealed_in_parts(given)[what]
    raise AssertionError(vector["kind"])


def sealed_in_parts(given: dict[str, Any]) -> dict[str, str]:
    """Return what the program makes on the way to an envelope, and the envelope."""
    sender, recipient = bytes.fromhex(given["sender"]), b64decode(given["seal"])
    info = envelope.context(given["game"], given["from"], given["seat"], given["name"])
    ephemeral = X25519PrivateKey.from_private_bytes(sender)
    dh = ephemeral.exchange(X25519PublicKey.from_public_bytes(recipient))
    shared = envelope._encapsulated(dh, ephemeral.public_key().public_bytes_raw() + recipient)
    key, nonce = envelope._schedule(shared, info)
    whole = envelope.sealed(f"{emit_value(given['value'])}\n{given['salt']}\n", recipient, sender, info)
    return {
        "envelope-shared": shared.hex(),
        "envelope-key": key.hex(),
        "envelope-nonce": nonce.hex(),
        "envelope": b64encode(whole).decode("ascii"),
    }


@pytest.mark.parametrize("vector", VECTORS, ids=ids)
def test_the_code_gives_the_vectors(vector: dict[str, Any]) -> None:
    assert recomputed(vector) == vector["result"]


# -- the vectors and nothing but hashlib ---------------------------------------------------------------------------


def sha(text: str) -> Digest:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def number(seed: Digest, label: str, below: int) -> tuple[int, list[int]]:
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


def test_the_deal_holds_the_other_vectors() -> None:
    deal = parse(BY_NAME["deal"]["text"]).document
    assert isinstance(deal, kinds.Deal)
    (card,) = deal.cards
    given = BY_NAME["envelope"]["input"]
    assert (deal.game, deal.state, card.name, card.seat) == tuple(given[k] for k in ("game", "from", "name", "seat"))
    assert split_handle(card.name) == (deal.seat, deal.request, BY_NAME["commit-card"]["input"]["slot"])
    assert card.hash == BY_NAME["commit-card"]["result"]
    assert "".join(card.sealed) == BY_NAME["envelope"]["result"]
    assert BY_NAME["commit-card"]["input"]["salt"] == BY_NAME["card"]["result"]
    assert BY_NAME["card"]["input"]["seed"] == BY_NAME["sender"]["input"]["seed"] == BY_NAME["dealer"]["result"]


# -- the vectors and PROTOCOL.md -----------------------------------------------------------------------------------


def test_the_specification_states_the_vectors() -> None:
    stated = specification.vectors()
    assert set(stated) == set(BY_NAME)
    for name, result in stated.items():
        expected = BY_NAME[name]["result"]
        assert result == (", ".join(expected) if isinstance(expected, list) else str(expected))
    assert specification.blocks("preimage") == {v["name"]: v["preimage"] for v in VECTORS if "preimage" in v}
    assert specification.blocks("document") == {v["name"]: v["text"] for v in VECTORS if "text" in v}
    assert json.loads(specification.blocks("json")["text"]) == BY_NAME["text"]["input"]


def test_the_specification_states_what_goes_into_the_draws() -> None:
    part = specification.section("### 13.6 Draws")
    for vector in of_kind("number", "draw"):
        given = vector["input"]
        assert given["seed"] == BY_NAME["joint"]["result"]
        assert f"`{given['label']}`" in part
        words = [given["below"], *vector.get("words", ())] if "below" in given else [given["count"], *given["pool"]]
        assert all(str(word) in part for word in words)
    assert BY_NAME["default-secret"]["input"]["nonce"] in specification.section("### 13.8 The default of 4.4")
    assert BY_NAME["signature"]["input"]["key"] in specification.section("### 13.2 Signature")


# -- the tables and the types --------------------------------------------------------------------------------------


def expected_fields(kind: type[Struct]) -> list[tuple[str, ...]]:
    return specification.fields(kind, specification.type_names())


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_the_field_tables_are_those_of_the_kinds(kind: str) -> None:
    tables = specification.field_tables()
    head = [(name, f'"{kind}"' if name == "kind" else cell) for name, cell in tables["head"]]
    assert [name for name, _ in head] == ["turnfile", "kind", *HEAD]
    own = tables[kind]
    assert (own if kind in ("charter", "enrolment", "state") else [*head, *own]) == expected_fields(kinds.KINDS[kind])


def test_every_kind_and_row_has_a_table_and_no_other() -> None:
    rows = {cls for cls in vars(kinds).values() if isinstance(cls, type) and issubclass(cls, kinds.Record)}
    rows.remove(kinds.Record)
    tables = specification.field_tables()
    assert set(tables) == {"head", *kinds.KINDS, *(specification.row_name(row) for row in rows)}
    for row in rows:
        assert tables[specification.row_name(row)] == expected_fields(row)


def test_the_answers_are_those_of_a_due_row() -> None:
    info: Any = inspect.type_info(kinds.DueRow)
    (answer,) = (field for field in info.fields if field.name == "answer")
    stated = specification.section("### 3.1 Types").split("*answer* is one of", 1)[1].split(".", 1)[0]
    assert set(re.findall(r'"([a-z]+)"', stated)) == set(answer.type.values)


def test_every_type_of_the_table_is_used() -> None:
    patterns = re.findall(r'"pattern":"\^(.*?)\$\(\?!', schemas_in_one())
    assert {pattern.replace("\\\\", "\\") for pattern in patterns} == set(specification.type_names())


def schemas_in_one() -> str:
    return msgspec_json.encode(msgspec_json.schema_components(list(kinds.KINDS.values()))).decode()


def test_the_namespaces_are_those_of_the_kinds() -> None:
    table: dict[str, str] = {}
    for name, signs in specification.rows(specification.section("### 2.2 Envelope"))[-4:]:
        table[name] = signs
    assert set(table) == {CHARTER, ACT, STATE, RULING}
    types: dict[str, Any] = dict(kinds.KINDS)
    for kind, cls in types.items():
        document = cls(**dict.fromkeys(cls.__struct_fields__))
        assert re.search(rf"\b{kind}\b", table[namespace_of(document)])


# -- the codes -----------------------------------------------------------------------------------------------------


def test_the_codes_are_those_of_the_program() -> None:
    found = set()
    for file in (ROOT / "adjudicator").rglob("*.py"):
        code = file.read_text(encoding="utf-8")
        found.update(re.findall(rf'"((?:{"|".join(FAMILIES)})/[a-z][a-z-]*)"', code))
    stated = [row[0] for row in specification.rows(specification.section("## 11. Codes").split("\n### ", 1)[0])]
    assert len(stated) == len(set(stated))
    assert set(stated) - {"order/RULE"} == found


def test_every_code_that_the_text_names_is_in_the_table() -> None:
    stated = {row[0] for row in specification.rows(specification.section("## 11. Codes"))}
    assert set(re.findall(rf"`((?:{'|'.join(FAMILIES)})/[a-z-]+)`", specification.text())) <= stated
