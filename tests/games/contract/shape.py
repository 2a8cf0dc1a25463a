"""The shape that a public value must have, so that canonical text can hold it."""

import json
import re
from collections.abc import Iterator
from typing import Any

KEY = re.compile(r"[a-z][a-z0-9_]{0,31}")
NOT_KEYS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
COLUMNS = 76
DEPTH = 12
LIMIT = 10**15


def faults(data: Any, depth: int = 2, in_list: bool = False, lead: int = 2) -> Iterator[str]:
    """Yield what canonical text could not hold; `public` is a key of the document's map, so its map is at depth 2."""
    if isinstance(data, dict | list) and depth > DEPTH:
        yield "too deep"
        return
    match data:
        case bool() | None:
            pass
        case int():
            if abs(data) >= LIMIT:
                yield f"{data} is too large"
        case str():
            if lead + len(json.dumps(data)) > COLUMNS:
                yield f"{data!r} does not fit a line"
        case dict():
            for key, value in data.items():
                if not isinstance(key, str) or not KEY.fullmatch(key) or key in NOT_KEYS:
                    yield f"{key!r} is no key"
                    continue
                nested = isinstance(value, dict | list)
                inner = 2 * depth if nested else 2 * (depth - 1) + len(key) + 2
                yield from faults(value, depth + nested, lead=inner)
        case list():
            if in_list:
                yield "a list directly in a list"
            for item in data:
                yield from faults(item, depth + isinstance(item, dict | list), True, lead=2 * depth)
        case _:
            yield f"{data!r} is a {type(data).__name__}"
