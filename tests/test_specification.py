import hashlib
import hmac
import json
import re
from typing import Any

import pytest
from msgspec import Struct, inspect
from msgspec import json as msgspec_json

from adjudicator.documents import kinds
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.reading import read
from adjudicator.documents.signature import ACT, CHARTER, RULING, STATE
from adjudicator.documents.signed import namespace_of, parse, sign, verify
from adjudicator.documents.text import emit, emit_value
from adjudicator.engine.streams import Stream
from adjudicator.names import Digest
from adjudicator.protocol.hashes import commitment_hash, context_lines, joint_seed, previous_link, private_seed
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
    raise AssertionError(vector["kind"])


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
