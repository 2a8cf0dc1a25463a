"""The variants: which options a game may be opened with, and what they switch."""

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.engine.citation import rule
from adjudicator.engine.interface import Option
from adjudicator.errors import DocumentError, Problem

OPTIONS = (
    Option("consecutive-passes", "a pass is not final: Special Abilities end with two passes in a row"),
    Option("any-target", "an ability that discards a revealed card may also discard one's own"),
    Option("return-drawn-only", "cards shuffled back by the ability that draws them are of those just drawn"),
    Option("own-cavalry-only", "a Cavalry Battle strengthens only the Cavalry of its own side"),
    Option("force-not-below-zero", "no card counts less than zero, whatever weakens it"),
)


@dataclass(frozen=True)
class Variants:
    """The variants of one game."""

    consecutive: bool = False
    any_target: bool = False
    drawn_only: bool = False
    own_cavalry: bool = False
    floor: bool = False


@rule("WBS-OPTION-PASSES", "WBS-OPTION-TARGETS", "WBS-OPTION-RETURN", "WBS-OPTION-CAVALRY", "WBS-OPTION-FLOOR")
def variants_of(options: Iterable[str]) -> Variants:
    """Return the variants that a charter's options choose; an unknown or repeated option is refused."""
    names = [option.name for option in OPTIONS]
    chosen = list(options)
    for name in chosen:
        if name not in names or chosen.count(name) > 1:
            message = f"option {name} is given twice" if name in names else f"there is no option {name}"
            accepted = f"each at most once: {', '.join(names)}"
            raise DocumentError(Problem("document/schema", message, pointer="options", expected=accepted))
    return Variants(*(name in chosen for name in names))
