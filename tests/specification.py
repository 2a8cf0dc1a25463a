"""What schemas/PROTOCOL.md says, taken apart: its tables, its blocks of text and its test vectors."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import inspect

ROOT = Path(__file__).parents[1]
PROTOCOL = ROOT / "schemas" / "PROTOCOL.md"
VECTORS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "vectors" / "specification.json").read_text(encoding="ascii")
)
BY_NAME = {vector["name"]: vector for vector in VECTORS}

_BLOCK = re.compile(r"(?ms)^<!-- ([a-z]+) ([a-z0-9-]+) -->\n```\w*\n(.*?)^```$")


def ids(vector: Any) -> str:
    return str(vector["name"])


def of_kind(*names: str) -> list[dict[str, Any]]:
    return [vector for vector in VECTORS if vector["kind"] in names]


def text() -> str:
    return PROTOCOL.read_text(encoding="utf-8")


def section(heading: str) -> str:
    """Return what stands under a heading, down to the next one of the same or a higher level."""
    level = heading.split(" ")[0]
    body = text().split(f"\n{heading}\n", 1)[1]
    return re.split(rf"(?m)^#{{1,{len(level)}}} ", body, maxsplit=1)[0]


def rows(part: str) -> list[tuple[str, ...]]:
    """Return the rows of all tables in a part of the text, headings left out, back-quotes taken off."""
    found = []
    lines = part.split("\n")
    for line, following in zip(lines, (*lines[1:], ""), strict=True):
        if line.startswith("| ") and not following.startswith("|-"):
            found.append(tuple(cell.replace("`", "").strip() for cell in line[1:].removesuffix("|").split("|")))
    return found


def field_tables() -> dict[str, list[tuple[str, ...]]]:
    """Return field and type of every table in sections 3.2 and 3.3, by the name in its heading."""
    tables = {}
    for part in re.split(r"(?m)^#### ", section("### 3.2 Kinds") + section("### 3.3 Rows"))[1:]:
        name = part.split("\n", 1)[0].strip("` ")
        tables[name] = [row[:2] for row in rows(part)]
    return tables


def type_names() -> dict[str, str]:
    """Return the name that section 3.1 gives to each pattern."""
    return {pattern: name for name, pattern, *_ in rows(section("### 3.1 Types"))}


def blocks(kind: str) -> dict[str, str]:
    """Return the blocks of text marked `<!-- kind name -->`, by name."""
    return {name: body for found, name, body in _BLOCK.findall(text()) if found == kind}


def vectors() -> dict[str, str]:
    """Return the results that section 13 states, by vector."""
    return {row[0]: row[1] for row in rows(section("## 13. Test vectors"))}


def cell(kind: inspect.Type, names: Mapping[str, str]) -> str:
    """Return how section 3 writes a type."""
    match kind:
        case inspect.LiteralType(values=(value,)):
            return f'"{value}"' if isinstance(value, str) else str(value)
        case inspect.LiteralType():
            return "answer"
        case inspect.StrType(pattern=str(pattern)):
            return names[pattern.removeprefix("^").removesuffix(r"$(?!\n)")]
        case inspect.StrType(max_length=int(most)):
            return f"string, at most {most}"
        case inspect.StrType():
            return "string"
        case inspect.IntType(ge=0, le=999_999_999_999_999):
            return "count"
        case inspect.IntType(ge=1, le=999_999_999_999_999):
            return "count from 1"
        case inspect.IntType(ge=None) | inspect.IntType(ge=-999_999_999_999_999):
            return "integer"
        case inspect.IntType(ge=least, le=most):
            return f"{least} to {most}"
        case inspect.VarTupleType(item_type=inspect.StrType(max_length=60)):
            return "text"
        case inspect.VarTupleType(item_type=item):
            return f"list of {cell(item, names)}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"map of {cell(key, names)} to {cell(value, names)}"
        case inspect.UnionType(types=types):
            parts = [cell(part, names) for part in types]
            return " or ".join(sorted(parts, key=lambda part: (part == "null", part)))
        case inspect.StructType(cls=cls):
            return row_name(cls)
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "any"
    raise AssertionError(kind)


def row_name(cls: type) -> str:
    """Return the name of a row type: HandleRow is a `handle row`, SlotHash a `slot hash`."""
    words = re.findall(r"[A-Z][a-z]+", cls.__name__)
    return " ".join(word.lower() for word in words) + ("" if words[-1] == "Row" else " row")


def fields(cls: type, names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return the rows of a field table as they have to be."""
    info: Any = inspect.type_info(cls)
    return [(field.encode_name, cell(field.type, names)) for field in info.fields]
