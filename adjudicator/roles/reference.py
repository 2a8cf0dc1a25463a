"""Looking things up: the games there are, and the rules and rulings of a game."""

from dataclasses import dataclass
from typing import Any

from adjudicator.catalogue.games import MODULES, open_engine, part_bytes, rule_set
from adjudicator.documents.orders import read_orders
from adjudicator.errors import DocumentError, Problem
from adjudicator.names import RuleId, Seat


@dataclass(frozen=True)
class OptionLine:
    """An option as one writes it, and what it does."""

    spelling: str
    text: str


@dataclass(frozen=True)
class GameLine:
    """One game of the catalogue."""

    name: str
    title: str
    rules: int
    seats: tuple[Seat, ...]
    dealer: bool
    options: tuple[OptionLine, ...]


@dataclass(frozen=True)
class RuleEntry:
    """A rule: its heading, what is still open about it, and the rulings on it."""

    id: RuleId
    heading: str
    open: tuple[str, ...]
    rulings: tuple[str, ...]


def games() -> list[GameLine]:
    """Return the games, by name."""
    found = []
    for name in sorted(MODULES):
        rules = rule_set(name)
        options = tuple(
            OptionLine(option.name + (f"={'|'.join(option.values)}" if option.values else ""), option.text)
            for option in rules.options
        )
        dealer = open_engine(rules, rules.seats, ()).dealer
        found.append(GameLine(name, rules.title, rules.number, rules.seats, dealer, options))
    return found


def rules(game: str | None, rule: RuleId | None) -> list[RuleEntry]:
    """Return the rules of a game, or of all, or the one of that id. Raises DocumentError with the nearest ids.

    A game's name in the place of an id stands for all its rules.
    """
    if rule in MODULES and game in (None, rule):
        game, rule = rule, None
    entries = [entry for name in ([game] if game else sorted(MODULES)) for entry in _entries(name)]
    if rule is None:
        return entries
    wanted = [entry for entry in entries if entry.id == rule.upper()]
    if not wanted:
        from difflib import get_close_matches

        near = get_close_matches(rule.upper(), [entry.id for entry in entries], 3, 0.3)
        message = f"{game} has no rule {rule}" if game else f"no game has a rule {rule}"
        raise DocumentError(Problem("document/schema", message, expected=", ".join(near)))
    return wanted


def _entries(game: str) -> list[RuleEntry]:
    found = rule_set(game)
    book: list[dict[str, Any]] = read_orders(part_bytes(found, "rulebook.yaml"), Any)
    rulings: list[dict[str, Any]] = read_orders(part_bytes(found, "rulings.yaml"), Any)
    return [
        RuleEntry(
            id=row["id"],
            heading=row["heading"],
            open=(f"open: {row['open']}",) if row.get("open") else (),
            rulings=tuple(f"ruling {r['id']}: {r['ruling']}" for r in rulings if row["id"] == r["rule"]),
        )
        for row in book
    ]
