"""How a game's end is said in one line."""

import pytest

from adjudicator.engine.steps import Outcome, Points
from adjudicator.roles.looking import outcome_line


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome("north", "morale", (), "R", (), (Points("north", 3),)), "north wins: morale [R]; north 3"),
        (Outcome("south", "resignation", ("north",), "R", (), ()), "south wins: resignation of north [R]"),
        (Outcome(None, "resignation", ("north", "south"), "R", (), ()),
         "nobody wins: resignation of north and south [R]"),
        (Outcome(None, "dealer", ("referee",), "R", (), ()), "nobody wins: dealer (referee) [R]"),
        (Outcome("north", "illegal", ("south",), "R", (), ()), "north wins: illegal (south) [R]"),
    ],
)  # fmt: skip
def test_who_lost_it_is_named_behind_how(outcome, line):
    assert outcome_line(outcome) == line
