import time
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.documents.composing import PureParser, parser_type
from adjudicator.documents.reading import lines_of, read
from adjudicator.errors import DocumentError

PARSERS = [pytest.param(parser_type(), id="c"), pytest.param(PureParser, id="pure")]
# Fragments out of which hostile and half-right texts are put together.
FRAGMENTS = ["---\n", "a: 1\n", "b:\n", "  - ", "- ", "  ", '"x"', "'x'", "x", ": ", "\n", "[", "]", "{", "}", ",",
             "&a", "*a", "!!str ", "! ", "# c", "|", ">", "\\u0041", '"\\U00110000"', '"\\ud800"', '"\\x41"', "? ",
             "%YAML 1.1\n", "...\n", "null", "~", "0x1F", "1.0", "-0", "007", "é", "\r", "\t", "\0", "\u2028", "<<",
             "a: 1\na: 2\n"]


def outcome(text: str | bytes, parser: Any) -> Any:
    try:
        return read(text, parser)
    except DocumentError as error:
        assert error.problems[0].code.startswith("document/")
        assert error.problems[0].message
        return "refused"


@pytest.mark.parametrize("parser", PARSERS)
def test_values_mean_what_they_say(parser: Any) -> None:
    text = ('---\nprovince: "NO"\nhash: "12345678e12345"\nid: "0042"\ntime: "12:30"\ndate: "2024-05-06"\n'
            'null_text: "null"\nnothing: null\nyes_text: "on"\nsmall: -7\nflag: true\n'
            'under: "1_000"\nemoji: "\\U0001F600"\n')
    assert read(text, parser) == {
        "province": "NO", "hash": "12345678e12345", "id": "0042", "time": "12:30", "date": "2024-05-06",
        "null_text": "null", "nothing": None, "yes_text": "on", "small": -7, "flag": True, "under": "1_000",
        "emoji": "\U0001f600",
    }


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("body", "code", "line"), [
    ("a: no\n", "document/not-canonical", 2), ("a: 1\nb: 017\n", "document/not-canonical", 3),
    ("a: 1.5\n", "document/not-canonical", 2), ("a: ~\n", "document/not-canonical", 2),
    ("a:\n", "document/not-canonical", 2), ("a: 'x'\n", "document/not-canonical", 2),
    ("a: -0\n", "document/not-canonical", 2), ("a: 1234567890123456\n", "document/not-canonical", 2),
    ("a: 1\na: 2\n", "document/unreadable", 3), ("yes: 1\n", "document/not-canonical", 2),
    ("A: 1\n", "document/not-canonical", 2), ('"a": 1\n', "document/not-canonical", 2),
    ("a: &b 1\n", "document/not-canonical", 2), ("a: *b\n", "document/not-canonical", 2),
    ("a: !!str 1\n", "document/not-canonical", 2), ('a: ! "x"\n', "document/not-canonical", 2),
    ("a: [1]\n", "document/not-canonical", 2), ("a: {b: 1}\n", "document/not-canonical", 2),
    ("a:\n  - - 1\n", "document/not-canonical", 3), ("a:\n  - []\n", "document/not-canonical", 3),
    ("a: |\n  x\n", "document/not-canonical", 2), ("a: 1 # x\n", "document/not-canonical", 2),
    ("# x\na: 1\n", "document/not-canonical", 2), ("a: 1 \n", "document/not-canonical", 2),
    ("a: 1\r\n", "document/not-canonical", 2), ("a:\t1\n", "document/not-canonical", 2),
    ('a: "é"\n', "document/not-canonical", 2), ("a: 1", "document/not-canonical", 2),
    (f'a: 1\nb: "{"x" * 72}"\n', "document/not-canonical", 3), ("a: 1\n---\nb: 1\n", "document/unreadable", 3),
    ("a: 1\n...\n", "document/not-canonical", 3), ("- 1\n", "document/unreadable", 2),
    ("", "document/not-canonical", 2),
    ('a: "\\q"\n', "document/unreadable", 2), ('a: "x\n', "document/unreadable", 3),
    ("a: 1\n b: 2\n", "document/not-canonical", 2), ("a: 1\n  - 2\n", "document/not-canonical", 2),
], ids=ascii)
def test_what_could_be_read_in_two_ways_is_refused(parser: Any, body: str, code: str, line: int) -> None:
    with pytest.raises(DocumentError) as refused:
        read("---\n" + body, parser)
    problem = refused.value.problems[0]
    assert (problem.code, problem.line) == (code, line), problem


@pytest.mark.parametrize("parser", PARSERS)
def test_a_number_sign_in_a_string_is_no_comment(parser: Any) -> None:
    assert read('---\na: "x # y"\nb: "\\" # \\\\"\n', parser) == {"a": "x # y", "b": '" # \\'}


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("escape", ["\\ud800", "\\uD83D\\uDE00", "\\U00110000", "\\UFFFFFFFF"])
def test_an_escape_that_is_no_character_is_refused(parser: Any, escape: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read(f'---\na: "{escape}"\n', parser)
    assert refused.value.problems[0].code == "document/unreadable"


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("text", [
    "---\n" + "[" * 60_000, "---\n" + "[\n" * 30_000, "---\n" + "a: [" * 15_000, "---\n" + "- " * 30_000,
    "---\na: " + "9" * 5_000 + "\n", "---\n" + "\n" * 60_000, "---\n" + "- 1\n" * 16_000, "---\n" + "? " * 30_000,
    "---\n" + '"\n' * 30_000, "---\n" + "a: &a\n" * 10_000, "---\n" + "{\n" * 30_000, "\0" * 60_000, "[" * 1_000_000,
    "---\n" + "".join(f"a{n}: 1\n" for n in range(7_000)), "---\n" + "".join("- " * 36 + "\n" for _ in range(800)),
], ids=lambda text: ascii(text[:12]))
def test_hostile_texts_are_refused_in_bounded_time(parser: Any, text: str) -> None:
    tracemalloc.start()
    begun = time.process_time()
    outcome(text, parser)
    spent = time.process_time() - begun
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000_000
    assert spent < (2 if parser is not PureParser else 30)  # traced; untraced a fifth of it


def test_bytes_and_text_are_read_alike() -> None:
    assert read(b'---\na: "x"\n') == read('---\na: "x"\n') == {"a": "x"}
    assert outcome(b"---\na: \xff\n", None) == "refused"


def test_every_value_has_its_line() -> None:
    assert lines_of('---\na: 1\nb:\n  - c: "x"\n    d: []\n  - e:\n      f: null\n') == {
        (): 2, ("a",): 2, ("b",): 3, ("b", 0): 4, ("b", 0, "c"): 4, ("b", 0, "d"): 5, ("b", 1): 6, ("b", 1, "e"): 6,
        ("b", 1, "e", "f"): 7,
    }


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join))
def test_both_parsers_take_and_refuse_the_same(body: str) -> None:
    text = "---\n" + body
    assert outcome(text, parser_type()) == outcome(text, PureParser)


@given(st.text(max_size=60) | st.binary(max_size=60))
def test_the_reader_is_total(text: str | bytes) -> None:
    outcome(text, None)
    outcome(("---\n" if isinstance(text, str) else b"---\n") + text, None)  # type: ignore[operator]
