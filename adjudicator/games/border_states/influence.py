"""End of turn I, Influence of the states: the tokens move, and may end the game."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.problems import broken
from adjudicator.engine.saying import listed
from adjudicator.engine.steps import Outcome, Step, event
from adjudicator.errors import Problem
from adjudicator.games.border_states.ending import begin_close, points, score
from adjudicator.games.border_states.orders import Move
from adjudicator.games.border_states.public import Public, Track
from adjudicator.games.border_states.rules import SEATS, UNION, Rules, opponent
from adjudicator.games.border_states.sequence import boxed, force_of, with_force
from adjudicator.names import Seat

Tokens = tuple[int, ...]


@rule("BS-END-I")
def capacity(own: int, other: int) -> int:
    """Return how many spaces the tokens of a state move towards a side: the difference in Influence cubes."""
    return max(0, own - other)


@lru_cache(maxsize=4096)
def moved(tokens: Tokens, towards: int, spaces: int, control: int, once: bool) -> tuple[Tokens, ...]:
    """Return every result of moving tokens `spaces` in all towards a side (-1 Union, 1 Confederate).

    Secured tokens stay; spaces that no token can make are lost; `once` lets a token move a single space. Results
    that bring tokens nearest to the side's Control area stand first.
    """
    room = tuple(0 if abs(p) >= control else 1 if once else control - p * towards for p in tokens)
    found = {tuple(sorted(result)) for result in _spread(tokens, room, towards, min(spaces, sum(room)))}
    return tuple(sorted(found, key=lambda result: sorted(p * towards for p in result)[::-1], reverse=True))


def _spread(tokens: Tokens, room: tuple[int, ...], towards: int, spaces: int) -> Iterator[Tokens]:
    if not tokens:
        yield ()
        return
    least = max(0, spaces - sum(room[1:]))
    for n in range(least, min(room[0], spaces) + 1):
        for rest in _spread(tokens[1:], room[1:], towards, spaces - n):
            yield (tokens[0] + n * towards, *rest)


@rule("BS-END-I", "BS-VARIANT-ATTRITION")
def results(rules: Rules, public: Public, seat: Seat) -> tuple[tuple[str, tuple[Tokens, ...]], ...]:
    """Return, in board order, the states where a seat's side has spaces to move, each with every possible result."""
    own = force_of(public, seat).cubes
    other = force_of(public, opponent(seat)).cubes
    towards = -1 if seat == UNION else 1
    found = []
    for colour, track in zip(rules.colours, public.states, strict=True):
        spaces = capacity(own.count(colour), other.count(colour))
        if spaces:
            ways = moved(track.tokens, towards, spaces, rules.control, rules.variants.attrition)
            if ways != (track.tokens,):
                found.append((track.state, ways))
    return tuple(found)


@rule("BS-END-I")
def deciders(rules: Rules, public: Public) -> tuple[Seat, ...]:
    """Return the seats that have a choice: two or more different results."""
    return tuple(seat for seat in SEATS if any(len(ways) > 1 for _, ways in results(rules, public, seat)))


@rule("BS-END-I")
def begin_influence(rules: Rules, public: Public) -> Step[Public]:
    """Return the table with moves asked for, or made where nobody has a choice."""
    if deciders(rules, public):
        return Step(replace(public, stage="tokens"))
    return do_moves(rules, public, ())


@rule("BS-END-I")
def check_moves(rules: Rules, public: Public, seat: Seat, moves: tuple[Move, ...]) -> tuple[Problem, ...]:
    """Yield what is wrong with the moves of a seat's tokens."""
    due = results(rules, public, seat)
    names = tuple(name for name, _ in due)
    if tuple(move.state for move in moves) != names:
        message = f"you move tokens of {listed(names, 'and')}, in this order"
        got = ", ".join(move.state for move in moves)
        return (broken("BS-END-I", "moves", message, listed(names, "and"), got),)
    problems: tuple[Problem, ...] = ()
    for index, (move, (name, ways)) in enumerate(zip(moves, due, strict=True)):
        if move.tokens in ways:
            continue
        accepted = listed(list(way) for way in ways[:8])
        got = str(list(move.tokens))
        if tuple(sorted(move.tokens)) in ways:
            message, accepted = "positions have one spelling: sorted", str(sorted(move.tokens))
        else:
            message = f"the tokens of {name} cannot come to stand like this"
        problems += (broken("BS-END-I", f"moves[{index}].tokens", message, accepted, got),)
    return problems


@rule("BS-END-I")
def do_moves(rules: Rules, public: Public, chosen: tuple[Move, ...]) -> Step[Public]:
    """Return the table with all tokens moved, chosen and forced, and the turn's cubes in the box."""
    after = {move.state: move.tokens for move in chosen}
    events = []
    for seat in SEATS:
        for name, ways in results(rules, public, seat):
            after.setdefault(name, ways[0])
            events.append(event("moved", "BS-END-I", seat, state=name, tokens=after[name]))
    states = tuple(
        replace(track, tokens=after[track.state]) if track.state in after else track for track in public.states
    )
    public = replace(public, states=states)
    for force in public.forces:
        if force.cubes:
            public = with_force(boxed(public, force.cubes, rules.colours), replace(force, cubes=()))
    end = end_of_influence(rules, public)
    return Step(end.public, (*events, *end.events))


def secured(states: tuple[Track, ...], seat: Seat, control: int) -> tuple[int, ...]:
    """Return how many tokens of each state a side has secured."""
    area = -control if seat == UNION else control
    return tuple(track.tokens.count(area) for track in states)


@rule("BS-SUDDEN-DEATH")
def reached(states: tuple[Track, ...], seat: Seat, control: int) -> bool:
    """Return whether a side has secured tokens of four states, or any five."""
    tokens = secured(states, seat, control)
    return sum(tokens) >= 5 or sum(count > 0 for count in tokens) >= 4


@rule("BS-SUDDEN-DEATH")
def end_of_influence(rules: Rules, public: Public) -> Step[Public]:
    """Return the table after the moves: won at once by one side, scored after the last turn, or going on.

    If both sides have reached the condition the game goes on; secured tokens stay, so it ends by scoring then.
    """
    winners = [seat for seat in SEATS if reached(public.states, seat, rules.control)]
    if len(winners) == 1:
        verdict = Outcome(winners[0], "sudden-death", (), "BS-SUDDEN-DEATH", (), points(public))
        told = event("sudden-death", "BS-SUDDEN-DEATH", winners[0])
        after = begin_close(rules, replace(public, verdict=verdict))
        return Step(after.public, (told, *after.events))
    if public.turn >= rules.turns:
        verdict = score(rules, public)
        told = event("scored", verdict.rule, verdict.winner, points=tuple(p.points for p in verdict.points))
        after = begin_close(rules, replace(public, verdict=verdict))
        return Step(after.public, (told, *after.events))
    return begin_close(rules, public)
