"""The spine on the toy game: two copies, alternate mails, one record."""

import pytest
from msgspec import to_builtins

from adjudicator.documents.signed import parse
from tests.games.contract.games import GAMES
from tests.protocol.match import match_of, play_out


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.rules.name)
@pytest.mark.parametrize("name", "abcdef")
def test_two_copies_reach_the_same_end(entry, name):
    match = match_of(entry.rules, entry.setup, name)
    play_out(match)
    ends = [copy.ledger.head() for copy in match.copies.values()]
    assert ends[0].text == ends[1].text
    assert ends[0].state.outcome is not None
    assert not any(copy.ledger.parked() or copy.ledger.set_aside() for copy in match.copies.values())


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.rules.name)
def test_a_document_is_judged_alike_by_its_signer_and_by_those_who_read_it(entry):
    match = match_of(entry.rules, entry.setup, "alike")
    play_out(match)
    for act in match.first.ledger.head().came:
        read = parse(act.signed.file_text)
        assert to_builtins(read.document) == to_builtins(act.document)
