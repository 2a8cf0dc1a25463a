import pytest

from adjudicator.engine.streams import Stream
from adjudicator.games.border_states.audit import check_characters, check_turn, dealt_holding, left_in_hand
from adjudicator.games.border_states.hands import Holding
from adjudicator.games.border_states.public import Force, Pair
from tests.games.border_states.table import rules

HAND = ("minus-2", "1-i", "2-i-ii", "3")
QUEUE = ("ambush", "siege", "1-ii", "1-iii", "2-i-iii", "2-ii-iii")
START = Holding(HAND, QUEUE)


def faults(*pairs: tuple[str, str | None, str | None]) -> list[tuple[str, str]]:
    found = check_turn(rules(), 1, "union", START, tuple(Pair(*pair, ()) for pair in pairs))
    return [(problem.pointer.removeprefix("union.turn-1."), problem.message) for problem in found]


@pytest.mark.rule("BS-AUDIT")
def test_a_turn_that_was_possible_holds() -> None:
    assert faults(("left", "ambush", "minus-2"), ("right", "2-ii-iii", "1-i"), ("president 2", "1-ii", "3")) == []


@pytest.mark.rule("BS-AUDIT")
@pytest.mark.parametrize(
    ("pairs", "slot", "why"),
    [
        ([("left", "2-ii-iii", "3")], "round-1.blocks.show", "2-ii-iii was still in the queue"),
        ([("left", "3", "2-ii-iii")], "round-1.blocks.hide", "2-ii-iii was still in the queue"),
        (
            [("left", "siege", "3"), ("left", "1-i", "ambush")],
            "round-1.blocks.show", "siege was still in the queue",
        ),
        ([("left", "3", "1-i"), ("left", "2-i-ii", "3")], "round-2.blocks.hide", "3 had been used already"),
        (
            [("president 2", "3", "1-i"), ("president 2", "2-i-ii", "siege")],
            "round-2.blocks.recruit", "president 2 was not possible without the President",
        ),
        ([("middle", "3", "1-i")], "round-1.blocks.recruit", "middle was not possible without the President"),
    ],
)  # fmt: skip
def test_what_was_impossible_is_named(pairs: list[tuple[str, str, str]], slot: str, why: str) -> None:
    assert faults(*pairs) == [(slot, why)]


@pytest.mark.rule("BS-AUDIT")
def test_closed_blocks_of_a_turn_that_broke_off_are_left_out() -> None:
    assert faults(("left", "ambush", None)) == []


@pytest.mark.rule("BS-AUDIT")
def test_the_deal_is_recomputed_from_the_private_draw() -> None:
    stream = Stream("12" * 32)
    force = Force("union", True, (), (), (), (), 0, False)
    first = dealt_holding(rules(), 1, force, stream)
    assert first.hand + first.queue == stream.draw("blocks", rules().blocks, 10)
    later = dealt_holding(rules(), 2, Force("union", True, (), HAND, (), (), 1, False), stream)
    assert later == Holding(HAND, stream.draw("queue", QUEUE, 6))


@pytest.mark.rule("BS-END-II", "BS-AUDIT")
def test_the_next_hand_is_the_leftover_and_the_rest_of_the_queue() -> None:
    pairs = (
        Pair("left", "ambush", "minus-2", ()),
        Pair("right", "2-ii-iii", "1-i", ()),
        Pair("left", "siege", "3", ("show",)),
    )
    assert left_in_hand(rules(), START, pairs) == ("1-ii", "1-iii", "2-i-ii", "2-i-iii")


@pytest.mark.rule("BS-STAND-IN")
def test_unnamed_blocks_are_the_lowest_that_are_left_in_hand() -> None:
    pairs = (
        Pair("left", None, None, ("show", "hide")),
        Pair("left", "siege", "3", ()),
        Pair("left", "1-ii", "ambush", ()),
    )
    assert left_in_hand(rules(), START, pairs) == ("1-iii", "2-i-ii", "2-i-iii", "2-ii-iii")


@pytest.mark.rule("BS-AUDIT")
def test_a_card_that_was_never_dealt_is_named_at_the_close() -> None:
    dealt = ("bible", "change", "extra", "turn-up")
    assert check_characters(("bible", "extra"), dealt) == ()
    (problem,) = check_characters(("bible", "artillery"), dealt)
    assert (problem.rule, problem.message) == ("BS-AUDIT", "the card artillery was played but never dealt")
