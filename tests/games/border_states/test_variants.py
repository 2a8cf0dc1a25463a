import pytest

from adjudicator.errors import DocumentError
from adjudicator.games.border_states.variants import Variants, variants_of


@pytest.mark.rule(
    "BS-VARIANT-CHARACTERS", "BS-VARIANT-PRESIDENTS", "BS-VARIANT-ATTRITION", "BS-VARIANT-SPLIT", "BS-VARIANT-SPACE"
)
def test_options_choose_variants() -> None:
    assert variants_of(()) == Variants()
    assert variants_of(("without-characters",)) == Variants(characters=False, presidents=False)
    assert variants_of(("presidents-only",)) == Variants(characters=False)
    every = ("attrition", "artillery-any-space", "cube-split=intensity", "deterministic")
    assert variants_of(every) == Variants(deterministic=True, attrition=True, split="intensity", any_space=True)


@pytest.mark.parametrize(
    "options",
    [
        ("without-characters", "presidents-only"),
        ("cube-split=count", "cube-split=intensity"),
        ("cube-split",),
        ("cube-split=colour",),
        ("attrition=1",),
        ("attrition=",),
        ("fog",),
    ],
)
def test_other_options_are_refused(options: tuple[str, ...]) -> None:
    with pytest.raises(DocumentError) as caught:
        variants_of(options)
    (problem,) = caught.value.problems
    assert (problem.code, problem.pointer) == ("document/schema", "options")
    assert problem.expected
