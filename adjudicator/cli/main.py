"""The group of all commands: each is imported only when it is called."""

from importlib import import_module
from typing import TYPE_CHECKING

import click

from adjudicator import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# name -> (module, attribute, short help), in the order in which a newcomer meets them
COMMANDS: dict[str, tuple[str, str, str]] = {
    "demo": ("demo", "demo", "Let two computer players play a whole game through real files."),
    "key": ("keys", "key", "Make a signing key, or show its public line."),
    "games": ("games", "games", "List the games and their options."),
    "rules": ("games", "rules", "Look up a rule by its id, or list the rules of a game."),
    "new": ("start", "new", "Propose a game to somebody: writes charter and first mail."),
    "join": ("start", "join", "Join a game from its first mail."),
    "play": ("guided", "play", "Take in a mail, be asked what to do, write the next mail."),
    "receive": ("player", "receive", "Take in mails and do all that needs no decision."),
    "adjudicate": ("referee", "adjudicate", "As referee: verify, adjudicate, emit the next public state."),
    "status": ("player", "status", "Say whom the game waits for."),
    "show": ("player", "show", "Draw the board, and your hand."),
    "form": ("orders", "form", "Write an order form with every legal choice."),
    "check": ("orders", "check", "Check an order without sending it."),
    "order": ("orders", "order", "Give an order: seals it or sends it, as the game asks."),
    "commit": ("orders", "commit", "Seal an order for a simultaneous choice."),
    "reveal": ("player", "reveal", "Open what you sealed, as soon as it is due."),
    "resend": ("player", "resend", "Write the current mail again."),
    "resign": ("player", "resign", "Give the game up."),
    "verify": ("archive", "verify", "Verify games from their files alone: folders, bundles, turn files."),
    "pack": ("archive", "pack", "Pack a whole game into one file that checks itself."),
    "replay": ("archive", "replay", "Play a game again from its files; --text tells it in words."),
    "explain": ("archive", "explain", "Explain one step of a game: acts, rules, what changed."),
    "export": ("archive", "export", "Print what lies on the table, for other programs."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"adjudicator.cli.{module}"), attribute)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete the name of a command or an option, importing no command."""
        from click.shell_completion import CompletionItem

        names = [CompletionItem(n, help=text) for n, (_, _, text) in COMMANDS.items() if n.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or name the nearest one."""
        if args and args[0] not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their short help, importing none."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="adjudicator %(version)s")
def main() -> None:
    """Play board games by e-mail with files that nobody has to trust.

    \b
    A newcomer's way:
      adjudicator key new alice
      adjudicator play ./solo --against-computer
    """
