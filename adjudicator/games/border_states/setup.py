"""Setup: the table before the first draw, and what the set-up draws decide."""

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Known, Step, event
from adjudicator.engine.streams import Stream
from adjudicator.games.border_states.hands import six_used
from adjudicator.games.border_states.public import HAND, QUEUE, Force, Public, Track
from adjudicator.games.border_states.rules import SEATS, Rules
from adjudicator.games.border_states.sequence import force_of, turn_label
from adjudicator.names import Label, Seat

GAME: Label = "game"


@rule("BS-SETUP")
def begin(rules: Rules) -> Step[Public]:
    """Return the table with tokens and cubes set out, before initiative, blocks and cards are drawn."""
    states = tuple(Track(state.id, state.cubes, 0, state.tokens) for state in rules.components.states.each)
    forces = tuple(Force(seat, rules.variants.presidents, (), (), (), (), 0, False) for seat in SEATS)
    return Step(
        Public(
            turn=0, stage="set-up", round=0, battle=0, asked=0, initiative=None, placers=(), placing=None,
            target=None, forces=forces, battles=(), states=states, box=(), verdict=None,
        ),
        (event("begun", "BS-SETUP"),),
    )  # fmt: skip


@rule("BS-SETUP", "BS-VARIANT-DETERMINISTIC")
def do_set_up(rules: Rules, public: Public, stream: Stream) -> Step[Public]:
    """Return the table with the initiative thrown and, in the deterministic variant, two cards and five cubes out."""
    holder = stream.draw("initiative", SEATS, 1)[0]
    events = [event("initiative", "BS-SETUP", holder)]
    public = replace(public, initiative=holder)
    if rules.variants.deterministic:
        cards = rules.components.battle_cards.each
        gone = tuple(
            stream.draw(f"discard-{intensity}", [card.id for card in cards if card.intensity == intensity], 1)[0]
            for intensity in (0, 2)
        )
        states = tuple(replace(track, bag=track.bag - 1, box=track.box + 1) for track in public.states)
        public = replace(public, box=gone, states=states)
        events.append(event("removed", "BS-VARIANT-DETERMINISTIC", cards=gone))
    return Step(public, tuple(events))


@rule("BS-SETUP", "BS-END-II")
def dealt(rules: Rules, public: Public, label: Label, seat: Seat, stream: Stream) -> Known:
    """Return what a private draw deals to its seat: blocks and queue, a later turn's queue, or Character cards."""
    if label == GAME:
        return _numbered("game.characters", dealt_characters(rules, stream))
    if label != turn_label(public.turn):
        return {}
    if public.turn == 1:
        return _numbered("turn-1.blocks", dealt_blocks(rules, stream))
    return _numbered(f"{label}.queue", dealt_queue(rules, force_of(public, seat).hand, stream))


def dealt_characters(rules: Rules, stream: Stream) -> tuple[str, ...]:
    """Return the four Character cards of a side."""
    return stream.draw("characters", rules.characters, rules.components.characters.dealt)


def dealt_blocks(rules: Rules, stream: Stream) -> tuple[str, ...]:
    """Return all ten blocks of a side as drawn for the first turn: the hand, then the queue from the left."""
    return stream.draw("blocks", rules.blocks, HAND + QUEUE)


def dealt_queue(rules: Rules, hand: tuple[str, ...], stream: Stream) -> tuple[str, ...]:
    """Return the queue of a later turn from the left: the six used blocks, shuffled."""
    return stream.draw("queue", six_used(rules, hand), QUEUE)


def _numbered(name: str, values: tuple[str, ...]) -> Known:
    return {f"{name}.{i}": value for i, value in enumerate(values, 1)}
