"""Bundles of a game with a dealer: what the script sees of deals, what only the program sees, what neither can undo."""

import shutil
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.archive.bundle import members_of
from adjudicator.archive.verification import verify_record
from adjudicator.catalogue import games
from adjudicator.documents.text import emit_value
from adjudicator.names import REFEREE, split_handle
from adjudicator.protocol.dealing import seal_keys, with_values
from adjudicator.protocol.envelope import PIECE, context, sealed
from adjudicator.protocol.hashes import commitment_hash, context_lines, hash_lines
from tests.archive.bundles import (
    Members,
    assert_found,
    change,
    cut,
    documents,
    find,
    members,
    run_script,
    signed_by,
    unpack,
    with_documents,
)
from tests.archive.records import files_of
from tests.dealt import GAME, SETUP
from tests.protocol.hall import share_all
from tests.protocol.match import Copy, Match, match_of

Cheat = Callable[[Copy, Any], Any]
OTHER = "5a" * 32


def played(cheat: Cheat = lambda copy, deal: deal) -> Match:
    """Return a game that was played to its end; the dealer signs what `cheat` makes of each of his deals."""
    match = match_of(GAME, SETUP, "a", parts=games.part_rows(GAME), referee=True)
    for copy in match.copies.values():
        copy.enrol()
    share_all(match)
    match.copies[REFEREE].confirm()
    share_all(match)
    for _ in range(40):
        if not match.first.ledger.head().due:
            break
        for copy in match.copies.values():
            own = copy.own
            made = [cheat(copy, each) if each.kind == "deal" else each for each in own.mechanical()]
            for decision in own.decisions():
                order = copy.walk(decision)
                made.append(own.commitment(decision, order) if decision.sealed else own.order(decision, order))
            for document in made:
                copy.sign(document)
            share_all(match)
    assert not match.first.ledger.head().due, "the game does not end"
    match.copies[REFEREE].confirm()
    share_all(match)
    return match


@pytest.fixture(autouse=True)
def dealt_in_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.MODULES, "dealt", "tests.dealt")


@pytest.fixture(scope="module")
def record() -> dict[str, bytes]:
    return files_of(played())


@pytest.fixture
def whole(record: dict[str, bytes]) -> Members:
    return members(record)


