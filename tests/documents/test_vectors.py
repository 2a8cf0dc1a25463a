from pathlib import Path

import pytest

from adjudicator.documents.keys import KeyPair
from adjudicator.documents.signed import parse, verify
from adjudicator.errors import AdjudicatorError

VECTORS = Path(__file__).parents[1] / "vectors"
KEY = KeyPair.from_seed(bytes(range(32))).key
FILES = sorted([*VECTORS.glob("text/*.yaml"), *VECTORS.glob("signature/*.yaml")])


def test_there_are_vectors() -> None:
    assert len(FILES) > 80
    assert KEY.text in (VECTORS / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_vector(file: Path) -> None:
    first, data = file.read_bytes().split(b"\n", 1)
    expected = first.decode("ascii").removeprefix("# expect: ")
    try:
        signed = parse(data)
        if signed.signature is not None:
            verify(signed, KEY)
    except AdjudicatorError as error:
        assert {problem.code for problem in error.problems} == {expected}, error
        if expected.startswith("document/"):
            assert all(problem.line for problem in error.problems if problem.code != "document/too-large")
    else:
        assert expected == f"ok {signed.id}"
        assert signed.file_text.encode("ascii") == data
