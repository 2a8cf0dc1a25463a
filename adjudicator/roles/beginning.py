"""Beginning a game: proposing it, joining it, or rebuilding a lost folder from mails."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.catalogue.games import check_options, part_rows, rule_set
from adjudicator.documents.charter import TEXT_COLUMNS
from adjudicator.documents.keys import Key, KeyPair
from adjudicator.documents.kinds import Charter, CharterSeat, Enrolment
from adjudicator.documents.signed import Signed, sign, verify
from adjudicator.documents.text import columns
from adjudicator.errors import DocumentError, Problem, ProofError, error_of
from adjudicator.names import Digest, Seat, Text
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
class Proposal:
    """What `new` fixes for ever: the game, who plays which seat with which key, the options."""

    game: str
    seat: Seat
    own_name: Text
    opponent: Key
    opponent_name: Text
    options: tuple[str, ...] = ()
    title: Text = ()


def text_lines(words: str) -> Text:
    """Return words as a text of the documents: lines of at most 60 columns as written."""
    lines: list[str] = []
    for word in words.split():
        if lines and columns(f"{lines[-1]} {word}") <= TEXT_COLUMNS:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


def opponent_of(line: str) -> tuple[Key, str]:
    """Return key and name in a public key line, or in the file of that name."""
    if not line.startswith("ssh-") and len(line) < 1000 and Path(line).is_file():
        line = read_file(Path(line)).decode("utf-8", "replace")
    words = line.split()
    return Key.parse(line), words[2] if len(words) > 2 else "opponent"


def new(folder: Path, proposal: Proposal, keyring: Keyring, key: str, ask: Ask) -> tuple[Table, Report]:
    """Write a charter, enrol under it, and write the first turn file. Raises DocumentError or ProofError."""
    game = rule_set(proposal.game)
    options = tuple(sorted(proposal.options))
    check_options(game, options)
    if proposal.seat not in game.seats:
        raise DocumentError(
            Problem("document/schema", f"{game.name} has no seat {proposal.seat!r}", expected=", ".join(game.seats))
        )
    pair = keyring.unlock(key, ask)
    rows = tuple(
        CharterSeat(seat=seat, name=proposal.own_name, key=pair.key.text)
        if seat == proposal.seat
        else CharterSeat(seat=seat, name=proposal.opponent_name, key=proposal.opponent.text)
        for seat in game.seats
    )
    charter = Charter(
        title=proposal.title or (game.title,),
        engine=game.name,
        rules=game.number,
        parts=part_rows(game),
        options=options,
        seats=rows,
        referee=None,
        links=LINKS,
        clock=None,
        nonce=secrets.token_hex(32),
        proposer=proposal.seat,
    )
    signed = sign(charter, pair)
    check_charter(signed)
    table = Table.lay(folder, Settings(seat=proposal.seat, key=key), signed)
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
    seat = next((row.seat for row in document.seats if row.key == pair.key.text), None)
    if seat is None:
        raise ProofError(
            Problem(
                "proof/unknown-key",
                f"the charter gives no seat to your key {key}",
                expected=", ".join(row.key for row in document.seats),
                got=pair.key.text,
                fix="name the right key with --key, or ask for a charter with the line that `key show` prints",
            )
        )
    own = any(_is_enrolment(signed, charter.id, seat, pair) for batch in batches for signed in batch)
    if not own:
        keyring.refuse_known(key, charter.id)
    table = Table.lay(folder, Settings(seat=seat, key=key, rebuilt=own), charter)
    report = take(table, batches, problems)
    return table, finish(table, pair, report) if own else _enrol(table, keyring, pair, report)


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
