"""The JSON Schemas of all documents, and of each game's orders and public value. Run as a module, it writes them."""

from pathlib import Path
from typing import Any

from adjudicator.catalogue.games import MODULES, open_engine, rule_set
from adjudicator.documents.schemas import write_schemas

SCHEMAS = Path(__file__).parents[2] / "schemas"


def game_types(name: str) -> dict[str, Any]:
    """Return the types of a game's orders by kind, and of its public value as `public`."""
    rules = rule_set(name)
    engine = open_engine(rules, rules.seats, ())
    return {**engine.orders, "public": engine.public}


def write_all(folder: Path) -> list[Path]:
    """Write every schema below `folder`: documents in it, each game in a folder of its own. Returns the files."""
    written = write_schemas(folder)
    for name in sorted(MODULES):
        (folder / name).mkdir(parents=True, exist_ok=True)
        written.extend(write_schemas(folder / name, game_types(name)))
    return written


if __name__ == "__main__":
    for file in write_all(SCHEMAS):
        print(file)
