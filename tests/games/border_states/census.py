"""The census of Border States, and what the laws need to know of it: every order of its small decisions."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from adjudicator.engine.requests import Decision
from adjudicator.games.border_states.public import ARTILLERY, BIBLE, FRONTS, HIDE, ROUNDS, SHOW, Public
from adjudicator.games.border_states.rules import SEATS, Rules
from adjudicator.games.border_states.sequence import force_of, front_of

Count = tuple[str, int]
Orders = Iterable[Mapping[str, Any]]


def census(rules: Rules, public: Public) -> tuple[Count, ...]:
    """Return the number of pieces of each sort, wherever they lie; what lies in two places is counted twice."""
    found: list[Count] = []
    for colour, track in zip(rules.colours, public.states, strict=True):
        fought = sum(battle.cubes.count(colour) for battle in public.battles)
        won = sum(force.cubes.count(colour) for force in public.forces)
        found.append((f"cubes {colour}", track.bag + track.box + fought + won))
        found.append((f"tokens {track.state}", len(track.tokens)))
    seen = (*public.box, *(battle.card for battle in public.battles))
    found.append(("battle cards", len(seen) + len(set(rules.cards) - set(seen))))
    for force in public.forces:
        named = [block for pair in force.rounds for block in (pair.show, pair.hide) if block is not None]
        found.append((f"blocks {force.seat}", len(named) + len(set(rules.blocks) - set(named))))
        left = set(rules.characters) - set(force.characters)
        found.append((f"characters {force.seat}", len(force.characters) + len(left)))
    found.append(("placed twice", sum(count > 1 for _, count in blocks_lying(public))))
    spaces = [space for battle in public.battles for front in FRONTS for space in front_of(battle, front).row]
    found.append(("too many guns", max(0, sum(space.block == ARTILLERY for space in spaces) - 1)))
    found.append(("too many Bibles", max(0, sum(space.mark == BIBLE for space in spaces) - 1)))
    return tuple(found)


def blocks_lying(public: Public) -> tuple[Count, ...]:
    """Return how often each block of this turn's choices lies somewhere: on a battle, or set aside."""
    places: list[str] = []
    for battle in public.battles:
        for front in FRONTS:
            for space in front_of(battle, front).row:
                if space.seat is not None:
                    places.append(f"{space.seat} {space.round} {space.slot}")
    for force in public.forces:
        for number, pair in enumerate(force.rounds, 1):
            places.extend(f"{force.seat} {number} {slot}" for slot in pair.aside)
    names = product(SEATS, range(1, ROUNDS + 1), (SHOW, HIDE))
    return tuple((name, places.count(name)) for name in (f"{seat} {number} {slot}" for seat, number, slot in names))


def orders(rules: Rules, public: Public, decision: Decision) -> Orders:
    """Return every order of a small decision, possible or not; nothing for one that has too many.

    Without Character cards a placing is small. The choice of blocks is listed in the first round only, and without
    showing the block that may not be face-up: that is a mistake which no walk offers.
    """
    match decision.kind:
        case "ambush":
            return ({"front": front, "space": space} for front in (*FRONTS, "middle") for space in range(-1, 7))
        case "cubes":
            cubes = public.battles[public.battle - 1].cubes
            kept = {way for count in range(len(cubes) + 1) for way in permutations(cubes, count)}
            return ({"keep": list(way)} for way in sorted(kept))
        case "moves":
            return _moves(rules, public, decision)
        case "place" if not rules.variants.characters and public.round != 2:
            slots = (SHOW, HIDE, "both")
            blocks = [
                {"step": "block", "block": slot, "battle": battle, "front": front}
                for slot, battle, front in product(slots, range(1, 4), FRONTS)
            ]
            return ({"steps": list(steps)} for count in range(3) for steps in product(blocks, repeat=count))
        case "blocks" if public.turn == public.round == 1:
            recruits = ("left", "right", "middle", "president 0", "president 1", "president 6", "president 7",
                        *(f"president {place}" for place in range(2, 6)))  # fmt: skip
            shown = (block for block in rules.blocks if block != "minus-2")
            return (
                {"recruit": recruit, "show": show, "hide": hide}
                for recruit, show, hide in product(recruits, shown, rules.blocks)
            )
    return ()


def _moves(rules: Rules, public: Public, decision: Decision) -> Iterator[Mapping[str, Any]]:
    own, other = (force_of(public, seat).cubes for seat in sorted(SEATS, key=lambda seat: seat != decision.seat))
    moving = [
        track for colour, track in zip(rules.colours, public.states, strict=True)
        if own.count(colour) > other.count(colour)
        and any(abs(token) < rules.control for token in track.tokens)
    ]  # fmt: skip
    if len(moving) != 1:
        return
    ends = range(-rules.control - 1, rules.control + 2)
    for tokens in combinations_with_replacement(ends, 4):
        yield {"moves": [{"state": moving[0].state, "tokens": list(tokens)}]}
        yield {"moves": [{"state": moving[0].state, "tokens": list(tokens[::-1])}]}
