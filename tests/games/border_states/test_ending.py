import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.ending import cards_played, points, score
from adjudicator.games.border_states.public import Public
from tests.games.border_states.table import rules, started

LEVEL = ((-1, 0, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))


def table(tokens: tuple[tuple[int, ...], ...], *cards: int, presidents: tuple[bool, bool] = (True, True)) -> Public:
    public: Public = started().public
    states = tuple(replace(track, tokens=row) for track, row in zip(public.states, tokens, strict=True))
    counts = cards or (0, 0)
    forces = tuple(
        replace(force, characters=("bible", "change", "extra", "turn-up")[:count], president=ready)
        for force, count, ready in zip(public.forces, counts, presidents, strict=True)
    )
    return replace(public, states=states, forces=forces)


@pytest.mark.rule("BS-VICTORY")
def test_the_final_example_of_the_rulebook() -> None:
    """EX13: five tokens in Missouri and Kentucky, ten in the other three states, five in the centre."""
    tokens = ((-1, -1, -1, 0), (-2, -2, 0, 0), (0, 1, 1, 1), (0, 1, 1, 1), (1, 1, 1, 2))
    outcome = score(rules(), table(tokens))
    assert [(side.seat, side.points) for side in outcome.points] == [("union", 5), ("confederate", 10)]
    assert (outcome.winner, outcome.how, outcome.rule) == ("confederate", "score", "BS-VICTORY")


@pytest.mark.rule("BS-VICTORY")
def test_the_centre_scores_nothing() -> None:
    assert [side.points for side in points(table(((0, 0, 0, 0),) * 5))] == [0, 0]


@pytest.mark.rule("BS-VICTORY-TIES")
@pytest.mark.parametrize(
    ("public", "winner"),
    [
        pytest.param(lambda: table(((-1, 0, 0, 2), *LEVEL[1:])), "confederate", id="more tokens in Control"),
        pytest.param(lambda: table(LEVEL, 2, 1), "confederate", id="fewer cards"),
        pytest.param(
            lambda: table(LEVEL, 1, 1, presidents=(False, True)), "confederate", id="a President counts as a card"
        ),
        pytest.param(
            lambda: table(LEVEL, 1, 2, presidents=(False, True)), "union", id="both sorts are counted together"
        ),
        pytest.param(lambda: table(LEVEL), "union", id="the Union at last"),
    ],
)
def test_ties(public: object, winner: str) -> None:
    outcome = score(rules(), public())  # type: ignore[operator]
    assert (outcome.winner, outcome.rule) == (winner, "BS-VICTORY-TIES")


@pytest.mark.rule("BS-VICTORY-TIES", "BS-VARIANT-CHARACTERS")
def test_without_presidents_none_was_played() -> None:
    public = table(LEVEL, presidents=(False, True))
    assert cards_played(rules("without-characters"), public.forces[0]) == 0
    assert cards_played(rules(), public.forces[0]) == 1
