from copy import deepcopy
from typing import Any

import pytest

from adjudicator.errors import DocumentError
from adjudicator.games.border_states.components import load
from tests.games.border_states.table import document, rules


def shipped() -> Any:
    return deepcopy(document("components.yaml"))


@pytest.mark.rule("BS-COMPONENTS")
def test_the_box_holds_what_the_rulebook_lists() -> None:
    components = load(shipped())
    assert [block.id for block in components.blocks.each] == [
        "minus-2", "ambush", "siege", "1-i", "1-ii", "1-iii", "2-i-ii", "2-i-iii", "2-ii-iii", "3",
    ]  # fmt: skip
    assert sum(block.value for block in components.blocks.each) == 11
    reach = [sum(battle in block.battles for block in components.blocks.each) for battle in (1, 2, 3)]
    assert reach == [5, 5, 5]
    assert len(components.battle_cards.each) == 17
    assert sum(card.intensity for card in components.battle_cards.each) == 17
    assert sum(state.cubes for state in components.states.each) == 50
    assert {colour.state: colour.colour for colour in components.colours} == {
        "missouri": "yellow", "kentucky": "purple", "west-virginia": "green", "maryland": "orange",
        "delaware": "brown",
    }  # fmt: skip


@pytest.mark.rule("BS-COMPONENTS")
@pytest.mark.parametrize(
    ("part", "spoil"),
    [
        ("blocks", lambda box: box["blocks"]["each"].pop()),
        ("blocks", lambda box: box["blocks"]["each"][1].update(special=None)),
        ("blocks", lambda box: box["blocks"]["each"][3].update(battles=[4])),
        ("battle_cards", lambda box: box["battle_cards"]["each"].pop()),
        ("battle_cards", lambda box: box["battle_cards"]["each"][0].update(intensity=1)),
        ("battle_cards", lambda box: box["battle_cards"]["each"][0].update(top=3, bottom=2)),
        ("spaces", lambda box: box["spaces"].update(each_front=0)),
        ("track", lambda box: box["track"].update(spaces_per_side=0)),
        ("states", lambda box: box["states"]["each"][0]["tokens"].pop()),
        ("states", lambda box: box["states"]["each"][0].update(cubes=11)),
        ("states", lambda box: box["states"]["each"][0].update(tokens=[0, 0, -1, -1])),
        ("colours", lambda box: box["colours"][0].update(colour="brown")),
        ("colours", lambda box: box["colours"].reverse()),
        ("characters", lambda box: box["characters"].update(dealt=5)),
        ("presidents", lambda box: box["presidents"]["each"].reverse()),
        ("years", lambda box: box["years"]["each"].pop()),
    ],
)
def test_a_set_that_breaks_an_invariant_is_refused(part: str, spoil: Any) -> None:
    box = shipped()
    spoil(box)
    with pytest.raises(DocumentError) as caught:
        load(box)
    assert part in {problem.pointer for problem in caught.value.problems}
    assert {problem.code for problem in caught.value.problems} == {"document/schema"}


@pytest.mark.rule("BS-COMPONENTS")
def test_a_file_of_another_shape_is_refused() -> None:
    with pytest.raises(DocumentError, match="blocks"):
        load({"blocks": []})


@pytest.mark.rule("BS-COMPONENTS")
def test_every_part_says_where_it_comes_from() -> None:
    box = shipped()
    for name, part in box.items():
        for entry in part if name == "colours" else [part]:
            assert entry["source"] in ("rulebook", "inferred", "house")
            assert entry["reason"]


@pytest.mark.rule("BS-COMPONENTS")
def test_the_longest_track_moves_the_control_areas_out() -> None:
    assert rules().control == 2
