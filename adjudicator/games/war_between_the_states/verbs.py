"""What the verbs of the cards are: when each acts, which arguments it takes, what its player chooses, and its words.

What a verb does stands in the module of its kind: `abilities.py` (in a move), `force.py` (when force is compared) and
`result.py` (for the winner of the hand).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.citation import rule
from adjudicator.games.war_between_the_states.cards import Ability, Card, Kind
from adjudicator.names import RuleId

When = Literal["move", "force", "victory"]
Choice = Literal["target", "effect", "trade"]


@dataclass(frozen=True)
class Verb:
    """One verb. `takes` are the arguments it needs, `asks` what its player chooses, `text` its words on the card."""

    when: When
    rule: RuleId
    text: str
    takes: tuple[str, ...] = ()
    asks: Choice | None = None


VERBS: Mapping[str, Verb] = {
    "heavy-casualties": Verb("move", "WBS-ABILITY-CASUALTIES", "the opponent draws 1 card less next turn"),
    "both-suffer-casualties": Verb("move", "WBS-ABILITY-CASUALTIES", "both sides draw 1 card less next turn"),
    "destruction": Verb("move", "WBS-ABILITY-DESTRUCTION", "the opponent may trade 1 card less next turn"),
    "casualties-or-destruction": Verb(
        "move", "WBS-ABILITY-DESTRUCTION", "the opponent draws 1 card less, or may trade 1 card less, next turn",
        asks="effect",
    ),
    "strategic-victory": Verb("move", "WBS-ABILITY-VICTORY", "you may trade 1 card more next turn"),
    "routed": Verb("move", "WBS-ABILITY-ROUTED", "you gain 1 morale and the opponent loses 1, at once"),
    "draw": Verb("move", "WBS-ABILITY-DRAW", "draw {cards}", ("cards",)),
    "both-draw": Verb("move", "WBS-ABILITY-DRAW", "both sides draw {cards}", ("cards",)),
    "draw-and-return": Verb(
        "move", "WBS-ABILITY-DRAW", "draw {cards}, then shuffle {back} back", ("cards", "back")
    ),
    "trade": Verb("move", "WBS-ABILITY-TRADE", "trade up to {cards} of your hand", ("cards",), "trade"),
    "discard": Verb("move", "WBS-ABILITY-DISCARD", "discard a revealed {of} card", ("of",), "target"),
    "withdrawal": Verb("move", "WBS-ABILITY-WITHDRAWAL", "negate a revealed {of} card", ("of",), "target"),
    "bonus": Verb("force", "WBS-ABILITY-BONUS", "your {of} cards get +{by}", ("of", "by")),
    "bonus-to-all": Verb("force", "WBS-ABILITY-CAVALRY", "all {of} cards get +{by}", ("of", "by")),
    "bonus-to-one": Verb("force", "WBS-ABILITY-BONUS", "one of your {of} cards gets +{by}", ("of", "by")),
    "weaken": Verb("force", "WBS-ABILITY-WEAKEN", "the opponent's {of} cards get -{by}", ("of", "by")),
    "weaken-one": Verb("force", "WBS-ABILITY-WEAKEN", "one opposing {of} card gets -{by}", ("of", "by")),
    "objective": Verb(
        "victory", "WBS-ABILITY-OBJECTIVE", "if you win the hand, the South draws 1 card less for the rest of the game"
    ),
    "recognition": Verb(
        "victory", "WBS-ABILITY-RECOGNITION", "if you win the hand, you gain {by} more morale", ("by",)
    ),
}  # fmt: skip


def verb_of(ability: Ability) -> Verb:
    """Return the verb of an ability."""
    return VERBS[ability.verb]


def abilities_of(card: Card, when: When) -> tuple[Ability, ...]:
    """Return the abilities of a card that act in a move, on force, or for the winner."""
    return tuple(ability for ability in card.abilities if verb_of(ability).when == when)


@rule("WBS-MOVES")
def active(card: Card) -> bool:
    """Return whether a card has a Special Ability that is used in a move."""
    return bool(abilities_of(card, "move"))


@dataclass(frozen=True)
class Demand:
    """What the use of a card asks its player: kinds to hit (none: no target), an effect, cards to trade at most.

    `rule` is that of the hit.
    """

    rule: RuleId
    kinds: tuple[Kind, ...] = ()
    effect: bool = False
    trade: int = 0


def demand(card: Card) -> Demand:
    """Return what the use of a card asks its player."""
    asked = {verb_of(ability).asks: ability for ability in abilities_of(card, "move")}
    hits, trades = asked.get("target"), asked.get("trade")
    cited = verb_of(hits).rule if hits else "WBS-MOVES"
    return Demand(cited, hits.of if hits else (), "effect" in asked, trades.cards if trades else 0)
