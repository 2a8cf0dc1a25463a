"""Character cards: what may be played while placing, and what it does."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.saying import listed
from adjudicator.errors import Problem
from adjudicator.games.border_states.orders import (
    PlaceBlock,
    PlacingStep,
    PlayArtillery,
    PlayArtilleryAt,
    PlayBible,
    PlayChange,
    PlayExtra,
    PlayTurnUp,
)
from adjudicator.games.border_states.placement import (
    Placement,
    bind,
    block_of,
    check_battle,
    check_block,
    check_siege,
    check_slot,
    do_block,
    empty_spaces,
    extendable,
    free_in,
    nearest_free,
    put,
)
from adjudicator.games.border_states.public import ARTILLERY, BATTLES, BIBLE, Battle, Space
from adjudicator.games.border_states.rules import Rules, opponent
from adjudicator.games.border_states.sequence import front_of, with_space

CARDS: dict[type, str] = {
    PlayBible: "bible",
    PlayArtillery: "artillery",
    PlayArtilleryAt: "artillery",
    PlayChange: "change",
    PlayExtra: "extra",
    PlayTurnUp: "turn-up",
}


@rule("BS-CHARACTERS")
def check_card(state: Placement, step: PlacingStep) -> tuple[Problem, ...]:
    """Yield why a Character card cannot be played at all: it is gone, or not in hand."""
    card = CARDS[type(step)]
    if card in state.cards:
        return ()
    return (broken("BS-CHARACTERS", "step", f"you cannot play the card {card}", listed(state.cards), card),)


def out_already(battles: tuple[Battle, ...], what: str) -> bool:
    """Return whether the Bible or the Artillery lies on a battle in this turn."""
    return any(
        what in (space.mark, space.block) for battle in battles for front in (battle.top, battle.bottom)
        for space in front.row
    )  # fmt: skip


def general_at(state: Placement, step: PlayBible | PlayTurnUp) -> Space | None:
    """Return the General block on the space a step names, or None if there is none."""
    row = front_of(state.battles[step.battle - 1], step.front).row
    if not 1 <= step.space <= len(row) or row[step.space - 1].seat is None:
        return None
    return row[step.space - 1]


@rule("BS-CHARACTERS-TURN-UP")
def check_turn_up(state: Placement, step: PlayTurnUp) -> tuple[Problem, ...]:
    """Yield what is wrong with turning a block up: it has to be the opponent's, face-down, in an Accessible Battle."""
    block = general_at(state, step)
    if block is None or block.seat != opponent(state.seat) or block.block is not None:
        closed = [
            f"{number} {name} {index}"
            for number in state.placing.battles
            for name in ("top", "bottom")
            for index, space in enumerate(front_of(state.battles[number - 1], name).row, 1)
            if space.seat == opponent(state.seat) and space.block is None
        ]
        message = "no opposing block lies face-down there"
        return (broken("BS-CHARACTERS-TURN-UP", "space", message, listed(closed), str(step.space)),)
    return ()


@rule("BS-CHARACTERS-BIBLE")
def check_bible(state: Placement, step: PlayBible) -> tuple[Problem, ...]:
    """Yield what is wrong with the Bible: it is out already in this turn, or no General block lies there."""
    if out_already(state.battles, BIBLE):
        return (broken("BS-CHARACTERS-BIBLE", "step", "the Bible has been placed in this turn already"),)
    if general_at(state, step) is None:
        message = "no General block lies there"
        return (broken("BS-CHARACTERS-BIBLE", "space", message, got=str(step.space)),)
    return ()


@rule("BS-CHARACTERS-ARTILLERY", "BS-VARIANT-SPACE")
def check_artillery(rules: Rules, state: Placement, step: PlayArtillery | PlayArtilleryAt) -> tuple[Problem, ...]:
    """Yield what is wrong with the Artillery: out already, no free space, or a space the variant does not allow."""
    if isinstance(step, PlayArtilleryAt) != rules.variants.any_space:
        word = "artillery-at" if rules.variants.any_space else "artillery"
        return (broken("BS-VARIANT-SPACE", "step", f"in this game the Artillery is placed with {word}", word),)
    if out_already(state.battles, ARTILLERY):
        return (broken("BS-CHARACTERS-ARTILLERY", "step", "the Artillery has been placed in this turn already"),)
    spaces = empty_spaces(front_of(state.battles[step.battle - 1], step.front))
    if not spaces or (isinstance(step, PlayArtilleryAt) and step.space not in spaces):
        pointer = "space" if spaces else "front"
        message = "there is no free space for the Artillery"
        return (broken("BS-CHARACTERS-ARTILLERY", pointer, message, listed(spaces)),)
    return ()


