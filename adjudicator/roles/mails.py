"""Mails that arrive, and the mail that answers them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.documents.incoming import documents_in
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.kinds import Charter
from adjudicator.documents.signed import Signed
from adjudicator.errors import Problem
from adjudicator.roles.enrolling import enrol
from adjudicator.roles.keyring import Ask, Keyring
from adjudicator.roles.looking import standing
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table


@dataclass(frozen=True)
class Mail:
    """A file that arrived: its name for messages, and its bytes."""

    name: str
    data: bytes


def receive(table: Table, mails: Sequence[Mail], keyring: Keyring, ask: Ask) -> Report:
    """Take in mails, then do all that leaves nothing to choose, and write the turn file if something was done."""
    report = take(table, *read(mails))
    pair = keyring.unlock(table.settings.key, ask)
    if table.own(pair) is None:  # the command that began the game was killed before it had enrolled
        report.made.append(enrol(table, keyring, pair))
    return finish(table, pair, report)


def read(mails: Sequence[Mail]) -> tuple[list[list[Signed]], list[Problem]]:
    """Return the documents of each mail up to the first that cannot be read, and what was wrong."""
    batches: list[list[Signed]] = []
    problems: list[Problem] = []
    for mail in mails:
        documents, found = documents_in(mail.data)
        batches.append(documents)
        problems.extend(problem.located(mail.name) for problem in found)
    return batches, problems


def take(table: Table, batches: Sequence[Sequence[Signed]], problems: Sequence[Problem]) -> Report:
    """Take in the documents of several mails; the report says what became of them."""
    before = table.ledger.branch()
    others = [
        s for batch in batches for s in batch if isinstance(s.document, Charter) and s.id != table.ledger.charter.id
    ]
    acts = [[s for s in batch if not isinstance(s.document, Charter) and s.signature] for batch in batches]
    taken = table.take(acts)
    report = Report(standing(table), new=taken.new, known=taken.known, problems=[*problems, *taken.problems])
    if others and not taken.refused:
        report.problems.append(
            Problem(
                "sequence/other-game",
                f"a charter of another game, {others[0].id[:8]}, is in these files",
                fix="join that game in a folder of its own",
            )
        )
    report.events = events_since(table, len(before))
    return report


def events_since(table: Table, count: int) -> list[str]:
    """Return in words what happened after the first `count` positions of the branch."""
    return [table.rules.view.event(event) for position in table.ledger.branch()[count:] for event in position.events]


def finish(table: Table, pair: KeyPair, report: Report) -> Report:
    """Do what is mechanical, write the mails if anything was made that is in none, and say where the game stands."""
    before = len(table.ledger.branch())
    report.made.extend(table.go_on(pair))
    report.events.extend(events_since(table, before))
    own = table.own(pair)
    report.problems.extend(replace(problem, severity="warning") for problem in (own.unopened() if own else ()))
    if report.made or table.unsent():
        report.mails = table.post()
    report.standing = standing(table)
    return report


def resend(table: Table) -> Report:
    """Write the current turn file again; nothing is signed."""
    return Report(standing(table), mails=table.post())