@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
def test_a_whole_game_is_good_and_says_what_was_not_seen(whole, tmp_path, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    code, lines = run_script(unpack(whole, tmp_path), shell=shell)
    assert (code, lines[-1]) == (0, f"good: {len(documents(whole))} documents"), lines
    assert lines[-2].startswith("not seen here: what the dealer's envelopes hold")
    opened = sum('  - name: "referee.' in text and "    salt: " in text for text in documents(whole))
    assert opened and lines[-3].startswith(f"10 cards were dealt, {opened} of them opened")


@pytest.mark.parametrize("states", [1, 2, 3, 4, 5, 8, 9])
def test_unfinished_games_are_good(record, tmp_path, states):
    bundle = members(cut(record, states))
    code, lines = run_script(unpack(bundle, tmp_path))
    assert code == 0 and "waits for" in lines[1], lines
    dealt = any('kind: "deal"' in text for text in documents(bundle))
    assert (len(lines) == 5) == dealt
    assert not dealt or "0 of them opened" in lines[2]


def nth(bundle: Members, kind: str, number: int = 0, word: str = "") -> int:
    """Return the place of the document of a kind that holds a word."""
    found = [n for n, text in enumerate(documents(bundle)) if f'kind: "{kind}"\n' in text and word in text]
    return found[number]


def resigned(seat: str, *edits: tuple[str, str]) -> Callable[[str], str]:
    """Return how a document is changed and signed again by its seat."""

    def edit(text: str) -> str:
        for old, new in edits:
            assert old in text
            text = text.replace(old, new, 1)
        return signed_by(seat, text)

    return edit


def moved(bundle: Members, place: int, to: int) -> Members:
    texts = documents(bundle)
    texts.insert(to, texts.pop(place))
    return with_documents(bundle, texts)


def other_digit(text: str, before: str) -> str:
    """Return a text in which the first digit after the last `before` is another."""
    head, found, rest = text.rpartition(before)
    assert found
    return head + found + ("0" if rest[0] != "0" else "1") + rest[1:]


def another_salt(text: str) -> str:
    """Return a reveal or order whose last salt is another, signed by its seat."""
    return signed_by(text.split('seat: "', 1)[1].split('"', 1)[0], other_digit(text, 'salt: "'))


def without_first(text: str) -> str:
    """Return a reveal without its first opening."""
    head, *openings = text.partition("signature: |\n")[0].split("  - name: ")
    return head + "".join(f"  - name: {opening}" for opening in openings[1:])


# name: how the bundle is spoiled, what the script says among its lines
FORGERIES: dict[str, tuple[Callable[[Members], Members], str]] = {
    "a card's commitment": (
        lambda b: change(b, nth(b, "deal"), lambda text: signed_by(REFEREE, other_digit(text, '    hash: "'))),
        "nobody sealed or dealt",
    ),
    "a card's owner": (
        lambda b: change(b, nth(b, "deal"), resigned(REFEREE, ('seat: "north"', 'seat: "south"'))),
        "nobody sealed or dealt",
    ),
    "a card's name": (
        lambda b: change(b, nth(b, "deal"), resigned(REFEREE, ("referee.first.card_1", "referee.play.card_1"))),
        "is not named after its deal",
    ),
    "a card twice": (
        lambda b: change(b, nth(b, "deal"), resigned(REFEREE, ("referee.first.card_2", "referee.first.card_1"))),
        "referee.first.card_1 stands in it twice",
    ),
    "another draw": (
        lambda b: change(b, nth(b, "deal"), resigned(REFEREE, ('label: "deck"', 'label: "dock"'))),
        "dock is no closed draw of the dealer",
    ),
    "a deal of a player": (
        lambda b: change(b, nth(b, "deal"), resigned("north", ('seat: "referee"', 'seat: "north"'))),
        "no deal of north is due",
    ),
    "a deal that a player signed": (
        lambda b: change(b, nth(b, "deal"), lambda text: signed_by("north", text)),
        "the signature of referee is not good",
    ),
    "no deal": (
        lambda b: with_documents(b, [text for n, text in enumerate(documents(b)) if n != nth(b, "deal")]),
        "not everything that was due is there",
    ),
    "a deal too late": (
        lambda b: moved(b, nth(b, "deal"), nth(b, "deal") + 1),
        "not everything that was due is there",
    ),
    "a handle that nobody dealt": (
        lambda b: change(b, find(b, "state", 3), lambda text: text.replace("first.card_6", "first.card_7")),
        "nobody sealed or dealt referee.first.card_7",
    ),
    "from another state": (
        lambda b: change(b, find(b, "state", 3), lambda text: text.replace('    from: "', '    from: "0', 1)),
        "nobody sealed or dealt",
    ),
    "a card opened with another salt": (
        lambda b: change(b, nth(b, "reveal"), another_salt),
        "is not what was sealed",
    ),
    "a card opened in an order with another salt": (
        lambda b: change(b, nth(b, "order", word="salt: "), another_salt),
        "is not what was sealed",
    ),
    "a slot left out before a card": (
        lambda b: change(b, nth(b, "reveal"), lambda text: signed_by("north", without_first(text))),
        "other slots are due",
    ),
    "the dealer's audit": (
        lambda b: change(b, nth(b, "audit"), lambda text: signed_by(REFEREE, other_digit(text, 'link: "'))),
        "does not continue the private chain of referee",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_what_was_forged_is_found_with_fitting_sums(whole, tmp_path, name):
    assert_found(whole, *FORGERIES[name], tmp_path)


# -- a dealer who deals what he likes --------------------------------------------------------------------------------


def cheat(request: str, value: str = "", salt: str = "", sender: str = "") -> Cheat:
    """Return how the cards of a deal are dealt otherwise than they were drawn; all in it fits."""

    def dealt(copy: Copy, deal: Any) -> Any:
        if deal.request != request:
            return deal
        asked: Any = copy.ledger.head().request((REFEREE, deal.request))
        seed = copy.own._dealer_seed(deal.label)
        true = with_values(copy.ledger.game, copy.ledger.head(), asked, seed, copy.own.known())
        cards = []
        for row in deal.cards:
            used = salt or hash_lines("turnfile1/card", seed, copy.ledger.head().id, row.name)
            secret = sender or hash_lines("turnfile1/sender", seed, copy.ledger.head().id, row.name)
            cards.append(other(copy, row, emit_value(value or true[row.name]), used, bytes.fromhex(secret)))
        return replace(deal, cards=tuple(cards))

    return dealt


def other(copy: Copy, row: Any, text: str, salt: str, sender: bytes) -> Any:
    """Return a dealt row for another value, salt and sender."""
    game, state = copy.ledger.game, copy.ledger.head().id
    key = seal_keys(copy.ledger.branch())[row.seat]
    envelope = sealed(f"{text}\n{salt}\n", key, sender, context(game.id, state, row.seat, row.name))
    data = b64encode(envelope).decode("ascii")
    pieces = tuple(data[start : start + PIECE] for start in range(0, len(data), PIECE))
    committed = commitment_hash(context_lines(game.id, state, *split_handle(row.name), text), salt)
    return replace(row, hash=committed, sealed=pieces)


def found(cheating: Cheat) -> tuple[Members, str]:
    """Return the bundle of a game with a dealer who cheats, and what the program says of it; the record is good."""
    files = files_of(played(cheating))
    verified = verify_record(files)
    assert verified.wrong is None and verified.outcome is not None
    assert verified.false_deal is not None
    return members_of(files, verified), verified.false_deal.problems[0].code


def test_a_salt_of_the_dealers_own_making_is_seen_at_the_close(tmp_path):
    bundle, code = found(cheat("first", salt=OTHER))
    assert code == "proof/deal"
    exit_code, lines = run_script(unpack(bundle, tmp_path))
    assert (exit_code, lines[-1]) == (1, "BAD"), lines
    said = [line for line in lines if "is not the one that the dealer's secret gives: he has cheated" in line]
    assert len(said) == 2 and all(line.startswith("record.yaml: the salt of referee.first.card_") for line in said)


@pytest.mark.parametrize(
    ("cheating", "code"),
    [
        (cheat("third", value="no such card"), "proof/deal"),
        (cheat("third", salt=OTHER), "proof/deal"),
        (cheat("first", sender=OTHER), "proof/envelope"),
    ],
    ids=["a card", "the salt of a card that nobody sees", "an envelope"],
)
def test_the_limit_what_was_drawn_and_sealed_only_the_program_sees(tmp_path, cheating, code):
    bundle, said = found(cheating)
    assert said == code
    exit_code, lines = run_script(unpack(bundle, tmp_path))
    assert (exit_code, lines[-1]) == (0, f"good: {len(documents(bundle))} documents")
    assert "not seen here" in lines[-2]
