"""The head of the board: turn, what the game is at, morale, deck and objectives."""

from adjudicator.engine.saying import counted, listed, sentence
from adjudicator.games.war_between_the_states.card_words import plain, side_said
from adjudicator.games.war_between_the_states.due import due
from adjudicator.games.war_between_the_states.event_words import ENDS
from adjudicator.games.war_between_the_states.layout import wrapped
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.strategy import trade_limit
from adjudicator.names import Seat

STAGES = {
    "deck": "set-up: the referee shuffles the deck",
    "logistics": "Logistics Phase: the referee deals",
    "trade": "Strategy Phase: {who} may trade, at most {limits}",
    "replace": "Strategy Phase: the referee deals for the cards traded",
    "reveal": "Conduct Phase: {who} may reveal cards",
    "move": "Conduct Phase, move {move}: {who} may use a Special Ability, or pass",
    "draw": "Conduct Phase, move {move}: the referee deals",
    "back": "Conduct Phase, move {move}: {who} {has} to shuffle {back} back",
    "add": "Conduct Phase, move {move}: {who} may add cards just gained",
    "keep": "Recuperate Phase: {who} {has} to choose the {hand} to keep",
    "close": "the game is decided, the deck has still to be opened",
    "over": "the game is over",
}


def draw_status(rules: Rules, public: Public, seat: Seat | None, width: int) -> list[str]:
    """Return the first lines of the board."""
    who = f"you are {side_said(seat)}" if seat else "as anybody may see it"
    when = f"turn {public.turn}" if public.turn else "before the first turn"
    lines = wrapped(f"THE WAR BETWEEN THE STATES: {when}; {who}", width)
    lines += wrapped(f"{sentence(moment(rules, public))}.", width)
    morale = ", ".join(f"{side_said(side.seat).removeprefix('the ')} {side.morale}" for side in public.sides)
    lines += wrapped(f"Morale: {morale}. Who has none left has lost.", width)
    piles = f"Deck: {counted(public.deck)}. Discard pile: {counted(len(public.discard))}."
    lines += wrapped(f"{piles} When the deck runs out, or after turn {rules.components.turns.limit}, the higher morale "
                     "wins, the South at a tie.", width)  # fmt: skip
    if public.objectives:
        names = listed((plain(rules.cards[card].name) for card in public.objectives), "and")
        fewer = counted(len(public.objectives))
        lines += wrapped(f"Objectives that count: {names}. The South draws {fewer} less.", width)
    return lines


def moment(rules: Rules, public: Public) -> str:
    """Return what the game is at, and who is asked."""
    seats = [getattr(request, "seat", None) for request in due(rules, public)]
    who = listed((side_said(seat) for seat in seats if seat), "and")
    has = "has" if len(seats) == 1 else "have"
    limits = listed((counted(trade_limit(rules, side)) for side in public.sides if side.seat in seats), "and")
    back = counted(public.using.back) if public.using else ""
    hand = counted(rules.components.hand.limit)
    text = STAGES[public.stage].format(who=who, has=has, move=public.moves, limits=limits, back=back, hand=hand)
    if public.verdict is None:
        return text
    return f"{text}: {side_said(public.verdict.winner)} wins, {ENDS.get(public.verdict.how, public.verdict.how)}"
