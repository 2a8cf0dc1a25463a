"""Conduct Phase, Total Force: the passive abilities, and the sum of each side with every modifier listed.

One function for the verdict and for the display. Modifiers are judged once, by printed kinds; they all add up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.citation import rule
from adjudicator.games.war_between_the_states.cards import Ability
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import Rules, opponent
from adjudicator.games.war_between_the_states.verbs import abilities_of
from adjudicator.names import Seat


@dataclass(frozen=True)
class Reach:
    """Whom a passive verb touches: which sides, one card or each, for better or worse."""

    sides: Literal["own", "opposing", "all"]
    sign: int
    one: bool = False


FORCE: Mapping[str, Reach] = {
    "bonus": Reach("own", 1),
    "bonus-to-all": Reach("all", 1),
    "bonus-to-one": Reach("own", 1, one=True),
    "weaken": Reach("opposing", -1),
    "weaken-one": Reach("opposing", -1, one=True),
}


@dataclass(frozen=True)
class Modifier:
    """What one revealed card adds to another, or takes from it."""

    giver: str
    amount: int


@dataclass(frozen=True)
class Fighter:
    """A revealed card that counts: its printed force, its modifiers, and what it counts in the end."""

    card: str
    printed: int
    modifiers: tuple[Modifier, ...]
    force: int


@dataclass(frozen=True)
class Strength:
    """One side: its cards, and their sum as it is compared."""

    seat: Seat
    cards: tuple[Fighter, ...]
    total: int


def standing(public: Public, seat: Seat) -> tuple[str, ...]:
    """Return the revealed cards of a side that were not discarded."""
    return tuple(row.card for side in public.sides if side.seat == seat for row in side.revealed if not row.killed)


@rule("WBS-ABILITY-BONUS", "WBS-ABILITY-CAVALRY", "WBS-ABILITY-WEAKEN", "WBS-OPTION-CAVALRY")
def touched(rules: Rules, public: Public, seat: Seat, ability: Ability) -> tuple[str, ...]:
    """Return the revealed cards that a passive ability of a side touches: its giver too, if it is of the kind."""
    sides = FORCE[ability.verb].sides
    if sides == "all" and rules.variants.own_cavalry:
        sides = "own"
    seats = [side.seat for side in public.sides if sides == "all"
             or side.seat == (seat if sides == "own" else opponent(seat))]  # fmt: skip
    return tuple(card for each in seats for card in standing(public, each) if rules.cards[card].counts_as(ability.of))


@rule("WBS-FORCE", "WBS-OPTION-FLOOR")
def force(rules: Rules, public: Public) -> tuple[Strength, Strength]:
    """Return the force of both sides as the table lies: plain sums, which may be below zero.

    What touches one card of a kind touches the strongest of them, so that no choice is left: bonuses of both sides
    first, and no card is cut off at zero before the end, so that neither side nor order matters.
    """
    found: dict[str, list[Modifier]] = {card: [] for side in public.sides for card in standing(public, side.seat)}

    def summed(card: str) -> int:
        return rules.cards[card].force + sum(modifier.amount for modifier in found[card])

    for seat, giver, ability in _passive(rules, public):
        reach, cards = FORCE[ability.verb], touched(rules, public, seat, ability)
        if reach.one:
            cards = tuple(sorted(cards, key=summed, reverse=True))[:1]
        for card in cards:
            found[card].append(Modifier(giver, reach.sign * ability.by))

    def counted(card: str) -> int:
        return max(0, summed(card)) if rules.variants.floor else summed(card)

    def strength(seat: Seat) -> Strength:
        fighters = tuple(
            Fighter(card, rules.cards[card].force, tuple(found[card]), counted(card)) for card in standing(public, seat)
        )
        return Strength(seat, fighters, sum(fighter.force for fighter in fighters))

    first, second = public.sides
    return strength(first.seat), strength(second.seat)


def _passive(rules: Rules, public: Public) -> list[tuple[Seat, str, Ability]]:
    """Return every passive ability in play: those for each card, then bonuses for one card, then what weakens one."""
    found = [
        (side.seat, card, ability)
        for side in public.sides
        for card in standing(public, side.seat)
        for ability in abilities_of(rules.cards[card], "force")
    ]
    return sorted(found, key=lambda row: (FORCE[row[2].verb].one, -FORCE[row[2].verb].sign))
