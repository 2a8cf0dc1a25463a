"""What rulebook, code and tests of a game say of each other: rules listed, cited and shown, rulings with tests."""

import ast
import importlib
import pkgutil
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from adjudicator.engine.citation import rules_of

GAMES = Path(__file__).parent


@dataclass(frozen=True)
class Citations:
    """The rules of one game: `package` is the name of its package below `games`, `prefix` begins its rule ids."""

    package: str
    prefix: str

    @property
    def code(self) -> Path:
        """Return the folder of the game's code."""
        return GAMES.parents[1] / "adjudicator" / "games" / self.package

    def document(self, name: str) -> Any:
        """Return a data file of the game."""
        return yaml.safe_load((self.code / "data" / name).read_text(encoding="utf-8"))

    def listed(self) -> list[str]:
        """Return the rules that the rulebook lists."""
        return [entry["id"] for entry in self.document("rulebook.yaml")]

    def cited(self) -> set[str]:
        """Return the rules that functions are marked with."""
        name = f"adjudicator.games.{self.package}"
        found: set[str] = set()
        for module in pkgutil.iter_modules(importlib.import_module(name).__path__):
            for value in vars(importlib.import_module(f"{name}.{module.name}")).values():
                if callable(value):
                    found |= set(rules_of(value))
        return found

    def named(self) -> set[str]:
        """Return every rule that the code names."""
        pattern = re.compile(rf'"({self.prefix}(?:-[A-Z0-9]+)+)"')
        return {rule for path in self.code.glob("*.py") for rule in pattern.findall(path.read_text(encoding="utf-8"))}

    def shown(self) -> tuple[set[str], set[str]]:
        """Return the rules that tests are marked with, and the names of the tests."""
        rules: set[str] = set()
        names: set[str] = set()
        for path in (GAMES / self.package).glob("test_*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                    continue
                names.add(node.name)
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        rules |= {ast.literal_eval(argument) for argument in mark.args}
        return rules, names

    def check_rules(self) -> None:
        """Fail unless every rule is listed, cited, and shown by a test or open."""
        listed = self.listed()
        assert len(listed) == len(set(listed))
        assert self.cited() == set(listed)
        still_open = {entry["id"] for entry in self.document("rulebook.yaml") if "open" in entry}
        rules, _ = self.shown()
        assert rules <= set(listed)
        assert set(listed) - rules <= still_open

    def check_names(self) -> None:
        """Fail if the code names a rule that is not listed."""
        assert self.named() <= set(self.listed())

    def check_rulings(self) -> None:
        """Fail unless every ruling names its rule and its test."""
        listed, (_, names) = self.listed(), self.shown()
        rulings = self.document("rulings.yaml")
        assert len({entry["id"] for entry in rulings}) == len(rulings)
        for entry in rulings:
            assert set(entry) == {"id", "rule", "ruling", "why", "test"}
            assert entry["rule"] in listed, entry["rule"]
            assert entry["test"] in names, entry["test"]
