"""Beginning a game: proposing it, joining it, or rebuilding a lost folder from mails."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.catalogue.games import check_options, part_rows, rule_set
from adjudicator.documents.charter import TEXT_COLUMNS
from adjudicator.documents.keys import Key, KeyPair
from adjudicator.documents.kinds import Charter, CharterReferee, CharterSeat, Enrolment
from adjudicator.documents.signed import Signed, sign, verify
from adjudicator.documents.text import columns
from adjudicator.errors import DocumentError, Problem, ProofError, error_of
from adjudicator.names import REFEREE, Digest, Seat, Text
from adjudicator.protocol.charter import check_charter
from adjudicator.roles.disk import read_file
from adjudicator.roles.enrolling import enrol
from adjudicator.roles.keyring import Ask, Keyring
from adjudicator.roles.looking import standing
from adjudicator.roles.mails import Mail, finish, read, take
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table
from adjudicator.store.folder import Settings

LINKS = 512


@dataclass(frozen=True)
class Person:
    """Somebody who signs: the name that the others will read, and the key."""

    name: Text
    key: Key


@dataclass(frozen=True)
class Proposal:
    """What `new` fixes for ever: the game, the options, who plays which seat with which key, and a referee or none.

    `own` is the seat of the proposer, or `referee`; `others` are all the other signers.
    """

    game: str
    own: Seat
    own_name: Text
    others: Mapping[Seat, Person]
    options: tuple[str, ...] = ()
    title: Text = ()


def text_lines(words: str) -> Text:
    """Return words as a text of the documents: lines of at most 60 columns as written.

    What a command line could not decode (a locale that knows no letters beyond ASCII) is read as UTF-8.
    """
    lines: list[str] = []
    for word in words.encode("utf-8", "surrogateescape").decode("utf-8", "replace").split():
        if lines and columns(f"{lines[-1]} {word}") <= TEXT_COLUMNS:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


def person_of(line: str) -> Person:
    """Return the person of a public key line, or of the file of that name."""
    given = line.startswith("ssh-")
    if not given and len(line) < 1000 and Path(line).is_file():
        line, given = read_file(Path(line)).decode("utf-8", "replace"), True
    words = line.split()
    try:
        key = Key.parse(line)
    except DocumentError:
        if given:
            raise
        raise DocumentError(
            Problem(
                "document/schema",
                f"there is no file {line[:60]!a}, and it is no key line",
                expected="ssh-ed25519 AAAA... name, or a file with such a line",
                fix="ask for the line that `key show` prints",
            )
        ) from None
    return Person(text_lines(words[2] if len(words) > 2 else "nameless"), key)


def others_of(
    game: str, own: Seat, against: str | None, referee: str | None, players: Sequence[str]
) -> dict[Seat, Person]:
    """Return all signers but the proposer, from what the command line says of them. Raises DocumentError."""
    seats = rule_set(game).seats
    if own not in (*seats, REFEREE):
        raise _no_seat(game, own)
    people: dict[Seat, Person] = {}
    for player in players:
        seat, equals, line = player.partition("=")
        if not equals:
            raise DocumentError(
                Problem("document/schema", f"{player[:40]!r} names no seat", expected="--player SEAT=KEYLINE")
            )
        if seat not in (*seats, REFEREE):
            raise _no_seat(game, seat)
        people[seat] = person_of(line)
    if referee is not None:
        people[REFEREE] = person_of(referee)
    if against is not None:
        free = [seat for seat in seats if seat not in (own, *people)]
        if len(free) != 1:
            raise DocumentError(
                Problem(
                    "document/schema", "it is not clear which seat the opponent plays", expected="--player SEAT=KEYLINE"
                )
            )
        people[free[0]] = person_of(against)
    return people


def _no_seat(game: str, seat: Seat) -> DocumentError:
    seats = rule_set(game).seats
    return DocumentError(
        Problem("document/schema", f"{game} has no seat {seat!a}", expected=f"{', '.join(seats)}, or {REFEREE}")
    )


def new(folder: Path, proposal: Proposal, keyring: Keyring, key: str, ask: Ask) -> tuple[Table, Report]:
    """Write a charter, enrol under it, and write the first turn files. Raises DocumentError or ProofError."""
    game = rule_set(proposal.game)
    options = tuple(sorted(proposal.options))
    check_options(game, options)
    pair = keyring.unlock(key, ask)
    people = {**proposal.others, proposal.own: Person(proposal.own_name, pair.key)}
    for seat in (*people, *game.seats):
        if (seat not in game.seats and seat != REFEREE) or seat not in people:
            if seat in people:
                raise _no_seat(game.name, seat)
            raise DocumentError(
                Problem("document/schema", f"nobody plays {seat}", expected="--against or --player SEAT=KEYLINE")
            )
    referee = people.get(REFEREE)
    charter = Charter(
        title=proposal.title or (game.title,),
        engine=game.name,
        rules=game.number,
        parts=part_rows(game),
        options=options,
        seats=tuple(CharterSeat(seat=seat, name=people[seat].name, key=people[seat].key.text) for seat in game.seats),
        referee=CharterReferee(name=referee.name, key=referee.key.text) if referee else None,
        links=LINKS,
        clock=None,
        nonce=secrets.token_hex(32),
        proposer=proposal.own,
    )
    signed = sign(charter, pair)
    check_charter(signed)
    table = _interrupted(folder, key, lambda begun: _but_for_nonce(begun) == _but_for_nonce(charter))
    if table is None:
        table = Table.lay(folder, Settings(seat=proposal.own, key=key), signed)
    return table, _enrol(table, keyring, pair, Report(standing(table)))


def join(folder: Path, mails: Sequence[Mail], keyring: Keyring, key: str, ask: Ask) -> tuple[Table, Report]:
    """Join the game whose charter is in the mails, in the seat that the charter gives to the key.

    If the mails hold an own enrolment, the folder is rebuilt from them instead, and marked so. Raises SequenceError if
    the key was enrolled in this game before and the mails do not show it.
    """
    batches, problems = read(mails)
    charter = next((s for batch in batches for s in batch if isinstance(s.document, Charter)), None)
    if charter is None:
        raise (
            error_of(problems)
            if problems
            else DocumentError(
                Problem(
                    "document/schema",
                    "there is no charter in these files",
                    expected="the first mail of the one who proposed the game",
                )
            )
        )
    document = check_charter(charter)
    pair = keyring.unlock(key, ask)
    signers = {row.key: row.seat for row in document.seats}
    if document.referee:
        signers[document.referee.key] = REFEREE
    seat = signers.get(pair.key.text)
    if seat is None:
        raise ProofError(
            Problem(
                "proof/unknown-key",
                f"the charter gives no seat to your key {key}",
                expected=", ".join(signers),
                got=pair.key.text,
                fix="name the right key with --key, or ask for a charter with the line that `key show` prints",
            )
        )
    own = any(_is_enrolment(signed, charter.id, seat, pair) for batch in batches for signed in batch)
    table = _interrupted(folder, key, lambda begun: begun == document)
    if table is None:
        if not own:
            keyring.refuse_known(key, charter.id)
        table = Table.lay(folder, Settings(seat=seat, key=key, rebuilt=own), charter)
    report = take(table, batches, problems)
    return table, finish(table, pair, report) if own else _enrol(table, keyring, pair, report)


def _but_for_nonce(charter: Charter) -> list[object]:
    return [getattr(charter, name) for name in charter.__struct_fields__ if name != "nonce"]


def _interrupted(folder: Path, key: str, same: Callable[[Charter], bool]) -> Table | None:
    """Return the table of a folder in which the same command was killed before it had written its mails, or None."""
    if not Table.is_laid(folder):
        return None
    table = Table.open(folder)
    begun = same(table.ledger.game.charter) and table.settings.key == key
    return table if begun and (not table.enrolled or table.unsent()) else None


def _enrol(table: Table, keyring: Keyring, pair: KeyPair, report: Report) -> Report:
    report.made.append(enrol(table, keyring, pair))
    return finish(table, pair, report)


def _is_enrolment(signed: Signed, game: Digest, seat: Seat, pair: KeyPair) -> bool:
    """Answer whether a document is the seat's enrolment in a game, signed by its key: anybody can write one."""
    document = signed.document
    if not isinstance(document, Enrolment) or (document.game, document.seat) != (game, seat):
        return False
    try:
        verify(signed, pair.key)
    except ProofError:
        return False
    return True
