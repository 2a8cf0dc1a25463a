"""The head of the board: turn and year, what the game is at, who holds the initiative; and the key at its foot."""

from adjudicator.engine.saying import sentence
from adjudicator.engine.steps import Outcome
from adjudicator.games.border_states.ambush import asking, block_at
from adjudicator.games.border_states.display_names import DEPARTURES, SLOTS, listed_said, short, side
from adjudicator.games.border_states.influence import deciders
from adjudicator.games.border_states.layout import wrapped
from adjudicator.games.border_states.public import ARTILLERY, BIBLE, ELIMINATED, ROUNDS, Public
from adjudicator.games.border_states.rules import Rules, opponent
from adjudicator.games.border_states.sequence import NUMERALS
from adjudicator.names import Seat


def draw_status(rules: Rules, public: Public, seat: Seat | None, width: int) -> list[str]:
    """Return the first lines of the board."""
    who = f"you are {side(seat)}" if seat else "as anybody may see it"
    if public.turn:
        year = rules.components.years.each[public.turn - 1]
        when = f"turn {public.turn} of {rules.turns}, {year}"
    else:
        when = "before the first turn"
    lines = wrapped(f"BORDER STATES: {when}; {who}", width, hang=2)
    lines += wrapped(f"{sentence(moment(rules, public))}.", width, hang=2)
    holder = short(public.initiative) if public.initiative else "not thrown yet"
    return lines + wrapped(f"Initiative (places first at a tie): {holder}.", width, hang=2)


def moment(rules: Rules, public: Public) -> str:
    """Return what the game is at, and whose turn it is."""
    if public.verdict is not None:
        over = "the game is over" if public.stage == "over" else "the game is decided, the last openings are due"
        return f"{over}: {ending(public.verdict)}"
    match public.stage:
        case "set-up":
            return "set-up: the pieces are laid out, blocks and cards are drawn next"
        case "blocks" | "penalty" | "place" | "turn-up":
            return f"combat, round {public.round} of {ROUNDS}: {_in_round(public)}"
        case "open" | "ambush" | "cubes":
            return f"resolution of battle {NUMERALS[public.battle]}: {_in_battle(rules, public)}"
        case "tokens":
            seats = [side(seat) for seat in deciders(rules, public)]
            return f"end of turn: {listed_said(seats)} {'move' if len(seats) > 1 else 'moves'} tokens"
    return "end of turn: what lies face-down is opened, then the next turn is drawn"


def _in_round(public: Public) -> str:
    if public.stage == "blocks":
        return "both sides choose their blocks in secret"
    if public.stage == "penalty":
        return "who showed the block that must stay hidden turns up the other one too"
    placer = public.placers[0]
    if public.stage == "turn-up":
        return f"{side(opponent(placer))} turns up a block"
    placing = public.placing
    if placing is None:
        return f"{side(placer)} places"
    battles = listed_said((NUMERALS[number] for number in placing.battles), "or")
    where = f"battle {battles}" if battles else "no battle"
    left = "both blocks" if len(placing.todo) == 2 else "nothing more" if not placing.todo else ""
    what = left or f"the {SLOTS[placing.todo[0]]} block"
    bound = f" (Siege: both in battle {NUMERALS[placing.bound]})" if placing.bound else ""
    return f"{side(placer)} places {what}, accessible: {where}{bound}"


def _in_battle(rules: Rules, public: Public) -> str:
    battle = public.battles[public.battle - 1]
    if public.stage == "open":
        return "its hidden blocks are opened"
    if public.stage == "ambush":
        spot = asking(rules, battle)
        block = block_at(battle, spot) if spot else None
        return f"{side(block.seat if block else None)} chooses the victim of its Ambush"
    return f"{side(battle.result.winner if battle.result else None)} divides the cubes"


def ending(verdict: Outcome) -> str:
    """Return how a game ended."""
    winner = f"{side(verdict.winner)} wins"
    if verdict.how == "sudden-death":
        return f"{winner} at once by secured tokens"
    if verdict.how == "score":
        best_first = sorted(verdict.points, key=lambda row: row.seat != verdict.winner)
        table = " to ".join(str(row.points) for row in best_first)
        tied = len({row.points for row in verdict.points}) == 1
        return f"{winner}, {table} points{' (tie broken)' if tied else ''}"
    gone = listed_said(side(seat) for seat in verdict.seats)
    return f"{winner}; {gone} left the game ({DEPARTURES.get(verdict.how, verdict.how)})"


def draw_key(rules: Rules, public: Public, seat: Seat | None, width: int) -> list[str]:
    """Return the key: how blocks are read, and the marks that lie on the table."""
    lines = wrapped(f"{'; '.join(blocks_said(rules))}.", width, hang=2)
    fronts = [front for battle in public.battles for front in (battle.top, battle.bottom)]
    spaces = [space for front in fronts for space in front.row]
    marks = []
    if any(space.seat and space.block is None for space in spaces):
        marks.append("? face-down" + (" (only you see the value of yours)" if seat else ""))
    if any(space.mark == BIBLE for space in spaces):
        marks.append("+ Bible: no Ambush eliminates it")
    if any(space.mark == ELIMINATED for space in spaces):
        marks.append("x eliminated")
    if any(len(front.row) > front.spaces for front in fronts):
        marks.append("{ } additional space")
    if any(space.block == ARTILLERY for space in spaces):
        marks.append(f"Artillery counts {rules.components.artillery.value} for its front, for neither side")
    if any(abs(token) == rules.control for track in public.states for token in track.tokens):
        marks.append("# secured for good")
    text = "; ".join(["> the arrow", *marks] if public.battles else marks)
    return lines + (wrapped(f"{text}.", width, hang=2) if text else [])


def blocks_said(rules: Rules) -> list[str]:
    """Return how blocks are read: an example of value 2, and what is special about some."""
    said = []
    for block in rules.blocks.values():
        if block.special == "siege":
            said.append(f"{block.id} (value {block.value}): any battle, but both blocks to one")
        elif block.special == "ambush":
            said.append(f"{block.id} ({block.value}): battles as the opposing block, eliminates a neighbour")
        elif block.special == "minus-2":
            said.append(f"{block.id}: never shown")
    example = next((block for block in rules.blocks.values() if len(block.battles) == 2), None)
    if example is None:
        return said
    opened = listed_said(NUMERALS[number] for number in example.battles)
    first = f"[U {example.id}] is a Union block of value {example.value}; face-up it opens battles {opened}"
    return [first, *said]