@rule("BS-CHARACTERS-CHANGE")
def check_change(state: Placement, step: PlayChange) -> tuple[Problem, ...]:
    """Yield what is wrong with changing an Accessible Battle for another, before the first block is placed."""
    if len(state.placing.todo) < 2:
        return (broken("BS-CHARACTERS-CHANGE", "step", "the battle is changed before the first block is placed"),)
    access = state.placing.battles
    others = tuple(number for number in range(1, BATTLES + 1) if number not in access)
    problems: tuple[Problem, ...] = ()
    if step.old not in access:
        message = f"battle {step.old} is not accessible"
        problems += (broken("BS-CHARACTERS-CHANGE", "from", message, listed(access), str(step.old)),)
    if step.new not in others:
        message = f"battle {step.new} is no other battle"
        problems += (broken("BS-CHARACTERS-CHANGE", "to", message, listed(others), str(step.new)),)
    return problems


@rule("BS-CHARACTERS-EXTRA")
def check_extra(rules: Rules, state: Placement, step: PlayExtra) -> tuple[Problem, ...]:
    """Yield what is wrong with an additional block: the front has to be full, and without one."""
    problems = check_slot(state, step.block)
    if problems:
        return problems
    where = state.battles[step.battle - 1]
    if not extendable(front_of(where, step.front)):
        message = "an additional block needs a full front that has none yet"
        return (broken("BS-CHARACTERS-EXTRA", "front", message, got=step.front),)
    return check_siege(rules, state, step.battle, free_in(where))


@rule("BS-CHARACTERS")
def check_step(rules: Rules, state: Placement, step: PlacingStep) -> tuple[Problem, ...]:
    """Yield what is wrong with one step of a placing. A card that could have no effect may not be played."""
    if isinstance(step, PlaceBlock):
        return check_block(rules, state, step.block, step.battle, step.front)
    problems = check_card(state, step)
    if not isinstance(step, PlayChange):
        problems += check_battle(state, step.battle, step.front)
    if problems:
        return problems
    if isinstance(step, PlayTurnUp):
        return check_turn_up(state, step)
    if isinstance(step, PlayBible):
        return check_bible(state, step)
    if isinstance(step, PlayChange):
        return check_change(state, step)
    if isinstance(step, PlayExtra):
        return check_extra(rules, state, step)
    return check_artillery(rules, state, step)


@rule("BS-CHARACTERS")
def do_step(rules: Rules, state: Placement, step: PlacingStep) -> Placement:
    """Return the placing after one step; a card played goes back to the box."""
    if isinstance(step, PlaceBlock):
        return do_block(rules, state, step.block, step.battle, step.front)
    card = CARDS[type(step)]
    played = (*state.played, card)
    left = tuple(other for other in state.cards if other != card) if len(played) < state.dealt else ()
    state = replace(state, cards=left, played=played)
    if isinstance(step, PlayBible):
        return do_bible(state, step)
    if isinstance(step, PlayChange):
        return do_change(state, step)
    if isinstance(step, PlayExtra):
        return do_extra(rules, state, step)
    if isinstance(step, PlayArtillery | PlayArtilleryAt):
        return do_artillery(state, step)
    return state


@rule("BS-CHARACTERS-BIBLE")
def do_bible(state: Placement, step: PlayBible) -> Placement:
    """Return the placing with the Bible on a General block."""
    old = state.battles[step.battle - 1]
    space = front_of(old, step.front).row[step.space - 1]
    battle = with_space(old, step.front, step.space, replace(space, mark=BIBLE))
    return replace(state, battles=(*state.battles[: step.battle - 1], battle, *state.battles[step.battle :]))


@rule("BS-CHARACTERS-ARTILLERY")
def do_artillery(state: Placement, step: PlayArtillery | PlayArtilleryAt) -> Placement:
    """Return the placing with the Artillery on a front."""
    nearest = nearest_free(front_of(state.battles[step.battle - 1], step.front))
    number = step.space if isinstance(step, PlayArtilleryAt) else nearest
    assert number is not None
    return put(state, step.battle, step.front, number, Space(None, state.round, None, ARTILLERY, None))


@rule("BS-CHARACTERS-CHANGE")
def do_change(state: Placement, step: PlayChange) -> Placement:
    """Return the placing with one Accessible Battle changed."""
    access = tuple(sorted((*(number for number in state.placing.battles if number != step.old), step.new)))
    return replace(state, placing=replace(state.placing, battles=access))


@rule("BS-CHARACTERS-EXTRA")
def do_extra(rules: Rules, state: Placement, step: PlayExtra) -> Placement:
    """Return the placing with an additional block behind the last space of a full front."""
    front = front_of(state.battles[step.battle - 1], step.front)
    placing = bind(rules, state, step.block, step.battle)
    space = block_of(state, step.block)
    return replace(put(state, step.battle, step.front, front.spaces + 1, space), placing=placing)
