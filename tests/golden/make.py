"""Make the samples: `python -m tests.golden.make [NAME...]`. Keys, nonces and walks are fixed: same bytes anywhere.

Each row of the table is searched for from its seed on; if another seed is found, because the rules have changed, it is
printed, to be written into the table.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from tests.golden import conduct as by
from tests.golden import wanted
from tests.golden.conduct import HONEST
from tests.golden.sample import FOLDER, Made, Sample, made, place, write

ADA, BOB, NOBODY = "union", "confederate", None
DIRECT, REFEREED = False, True
SUDDEN, SCORE, TIES = ("sudden-death", "BS-SUDDEN-DEATH"), ("score", "BS-VICTORY"), ("score", "BS-VICTORY-TIES")
RESIGNED, AUDIT = ("resignation", "PROTOCOL-RESIGNATION"), ("audit", "BS-AUDIT")
ILLEGAL, ILLEGAL_MOVES, UNENDED = ("illegal", "BS-COMBAT-I"), ("illegal", "BS-END-I"), ("", "")
BARE, PRESIDENTS, DETERMINISTIC = "without-characters", "presidents-only", "deterministic"
ATTRITION, SPLIT, SPACE = "attrition", "cube-split=intensity", "artillery-any-space"

# fmt: off
SAMPLES = (
    # -- ends by the rulebook
    Sample("sudden-death-four-states", DIRECT, (), HONEST, 2, *SUDDEN, ADA, wanted.four_states,
           "the last turn's `tokens`: a token of each of four states is secured", folder=True),
    Sample("sudden-death-five-tokens", REFEREED, (), HONEST, 10, *SUDDEN, BOB, wanted.five_tokens,
           "five tokens secured, of three states or fewer"),
    Sample("both-at-once", DIRECT, (), by.TOGETHER, 97, *SCORE, BOB, wanted.both_reached,
           "both reach sudden death at the end of one turn, so the game goes on and is scored after turn 5"),
    Sample("scoring", REFEREED, (), HONEST, 13, *SCORE, ADA, wanted.all_cards,
           "every Character card is played; the referee's signature on every state after a draw"),
    Sample("tie-secured-tokens", DIRECT, (), HONEST, 2, *TIES, BOB, wanted.tie_on_points,
           "equal points; more tokens in the Control area decide"),
    Sample("tie-fewer-cards", DIRECT, (), by.THRIFTY, 50, *TIES, BOB, wanted.tie_on_tokens,
           "equal points and secured tokens; fewer cards played decide"),
    Sample("tie-union-wins", REFEREED, (BARE,), HONEST, 51, *TIES, ADA, wanted.tie_on_all,
           "all is equal: the Union wins"),
    # -- ends before their time
    Sample("resignation", DIRECT, (), by.BOB_RESIGNS, 0, *RESIGNED, ADA, wanted.anything,
           "Bob resigns; what Ada had sealed beside it lapses (proofs/), and she opens her draws before she has won",
           aside=1),
    Sample("both-resign", REFEREED, (), by.BOTH_RESIGN, 0, *RESIGNED, NOBODY, wanted.anything,
           "two resignations answer one state: nobody wins, and nothing more is due"),
    Sample("illegal-shown-block", DIRECT, (), by.BOB_SHOWS_TWICE, 0, *ILLEGAL, ADA, wanted.one_handle,
           "Bob shows a block for the second time in a turn: the reveal itself retires him"),
    Sample("illegal-hidden-block", REFEREED, (), by.BOB_HIDES_SHOWN, 0, *ILLEGAL, ADA, wanted.one_handle,
           "the block that Bob hid is turned up in a battle, and lay open already: `outcome` names the handle"),
    Sample("illegal-moves", DIRECT, (), by.BOB_MOVES_TOO_FAR, 0, *ILLEGAL_MOVES, ADA, wanted.short,
           "Bob's sealed moves of tokens go farther than his cubes allow"),
    Sample("illegal-both", DIRECT, (BARE,), by.BOTH_SHOW_TWICE, 0, *ILLEGAL, NOBODY, wanted.anything,
           "both show a block for the second time: nobody wins"),
    Sample("stacked-queue", DIRECT, (), by.BOB_STACKS, 0, *AUDIT, ADA, wanted.one_handle,
           "Bob hid a block that was still in his queue: nothing shows it until turn 1 is audited"),
    Sample("undealt-character", REFEREED, (), by.BOB_PLAYS_UNDEALT, 1, *AUDIT, ADA, wanted.no_handle,
           "Bob played a Character card that he was never dealt: the audit at the close takes his game"),
    # -- disputes
    Sample("two-commitments", DIRECT, (), by.TWO_COMMITMENTS, 6, *SUDDEN, ADA, wanted.short,
           "Bob signed twice in turn 2; what Ada had built on counts, the smaller id lies in proofs/", aside=1),
    Sample("referee-decides", REFEREED, (), by.REFEREE_DECIDES, 75, *SUDDEN, BOB, wanted.short,
           "Bob signed twice before anybody had built on it; Carol's signature decides for the larger id", aside=1),
    Sample("referee-forks", REFEREED, (), by.REFEREE_FORKS, 0, *UNENDED, NOBODY, wanted.anything,
           "Carol signed two histories of turn 2: play stops, and `verify` names both states",
           folder=True, aside=1, wrong="proof/fork"),
    Sample("false-state", REFEREED, (BARE,), by.FALSE_STATE, 10, *SUDDEN, ADA, wanted.short,
           "Carol signed a state with a token moved too far: everybody refuses it, proofs/refused-... keeps it",
           folder=True, refused=1),
    # -- variants
    Sample("without-characters", DIRECT, (BARE,), HONEST, 0, *SCORE, BOB, wanted.anything,
           "neither Character cards nor Presidents, so no draw `game` and no audit at the close"),
    Sample("presidents-only", DIRECT, (PRESIDENTS,), by.THRIFTY, 6, *SCORE, ADA, wanted.both_kinds_of_cards,
           "Ada recruited once from the middle of her queue, Bob never"),
    Sample("deterministic", REFEREED, (DETERMINISTIC,), HONEST, 11, *SUDDEN, ADA, wanted.short,
           "two known Battle cards lie in the box from the beginning, and a cube of each colour"),
    Sample("attrition", DIRECT, (ATTRITION,), HONEST, 2, *SCORE, BOB, wanted.anything,
           "no token moves more than one space a turn"),
    Sample("intensity-split", REFEREED, (SPLIT,), by.CONCENTRATING, 265, *SCORE, BOB, wanted.split_differs,
           "a loser's share of the cubes that the ordinary rule would not give"),
    Sample("artillery-any-space", DIRECT, (SPACE,), HONEST, 2, *SUDDEN, ADA, wanted.artillery_apart,
           "an `artillery-at` step that leaves an empty space before the gun"),
    Sample("all-variants", REFEREED, (SPACE, ATTRITION, SPLIT, DETERMINISTIC), HONEST, 1, *SCORE, ADA,
           wanted.anything, "four variants together, with all cards"),
    Sample("presidents-attrition-split", DIRECT, (ATTRITION, SPLIT, PRESIDENTS), HONEST, 0, *SCORE, BOB,
           wanted.anything, "three variants together, without Character cards"),
)
# fmt: on

INTRODUCTION = """# Whole games

