"""Resolution: the battles one after the other; hidden blocks open, Ambushes act, the battle is decided."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Event, Step, event
from adjudicator.games.border_states.ambush import Spot, asking, block_at, do_ambushes, eliminated
from adjudicator.games.border_states.conquest import conquest, divided, keeps, share_of_loser
from adjudicator.games.border_states.influence import begin_influence
from adjudicator.games.border_states.public import BATTLES, HIDE, Public
from adjudicator.games.border_states.rules import SEATS, Rules
from adjudicator.games.border_states.sequence import boxed, force_of, opened, slot_name, with_battle, with_force
from adjudicator.names import Handle, Seat


@rule("BS-RESOLUTION-I")
def closed_in_battle(public: Public, seat: Seat) -> tuple[Handle, ...]:
    """Return the handles of a seat's blocks that lie face-down in the battle being resolved."""
    battle = public.battles[public.battle - 1]
    spaces = (*battle.top.row, *battle.bottom.row)
    rounds = sorted(space.round for space in spaces if space.seat == seat and space.block is None)
    return tuple(slot_name(seat, public.turn, number, HIDE) for number in rounds)


@rule("BS-RESOLUTION-I")
def begin_battle(rules: Rules, public: Public) -> Step[Public]:
    """Return the battle asked to open its hidden blocks, or resolved as far as it goes if none lies there."""
    public = replace(public, stage="open", asked=0)
    if any(closed_in_battle(public, seat) for seat in SEATS):
        return Step(public)
    return go_on(rules, public)


@rule("BS-RESOLUTION-I")
def do_open(rules: Rules, public: Public, values: tuple[tuple[Seat, int, str], ...]) -> Step[Public]:
    """Return the battle with its hidden blocks (seat, round, block) face-up, resolved as far as it goes."""
    events = []
    for seat, round, block in values:
        public = opened(public, seat, round, block)
        events.append(event("opened", "BS-RESOLUTION-I", seat, block=block, battle=public.battle))
    after = go_on(rules, public)
    return Step(after.public, (*events, *after.events))


@rule("BS-RESOLUTION-I-AMBUSH")
def go_on(rules: Rules, public: Public) -> Step[Public]:
    """Return the battle after its Ambushes: a victim is asked for, or the battle is decided."""
    before = public.battles[public.battle - 1]
    battle, done = do_ambushes(rules, before)
    events = tuple(told(public, spot, victim) for spot, victim in done)
    public = with_battle(public, public.battle, battle)
    if asking(rules, battle) is not None:
        return Step(replace(public, stage="ambush", asked=public.asked + 1), events)
    after = decide(rules, public)
    return Step(after.public, events + after.events)


def told(public: Public, spot: Spot, victim: Spot) -> Event:
    """Return the event that an Ambush eliminates a block."""
    battle = public.battles[public.battle - 1]
    owner, block = block_at(battle, spot), block_at(battle, victim)
    return event(
        "eliminated", "BS-RESOLUTION-I-AMBUSH", owner.seat if owner else None, battle=public.battle,
        front=victim.front, space=victim.space, block=block.block if block else None,
        whose=block.seat if block else None,
    )  # fmt: skip


@rule("BS-RESOLUTION-I-AMBUSH")
def do_ambush(rules: Rules, public: Public, victim: Spot) -> Step[Public]:
    """Return the battle after the owner of an Ambush chose its victim."""
    battle = public.battles[public.battle - 1]
    spot = asking(rules, battle)
    assert spot is not None
    events = (told(public, spot, victim),)
    battle = replace(eliminated(battle, victim), acted=spot.space)
    after = go_on(rules, with_battle(public, public.battle, battle))
    return Step(after.public, events + after.events)


@rule("BS-RESOLUTION-II", "BS-RESOLUTION-III")
def decide(rules: Rules, public: Public) -> Step[Public]:
    """Return the battle decided: its cubes go to the box, are divided, or the winner is asked which to keep."""
    battle = public.battles[public.battle - 1]
    result = conquest(rules, battle)
    public = with_battle(public, public.battle, replace(battle, result=result))
    if result.winner is None:
        events = (event("indecisive", "BS-RESOLUTION-II", battle=public.battle, front=result.front),)
        public = boxed(public, battle.cubes, rules.colours)
        public = with_battle(public, public.battle, replace(public.battles[public.battle - 1], cubes=()))
        after = next_battle(rules, public)
        return Step(after.public, events + after.events)
    won = event(
        "conquered", "BS-RESOLUTION-III", result.winner, battle=public.battle, front=result.front, loser=result.loser
    )
    ways = keeps(rules, public.battles[public.battle - 1])
    if len(ways) > 1:
        return Step(replace(public, stage="cubes"), (won,))
    after = do_cubes(rules, public, ways[0])
    return Step(after.public, (won, *after.events))


@rule("BS-RESOLUTION-IV")
def do_cubes(rules: Rules, public: Public, keep: tuple[str, ...]) -> Step[Public]:
    """Return the table with the cubes of the battle before the winner and the loser."""
    battle = public.battles[public.battle - 1]
    assert battle.result is not None and battle.result.winner is not None
    left = divided(battle.cubes, keep) if share_of_loser(rules, battle) else ()
    shares = ((battle.result.winner, keep), (battle.result.loser, left))
    events = []
    for seat, cubes in shares:
        if seat is not None and cubes:
            force = force_of(public, seat)
            public = with_force(public, replace(force, cubes=tuple(sorted(force.cubes + cubes))))
            events.append(event("cubes", "BS-RESOLUTION-IV", seat, battle=public.battle, cubes=cubes))
    public = with_battle(public, public.battle, replace(battle, cubes=()))
    after = next_battle(rules, public)
    return Step(after.public, (*events, *after.events))


@rule("BS-SEQUENCE")
def next_battle(rules: Rules, public: Public) -> Step[Public]:
    """Return the next battle begun, or the influence of the states after the third."""
    if public.battle < BATTLES:
        return begin_battle(rules, replace(public, battle=public.battle + 1))
    return begin_influence(rules, replace(public, battle=0, asked=0))
