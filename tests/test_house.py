"""The house: who may import whom, what the pure rooms may not touch, how large and how named a module may be."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.purity import impurities

# layer: the layers that it may import besides itself; the third-party packages. The standard library is free.
LAYERS: dict[str, tuple[str, str]] = {
    "documents": ("", "yaml jsonschema cryptography msgspec"),
    "engine": ("", "msgspec"),
    "games": ("engine", "msgspec"),
    "protocol": ("documents engine", "cryptography msgspec"),
    "catalogue": ("documents engine games", ""),
    "store": ("documents protocol", ""),
    "mail": ("documents", ""),
    "archive": ("documents engine protocol catalogue store", ""),
    "roles": ("documents engine protocol catalogue store mail archive", ""),
    "cli": ("roles", "click rich"),
    # Open to all, and resting on nothing.
    "errors": ("", ""),
    "names": ("", "msgspec"),
    # `python -m adjudicator`
    "__main__": ("cli", ""),
    # The package itself holds only its version.
    "": ("", ""),
}
OPEN = ("errors", "names", "")
# Packages whose parts never import each other.
APART = ("games",)
PURE = ("engine", "games", "protocol.ledger", "protocol.tree", "protocol.confirmation")
NOT_NAMES = re.compile(r"(^|_)(utils?|helpers?|managers?|base|common|misc)$")
MAX_LINES = 300

PACKAGE = Path(__file__).parent.parent / "adjudicator"
Imports = dict[str, list[tuple[int, str]]]


def modules(package: Path) -> dict[str, Path]:
    """Return every module below `package` by its dotted name, relative to the package ("" is the package)."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(tree: ast.Module, package: str, known: dict[str, Path]) -> Iterator[tuple[int, str]]:
    """Yield line and full name of every import, those inside functions and those by name included."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(level=level) if level:
                yield node.lineno, "."
            case ast.ImportFrom(str(module), names):
                for alias in names:
                    full = f"{module}.{alias.name}"
                    yield node.lineno, full if full.removeprefix(f"{package}.") in known else module
            case ast.Call(ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"),
                          [ast.Constant(str(name)), *_]):  # fmt: skip
                yield node.lineno, name


def relative(name: str, package: str) -> str | None:
    """Return a module's name inside the package, or None for one from outside."""
    if name == package:
        return ""
    return name.removeprefix(f"{package}.") if name.startswith(f"{package}.") else None


def import_fault(module: str, name: str, package: str) -> str:
    """Return what is wrong with an import, or nothing."""
    if name == ".":
        return "imports relatively"
    layer, inside = module.split(".")[0], relative(name, package)
    if layer not in LAYERS:
        return "is in no layer of the table"
    layers, third_party = (words.split() for words in LAYERS[layer])
    if inside is None:
        top = name.split(".")[0]
        return "" if top in sys.stdlib_module_names or top in third_party else f"imports {name}"
    target = inside.split(".")[0]
    if target == layer and layer in APART:
        return "" if inside.split(".")[1:2] == module.split(".")[1:2] else f"imports its neighbour {inside}"
    return "" if target in (*OPEN, *layers, layer) else f"imports {inside}"


