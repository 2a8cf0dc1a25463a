"""What a rehearsed game of The War Between the States must show to become a sample."""

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.steps import Event
from adjudicator.games.war_between_the_states.force import force
from adjudicator.games.war_between_the_states.public import Public
from tests.golden.rehearsal import Rehearsal


def anything(game: Rehearsal) -> bool:
    """Any game will do."""
    return True


def _told(game: Rehearsal) -> Iterator[Event]:
    for events in game.events:
        yield from events


def _last(game: Rehearsal, name: str) -> Public | None:
    """Return the table after the last step in which something happened."""
    tables = [table for table, events in zip(game.publics, game.events, strict=True) for e in events if e.name == name]
    return tables[-1] if tables else None


# -- ends ----------------------------------------------------------------------------------------------------------


def routed(game: Rehearsal) -> bool:
    """The last morale was lost to an ability, before the force of the hand was compared."""
    table = _last(game, "used")
    return table is not None and table.verdict is not None and table.verdict.how == "morale"


def by_force(game: Rehearsal) -> bool:
    """The last morale was lost with a hand."""
    return not routed(game)


def deck_in_hand(game: Rehearsal) -> bool:
    """The deck could not give the cards that an ability drew: revealed cards still lie there."""
    table = _last(game, "deck-short")
    return table is not None and any(side.revealed for side in table.sides)


def deck_in_logistics(game: Rehearsal) -> bool:
    """The deck could not give the cards of a new turn."""
    return _last(game, "deck-short") is not None and not deck_in_hand(game)


def tie(game: Rehearsal) -> bool:
    """Both have the same morale at the end of the deck."""
    return len({row.points for row in game.outcome.points}) == 1


def many_abilities(game: Rehearsal) -> bool:
    """Nearly everything that can happen with cards happens, and objectives count."""
    seen = {event.name for event in _told(game)}
    return seen >= {"casualties", "trade-limit", "killed", "traded", "shuffled-back", "added", "objective",
                    "recognition", "objective-back", "tie"}  # fmt: skip


def one_handle(game: Rehearsal) -> bool:
    """The outcome names one card."""
    return len(game.outcome.handles) == 1


def two_handles(game: Rehearsal) -> bool:
    """The outcome names two cards."""
    return len(game.outcome.handles) == 2


def no_handle(game: Rehearsal) -> bool:
    """The outcome names no card: what was chosen lies in no hand of the chooser."""
    return game.outcome.handles == ()


# -- variants ------------------------------------------------------------------------------------------------------


def used_after_pass(game: Rehearsal) -> bool:
    """Somebody passed, and used an ability later in the same hand; and the game is not long."""
    passed: set[str | None] = set()
    for event in _told(game):
        if event.name == "turn":
            passed = set()
        elif event.name == "passed" and not event.facts["automatic"]:
            passed.add(event.seat)
        elif event.name == "used" and event.seat in passed:
            return not_long(game)
    return False


def own_killed(game: Rehearsal) -> bool:
    """Somebody discarded a card of his own."""
    steps = [{event.name: event.seat for event in events} for events in game.events]
    return any(step["used"] == step["killed"] for step in steps if {"used", "killed"} <= set(step))


def kept_back(game: Rehearsal) -> bool:
    """Cards had to be shuffled back, and the hand held others than those just drawn."""
    sides = [side for table in game.publics if table.stage == "back" for side in table.sides]
    return any(side.gained and len(side.gained) < len(side.hand) for side in sides)


def _tables(game: Rehearsal) -> list[Public]:
    """Return the table of every hand as its force was compared."""
    steps = zip(game.publics, game.events[1:], strict=False)
    return [table for table, events in steps if table.stage == "move" and any(e.name == "force" for e in events)]


def cavalry_counted(game: Rehearsal) -> bool:
    """A Cavalry Battle would have strengthened the other side, too; and the game is not long."""
    rules = game.table.engine.rules
    bare = replace(rules, variants=replace(rules.variants, own_cavalry=False))
    return not_long(game) and any(force(rules, table) != force(bare, table) for table in _tables(game))


def floor_counted(game: Rehearsal) -> bool:
    """A card would have counted less than zero; and the game is not long."""
    rules = game.table.engine.rules
    bare = replace(rules, variants=replace(rules.variants, floor=False))
    return not_long(game) and any(force(rules, table) != force(bare, table) for table in _tables(game))


def not_long(game: Rehearsal) -> bool:
    """The game is over before the eighth turn."""
    return bool(game.public.turn <= 7)
