"""What a command did, as values: the command line words them, `--json` prints them as they are."""

from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.errors import Problem
from adjudicator.names import Digest, RequestId, Seat


@dataclass(frozen=True)
class Owed:
    """One answer the game waits for. `about` says what in the game's words."""

    seat: Seat
    request: RequestId
    answer: str
    about: str


@dataclass(frozen=True)
class Standing:
    """Where a game stands. `state` is the number of the head; `waits` is empty exactly when the game is over.

    With a referee `confirmed` is the last state that he signed: up to there the game is confirmed, beyond it reached.
    `burnt` names own choices that were opened on a branch that does not count, `void` the states that he signed there.
    `false_deal` is what the dealer's opened secret shows of the first card that he dealt wrongly. `unsigned`: the own
    share of the first draw waits until the referee has signed who takes part. `solo`: the others are the computer.
    """

    game: Digest
    title: str
    folder: str
    seat: Seat
    state: int
    waits: tuple[Owed, ...]
    given: tuple[Owed, ...]
    outcome: str
    rebuilt: bool
    parked: int
    conflicts: tuple[str, ...]
    referee: bool = False
    confirmed: int = 0
    burnt: tuple[str, ...] = ()
    last_mails: tuple[str, ...] = ()
    void: tuple[int, ...] = ()
    blocked: Problem | None = None
    false_deal: Problem | None = None
    unsigned: bool = False
    solo: bool = False

    @property
    def mine(self) -> tuple[Owed, ...]:
        """Return what the own seat owes."""
        return tuple(owed for owed in self.waits if owed.seat == self.seat)


@dataclass
class Report:
    """What happened: what came in, what was done without asking, what is to be mailed, and where the game stands."""

    standing: Standing
    new: list[str] = field(default_factory=list)
    known: int = 0
    problems: list[Problem] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    mails: list[Path] = field(default_factory=list)
    said: str = ""
    sealed: bool = False
    board: str = ""

    @property
    def failed(self) -> tuple[Problem, ...]:
        """Return the problems that kept something out: they decide the exit code."""
        return tuple(problem for problem in self.problems if problem.severity == "error")
