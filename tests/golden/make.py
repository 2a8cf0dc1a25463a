"""Make the samples: `python -m tests.golden.make [NAME...]`. Keys, nonces and walks are fixed: same bytes anywhere.

Each row of the tables is searched for from its seed on; if another seed is found, because the rules have changed, it is
printed, to be written into the table. A name may be that of a game, of a sample, or of both: `border-states/scoring`.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from tests.golden.border_states.samples import SAMPLES as OF_BORDER_STATES
from tests.golden.sample import FOLDER, Made, Sample, made, place, write
from tests.golden.war_between_the_states.samples import SAMPLES as OF_THE_WAR

SAMPLES = (*OF_BORDER_STATES, *OF_THE_WAR)

INTRODUCTION = """# Whole games

Every way in which a game can end, every variant, and what happens when somebody cheats; each a legal record, made by
`python -m tests.golden.make` with keys and seeds that are fixed. A folder can be read file by file: the acts and states
in `record/` stand in the order in which they were made, and `proofs/` holds what does not count. A bundle
(`game.tar.gz`) is such a folder in one file, with all that is needed to check it without this program.

    adjudicator verify samples/border-states/*/game.tar.gz samples/war-between-the-states/*/game.tar.gz

`verify` says `good` of all of them, but where a line ends with what it says instead.
"""
ABOUT = {
    "border-states": "## Border States\n\nAda plays the Union, Bob the Confederacy; Carol is the referee.",
    "war-between-the-states": """## The War Between the States

Ada plays the North, Bob the South; Carol is the referee and deals. When she opens her secret at the end, everybody
deals the game again: a record can be good and prove that she cheated.""",
}


def overview() -> str:
    """Return the README of the samples."""
    lines = [INTRODUCTION]
    for game, about in ABOUT.items():
        lines.append(f"{about}\n")
        lines.append("".join(f"- {line(sample)}\n" for sample in SAMPLES if sample.game == game))
    return "\n".join(lines)


def line(sample: Sample) -> str:
    """Return what the README says of a sample."""
    kind = "with a referee" if sample.refereed else "direct"
    options = "".join(f", {option}" for option in sample.options)
    winner = f"{sample.winner} wins" if sample.winner else "nobody wins"
    end = f"{winner}: {sample.how}" if sample.how else "unfinished, stopped"
    link = place(sample).relative_to(FOLDER).as_posix()
    said = f" `verify`: {sample.says}." if sample.says else ""
    return f"[{sample.name}]({link}) ({kind}{options}). **{end}.** {sample.look[0].upper()}{sample.look[1:]}.{said}"


def key(sample: Sample) -> str:
    """Return the name of a sample among those of all games."""
    return f"{sample.game}/{sample.name}"


def search(name: str) -> Made:
    """Make a sample, in a process of its own."""
    return made(next(sample for sample in SAMPLES if key(sample) == name))


def named(name: str) -> list[Sample]:
    """Return the samples that a word on the command line names."""
    return [sample for sample in SAMPLES if name in (key(sample), sample.name, sample.game)]


def main(names: list[str]) -> None:
    """Make the samples named, or all; say what was found."""
    unknown = [name for name in names if not named(name)]
    if unknown:
        sys.exit(f"there is no sample {', '.join(unknown)}")
    start = perf_counter()
    total = 0
    samples = [sample for sample in SAMPLES if not names or any(sample in named(name) for name in names)]
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for sample, found in zip(samples, executor.map(search, map(key, samples)), strict=True):
            size = write(sample, found.files)
            total += size
            moved = "" if found.seed == sample.seed else f"  FOUND WITH SEED {found.seed}: write it into the table"
            print(f"{key(sample):<48} {len(found.files):4} files {size:7} bytes{moved}", flush=True)
    (FOLDER / "README.md").write_bytes(overview().encode("ascii"))
    print(f"{len(samples)} samples, {total} bytes, {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
