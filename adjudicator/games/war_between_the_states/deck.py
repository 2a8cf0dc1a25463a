"""The common deck: who is dealt how many cards, which values the referee's draw gives them, and what goes back.

The deck is never laid in an order that somebody could know. Each deal draws from what is neither in a hand nor open,
so a card shuffled back is simply in no hand any more.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.requests import Deal
from adjudicator.engine.steps import Event, Known, Step, event, then
from adjudicator.engine.streams import Stream
from adjudicator.games.war_between_the_states.ending import do_end, leader
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import DECK, in_move, in_turn, side_of, with_side
from adjudicator.names import REFEREE, Handle, RuleId, Seat, handle_name

# The stage of a deal: the rule that asks for it, and the stage that follows.
DEALS: dict[str, tuple[RuleId, str]] = {
    "logistics": ("WBS-LOGISTICS", "trade"),
    "replace": ("WBS-STRATEGY", "reveal"),
    "draw": ("WBS-GAIN", "back"),
}


def cards_due(public: Public) -> int:
    """Return how many cards are to be dealt now."""
    return sum(side.due for side in public.sides)


@rule("WBS-DEALER")
def deal_due(public: Public) -> Deal:
    """Return the deal that is due: new handles for both sides, the North's first."""
    name = in_move(public, ".draw") if public.stage == "draw" else in_turn(public, public.stage)
    seats = [side.seat for side in public.sides for _ in range(side.due)]
    cards = tuple((handle_name(REFEREE, name, f"card_{number:02}"), seat) for number, seat in enumerate(seats, 1))
    return Deal(id=name, rule=DEALS[public.stage][0], draw=DECK, cards=cards)


def cards_open(public: Public) -> tuple[str, ...]:
    """Return the cards that lie open: revealed in this turn, discarded, or scored."""
    revealed = tuple(row.card for side in public.sides for row in side.revealed)
    return revealed + public.discard + public.objectives


def cards_held(public: Public) -> tuple[Handle, ...]:
    """Return the handles of all cards in hand."""
    return tuple(handle for side in public.sides for handle in side.hand)


@rule("WBS-DEALER")
def dealt(rules: Rules, public: Public, known: Known, request: Deal, stream: Stream) -> Known:
    """Return what the dealer knows after a deal, drawn from the cards that are in no hand and do not lie open."""
    out = [*(known.get(handle) for handle in cards_held(public)), *cards_open(public)]
    pool = [card for card in rules.cards if card not in out]
    # A dealer who dealt falsely may have left too few: then the last handles get no value, and the audit names him.
    values = stream.draw(request.id, pool, min(len(pool), len(request.cards)))
    handles = [handle for handle, _ in request.cards]
    return {**known, **dict(zip(handles, values, strict=False))}


@rule("WBS-LOGISTICS", "WBS-GAIN")
def do_deal(public: Public) -> Step[Public]:
    """Return the table with the cards that were due in their owners' hands; gained ones may be laid open at once."""
    request = deal_due(public)
    events: list[Event] = []
    for side in public.sides:
        handles = tuple(handle for handle, seat in request.cards if seat == side.seat)
        if handles:
            events.append(event("dealt", request.rule, side.seat, cards=len(handles)))
        gained = handles if public.stage == "draw" else ()
        public = with_side(public, replace(side, hand=(*side.hand, *handles), due=0, gained=gained))
    return Step(replace(public, stage=DEALS[public.stage][1], deck=public.deck - len(request.cards)), tuple(events))


@rule("WBS-STRATEGY", "WBS-RECUPERATE")
def shuffled_back(public: Public, seat: Seat, handles: Iterable[Handle]) -> Public:
    """Return the table with cards of a hand shuffled back into the deck."""
    gone = tuple(handles)
    side = side_of(public, seat)
    hand, gained = (tuple(card for card in cards if card not in gone) for cards in (side.hand, side.gained))
    public = with_side(public, replace(side, hand=hand, gained=gained))
    return replace(public, deck=public.deck + len(gone))


@rule("WBS-DECK-END")
def do_deck_end(public: Public) -> Step[Public]:
    """Return the table when the deck cannot give the cards that are due: the game is over at once."""
    missing = event("deck-short", "WBS-DECK-END", due=cards_due(public), deck=public.deck)
    return then(Step(public, (missing,)), lambda table: do_end(table, leader(table), "deck", "WBS-DECK-END"))
