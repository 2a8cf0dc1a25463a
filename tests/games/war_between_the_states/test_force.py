"""Total Force: each passive ability, on whom it works, and that a bonus lasts as long as its card."""

from typing import Any

import pytest

from adjudicator.games.war_between_the_states.force import force
from tests.games.war_between_the_states.table import NORTH, SOUTH, happened, laid, move, rules


def totals(north: tuple[str, ...], south: tuple[str, ...], *options: str) -> tuple[int, int]:
    one, other = force(rules(*options), laid(north, south))
    return one.total, other.total


def counts(north: tuple[str, ...], south: tuple[str, ...], *options: str) -> dict[str, int]:
    """Return what each card counts."""
    return {card.card: card.force for side in force(rules(*options), laid(north, south)) for card in side.cards}


@pytest.mark.rule("WBS-FORCE")
def test_force_is_the_sum_of_revealed_cards_that_were_not_discarded() -> None:
    assert totals(("gettysburg", "monitor killed", "yankees used"), ("rebels",)) == (11, 4)


@pytest.mark.rule("WBS-ABILITY-BONUS")
@pytest.mark.parametrize(
    ("giver", "helped", "not_helped"),
    [
        ("rebel-yell", "army-of-northern-virginia", "robert-e-lee"),
        ("stonewall-jackson", "horse-soldiers", "robert-e-lee"),
        ("wilderness", "james-longstreet", "rebels"),
        ("chancellorsville", "braxton-bragg", "fredericksburg"),
        ("robert-e-lee", "fredericksburg", "rebels"),
        ("divine-retribution", "antietam", "rebel-yell"),
        ("damn-the-torpedoes", "paddlewheel-steamboats", "naval-blockade"),
        ("flag-officer-farragut", "monitor", "naval-blockade"),
        ("jeb-stuart", "disease", "rebels"),
        ("junior-officers", "invade-the-north", "fredericksburg"),
        ("decisive-victory", "delaware", "rebels"),
        ("revolvers-and-carbines", "nathan-bedford-forrest", "james-longstreet"),
    ],
)
def test_a_bonus_helps_each_own_card_of_its_kind(giver: str, helped: str, not_helped: str) -> None:
    printed = rules().cards
    found = counts((giver, helped, not_helped), ())
    assert found[helped] == printed[helped].force + 2
    assert found[not_helped] == printed[not_helped].force
    (other,) = force(rules(), laid((giver,), (helped,)))[1].cards
    assert other.force == printed[helped].force


@pytest.mark.rule("WBS-ABILITY-BONUS")
def test_split_forces_counts_itself_as_a_tactics_card() -> None:
    assert counts(("split-forces", "feint"), ("firmly-entrenched",)) == {
        "split-forces": 4, "feint": 5, "firmly-entrenched": 4,
    }  # fmt: skip
    assert counts(("split-forces", "amphibious-assault"), ()) == {"split-forces": 4, "amphibious-assault": 6}


@pytest.mark.rule("WBS-ABILITY-BONUS")
def test_bonuses_of_several_cards_add_up() -> None:
    assert counts(("yankees", "general-mcclellan", "stars-and-stripes", "terrible-swift-sword"), ())["yankees"] == 10


@pytest.mark.rule("WBS-ABILITY-BONUS")
@pytest.mark.parametrize(
    ("giver", "kind"),
    [("gatling-guns", "yankees"), ("bayonet-charge", "bluecoats"), ("general-george-meade", "shiloh")],
)
def test_a_bonus_to_one_card_helps_one_and_none_if_there_is_none(giver: str, kind: str) -> None:
    printed = rules().cards
    others = {"yankees": "rifle-brigades", "bluecoats": "boy-soldiers", "shiloh": "perryville"}
    alone = printed[giver].force
    assert totals((giver, kind, others[kind]), ()) == (alone + printed[kind].force + printed[others[kind]].force + 3, 0)
    assert totals((giver,), ()) == (alone, 0)


@pytest.mark.rule("WBS-ABILITY-CAVALRY")
@pytest.mark.parametrize("battle", ["brandy-station", "shenandoah-valley"])
def test_a_cavalry_battle_helps_the_cavalry_of_both_sides(battle: str) -> None:
    found = counts(("sheridan", "general-sherman"), (battle, "jeb-stuart", "cavalry-raids", "rebels"))
    assert (found["sheridan"], found["jeb-stuart"], found["cavalry-raids"]) == (7, 8, 5)
    assert (found["general-sherman"], found["rebels"]) == (6, 4)


