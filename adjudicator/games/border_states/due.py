"""What the game waits for, stage by stage. All of it follows from public facts."""

from adjudicator.engine.requests import Decision, Disclosure, Draw, Request
from adjudicator.games.border_states.ambush import asking, block_at
from adjudicator.games.border_states.ending import debtors, owed_handles, owes_game_audit, owes_turn_audit
from adjudicator.games.border_states.influence import deciders
from adjudicator.games.border_states.public import HIDE, Public
from adjudicator.games.border_states.resolution import closed_in_battle
from adjudicator.games.border_states.reveal import owing_penalty
from adjudicator.games.border_states.rules import SEATS, Rules, opponent
from adjudicator.games.border_states.sequence import in_battle, in_round, in_turn, slot_name, turn_label
from adjudicator.games.border_states.setup import GAME


def due(rules: Rules, public: Public) -> tuple[Request, ...]:
    """Return what the game waits for, in the order in which a state lists it."""
    match public.stage:
        case "set-up":
            return _set_up(rules)
        case "blocks":
            name = in_round(public, "blocks")
            return tuple(
                Decision(id=name, rule="BS-COMBAT-I", seat=seat, kind="blocks", sealed=True, shut=(HIDE,))
                for seat in SEATS
            )
        case "penalty":
            name = in_round(public, "penalty")
            return tuple(
                Disclosure(id=name, rule="BS-COMBAT-I-PENALTY", seat=seat, handles=(_hidden(public, seat),))
                for seat in owing_penalty(rules, public)
            )
        case "place":
            name = in_round(public, f"place-{public.asked}")
            return (Decision(id=name, rule="BS-COMBAT-III", seat=public.placers[0], kind="place"),)
        case "turn-up":
            name = in_round(public, f"turn-up-{public.asked}")
            owner = opponent(public.placers[0])
            target = (public.target,) if public.target else ()
            return (Disclosure(id=name, rule="BS-CHARACTERS-TURN-UP", seat=owner, handles=target),)
        case "open":
            name = in_battle(public, "open")
            return tuple(
                Disclosure(id=name, rule="BS-RESOLUTION-I", seat=seat, handles=handles)
                for seat in SEATS
                if (handles := closed_in_battle(public, seat))
            )
        case "ambush":
            return _ambush(rules, public)
        case "cubes":
            return _cubes(public)
        case "tokens":
            seats = deciders(rules, public)
            name = in_turn(public, "tokens")
            return tuple(
                Decision(id=name, rule="BS-END-I", seat=seat, kind="moves", sealed=len(seats) > 1) for seat in seats
            )
        case "close":
            return _close(rules, public)
    return ()


def _hidden(public: Public, seat: str) -> str:
    return slot_name(seat, public.turn, public.round, HIDE)


def _set_up(rules: Rules) -> tuple[Request, ...]:
    first = Draw(id="turn-1.draw", rule="BS-SETUP", label=turn_label(1), private=SEATS)
    if not rules.variants.characters:
        return (first,)
    return (first, Draw(id="game.draw", rule="BS-SETUP", label=GAME, private=SEATS, till_close=True))


def _ambush(rules: Rules, public: Public) -> tuple[Request, ...]:
    battle = public.battles[public.battle - 1]
    spot = asking(rules, battle)
    block = block_at(battle, spot) if spot else None
    if block is None or block.seat is None:
        return ()
    name = in_battle(public, f"ambush-{public.asked}")
    return (Decision(id=name, rule="BS-RESOLUTION-I-AMBUSH", seat=block.seat, kind="ambush"),)


def _cubes(public: Public) -> tuple[Request, ...]:
    result = public.battles[public.battle - 1].result
    if result is None or result.winner is None:
        return ()
    name = in_battle(public, "cubes")
    return (Decision(id=name, rule="BS-RESOLUTION-III", seat=result.winner, kind="cubes"),)


def _close(rules: Rules, public: Public) -> tuple[Request, ...]:
    seats = debtors(public)
    found: list[Request] = []
    for seat in seats:
        handles = owed_handles(public, seat)
        if handles:
            name = in_turn(public, "leftover")
            found.append(Disclosure(id=name, rule="BS-END-II", seat=seat, handles=handles))
    for seat in seats:
        if owes_turn_audit(public, seat):
            name = in_turn(public, "audit")
            found.append(Disclosure(id=name, rule="BS-AUDIT", seat=seat, draw=turn_label(public.turn)))
    if public.verdict is None:
        label = turn_label(public.turn + 1)
        found.append(Draw(id=f"{label}.draw", rule="BS-PREPARATION", label=label, private=SEATS))
    for seat in seats:
        if owes_game_audit(rules, public, seat):
            found.append(Disclosure(id="game.audit", rule="BS-AUDIT", seat=seat, draw=GAME))
    return tuple(found)
