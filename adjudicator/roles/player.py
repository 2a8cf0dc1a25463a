"""What a player does: begin or join a game, take in mails, decide, resign, and see where the game stands."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from adjudicator.catalogue.games import check_options, part_rows, rule_set
from adjudicator.documents.charter import TEXT_COLUMNS
from adjudicator.documents.incoming import documents_in
from adjudicator.documents.keys import Key, KeyPair
from adjudicator.documents.kinds import Charter, CharterSeat
from adjudicator.documents.signed import Signed, sign
from adjudicator.documents.text import columns
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Order
from adjudicator.errors import DocumentError, OrderError, Problem, ProofError, SequenceError, error_of
from adjudicator.names import Digest, RequestId, Seat, Text
from adjudicator.protocol.charter import check_charter
from adjudicator.protocol.seat import OwnSeat, enrolment
from adjudicator.protocol.secrets import Secret
from adjudicator.roles.disk import read_file
from adjudicator.roles.keyring import Ask, Keyring
from adjudicator.roles.report import Owed, Report, Standing
from adjudicator.roles.table import Table
from adjudicator.store.folder import Settings

LINKS = 512


@dataclass(frozen=True)
class Mail:
    """A file that arrived: its name for messages, and its bytes."""

    name: str
    data: bytes


# -- beginning -----------------------------------------------------------------------------------------------------


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


def new(folder: Path, proposal: Proposal, keyring: Keyring, key: str, ask: Ask) -> Report:
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
    return _enrol(table, keyring, pair, Report(_standing(table)))


def join(folder: Path, mails: Sequence[Mail], keyring: Keyring, key: str, ask: Ask) -> Report:
    """Join the game whose charter is in the mails, in the seat that the charter gives to the key.

    If the mails hold an own enrolment, the folder is rebuilt from them instead, and marked so. Raises SequenceError if
    the key was enrolled in this game before and the mails do not show it.
    """
    batches, problems = _read(mails)
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
    own = any(s.document.kind == "enrolment" and s.document.seat == seat for batch in batches for s in batch)
    if not own:
        keyring.refuse_known(key, charter.id)
    table = Table.lay(folder, Settings(seat=seat, key=key, rebuilt=own), charter)
    report = _take(table, batches, problems)
    return _finish(table, pair, report) if own else _enrol(table, keyring, pair, report)


def _enrol(table: Table, keyring: Keyring, pair: KeyPair, report: Report) -> Report:
    nonce: Digest = secrets.token_hex(32)
    game = table.ledger.game
    keyring.remember(table.settings.key, game.id)
    secret = Secret.derive(pair.seed, nonce, game.id, table.seat, game.charter.links)
    report.made.append(table.act(pair, enrolment(game.id, table.seat, nonce, secret)))
    return _finish(table, pair, report)


# -- mails -----------------------------------------------------------------------------------------------------------


def receive(folder: Path, mails: Sequence[Mail], keyring: Keyring, ask: Ask) -> Report:
    """Take in mails, then do all that leaves nothing to choose, and write the turn file if something was done."""
    batches, problems = _read(mails)
    table = Table.open(folder)
    report = _take(table, batches, problems)
    return _finish(table, keyring.unlock(table.settings.key, ask), report)


def _read(mails: Sequence[Mail]) -> tuple[list[list[Signed]], list[Problem]]:
    """Return the documents of each mail up to the first that cannot be read, and what was wrong."""
    batches: list[list[Signed]] = []
    problems: list[Problem] = []
    for mail in mails:
        documents, found = documents_in(mail.data)
        batches.append(documents)
        problems.extend(problem.located(mail.name) for problem in found)
    return batches, problems


def _take(table: Table, batches: Sequence[Sequence[Signed]], problems: Sequence[Problem]) -> Report:
    before = table.ledger.branch()
    others = [
        s for batch in batches for s in batch if isinstance(s.document, Charter) and s.id != table.ledger.charter.id
    ]
    acts = [[s for s in batch if s.document.kind not in ("charter", "state")] for batch in batches]
    taken = table.take(acts)
    report = Report(_standing(table), new=taken.new, known=taken.known, problems=[*problems, *taken.problems])
    if others and not taken.refused:
        report.problems.append(
            Problem(
                "sequence/other-game",
                f"a charter of another game, {others[0].id[:8]}, is in these files",
                fix="join that game in a folder of its own",
            )
        )
    report.events = _events_since(table, len(before))
    return report


def _events_since(table: Table, count: int) -> list[str]:
    return [table.rules.view.event(event) for position in table.ledger.branch()[count:] for event in position.events]


def _finish(table: Table, pair: KeyPair, report: Report) -> Report:
    """Do what is mechanical, write the mails if anything was made, and say where the game stands."""
    before = len(table.ledger.branch())
    report.made.extend(table.go_on(pair))
    report.events.extend(_events_since(table, before))
    if report.made:
        report.mails = table.post()
    report.standing = _standing(table)
    return report


def resend(folder: Path) -> Report:
    """Write the current turn file again; nothing is signed."""
    table = Table.open(folder)
    return Report(_standing(table), mails=table.post())


# -- deciding --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deciding:
    """A decision that is due, with what the own seat knows: all that is needed to check an order."""

    table: Table
    own: OwnSeat
    decision: Decision
    pair: KeyPair

    @property
    def engine(self) -> Any:
        """Return the game's engine."""
        return self.table.ledger.game.engine

    @property
    def order_type(self) -> type[Order]:
        """Return the type of the order that answers the decision."""
        return self.engine.orders[self.decision.kind]  # type: ignore[no-any-return]

    def check(self, order: Order) -> tuple[Problem, ...]:
        """Return what is wrong with an order, as far as this seat can know."""
        return self.engine.check(self.table.public, self.own.known(), self.decision, order)  # type: ignore[no-any-return]

    def options(self, so_far: dict[str, Any]) -> tuple[Any, ...]:
        """Return how an order begun may go on."""
        return self.engine.options(self.table.public, self.own.known(), self.decision, so_far)  # type: ignore[no-any-return]


