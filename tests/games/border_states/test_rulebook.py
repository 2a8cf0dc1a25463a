"""Every rule is cited by code, shown by a test and listed; every ruling has its test."""

import ast
import importlib
import pkgutil
import re
from pathlib import Path

import adjudicator.games.border_states as package
from adjudicator.engine.citation import rules_of
from tests.games.border_states.table import DATA, document

TESTS = Path(__file__).parent


def cited() -> set[str]:
    found: set[str] = set()
    for module in pkgutil.iter_modules(package.__path__):
        names = vars(importlib.import_module(f"{package.__name__}.{module.name}"))
        for value in names.values():
            if callable(value):
                found |= set(rules_of(value))
    return found


def shown() -> tuple[set[str], set[str]]:
    """Return the rules that tests are marked with, and the names of the tests."""
    rules: set[str] = set()
    names: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            names.add(node.name)
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    rules |= {ast.literal_eval(argument) for argument in mark.args}
    return rules, names


def test_every_rule_is_listed_cited_and_shown() -> None:
    listed = [entry["id"] for entry in document("rulebook.yaml")]
    assert len(listed) == len(set(listed))
    assert cited() == set(listed)
    still_open = {entry["id"] for entry in document("rulebook.yaml") if "open" in entry}
    rules, _ = shown()
    assert rules <= set(listed)
    assert set(listed) - rules <= still_open


def test_every_rule_named_anywhere_is_listed() -> None:
    listed = {entry["id"] for entry in document("rulebook.yaml")}
    named: set[str] = set()
    for path in DATA.parent.glob("*.py"):
        named |= set(re.findall(r'"(BS(?:-[A-Z0-9]+)+)"', path.read_text(encoding="utf-8")))
    assert named <= listed


def test_every_ruling_names_its_rule_and_its_test() -> None:
    listed = {entry["id"] for entry in document("rulebook.yaml")}
    _, names = shown()
    rulings = document("rulings.yaml")
    assert len({entry["id"] for entry in rulings}) == len(rulings)
    for entry in rulings:
        assert set(entry) == {"id", "rule", "ruling", "why", "test"}
        assert entry["rule"] in listed
        assert entry["test"] in names, entry["test"]
