"""The spine on every game: two copies, or three with a referee, mail each other, and all end with one record."""

import pytest
from msgspec import to_builtins

from adjudicator.documents.signed import parse
from tests.games.contract.games import GAMES, Game
from tests.protocol.hall import play_by_mail
from tests.protocol.match import Match, match_of, play_out

# The whole deck takes long, and is played in the transcripts; here a third of it will do.
EVERY_GAME = pytest.mark.parametrize(
    "entry", [entry for entry in GAMES if entry.name != "war-between-the-states"], ids=lambda entry: entry.name
)


def played(entry: Game, name: str) -> Match:
    """Return a match that was played to its end by mail, with a referee where somebody has to deal."""
    dealer = entry.engine().dealer
    match = match_of(entry.rules, entry.setup, name, links=512 if dealer else 64, referee=dealer)
    if dealer:
        play_by_mail(match, hub=False)
    else:
        play_out(match)
    return match


@EVERY_GAME
@pytest.mark.parametrize("name", "abcdef")
def test_all_copies_reach_the_same_end(entry, name):
    match = played(entry, name)
    ends = [copy.ledger.head() for copy in match.copies.values()]
    assert {end.text for end in ends} == {ends[0].text}
    assert ends[0].state.outcome is not None
    assert not any(copy.ledger.parked() or copy.ledger.set_aside() for copy in match.copies.values())
    assert not any(copy.ledger.dealt_falsely() for copy in match.copies.values())


@EVERY_GAME
def test_a_document_is_judged_alike_by_its_signer_and_by_those_who_read_it(entry):
    match = played(entry, "alike")
    for act in match.first.ledger.head().came:
        read = parse(act.signed.file_text)
        assert to_builtins(read.document) == to_builtins(act.document)
