import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.documents.pasted import heal
from adjudicator.documents.signed import parse, verify
from tests.documents.test_signed import PAIR, TEXTS

FIRST, SECOND = TEXTS[1], TEXTS[2]
PROSE = "Hello Bob,\n\nhere is my move.\n---\n\n"


def quoted(text: str, mark: str) -> str:
    return "".join(f"{mark}{line}\n" for line in text.split("\n")[:-1])


@pytest.mark.parametrize("damage", [
    lambda text: text, lambda text: PROSE + text + "\nBest,\nAda\n-- \nsent from afar\n",
    lambda text: text.replace("\n", "\r\n"), lambda text: text.replace("\n", "\r"), lambda text: "\ufeff" + text,
    lambda text: PROSE + "\ufeff" + text, lambda text: text.replace("\n", "   \n"),
    lambda text: text.replace("\n", "\t\n"),
    lambda text: text.replace("\n", "\xa0\n"), lambda text: text[:-1], lambda text: text + "\n\n\n",
    lambda text: "On Monday Ada wrote:\n" + quoted(text, "> ") + "\nthanks\n",
    lambda text: quoted(quoted(text, "> "), "> "), lambda text: quoted(text, ">"),
    lambda text: quoted(PROSE + text + "Best\n", "> ").replace("\n", "\r\n"),
    lambda text: (PROSE + text).encode("utf-16"), lambda text: b"\xff\xe9\n" + text.encode(),
    lambda text: ("\ufeff" + text).encode("utf-8"),
])
def test_what_mail_does_is_undone(damage: Callable[[str], str | bytes]) -> None:
    found = heal(damage(FIRST + SECOND))
    assert found == [FIRST, SECOND]
    for text in found:
        verify(parse(text), PAIR.key)


def test_prose_between_documents_is_dropped() -> None:
    assert heal(PROSE + FIRST + "and then\n" + quoted(SECOND, "> ") + "bye\n") == [FIRST, SECOND]


@pytest.mark.parametrize("text", ["", PROSE, FIRST[:-60], FIRST[4:], "---\nturnfile: 1\n",
                                  "> ---\nturnfile: 1\n" + FIRST[15:]])
def test_what_is_not_whole_is_not_found(text: str) -> None:
    assert heal(text) == []


def test_a_document_that_was_cut_does_not_swallow_the_next() -> None:
    assert heal(FIRST[:-60] + "\n" + SECOND) == [SECOND]


@pytest.mark.parametrize("text", [
    " " * 300_000 + "x", ">" * 300_000, "> " * 150_000 + "---\n", "---\nturnfile: 1\n" * 20_000,
    "".join(f"{'> ' * (n % 30)}---\n{'> ' * (n % 30)}turnfile: 1\n" for n in range(5_000)), "\r" * 300_000,
], ids=lambda text: ascii(text[:8]))
def test_hostile_mails_take_bounded_time(text: str) -> None:
    begun = time.process_time()
    assert heal(text) == []
    assert time.process_time() - begun < 2


def test_a_long_mail_takes_time_in_proportion() -> None:
    assert heal((PROSE + FIRST + SECOND) * 500) == [FIRST, SECOND] * 500


@given(st.text() | st.binary() | st.lists(st.sampled_from([
    "---\n", "> ", "turnfile: 1\n", "  -----END SSH SIGNATURE-----\n", "x\n", "\r", ">", FIRST]),
    max_size=12).map("".join))
def test_the_healer_is_total(text: str | bytes) -> None:
    for found in heal(text):
        assert found.startswith("---\nturnfile:")
        assert found.endswith("\n")
