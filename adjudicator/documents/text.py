"""Canonical text: the one spelling in which a document is written, hashed and signed."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import astuple

from adjudicator.errors import DocumentError, InternalError, Problem

HEADER = "---\n"
MAX_BYTES = 65_536
MAX_COLUMNS = 76
MAX_DEPTH = 12  # nested lists and maps, the root map counted as 1
MAX_INTEGER = 999_999_999_999_999
MAX_STREAM_BYTES = 64 * 1024 * 1024

# An opened value stands six columns further right than its own canonical text: what is sealed must fit there too.
OPENED_INDENT = 6
OPENED_SCALAR = len("    value: ")

KEY = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)
# Words that YAML 1.1 readers take for booleans or null.
RESERVED_KEYS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})

_SHORT_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
QUOTED_ROOM = 8192
_QUOTED: dict[str, str] = {}  # names and digests come again and again
_TO_ESCAPE = re.compile(r'[^ !#-\[\]-~]')


def emit(value: Any) -> str:
    """Return the canonical text of a document: `---`, then its fields in the order of the type, final LF.

    `value` is a Struct or a dict; inside it Structs, tuples, lists, dicts, str, int, bool, None and enumerations of
    these. Raises InternalError for what has no canonical spelling, DocumentError for what is too large.
    """
    return Emitter(room=0).emit(value)


def emit_value(value: Any) -> str:
    """Return the canonical text of one value at indent 0, without a line end after its last line.

    One line for a scalar (a string with its quotes), `[]` or `{}`; the lines of the block, joined by LF, for a list or
    a map. Raises DocumentError if the value would not fit as the value of an opening.
    """
    return Emitter(room=0).emit_value(value)


def quote(text: str) -> str:
    """Return a string as it is written: in double quotes, printable ASCII, every other character escaped."""
    quoted = _QUOTED.get(text)
    if quoted is None:
        plain = text.isascii() and text.isprintable() and '"' not in text and "\\" not in text
        quoted = f'"{text}"' if plain else f'"{_TO_ESCAPE.sub(_escape, text)}"'
        if len(text) <= MAX_COLUMNS:
            if len(_QUOTED) >= QUOTED_ROOM:
                _QUOTED.clear()
            _QUOTED[text] = quoted
    return quoted


def columns(text: str) -> int:
    """Return how many columns a string takes as written, its quotes not counted."""
    return len(quote(text)) - 2


def split(text: str | bytes) -> list[str]:
    """Return the documents of a stream, each with its `---` line; nothing may stand before the first.

    The pieces are not read yet. Raises DocumentError for a stream that does not begin with `---` or is too large.
    """
    if len(text) > MAX_STREAM_BYTES:
        raise DocumentError(Problem("document/too-large", "the file is too large for a turn file",
                                    expected=f"at most {MAX_STREAM_BYTES} bytes", got=f"{len(text)} bytes"))
    # Latin-1 never fails: what is not ASCII is refused by the reader, which can name the line.
    whole = text.decode("latin-1") if isinstance(text, bytes) else text
    if not whole.startswith(HEADER):
        raise DocumentError(Problem("document/unreadable", "this is not a turn file", line=1,
                                    expected="--- as the first line", got=_excerpt(whole),
                                    fix="if it was copied from a mail, let the mail reader find the turn file in it"))
    return [HEADER + piece for piece in re.split(r"(?m)^---\n", whole)[1:]]


class Emitter:
    """Writes canonical text and remembers the blocks of parts that did not change.

    A frozen Struct or a tuple that is the same object (`is`) at the same indent is not written twice; so what such
    parts hold must never be changed in place. At most about twice `room` blocks are kept; 0 keeps none.
    """

    def __init__(self, room: int = 4096) -> None:
        self._room = room
        # (id, indent) -> (the object, its block); holding the object keeps its id from being given to another.
        self._young: dict[tuple[int, int], tuple[object, str]] = {}
        self._old: dict[tuple[int, int], tuple[object, str]] = {}

    def emit(self, value: Any) -> str:
        """Return the canonical text of a document; see `emit`."""
        if isinstance(value, (list, tuple)) or not isinstance(value, (Struct, dict)):
            _unwritable("a document is a map of fields", value)
        text = f"{HEADER}{self._block(value, 0)}\n"
        if len(text) > MAX_BYTES:
            raise DocumentError(Problem("document/too-large", "the document is too large",
                                        expected=f"at most {MAX_BYTES} bytes", got=f"{len(text)} bytes"))
        return text

    def emit_value(self, value: Any) -> str:
        """Return the canonical text of a value at indent 0; see the function `emit_value`."""
        scalar = _inline(value)
        if scalar is not None:
            if OPENED_SCALAR + len(scalar) > MAX_COLUMNS:
                _too_wide(scalar)
            return scalar
        block = self._block(value, OPENED_INDENT)
        return "\n".join(line[OPENED_INDENT:] for line in block.split("\n"))

    def _block(self, value: Any, indent: int) -> str:
        if not self._room or not isinstance(value, (Struct, tuple)):
            return self._written(value, indent)
        place = (id(value), indent)
        kept = self._old.get(place) or (value, self._written(value, indent))
        if not isinstance(value, Struct) or value.__struct_config__.frozen:
            self._young[place] = kept
            if len(self._young) >= self._room:
                self._old, self._young = self._young, {}
        return kept[1]

    def _written(self, value: Any, indent: int) -> str:
        if indent > 2 * (MAX_DEPTH - 1):
            _too_deep()
        if isinstance(value, (tuple, list)):
            return self._list(value, indent)
        if isinstance(value, Struct):
            prefixes, tag = _prefixes(type(value), indent)
            values: tuple[Any, ...] = astuple(value)
            return self._map(prefixes, values if tag is None else (tag, *values), indent)
        for key in value:
            _check_key(key)
        pad = " " * indent
        return self._map([f"{pad}{key}: " for key in value], value.values(), indent)

    def _map(self, prefixes: Iterable[str], values: Iterable[Any], indent: int) -> str:
        """Write fields; a prefix is a key as it stands on its line, up to the blank after the colon."""
        lines = []
        below = indent + 2
        young = self._young
        quoted = _QUOTED.get
        for prefix, value in zip(prefixes, values, strict=True):
            kind = type(value)
            if kind is str:
                line = prefix + (quoted(value) or quote(value))
            elif value is None:
                line = prefix + "null"
            elif kind is int and -MAX_INTEGER <= value <= MAX_INTEGER:
                line = f"{prefix}{value}"
            elif (kept := young.get((id(value), below))) is not None and kept[0] is value:
                lines.append(prefix[:-1] + "\n" + kept[1])
                continue
            else:
                scalar = _inline(value)
                if scalar is None:
                    lines.append(prefix[:-1] + "\n" + self._block(value, below))
                    continue
                if scalar == "[]" or scalar == "{}":
                    _check_depth(below)
                line = prefix + scalar
            if len(line) > MAX_COLUMNS:
                _too_wide(line)
            lines.append(line)
        return "\n".join(lines)

    def _list(self, values: Iterable[Any], indent: int) -> str:
        pad = " " * indent + "- "
        below = indent + 2
        young = self._young
        quoted = _QUOTED.get
        lines = []
        for value in values:
            if type(value) is str:
                line = pad + (quoted(value) or quote(value))
            elif (kept := young.get((id(value), below))) is not None and kept[0] is value:
                lines.append(pad + kept[1][below:])
                continue
            else:
                if isinstance(value, (tuple, list)):
                    _unwritable("a list may not stand directly in a list", value)
                scalar = _inline(value)
                if scalar is None:
                    lines.append(pad + self._block(value, below)[below:])
                    continue
                if scalar == "{}":
                    _check_depth(below)
                line = pad + scalar
            if len(line) > MAX_COLUMNS:
                _too_wide(line)
            lines.append(line)
        return "\n".join(lines)


def _inline(value: Any) -> str | None:
    """Return a value that is written on the line of its key, or None for a block."""
    kind = type(value)
    if kind is tuple or kind is list or kind is dict:
        return None if value else "{}" if kind is dict else "[]"
    if kind is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise DocumentError(Problem("document/too-large", "the number is too large",
                                        expected="at most 15 digits", got=f"about 2^{value.bit_length()}"))
        return str(value)
    if kind is str:
        return quote(value)
    if kind is bool:
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, Struct):
        return None if _prefixes(kind, 0)[0] else "{}"
    if isinstance(value, (tuple, list, dict)):
        return None if value else "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, Enum):
        return _inline(value.value)
    return _unwritable("a value of this type has no canonical text", value)


_PREFIXES: dict[tuple[type, int], tuple[tuple[str, ...], str | int | None]] = {}


def _prefixes(kind: type[Struct], indent: int) -> tuple[tuple[str, ...], str | int | None]:
    """Return the keys of a Struct type as they stand on their lines, and its tag, whose key then stands first."""
    known = _PREFIXES.get((kind, indent))
    if known is None:
        config = kind.__struct_config__
        names = kind.__struct_encode_fields__
        if config.tag is not None:
            names = (str(config.tag_field), *names)
        for name in names:
            _check_key(name)
        known = tuple(f"{' ' * indent}{name}: " for name in names), config.tag
        _PREFIXES[kind, indent] = known
    return known


def _check_key(key: Any) -> None:
    if type(key) is not str or not KEY.fullmatch(key) or key in RESERVED_KEYS:
        _unwritable("this cannot be the name of a field", key)


def _check_depth(indent: int) -> None:
    if indent > 2 * (MAX_DEPTH - 1):
        _too_deep()


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    code = ord(character)
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    if 0xD800 <= code <= 0xDFFF:
        _unwritable("half of a surrogate pair is no character", character)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _excerpt(text: str) -> str:
    return ascii(text.split("\n", 1)[0][:40])


def _unwritable(message: str, value: Any) -> NoReturn:
    raise InternalError(Problem("internal/unwritable", message, got=f"{ascii(value)[:60]} ({type(value).__name__})"))


def _too_deep() -> NoReturn:
    raise DocumentError(Problem("document/too-large", "lists and maps are nested too deeply",
                                expected=f"at most {MAX_DEPTH} levels"))


def _too_wide(line: str) -> NoReturn:
    raise DocumentError(Problem("document/too-large", "a line is too long",
                                expected=f"at most {MAX_COLUMNS} columns as written", got=line.strip()[:60],
                                fix="shorten the text; a letter that is not ASCII takes six columns"))
