"""`new` and `join`."""

from pathlib import Path

import click

from adjudicator.cli.options import FILE, FOLDER, asking, json_option, key_option, keyring_of, keys_options, mails
from adjudicator.cli.output import reporting
from adjudicator.cli.printing import print_report
from adjudicator.roles import beginning


@click.command()
@click.argument("game")
@click.argument("folder", type=FOLDER)
@click.option("--as", "seat", required=True, metavar="SEAT", help="The seat you play, or `referee`.")
@click.option("--against", metavar="KEYLINE", help="The opponent's line of `key show`, or a file with it.")
@click.option("--referee", metavar="KEYLINE", help="The referee's line of `key show`, or a file with it.")
@click.option("--player", "players", multiple=True, metavar="SEAT=KEYLINE", help="Who plays a seat, as referee.")
@click.option("--option", "options", multiple=True, metavar="NAME[=VALUE]", help="A variant; may be repeated.")
@click.option("--title", default="", help="A name for this game.")
@key_option
@json_option
@keys_options
@reporting
def new(
    game: str,
    folder: Path,
    seat: str,
    against: str | None,
    referee: str | None,
    players: tuple[str, ...],
    options: tuple[str, ...],
    title: str,
    key: str | None,
    as_json: bool,
    keys: Path | None,
    passphrase_file: Path | None,
) -> None:
    """Propose GAME to the owner of a key, in a new FOLDER; writes the first mail to send.

    \b
    adjudicator new border-states ./duel --as union --against "ssh-ed25519 AAAA... bob"
    adjudicator new border-states ./duel --as union --against bob.txt --referee carol.txt
    adjudicator new border-states ./duel --as referee --player union=alice.txt --player confederate=bob.txt
    """
    others = beginning.others_of(game, seat, against, referee, players)
    ring = keyring_of(keys)
    name = ring.chosen(key)
    proposal = beginning.Proposal(
        game=game,
        own=seat,
        own_name=beginning.text_lines(name),
        others=others,
        options=options,
        title=beginning.text_lines(title),
    )
    _, report = beginning.new(folder, proposal, ring, name, asking(passphrase_file))
    print_report(report, as_json)


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("files", type=FILE, nargs=-1, required=True)
@key_option
@json_option
@keys_options
@reporting
def join(
    folder: Path,
    files: tuple[Path, ...],
    key: str | None,
    as_json: bool,
    keys: Path | None,
    passphrase_file: Path | None,
) -> None:
    """Join the game in FILE (the first mail you got) in a new FOLDER; writes the answer to send.

    To get back a game whose folder is lost, give all its mails, received and sent, in any order.

    \b
    adjudicator join ./duel first-mail.yaml
    adjudicator join ./duel received/*.yaml sent/*.yaml
    """
    ring = keyring_of(keys)
    _, report = beginning.join(folder, mails(files), ring, ring.chosen(key), asking(passphrase_file))
    print_report(report, as_json)
