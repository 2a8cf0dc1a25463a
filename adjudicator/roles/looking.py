"""What a game looks like to its player: where it stands, and the board."""

from typing import Any

from adjudicator.names import REFEREE
from adjudicator.protocol.seat import OwnSeat, keeps_links
from adjudicator.roles.keyring import is_solo
from adjudicator.roles.report import Owed, Standing
from adjudicator.roles.table import Table
from adjudicator.roles.wording import owed

OWN_DEEDS = ("resignation", "forfeit")  # ends that read well with `of`; a game's own ends may be any word


def standing(table: Table) -> Standing:
    """Return where a game stands: whom it waits for, or how it ended."""
    head = table.ledger.head()
    about = table.rules.view.about
    rows = [(row, Owed(row.seat, row.request, row.answer, owed(row.answer, row.request, about))) for row in head.due]
    given = {(row.seat, row.request) for row, _ in rows if head.candidates.get((row.seat, row.request))}
    return Standing(
        game=table.ledger.game.id,
        title=" ".join(table.ledger.game.charter.title),
        folder=str(table.folder.path),
        seat=table.seat,
        state=head.number,
        waits=tuple(line for row, line in rows if (row.seat, row.request) not in given),
        given=tuple(line for row, line in rows if (row.seat, row.request) in given),
        outcome=outcome_line(head.state.outcome) if head.state and head.state.outcome else "",
        rebuilt=table.settings.rebuilt,
        parked=len(table.ledger.parked()),
        conflicts=tuple(
            f"{seat} signed twice for {request} ({about(request)})"
            for position in table.ledger.branch()
            for seat, request in table.ledger.conflicts(position)
        ),
        last_mails=table.last_mails(),
        referee=table.ledger.game.charter.referee is not None,
        confirmed=table.ledger.confirmed(),
        burnt=tuple(
            owed(act.document.kind, act.document.request, about)
            for act in table.ledger.set_aside()
            if act.seat == table.seat and act.document.kind == "reveal"
        ),
        void=tuple(table.ledger.positions[signed.id].number for signed in table.ledger.void()),
        blocked=table.ledger.blocked(),
        false_deal=table.ledger.dealt_falsely(),
        unsigned=keeps_links(table.ledger.game, head, table.seat),
        solo=is_solo(table.folder.path),
    )


def outcome_line(outcome: Any) -> str:
    """Return in one line how a game ended."""
    points = ", ".join(f"{row.seat} {row.points}" for row in outcome.points)
    winner = f"{outcome.winner} wins" if outcome.winner else "nobody wins"
    seats = " and ".join(outcome.seats)
    named = (f" of {seats}" if outcome.how in OWN_DEEDS else f" ({seats})") if seats else ""
    return f"{winner}: {outcome.how}{named} [{outcome.rule}]" + (f"; {points}" if points else "")


def board(table: Table, own: OwnSeat | None, width: int) -> str:
    """Return the board as text, as the own seat or a bystander sees it."""
    if table.public is None:
        return "Nothing is on the table yet: not everybody has enrolled."
    seat = own.seat if own and own.seat != REFEREE else None
    known = own.known() if own and seat else {}  # a dealer knows every hand, and need not see it
    return table.rules.view.board(table.ledger.game.engine, table.public, known, seat, width)


def asked(table: Table, own: OwnSeat | None, width: int) -> str:
    """Return the board and the question of the decision that is due from the own seat; empty if none is."""
    decisions = own.decisions() if own else ()
    if not decisions:
        return ""
    questions = [table.rules.view.question(decision) for decision in decisions]
    return "\n".join([board(table, own, width), *questions])
