"""Labelled chance: a seed answers any labelled question, always alike, with no position to lose."""

from collections.abc import Iterable
from hashlib import sha256

from adjudicator.names import Digest

WORD = 1 << 64


class Stream:
    """Chance from one seed (64 hex digits). Each question has its own label, so one more question shifts no other."""

    __slots__ = ("seed",)

    def __init__(self, seed: Digest) -> None:
        self.seed = seed

    def number(self, label: str, below: int) -> int:
        """Return a whole number from 0 to `below` - 1, unbiased: values past the last full multiple are refused."""
        if not 0 < below <= WORD:
            raise ValueError(f"no number can be drawn from {below}")
        limit = WORD - WORD % below
        counter = 0
        while True:
            text = f"turnfile1/draw\n{self.seed}\n{label}\n{counter}\n"
            value = int.from_bytes(sha256(text.encode("ascii")).digest()[:8], "big")
            if value < limit:
                return value % below
            counter += 1

    def roll(self, label: str, sides: int) -> int:
        """Return a die roll, 1 to `sides`."""
        return self.number(label, sides) + 1

    def draw(self, label: str, pool: Iterable[str], count: int) -> tuple[str, ...]:
        """Return `count` items of `pool`, drawn without replacement from its bytewise order: `label.1`, `label.2`..."""
        rest = sorted(pool)
        return tuple(rest.pop(self.number(f"{label}.{i}", len(rest))) for i in range(1, count + 1))

    def pick(self, label: str, pool: Iterable[str]) -> str:
        """Return one item of `pool`: the first of `draw`."""
        return self.draw(label, pool, 1)[0]

    def shuffle(self, label: str, pool: Iterable[str]) -> tuple[str, ...]:
        """Return all of `pool` in drawn order."""
        items = tuple(pool)
        return self.draw(label, items, len(items))
