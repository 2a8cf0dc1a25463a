"""`demo`."""

import sys
from pathlib import Path

import click

from adjudicator.cli.options import FOLDER
from adjudicator.cli.output import print_problems, printable, reporting
from adjudicator.errors import InternalError, Problem
from adjudicator.roles import archivist, solo


@click.command()
@click.argument("game", default="border-states")
@click.option("--folder", type=FOLDER, default=Path("demo-game"), help="Where the two game folders go.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME[=VALUE]", help="A variant; may be given several times."
)
@click.option("--quiet", is_flag=True, help="Print only the result.")
@reporting
def demo(game: str, folder: Path, options: tuple[str, ...], quiet: bool) -> None:
    """Let two computer players play a whole game of GAME by mail, through real files; then verify both records.

    \b
    adjudicator demo border-states --folder demo-game
    """
    for line in solo.demonstrate(folder, game, options):
        if not quiet or line.startswith("The game"):
            click.echo(printable(line))
    homes = archivist.homes(folder, game)
    for home in homes:
        verified = archivist.verify(home, finished=True)
        click.echo(f"\nadjudicator verify --finished {home}")
        for text in archivist.lines(verified):
            click.echo(printable(text))
        if verified.fault is not None:
            print_problems(verified.fault.problems)
            sys.exit(verified.fault.exit_code)
    if not archivist.same_record(homes[0], homes[1]):
        raise InternalError(Problem("internal/record", "the two records differ"))
    click.echo(f"\nBoth records are equal, byte for byte: {homes[0]}/record and {homes[1]}/record")
