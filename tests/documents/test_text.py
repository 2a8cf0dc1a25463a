import hashlib
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from adjudicator.documents.composing import PureParser
from adjudicator.documents.reading import read
from adjudicator.documents.text import MAX_BYTES, RESERVED_KEYS, Emitter, emit, emit_value, split
from adjudicator.errors import AdjudicatorError, DocumentError, InternalError
from tests.documents.conftest import GAME, SALT, STATE

KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(lambda key: key not in RESERVED_KEYS)
TEXTS = (st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
         | st.text(st.characters(max_codepoint=126), max_size=20))
SCALARS = st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | TEXTS


def maps(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(KEYS, values, max_size=4)


VALUES = st.recursive(SCALARS, lambda below: maps(below) | st.lists(SCALARS | maps(below), max_size=4), max_leaves=12)
DOCUMENTS = st.dictionaries(KEYS, VALUES, min_size=1, max_size=5)


class Block(Struct, frozen=True):
    name: str
    from_: int
    cubes: tuple[str, ...] = ()


class Show(Struct, frozen=True, tag="show", tag_field="step"):
    battle: int


class Turn(Struct, frozen=True, tag="turn-up", tag_field="step", rename={"from_": "from"}):
    from_: str


class Front(StrEnum):
    TOP = "top"


def refusal(value: Any) -> AdjudicatorError:
    with pytest.raises(AdjudicatorError) as refused:
        emit(value)
    return refused.value


def test_a_document_as_it_is_written() -> None:
    value = {
        "text": 'a "quoted"\\ line\nand\ttabs', "unicode": ("é", "\U0001f600", "\x7f\x85\u2028"), "none": None,
        "flags": [True, False], "numbers": [0, -1, 999_999_999_999_999], "empty": [], "map": {}, "nested": {
            "rows": ({"a": 1, "b": {"c": [{"d": "x", "e": []}]}}, {}, {"only": [1]})},
    }
    assert emit(value) == r"""---
text: "a \"quoted\"\\ line\nand\ttabs"
unicode:
  - "\u00E9"
  - "\U0001F600"
  - "\u007F\u0085\u2028"
none: null
flags:
  - true
  - false
numbers:
  - 0
  - -1
  - 999999999999999
empty: []
map: {}
nested:
  rows:
    - a: 1
      b:
        c:
          - d: "x"
            e: []
    - {}
    - only:
        - 1
"""


def test_structs_are_written_in_the_order_of_their_fields_the_tag_first() -> None:
    assert emit({"steps": (Show(1), Turn("x")), "front": Front.TOP}) == (
        '---\nsteps:\n  - step: "show"\n    battle: 1\n  - step: "turn-up"\n    from: "x"\nfront: "top"\n')


@pytest.mark.parametrize("value", [
    {"a": [[1]]}, {"a": [()]}, {"a": 1.0}, {"a": {1, 2}}, {"a": b"x"}, {"a": "\ud800"}, [1], "x", None, 3,
    {"A": 1}, {"a b": 1}, {"": 1}, {"a\n": 1}, {"a" * 33: 1}, {1: 1}, {"é": 1},
    *({word: 1} for word in sorted(RESERVED_KEYS)),
], ids=ascii)
def test_what_has_no_canonical_text_is_refused(value: Any) -> None:
    assert isinstance(refusal(value), InternalError)


@pytest.mark.parametrize("value", [
    {"a": 10**15}, {"a": -(10**15)}, {"a": 10**5000}, {"a": "x" * 72}, {"a": ["x" * 71]}, {"a": "é" * 12},
    {"rows": ["x" * 60] * 2000},
], ids=lambda value: ascii(value)[:20] if "rows" in value else "wide")
def test_what_is_too_large_is_refused(value: Any) -> None:
    error = refusal(value)
    assert isinstance(error, DocumentError)
    assert error.problems[0].code == "document/too-large"


def test_a_line_may_have_76_columns() -> None:
    assert max(map(len, emit({"a": "x" * 71, "l": ["x" * 70]}).split("\n"))) == 76


@pytest.mark.parametrize("leaf", [1, [], {}])
def test_writer_and_reader_agree_how_deep_a_document_may_be(leaf: Any) -> None:
    good = 0
    for levels in range(1, 16):
        value: Any = leaf
        for _ in range(levels):
            value = {"a": value}
        depth = levels + (leaf != 1)
        above = "".join(" " * 2 * n + "a:\n" for n in range(levels - 1))
        text = f"---\n{above}{' ' * 2 * (levels - 1)}a: {leaf}\n"
        if depth <= 12:
            assert emit(value) == text
            assert read(text) == value
            good += 1
        else:
            assert refusal(value).problems[0].code == "document/too-large"
            with pytest.raises(DocumentError) as refused:
                read(text)
            assert refused.value.problems[0].code == "document/too-large"
    assert good in (11, 12)


@given(DOCUMENTS)
def test_what_was_written_is_read_the_same_by_both_parsers(value: dict[str, Any]) -> None:
    try:
        text = emit(value)
    except DocumentError:  # too wide: the random strings may be
        return
    assert read(text) == value
    assert read(text, PureParser) == value
    assert emit(read(text)) == text
    assert list(read(text)) == list(value)


@given(st.lists(DOCUMENTS, min_size=1, max_size=4))
def test_a_stream_is_split_where_documents_begin(values: list[dict[str, Any]]) -> None:
    try:
        texts = [emit(value) for value in values]
    except DocumentError:
        return
    assert split("".join(texts)) == texts
    assert split("".join(texts).encode()) == texts


def test_a_stream_with_empty_pieces() -> None:
    assert split("---\n---\na: 1\n---\n") == ["---\n", "---\na: 1\n", "---\n"]


@pytest.mark.parametrize("text", ["", "x\n---\n", "\ufeff---\n", "----\n", " ---\n", b"\xff---\n"])
def test_nothing_stands_before_a_document(text: str | bytes) -> None:
    with pytest.raises(DocumentError) as refused:
        split(text)
    assert refused.value.problems[0].code == "document/unreadable"


@pytest.mark.parametrize(("slot", "value", "digest"), [
    ("hide", "AMB", "ab8749b7ebca71e29cf32fb1b17d674eb555d1892528ad821a97ac0f5c817b17"),
    ("moves", [{"state": "Missouri", "token": 2}, {"state": "Delaware", "token": 1}],
     "4b63d8cc82b8125aad4954d9281f56f20c914ecbbcb3b1a8cbdfd20ec25ba818"),
])
def test_values_stand_in_commitments_as_the_specification_says(slot: str, value: Any, digest: str) -> None:
    lines = ["turnfile1/commit", GAME, STATE, "union", "turn-1.round-2.blocks", slot, emit_value(value), SALT, ""]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == digest


@pytest.mark.parametrize(("value", "text"), [
    (None, "null"), (3, "3"), (True, "true"), ("", '""'), ([], "[]"), ({}, "{}"),
    ({"a": 1, "b": [2]}, "a: 1\nb:\n  - 2"), ([1, "x"], '- 1\n- "x"'),
])
def test_a_value_at_the_margin(value: Any, text: str) -> None:
    assert emit_value(value) == text


@given(VALUES)
def test_a_value_that_can_be_sealed_can_be_opened(value: Any) -> None:
    try:
        text = emit_value(value)
    except DocumentError:
        return
    opening = emit({"opened": [{"name": "a", "value": value, "salt": SALT}]})
    block = opening.split("    value:", 1)[1].rsplit("\n    salt", 1)[0]
    assert block.removeprefix(" ").removeprefix("\n").replace("\n      ", "\n").removeprefix("      ") == text


def test_unchanged_parts_are_not_written_twice() -> None:
    emitter = Emitter()
    kept = tuple(Block(f"b{number}", number) for number in range(5))
    for turn in range(20):
        value = {"turn": turn, "blocks": (*kept[:3], Block("new", turn), *kept[3:]), "same": kept}
        assert emitter.emit(value) == emit(value)


def test_equal_parts_at_other_indents_are_written_as_they_stand() -> None:
    emitter = Emitter()
    block = Block("b", 1, ("x",))
    value = {"a": block, "b": [block], "c": {"d": [{"e": block}]}}
    assert emitter.emit(value) == emit(value)


def test_the_memory_of_an_emitter_is_bounded_and_never_wrong() -> None:
    emitter = Emitter(room=8)
    for number in range(500):
        value = {"rows": [Block(f"b{number}", part, (str(number),)) for part in range(5)]}
        assert emitter.emit(value) == emit(value)
        assert len(emitter._young) <= 8
        assert len(emitter._old) <= 8


def test_what_may_change_is_not_remembered() -> None:
    class Open(Struct):
        number: int

    emitter, part = Emitter(), Open(1)
    assert emitter.emit({"a": part}) == "---\na:\n  number: 1\n"
    part.number = 2
    assert emitter.emit({"a": part}) == "---\na:\n  number: 2\n"


def test_the_limit_of_size_is_exact() -> None:
    rows = ["x" * 60] * (MAX_BYTES // 67 - 1)
    assert len(emit({"a": rows})) <= MAX_BYTES
