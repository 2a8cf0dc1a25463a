"""The variants: which options a game may be opened with, and what they switch."""

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.engine.citation import rule
from adjudicator.engine.interface import Option
from adjudicator.errors import DocumentError, Problem

OPTIONS = (
    Option("without-characters", "play without Character cards and without Presidents"),
    Option("presidents-only", "play without Character cards, but with Presidents"),
    Option("deterministic", "every cube of the bag is drawn: two known Battle cards and a cube a colour are removed"),
    Option("attrition", "a token moves at most one space a turn"),
    Option("cube-split", "how the loser's cube is judged: by the cubes there or by intensity", ("count", "intensity")),
    Option("artillery-any-space", "the Artillery may take any empty space, not only the nearest to the arrow"),
)


@dataclass(frozen=True)
class Variants:
    """The variants of one game."""

    characters: bool = True
    presidents: bool = True
    deterministic: bool = False
    attrition: bool = False
    split: str = "count"
    any_space: bool = False


@rule("BS-VARIANT-CHARACTERS", "BS-VARIANT-PRESIDENTS", "BS-VARIANT-ATTRITION", "BS-VARIANT-SPLIT", "BS-VARIANT-SPACE")
def variants_of(options: Iterable[str]) -> Variants:
    """Return the variants that a charter's options choose; unknown or contradicting options are refused."""
    chosen: dict[str, str] = {}
    known = {option.name: option.values for option in OPTIONS}
    for text in options:
        name, _, value = text.partition("=")
        values = known.get(name)
        if values is None or (value not in values if values else "=" in text):
            accepted = ", ".join(
                f"{option.name}={value}" if value else option.name
                for option in OPTIONS
                for value in option.values or ("",)
            )
            raise DocumentError(_refused(f"there is no option {text}", accepted))
        if name in chosen:
            raise DocumentError(_refused(f"option {name} is given twice", f"{name} once"))
        chosen[name] = value
    if "without-characters" in chosen and "presidents-only" in chosen:
        message = "without-characters and presidents-only exclude each other"
        raise DocumentError(_refused(message, "one of the two"))
    bare = "without-characters" in chosen
    return Variants(
        characters=not bare and "presidents-only" not in chosen,
        presidents=not bare,
        deterministic="deterministic" in chosen,
        attrition="attrition" in chosen,
        split=chosen.get("cube-split", "count"),
        any_space="artillery-any-space" in chosen,
    )


def _refused(message: str, expected: str) -> Problem:
    return Problem("document/schema", message, pointer="options", expected=expected)
