"""The words: how events, questions, requests and orders are said to people. Never part of a verdict."""

from adjudicator.engine.requests import Decision
from adjudicator.engine.saying import sentence
from adjudicator.engine.steps import Order
from adjudicator.games.border_states.display_names import STATES, cubes_said, recruit_said, tokens_said
from adjudicator.games.border_states.event_words import battle_said, event_text
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
from adjudicator.names import RequestId

__all__ = ["about_text", "event_text", "order_text", "question_text", "step_text"]

QUESTIONS = {
    "blocks": (
        "Which block do you recruit, which do you show, which do you hide?",
        "The block you show decides which battles both may go to, and who places",
        "first: the lower value, at a tie the Initiative. The hidden one stays",
        "face-down until its battle is resolved. minus-2 may never be shown.",
    ),
    "place": (
        "Where do you place your two blocks, and which cards do you play?",
        "Each goes to the free space nearest to the arrow, on any front of an",
        "accessible battle; without room there it is set aside. Cards are never",
        "compulsory. After turning up a block you go on when you have seen it.",
    ),
    "ambush": (
        "Which neighbour does your Ambush eliminate?",
        "It has to take one, be it your own: left, right or opposite.",
    ),
    "cubes": (
        "Which cubes do you keep?",
        "The loser gets the others. At the end of the turn the difference in cubes",
        "of a state is the number of steps its tokens move.",
    ),
    "moves": (
        "How do your tokens move?",
        "All steps are made if they can be. A token in your Control area is secured",
        "for good: secured tokens of 4 states, or any 5, win at once.",
    ),
}
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
GAME = {"audit": "audit of the Character cards", "draw": "draw of the Character cards"}


def question_text(decision: Decision) -> str:
    """Return what a decision asks, and in up to three lines what matters for it."""
    question, *help_lines = QUESTIONS.get(decision.kind, ("",))
    asked = f"{sentence(about_text(decision.id))}."
    return "\n".join([asked, *([question] if question else []), *(f"  {line}" for line in help_lines)])


def about_text(request_id: RequestId) -> str:
    """Return what a request is about, for a status line: turn, round or battle, and the thing."""
    *places, what = request_id.split(".")
    if places == ["game"]:
        return GAME.get(what, what)
    words = []
    for place in places:
        name, _, number = place.partition("-")
        words.append(f"{name} {battle_said(int(number)) if name == 'battle' and number.isdigit() else number}".strip())
    stem, _, number = what.rpartition("-")
    key, count = (stem, int(number)) if number.isdigit() and stem in ABOUT else (what, 1)
    again = f" ({count})" if count > 1 else ""
    start = ", ".join(words)
    return f"{start}: {ABOUT.get(key, key)}{again}" if start else f"{ABOUT.get(key, key)}{again}"


def step_text(step: PlacingStep) -> str:
    """Return one step of a placing in a few words, as everybody may hear them."""
    if isinstance(step, PlayChange):
        return f"play Change a battle, {battle_said(step.new)} instead of {battle_said(step.old)}"
    where = f"battle {battle_said(step.battle)}, {step.front} front"
    match step:
        case PlaceBlock():
            return f"place {slot_said(step.block)} on {where}"
        case PlayExtra():
            return f"play Extra space and place {slot_said(step.block)} on {where}"
        case PlayBible():
            return f"play Bible on {where}, space {step.space}"
        case PlayArtillery():
            return f"play Artillery on {where}"
        case PlayArtilleryAt():
            return f"play Artillery on {where}, space {step.space}"
    return f"play Turn up a hidden block, on {where}, space {step.space}"


def slot_said(slot: str) -> str:
    """Return one of the two blocks of a round without its value."""
    return {"show": "the shown block", "hide": "the hidden block"}.get(slot, f"block {slot}")


def order_text(engine: object, kind: str, order: Order) -> str:
    """Return in one sentence what an order does; these words need nothing of the engine."""
    return f"{sentence(_order(kind, order))}."


def _order(kind: str, order: Order) -> str:
    match order:
        case Blocks():
            # Once the choice is public, the shut field holds the name of a handle: the block itself stays unsaid.
            hide = "the other block" if "." in order.hide else order.hide
            return f"recruit {recruit_said(order.recruit)}, show {order.show}, hide {hide}"
        case Place():
            return "; ".join(step_text(step) for step in order.steps) or "place nothing"
        case Ambush():
            return f"eliminate the block on the {order.front} front, space {order.space}"
        case Cubes():
            return f"keep {cubes_said(order.keep) or 'nothing'}"
        case Moves():
            moves = (f"{STATES.get(move.state, move.state)} to {tokens_said(move.tokens)}" for move in order.moves)
            return f"move tokens: {'; '.join(moves)}" if order.moves else "move no tokens"
    return kind