def deciding(folder: Path, keyring: Keyring, ask: Ask, request: RequestId | None = None) -> Deciding:
    """Return the decision that is due from the own seat, or the one named. Raises SequenceError if there is none."""
    table = Table.open(folder)
    pair = keyring.unlock(table.settings.key, ask)
    own = table.own(pair)
    decisions = own.decisions() if own else ()
    for decision in decisions:
        if request in (None, decision.id):
            assert own is not None
            return Deciding(table, own, decision, pair)
    waits = ", ".join(sorted({owed.seat for owed in _standing(table).waits})) or "nobody"
    raise SequenceError(
        Problem(
            "sequence/not-due",
            f"no decision of yours is due{f' for {request}' if request else ''}; the game waits for {waits}",
            expected=", ".join(decision.id for decision in decisions),
            fix="receive the next mail",
        )
    )


def refuse(problems: Sequence[Problem]) -> None:
    """Raise OrderError if there is anything that forbids an order or costs a penalty."""
    found = [problem for problem in problems if problem.severity != "warning"]
    if found:
        raise OrderError(found)


def decide(task: Deciding, order: Order) -> Report:
    """Seal or send an order as the engine says, go on with what is mechanical, and write the mails.

    Raises OrderError if a rule forbids it or it would cost a penalty; then nothing was signed.
    """
    refuse(task.check(order))
    table, pair = task.table, task.pair
    before = len(table.ledger.branch())
    if table.settings.rebuilt:
        table.settings = replace(table.settings, rebuilt=False)
        table.folder.save_settings(table.settings)
    made = task.own.commitment(task.decision, order) if task.decision.sealed else task.own.order(task.decision, order)
    report = Report(_standing(table), made=[table.act(pair, made)])
    report.said = table.rules.view.order(task.decision.kind, order)
    report.events = _events_since(table, before)
    return _finish(table, pair, report)


def resign(folder: Path, keyring: Keyring, ask: Ask) -> Report:
    """Give the game up. A seat that owes nothing keeps its resignation until it does: SequenceError."""
    table = Table.open(folder)
    pair = keyring.unlock(table.settings.key, ask)
    own = table.own(pair)
    if own is None or not own.open_requests():
        raise SequenceError(
            Problem(
                "sequence/not-due",
                "you owe nothing now, and a resignation takes the place of something that you owe",
                fix="resign when the next mail has come",
            )
        )
    return _finish(table, pair, Report(_standing(table), made=[table.act(pair, own.resignation())]))


# -- looking ---------------------------------------------------------------------------------------------------------


def status(folder: Path) -> Standing:
    """Return where the game stands."""
    return _standing(Table.open(folder))


def _standing(table: Table) -> Standing:
    head = table.ledger.head()
    about = table.rules.view.about
    rows = [(row, Owed(row.seat, row.request, row.answer, about(row.request))) for row in head.due]
    given = {(row.seat, row.request) for row, _ in rows if head.candidates.get((row.seat, row.request))}
    return Standing(
        game=table.ledger.game.id,
        title=" ".join(table.ledger.game.charter.title),
        folder=str(table.folder.path),
        seat=table.seat,
        state=head.number,
        waits=tuple(owed for row, owed in rows if (row.seat, row.request) not in given),
        given=tuple(owed for row, owed in rows if (row.seat, row.request) in given),
        outcome=outcome_line(head.state.outcome) if head.state and head.state.outcome else "",
        rebuilt=table.settings.rebuilt,
        parked=len(table.ledger.parked()),
        conflicts=sum(len(table.ledger.conflicts(position)) for position in table.ledger.branch()),
        blocked=table.ledger.blocked(),
    )


def outcome_line(outcome: Any) -> str:
    """Return in one line how a game ended."""
    points = ", ".join(f"{row.seat} {row.points}" for row in outcome.points)
    winner = f"{outcome.winner} wins" if outcome.winner else "nobody wins"
    named = f" of {', '.join(outcome.seats)}" if outcome.seats else ""
    return f"{winner}: {outcome.how}{named} [{outcome.rule}]" + (f"; {points}" if points else "")


def board(folder: Path, keyring: Keyring | None, ask: Ask, width: int) -> str:
    """Return the board as text; with a keyring the own hand is on it, without one what a bystander sees."""
    table = Table.open(folder)
    own = table.own(keyring.unlock(table.settings.key, ask)) if keyring else None
    return draw_board(table, own, width)


def draw_board(table: Table, own: OwnSeat | None, width: int) -> str:
    """Return the board as text, as the own seat or a bystander sees it."""
    if table.public is None:
        return "Nothing is on the table yet: not everybody has enrolled."
    seat = own.seat if own else None
    known = own.known() if own else {}
    return table.rules.view.board(table.ledger.game.engine, table.public, known, seat, width)
