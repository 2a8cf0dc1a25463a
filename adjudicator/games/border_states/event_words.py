"""Events in words: one short sentence for each thing that happened."""

from collections.abc import Callable, Mapping

from adjudicator.engine.saying import sentence
from adjudicator.engine.steps import Event
from adjudicator.games.border_states.display_names import (
    BATTLE_CARDS,
    DEPARTURES,
    STATES,
    cubes_said,
    listed_said,
    recruit_said,
    side,
    tokens_said,
    whose,
)
from adjudicator.games.border_states.sequence import NUMERALS

EVENTS = {
    "begun": "The table is laid.",
    "initiative": "{seat} holds the Initiative token: it places first at the first tie.",
    "removed": "Removed from the game: {cards}, and one cube of each state.",
    "turn": "Turn {turn}, {year}.",
    "chose": "{seat} recruits {recruit} and shows {show}.",
    "stood-in": "{seat} was silent: it recruits from the left, and two blocks are set aside unnamed.",
    "penalised": "{seat} showed the block that must stay hidden; it turns up {block} too, which counts instead.",
    "both-ambush": "Both show their Ambush: all four blocks of the round are set aside.",
    "lower": "{seat} shows the lower value and places first.",
    "tie": "A tie: {seat} places first, and the Initiative token is flipped.",
    "place-bible": "{seat} plays Bible on the block in battle {battle}, {front} front, space {space}.",
    "place-artillery": "{seat} plays Artillery in battle {battle}, {front} front.",
    "place-change": "{seat} plays Change a battle: battle {new} instead of {old}.",
    "place-turn-up": "{seat} plays Turn up a hidden block, in battle {battle}, {front} front, space {space}.",
    "set-aside": "No room: {seat} sets aside {slots}.",
    "turned-up": "{seat} turns up {block}.",
    "opened": "Battle {battle}: {seat} opens {block}.",
    "eliminated": "Battle {battle}: the Ambush of {seat} eliminates {whose} {block} ({front} front, space {space}).",
    "cubes": "{seat} takes {cubes}.",
    "moved": "{seat} moves the tokens of {state}: now {tokens}.",
    "sudden-death": "{seat} has secured enough tokens and wins at once.",
    "retired": "{seat} leaves the game ({how}).",
    "audited": "The audit of {seat} holds.",
    "audit-failed": "The audit of {seat} fails: {what}.",
}
SLOTS = {"show": "the shown block", "hide": "the hidden block"}
ENDS = {
    "sudden-death": "by secured tokens",
    "score": "on points",
    "resignation": "by resignation",
    "forfeit": "by forfeit",
    "illegal": "by an illegal choice",
    "audit": "by a failed audit",
}
Facts = Mapping[str, object]


def event_text(event: Event) -> str:
    """Return one event in a sentence."""
    special = SPECIAL.get(event.name)
    if special:
        return special(side(event.seat), event.facts)
    facts = {name: fact_said(name, value) for name, value in event.facts.items()}
    facts["seat"] = side(event.seat)
    text = EVENTS.get(event.name, event.name).format_map(facts)
    return sentence(text)


def fact_said(name: str, value: object) -> str:
    """Return one fact of an event as it stands in its sentence."""
    match name, value:
        case ("battle" | "old" | "new"), int():
            return battle_said(value)
        case ("cubes" | "boxed"), tuple():
            return cubes_said(value) or "nothing"
        case "cards", tuple():
            return listed_said(BATTLE_CARDS.get(str(card), str(card)) for card in value)
        case "slots", tuple():
            return listed_said(SLOTS.get(str(slot), str(slot)) for slot in value)
        case "tokens", tuple():
            return tokens_said(value)
        case "card", str():
            return BATTLE_CARDS.get(value, value)
        case "state", str():
            return STATES.get(value, value)
        case "recruit", str():
            return recruit_said(value)
        case "how", str():
            return DEPARTURES.get(value, value)
        case "whose", _:
            return whose(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def battle_said(number: int) -> str:
    """Return a battle by its numeral."""
    return NUMERALS[number] if 0 < number < len(NUMERALS) else str(number)


def _battle(seat: str, facts: Facts) -> str:
    said = {name: fact_said(name, value) for name, value in facts.items()}
    text = f"Battle {said['battle']}, {said['card']}: {said['cubes']}."
    return text + (f" To the box, of secured states: {said['boxed']}." if facts.get("boxed") else "")


def _placed(seat: str, facts: Facts) -> str:
    return sentence(f"{seat} places {_block(facts)} in {_where(facts)}.")


def _extra(seat: str, facts: Facts) -> str:
    return sentence(f"{seat} plays Extra space: {_block(facts)} goes to {_where(facts)}.")


def _block(facts: Facts) -> str:
    face, slot = facts.get("face"), facts.get("block")
    return "its hidden block" if face is None else f"{face} ({'shown' if slot == 'show' else 'face-up'})"


def _where(facts: Facts) -> str:
    battle = fact_said("battle", facts.get("battle"))
    return f"battle {battle}, {facts.get('front')} front, space {facts.get('space')}"


def _indecisive(seat: str, facts: Facts) -> str:
    battle, front = fact_said("battle", facts.get("battle")), facts.get("front")
    why = f"the {front} front wins, but no side is positive there" if front else "no front wins"
    return f"Battle {battle} is indecisive: {why}. Its cubes go to the box."


def _conquered(seat: str, facts: Facts) -> str:
    battle, loser = fact_said("battle", facts.get("battle")), facts.get("loser")
    there = f"{side(loser)} is the loser" if loser else "there is no loser"
    return sentence(f"{seat} wins battle {battle} on the {facts.get('front')} front; {there}.")


def _scored(seat: str, facts: Facts) -> str:
    points = facts.get("points")
    union, confederate = points if isinstance(points, tuple) and len(points) == 2 else ("?", "?")
    return f"The last turn is over: Union {union} points, Confederacy {confederate}. {sentence(seat)} wins."


def _over(seat: str, facts: Facts) -> str:
    how = str(facts.get("how"))
    return f"The game is over {ENDS.get(how, f'({how})')}: {seat} wins."


SPECIAL: dict[str, Callable[[str, Facts], str]] = {
    "battle": _battle,
    "place-block": _placed,
    "place-extra": _extra,
    "indecisive": _indecisive,
    "conquered": _conquered,
    "scored": _scored,
    "over": _over,
}
