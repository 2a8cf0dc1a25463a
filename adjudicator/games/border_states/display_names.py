"""Display names: how sides, states, battles and cards are called where nothing but their ids is at hand.

The board takes its names from the components; a test holds the two together.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

SIDES = {"union": "the Union", "confederate": "the Confederacy"}
LETTERS = {"union": "U", "confederate": "C"}
STATES = {
    "missouri": "Missouri",
    "kentucky": "Kentucky",
    "west-virginia": "West Virginia",
    "maryland": "Maryland",
    "delaware": "Delaware",
}
COLOURS = {
    "yellow": "Missouri",
    "purple": "Kentucky",
    "green": "West Virginia",
    "orange": "Maryland",
    "brown": "Delaware",
}
BATTLE_CARDS = {
    "philippi": "Philippi",
    "boonville": "Boonville",
    "carthage": "Carthage",
    "rich-mountain": "Rich Mountain",
    "cheat-mountain": "Cheat Mountain",
    "munfordville": "Munfordville",
    "lexington": "Lexington",
    "droop-mountain": "Droop Mountain",
    "mill-springs": "Mill Springs",
    "harpers-ferry": "Harpers Ferry",
    "richmond": "Richmond",
    "monocacy": "Monocacy",
    "wilsons-creek": "Wilson's Creek",
    "perryville": "Perryville",
    "south-mountain": "South Mountain",
    "westport": "Westport",
    "antietam": "Antietam",
}
POSITIONS = {
    -2: "Union Control",
    -1: "Union side",
    0: "centre",
    1: "Confederate side",
    2: "Confederate Control",
}
SLOTS = {"show": "shown", "hide": "hidden"}
DEPARTURES = {
    "resignation": "resigned",
    "forfeit": "did not answer in time",
    "illegal": "an illegal choice",
    "audit": "a failed audit",
}


def side(seat: object) -> str:
    """Return a side as it stands inside a sentence."""
    return SIDES.get(str(seat), str(seat)) if seat else "nobody"


def whose(seat: object) -> str:
    """Return a side as an owner: the Union's, the Confederacy's."""
    return f"{side(seat)}'s"


def short(seat: object) -> str:
    """Return a side without its article, as it stands in a list."""
    return side(seat).removeprefix("the ")


def cubes_said(cubes: Iterable[object], states: Mapping[str, str] = COLOURS) -> str:
    """Return cubes by the states they stand for, in board order: 2 Missouri, 1 Kentucky."""
    count = Counter(str(cube) for cube in cubes)
    order = [*states, *sorted(set(count) - set(states))]
    return ", ".join(f"{count[colour]} {states.get(colour, colour)}" for colour in order if count[colour])


def tokens_said(tokens: Iterable[object]) -> str:
    """Return where the tokens of a state stand: 1 Union side, 3 centre."""
    count = Counter(token for token in tokens if isinstance(token, int))
    return ", ".join(f"{count[place]} {POSITIONS.get(place, f'space {place:+d}')}" for place in sorted(count))


def listed_said(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: a, b and c."""
    items = list(words)
    return f" {last} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def recruit_said(recruit: str) -> str:
    """Return a recruit as it stands after the verb: from the left, or place 3 (President)."""
    word, _, place = recruit.partition(" ")
    return f"place {place} (President)" if place else f"from the {word}"
