"""The board as plain text: all that lies on the table, and what a seat holds behind it.

Pure ASCII, never wider than asked. A side's secrets come only from its own copy, and only into its own drawing.
"""

from adjudicator.engine.steps import Known
from adjudicator.games.border_states.draw_battles import draw_battle
from adjudicator.games.border_states.draw_forces import draw_force
from adjudicator.games.border_states.draw_states import draw_states
from adjudicator.games.border_states.draw_status import draw_key, draw_status
from adjudicator.games.border_states.engine import BorderStates
from adjudicator.games.border_states.layout import beside, rule_off
from adjudicator.games.border_states.public import Public
from adjudicator.names import Seat

NARROWEST = 40
TWO_COLUMNS = 110


def board(engine: BorderStates, public: Public, known: Known, seat: Seat | None, width: int) -> str:
    """Return the table as a seat sees it, its own side last; a bystander (None) sees only what is public."""
    rules = engine.rules
    width = max(NARROWEST, width)
    mine: Known = known if seat else {}
    lines = draw_status(rules, public, seat, width)
    if public.battles:
        lines.append(rule_off("Battles", width))
    for number in range(1, len(public.battles) + 1):
        lines += draw_battle(rules, public, number, mine, seat, width)
    lines += [rule_off("States", width), *draw_states(rules, public, width)]
    lines.append(rule_off("Sides", width))
    forces = sorted(public.forces, key=lambda force: force.seat == seat)
    size = (width - 3) // 2 if width >= TWO_COLUMNS else width
    drawn = [draw_force(rules, public, force, mine, seat, size) for force in forces]
    if width >= TWO_COLUMNS and len(drawn) == 2:
        lines += beside(drawn[0], drawn[1])
    else:
        lines += [line for block in drawn for line in block]
    key = draw_key(rules, public, seat, width)
    return "\n".join(line[:width] for line in [*lines, rule_off("Key", width), *key])
