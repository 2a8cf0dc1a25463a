"""The computer player: a seat like any other, with a key and a folder; it chooses among the legal options by lot.

Where it may end or do more, it ends once in four times, so that it does not stop at the first card.
"""

from typing import Any

from adjudicator.engine.steps import Order
from adjudicator.engine.streams import Stream
from adjudicator.errors import InternalError, Problem
from adjudicator.names import Seat
from adjudicator.protocol.advance import decoded_order
from adjudicator.roles import player
from adjudicator.roles.keyring import Keyring
from adjudicator.roles.mails import Mail
from adjudicator.roles.player import Deciding
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table
from adjudicator.store.layout import OUTBOX

KEY = "computer"
LONGEST_WALK = 1000


def nothing(name: str) -> str:
    """Return no passphrase: keys made for one game are not locked."""
    return ""


def choose(task: Deciding) -> Order:
    """Return an order that nothing is wrong with, by lot from the own secret: unforeseeable, repeatable."""
    for attempt in range(LONGEST_WALK):
        order = _walked(task, attempt)
        if not any(problem.severity != "warning" for problem in task.check(order)):
            return order
    raise InternalError(Problem("internal/options", f"the options of {task.decision.id} hold no good order"))


def _walked(task: Deciding, attempt: int) -> Order:
    name = f"computer\n{task.own.head.id}\n{task.decision.id}\n{attempt}\n"
    stream = Stream(task.own.secret.salt(name))
    so_far: dict[str, Any] = {}
    for step in range(LONGEST_WALK):
        choices = task.options(so_far)
        if not choices:
            break
        more = [choice for choice in choices if not choice.complete]
        if more and len(more) < len(choices) and stream.number(f"{step}.more", 4):
            choices = tuple(more)
        choice = choices[stream.number(str(step), len(choices))]
        so_far = dict(choice.so_far)
        if choice.complete:
            order = decoded_order(task.order_type, so_far)
            if order is not None:
                return order
            break
    raise InternalError(Problem("internal/options", f"the options of {task.decision.id} lead nowhere"))


def decide_all(table: Table, ring: Keyring, report: Report) -> Report:
    """Take every decision that is due, until the others are waited for."""
    while any(owed.answer in ("commitment", "order") for owed in report.standing.mine):
        task = player.deciding(table, ring, nothing)
        done = player.decide(task, choose(task))
        report.made.extend(done.made)
        report.events.extend(done.events)
        report.mails, report.standing = done.mails, done.standing
    return report


def last_mail(table: Table, addressee: Seat) -> Mail | None:
    """Return the last turn file that a folder holds for an addressee, as a mail."""
    sent = table.folder.sent(addressee)
    if not sent:
        return None
    name = table.folder.mail_name(addressee, sent[-1])
    return Mail(name, table.folder.read(f"{OUTBOX}/{name}"))
