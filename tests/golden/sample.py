"""One sample: how it is searched for, played, and written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from adjudicator.archive.bundle import bundle_name, members_of, packed, unpacked
from adjudicator.archive.verification import verify_record
from adjudicator.names import Seat
from tests.golden.conduct import Conduct
from tests.golden.people import Table
from tests.golden.play import Play
from tests.golden.rehearsal import Rehearsal

FOLDER = Path(__file__).parents[2] / "samples"
BUNDLE = "game.tar.gz"
LONGEST_SEARCH = 5000


@dataclass(frozen=True)
class Sample:
    """One game: how it is played, where the search for it begins, and how it ends (`how` "" has not ended).

    `aside` and `refused` count what lies in proofs/, `wrong` is the code that verification ends with. A game whose
    record is wrong cannot be packed, and lies as a folder; one whose record is good and proves a false deal can. One
    with refused documents lies as a folder, too: a bundle leaves them out.
    """

    game: str
    name: str
    refereed: bool
    options: tuple[str, ...]
    conduct: Conduct
    seed: int
    how: str
    rule: str
    winner: Seat | None
    where: Callable[[Rehearsal], bool]
    look: str
    folder: bool = False
    aside: int = 0
    refused: int = 0
    wrong: str = ""

    @property
    def says(self) -> str:
        """Return what verification says instead of that the game is good; nothing if it does."""
        return f"BAD, `{self.wrong}`" if self.wrong else "" if self.how else "UNFINISHED"


@dataclass(frozen=True)
class Made:
    """A sample as it was made: the seed that gave it, and its files."""

    seed: int
    files: Mapping[str, bytes]


def place(sample: Sample) -> Path:
    """Return where a sample lies: a folder, or a bundle in one."""
    folder = FOLDER / sample.game / sample.name
    return folder if sample.folder else folder / BUNDLE


def made(sample: Sample) -> Made:
    """Search a sample from its seed on, and play it."""
    for seed in count(sample.seed):
        assert seed - sample.seed < LONGEST_SEARCH, f"{sample.name} is not to be found from {sample.seed} on"
        table = Table(sample.game, sample.name, seed, sample.options, sample.refereed)
        how = sample.conduct
        rehearsal = Rehearsal(table, how.steer, how.lie, how.blind, how.stack, how.spoil).play()
        if not how.early and not (ends_as_wanted(sample, rehearsal.outcome) and sample.where(rehearsal)):
            continue
        dealt = rehearsal.dealt if how.stack or how.spoil else None
        play = Play(table, rehearsal.orders, how.liars, how.scene, dealt, how.spoil).run()
        if not ends_as_wanted(sample, play.outcome):
            continue
        assert how.early or play.head.public == rehearsal.public
        if how.scene is not None and not how.early and not _disputed(play):
            continue
        files = play.files()
        if fault_of(files) == sample.wrong:
            return Made(seed, files)
    raise AssertionError


def ends_as_wanted(sample: Sample, outcome: Any) -> bool:
    """Answer whether an outcome is that of the table."""
    if outcome is None:
        return sample.how == ""
    return (outcome.how, outcome.rule, outcome.winner) == (sample.how, sample.rule, sample.winner)


def fault_of(files: Mapping[str, bytes]) -> str:
    """Return the code that the verification of a record ends with; nothing if it is good."""
    fault = verify_record(files).fault
    return fault.problems[0].code if fault else ""


def _disputed(play: Play) -> bool:
    """Answer whether the scene took place."""
    return bool(play.ledger.set_aside() or play.refused)


def write(sample: Sample, files: Mapping[str, bytes]) -> int:
    """Write a sample, but leave a bundle as it is if it holds the same, whatever compressed it; returns the size."""
    path = place(sample)
    if not sample.folder:
        verified = verify_record(files)
        members = members_of(files, verified)
        if not path.is_file() or unpacked(path.read_bytes()) != members:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(packed(members, bundle_name(verified.game)))
        return path.stat().st_size
    for old in [file for file in path.rglob("*") if file.is_file()]:
        if old.relative_to(path).as_posix() not in files:
            old.unlink()
    for file, data in files.items():
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_bytes(data)
    return sum(map(len, files.values()))
