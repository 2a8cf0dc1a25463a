"""A small game with everything hard in it, for tests of the protocol and of the laws that every engine keeps.

Two rounds. Each round draws prizes for all and a hand of cards for each seat. Both seats seal a lay: one card to
show, one to hide, perhaps the charm that was dealt for the whole game. A shown fool turns up the hidden card. Then
each seat takes steps: take a prize, spring (turn up the own card), or peek (the opponent turns up; then go on).
The seat with fewer points guesses a die. At the end of the round all is turned up and the hands are audited; at the
end of the game the charms are.
"""

from typing import Any

from adjudicator.engine.interface import RuleSet, Setup
from tests.toy.engine import Toy
from tests.toy.view import VIEW

COMPONENTS: dict[str, Any] = {
    "toy.yaml": {
        "rounds": 2,
        "hand": 3,
        "prizes": 3,
        "cards": [
            {"card": "fool", "value": 0},
            {"card": "page", "value": 1},
            {"card": "maid", "value": 1},
            {"card": "knight", "value": 2},
            {"card": "queen", "value": 3},
            {"card": "king", "value": 3},
        ],
        "charms": ["bell", "crow", "lamp"],
        "tokens": [
            {"token": "gold", "value": 2, "count": 2},
            {"token": "silver", "value": 1, "count": 3},
            {"token": "stone", "value": 0, "count": 3},
        ],
    }
}
SEATS = ("north", "south")
SETUP = Setup(seats=SEATS, options=(), components=COMPONENTS)

GAME = RuleSet(
    name="toy",
    number=1,
    title="Toy",
    seats=SEATS,
    options=(),
    parts=("toy.yaml",),
    open=Toy,
    view=VIEW,
    package="tests.toy",
)
