"""Laying out plain text: wrapped lines, and columns that fall apart where there is no room for them."""

import textwrap
from collections.abc import Iterable

TIE = "\xa0"


def wrapped(text: str, width: int, indent: int = 0, hang: int = 0) -> list[str]:
    """Return a text in lines of at most `width` columns, from column `indent`; later lines stand `hang` deeper."""
    first, later = " " * indent, " " * (indent + hang)
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    return [line.replace(TIE, " ") for line in lines]


def tied(text: str) -> str:
    """Return a text that stays together on one line when it is wrapped."""
    return text.replace(" ", TIE)


def rule_off(title: str, width: int) -> str:
    """Return a line across the whole width that begins with a title."""
    return f"-- {title} ".ljust(width, "-")[:width]


def runs(sizes: Iterable[int], room: int) -> list[range]:
    """Return the columns of these sizes, divided into runs that fit into a line of `room` with a blank between."""
    found: list[range] = []
    start, used, index = 0, 0, -1
    for index, size in enumerate(sizes):
        if index > start and used + size > room:
            found.append(range(start, index))
            start, used = index, 0
        used += size + 1
    return [*found, range(start, index + 1)] if index >= 0 else found


def beside(left: list[str], right: list[str], gap: int = 3) -> list[str]:
    """Return two blocks of lines side by side."""
    size = max(map(len, left), default=0) + gap
    lines = max(len(left), len(right))
    padded = [*left, *[""] * (lines - len(left))], [*right, *[""] * (lines - len(right))]
    return [f"{one:<{size}}{other}".rstrip() for one, other in zip(*padded, strict=True)]
