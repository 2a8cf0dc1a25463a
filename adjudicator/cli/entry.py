"""The entry point. `--version` is answered before anything else is imported."""

import sys


def run() -> None:
    """Run the command line of this process."""
    if sys.argv[1:] == ["--version"]:
        from adjudicator import __version__

        sys.stdout.write(f"adjudicator {__version__}\n")
        return
    from adjudicator.cli.main import main

    main(prog_name="adjudicator")
