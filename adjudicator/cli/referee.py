"""`adjudicate`."""

from pathlib import Path

import click

from adjudicator.cli.options import FILE, FOLDER, asking, json_option, keyring_of, keys_options, mails
from adjudicator.cli.output import reporting
from adjudicator.cli.printing import print_report
from adjudicator.roles import referee
from adjudicator.roles.table import Table


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("files", type=FILE, nargs=-1)
@json_option
@keys_options
@reporting
def adjudicate(
    folder: Path, files: tuple[Path, ...], as_json: bool, keys: Path | None, passphrase_file: Path | None
) -> None:
    """Verify what has come (and FILES) against the commitments, adjudicate, and emit the next signed public state.

    Goes on as far as can be computed; what is missing is said. Running it twice changes nothing.

    \b
    adjudicator adjudicate ./duel mail-from-alice.yaml mail-from-bob.yaml
    """
    table = Table.open(folder)
    report = referee.adjudicate(table, mails(files), keyring_of(keys, folder), asking(passphrase_file))
    print_report(report, as_json)
