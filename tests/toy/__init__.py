"""A small game with everything hard in it, for tests of the protocol and of the laws that every engine keeps.

Two rounds. Each round draws prizes for all and a hand of cards for each seat. Both seats seal a lay: one card to
show, one to hide, perhaps the charm that was dealt for the whole game. A shown fool turns up the hidden card. Then
each seat takes steps: take a prize, spring (turn up the own card), or peek (the opponent turns up; then go on).
The seat with fewer points guesses a die. At the end of the round all is turned up and the hands are audited; at the
end of the game the charms are.
"""

from importlib import resources
from typing import Any

from adjudicator.documents.orders import read_orders
from adjudicator.engine.interface import RuleSet, Setup
from tests.toy.engine import Toy
from tests.toy.view import VIEW

PART = "toy.yaml"
COMPONENTS: dict[str, Any] = {PART: read_orders(resources.files(__name__).joinpath("data", PART).read_bytes(), Any)}
SEATS = ("north", "south")
SETUP = Setup(seats=SEATS, options=(), components=COMPONENTS)

GAME = RuleSet(
    name="toy",
    number=1,
    title="Toy",
    seats=SEATS,
    options=(),
    parts=(PART,),
    open=Toy,
    view=VIEW,
    package="tests.toy",
)
