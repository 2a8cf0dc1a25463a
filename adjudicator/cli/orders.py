"""`form`, `check`, `order` and `commit`."""

from dataclasses import asdict
from pathlib import Path

import click

from adjudicator.cli.options import FILE, FOLDER, asking, json_option, keyring_of, keys_options, mails, yes_option
from adjudicator.cli.output import print_json, print_problems, printable, reporting, unattended, writes_unicode
from adjudicator.cli.printing import print_report
from adjudicator.errors import OrderError, Problem, SequenceError
from adjudicator.roles import ordering, player, solo
from adjudicator.roles.table import Table

rebuilt_option = click.option("--rebuilt", is_flag=True, help="I had not answered before the folder was rebuilt.")
request_option = click.option("--request", metavar="ID", help="Which decision, if several are due.")


@click.command()
@click.argument("folder", type=FOLDER)
@request_option
@json_option
@keys_options
@reporting
def form(folder: Path, request: str | None, as_json: bool, keys: Path | None, passphrase_file: Path | None) -> None:
    """Print an order form for the decision that is due, with every legal choice.

    \b
    adjudicator form ./duel > orders.yaml
    """
    task = player.deciding(Table.open(folder, reading=True), keyring_of(keys, folder), asking(passphrase_file), request)
    if as_json:
        print_json(ordering.choices(task))
    else:
        text = ordering.form(task)  # read back as UTF-8, whatever the code page of this terminal is
        click.echo(text if writes_unicode() else text.encode("ascii", "backslashreplace").decode("ascii"), nl=False)


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("orders", type=FILE)
@request_option
@json_option
@keys_options
@reporting
def check(
    folder: Path, orders: Path, request: str | None, as_json: bool, keys: Path | None, passphrase_file: Path | None
) -> None:
    """Check the order in ORDERS; nothing is signed or written.

    \b
    adjudicator check ./duel orders.yaml
    """
    task = player.deciding(Table.open(folder, reading=True), keyring_of(keys, folder), asking(passphrase_file), request)
    verdict = ordering.check(task, mails([orders])[0])
    if as_json:
        print_json(asdict(verdict))
    else:
        print_problems(verdict.problems)
        click.echo(f"{verdict.file}: {'not ' if verdict.refused else ''}good for {verdict.request}")
        if not verdict.refused:
            click.echo(f"  it says: {printable(verdict.says)}")
            for line in verdict.others_see:
                click.echo(f"  others will see: {line}")
    if verdict.refused:
        raise SystemExit(OrderError.exit_code)


def _give(
    folder: Path,
    orders: Path,
    request: str | None,
    rebuilt: bool,
    yes: bool,
    as_json: bool,
    keys: Path | None,
    passphrase_file: Path | None,
    sealed_only: bool,
) -> None:
    table, ring, ask = Table.open(folder), keyring_of(keys, folder), asking(passphrase_file)
    try:
        task = player.deciding(table, ring, ask, request)
    except SequenceError:
        left = player.left_unsent(table, ring, ask)
        if left is None:
            raise
        print_report(left, as_json)
        return
    if sealed_only and not task.decision.sealed:
        raise SequenceError(
            Problem("sequence/not-due", f"{task.decision.id} is not a sealed choice", fix="give it with `order`")
        )
    mail = mails([orders])[0]
    order = ordering.read(task, mail)
    try:
        player.refuse(task.check(order))
    except OrderError as error:
        raise error.located(mail.name) from None
    if task.table.settings.rebuilt and not rebuilt:
        raise SequenceError(
            Problem(
                "sequence/second-act",
                "this folder was rebuilt from mails: you may have answered this already, in a mail that is not here",
                fix="receive the mails that you sent, or wait for theirs; if you had not answered, add --rebuilt",
            )
        )
    if not yes:
        unattended(as_json)
        verb = "Seal" if task.decision.sealed else "Send"
        click.echo(printable(task.says(order)), err=True)
        click.confirm(f"{verb} this? What is signed stays", abort=True, err=True)
    print_report(solo.answered(table, player.decide(task, order)), as_json)


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("orders", type=FILE)
@request_option
@rebuilt_option
@yes_option
@json_option
@keys_options
@reporting
def order(
    folder: Path,
    orders: Path,
    request: str | None,
    rebuilt: bool,
    yes: bool,
    as_json: bool,
    keys: Path | None,
    passphrase_file: Path | None,
) -> None:
    """Give the order in ORDERS: it is sealed or sent, as the game asks. Shows it and asks first.

    \b
    adjudicator order ./duel orders.yaml
    """
    _give(folder, orders, request, rebuilt, yes, as_json, keys, passphrase_file, sealed_only=False)


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("orders", type=FILE)
@request_option
@rebuilt_option
@yes_option
@json_option
@keys_options
@reporting
def commit(
    folder: Path,
    orders: Path,
    request: str | None,
    rebuilt: bool,
    yes: bool,
    as_json: bool,
    keys: Path | None,
    passphrase_file: Path | None,
) -> None:
    """Seal the order in ORDERS for a simultaneous choice; `order` does the same where one is due.

    \b
    adjudicator commit ./duel orders.yaml
    """
    _give(folder, orders, request, rebuilt, yes, as_json, keys, passphrase_file, sealed_only=True)
