"""The census: where every piece of the game is. Its totals never change."""

from adjudicator.games.border_states.preparation import deck
from adjudicator.games.border_states.public import HIDE, QUEUE, SHOW, Public
from adjudicator.games.border_states.rules import Rules
from adjudicator.games.border_states.sequence import front_of

Count = tuple[str, int]


def census(rules: Rules, public: Public) -> tuple[Count, ...]:
    """Return the number of pieces of each sort, wherever they lie."""
    found: list[Count] = []
    for colour, track in zip(rules.colours, public.states, strict=True):
        fought = sum(battle.cubes.count(colour) for battle in public.battles)
        won = sum(force.cubes.count(colour) for force in public.forces)
        found.append((f"cubes {colour}", track.bag + track.box + fought + won))
        found.append((f"tokens {track.state}", len(track.tokens)))
    seen = {*public.box, *(battle.card for battle in public.battles)}
    found.append(("battle cards", len(seen) + len(deck(rules, public))))
    return tuple(found)


def blocks_lying(public: Public) -> tuple[Count, ...]:
    """Return how often each block of this turn's choices lies somewhere: on a battle, or set aside."""
    places: list[str] = []
    for battle in public.battles:
        for front in ("top", "bottom"):
            for space in front_of(battle, front).row:
                if space.seat is not None:
                    places.append(f"{space.seat} {space.round} {space.slot}")
    for force in public.forces:
        for number, pair in enumerate(force.rounds, 1):
            places.extend(f"{force.seat} {number} {slot}" for slot in pair.aside)
    names = [
        f"{force.seat} {number} {slot}"
        for force in public.forces
        for number in range(1, QUEUE // 2 + 1)
        for slot in (SHOW, HIDE)
    ]
    return tuple((name, places.count(name)) for name in names)
