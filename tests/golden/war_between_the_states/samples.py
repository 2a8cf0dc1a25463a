"""The samples of The War Between the States: every way to end, every variant, and dealers and players who cheat."""

from functools import partial

from tests.golden.people import WAR
from tests.golden.sample import Sample
from tests.golden.war_between_the_states import conduct as by
from tests.golden.war_between_the_states import wanted

_sample = partial(Sample, WAR)
ADA, BOB, NOBODY = "north", "south", None
DEALT = True  # by a referee: the game is not played without one
MORALE, DECK, TURNS = ("morale", "WBS-VICTORY"), ("deck", "WBS-DECK-END"), ("turns", "WBS-TURNS")
RESIGNED, DEALER, UNENDED = ("resignation", "PROTOCOL-RESIGNATION"), ("dealer", "WBS-DEALER"), ("", "")
ILLEGAL, ILLEGAL_TRADE, ILLEGAL_ADD = ("illegal", "WBS-REVEAL"), ("illegal", "WBS-STRATEGY"), ("illegal", "WBS-GAIN")
PASSES, TARGET, DRAWN = "consecutive-passes", "any-target", "return-drawn-only"
CAVALRY, FLOOR = "own-cavalry-only", "force-not-below-zero"

# fmt: off
SAMPLES = (
    # -- ends by the rulebook
    _sample("morale", DEALT, (), by.WALKOVER, 0, *MORALE, ADA, wanted.by_force,
            "Bob reveals nothing and loses two morale a hand; his cards stay closed for good", folder=True),
    _sample("morale-routed", DEALT, (), by.ROUT, 2, *MORALE, ADA, wanted.routed,
            "the last morale is lost to Routed, in the middle of a hand"),
    _sample("deck-logistics", DEALT, (), by.BATTLE, 79, *DECK, ADA, wanted.many_abilities,
            "the deck cannot give the cards of a new turn; nearly every ability was used"),
    _sample("deck-in-hand", DEALT, (), by.BATTLE, 19, *DECK, BOB, wanted.deck_in_hand,
            "an ability draws more cards than the deck has left: the game is over in the middle of a hand"),
    _sample("deck-tie", DEALT, (), by.SHORT_HANDS, 85, *DECK, BOB, wanted.tie,
            "equal morale at the end of the deck: the South wins"),
    _sample("turns", DEALT, (), by.PHONY_WAR, 0, *TURNS, BOB, wanted.anything,
            "nobody ever reveals anything: after turn 40 morale decides, and the South wins the tie"),
    # -- ends before their time
    _sample("resignation-north", DEALT, (), by.ADA_RESIGNS, 0, *RESIGNED, BOB, wanted.anything,
            "Ada resigns; what Bob had sealed beside it lapses (proofs/), and Carol opens her secret before he has won",
            aside=1),
    _sample("resignation-south", DEALT, (), by.BOB_RESIGNS, 0, *RESIGNED, ADA, wanted.anything,
            "the same the other way round", aside=1),
    _sample("both-resign", DEALT, (), by.BOTH_RESIGN, 0, *RESIGNED, NOBODY, wanted.anything,
            "two resignations answer one state: nobody wins, and the deals are verified all the same"),
    _sample("illegal-opponents-card", DEALT, (), by.BOB_SHOWS_THEIRS, 0, *ILLEGAL, ADA, wanted.no_handle,
            "Bob sealed a card that lies in Ada's hand: he cannot open it, and his reveal retires him"),
    _sample("illegal-undealt-card", DEALT, (), by.BOB_SHOWS_UNDEALT, 0, *ILLEGAL, ADA, wanted.no_handle,
            "Bob sealed a card that was never dealt"),
    _sample("illegal-unplayable-card", DEALT, (), by.BOB_SHOWS_UNPLAYABLE, 0, *ILLEGAL, ADA, wanted.one_handle,
            "Bob reveals a Union card: it lies open in the reveal, and `outcome` names its handle"),
    _sample("illegal-both", DEALT, (), by.BOTH_SHOW_UNPLAYABLE, 1, *ILLEGAL, NOBODY, wanted.two_handles,
            "both reveal a card of the other side: nobody wins"),
    _sample("illegal-trade", DEALT, (), by.ADA_TRADES_TOO_MANY, 0, *ILLEGAL_TRADE, BOB, wanted.anything,
            "Ada sealed a trade of three cards; nothing of them is opened"),
    _sample("illegal-added-card", DEALT, (), by.ADA_ADDS_UNPLAYABLE, 0, *ILLEGAL_ADD, BOB, wanted.one_handle,
            "Ada adds a Confederate card that an ability drew: her order lays it open, and ends the game"),
    # -- disputes
    _sample("two-commitments", DEALT, (), by.TWO_COMMITMENTS, 0, *MORALE, ADA, wanted.anything,
            "Bob signed twice in turn 2; what Ada had built on counts, the smaller id lies in proofs/", aside=1),
    _sample("two-deals", DEALT, (), by.TWO_DEALS, 0, *MORALE, ADA, wanted.anything,
            "Carol signed two deals of turn 2, the second when both had traded: the first counts, and both prove it",
            aside=1),
    _sample("false-secret", DEALT, (), by.FALSE_SECRET, 0, *RESIGNED, ADA, wanted.anything,
            "Carol first opened another secret: everybody refuses it, proofs/refused-... keeps it, and the right one "
            "ends the game", folder=True, aside=1, refused=1),
    _sample("secret-withheld", DEALT, (), by.SECRET_WITHHELD, 0, *UNENDED, NOBODY, wanted.anything,
            "Carol opened another secret, which is refused, and never the right one: the game has no end",
            folder=True, aside=1, refused=1),
    # -- a dealer who cheats
    _sample("dealer-liked-card", DEALT, (), by.LIKED_CARD, 0, *MORALE, ADA, wanted.anything,
            "Carol gave Ada a card that she had not drawn: nothing shows it until her secret is open",
            wrong="proof/deal"),
    _sample("dealer-card-twice", DEALT, (), by.DEALT_TWICE, 1, *MORALE, ADA, wanted.anything,
            "Carol dealt one card to both, and Bob never shows his", wrong="proof/deal"),
    _sample("dealer-both-shown", DEALT, (), by.BOTH_SHOWN, 0, *DEALER, NOBODY, wanted.two_handles,
            "Carol dealt one card to both, and both reveal it: the game is void at once"),
    _sample("dealer-no-such-card", DEALT, (), by.NO_SUCH_CARD, 0, *DEALER, NOBODY, wanted.one_handle,
            "Carol dealt a card that is not in the deck: whoever opens it is not to blame"),
    _sample("dealer-rubbish", DEALT, (), by.RUBBISH, 0, *MORALE, ADA, wanted.anything,
            "an envelope of Bob's does not open; he plays on without the card, and her secret shows who is right",
            wrong="proof/envelope"),
    # -- variants
    _sample("consecutive-passes", DEALT, (PASSES,), by.BRAWL, 31, *MORALE, ADA, wanted.used_after_pass,
            "a side that had passed uses an ability later in the same hand"),
    _sample("any-target", DEALT, (TARGET,), by.ROUT, 0, *MORALE, ADA, wanted.own_killed,
            "Ada's ability discards a card of her own: no other lies there"),
    _sample("return-drawn-only", DEALT, (DRAWN,), by.ROUT, 1, *MORALE, ADA, wanted.kept_back,
            "cards are shuffled back, and older ones in the hand may not be among them"),
    _sample("own-cavalry-only", DEALT, (CAVALRY,), by.SHORT_HANDS, 79, *MORALE, ADA, wanted.cavalry_counted,
            "a Cavalry Battle does not strengthen the Cavalry of the other side"),
    _sample("force-not-below-zero", DEALT, (FLOOR,), by.SHORT_HANDS, 794, *MORALE, ADA, wanted.floor_counted,
            "a card that would otherwise count less than zero counts zero"),
    _sample("all-variants", DEALT, (TARGET, PASSES, FLOOR, CAVALRY, DRAWN), by.SKIRMISH, 13, *MORALE, BOB,
            wanted.anything, "five variants together"),
)
# fmt: on