Every way in which a game can end, every variant, and what happens when somebody cheats; each a legal record, made by
`python -m tests.golden.make` with keys and seeds that are fixed. A folder can be read file by file: the acts and states
in `record/` stand in the order in which they were made, and `proofs/` holds what does not count. A bundle
(`game.tar.gz`) is such a folder in one file, with all that is needed to check it without this program.

    adjudicator verify samples/border-states/*/game.tar.gz

Ada plays the Union, Bob the Confederacy; Carol is the referee.

"""


def overview() -> str:
    """Return the README of the samples."""
    return INTRODUCTION + "".join(f"- {line(sample)}\n" for sample in SAMPLES)


def line(sample: Sample) -> str:
    """Return what the README says of a sample."""
    kind = "with a referee" if sample.refereed else "direct"
    options = "".join(f", {option}" for option in sample.options)
    winner = f"{sample.winner} wins" if sample.winner else "nobody wins"
    end = f"{winner}: {sample.how}" if sample.how else "unfinished, stopped"
    link = place(sample).relative_to(FOLDER).as_posix()
    return f"[{sample.name}]({link}) ({kind}{options}). **{end}.** {sample.look[0].upper()}{sample.look[1:]}."


def search(name: str) -> Made:
    """Make a sample, in a process of its own."""
    return made(next(sample for sample in SAMPLES if sample.name == name))


def main(names: list[str]) -> None:
    """Make the samples named, or all; say what was found."""
    unknown = set(names) - {sample.name for sample in SAMPLES}
    if unknown:
        sys.exit(f"there is no sample {', '.join(sorted(unknown))}")
    start = perf_counter()
    total = 0
    samples = [sample for sample in SAMPLES if not names or sample.name in names]
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for sample, found in zip(samples, executor.map(search, [sample.name for sample in samples]), strict=True):
            size = write(sample, found.files)
            total += size
            moved = "" if found.seed == sample.seed else f"  FOUND WITH SEED {found.seed}: write it into the table"
            print(f"{sample.name:<26} {len(found.files):4} files {size:7} bytes{moved}", flush=True)
    (FOLDER / "README.md").write_bytes(overview().encode("ascii"))
    print(f"{len(samples)} samples, {total} bytes, {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
