"""The ways an order may go on, in words: short, and with what a player wants to know of each."""

from collections.abc import Iterable

from adjudicator.games.border_states.ambush import Spot, block_at
from adjudicator.games.border_states.conquest import divided
from adjudicator.games.border_states.display_names import cubes_said, listed_said, side, tokens_said, whose
from adjudicator.games.border_states.draw_battles import state_names
from adjudicator.games.border_states.event_words import battle_said
from adjudicator.games.border_states.orders import (
    PlaceBlock,
    PlacingStep,
    PlayArtillery,
    PlayArtilleryAt,
    PlayBible,
    PlayChange,
    PlayExtra,
)
from adjudicator.games.border_states.placement import Placement, nearest_free
from adjudicator.games.border_states.public import HIDE, SHOW, Battle
from adjudicator.games.border_states.rules import Rules
from adjudicator.games.border_states.sequence import front_of
from adjudicator.names import Seat


def recruit_choice(word: str, block: str | None) -> str:
    """Return a way to recruit, with the block it brings where the reader may know it."""
    start = f"recruit {block or 'a block'}"
    _, _, place = word.partition(" ")
    return f"{start} from place {place} (uses the President)" if place else f"{start} from the {word} end"


def show_choice(rules: Rules, block: str) -> str:
    """Return what it means to show a block: its value, and the battles it opens."""
    found = rules.blocks[block]
    opens = "no battle"
    if found.special == "ambush":
        opens = "the battles of the opposing block"
    elif found.battles:
        opens = listed_said(map(battle_said, found.battles), "or" if found.special == "siege" else "and")
    both = ", both blocks to the same one" if found.special == "siege" else ""
    return f"show {block}: value {found.value}, opens {opens}{both}"


def hide_choice(rules: Rules, block: str) -> str:
    """Return what it means to hide a block: its value."""
    return f"hide {block}: value {rules.blocks[block].value}"


def step_choice(rules: Rules, state: Placement, step: PlacingStep) -> str:
    """Return one step of a placing, with the space where it comes to lie."""
    names = {card.id: card.name for card in rules.components.characters.each}
    match step:
        case PlayChange():
            return f"play {names['change']}: {battle_said(step.new)} instead of {battle_said(step.old)}"
        case PlaceBlock():
            return f"place {_block(state, step.block)} on {_place(state, step.battle, step.front)}"
        case PlayExtra():
            space = front_of(state.battles[step.battle - 1], step.front).spaces + 1
            where = _place(state, step.battle, step.front, space)
            return f"play {names['extra']}: {_block(state, step.block)} on {where}"
        case PlayArtillery():
            return f"play {names['artillery']} on {_place(state, step.battle, step.front)}"
        case PlayArtilleryAt():
            return f"play {names['artillery']} on {_place(state, step.battle, step.front, step.space)}"
    where = _place(state, step.battle, step.front, step.space)
    if isinstance(step, PlayBible):
        battle = state.battles[step.battle - 1]
        return f"play {names['bible']} on {_owned(battle, Spot(step.front, step.space), state.seat)}, {where}"
    return f"play {names['turn-up']}: {where}"


def _block(state: Placement, slot: str) -> str:
    if slot == SHOW:
        return f"{state.pair.show} (shown)"
    return f"{state.pair.hide} (face-up)" if slot == HIDE and state.pair.hide else "your hidden block"


def _place(state: Placement, battle: int, front: str, space: int | None = None) -> str:
    number = space or nearest_free(front_of(state.battles[battle - 1], front))
    return f"battle {battle_said(battle)}, {front} front, space {number}"


def _owned(battle: Battle, spot: Spot, seat: Seat) -> str:
    block = block_at(battle, spot)
    if block is None:
        return "nothing"
    owner = "your" if block.seat == seat else whose(block.seat)
    return f"{owner} {block.block or 'face-down block'}"


def victim_choice(battle: Battle, spot: Spot, seat: Seat) -> str:
    """Return one victim of an Ambush, with its owner and its place."""
    own = "your own" if (block := block_at(battle, spot)) and block.seat == seat else ""
    victim = _owned(battle, spot, seat)
    return f"eliminate {victim.replace('your', own, 1) if own else victim}, {spot.front} front, space {spot.space}"


def keep_choice(rules: Rules, battle: Battle, keep: tuple[str, ...]) -> str:
    """Return one way to divide the cubes, with what the loser gets."""
    names = state_names(rules)
    given = cubes_said(divided(battle.cubes, keep), names)
    loser = side(battle.result.loser) if battle.result and battle.result.loser else ""
    return f"keep {cubes_said(keep, names)}" + (f" ({loser} gets {given})" if loser and given else "")


def moves_choice(rules: Rules, state: str, tokens: Iterable[int]) -> str:
    """Return where the tokens of a state may come to stand."""
    names = {each.id: each.name for each in rules.components.states.each}
    return f"{names.get(state, state)}: {tokens_said(tokens)}"
