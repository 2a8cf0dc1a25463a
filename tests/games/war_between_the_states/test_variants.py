"""The options of a game: which there are, and that no other is taken."""

import pytest

from adjudicator.errors import DocumentError
from adjudicator.games.war_between_the_states.variants import Variants, variants_of
from tests.games.war_between_the_states.table import OPTIONS


@pytest.mark.rule(
    "WBS-OPTION-PASSES", "WBS-OPTION-TARGETS", "WBS-OPTION-RETURN", "WBS-OPTION-CAVALRY", "WBS-OPTION-FLOOR"
)
def test_each_option_switches_one_variant() -> None:
    assert variants_of(()) == Variants(False, False, False, False, False)
    assert variants_of(OPTIONS) == Variants(True, True, True, True, True)
    switched = [variants_of((option,)) for option in OPTIONS]
    assert len(set(switched)) == len(OPTIONS) == 5
    assert variants_of(("any-target",)).any_target


@pytest.mark.parametrize("options", [("soldiers-battle",), ("any-target=yes",), ("any-target", "any-target")])
def test_other_options_are_refused(options: tuple[str, ...]) -> None:
    with pytest.raises(DocumentError, match="any-target"):
        variants_of(options)
