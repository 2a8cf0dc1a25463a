"""A quick reading of canonical text, line by line, that is believed only if the emitter writes the same text again.

Whatever this makes of a text, one value has one spelling: if the spelling of the guess is the text, the guess is right.
Every other text is read as YAML, and what is wrong with it is worded from there.
"""

from typing import Any

_WORDS: dict[str, Any] = {"null": None, "true": True, "false": False}


def guess(body: str) -> dict[str, Any] | None:
    """Return what a text seems to say, or None where a quick look is not enough (escapes, anything odd)."""
    lines = body.split("\n")
    if lines[0] != "---" or lines.pop():
        return None
    try:
        value, end = _map(lines, 1, 0, lines[1])
    except (IndexError, ValueError, RecursionError):
        return None
    return value if end == len(lines) else None


def _map(lines: list[str], at: int, indent: int, text: str) -> tuple[dict[str, Any], int]:
    """Return the map that begins on line `at` with `text`, and the line after it."""
    found: dict[str, Any] = {}
    deeper = " " * (indent + 1)
    pad = deeper[1:]
    while True:
        key, colon, rest = text.partition(": ")
        at += 1
        if colon:
            found[key] = _scalar(rest)
        else:
            below = indent + 2
            line = lines[at]
            if line.startswith("- ", below):
                found[key[:-1]], at = _list(lines, at, below)
            else:
                found[key[:-1]], at = _map(lines, at, below, line[below:])
        if at == len(lines):
            return found, at
        line = lines[at]
        if not line.startswith(pad) or line.startswith(deeper) or line.startswith("- ", indent):
            return found, at
        text = line[indent:]


def _list(lines: list[str], at: int, indent: int) -> tuple[list[Any], int]:
    """Return the list that begins on line `at`, and the line after it."""
    found: list[Any] = []
    mark = " " * indent + "- "
    while at < len(lines) and lines[at].startswith(mark):
        text = lines[at][indent + 2 :]
        if text[0] == '"' or (": " not in text and text[-1] != ":"):
            found.append(_scalar(text))
            at += 1
        else:
            value, at = _map(lines, at, indent + 2, text)
            found.append(value)
    return found, at


def _scalar(text: str) -> Any:
    if text[0] == '"':
        if "\\" in text:
            raise ValueError("an escape")
        return text[1:-1]
    if text in _WORDS:
        return _WORDS[text]
    if text == "[]":
        return []
    if text == "{}":
        return {}
    return int(text)
