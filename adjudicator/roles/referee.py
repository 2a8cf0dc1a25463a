"""What a referee does: take in acts, give his share of the draws, and sign the states that everybody computes."""

from collections.abc import Sequence
from pathlib import Path

from adjudicator.errors import AdjudicatorError, Problem, SequenceError, error_of
from adjudicator.names import REFEREE
from adjudicator.protocol.confirmation import needs_signature
from adjudicator.protocol.position import Position
from adjudicator.roles.keyring import Ask, Keyring
from adjudicator.roles.looking import standing
from adjudicator.roles.mails import Mail, finish, read, take
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
    pair = keyring.unlock(table.settings.key, ask)
    report = finish(table, pair, take(table, *read(mails)))
    blocked = table.ledger.blocked()
    if blocked:
        raise error_of([blocked])
    for position in unsigned(table):
        assert position.state is not None
        report.made.append(table.act(pair, position.state))
    return finish(table, pair, report)


def unsigned(table: Table) -> tuple[Position, ...]:
    """Return the states of the branch that the referee has still to sign: the head, and those that need it."""
    line = table.ledger.branch()
    return tuple(
        position
        for position in line
        if position.state is not None and not position.confirmed and (needs_signature(position) or position is line[-1])
    )


def overview(folders: Sequence[Path]) -> list[tuple[Path, Standing | None, tuple[Problem, ...]]]:
    """Return where the games in many folders stand; a folder that cannot be read has its problems instead."""
    found: list[tuple[Path, Standing | None, tuple[Problem, ...]]] = []
    for folder in folders:
        try:
            found.append((folder, standing(Table.open(folder)), ()))
        except AdjudicatorError as error:
            found.append((folder, None, error.problems))
    return found
