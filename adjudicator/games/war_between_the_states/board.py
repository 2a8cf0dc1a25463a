"""The board as plain text: all that lies on the table, and what a seat holds behind it.

Pure ASCII, never wider than asked. A hand is shown only to its own seat, from what its own copy knows.
"""

from adjudicator.engine.steps import Known
from adjudicator.games.war_between_the_states.card_words import plain
from adjudicator.games.war_between_the_states.draw_hand import draw_hand
from adjudicator.games.war_between_the_states.draw_side import draw_side
from adjudicator.games.war_between_the_states.draw_status import draw_status
from adjudicator.games.war_between_the_states.engine import WarBetweenTheStates
from adjudicator.games.war_between_the_states.force import force
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.names import Seat

NARROWEST = 40


def board(engine: WarBetweenTheStates, public: Public, known: Known, seat: Seat | None, width: int) -> str:
    """Return the table as a seat sees it, its own side and hand last; a bystander (None) sees what is public."""
    rules = engine.rules
    width = max(NARROWEST, width)
    lines = draw_status(rules, public, seat, width)
    for strength in sorted(force(rules, public), key=lambda each: each.seat == seat):
        lines += draw_side(rules, public, strength, seat, width)
    if seat is not None:
        lines += draw_hand(rules, public, known, seat, width)
    return "\n".join(plain(line)[:width].rstrip() for line in lines)
