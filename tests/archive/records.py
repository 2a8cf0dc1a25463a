"""Records of the toy game as their files, and what a verification says of them."""

from adjudicator.archive.verified import Verified
from adjudicator.store.layout import layout
from tests.protocol.match import Match, match_of
from tests.protocol.scenes import share
from tests.toy import GAME, SETUP


def begun(parts, name: str = "a") -> Match:
    match = match_of(GAME, SETUP, name, parts=parts)
    for copy in match.copies.values():
        copy.enrol()
    share(match)
    return match


def files_of(match: Match) -> dict[str, bytes]:
    return {path: text.encode("ascii") for path, text in layout(match.first.ledger).items()}


def code(verified: Verified) -> str:
    assert verified.wrong is not None
    return verified.wrong.problems[0].code


def named(verified: Verified) -> str:
    assert verified.wrong is not None
    return verified.wrong.problems[0].file
