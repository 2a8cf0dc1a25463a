"""The board as plain text: what lies on the table, and what a seat holds behind it."""

from adjudicator.engine.steps import Known
from adjudicator.games.border_states.engine import BorderStates
from adjudicator.games.border_states.hands import characters_left, holding
from adjudicator.games.border_states.public import ELIMINATED, Front, Public, Space
from adjudicator.games.border_states.sequence import NUMERALS, force_of
from adjudicator.names import Seat


def board(engine: BorderStates, public: Public, known: Known, seat: Seat | None, width: int) -> str:
    """Return the table as a seat sees it; a bystander sees only what is public."""
    rules = engine.rules
    year = rules.components.years.each[public.turn - 1] if public.turn else "before the first turn"
    lines = [f"Turn {public.turn} ({year}), initiative: {public.initiative or 'not thrown'}"]
    for number, battle in enumerate(public.battles, 1):
        card = rules.cards[battle.card]
        lines.append(f"{NUMERALS[number]} {card.name}, intensity {card.intensity}: {', '.join(battle.cubes) or '-'}")
        lines += [f"  top    {_front(battle.top)}", f"  bottom {_front(battle.bottom)}"]
    for track in public.states:
        lines.append(f"{track.state}: {' '.join(f'{token:+d}' if token else '0' for token in track.tokens)}")
    for force in public.forces:
        played = ", ".join(force.characters) or "-"
        lines.append(f"{force.seat}: cubes {', '.join(force.cubes) or '-'}; cards played {played}")
    held = holding(rules, public, known, seat) if seat and public.turn else None
    if seat and held:
        lines.append(f"your blocks: {', '.join(held.hand)}; queue: {', '.join(held.queue)}")
        lines.append(f"your cards: {', '.join(characters_left(rules, known, force_of(public, seat))) or '-'}")
    return "\n".join(line[:width] for line in lines)


def _front(front: Front) -> str:
    empty = max(0, front.spaces - len(front.row))
    return "> " + " ".join([*(_space(space) for space in front.row), *["[ ]"] * empty])


def _space(space: Space) -> str:
    if space.seat is None:
        return f"[{space.block or ' '}]"
    mark = "x" if space.mark == ELIMINATED else "+" if space.mark else ""
    return f"[{space.seat[0].upper()} {space.block or '?'}{mark}]"
