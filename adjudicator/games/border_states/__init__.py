"""Border States: generals, ambushes and influence in five states, for two players, in five turns."""

from adjudicator.engine.interface import RuleSet, View
from adjudicator.games.border_states.board import board
from adjudicator.games.border_states.components import PART
from adjudicator.games.border_states.engine import open_game
from adjudicator.games.border_states.rules import SEATS
from adjudicator.games.border_states.variants import OPTIONS
from adjudicator.games.border_states.words import about_text, event_text, order_text, question_text

GAME = RuleSet(
    name="border-states",
    number=1,
    title="Border States",
    seats=SEATS,
    options=OPTIONS,
    parts=(PART,),
    open=open_game,
    view=View(board=board, event=event_text, question=question_text, about=about_text, order=order_text),
    package="adjudicator.games.border_states",
)
