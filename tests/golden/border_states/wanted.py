"""What a rehearsed game must show to become a sample."""

from itertools import pairwise

from adjudicator.games.border_states.conquest import loser_share
from adjudicator.games.border_states.ending import cards_played
from adjudicator.games.border_states.influence import reached, secured
from adjudicator.games.border_states.public import ARTILLERY, BIBLE, FRONTS, Battle
from adjudicator.games.border_states.rules import SEATS
from adjudicator.games.border_states.sequence import front_of
from adjudicator.names import Seat
from tests.golden.rehearsal import Rehearsal


def anything(game: Rehearsal) -> bool:
    """Any game will do."""
    return True


def _secured(game: Rehearsal, seat: Seat) -> tuple[int, ...]:
    return secured(game.public.states, seat, game.table.engine.rules.control)


def four_states(game: Rehearsal) -> bool:
    """The winner has secured four tokens, all of different states, before the fourth turn."""
    tokens = _secured(game, game.outcome.winner)
    return sum(tokens) == 4 and max(tokens) == 1 and short(game)


def five_tokens(game: Rehearsal) -> bool:
    """The winner has secured five tokens, of three states or fewer."""
    tokens = _secured(game, game.outcome.winner)
    return sum(tokens) == 5 and sum(count > 0 for count in tokens) <= 3


def both_reached(game: Rehearsal) -> bool:
    """Both sides reach the condition of sudden death at the end of one turn, and it is not the last one."""
    rules = game.table.engine.rules
    at_once = [p for p in game.publics if all(reached(p.states, seat, rules.control) for seat in SEATS)]
    return bool(at_once) and at_once[0].turn < rules.turns


def _ties(game: Rehearsal) -> tuple[bool, bool, bool]:
    """Return whether points, secured tokens and cards played are equal."""
    public, rules = game.public, game.table.engine.rules
    points = {row.points for row in game.outcome.points}
    held = {sum(_secured(game, seat)) for seat in SEATS}
    cards = {cards_played(rules, force) for force in public.forces}
    return len(points) == 1, len(held) == 1, len(cards) == 1


def tie_on_points(game: Rehearsal) -> bool:
    """Equal points; the secured tokens decide."""
    return _ties(game)[:2] == (True, False)


def tie_on_tokens(game: Rehearsal) -> bool:
    """Equal points and secured tokens; the cards played decide."""
    return _ties(game) == (True, True, False)


def tie_on_all(game: Rehearsal) -> bool:
    """Everything is equal: the Union wins."""
    return _ties(game) == (True, True, True)


def short(game: Rehearsal) -> bool:
    """The game is over before the fourth turn."""
    return bool(game.public.turn <= 3)


def one_handle(game: Rehearsal) -> bool:
    """The outcome names one handle."""
    return len(game.outcome.handles) == 1


def no_handle(game: Rehearsal) -> bool:
    """The outcome names no handle: it was a card, not a block."""
    return game.outcome.handles == ()


def both_kinds_of_cards(game: Rehearsal) -> bool:
    """Somebody used a President, and somebody did not."""
    return len({force.president for force in game.public.forces}) == 2


def split_differs(game: Rehearsal) -> bool:
    """A loser got another number of cubes than the ordinary rule would have given him."""
    rules = game.table.engine.rules
    decided = [
        (before.cubes, rules.cards[before.card].intensity)
        for earlier, later in pairwise(game.publics)
        for before, after in zip(earlier.battles, later.battles, strict=False)
        if before.result is None and after.result and after.result.loser and before.card == after.card
    ]
    return any(
        loser_share(len(cubes), intensity, "count") != loser_share(len(cubes), intensity, "intensity")
        for cubes, intensity in decided
    )


def artillery_apart(game: Rehearsal) -> bool:
    """The Artillery left an empty space between itself and the blocks."""
    return any(_apart(battle) for public in game.publics for battle in public.battles)


def _apart(battle: Battle) -> bool:
    rows = [front_of(battle, name).row for name in FRONTS]
    guns = [(row, place) for row in rows for place, space in enumerate(row) if space.block == ARTILLERY]
    return any(row[place - 1].seat is None for row, place in guns if place > 0)


def all_cards(game: Rehearsal) -> bool:
    """Every sort of Character card was played, and the Bible still lay somewhere when its battle was decided."""
    rules = game.table.engine.rules
    played = {card for force in game.public.forces for card in force.characters}
    spaces = [
        space
        for public in game.publics
        for battle in public.battles
        if battle.result
        for name in FRONTS
        for space in front_of(battle, name).row
    ]
    return played == set(rules.characters) and any(space.mark == BIBLE for space in spaces)
