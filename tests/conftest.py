"""Tests marked `soak` run only when they are asked for by `-m soak`; the toy game can be put into the catalogue."""

import pytest

from adjudicator.catalogue import games


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "soak" in config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="only with -m soak"))


@pytest.fixture
def toy_in_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.MODULES, "toy", "tests.toy")
