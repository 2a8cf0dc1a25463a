import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import Meta, Struct

from adjudicator.documents import kinds
from adjudicator.documents.schemas import (
    document_schema,
    explain,
    explain_document,
    schema_of,
    schema_text,
    write_schemas,
)
from tests.documents.test_signed import DOCUMENTS

SCHEMAS = Path(__file__).parents[2] / "schemas"
WORDS = {"$schema", "$ref", "$defs", "title", "description", "type", "properties", "required", "additionalProperties",
         "items", "prefixItems", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern",
         "enum", "const", "anyOf", "discriminator", "propertyNames", "default"}


class Block(Struct, frozen=True, forbid_unknown_fields=True, tag="block", tag_field="step"):
    battle: Annotated[int, Meta(ge=1, le=3)]
    front: Literal["top", "bottom"]


class Bible(Struct, frozen=True, forbid_unknown_fields=True, tag="bible", tag_field="step"):
    space: int | None


class Steps(Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[Block | Bible, ...]
    note: Annotated[str, Meta(max_length=5)] | None
    first: Block | Bible | None


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_the_published_schemas_are_current(kind: str) -> None:
    published = (SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(document_schema(kind)), "write them again with write_schemas"


def test_schemas_are_written_the_same_every_time(tmp_path: Path) -> None:
    files = write_schemas(tmp_path)
    assert [file.name for file in files] == sorted(f"{kind}.schema.json" for kind in kinds.KINDS)
    assert b"\r" not in files[0].read_bytes()
    assert write_schemas(tmp_path, {"steps": Steps})[0].read_text(encoding="utf-8") == schema_text(schema_of(Steps))


def keywords(schema: Any) -> set[str]:
    found = set(schema)
    for word, below in schema.items():
        if word in ("properties", "$defs"):
            for part in below.values():
                found |= keywords(part)
        elif word in ("anyOf", "prefixItems"):
            for part in below:
                found |= keywords(part)
        elif word in ("items", "additionalProperties", "propertyNames") and isinstance(below, dict):
            found |= keywords(below)
    return found


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_schemas_use_few_words_and_say_what_a_document_is_for(kind: str) -> None:
    schema = document_schema(kind)
    assert keywords(schema) <= WORDS
    assert schema["description"]
    assert schema["required"] == list(kinds.KINDS[kind].__struct_encode_fields__)
    Draft202012Validator.check_schema(schema)
    for pattern in re.findall(r'"pattern": "(.*?)"[,\n]', schema_text(schema)):
        assert pattern.endswith("$(?!\\\\n)")


def test_all_problems_of_a_file_are_named_at_once() -> None:
    value = {"steps": [{"step": "blok", "battle": 1}, {"step": "block", "battle": 4, "front": "tops"}, {"battle": 1},
                       3], "note": "too long", "first": {"step": "bible"}, "frist": 1}
    lines = {(): 1, ("steps",): 1, ("steps", 0): 2, ("steps", 1): 3, ("steps", 2): 4, ("steps", 3): 5, ("note",): 6,
             ("first",): 7, ("frist",): 8}
    found = [(p.line, p.pointer, p.message, p.expected, p.got, p.fix) for p in explain(Steps, value, lines)]
    assert found == [
        (2, "steps[0].step", "this step is not known", "bible, block", "blok", "did you mean block?"),
        (3, "steps[1].battle", "this is out of range", "a whole number from 1 to 3", "4", ""),
        (3, "steps[1].front", "this is none of the values that are possible here", "bottom, top", "tops",
         "did you mean top?"),
        (4, "steps[2].step", "step is missing", "bible, block", "", ""),
        (5, "steps[3]", "this is not of the right type", "a map", "3", ""),
        (6, "note", "the text has the wrong length", "at most 5 characters", "too long", ""),
        (7, "first.space", "space is missing", "a whole number or null", "", "add space"),
        (8, "frist", "frist is no field here", "steps, note, first", "", "did you mean first?"),
    ]


def test_an_unknown_kind_or_version_comes_alone() -> None:
    (problem,) = explain_document({"turnfile": 1, "kind": "reveals", "x": 1}, {("kind",): 3})
    assert (problem.line, problem.pointer, problem.got, problem.fix) == (3, "kind", "reveals", "did you mean reveal?")
    (problem,) = explain_document({"turnfile": 2, "kind": "reveal"}, {})
    assert (problem.pointer, problem.expected, problem.got) == ("turnfile", "1", "2")


WILD = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**15) | st.sampled_from(
        ["", "x", "union", "a\n", "aa" * 32, "aa" * 32 + "\n", "Union", "order", "block", "é", "0", "1"]),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(
        st.sampled_from(["step", "battle", "front", "space", "slot", "hash", "name", "value", "salt", "x", "a\n"]),
        below, max_size=4), max_leaves=8)


def agree(kind: Any, schema: dict[str, Any], value: Any) -> bool:
    try:
        msgspec.convert(value, kind)
        # Of a document every field has to be there, which is counted after unknown ones were refused.
        taken = not issubclass(kind, kinds.Document) or len(value) == len(kind.__struct_fields__)
    except msgspec.ValidationError:
        taken = False
    assert Draft202012Validator(schema).is_valid(value) == taken
    if not taken:
        problems = explain_document(value, {}) if issubclass(kind, kinds.Document) else explain(kind, value, {})
        assert problems
        assert not any("given schemas" in problem.text() for problem in problems)
    return taken


@given(st.sampled_from(DOCUMENTS), st.data())
def test_types_and_schemas_take_and_refuse_the_same(document: kinds.AnyDocument, data: st.DataObject) -> None:
    value = json.loads(msgspec.json.encode(document))
    kind = type(document)
    assert agree(kind, document_schema(document.kind), value)
    field = data.draw(st.sampled_from(sorted(set(value) - {"turnfile", "kind"})))
    change = data.draw(st.sampled_from(["drop", "add", "replace", "inside"]))
    if change == "drop":
        del value[field]
    elif change == "add":
        value[data.draw(st.sampled_from(["x", "from_", "Game"]))] = data.draw(WILD)
    elif change == "inside" and isinstance(value[field], list) and value[field]:
        row = value[field][0]
        row[data.draw(st.sampled_from(sorted(row)))] = data.draw(WILD)
    else:
        value[field] = data.draw(WILD)
    agree(kind, document_schema(document.kind), value)


@given(st.fixed_dictionaries({"steps": WILD, "note": WILD, "first": WILD}) | WILD)
def test_unions_of_types_and_schemas_take_and_refuse_the_same(value: Any) -> None:
    agree(Steps, schema_of(Steps), value)
