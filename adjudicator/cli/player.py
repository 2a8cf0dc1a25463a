"""`receive`, `reveal`, `status`, `show`, `resend`, `resign`."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from adjudicator.cli.options import FILE, FOLDER, asking, json_option, keyring_of, keys_options, mails, yes_option
from adjudicator.cli.output import columns, print_json, reporting, unattended
from adjudicator.cli.printing import overview_line, print_next, print_report, print_standing
from adjudicator.errors import error_of
from adjudicator.roles import looking, player, referee
from adjudicator.roles import mails as mail
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("files", type=FILE, nargs=-1, required=True)
@json_option
@keys_options
@reporting
def receive(
    folder: Path, files: tuple[Path, ...], as_json: bool, keys: Path | None, passphrase_file: Path | None
) -> None:
    """Take in the mails FILES, do all that needs no decision, and say what is due.

    \b
    adjudicator receive ./duel mail.yaml
    pbpaste | adjudicator receive ./duel -
    """
    table, ring, ask = Table.open(folder), keyring_of(keys, folder), asking(passphrase_file)
    report = mail.receive(table, mails(files), ring, ask)
    report.board = looking.asked(table, table.own(ring.unlock(table.settings.key, ask)), columns(None))
    print_report(report, as_json)


@click.command()
@click.argument("folder", type=FOLDER)
@json_option
@keys_options
@reporting
def reveal(folder: Path, as_json: bool, keys: Path | None, passphrase_file: Path | None) -> None:
    """Open what you sealed, if it is due; `receive` and `play` do this by themselves.

    \b
    adjudicator reveal ./duel
    """
    print_report(mail.receive(Table.open(folder), [], keyring_of(keys, folder), asking(passphrase_file)), as_json)


@click.command()
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@json_option
@reporting
def status(folders: tuple[Path, ...], as_json: bool) -> None:
    """Say where the game in each of FOLDERS stands and whom it waits for; one line a game if there are several.

    \b
    adjudicator status ./duel
    adjudicator status ./games/*
    """
    if len(folders) == 1:
        standing = looking.standing(Table.open(folders[0], reading=True))
        if as_json:
            print_json(asdict(standing))
        else:
            print_standing(standing)
            print_next(standing, False)
            if not standing.mine and standing.last_mails:
                click.echo(f"If you have not sent it yet: {', '.join(standing.last_mails)}")
        return
    found = referee.overview(folders)
    if as_json:
        print_json(
            [
                {"folder": str(f), "standing": asdict(s) if s else None, "problems": [asdict(p) for p in ps]}
                for f, s, ps in found
            ]
        )
    else:
        for folder, standing_or_none, problems in found:
            click.echo(overview_line(folder, standing_or_none, problems))
    sys.exit(next((error_of(problems).exit_code for _, _, problems in found if problems), 0))


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--public", is_flag=True, help="Draw only what everybody may see; needs no key.")
@click.option("--width", type=click.IntRange(40, 400), help="Columns to draw in (default: those of the terminal).")
@json_option
@keys_options
@reporting
def show(
    folder: Path, public: bool, width: int | None, as_json: bool, keys: Path | None, passphrase_file: Path | None
) -> None:
    """Draw the board of the game in FOLDER, with your hand.

    \b
    adjudicator show ./duel
    """
    table = Table.open(folder, reading=True)
    own = None if public else table.own(keyring_of(keys, folder).unlock(table.settings.key, asking(passphrase_file)))
    drawn = looking.board(table, own, columns(width))
    if as_json:
        print_json({"board": drawn.splitlines(), "standing": asdict(looking.standing(table))})
    else:
        click.echo(drawn)


@click.command()
@click.argument("folder", type=FOLDER)
@json_option
@reporting
def resend(folder: Path, as_json: bool) -> None:
    """Write the current mail again, if the last one was lost.

    \b
    adjudicator resend ./duel
    """
    print_report(mail.resend(Table.open(folder)), as_json)


@click.command()
@click.argument("folder", type=FOLDER)
@yes_option
@json_option
@keys_options
@reporting
def resign(folder: Path, yes: bool, as_json: bool, keys: Path | None, passphrase_file: Path | None) -> None:
    """Give up the game in FOLDER. This is signed and cannot be taken back.

    \b
    adjudicator resign ./duel
    """
    table, ring, ask = Table.open(folder), keyring_of(keys, folder), asking(passphrase_file)
    ready = player.may_resign(table, ring, ask)
    if isinstance(ready, Report):
        print_report(ready, as_json)
        return
    if not yes:
        unattended(as_json)
        click.confirm("Give this game up for good?", abort=True, err=True)
    print_report(player.resign(table, ring, ask), as_json)
