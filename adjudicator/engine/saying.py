"""Small words that every game needs: lists, numbers and the beginnings of sentences."""

from collections.abc import Iterable


def listed(words: Iterable[object], last: str = "or") -> str:
    """Return words as a list in a sentence: a, b or c."""
    *items, final = [str(word) for word in words] or ["nothing"]
    return f"{', '.join(items)} {last} {final}" if items else final


def counted(number: int, noun: str = "card", nouns: str = "") -> str:
    """Return a number with what is counted: 1 card, 2 cards; `nouns` where an s is not enough."""
    return f"{number} {noun if number == 1 else nouns or f'{noun}s'}"


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
