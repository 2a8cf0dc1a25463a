"""What a referee does: take in acts, give his share of the draws, and sign the states that everybody computes."""

from collections.abc import Sequence
from pathlib import Path

from adjudicator.errors import AdjudicatorError, Problem, SequenceError, error_of
from adjudicator.names import REFEREE
from adjudicator.protocol.confirmation import unsigned
from adjudicator.roles.keyring import Ask, Keyring
from adjudicator.roles.looking import standing
from adjudicator.roles.mails import Mail, finish, receive
from adjudicator.roles.report import Report, Standing
from adjudicator.roles.table import Table


def adjudicate(table: Table, mails: Sequence[Mail], keyring: Keyring, ask: Ask) -> Report:
    """Take in mails, verify reveals against commitments, go on as far as can be computed, sign, and write the mails.

    Twice does no more than once. Raises SequenceError if this folder is not the referee's, or the game is stopped.
    """
    if table.seat != REFEREE:
        raise SequenceError(
            Problem(
                "sequence/not-due",
                f"this is the folder of {table.seat}; only the referee of a game adjudicates",
                fix="use receive or play",
            )
        )
    report = receive(table, mails, keyring, ask)
    pair = keyring.unlock(table.settings.key, ask)
    blocked = table.ledger.blocked()
    if blocked:
        raise error_of([blocked])
    for position in unsigned(table.ledger.branch()):
        assert position.state is not None
        report.made.append(table.act(pair, position.state))
    return finish(table, pair, report)


def overview(folders: Sequence[Path]) -> list[tuple[Path, Standing | None, tuple[Problem, ...]]]:
    """Return where the games in many folders stand; a folder that cannot be read has its problems instead."""
    found: list[tuple[Path, Standing | None, tuple[Problem, ...]]] = []
    for folder in folders:
        try:
            found.append((folder, standing(Table.open(folder, reading=True)), ()))
        except AdjudicatorError as error:
            found.append((folder, None, error.problems))
    return found
