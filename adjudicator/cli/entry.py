"""The entry point. `--version` is answered before anything else is imported."""

import sys
from io import TextIOWrapper


def run() -> None:
    """Run the command line of this process."""
    if sys.argv[1:] == ["--version"]:
        from adjudicator import __version__

        sys.stdout.write(f"adjudicator {__version__}\n")
        return
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what a code page lacks is shown, and stops nothing
    from adjudicator.cli.main import main

    main(prog_name="adjudicator")
