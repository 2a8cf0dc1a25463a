"""The War Between the States: a common deck, two hands, morale on both sides, for two players and a dealer."""

from adjudicator.engine.interface import RuleSet, View
from adjudicator.games.war_between_the_states.board import board
from adjudicator.games.war_between_the_states.components import PART
from adjudicator.games.war_between_the_states.engine import open_game
from adjudicator.games.war_between_the_states.rules import SEATS
from adjudicator.games.war_between_the_states.variants import OPTIONS
from adjudicator.games.war_between_the_states.words import about_text, event_text, order_text, question_text

GAME = RuleSet(
    name="war-between-the-states",
    number=1,
    title="The War Between the States",
    seats=SEATS,
    options=OPTIONS,
    parts=(PART,),
    open=open_game,
    view=View(board=board, event=event_text, question=question_text, about=about_text, order=order_text),
    package="adjudicator.games.war_between_the_states",
)
