"""The records with one failure each: each gives its code, no code of the protocol is missing, all are made again."""

import re
from pathlib import Path

import pytest

from adjudicator.archive.verification import verify_record
from tests.golden import short
from tests.golden.failures import ASIDE, CASES, EXPECT, FOLDER, TAKEN_IN, answer, made

PROTOCOL = Path(__file__).parents[2] / "schemas" / "PROTOCOL.md"
LARGEST, SPACE = 120_000, 1_500_000
NOT_OF_A_RECORD = {
    "proof/bundle": "the other files of a bundle are wrong, not its record",
    "sequence/no-game": "there is no record",
    "sequence/unfinished": "the record is good, and somebody asked for more",
}
SHOWN_BY_TWO = ("ahead-act", "ahead-state")

every_case = pytest.mark.parametrize("name", CASES)


@every_case
def test_each_gives_its_code_and_no_other(name):
    first, _, stream = (FOLDER / f"{name}.yaml").read_bytes().partition(b"\n")
    expected = first.decode("ascii").removeprefix(EXPECT)
    assert expected == CASES[name][0]
    assert answer(expected, stream) == {expected.partition(" ")[0]}


@every_case
def test_each_is_made_again_byte_for_byte(name):
    assert (FOLDER / f"{name}.yaml").read_bytes() == made(name)


@every_case
def test_without_its_last_document_nothing_is_wrong(name):
    """So there is one failure in a file, and it is the last document that shows it, or what stands aside."""
    expected, make = CASES[name]
    documents = make()
    if expected.endswith(TAKEN_IN) or name in SHOWN_BY_TWO or len(documents) == 1:
        return
    count = int(expected.partition("(")[2].removesuffix(ASIDE)) if expected.endswith(ASIDE) else 1
    waits = name == "second-act" or (count == 1 and b'\nkind: "state"\n' in documents[-1])
    assert answer("", b"".join(documents[:-count])) == ({"sequence/ahead"} if waits else set()), "the next state only"


@pytest.mark.parametrize("game", [short.direct, short.resigned, short.refereed], ids=lambda game: game.__name__)
def test_the_games_are_good(game):
    assert verify_record(game()).wrong is None


def test_every_code_of_a_record_has_a_file():
    table = set(re.findall(r"^\| `((?:proof|sequence)/[a-z-]+)` \|", PROTOCOL.read_text(encoding="utf-8"), re.M))
    shown = {expected.partition(" ")[0] for expected, _ in CASES.values()}
    assert len(table) > 15
    assert {code for code in shown if code.startswith(("proof/", "sequence/"))} == table - set(NOT_OF_A_RECORD)
    assert any(code.startswith("order/") for code in shown)
    assert {"document/schema", "document/not-canonical"} < shown


def test_the_folder_holds_these_files_and_they_are_small():
    sizes = {path.stem: path.stat().st_size for path in FOLDER.iterdir()}
    assert set(sizes) == set(CASES)
    assert max(sizes.values()) < LARGEST and sum(sizes.values()) < SPACE
