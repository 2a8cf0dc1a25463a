"""The specification and the program say the same: vectors, tables of fields, codes."""

import hashlib
import json
import re
from base64 import b64decode, b64encode
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from msgspec import Struct, inspect
from msgspec import json as msgspec_json

from adjudicator.documents import kinds
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.reading import read
from adjudicator.documents.signature import ACT, CHARTER, RULING, STATE
from adjudicator.documents.signed import namespace_of, parse, sign, verify
from adjudicator.documents.text import emit, emit_value
from adjudicator.engine.streams import Stream
from adjudicator.names import split_handle
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
from tests.specification import BY_NAME, VECTORS, ids, of_kind

ROOT = specification.ROOT
FAMILIES = ("document", "proof", "sequence", "transport")
HEAD = ("game", "number", "state", "seat", "request")


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
