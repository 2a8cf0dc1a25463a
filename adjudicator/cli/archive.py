"""`verify`, `pack`, `replay`, `explain` and `export`."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from adjudicator.cli.options import json_option
from adjudicator.cli.output import print_json, print_problems, printable, reporting
from adjudicator.cli.progress import progress
from adjudicator.roles import archivist, retelling
from adjudicator.roles.archivist import Checked

FEW = 8
GAME = click.argument("path", metavar="GAME", type=click.Path(path_type=Path))


@click.command()
@click.argument("paths", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--finished", is_flag=True, help="A game that has not ended is an error, too.")
@click.option("--jobs", type=click.IntRange(1), help="How many processes work (more than 8 games: one for each core).")
@json_option
@reporting
def verify(paths: tuple[Path, ...], finished: bool, jobs: int | None, as_json: bool) -> None:
    """Verify the game in each of PATHS from its files alone: game folders, bundles made by pack, or turn files.

    Of one game the first thing wrong is named, with its place; of several each takes one line. The exit code is that of
    the first that is wrong.

    \b
    adjudicator verify ./duel
    adjudicator verify --finished archive/*.tar.gz
    """
    code = 0
    many = len(paths) > 1
    with progress(len(paths), wanted=many and not as_json) as advance:
        for checked in _checked(paths, finished, jobs):
            code = code or checked.exit_code
            if as_json and many:
                click.echo(json.dumps(checked.summary, sort_keys=True, ensure_ascii=False, default=str))
            elif as_json:
                print_json(checked.summary)
            elif many:
                click.echo(printable(checked.line))
            else:
                for line in checked.details:
                    click.echo(printable(line))
                print_problems(checked.problems)
            advance()
    sys.exit(code)


def _checked(paths: Sequence[Path], finished: bool, jobs: int | None) -> Iterator[Checked]:
    """Verify in this process if there are few games, else in several."""
    count = jobs or (1 if len(paths) <= FEW else os.cpu_count() or 1)
    count = min(count, len(paths))
    if count == 1:
        yield from archivist.check_all(paths, finished)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(count) as executor:
        yield from archivist.check_all(paths, finished, executor, count)


@click.command()
@GAME
@click.option(
    "--output", type=click.Path(path_type=Path, allow_dash=True), help="File or folder (- is standard output)."
)
@json_option
@reporting
def pack(path: Path, output: Path | None, as_json: bool) -> None:
    """Verify the GAME in a folder and pack it into one file that can be checked without this program.

    \b
    adjudicator pack ./duel
    adjudicator pack ./duel --output archive/
    """
    bundle = archivist.pack(path)
    if str(output) == "-":
        sys.stdout.buffer.write(bundle.data)
        return
    file = archivist.save(bundle, output)
    if as_json:
        print_json({"file": str(file), **{key: value for key, value in asdict(bundle).items() if key != "data"}})
        return
    click.echo(f"{file}: game {bundle.game[:8]}, {bundle.documents} documents, {len(bundle.data)} bytes")
    click.echo(f"last state: {bundle.states} {bundle.head}")


@click.command()
@GAME
@click.option("--to", "number", type=click.IntRange(0), metavar="N", help="The state to end with (default: the last).")
@click.option("--text", is_flag=True, help="Tell the game in words.")
@reporting
def replay(path: Path, number: int | None, text: bool) -> None:
    """Play a GAME (a folder or a bundle) again, and print its last state, or state N, as everybody computes it.

    With --text the whole game is told: who did what, what was drawn, which rule decided, the board after each turn.

    \b
    adjudicator replay ./duel --to 12
    adjudicator replay --text game-9d58c20e.tar.gz
    """
    if not text:
        click.echo(retelling.state_text(path, number), nl=False)
        return
    for line in retelling.told(path, number):
        click.echo(printable(line))


@click.command()
@GAME
@click.argument("number", metavar="N", type=click.IntRange(0))
@reporting
def explain(path: Path, number: int) -> None:
    """Explain what led to state N of a GAME: which acts, which rules, and what changed.

    \b
    adjudicator explain ./duel 12
    """
    for line in retelling.explained(path, number):
        click.echo(printable(line))


@click.command()
@GAME
@click.argument("number", metavar="[N]", type=click.IntRange(0), required=False)
@json_option
@reporting
def export(path: Path, number: int | None, as_json: bool) -> None:
    """Print what lies on the table of a GAME in its last state, or in state N, for other programs.

    \b
    adjudicator export ./duel 12
    adjudicator export --json game-9d58c20e.tar.gz
    """
    if as_json:
        print_json(retelling.table_value(path, number))
    else:
        click.echo(retelling.table_text(path, number), nl=False)
