import pytest

from adjudicator.catalogue.games import part_rows
from tests.archive.records import begun, files_of
from tests.protocol.match import Match
from tests.protocol.scenes import over, play_until
from tests.toy import GAME


@pytest.fixture(scope="module")
def charter_parts():
    """The charter of a match pins the digest of the real part file, so that the catalogue opens it."""
    return part_rows(GAME)


@pytest.fixture(scope="module")
def match(charter_parts) -> Match:
    match = begun(charter_parts)
    play_until(match, over)
    return match


@pytest.fixture
def record(match) -> dict[str, bytes]:
    return files_of(match)
