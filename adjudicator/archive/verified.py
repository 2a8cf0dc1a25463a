"""What came of verifying a record."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from adjudicator.archive.aside import Aside
from adjudicator.engine.interface import Engine, RuleSet
from adjudicator.errors import AdjudicatorError
from adjudicator.protocol.position import Position


@dataclass
class Verified:
    """What was verified, counted, and how far the game went; `wrong` is the first problem, if there was one.

    `false_deal` is what the dealer's opened secret shows of his deals: the record is good, and proves that he cheated.
    """

    game: str = ""
    title: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    referee: str = ""
    states: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    outcome: Any = None
    waits: tuple[str, ...] = ()
    asides: tuple[Aside, ...] = ()
    head: str = ""
    wrong: AdjudicatorError | None = None
    redealt: bool = False
    false_deal: AdjudicatorError | None = None
    unexamined: int = 0
    positions: list[Position] = field(default_factory=list)
    rules: RuleSet | None = None
    engine: Engine[Any] | None = None

    @property
    def conflicts(self) -> int:
        """Return how many acts beside the record fit a place and do not count."""
        return self._beside("act")

    @property
    def refused(self) -> int:
        """Return how many documents beside the record were refused."""
        return self._beside("refused")

    @property
    def parked(self) -> int:
        """Return how many documents wait for what they rest on."""
        return self._beside("parked")

    def _beside(self, kind: str) -> int:
        return sum(aside.kind == kind for aside in self.asides)

    @property
    def finished(self) -> bool:
        """Answer whether the game has an outcome and nothing is wrong."""
        return self.outcome is not None and self.fault is None

    @property
    def fault(self) -> AdjudicatorError | None:
        """Return what is wrong with the record, or what it proves against the dealer."""
        return self.wrong or self.false_deal
