import time
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from adjudicator.documents.composing import PureParser, parser_type
from adjudicator.documents.orders import Scalar, read_orders
from adjudicator.errors import DocumentError, Problem


class Block(Struct, frozen=True, forbid_unknown_fields=True, tag="block", tag_field="step"):
    battle: Annotated[int, Meta(ge=1, le=3)]
    front: Literal["top", "bottom"]


class Bible(Struct, frozen=True, forbid_unknown_fields=True, tag="bible", tag_field="step"):
    space: int | None


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    recruit: str
    steps: tuple[Block | Bible, ...] = ()
    keep: tuple[str, ...] = ()
    count: int = 0
    flag: bool = False
    maybe: str | None = None
    either: int | str = 0
    token: Literal[-2, 0, 2] = 0
    pair: tuple[int, str] = (0, "")
    free: Any = None


def problems(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(DocumentError) as refused:
        read_orders(text.encode() if isinstance(text, str) else text, Form)
    return refused.value.problems


@pytest.mark.parametrize("parser", [parser_type(), PureParser])
def test_any_style_is_taken(parser: Any) -> None:
    text = """# my order
recruit: no      # a text, not a boolean
steps:
- {step: block, battle: 2, front: 'top'}
- step: "bible"
  space: ~
keep: [0042, 12:30, 1_000, null, 2024-05-06, yes, 1e3]
count: "7"
flag: yes
maybe: null
either: x
token: -2
pair: [1, 2]
free: {a: 1, b: [true, no, "1", null]}
"""
    assert read_orders(text.encode(), Form, parser) == Form(
        recruit="no", steps=(Block(2, "top"), Bible(None)),
        keep=("0042", "12:30", "1_000", "null", "2024-05-06", "yes", "1e3"), count=7, flag=True, maybe=None, either="x",
        token=-2, pair=(1, "2"), free={"a": 1, "b": [True, "no", "1", None]})


@pytest.mark.parametrize(("text", "form"), [
    ("recruit: 3", Form("3")), ("recruit: null", Form("null")), ("recruit: NO", Form("NO")), ('recruit: ""', Form("")),
    ("{recruit: on}", Form("on")), ("recruit: x\ncount: 0042", Form("x", count=42)), ("---\nrecruit: x\n", Form("x")),
    ('recruit: x\nmaybe: "null"', Form("x", maybe="null")), ("recruit: x\nmaybe:", Form("x")),
    ("recruit: x\neither: 5", Form("x", either=5)), ("recruit: |\n  two\n  lines\n", Form("two\nlines\n")),
    ("recruit: >-\n  one\n  line\n", Form("one line")), ("recruit: Zoë", Form("Zoë")),
])
def test_scalars_mean_what_they_say(text: str, form: Form) -> None:
    assert read_orders(text.encode(), Form) == form


@pytest.mark.parametrize("encode", [
    lambda text: text.encode(), lambda text: b"\xef\xbb\xbf" + text.encode(), lambda text: text.encode("utf-16"),
    lambda text: text.replace("\n", "\r\n").encode(), lambda text: text.replace("\n", "\r").encode(),
    lambda text: text.rstrip().encode(), lambda text: text.replace("\n", "  \n").encode(),
])
def test_encodings_and_line_ends_do_not_matter(encode: Any) -> None:
    assert read_orders(encode("recruit: Zoë\ncount: 3\nkeep:\n  - a\n"), Form) == Form("Zoë", count=3, keep=("a",))


@pytest.mark.parametrize(("text", "message", "line"), [
    ("recruit: a\nrecruit: b\n", "recruit is written twice", 2), ("recruit: &x a\n", "an anchor is not allowed", 1),
    ("recruit: a\nfree: *x\n", "an alias is not allowed", 2),
    ("recruit: !!python/object:os.system a\n", "a tag is not allowed", 1),
    ("recruit: a\n---\nrecruit: b\n", "there is a second document in this text", 2), ("", "the document is empty", 1),
    ("# only a comment\n", "the document is empty", 2), ("? [a]\n: b\n", "this cannot be the name of a field", 1),
    ("recruit: a\n\tcount: 1\n", "this is not YAML that can be read", 2),
    ("recruit: [a\n", "this is not YAML that can be read", 2),
    ("recruit: a\n\ufeffcount: 1\n", "there is a byte order mark in the middle of the file", 2),
    (b"recruit: a\nfree: \xff\n", "this is not UTF-8 text", 2),
])
def test_what_could_be_read_in_two_ways_is_refused(text: str | bytes, message: str, line: int) -> None:
    (problem,) = problems(text)
    assert (problem.code, problem.message, problem.line) == ("document/unreadable", message, line), problem


def test_all_problems_of_a_file_are_named_with_their_lines() -> None:
    found = problems("recruti: left\ncount: many\nsteps:\n  - step: blok\n  - step: block\n    battle: 7\n"
                     "flag: maybe\n")
    assert [(p.line, p.pointer, p.got, p.fix) for p in found] == [
        (1, "recruit", "", "add recruit"), (1, "recruti", "", "did you mean recruit?"), (2, "count", '"many"', ""),
        (4, "steps[0].step", "blok", "did you mean block?"), (5, "steps[1].front", "", "add front"),
        (6, "steps[1].battle", "7", ""), (7, "flag", '"maybe"', ""),
    ]
    assert {p.code for p in found} == {"document/schema"}


@pytest.mark.parametrize("parser", [parser_type(), PureParser])
@pytest.mark.parametrize("text", ['"\\ud800": 1\n', 'recruit: "\\ud800"\n', 'free: {"a": ["\\udfff"]}\n'])
def test_half_a_surrogate_pair_is_no_text(text: str, parser: Any) -> None:
    with pytest.raises(DocumentError) as refused:
        read_orders(text.encode(), Form, parser)
    assert refused.value.problems[0].code == "document/unreadable"


@pytest.mark.parametrize("text", ["- a\n", "left\n", "[]\n", "3\n"])
def test_an_order_is_a_map(text: str) -> None:
    (problem,) = problems(text)
    assert (problem.message, problem.expected) == ("this is not of the right type", "a map")


@pytest.mark.parametrize("text", [
    "[" * 60_000, "{" * 60_000, "- " * 30_000, "a: " + "[" * 13 + "]" * 13, "x" * 65_537, "? " * 20_000,
    "a: &a [x, x]\nb: &b [*a, *a]\n", '"\\U00110000"', "recruit: " + "9" * 5000 + "\ncount: " + "9" * 5000, "\0",
    "a: \x1b[31m",
    "&a " * 20_000, "'" * 60_000, "a:\n" * 20_000, "%" * 1000, "!" * 1000,
], ids=lambda text: ascii(text[:12]))
def test_hostile_files_are_refused_in_bounded_time(text: str) -> None:
    for parser in (parser_type(), PureParser):
        begun = time.process_time()
        with pytest.raises(DocumentError):
            read_orders(text.encode(), Form, parser)
        assert time.process_time() - begun < (2 if parser is not PureParser else 10)


@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode) | st.lists(st.sampled_from(
    ["recruit", ": ", "x", "\n", "- ", "[", "]", "{", "}", "'", '"', "steps", "&a", "*a", "~", "1", "free", "\\", "|",
     ","]),
    max_size=20).map("".join).map(str.encode))
def test_the_reader_is_total(data: bytes) -> None:
    try:
        assert isinstance(read_orders(data, Form), Form)
    except DocumentError as error:
        assert error.problems


def test_words_may_be_put_for_those_in_the_file_before_they_are_read():
    def called(value):
        return {**value, "recruit": Scalar("left")}

    assert read_orders(b"recruit: links\ncount: 3\nkeep: []\n", Form, called=called) == Form("left", count=3, keep=())
