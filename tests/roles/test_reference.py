"""Looking up rules and their rulings."""

import pytest

from adjudicator.errors import DocumentError
from adjudicator.roles.reference import rules


def test_every_rule_of_the_rulebook_is_listed_with_its_own_rulings():
    entries = {entry.id: entry for entry in rules("border-states", None)}
    assert entries["BS-COMBAT-I"].heading
    assert any("one-sealed-choice" in line for line in entries["BS-COMBAT-I"].rulings)
    assert not set(entries["BS-COMBAT-I"].rulings) & set(entries["BS-COMBAT-III"].rulings)


def test_one_rule_is_found_in_any_case_and_a_near_one_named():
    assert [entry.id for entry in rules("border-states", "bs-combat-i")] == ["BS-COMBAT-I"]
    with pytest.raises(DocumentError) as caught:
        rules("border-states", "BS-COMBATT-I")
    assert "BS-COMBAT-I" in caught.value.problems[0].expected


def test_a_games_name_stands_for_all_its_rules():
    assert rules(None, "war-between-the-states") == rules("war-between-the-states", None)
    assert rules("border-states", "border-states") == rules("border-states", None)
    with pytest.raises(DocumentError):
        rules("border-states", "war-between-the-states")
