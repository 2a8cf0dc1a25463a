"""The samples of Border States: every way to end, every variant, and what happens when somebody cheats."""

from functools import partial

from tests.golden.border_states import conduct as by
from tests.golden.border_states import wanted
from tests.golden.conduct import HONEST
from tests.golden.people import BORDER_STATES
from tests.golden.sample import Sample

_sample = partial(Sample, BORDER_STATES)
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
    _sample("sudden-death-four-states", DIRECT, (), HONEST, 2, *SUDDEN, ADA, wanted.four_states,
            "the last turn's `tokens`: a token of each of four states is secured", folder=True),
    _sample("sudden-death-five-tokens", REFEREED, (), HONEST, 10, *SUDDEN, BOB, wanted.five_tokens,
            "five tokens secured, of three states or fewer"),
    _sample("both-at-once", DIRECT, (), by.TOGETHER, 97, *SCORE, BOB, wanted.both_reached,
            "both reach sudden death at the end of one turn, so the game goes on and is scored after turn 5"),
    _sample("scoring", REFEREED, (), HONEST, 13, *SCORE, ADA, wanted.all_cards,
            "every Character card is played; the referee's signature on every state after a draw"),
    _sample("tie-secured-tokens", DIRECT, (), HONEST, 2, *TIES, BOB, wanted.tie_on_points,
            "equal points; more tokens in the Control area decide"),
    _sample("tie-fewer-cards", DIRECT, (), by.THRIFTY, 50, *TIES, BOB, wanted.tie_on_tokens,
            "equal points and secured tokens; fewer cards played decide"),
    _sample("tie-union-wins", REFEREED, (BARE,), HONEST, 51, *TIES, ADA, wanted.tie_on_all,
            "all is equal: the Union wins"),
    # -- ends before their time
    _sample("resignation", DIRECT, (), by.BOB_RESIGNS, 0, *RESIGNED, ADA, wanted.anything,
            "Bob resigns; what Ada had sealed beside it lapses (proofs/), and she opens her draws before she has won",
           aside=1),
    _sample("both-resign", REFEREED, (), by.BOTH_RESIGN, 0, *RESIGNED, NOBODY, wanted.anything,
            "two resignations answer one state: nobody wins, and nothing more is due"),
    _sample("illegal-shown-block", DIRECT, (), by.BOB_SHOWS_TWICE, 0, *ILLEGAL, ADA, wanted.one_handle,
            "Bob shows a block for the second time in a turn: the reveal itself retires him"),
    _sample("illegal-hidden-block", REFEREED, (), by.BOB_HIDES_SHOWN, 0, *ILLEGAL, ADA, wanted.one_handle,
            "the block that Bob hid is turned up in a battle, and lay open already: `outcome` names the handle"),
    _sample("illegal-moves", DIRECT, (), by.BOB_MOVES_TOO_FAR, 0, *ILLEGAL_MOVES, ADA, wanted.short,
            "Bob's sealed moves of tokens go farther than his cubes allow"),
    _sample("illegal-both", DIRECT, (BARE,), by.BOTH_SHOW_TWICE, 0, *ILLEGAL, NOBODY, wanted.anything,
            "both show a block for the second time: nobody wins"),
    _sample("stacked-queue", DIRECT, (), by.BOB_STACKS, 0, *AUDIT, ADA, wanted.one_handle,
            "Bob hid a block that was still in his queue: nothing shows it until turn 1 is audited"),
    _sample("undealt-character", REFEREED, (), by.BOB_PLAYS_UNDEALT, 1, *AUDIT, ADA, wanted.no_handle,
            "Bob played a Character card that he was never dealt: the audit at the close takes his game"),
    # -- disputes
    _sample("two-commitments", DIRECT, (), by.TWO_COMMITMENTS, 6, *SUDDEN, ADA, wanted.short,
            "Bob signed twice in turn 2; what Ada had built on counts, the smaller id lies in proofs/", aside=1),
    _sample("referee-decides", REFEREED, (), by.REFEREE_DECIDES, 75, *SUDDEN, BOB, wanted.short,
            "Bob signed twice before anybody had built on it; Carol's signature decides for the larger id", aside=1),
    _sample("referee-forks", REFEREED, (), by.REFEREE_FORKS, 0, *UNENDED, NOBODY, wanted.anything,
            "Carol signed two histories of turn 2: play stops, and `verify` names both states",
           folder=True, aside=1, wrong="proof/fork"),
    _sample("false-state", REFEREED, (BARE,), by.FALSE_STATE, 10, *SUDDEN, ADA, wanted.short,
            "Carol signed a state with a token moved too far: everybody refuses it, proofs/refused-... keeps it",
           folder=True, refused=1),
    # -- variants
    _sample("without-characters", DIRECT, (BARE,), HONEST, 0, *SCORE, BOB, wanted.anything,
            "neither Character cards nor Presidents, so no draw `game` and no audit at the close"),
    _sample("presidents-only", DIRECT, (PRESIDENTS,), by.THRIFTY, 6, *SCORE, ADA, wanted.both_kinds_of_cards,
            "Ada recruited once from the middle of her queue, Bob never"),
    _sample("deterministic", REFEREED, (DETERMINISTIC,), HONEST, 11, *SUDDEN, ADA, wanted.short,
            "two known Battle cards lie in the box from the beginning, and a cube of each colour"),
    _sample("attrition", DIRECT, (ATTRITION,), HONEST, 2, *SCORE, BOB, wanted.anything,
            "no token moves more than one space a turn"),
    _sample("intensity-split", REFEREED, (SPLIT,), by.CONCENTRATING, 265, *SCORE, BOB, wanted.split_differs,
            "a loser's share of the cubes that the ordinary rule would not give"),
    _sample("artillery-any-space", DIRECT, (SPACE,), HONEST, 2, *SUDDEN, ADA, wanted.artillery_apart,
            "an `artillery-at` step that leaves an empty space before the gun"),
    _sample("all-variants", REFEREED, (SPACE, ATTRITION, SPLIT, DETERMINISTIC), HONEST, 1, *SCORE, ADA,
            wanted.anything, "four variants together, with all cards"),
    _sample("presidents-attrition-split", DIRECT, (ATTRITION, SPLIT, PRESIDENTS), HONEST, 0, *SCORE, BOB,
            wanted.anything, "three variants together, without Character cards"),
)
# fmt: on
