"""Problems as people see them, and the exception that each of them becomes."""

import pytest

from adjudicator.errors import (
    FAMILIES,
    AdjudicatorError,
    DocumentError,
    InternalError,
    OrderError,
    Problem,
    ProofError,
    SequenceError,
    TransportError,
    error_of,
)

FORBIDDEN = Problem(
    code="order/BS-COMBAT-I",
    message="2-i-iii is not among your blocks",
    file="orders.yaml",
    line=2,
    expected="1-i, 2-i-ii, ambush",
    fix="show one of these",
    rule="BS-COMBAT-I",
)


def test_a_problem_says_place_reason_and_remedy() -> None:
    assert FORBIDDEN.text() == (
        "orders.yaml:2: error: 2-i-iii is not among your blocks [BS-COMBAT-I] (order/BS-COMBAT-I)\n"
        "  expected: 1-i, 2-i-ii, ambush\n"
        "  fix: show one of these"
    )


def test_a_problem_without_a_place_is_only_a_sentence() -> None:
    assert Problem("proof/link", "the link does not fit", "warning").text() == (
        "warning: the link does not fit (proof/link)"
    )


@pytest.mark.parametrize(
    ("kind", "exit_code"),
    [
        (DocumentError, 3),
        (OrderError, 4),
        (ProofError, 5),
        (SequenceError, 6),
        (TransportError, 7),
        (InternalError, 70),
    ],
)
def test_each_class_has_its_exit_code(kind: type[AdjudicatorError], exit_code: int) -> None:
    assert kind.exit_code == exit_code
    assert issubclass(kind, AdjudicatorError)


@pytest.mark.parametrize(("family", "kind"), FAMILIES.items())
def test_the_first_code_decides_the_class(family: str, kind: type[AdjudicatorError]) -> None:
    problems = [Problem(f"{family}/one", "first"), Problem("document/schema", "second")]
    error = error_of(iter(problems))
    assert type(error) is kind
    assert error.problems == tuple(problems)
    assert str(error) == "\n".join(problem.text() for problem in problems)


def test_an_error_is_located_once() -> None:
    error = ProofError([FORBIDDEN, Problem("proof/link", "the link does not fit")]).located("turn.yaml")
    assert type(error) is ProofError
    assert [problem.file for problem in error.problems] == ["orders.yaml", "turn.yaml"]
