"""Every rule is cited by code, shown by a test and listed; every ruling has its test."""

from tests.games.citations import Citations

RULES = Citations("border_states", "BS")


def test_every_rule_is_listed_cited_and_shown() -> None:
    RULES.check_rules()


def test_every_rule_named_anywhere_is_listed() -> None:
    RULES.check_names()


def test_every_ruling_names_its_rule_and_its_test() -> None:
    RULES.check_rulings()
