"""The walk through every order: what may come next in one that has been begun, and what stands in for a missing one."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.engine.citation import rule
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Choice, Known, Order
from adjudicator.games.border_states.ambush import Spot, asking, block_at, victims
from adjudicator.games.border_states.characters import check_step, do_step
from adjudicator.games.border_states.choice_words import (
    hide_choice,
    keep_choice,
    moves_choice,
    recruit_choice,
    show_choice,
    step_choice,
    victim_choice,
)
from adjudicator.games.border_states.conquest import keeps
from adjudicator.games.border_states.hands import characters_left, closed_values, holding
from adjudicator.games.border_states.influence import results
from adjudicator.games.border_states.orders import (
    Ambush,
    Blocks,
    Cubes,
    Move,
    Moves,
    Place,
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
    can_finish,
    check_end,
    empty_spaces,
    extendable,
    free,
)
from adjudicator.games.border_states.placing import placement_of
from adjudicator.games.border_states.public import BATTLES, FRONTS, TOP, Battle, Public
from adjudicator.games.border_states.recruitment import LEFT, UNNAMED, named_openly, recruited, recruits
from adjudicator.games.border_states.rules import PENALISED, Rules
from adjudicator.games.border_states.sequence import force_of, front_of
from adjudicator.names import Seat

Begun = Mapping[str, Any]


def options(rules: Rules, public: Public, known: Known, decision: Decision, so_far: Begun) -> tuple[Choice, ...]:
    """Return how the order begun in `so_far` may go on; nothing if the order is not due."""
    match decision.kind:
        case "blocks" if public.stage == "blocks":
            return tuple(_blocks(rules, public, known, decision, so_far))
        case "place" if public.stage == "place":
            return tuple(_place(rules, public, known, decision, so_far))
        case "ambush" if public.stage == "ambush":
            battle = public.battles[public.battle - 1]
            spot = asking(rules, battle)
            return tuple(
                Choice(
                    victim_choice(battle, place, decision.seat), {"front": place.front, "space": place.space}, True
                )
                for place in (victims(battle, spot) if spot else ())
            )
        case "cubes" if public.stage == "cubes":
            battle = public.battles[public.battle - 1]
            ways = keeps(rules, battle)
            return tuple(Choice(keep_choice(rules, battle, way), {"keep": way}, True) for way in ways)
        case "moves" if public.stage == "tokens":
            return tuple(_moves(rules, public, decision, so_far))
    return ()


def _blocks(rules: Rules, public: Public, known: Known, decision: Decision, so_far: Begun) -> Iterator[Choice]:
    force = force_of(public, decision.seat)
    held = holding(rules, public, known, decision.seat)
    if "recruit" not in so_far:
        for word in recruits(force):
            block = recruited(held.queue, word)[0] if held else None
            yield Choice(recruit_choice(word, block), {"recruit": word}, False)
        return
    hand = tuple(rules.blocks)
    if held:
        block = recruited(held.queue, str(so_far["recruit"]))[0]
        hand = held.hand if block is None else (*held.hand, block)
    gone = (*named_openly(force), *closed_values(public.turn, force, known))
    names = tuple(name for name in rules.blocks if name in hand and name not in gone)
    if "show" not in so_far:
        for name in names:
            if rules.special(name) != PENALISED:
                yield Choice(show_choice(rules, name), {**so_far, "show": name}, False)
        return
    for name in names:
        if name != so_far["show"]:
            yield Choice(hide_choice(rules, name), {**so_far, "hide": name}, True)


def _place(rules: Rules, public: Public, known: Known, decision: Decision, so_far: Begun) -> Iterator[Choice]:
    begun = tuple(so_far.get("steps", ()))
    try:
        steps = msgspec.convert({"steps": begun}, Place).steps
    except msgspec.ValidationError:
        return
    cards = characters_left(rules, known, force_of(public, decision.seat))
    state = placement_of(rules, public, decision.seat, cards)
    for step in steps:
        if check_step(rules, state, step):
            return
        state = do_step(rules, state, step)
    if not check_end(state):
        yield Choice("nothing more", {"steps": begun}, True)
    for step in legal_steps(rules, state):
        last = isinstance(step, PlayTurnUp)
        yield Choice(step_choice(rules, state, step), {"steps": (*begun, msgspec.to_builtins(step))}, last)


def legal_steps(rules: Rules, state: Placement) -> Iterator[PlacingStep]:
    """Yield every step that may come next in a placing, so that the placing can still be ended."""
    for step in candidate_steps(rules, state):
        if not check_step(rules, state, step) and can_finish(do_step(rules, state, step)):
            yield step


def candidate_steps(rules: Rules, state: Placement) -> Iterator[PlacingStep]:
    """Yield every step worth a check, in the order of the options: blocks first, battles and fronts in order."""
    fronts = [
        (number, name, front_of(state.battles[number - 1], name))
        for number in state.placing.battles
        for name in FRONTS
    ]
    for slot in state.placing.todo:
        yield from (PlaceBlock(slot, number, name) for number, name, front in fronts if free(front))
    if "extra" in state.cards:
        for slot in state.placing.todo:
            yield from (PlayExtra(slot, number, name) for number, name, front in fronts if extendable(front))
    if "bible" in state.cards:
        for number, name, front in fronts:
            yield from (PlayBible(number, name, index) for index in range(1, len(front.row) + 1))
    if "artillery" in state.cards:
        for number, name, front in fronts:
            if rules.variants.any_space:
                yield from (PlayArtilleryAt(number, name, index) for index in empty_spaces(front))
            elif free(front):
                yield PlayArtillery(number, name)
    if "change" in state.cards:
        others = [number for number in range(1, BATTLES + 1) if number not in state.placing.battles]
        yield from (PlayChange(old, new) for old in state.placing.battles for new in others)
    if "turn-up" in state.cards:
        for number, name, front in fronts:
            yield from (PlayTurnUp(number, name, index) for index in range(1, len(front.row) + 1))


def _moves(rules: Rules, public: Public, decision: Decision, so_far: Begun) -> Iterator[Choice]:
    begun = tuple(so_far.get("moves", ()))
    due = results(rules, public, decision.seat)
    if len(begun) >= len(due):
        return
    state, ways = due[len(begun)]
    for way in ways:
        moves = (*begun, {"state": state, "tokens": way})
        yield Choice(moves_choice(rules, state, way), {"moves": moves}, len(moves) == len(due))


@rule("BS-STAND-IN")
def stand_in(rules: Rules, public: Public, decision: Decision) -> Order | None:
    """Return the order that a ruling gives a silent seat, from public facts only.

    Blocks: recruit from the left, both blocks set aside unnamed. Placing: first accessible battle, top before
    bottom, no cards. Ambush: an enemy before an own block, then the lowest space. Cubes and tokens: first option.
    """
    match decision.kind:
        case "blocks":
            return Blocks(LEFT, UNNAMED, UNNAMED)
        case "place" if public.stage == "place":
            return Place(_plain_steps(rules, public, decision))
        case "ambush" if public.stage == "ambush":
            return _plain_victim(rules, public, decision)
        case "cubes" if public.stage == "cubes":
            return Cubes(keeps(rules, public.battles[public.battle - 1])[0])
        case "moves" if public.stage == "tokens":
            return Moves(tuple(Move(state, ways[0]) for state, ways in results(rules, public, decision.seat)))
    return None


def _plain_steps(rules: Rules, public: Public, decision: Decision) -> tuple[PlacingStep, ...]:
    # A Siege that was pledged before a block was turned up still needs its extra step: the one card ever played here.
    pledged = public.placing is not None and public.placing.pledged
    cards = characters_left(rules, {}, force_of(public, decision.seat)) if pledged else ()
    state = placement_of(rules, public, decision.seat, tuple(card for card in cards if card == "extra"))
    steps: list[PlacingStep] = []
    while state.placing.todo:
        step = next(legal_steps(rules, state), None)
        if step is None:
            break
        steps.append(step)
        state = do_step(rules, state, step)
    return tuple(steps)


def _plain_victim(rules: Rules, public: Public, decision: Decision) -> Ambush | None:
    battle = public.battles[public.battle - 1]
    spot = asking(rules, battle)
    if spot is None:
        return None
    chosen = min(victims(battle, spot), key=lambda place: _rank(battle, place, decision.seat))
    return Ambush(chosen.front, chosen.space)


def _rank(battle: Battle, place: Spot, seat: Seat) -> tuple[bool, int, bool]:
    block = block_at(battle, place)
    return block is not None and block.seat == seat, place.space, place.front != TOP
