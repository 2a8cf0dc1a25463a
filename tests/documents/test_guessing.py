"""The quick reading: right on what is canonical, and never believed on anything else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.documents.guessing import guess
from adjudicator.documents.reading import read
from adjudicator.documents.text import emit
from adjudicator.errors import AdjudicatorError

KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda key: key not in ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
)
SCALARS = (
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.booleans()
    | st.none()
)
VALUES = st.recursive(
    SCALARS,
    lambda below: (
        st.lists(below.filter(lambda value: not isinstance(value, list)), max_size=3)
        | st.dictionaries(KEYS, below, max_size=3)
    ),
    max_leaves=12,
)


DEEP = "---\n" + "".join(f"{' ' * depth}a:\n" for depth in range(3000))


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=5))
def test_it_reads_canonical_text_as_yaml_does_or_not_at_all(value: dict[str, Any]) -> None:
    try:
        text = emit(value)
    except AdjudicatorError:
        return
    guessed = guess(text)
    assert guessed == read(text) == value or (guessed is None and "\\" in text)


@given(st.text(max_size=200))
def test_it_never_raises(text: str) -> None:
    guess(text)
    guess(f"---\n{text}\n")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "---\n",
        "---\na: 1",
        "---\na\n",
        "---\na:\n",
        "---\na:\n  b\n",
        "---\n" + "".join(f"{' ' * n}a:\n" for n in range(9000)),
    ],
    ids=["nothing", "no field", "no end", "no value", "empty", "half", "deep"],
)
def test_odd_text_is_left_to_the_reader_or_written_otherwise(body: str) -> None:
    guessed = guess(body)
    assert guessed is None or emit(guessed) != body


def test_what_it_takes_for_a_text_is_refused_if_it_is_spelt_otherwise() -> None:
    assert guess("---\na: 007\n") == {"a": 7}
    assert emit({"a": 7}) != "---\na: 007\n"
