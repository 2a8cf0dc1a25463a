"""Set-up: the table before the deck is drawn."""

from adjudicator.engine.citation import rule
from adjudicator.engine.requests import Draw
from adjudicator.engine.steps import Step, event
from adjudicator.games.war_between_the_states.public import Public, Side
from adjudicator.games.war_between_the_states.rules import NORTH, SOUTH, Rules
from adjudicator.games.war_between_the_states.sequence import DECK
from adjudicator.names import REFEREE, Seat


@rule("WBS-SETUP")
def begin(rules: Rules) -> Step[Public]:
    """Return the table with morale set out, both hands empty and every card in the deck."""
    public = Public(
        stage="deck", turn=0, first=None, mover=None, moves=0, using=None,
        sides=(_side(rules, NORTH), _side(rules, SOUTH)), deck=len(rules.cards), discard=(), objectives=(),
        verdict=None,
    )  # fmt: skip
    return Step(public, (event("begun", "WBS-SETUP", morale=rules.components.morale.start, deck=public.deck),))


def _side(rules: Rules, seat: Seat) -> Side:
    morale = rules.components.morale.start
    return Side(seat, morale, hand=(), revealed=(), fewer=0, trades=0, due=0, gained=(), passed=False)


@rule("WBS-SETUP", "WBS-DEALER")
def deck_due() -> Draw:
    """Return the draw that fixes every deal of the game: the referee's alone, opened when the game is over."""
    return Draw(id="deck.draw", rule="WBS-SETUP", label=DECK, private=(REFEREE,), till_close=True)
