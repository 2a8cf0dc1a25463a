"""The lenient reader of the files that players write: any YAML style, comments welcome, no surprises.

Every scalar is read as text and only then taken for what the field wants: `no`, `0042`, `12:30` stay what they say.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import msgspec

from adjudicator.documents.composing import Composer, Lines
from adjudicator.documents.schemas import explain, explain_or_unknown, meant, resolved, schema_of
from adjudicator.documents.text import MAX_BYTES
from adjudicator.errors import DocumentError, Problem

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)
_CANONICAL_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}", re.ASCII)
_NULLS = ("", "~", "null", "Null", "NULL")
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}
_SURROGATE = re.compile("[\ud800-\udfff]")


class Scalar(str):
    """A scalar as it was written, and whether it was written without quotes."""

    plain: bool = False


class OrdersComposer(Composer):
    """Takes every style; all scalars stay text."""

    def key(self, event: Any, text: str) -> str:
        """Return the name of a field, whatever it is: unknown names are refused by the schema."""
        if _SURROGATE.search(text):
            self.refuse(event, "half of a surrogate pair is no character", got=text)
        return text

    def scalar(self, event: Any, text: str) -> Scalar:
        """Return the text of a scalar."""
        scalar = Scalar(self.key(event, text))
        scalar.plain = not event.style
        return scalar

    def refuse(self, event: Any, message: str, *, code: str = "document/unreadable", expected: str = "",
               got: str = "", fix: str = "") -> NoReturn:
        """Raise the DocumentError that names the line of `event`: this file need not be canonical, only clear."""
        super().refuse(event, message, code=code, expected=expected, got=got, fix=fix)


def read_orders(data: bytes, kind: Any, parser: Any = None, called: Callable[[Any], Any] = lambda value: value) -> Any:
    """Return the order in a player's file as a value of type `kind`.

    `called` may put other words for some of those that stand in the file, before they are taken for anything.
    Raises DocumentError with all problems of the file, and nothing else: document/too-large, /unreadable, /schema.
    """
    value, lines = read_loosely(data, parser)
    value = called(value)
    schema = schema_of(kind)
    fitted = _fitted(schema, schema, value)
    try:
        return msgspec.convert(fitted, kind)
    except msgspec.ValidationError:
        raise DocumentError(explain_or_unknown(explain(kind, fitted, lines))) from None


def read_loosely(data: bytes, parser: Any = None) -> tuple[Any, Lines]:
    """Return the dicts, lists and scalars of a player's file, and the line of each."""
    if len(data) > MAX_BYTES:
        raise DocumentError(Problem("document/too-large", "the file is too large",
                                    expected=f"at most {MAX_BYTES} bytes", got=f"{len(data)} bytes"))
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(Problem("document/unreadable", "this is not UTF-8 text",
                                    line=len(data[:error.start].splitlines()) or 1,
                                    fix="save the file as UTF-8")) from None
    if "\ufeff" in text:  # the two parsers disagree on it
        raise DocumentError(Problem("document/unreadable", "there is a byte order mark in the middle of the file",
                                    line=text.count("\n", 0, text.index("\ufeff")) + 1,
                                    fix="delete the line and write it again"))
    lines: Lines = {}
    return OrdersComposer(text, lines, parser).compose(), lines


def _fitted(root: Mapping[str, Any], schema: Mapping[str, Any], value: Any) -> Any:
    """Return `value`, its scalars taken for what the schema wants; what does not fit is left for the error."""
    schema = resolved(root, schema)
    if isinstance(value, Scalar):
        return _scalar([*_branches(root, schema)], value)
    if "anyOf" in schema:
        schema = meant(root, schema, value) or {}
    if isinstance(value, dict):
        fields, others = schema.get("properties", {}), schema.get("additionalProperties")
        others = others if isinstance(others, dict) else {}
        return {key: _fitted(root, fields.get(key, others), part) for key, part in value.items()}
    first, rest = schema.get("prefixItems", []), schema.get("items")
    rest = rest if isinstance(rest, dict) else {}
    return [_fitted(root, first[n] if n < len(first) else rest, part) for n, part in enumerate(value)]


def _branches(root: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    schema = resolved(root, schema)
    if "anyOf" not in schema:
        yield schema
        return
    for branch in schema["anyOf"]:
        yield from _branches(root, branch)


def _scalar(branches: list[Mapping[str, Any]], scalar: Scalar) -> Any:
    text = str(scalar)
    types = {branch.get("type", "enum" if "enum" in branch or "const" in branch else "any") for branch in branches}
    words = [word for branch in branches for word in [*branch.get("enum", []), *([branch["const"]] if "const" in branch
                                                                                   else [])]]
    if scalar.plain and text in _NULLS and types & {"null", "any"}:
        return None
    for word in words:
        if text == (word if isinstance(word, str) else str(word)):
            return word
    if types & {"integer", "number"} and _INTEGER.fullmatch(text):
        return int(text)
    if "boolean" in types and text.lower() in _BOOLEANS:
        return _BOOLEANS[text.lower()]
    if "any" in types and scalar.plain:
        # Of unknown type: only what canonical text itself would write without quotes.
        if text in ("true", "false"):
            return text == "true"
        return int(text) if _CANONICAL_INTEGER.fullmatch(text) else text
    return text
