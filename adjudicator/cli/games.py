"""`games` and `rules`."""

from dataclasses import asdict

import click

from adjudicator.cli.options import json_option
from adjudicator.cli.output import print_json, printable, reporting
from adjudicator.roles import reference


@click.command()
@json_option
@reporting
def games(as_json: bool) -> None:
    """List the games, their seats and their options.

    \b
    adjudicator games
    """
    found = reference.games()
    if as_json:
        print_json([asdict(entry) for entry in found])
        return
    for game in found:
        dealer = "; needs a referee, who deals" if game.dealer else ""
        click.echo(f"{game.name}  {game.title}, rules {game.rules}; seats: {', '.join(game.seats)}{dealer}")
        for option in game.options:
            click.echo(f"    --option {option.spelling:<24} {option.text}")


@click.command()
@click.argument("rule", required=False)
@click.option("--game", metavar="GAME", help="Only the rules of this game.")
@json_option
@reporting
def rules(rule: str | None, game: str | None, as_json: bool) -> None:
    """Say what the rule of id RULE is, with the rulings on it; without RULE, list all rules.

    A game's name in the place of RULE lists the rules of that game.

    \b
    adjudicator rules BS-RESOLUTION-II
    adjudicator rules border-states
    """
    found = reference.rules(game, rule)
    if as_json:
        print_json([asdict(entry) for entry in found])
        return
    for entry in found:
        click.echo(printable(f"{entry.id}  {entry.heading}"))
        if entry.id == (rule or "").upper():
            for line in (*entry.open, *entry.rulings):
                click.echo(printable(f"    {line}"))
