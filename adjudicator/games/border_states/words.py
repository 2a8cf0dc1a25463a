"""The words: how events, questions, requests and orders are said to people. Never part of a verdict."""

from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Event, Order
from adjudicator.games.border_states.orders import (
    Ambush,
    Blocks,
    Cubes,
    Moves,
    Place,
    PlaceBlock,
    PlacingStep,
    PlayArtillery,
    PlayArtilleryAt,
    PlayBible,
    PlayChange,
    PlayExtra,
)
from adjudicator.games.border_states.sequence import NUMERALS
from adjudicator.names import RequestId

EVENTS = {
    "begun": "The table is laid.",
    "initiative": "{seat} holds the Initiative token.",
    "removed": "Removed from the game: {cards}, and one cube of each colour.",
    "turn": "Turn {turn}, {year}.",
    "battle": "Battle {battle} is {card}; in the Conquest area: {cubes}.",
    "chose": "{seat} recruits {recruit} and shows {show}.",
    "stood-in": "{seat} was silent: recruits from the left, two blocks are set aside unnamed.",
    "penalised": "{seat} showed the block that must stay hidden, and turns up {block} too.",
    "both-ambush": "Both show their Ambush: all four blocks are set aside.",
    "lower": "{seat} shows the lower value and places first.",
    "tie": "A tie: {seat} places first, and the Initiative token is flipped.",
    "place-block": "{seat} places {face} in battle {battle}, {front} {space}.",
    "place-extra": "{seat} plays EXTRA: {face} goes to battle {battle}, {front} {space}.",
    "place-bible": "{seat} plays BIBLE on battle {battle}, {front} {space}.",
    "place-artillery": "{seat} plays ARTILLERY in battle {battle}, {front}.",
    "place-change": "{seat} plays CHANGE: battle {new} instead of {old}.",
    "place-turn-up": "{seat} plays the turn-up card on battle {battle}, {front} {space}.",
    "set-aside": "No room: {seat} sets aside {slots}.",
    "turned-up": "{seat} turns up {block}.",
    "opened": "Battle {battle}: {seat} opens {block}.",
    "eliminated": "Battle {battle}: the Ambush of {seat} eliminates {block} of {whose} at {front} {space}.",
    "indecisive": "Battle {battle} is indecisive: its cubes go to the box.",
    "conquered": "{seat} wins battle {battle} on the {front} front.",
    "cubes": "{seat} takes {cubes}.",
    "moved": "{seat} moves tokens of {state}: they stand at {tokens}.",
    "sudden-death": "{seat} has secured enough tokens and wins at once.",
    "scored": "The last turn is over. Points: {points}. {seat} wins.",
    "retired": "{seat} leaves the game ({how}).",
    "audited": "The audit of {seat} holds.",
    "audit-failed": "The audit of {seat} fails: {what}.",
    "over": "The game is over.",
}

QUESTIONS = {
    "blocks": "Which block do you recruit, which do you show, which do you hide?",
    "place": "Where do you place your two blocks, and which cards do you play?",
    "ambush": "Which neighbour does your Ambush eliminate?",
    "cubes": "Which cubes do you keep?",
    "moves": "How do your tokens move?",
}


def event_text(event: Event) -> str:
    """Return one event in a sentence."""
    facts = {name: _said(name, value) for name, value in event.facts.items()}
    facts["seat"] = event.seat.capitalize() if event.seat else "Nobody"
    return EVENTS.get(event.name, event.name).format_map(facts)


def _said(name: str, value: object) -> object:
    if name in ("battle", "old", "new") and isinstance(value, int) and 0 < value < len(NUMERALS):
        return NUMERALS[value]
    if name == "recruit":
        return recruit_text(str(value))
    if name == "face":
        return value or "a hidden block"
    if name == "whose":
        return str(value).capitalize()
    if name in ("card", "state"):
        return str(value).replace("-", " ").title()
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value) or "nothing"
    return value


def recruit_text(recruit: str) -> str:
    """Return from where a block is recruited."""
    if recruit.startswith("president "):
        return f"place {recruit.removeprefix('president ')} of the queue with the President"
    return f"from the {recruit}"


def question_text(decision: Decision) -> str:
    """Return what a decision asks."""
    return f"{about_text(decision.id)}. {QUESTIONS.get(decision.kind, '')}".strip()


ABOUT = {
    "blocks": "choice of blocks",
    "penalty": "the second block",
    "open": "hidden blocks",
    "cubes": "division of the cubes",
    "tokens": "moves of the tokens",
    "leftover": "blocks set aside",
    "audit": "audit",
    "draw": "draw",
    "place": "placing",
    "turn-up": "block to turn up",
    "ambush": "victim of the Ambush",
    "enrol": "enrolment",
}


def about_text(request_id: RequestId) -> str:
    """Return what a request is about, for a status line: turn, round or battle, and the thing."""
    *places, what = request_id.split(".")
    words = []
    for place in places:
        name, _, number = place.partition("-")
        if name == "battle" and number.isdigit() and int(number) < len(NUMERALS):
            number = NUMERALS[int(number)]
        words.append(f"{name} {number}".strip())
    stem, _, number = what.rpartition("-")
    key, count = (stem, int(number)) if number.isdigit() and stem in ABOUT else (what, 1)
    again = f" ({count})" if count > 1 else ""
    start = ", ".join(words)
    return f"{start}: {ABOUT.get(key, key)}{again}" if start else ABOUT.get(key, key)


def step_text(step: PlacingStep) -> str:
    """Return one step of a placing in a few words."""
    if isinstance(step, PlayChange):
        return f"CHANGE battle {_battle(step.old)} to {_battle(step.new)}"
    where = f"battle {_battle(step.battle)} {step.front}"
    match step:
        case PlaceBlock():
            return f"{step.block} block to {where}"
        case PlayExtra():
            return f"EXTRA: {step.block} block to {where}"
        case PlayBible():
            return f"BIBLE on {where} {step.space}"
        case PlayArtillery():
            return f"ARTILLERY to {where}"
        case PlayArtilleryAt():
            return f"ARTILLERY to {where} {step.space}"
    return f"turn up {where} {step.space}"


def _battle(number: int) -> str:
    return NUMERALS[number] if 0 < number < len(NUMERALS) else str(number)


def order_text(kind: str, order: Order) -> str:
    """Return in one sentence what an order does."""
    match order:
        case Blocks():
            return f"recruit {recruit_text(order.recruit)}, show {order.show}, hide {order.hide}"
        case Place():
            return "; ".join(step_text(step) for step in order.steps) or "place nothing"
        case Ambush():
            return f"eliminate {order.front} {order.space}"
        case Cubes():
            return f"keep {', '.join(order.keep)}"
        case Moves():
            return "; ".join(f"{move.state} to {', '.join(map(str, move.tokens))}" for move in order.moves)
    return kind
