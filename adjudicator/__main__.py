"""`python -m adjudicator`."""

from adjudicator.cli.entry import run

run()
