"""The smallest game with a dealer, for tests of dealing.

Each seat is dealt three cards. Both seal one of their own to play; it is turned up as the choice is revealed. Each is
dealt one more and may add it, the first seat first. The later in the alphabet wins the trick. One card of each hand
that is left goes back to the deck, another is dealt, and the dealer opens his secret.
"""

from importlib import resources
from typing import Any

from adjudicator.documents.orders import read_orders
from adjudicator.engine.interface import RuleSet, Setup, View
from tests.dealt.engine import Dealt

PART = "dealt.yaml"
COMPONENTS: dict[str, Any] = {PART: read_orders(resources.files(__name__).joinpath("data", PART).read_bytes(), Any)}
SEATS = ("north", "south")
SETUP = Setup(seats=SEATS, options=(), components=COMPONENTS)


GAME = RuleSet(
    name="dealt",
    number=1,
    title="Dealt",
    seats=SEATS,
    options=(),
    parts=(PART,),
    open=Dealt,
    view=View(
        board=lambda engine, table, known, seat, width: "\n".join(f"{k}={v}" for k, v in known.items()),
        event=lambda event: f"{event.name} {event.facts}",
        question=lambda decision: f"{decision.kind}?",
        about=lambda request: request,
        order=lambda engine, kind, order: f"{kind}: {order}",
    ),
    package="tests.dealt",
)
