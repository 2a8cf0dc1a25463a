"""What an archivist does: verify the record of a game folder."""

from dataclasses import asdict
from pathlib import Path

from adjudicator.archive.verification import Verified, verify_record
from adjudicator.catalogue.games import rule_set
from adjudicator.errors import Problem, SequenceError
from adjudicator.roles.looking import outcome_line
from adjudicator.store.folder import GameFolder
from adjudicator.store.layout import INBOX, PROOFS


def verify(path: Path, finished: bool = False) -> Verified:
    """Verify the game in a folder; with `finished`, a game without an outcome is wrong, too."""
    folder = GameFolder(path)
    folder.require()
    verified = verify_record(folder.public_files())
    if finished and verified.wrong is None and verified.outcome is None:
        waits = "; ".join(verified.waits)
        verified.wrong = SequenceError(
            Problem("sequence/unfinished", f"the game is not finished: it waits for {waits}", file=str(path))
        )
    return verified


def lines(verified: Verified) -> list[str]:
    """Return what was verified, in a few lines."""
    counts = verified.counts
    found = []
    if verified.game:
        seats = " · ".join(f"{seat} {name}" for seat, name in verified.seats)
        referee = f"referee {verified.referee}" if verified.referee else "no referee"
        found.append(f"game {verified.game[:8]}  {verified.title} · {seats} · {referee}")
        found.append(
            f"{counts['acts']} acts, {verified.states} states recomputed; {counts['signatures']} signatures, "
            f"{counts['openings']} openings, {counts['links']} links, {counts['audits']} audits good"
        )
    for count, word in (
        (verified.conflicts, "acts in proofs/ do not count: somebody signed twice, or it came too late"),
        (verified.refused, "refused documents are kept in proofs/"),
        (verified.parked, "documents wait in inbox/ for a file that is missing"),
    ):
        if count:
            found.append(f"{count} {word}")
    if verified.wrong is None and verified.outcome is not None:
        found.append(f"result: {outcome_line(verified.outcome)}")
        found.append(f"last state: {verified.states} {verified.head}")
    elif verified.wrong is None:
        found.append(f"UNFINISHED: waits for {'; '.join(verified.waits)}")
    return found


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
        "problems": [asdict(problem) for problem in verified.wrong.problems] if verified.wrong else [],
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
