"""What an archivist does: verify records, one or many; pack one into a bundle."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from adjudicator.archive.bundle import SUFFIX, bundle_name, members_of, packed
from adjudicator.archive.checking import record_at, verify_path
from adjudicator.archive.examining import Examined
from adjudicator.archive.stream import ASIDE, STREAM
from adjudicator.archive.verification import verify_record
from adjudicator.archive.verified import Verified
from adjudicator.catalogue.games import rule_set
from adjudicator.engine.saying import counted
from adjudicator.errors import AdjudicatorError, Problem, SequenceError
from adjudicator.roles.looking import outcome_line
from adjudicator.store.files import write_atomic
from adjudicator.store.folder import GameFolder
from adjudicator.store.layout import INBOX, PROOFS

WAITING_PER_JOB = 4
BESIDE = (  # what lies beside the record, and how it is headed: one, several
    ("act", "act does not count", "acts do not count"),
    ("state", "state that the referee signed does not count", "states that the referee signed do not count"),
    ("refused", "document was refused", "documents were refused"),
    ("parked", "document waits for a file that is missing", "documents wait for a file that is missing"),
)


@dataclass(frozen=True)
class Checked:
    """What came of one path: `line` in one line, `details` in several, `summary` for programs; small, for many games.

    `verdict` is `good`, `UNFINISHED` or `BAD` for a game, and `signed` for a file of documents.
    """

    path: str
    verdict: str
    line: str
    details: tuple[str, ...]
    summary: dict[str, object]
    problems: tuple[Problem, ...]
    exit_code: int


@dataclass(frozen=True)
class Packed:
    """A bundle that was made: its name, its bytes, and what is in it."""

    name: str
    data: bytes
    documents: int
    states: int
    game: str
    head: str


def verify(path: Path, finished: bool = False) -> Verified:
    """Verify the game in a folder; with `finished`, a game without an outcome is wrong, too."""
    folder = GameFolder(path)
    folder.require()
    verified = verify_record(folder.public_files())
    if finished:
        _require_end(verified, path)
    return verified


def _require_end(verified: Verified, path: Path) -> None:
    if verified.fault is None and verified.outcome is None:
        waits = "; ".join(verified.waits)
        verified.wrong = SequenceError(
            Problem("sequence/unfinished", f"the game is not finished: it waits for {waits}", file=str(path))
        )


def check(path: Path, finished: bool = False) -> Checked:
    """Verify whatever a path names: a folder, a bundle, a file of documents. Never raises for what is there."""
    try:
        found = verify_path(path)
    except AdjudicatorError as error:
        found = Verified(wrong=error.located(str(path)))
    if isinstance(found, Examined):
        return _checked_file(path, found)
    if finished:
        _require_end(found, path)
    bad = found.fault is not None
    verdict = "BAD" if bad else "good" if found.finished else "UNFINISHED"
    problems = found.fault.problems if found.fault else ()
    size = f"{counted(found.counts['acts'], 'act')}, {counted(found.states, 'state')}"
    game = f"game {found.game[:8]}, {size}" if found.game else ""
    if bad:
        said = _wrong(problems[0], path)
    else:
        said = outcome_line(found.outcome) if found.finished else f"waits for {'; '.join(found.waits)}"
    details = lines(found)
    if found.wrong and found.game:
        left = counted(found.unexamined, "document was not examined", "documents were not examined")
        details.append(f"verified up to state {found.states}; {left}")
    return Checked(
        path=str(path),
        verdict=verdict,
        line=f"{verdict:10}  {path}  {'; '.join(part for part in (game, said) if part)}",
        details=tuple(details),
        summary={"path": str(path), "verdict": verdict, **summary(found)},
        problems=problems,
        exit_code=found.fault.exit_code if found.fault else 0,
    )


def _checked_file(path: Path, found: Examined) -> Checked:
    """Word what was found in a file that is no whole game."""
    verdict = "BAD" if found.wrong else "signed"
    problems = found.wrong.problems if found.wrong else ()
    count = counted(len(found.documents), "document")
    whose = "the keys are those of its charter" if found.charter else "whose keys these are only the charter tells"
    details = [f"game {found.game[:8]}  {count} in canonical text; {whose}"] if found.documents else []
    for number, document in enumerate(found.documents, 1):
        name = " ".join(part for part in (document.seat, document.kind, document.request) if part)
        signed = f"signed with {document.key}" if document.key else "not signed: everybody computes it"
        details.append(f"{number}. {document.id[:8]}  {name}, state {document.number}: {signed}")
    said = _wrong(problems[0], path) if problems else f"game {found.game[:8]}, {count}; {whose}"
    return Checked(
        path=str(path),
        verdict=verdict,
        line=f"{verdict:10}  {path}  {said}",
        details=tuple(details),
        summary={
            "path": str(path),
            "verdict": verdict,
            "game": found.game,
            "charter": found.charter,
            "documents": [asdict(document) for document in found.documents],
            "problems": [asdict(problem) for problem in problems],
        },
        problems=problems,
        exit_code=found.wrong.exit_code if found.wrong else 0,
    )


def _wrong(problem: Problem, path: Path) -> str:
    """Return a problem in one line that begins with the path already."""
    return (replace(problem, file="") if problem.file == str(path) else problem).text().split("\n")[0]


def check_all(
    paths: Sequence[Path], finished: bool, executor: Executor | None = None, jobs: int = 1
) -> Iterator[Checked]:
    """Yield what came of each path, in their order; an executor works ahead, a few paths for each of its jobs."""
    if executor is None:
        yield from (check(path, finished) for path in paths)
        return
    waiting: deque[Future[Checked]] = deque()
    for path in paths:
        waiting.append(executor.submit(check, path, finished))
        if len(waiting) >= WAITING_PER_JOB * jobs:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def pack(path: Path) -> Packed:
    """Return the bundle of the game in a folder. Raises the error that its verification ends with, if it does."""
    files = record_at(path)
    verified = verify_record(files)
    if verified.wrong is not None:
        raise verified.wrong
    name = bundle_name(verified.game)
    members = members_of(files, verified)
    documents = sum(members[stream].count(b"---\nturnfile: ") for stream in (STREAM, ASIDE) if stream in members)
    return Packed(name + SUFFIX, packed(members, name), documents, verified.states, verified.game, verified.head)


def save(bundle: Packed, output: Path | None) -> Path:
    """Write a bundle to a file, or under its own name into a folder; returns the file."""
    path = output or Path()
    path = path / bundle.name if path.is_dir() else path
    write_atomic(path, bundle.data)
    return path


def lines(verified: Verified) -> list[str]:
    """Return what was verified, in a few lines."""
    counts = verified.counts
    found = []
    if verified.game:
        seats = " · ".join(f"{seat} {name}" for seat, name in verified.seats)
        referee = f"referee {verified.referee}" if verified.referee else "no referee"
        found.append(f"game {verified.game[:8]}  {verified.title} · {seats} · {referee}")
        found.append(
            f"{counted(counts['acts'], 'act')}, {counted(verified.states, 'state')} recomputed; "
            + ", ".join(counted(counts[f"{each}s"], each) for each in ("signature", "opening", "link", "audit"))
            + " good"
        )
    if counts["deals"]:
        found.append(f"{counted(counts['deals'], 'deal')}: {_dealt(verified)}")
    for kind, one, several in BESIDE:
        beside = [f"  {aside.line}" for aside in verified.asides if aside.kind == kind]
        if beside:
            found += [f"{counted(len(beside), one, several)}:", *beside]
    if verified.wrong is None and verified.outcome is not None:
        found.append(f"result: {outcome_line(verified.outcome)}")
        found.append(f"last state: {verified.states} {verified.head}")
    elif verified.wrong is None:
        found.append(f"UNFINISHED: waits for {'; '.join(verified.waits)}")
    return found


def _dealt(verified: Verified) -> str:
    """Return what can be said of the deals: only the dealer's opened secret shows whether they are right."""
    if verified.false_deal is not None:
        return "NOT what the dealer's opened secret gives, see below"
    if verified.redealt:
        return "dealt again from the dealer's opened secret, all as they should be"
    return "the dealer's secret was not opened" if verified.outcome else "the dealer's secret is not open yet"


def summary(verified: Verified) -> dict[str, object]:
    """Return what was verified as one value for programs."""
    return {
        "game": verified.game,
        "title": verified.title,
        "seats": dict(verified.seats),
        "referee": verified.referee or None,
        "states": verified.states,
        "counts": dict(sorted(verified.counts.items())),
        "outcome": outcome_line(verified.outcome) if verified.outcome else None,
        "waits": list(verified.waits),
        "head": verified.head,
        "conflicts": verified.conflicts,
        "refused": verified.refused,
        "parked": verified.parked,
        "asides": [aside.line for aside in verified.asides],
        "problems": [asdict(problem) for problem in verified.fault.problems] if verified.fault else [],
        "unexamined": verified.unexamined,
    }


def homes(folder: Path, game: str) -> list[Path]:
    """Return the game folders of a demonstration, in seat order."""
    return [folder / seat for seat in rule_set(game).seats]


def same_record(first: Path, second: Path) -> bool:
    """Answer whether two folders hold the same record, byte for byte."""
    one, other = (
        {name: data for name, data in GameFolder(path).public_files().items() if not name.startswith((PROOFS, INBOX))}
        for path in (first, second)
    )
    return one == other
