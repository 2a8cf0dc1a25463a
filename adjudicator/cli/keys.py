"""`key new` and `key show`."""

import sys
from pathlib import Path

import click

from adjudicator.cli.options import asking, json_option, keyring_of, keys_options
from adjudicator.cli.output import print_json, reporting
from adjudicator.errors import Problem, TransportError


@click.group()
def key() -> None:
    """Make a signing key, or show its public line.

    \b
    adjudicator key new alice
    adjudicator key show alice
    """


@key.command("new")
@click.argument("name")
@click.option("--no-passphrase", is_flag=True, help="Do not lock the key; whoever copies the file can sign as you.")
@json_option
@keys_options
@reporting
def new(name: str, no_passphrase: bool, as_json: bool, keys: Path | None, passphrase_file: Path | None) -> None:
    """Make a key called NAME and print the line to give to others.

    \b
    adjudicator key new alice
    """
    ring = keyring_of(keys)
    passphrase: str | None = None
    if passphrase_file is not None:
        passphrase = asking(passphrase_file)(name)
    elif not no_passphrase and not sys.stdin.isatty():
        raise TransportError(
            Problem(
                "transport/passphrase",
                "no passphrase was given to lock the key",
                fix="name a --passphrase-file, or say --no-passphrase",
            )
        )
    elif not no_passphrase:
        passphrase = click.prompt(
            "Passphrase (empty for none)",
            hide_input=True,
            default="",
            show_default=False,
            confirmation_prompt=True,
            err=True,
        )
    made = ring.new(name, passphrase or None)
    if as_json:
        print_json({"name": name, "file": ring.file(name), "line": made.line(name)})
        return
    click.echo(f"Made {ring.file(name)}. Keep a copy of that file: it cannot be made again.")
    if not passphrase:
        click.echo("It is not locked: whoever copies that file can sign as you.")
    click.echo("Give this line to whoever wants to play with you:")
    click.echo(made.line(name))


@key.command("show")
@click.argument("name", required=False)
@json_option
@keys_options
@reporting
def show(name: str | None, as_json: bool, keys: Path | None, passphrase_file: Path | None) -> None:
    """Print the public line of the key NAME, to give to others; without NAME, of all keys.

    \b
    adjudicator key show alice
    """
    ring = keyring_of(keys)
    names = (name,) if name else ring.names() or (ring.chosen(None),)
    lines = {each: ring.public(each).line(each) for each in names}
    if as_json:
        print_json(lines)
    else:
        for line in lines.values():
            click.echo(line)
