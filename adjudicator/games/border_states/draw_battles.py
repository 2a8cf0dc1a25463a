"""The drawing of a battle: its two fronts outward from the arrow, what is face-up on them, how it was decided."""

from adjudicator.engine.steps import Known
from adjudicator.games.border_states.conquest import front_value, side_value
from adjudicator.games.border_states.display_names import LETTERS, cubes_said, side
from adjudicator.games.border_states.layout import runs, tied, wrapped
from adjudicator.games.border_states.public import ARTILLERY, BIBLE, ELIMINATED, FRONTS, HIDE, Battle, Public, Space
from adjudicator.games.border_states.rules import SEATS, Rules
from adjudicator.games.border_states.sequence import NUMERALS, front_of, slot_name
from adjudicator.names import Seat

MARKS = {BIBLE: " +", ELIMINATED: " x"}
MARGIN = 13


def state_names(rules: Rules) -> dict[str, str]:
    """Return the name of the state that each colour stands for, in board order."""
    return dict(zip(rules.colours, (state.name for state in rules.components.states.each), strict=True))


def draw_battle(rules: Rules, public: Public, number: int, known: Known, seat: Seat | None, width: int) -> list[str]:
    """Return the lines of one battle as a seat sees it."""
    battle = public.battles[number - 1]
    card = rules.cards[battle.card]
    cubes = cubes_said(battle.cubes, state_names(rules))
    count = "1 cube" if len(battle.cubes) == 1 else f"{len(battle.cubes)} cubes"
    cubes = ", ".join(map(tied, cubes.split(", ")))
    there = f"{count}: {cubes}" if cubes else _no_cubes(battle)
    head = f"{NUMERALS[number]:<4}{card.name}, intensity {card.intensity}; {there}"
    lines = [*wrapped(head, width, hang=4), *_fronts(rules, public, battle, known, seat, width)]
    return lines + (wrapped(outcome_of_battle(battle), width, 4, 2) if battle.result else [])


def _no_cubes(battle: Battle) -> str:
    if battle.result is None:
        return "no cubes"
    return "its cubes are divided" if battle.result.winner else "its cubes are in the box"


def _fronts(
    rules: Rules, public: Public, battle: Battle, known: Known, seat: Seat | None, width: int
) -> list[str]:
    rows = [_cells(public, battle, name, known, seat) for name in FRONTS]
    columns = max(map(len, rows))
    sizes = [max(len(row[index]) for row in rows if index < len(row)) for index in range(columns)]
    lines = []
    divided = runs(sizes, width - MARGIN)
    for run in divided:
        numbers = " ".join(f" {index + 1:<{sizes[index] - 1}}" for index in run)
        lines.append(" " * MARGIN + numbers.rstrip())
        for name, row in zip(FRONTS, rows, strict=True):
            cells = " ".join(f"{row[index] if index < len(row) else '':<{sizes[index]}}" for index in run)
            arrow = ">" if run.start == 0 else " "
            lines.append(f"    {name:<7}{arrow} {cells}")
    sums = [sum_of_front(rules, battle, name) for name in FRONTS]
    if len(divided) == 1 and all(
        len(line) + 2 + len(told) <= width for line, told in zip(lines[1:], sums, strict=True)
    ):
        lines[1:] = [f"{line}  {told}" if told else line for line, told in zip(lines[1:], sums, strict=True)]
    else:
        for name, told in zip(FRONTS, sums, strict=True):
            lines += wrapped(f"{name} {told}", width, 4, 2) if told else []
    return [line.rstrip() for line in lines]


def _cells(public: Public, battle: Battle, name: str, known: Known, seat: Seat | None) -> list[str]:
    front = front_of(battle, name)
    cells = [
        cell(space, value_to_owner(public, space, known, seat), number > front.spaces)
        for number, space in enumerate(front.row, 1)
    ]
    return cells + ["[ ]"] * (front.spaces - len(front.row))


def value_to_owner(public: Public, space: Space, known: Known, seat: Seat | None) -> str | None:
    """Return the block that a seat itself hid on a space, if that is where it looks; None for everybody else."""
    if seat is None or space.seat != seat or space.block is not None or space.slot != HIDE:
        return None
    value = known.get(slot_name(seat, public.turn, space.round, HIDE))
    return value if isinstance(value, str) else None


def cell(space: Space, own: str | None, extra: bool) -> str:
    """Return one space: the side's letter and the block, `?` while face-down; braces around an additional block."""
    if space.seat is None:
        return "[Artillery]" if space.block == ARTILLERY else "[ ]"
    block = space.block or f"{own or ''}?"
    text = f"{LETTERS.get(space.seat, '?')} {block}{MARKS.get(space.mark or '', '')}"
    return f"{{{text}}}" if extra else f"[{text}]"


def sum_of_front(rules: Rules, battle: Battle, name: str) -> str:
    """Return the values on a front as far as they are face-up; `+?` where blocks lie face-down."""
    front = front_of(battle, name)
    if not any(space.seat or space.block for space in front.row):
        return ""
    hidden = {s: any(space.seat == s and space.block is None for space in front.row) for s in SEATS}
    parts = [
        f"{LETTERS[s]} {side_value(rules, front, s)}{'+?' if hidden[s] else ''}"
        for s in SEATS
        if any(space.seat == s for space in front.row)
    ]
    if any(space.block == ARTILLERY for space in front.row):
        parts.append(f"Artillery {rules.components.artillery.value}")
    total = f"= {front_value(rules, front)}{'+?' if any(hidden.values()) else ''}"
    return f"{total} ({', '.join(parts)})"


def outcome_of_battle(battle: Battle) -> str:
    """Return how a battle was decided."""
    result = battle.result
    if result is None:
        return ""
    if result.front is None:
        return "Indecisive: neither front wins."
    if result.winner is None:
        return f"The {result.front} front wins, but no side is positive on it: nobody wins."
    loser = f"; {side(result.loser)} is the loser there" if result.loser else "; there is no loser"
    return f"Won by {side(result.winner)} on the {result.front} front{loser}."