def circle(graph: dict[str, list[str]]) -> str:
    """Return a circle of imports, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return " - ".join(name or "the package" for name in error.args[1])
    return ""


def is_pure(module: str) -> bool:
    """Return whether a module belongs to the pure rooms; `protocol.ledger_barrier` belongs to the ledger."""
    return any(module == room or module.startswith((f"{room}.", f"{room}_")) for room in PURE)


def faults(package: Path) -> Iterator[str]:
    """Yield everything that is wrong with the house."""
    known = modules(package)
    graph: dict[str, list[str]] = {}
    for module, path in known.items():
        text = path.read_text("utf-8")
        tree, place = ast.parse(text), path.relative_to(package.parent).as_posix()
        if tree.body and not ast.get_docstring(tree):
            yield f"{place}: has no docstring"
        if text.count("\n") > MAX_LINES:
            yield f"{place}: has more than {MAX_LINES} lines"
        if NOT_NAMES.search(module.split(".")[-1]):
            yield f"{place}: is named for nothing"
        if module.split(".")[0] not in LAYERS:
            yield f"{place}: is in no layer of the table"
        found = list(imports(tree, package.name, known))
        for line, name in found:
            fault = import_fault(module, name, package.name)
            if fault:
                yield f"{place}:{line}: {fault}"
        inside = [relative(name, package.name) for _, name in found]
        graph[module] = [name for name in inside if name is not None and name in known]
        if is_pure(module):
            yield from (f"{place}:{line}: {fault}" for line, fault in impurities(tree))
    if ring := circle(graph):
        yield f"circle: {ring}"


def test_the_house_is_in_order() -> None:
    assert list(faults(PACKAGE)) == []


def test_the_table_names_every_layer_of_the_design() -> None:
    layers = {word for allowed, _ in LAYERS.values() for word in allowed.split()}
    assert layers <= set(LAYERS)
    assert not circle({layer: allowed.split() for layer, (allowed, _) in LAYERS.items()})


DOC = '"""A module."""\n'
SOUND = {
    "__init__.py": DOC + '__version__ = "1"\n',
    "errors.py": DOC,
    "names.py": DOC + "from msgspec import Meta\n",
    "engine/__init__.py": DOC,
    "engine/dice.py": DOC + "from adjudicator import errors\nfrom adjudicator.names import Seat\nimport hashlib\n",
    "games/__init__.py": DOC,
    "games/one/__init__.py": DOC + "from adjudicator.games.one.board import draw\n",
    "games/one/board.py": DOC + "from adjudicator.engine.dice import roll\n",
    "games/two/__init__.py": DOC,
    "protocol/chains.py": DOC + "import os\nimport cryptography\n",
    "protocol/ledger.py": DOC,
    "cli/entry.py": DOC + "def run():\n    from adjudicator.roles import player\n",
    "roles/__init__.py": DOC,
    "roles/player.py": DOC,
}


def build(folder: Path, files: dict[str, str]) -> Path:
    """Write a small package and return its folder."""
    package = folder / "adjudicator"
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return package


def test_a_sound_house_has_no_faults(tmp_path: Path) -> None:
    assert list(faults(build(tmp_path, SOUND))) == []


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("cli/show.py", "def run():\n    from adjudicator.engine import dice\n", "cli/show.py:3: imports engine.dice"),
        ("cli/lazy.py", "import importlib\nM = importlib.import_module('adjudicator.store')\n", "imports store"),
        ("engine/x.py", "from adjudicator.games.one import board\n", "imports games.one.board"),
        ("engine/x.py", "import yaml\n", "imports yaml"),
        ("engine/x.py", "from . import dice\n", "imports relatively"),
        ("games/two/x.py", "import adjudicator.games.one.board\n", "imports its neighbour games.one.board"),
        ("errors.py", "import msgspec\n", "imports msgspec"),
        ("cellar/x.py", "", "is in no layer"),
        ("engine/dice.py", "from adjudicator.engine import x\n", ""),
        ("engine/utils.py", "", "is named for nothing"),
        ("roles/key_helpers.py", "", "is named for nothing"),
        ("roles/long.py", "x = 1\n" * 300, "has more than 300 lines"),
        ("engine/x.py", "import os\n", "imports os"),
        ("engine/x.py", "def now():\n    from datetime import date\n", "imports datetime"),
        ("protocol/ledger.py", "import random\n", "imports random"),
        ("protocol/ledger/x.py", "import time\n", "imports time"),
        ("engine/x.py", "text = open('x').read()\n", "calls open"),
        ("engine/x.py", "place = hash('x')\n", "calls hash"),
        ("engine/x.py", "half = 0.5\n", "has a float literal"),
        ("engine/x.py", "one = float('1')\n", "names float"),
        ("engine/x.py", "half = 1 / 2\n", "divides into a float"),
        ("engine/x.py", "for x in {1, 2}:\n    pass\n", "iterates over a set"),
        ("engine/x.py", "rows = [x for x in set('ab')]\n", "iterates over a set"),
        ("engine/x.py", "def f(a: frozenset[str]):\n    return tuple(a)\n", "gives a set to tuple"),
        ("engine/x.py", "def f(a):\n    b = set(a)\n    for x in b - {1}:\n        pass\n", "iterates over a set"),
        ("engine/x.py", "def f(a, b):\n    return [*(a.keys() & b.keys())]\n", "unpacks a set"),
        ("engine/x.py", "def f(a: set[int]):\n    return a.pop()\n", "pops from a set"),
        ("engine/x.py", "def f(a: set[str]):\n    return min(a, key=len)\n", "ties are in no order"),
        ("engine/x.py", "class A:\n    b: frozenset[str]\n    def f(self):\n        return list(self.b)\n",
         "gives a set to list"),
        ("engine/x.py", "def f() -> set[str]: ...\ndef g():\n    return ','.join(f())\n", "gives a set to join"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(tmp_path: Path, name: str, text: str, fault: str) -> None:
    found = list(faults(build(tmp_path, {**SOUND, name: DOC + text})))
    assert [line for line in found if fault in line] == found
    assert bool(found) == bool(fault)


def test_a_module_without_a_docstring_is_found(tmp_path: Path) -> None:
    package = build(tmp_path, {**SOUND, "engine/x.py": "x = 1\n"})
    assert list(faults(package)) == ["adjudicator/engine/x.py: has no docstring"]


def test_a_circle_is_found(tmp_path: Path) -> None:
    one, two = "from adjudicator.roles import two\n", "def f():\n    from adjudicator.roles.one import x\n"
    package = build(tmp_path, {**SOUND, "roles/one.py": DOC + one, "roles/two.py": DOC + two})
    assert list(faults(package)) == ["circle: roles.one - roles.two - roles.one"]


@pytest.mark.parametrize(
    "text",
    [
        "def f(a: set[int]):\n    return sorted(a), len(a), 1 in a, min(a), tuple(sorted(a))\n",
        "def f(a: set[int]):\n    return sorted(x + 1 for x in a), any(x for x in a), {x for x in a}, {*a, 1}\n",
        "def f(a: set[int], b: set[int]):\n    return sorted((*a, *b)), a <= b, frozenset(list(a))\n",
        "def f(a: list[int]):\n    a = [x for x in a]\n    return a.pop(), max(a, key=abs), 7 // 2\n",
        "def f(a: dict[str, int]):\n    return [x for x in a.keys()]\n",
    ],
)
def test_what_fixes_the_order_is_allowed(tmp_path: Path, text: str) -> None:
    assert list(faults(build(tmp_path, {**SOUND, "engine/x.py": DOC + text}))) == []
