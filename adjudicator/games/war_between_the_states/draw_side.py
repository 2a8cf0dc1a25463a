"""The drawing of one side: hand as a number, what waits for it next turn, and its revealed cards with their force."""

from collections.abc import Iterator

from adjudicator.engine.saying import counted, sentence
from adjudicator.games.war_between_the_states.card_words import abilities_text, plain, side_said, types_text
from adjudicator.games.war_between_the_states.force import Fighter, Strength
from adjudicator.games.war_between_the_states.layout import heading, wrapped
from adjudicator.games.war_between_the_states.logistics import cards_drawn
from adjudicator.games.war_between_the_states.public import Public, Side
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import side_of
from adjudicator.games.war_between_the_states.strategy import trade_limit
from adjudicator.games.war_between_the_states.verbs import active
from adjudicator.names import Seat


def draw_side(rules: Rules, public: Public, strength: Strength, seat: Seat | None, width: int) -> list[str]:
    """Return the lines of one side, as everybody may see it."""
    side = side_of(public, strength.seat)
    you = " (you)" if side.seat == seat else ""
    lines = [heading(f"{sentence(side_said(side.seat))}{you}, morale {side.morale}", width)]
    for text in _facts(rules, public, side):
        lines += wrapped(text, width, 2)
    if not side.revealed:
        return lines + wrapped("Nothing revealed.", width, 2)
    lines += wrapped(f"Revealed, with force {strength.total} in all:", width, 2)
    fighters = {fighter.card: fighter for fighter in strength.cards}
    for row in side.revealed:
        lines += wrapped(_row(rules, fighters.get(row.card), row.card, row.used), width, 2, 5)
    return lines


def _facts(rules: Rules, public: Public, side: Side) -> Iterator[str]:
    passed = " It has passed." if side.passed and public.stage in ("move", "draw", "back", "add") else ""
    gained = f" {sentence(counted(len(side.gained)))} of it just gained." if side.gained else ""
    yield f"Hand: {counted(len(side.hand))}.{gained}{passed}"
    drawn, limit = cards_drawn(rules, public, side), trade_limit(rules, side)
    when = "Now" if public.stage in ("logistics", "trade") else "Next turn"
    if side.fewer or drawn != rules.components.draw.cards:
        yield f"Next turn: draws {counted(drawn)} instead of {rules.components.draw.cards}."
    if side.trades:
        yield f"{when}: may trade {counted(limit)} instead of {rules.components.trade.cards}."


def _row(rules: Rules, fighter: Fighter | None, name: str, used: bool) -> str:
    card = rules.cards[name]
    does = abilities_text(card)
    text = f"{plain(card.name)} ({types_text(card)})"
    if fighter is None:
        return f" -  {text}: discarded, counts no more"
    changes = ", ".join(f"{each.amount:+d} {plain(rules.cards[each.giver].name)}" for each in fighter.modifiers)
    sums = f" [{fighter.printed}, {changes}]" if changes else ""
    state = (" (used)" if used else " (not used yet)") if active(card) else ""
    return f"{fighter.force:>2}  {text}{sums}{': ' if does else ''}{does}{state}"
