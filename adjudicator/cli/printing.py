"""How a report is printed: what happened, where the game stands, and the one thing to do next."""

import sys
from dataclasses import asdict

import click

from adjudicator.cli.output import print_json, print_problems, printable
from adjudicator.errors import error_of
from adjudicator.roles.report import Report, Standing


def print_report(report: Report, as_json: bool = False) -> None:
    """Print what happened and what to do next; leaves with the exit code of what was refused, if anything was."""
    if as_json:
        print_json(asdict(report))
    else:
        _print_report(report)
    if report.failed:
        sys.exit(error_of(report.failed).exit_code)


def _print_report(report: Report) -> None:
    print_problems(report.problems)
    if report.new:
        click.echo("Taken in:")
        for line in report.new:
            click.echo(f"  {line}")
    elif report.known:
        click.echo(f"Nothing new: all {report.known} documents were known already.")
    if report.events:
        click.echo("What happened:")
        for line in report.events:
            click.echo(f"  {printable(line)}")
    if report.said:
        click.echo(f"You decided: {printable(report.said)}")
        if report.sealed:
            click.echo("It is sealed: nobody can read it before everybody has sealed, and it stays.")
    if report.made:
        click.echo("Signed:")
        for line in report.made:
            click.echo(f"  {line}")
    if report.board:
        click.echo(report.board)
    print_standing(report.standing)
    if report.mails:
        click.echo("Send:")
        for path in report.mails:
            click.echo(f"  {path}   to {path.name.split('-')[1]}, attached or pasted")
    print_next(report.standing, bool(report.mails))


def print_standing(standing: Standing) -> None:
    """Print where a game stands, in a few lines."""
    click.echo(
        f"Game {standing.game[:8]}, {printable(standing.title)}; you are {standing.seat}. State {standing.state}."
    )
    if standing.blocked:
        print_problems([standing.blocked])
    if standing.outcome:
        click.echo(f"The game is over. {standing.outcome}")
    for owed in standing.waits:
        you = " (you)" if owed.seat == standing.seat else ""
        click.echo(f"  waits for {owed.seat}{you}: {owed.about}")
    for owed in standing.given:
        if owed.seat != standing.seat:
            click.echo(f"  {owed.seat} has answered: {owed.about}")
    if standing.parked:
        click.echo(f"  {standing.parked} documents wait in inbox/ for a file that is missing")
    if standing.conflicts:
        click.echo(f"  {standing.conflicts} second acts lie in proofs/: somebody signed twice")
    if standing.rebuilt:
        click.echo("  This folder was rebuilt from mails: what you sent and nobody answered may be missing here.")


def print_next(standing: Standing, to_send: bool) -> None:
    """Print the one command that comes next."""
    folder = standing.folder
    if standing.outcome:
        click.echo(f"Next: adjudicator verify --finished {folder}" + (" (and send that mail)" if to_send else ""))
    elif any(owed.answer in ("commitment", "order") for owed in standing.mine):
        click.echo(f"Next: adjudicator play {folder}")
    elif to_send:
        click.echo("Next: send that mail, and wait for the answer.")
    else:
        click.echo(f"Next: when their mail comes, adjudicator play {folder} FILE")
