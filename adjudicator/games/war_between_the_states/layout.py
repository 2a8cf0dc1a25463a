"""Plain text for the board: wrapped lines and headings, never wider than asked."""

import textwrap


def wrapped(text: str, width: int, indent: int = 0, hang: int = 2) -> list[str]:
    """Return a text as lines of at most `width` columns; all but the first stand `hang` columns deeper."""
    start = " " * indent
    later = start + " " * hang
    return textwrap.wrap(text, width, initial_indent=start, subsequent_indent=later, break_on_hyphens=False) or [""]


def heading(title: str, width: int) -> str:
    """Return a line across the whole width that begins with a title."""
    return f"-- {title} ".ljust(width, "-")[:width]
