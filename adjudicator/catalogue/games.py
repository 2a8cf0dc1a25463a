"""The list of games, and how a charter opens one."""

from functools import cache
from hashlib import sha256
from importlib import import_module, resources
from typing import Any

from adjudicator.documents.kinds import Charter, Part
from adjudicator.documents.orders import read_orders
from adjudicator.engine.interface import Engine, RuleSet, Setup
from adjudicator.errors import DocumentError, Problem, SequenceError
from adjudicator.names import Digest, Seat

MODULES: dict[str, str] = {
    "border-states": "adjudicator.games.border_states",
    "war-between-the-states": "adjudicator.games.war_between_the_states",
}


def rule_set(name: str) -> RuleSet:
    """Return the rule set of a game. Raises DocumentError with the names that there are."""
    module = MODULES.get(name)
    if module is None:
        raise DocumentError(
            Problem(
                "document/schema", f"there is no game {name!r}", expected=", ".join(sorted(MODULES)), pointer="engine"
            )
        )
    game: RuleSet = import_module(module).GAME
    return game


def part_bytes(game: RuleSet, part: str) -> bytes:
    """Return a component file as shipped."""
    return resources.files(game.package).joinpath("data", part).read_bytes()


def part_rows(game: RuleSet) -> tuple[Part, ...]:
    """Return name and SHA-256 of every component file that the engine reads, as a charter pins them."""
    return tuple(Part(part=part, hash=_digest(part_bytes(game, part))) for part in sorted(game.parts))


def _digest(data: bytes) -> Digest:
    return sha256(data).hexdigest()


def open_engine(game: RuleSet, seats: tuple[Seat, ...], options: tuple[str, ...]) -> Engine[Any]:
    """Return the engine for a set-up. Raises DocumentError for an option the game does not have."""
    check_options(game, options)
    components = {part: _component(game.package, part) for part in game.parts}
    return game.open(Setup(seats=seats, options=options, components=components))


@cache
def _component(package: str, part: str) -> Any:
    """Return the data of a component file; engines only read it."""
    return read_orders(resources.files(package).joinpath("data", part).read_bytes(), Any)


def check_options(game: RuleSet, options: tuple[str, ...]) -> None:
    """Raise DocumentError unless every option is one the game declares, each once, sorted."""
    allowed = [
        spelling
        for option in game.options
        for spelling in ([f"{option.name}={value}" for value in option.values] or [option.name])
    ]
    names = [option.split("=")[0] for option in options]
    for option in options:
        if option not in allowed or names.count(option.split("=")[0]) > 1:
            raise DocumentError(
                Problem(
                    "document/schema",
                    f"{game.name} has no option {option!r}" if option not in allowed else f"{option!r} stands twice",
                    expected=", ".join(allowed) or "none",
                    pointer="options",
                )
            )
    if list(options) != sorted(options):
        raise DocumentError(Problem("document/schema", "options are listed in sorted order", pointer="options"))


def open_charter(charter: Charter) -> tuple[RuleSet, Engine[Any]]:
    """Return game and engine that a charter names; the rules number and every component digest must be ours.

    Raises DocumentError (unknown game, seats or option) or SequenceError (other rules, other components).
    """
    game = rule_set(charter.engine)
    if charter.rules != game.number:
        raise SequenceError(
            Problem(
                "sequence/other-rules",
                f"this game is played by {game.name} rules {charter.rules}",
                expected=f"rules {game.number}, which this program has",
                got=f"rules {charter.rules}",
                fix="use a version of the program that has those rules",
            )
        )
    if charter.parts != part_rows(game):
        raise SequenceError(
            Problem(
                "sequence/other-parts",
                f"this game is played with other components of {game.name}",
                expected=", ".join(f"{row.part} {row.hash[:8]}" for row in part_rows(game)),
                got=", ".join(f"{row.part} {row.hash[:8]}" for row in charter.parts),
                fix="use the same version of the program on both sides",
            )
        )
    if charter.clock is not None:
        raise SequenceError(
            Problem(
                "sequence/other-rules",
                "this game is played with a clock, which this version does not know",
                expected="clock: null",
                fix="use a later version of the program",
            )
        )
    seats = tuple(row.seat for row in charter.seats)
    if seats != game.seats:
        raise DocumentError(
            Problem(
                "document/schema", "these are not the game's seats", expected=", ".join(game.seats), pointer="seats"
            )
        )
    engine = open_engine(game, seats, charter.options)
    if engine.dealer and charter.referee is None:
        raise DocumentError(
            Problem(
                "document/schema",
                f"{game.title} is played with a common deck, and somebody has to deal it",
                pointer="referee",
                expected="a referee",
                fix="begin the game with --referee KEYLINE",
            )
        )
    if charter.links < 2 * engine.max_draws:  # half of a chain for draws audited in order, half for those at the close
        raise DocumentError(
            Problem(
                "document/schema",
                "the chains are too short for this game",
                pointer="links",
                expected=f"at least {2 * engine.max_draws}",
                got=str(charter.links),
            )
        )
    return game, engine
