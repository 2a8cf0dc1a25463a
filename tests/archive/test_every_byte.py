"""One changed byte anywhere in a finished record is found, and crashes nothing."""

from pathlib import Path

import pytest

from adjudicator.archive.bundle import unpacked
from adjudicator.archive.stream import record_of
from adjudicator.archive.verification import verify_record

BUNDLE = Path(__file__).parents[2] / "samples" / "border-states" / "illegal-both" / "game.tar.gz"
FILES = record_of(unpacked(BUNDLE.read_bytes())["record.yaml"])


def changed(stride: int, first: int) -> list[tuple[str, int]]:
    """Return every `stride`-th byte of the whole record, as file and place, from the `first` on."""
    places = [(name, place) for name in sorted(FILES) for place in range(len(FILES[name]))]
    return places[first::stride]


def check(places: list[tuple[str, int]]) -> None:
    for name, place in places:
        data = bytearray(FILES[name])
        data[place] ^= 1
        verified = verify_record({**FILES, name: bytes(data)})
        assert verified.wrong is not None, f"{name}, byte {place}"


def test_the_record_itself_is_good():
    assert verify_record(FILES).finished


def test_some_bytes():
    places = changed(1499, 7)
    assert len(places) > 40
    check(places)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(40))
def test_every_byte(first):
    check(changed(40, first))