@pytest.mark.rule("WBS-OPTION-CAVALRY", "WBS-ABILITY-CAVALRY")
def test_with_the_option_a_cavalry_battle_helps_its_own_side_only() -> None:
    found = counts(("sheridan",), ("brandy-station", "jeb-stuart"), "own-cavalry-only")
    assert (found["sheridan"], found["jeb-stuart"]) == (5, 8)


@pytest.mark.rule("WBS-ABILITY-WEAKEN")
@pytest.mark.parametrize(
    ("giver", "struck", "spared"),
    [
        ("strategic-defensive", "gettysburg", "yankees"),
        ("bad-intelligence", "amphibious-assault", "gettysburg"),
        ("desertions", "yankees", "general-sherman"),
    ],
)
def test_what_weakens_a_kind_strikes_each_opposing_card_of_it(giver: str, struck: str, spared: str) -> None:
    printed = rules().cards
    found = counts((struck, spared), (giver,))
    assert found[struck] == printed[struck].force - 2
    assert found[spared] == printed[spared].force
    assert counts((), (giver, "rebels"))["rebels"] == 4


@pytest.mark.rule("WBS-ABILITY-WEAKEN")
def test_land_mines_strike_one_opposing_army_and_nothing_without_one() -> None:
    assert totals(("yankees", "immigrants"), ("wire-and-land-mines",)) == (5, 3)
    assert totals(("gettysburg",), ("wire-and-land-mines",)) == (7, 3)


@pytest.mark.rule("WBS-FORCE")
def test_a_card_may_count_less_than_nothing() -> None:
    assert counts(("boy-soldiers",), ("desertions",))["boy-soldiers"] == -1
    assert totals(("boy-soldiers", "gettysburg"), ("desertions",)) == (6, 2)
    assert totals(("boy-soldiers",), ("desertions", "wire-and-land-mines")) == (-4, 5)


@pytest.mark.rule("WBS-OPTION-FLOOR")
def test_with_the_option_no_card_counts_less_than_nothing() -> None:
    assert totals(("boy-soldiers", "gettysburg"), ("desertions",), "force-not-below-zero") == (7, 2)
    assert totals(("boy-soldiers", "yankees"), ("wire-and-land-mines",), "force-not-below-zero") == (2, 3)


@pytest.mark.rule("WBS-OPTION-FLOOR", "WBS-FORCE")
def test_neither_the_side_nor_the_order_of_the_cards_matters_to_what_strengthens_or_strikes_one() -> None:
    """With the floor it could: Gatling Guns and Land Mines, and two Armies below zero at once."""
    guns, mines = ("gatling-guns", "indian-allies", "boy-soldiers"), ("wire-and-land-mines",)
    assert totals(guns, mines, "force-not-below-zero") == (5, 3)
    assert totals(mines, guns, "force-not-below-zero") == (3, 5)
    for cards in (("gatling-guns", "boy-soldiers", "indian-allies"), ("gatling-guns", "indian-allies", "boy-soldiers")):
        assert totals(cards, ("desertions",), "force-not-below-zero") == (5, 2)


@pytest.mark.rule("WBS-FORCE")
def test_modifiers_are_listed_with_their_givers() -> None:
    (north, south) = force(rules(), laid(("yankees", "general-mcclellan"), ("desertions",)))
    (yankees, _) = north.cards
    assert (north.seat, south.seat) == (NORTH, SOUTH)
    assert (yankees.printed, yankees.force) == (4, 4)
    assert [(each.giver, each.amount) for each in yankees.modifiers] == [("general-mcclellan", 2), ("desertions", -2)]


@pytest.mark.rule("WBS-FORCE")
def test_a_bonus_counts_only_if_its_card_still_lies_there_when_both_have_passed() -> None:
    table = laid(north=("wounded",), south=("robert-e-lee", "fredericksburg used"))
    kept: Any = dict(happened(move(table, None), "force"))
    lost: Any = dict(happened(move(table, "wounded", "robert-e-lee"), "force"))
    assert (kept[SOUTH]["total"], lost[SOUTH]["total"]) == (7 + 6 + 2, 6)
