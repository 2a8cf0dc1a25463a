"""Preparation: three Battle cards are drawn, and the Influence cubes of each battle."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Step, event
from adjudicator.engine.streams import Stream
from adjudicator.games.border_states.public import BATTLES, Battle, Front, Public, Track
from adjudicator.games.border_states.rules import Rules
from adjudicator.games.border_states.sequence import boxed


def deck(rules: Rules, public: Public) -> tuple[str, ...]:
    """Return the Battle cards that were not seen yet; two of them never will be, and nobody knows which."""
    seen = (*public.box, *(battle.card for battle in public.battles))
    return tuple(card for card in rules.cards if card not in seen)


def secured_state(rules: Rules, track: Track) -> bool:
    """Return whether all tokens of a state lie in Control areas, whosever they are."""
    return all(abs(token) == rules.control for token in track.tokens)


@rule("BS-PREPARATION")
def do_prepare(rules: Rules, public: Public, stream: Stream) -> Step[Public]:
    """Return the table with the battles and cubes of the next turn, ready for its first round.

    Cubes of a state that is wholly secured go to the box and are not replaced.
    """
    cards = stream.draw("cards", deck(rules, public), BATTLES)
    secured = [
        colour
        for colour, track in zip(rules.colours, public.states, strict=True)
        if secured_state(rules, track)
    ]
    turn = public.turn + 1
    events = [event("turn", "BS-SEQUENCE", turn=turn, year=rules.components.years.each[turn - 1])]
    battles: list[Battle] = []
    base = rules.components.spaces.each_front
    for number, name in enumerate(cards, 1):
        card = rules.cards[name]
        bag = [
            colour for colour, track in zip(rules.colours, public.states, strict=True) for _ in range(track.bag)
        ]
        cubes = tuple(sorted(stream.draw(f"cubes-{number}", bag, card.intensity + 2)))
        states = tuple(
            replace(track, bag=track.bag - cubes.count(colour)) if colour in cubes else track
            for colour, track in zip(rules.colours, public.states, strict=True)
        )
        out = tuple(cube for cube in cubes if cube in secured)
        kept = tuple(cube for cube in cubes if cube not in secured)
        public = boxed(replace(public, states=states), out, rules.colours)
        battles.append(Battle(name, kept, Front(base + card.top, ()), Front(base + card.bottom, ()), 0, None))
        events.append(event("battle", "BS-PREPARATION", battle=number, card=name, cubes=kept, boxed=out))
    public = replace(public, turn=turn, stage="blocks", round=1, battle=0, asked=0, battles=tuple(battles))
    return Step(public, tuple(events))
