import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.public import Force, Pair
from adjudicator.games.border_states.recruitment import (
    check_named,
    check_recruit,
    face,
    penalised,
    position,
    recruited,
    recruits,
)
from tests.games.border_states.table import codes, open_up, reveal, rules, started

FORCE = Force("union", True, (), (), (), (), 0, False)


@pytest.mark.rule("BS-COMBAT-I", "BS-PRESIDENT")
def test_recruits_from_either_end_or_anywhere_with_the_president() -> None:
    assert recruits(FORCE) == ("left", "right", *(f"president {k}" for k in range(1, 7)))
    third = replace(FORCE, president=False, rounds=(Pair("left", "3", None, ()),) * 2)
    assert recruits(third) == ("left", "right")
    assert recruits(replace(third, president=True))[-1] == "president 4"


@pytest.mark.rule("BS-COMBAT-I")
def test_recruit_and_both_blocks_are_one_sealed_choice() -> None:
    game = started()
    requests = game.engine.requests(game.public)
    assert [(request.seat, request.sealed, request.shut) for request in requests] == [
        ("union", True, ("hide",)),
        ("confederate", True, ("hide",)),
    ]
    assert game.engine.orders["blocks"].__struct_fields__ == ("recruit", "show", "hide")


@pytest.mark.rule("BS-COMBAT-I")
def test_both_see_from_where_a_block_was_recruited_and_not_which() -> None:
    public = reveal(started(), ("right", "1-i"), ("president 2", "1-ii"))
    assert [force.rounds for force in public.forces] == [
        (Pair("right", "1-i", None, ()),),
        (Pair("president 2", "1-ii", None, ()),),
    ]
    assert [force.hand for force in public.forces] == [(), ()]


@pytest.mark.rule("BS-COMBAT-I")
@pytest.mark.parametrize(
    ("recruit", "block", "rest"),
    [
        ("left", "a", ("b", "c")),
        ("right", "c", ("a", "b")),
        ("president 2", "b", ("a", "c")),
        ("president 4", None, ("a", "b", "c")),
    ],
)
def test_the_queue_closes_up(recruit: str, block: str | None, rest: tuple[str, ...]) -> None:
    assert recruited(("a", "b", "c"), recruit) == (block, rest)


@pytest.mark.rule("BS-COMBAT-I")
@pytest.mark.parametrize("word", ["", "middle", "president", "president 0", "president 7", "president 01", "left "])
def test_other_words_recruit_nothing(word: str) -> None:
    assert position(word, 6) is None
    (problem,) = check_recruit(FORCE, word)
    assert problem.pointer == "recruit"


@pytest.mark.rule("BS-PRESIDENT")
def test_a_president_serves_once_a_game() -> None:
    game = started()
    public = reveal(game, ("president 3", "1-i"), ("left", "1-ii"))
    assert [force.president for force in public.forces] == [False, True]
    assert codes(check_recruit(public.forces[0], "president 1")) == [("order/BS-PRESIDENT", "recruit")]


@pytest.mark.rule("BS-COMBAT-I")
def test_a_block_serves_once_a_turn() -> None:
    force = replace(FORCE, rounds=(Pair("left", "3", "siege", ()), Pair("left", "1-i", None, ())))
    assert codes(check_named(rules(), force, "show", "siege")) == [("order/BS-COMBAT-I", "show")]
    assert codes(check_named(rules(), force, "show", "general")) == [("order/BS-COMBAT-I", "show")]
    assert codes(check_named(rules(), force, "hide", None)) == [("order/BS-COMBAT-I", "hide")]
    assert check_named(rules(), force, "show", "1-ii") == ()


@pytest.mark.rule("BS-COMBAT-I-PENALTY")
def test_a_face_up_minus_2_turns_up_the_second_block() -> None:
    game = started()
    public = reveal(game, ("left", "minus-2"), ("left", "2-i-ii"))
    assert game.due() == [("union", "turn-1.round-1.penalty")]
    public = open_up(game, {"union 1": "3"})
    pair = public.forces[0].rounds[0]
    assert penalised(rules(), pair)
    assert face(rules(), pair) == "3"
    assert public.placers == ("confederate", "union")  # 2 against 3: the second block gives the value
    assert public.stage == "place"


@pytest.mark.rule("BS-COMBAT-I-PENALTY")
def test_both_may_owe_the_penalty_and_both_blocks_lie_face_up() -> None:
    from adjudicator.games.border_states.orders import PlaceBlock
    from tests.games.border_states.table import place

    game = started()
    reveal(game, ("left", "minus-2"), ("right", "minus-2"))
    assert game.due() == [("union", "turn-1.round-1.penalty"), ("confederate", "turn-1.round-1.penalty")]
    public = open_up(game, {"union 1": "1-i", "confederate 1": "1-ii"})
    seat = public.placers[0]
    battle = 1 if seat == "union" else 2
    public = place(game, PlaceBlock("show", battle, "top"), PlaceBlock("hide", battle, "top"))
    row = public.battles[battle - 1].top.row
    assert [space.block for space in row] == ["minus-2", f"1-{'i' * battle}"]


@pytest.mark.rule("BS-COMBAT-I-PENALTY")
def test_an_ambush_turned_up_by_the_penalty_counts_as_face_up() -> None:
    game = started()
    reveal(game, ("left", "minus-2"), ("left", "ambush"))
    public = open_up(game, {"union 1": "ambush"})
    assert [force.rounds[0].aside for force in public.forces] == [("show", "hide")] * 2
    assert (public.stage, public.round) == ("blocks", 2)
