"""`verify`."""

import sys
from pathlib import Path

import click

from adjudicator.cli.options import json_option
from adjudicator.cli.output import print_json, print_problems, printable, reporting
from adjudicator.roles import archivist


@click.command()
@click.argument("folders", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--finished", is_flag=True, help="A game that has not ended is an error, too.")
@json_option
@reporting
def verify(folders: tuple[Path, ...], finished: bool, as_json: bool) -> None:
    """Verify the record in each of FOLDERS from its files alone; the first thing wrong is named.

    \b
    adjudicator verify ./duel
    adjudicator verify --finished ./duel
    """
    code = 0
    results = []
    for folder in folders:
        verified = archivist.verify(folder, finished)
        if verified.wrong is not None:
            code = code or verified.wrong.exit_code
        results.append(archivist.summary(verified))
        if not as_json:
            for line in archivist.lines(verified):
                click.echo(printable(line))
            if verified.wrong is not None:
                print_problems(verified.wrong.problems)
                click.echo(f"verified up to state {verified.states}; {verified.unexamined} documents were not examined")
    if as_json:
        print_json(results)
    sys.exit(code)
