"""`play`: a mail in, a few questions, a mail out."""

import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from adjudicator.cli.options import FILE, FOLDER, asking, keyring_of, keys_options, mails
from adjudicator.cli.output import columns, print_problems, printable, reporting
from adjudicator.cli.printing import print_report
from adjudicator.errors import Problem, SequenceError, error_of
from adjudicator.roles import beginning, looking, ordering, player, solo
from adjudicator.roles.keyring import Ask, Keyring, is_solo
from adjudicator.roles.mails import receive
from adjudicator.roles.picking import Picking
from adjudicator.roles.player import Deciding
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("files", type=FILE, nargs=-1)
@click.option("--against-computer", is_flag=True, help="Start a game against the computer player in a new FOLDER.")
@click.option("--game", default="border-states", show_default=True, help="Which game, with --against-computer.")
@click.option("--as", "seat", default=None, metavar="SEAT", help="Which seat, with --against-computer.")
@click.option("--option", "options", multiple=True, metavar="NAME[=VALUE]", help="A variant, with --against-computer.")
@click.option("--key", "key", metavar="NAME", help="The key to use for joining, if you have more than one.")
@keys_options
@reporting
def play(
    folder: Path,
    files: tuple[Path, ...],
    against_computer: bool,
    game: str,
    seat: str | None,
    options: tuple[str, ...],
    key: str | None,
    keys: Path | None,
    passphrase_file: Path | None,
) -> None:
    """Take in the mail FILES, show the board, ask what to do, and write the mail to send.

    With a FOLDER that holds no game yet, the first mail is joined. Without a file, go on where you were.

    \b
    adjudicator play ./duel mail.yaml
    adjudicator play ./solo --against-computer
    """
    ask = asking(passphrase_file)
    if Table.is_laid(folder):
        table = Table.open(folder)
        report = receive(table, mails(files), keyring_of(keys, folder), ask)
    elif against_computer:
        table, report = solo.begin(folder, game, seat or ordering.first_seat(game), options)
    elif files:
        ring = keyring_of(keys, folder)
        table, report = beginning.join(folder, mails(files), ring, ring.chosen(key), ask)
    else:
        raise SequenceError(
            Problem("sequence/no-game", f"{folder} holds no game", fix="name the first mail, or add --against-computer")
        )
    ring = keyring_of(keys, folder)
    alone = is_solo(folder)
    while True:
        _happened(report)
        if report.failed:
            print_report(Report(report.standing, mails=report.mails))
            sys.exit(error_of(report.failed).exit_code)
        report = _decisions(table, ring, ask, report)
        if not alone or report.standing.outcome:
            break
        answer = solo.exchange(table)
        if answer is None or answer.standing == report.standing:
            break
        report = answer
    report.mails = [] if alone else report.mails
    report.events, report.new, report.known, report.problems, report.made, report.said = [], [], 0, [], [], ""
    if report.standing.outcome:
        click.echo(looking.board(table, None, columns(None)))
    print_report(report)


def _happened(report: Report) -> None:
    print_problems(report.problems)
    for line in report.events:
        click.echo(f"  {printable(line)}")


def _decisions(table: Table, ring: Keyring, ask: Ask, report: Report) -> Report:
    """Ask for every decision that is due, until the others are waited for; returns the last report, with all mails."""
    written = report.mails
    while any(owed.answer in ("commitment", "order") for owed in report.standing.mine):
        task = player.deciding(table, ring, ask)
        click.echo(looking.board(table, task.own, columns(None)))
        report = player.decide(task, ordering.order_of(task, _asked(task)))
        written = report.mails or written
        click.echo("Sealed: nobody can read it, and it stays." if task.decision.sealed else "Signed.")
        _happened(report)
    report.mails = written
    return report


def _asked(task: Deciding) -> dict[str, Any]:
    """Ask step by step until an order is complete and confirmed; nothing is signed before."""
    if task.table.settings.rebuilt:
        click.echo(
            "This folder was rebuilt from mails: you may have answered this already, in a mail that is not here."
        )
        click.echo("Then receive the mails that you sent, or wait for theirs: two answers are proof against you.")
        click.confirm("You had not answered yet?", default=False, abort=True)
    click.echo(printable(task.table.rules.view.question(task.decision)))
    picking = Picking(task)
    while True:
        choices = picking.offered()
        if picking.picked:
            click.echo(f"So far: {'; '.join(printable(choice.text) for choice in picking.picked)}")
        for number, choice in enumerate(choices, 1):
            click.echo(f"  {number:>3}  {printable(choice.text)}")
        back = "b for back, " if picking.begun else ""
        typed = click.prompt(f"Your choice (number, or several, {back}q to leave)", prompt_suffix=": ").strip().lower()
        if typed == "q":
            _leave()
        if typed == "b":
            picking.back()
            continue
        numbers = typed.replace(",", " ").split()
        if not numbers or not all(word.isdecimal() and 1 <= int(word) <= len(choices) for word in numbers):
            click.echo(f"Please type a number of the list, 1 to {len(choices)}, or several with blanks between.")
            continue
        try:
            taken = picking.take([choices[place - 1] for place in sorted({int(word) for word in numbers})])
        except ValueError:
            click.echo("So many, or these together, cannot be chosen.")
            continue
        if taken is not None:
            order = ordering.order_of(task, taken.so_far)
            problems = task.check(order)
            print_problems(problems)
            click.echo(printable(task.says(order)))
            good = not any(problem.severity != "warning" for problem in problems)
            if good and _confirmed("Seal" if task.decision.sealed else "Send"):
                return dict(taken.so_far)
            picking = Picking(task)


def _confirmed(verb: str) -> bool:
    """Ask whether an order is to be signed; no begins it anew."""
    while True:
        typed = click.prompt(f"{verb} this? [Y/n, q to leave]", default="y", show_default=False).strip().lower()
        if typed in ("y", "yes", "n", "no"):
            return typed.startswith("y")
        if typed == "q":
            _leave()
        click.echo("Please type y, n or q.")


def _leave() -> NoReturn:
    click.echo("Nothing was signed. Run the same command to go on.")
    sys.exit(0)
