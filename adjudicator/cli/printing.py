"""How a report is printed: what happened, where the game stands, and the one thing to do next."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from adjudicator.cli.output import print_json, print_problems, printable
from adjudicator.errors import Problem, error_of
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
    if not report.failed:
        print_problems(report.problems)
    if report.new:
        click.echo("Taken in:")
        for line in report.new:
            click.echo(f"  {line}")
    elif report.known:
        click.echo("Nothing new: everything in it was known already.")
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
    if report.board and not report.failed:
        click.echo(report.board)
    print_standing(report.standing)
    if report.mails:
        click.echo("Send:")
        for path in report.mails:
            click.echo(f"  {path}   to {path.name.split('-')[1]}, attached or pasted")
    if report.failed:
        print_problems(report.problems)
    else:
        print_next(report.standing, bool(report.mails))


def print_standing(standing: Standing) -> None:
    """Print where a game stands, in a few lines."""
    click.echo(
        f"Game {standing.game[:8]}, {printable(standing.title)}; you are {standing.seat}. State {standing.state}."
    )
    if standing.referee:
        word = "confirmed" if standing.confirmed == standing.state else f"reached; confirmed up to {standing.confirmed}"
        click.echo(f"  state {standing.state} is {word}")
    for choice in standing.burnt:
        click.echo(f"  burnt: you had {choice}, on a branch that does not count; choose anew")
    for number in standing.void:
        click.echo(f"  the referee signed a state {number} that does not count; it lies in proofs/")
    if standing.blocked:
        print_problems([standing.blocked])
    if standing.outcome:
        click.echo(f"The game is over. {standing.outcome}")
    if standing.false_deal:
        click.echo("But the dealer has cheated, or his program is wrong; the record proves it:")
        print_problems([standing.false_deal])
    for owed in standing.waits:
        you = " (you)" if owed.seat == standing.seat else ""
        click.echo(f"  waits for {owed.seat}{you}: {owed.about}")
    for owed in standing.given:
        if owed.seat != standing.seat:
            click.echo(f"  {owed.seat} has answered: {owed.about}")
    if standing.parked:
        click.echo(f"  waiting in inbox/ for a mail that is missing: {standing.parked}")
    for conflict in standing.conflicts:
        click.echo(f"  {conflict}: both acts are kept, one of them in proofs/")
    if standing.rebuilt:
        click.echo("  This folder was rebuilt from mails: what you sent and nobody answered may be missing here.")


def print_next(standing: Standing, to_send: bool) -> None:
    """Print the one command that comes next."""
    folder = standing.folder
    if standing.outcome:
        click.echo(f"Next: adjudicator verify --finished {folder}" + (" (and send that mail)" if to_send else ""))
    elif standing.rebuilt and standing.mine:
        click.echo("Next: receive the mails that you sent, or wait for theirs. If you had not answered yet:")
        click.echo(f"      adjudicator play {folder}")
    elif standing.unsigned:
        click.echo("Next: your share of the draw goes out when the referee has signed that all have joined.")
        also = " (send that one now)" if to_send else ""
        click.echo(f"      When his mail comes, adjudicator play {folder} FILE{also}")
    elif standing.solo:
        click.echo(f"Next: adjudicator play {folder}")
    elif standing.mine and standing.seat != "referee":
        click.echo(f"Next: adjudicator play {folder}" + (" (the mail above may go with that)" if to_send else ""))
    elif to_send:
        click.echo("Next: send that mail, and wait for the answer.")
    elif standing.seat == "referee":
        click.echo(f"Next: when mails come, adjudicator adjudicate {folder} FILE...")
    else:
        click.echo(f"Next: when their mail comes, adjudicator play {folder} FILE")


def overview_line(folder: Path, standing: Standing | None, problems: Sequence[Problem]) -> str:
    """Return one line on the game in a folder: who owes what, or how it ended, or what is wrong with it."""
    if standing is None:
        return printable(f"{folder}  {problems[0].severity}: {problems[0].message} ({problems[0].code})")
    if standing.blocked:
        said = f"STOPPED: {standing.blocked.message}"
    elif standing.outcome:
        said = f"FALSE DEAL; {standing.outcome}" if standing.false_deal else standing.outcome
    else:
        said = "; ".join(f"{owed.seat}: {owed.about}" for owed in standing.waits)
    state = f"state {standing.state}"
    if standing.referee and standing.confirmed != standing.state:
        state += f" (confirmed {standing.confirmed})"
    return printable(f"{folder}  {standing.game[:8]}  {state}  {said}")
