"""From YAML events to values: what the strict reader of documents and the lenient reader of orders have in common.

Both refuse whatever could be read in two ways or grow without bound: anchors, aliases, tags, duplicate keys, several
documents, deep nesting. The two parsers of PyYAML, in C and in Python, give the same results here.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NoReturn

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from adjudicator.documents.text import MAX_DEPTH
from adjudicator.errors import DocumentError, Problem

# Where in a document a value stands: field names and list places from 0. And the line of each, counted from 1.
Place = tuple[str | int, ...]
Lines = dict[Place, int]


class PureParser(Reader, Scanner, Parser):
    """The parser of PyYAML that is written in Python."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


@cache
def parser_type() -> Any:
    """Return the parser written in C where PyYAML was built with it, else the one in Python."""
    if yaml.__with_libyaml__:
        from yaml import cyaml

        return cyaml.CParser  # type: ignore[attr-defined]  # the stubs do not name it
    return PureParser


class Composer:
    """Reads one document from YAML text; subclasses say which scalars and which styles they take."""

    flow = True  # whether [a, b] and {a: b} are taken; the empty [] and {} always are

    def __init__(self, text: str, lines: Lines | None = None, parser: Any = None) -> None:
        self._text = text
        self._lines = lines
        self._parser = parser or parser_type()

    def compose(self) -> Any:
        """Return the document's value. Raises DocumentError, and nothing else, for any text."""
        try:
            return self._document()
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
            words = getattr(error, "problem", None) or getattr(error, "reason", None) or "unknown syntax"
            raise DocumentError(Problem("document/unreadable", "this is not YAML that can be read",
                                        line=mark.line + 1 if mark else 0, got=ascii(str(words))[1:-1],
                                        fix="indent with blanks, not tabs" if "\\t" in str(words) else "")) from None
        except (ValueError, OverflowError, RecursionError):  # the Python parser on escapes beyond the last character
            raise DocumentError(Problem("document/unreadable", "this is not YAML that can be read",
                                        got="an escape that is no character")) from None

    def _document(self) -> Any:
        parser = self._parser(self._text)
        self._next: Callable[[], Any] = parser.get_event
        self._next()
        event = self._next()
        if not isinstance(event, DocumentStartEvent):
            self.refuse(event, "the document is empty", code="document/unreadable")
        if event.version or event.tags:
            self.refuse(event, "a YAML directive is not allowed here", fix="remove the line that begins with %")
        value = self._value(self._next(), (), 1)
        event = self._next()
        if isinstance(event, DocumentEndEvent) and event.explicit:
            self.refuse(event, "an end mark is not allowed here", fix="remove the line ...")
        event = self._next()
        if not isinstance(event, StreamEndEvent):
            self.refuse(event, "there is a second document in this text", code="document/unreadable",
                        expected="one document", fix="remove the second --- and what follows it")
        return value

    def _value(self, event: Any, place: Place, depth: int) -> Any:
        kind = type(event)
        if kind is ScalarEvent and self._lines is None and event.anchor is None and event.tag is None:
            return self.scalar(event, event.value)
        if kind is AliasEvent:
            self.refuse(event, "an alias is not allowed", got=f"*{event.anchor}", fix="write the value out")
        if event.anchor is not None:
            self.refuse(event, "an anchor is not allowed", got=f"&{event.anchor}", fix="remove it")
        if event.tag is not None:
            self.refuse(event, "a tag is not allowed", got=event.tag, fix="remove it")
        if self._lines is not None:
            self._lines.setdefault(place, event.start_mark.line + 1)
        if kind is ScalarEvent:
            return self.scalar(event, event.value)
        if depth > MAX_DEPTH:
            self.refuse(event, "lists and maps are nested too deeply", code="document/too-large",
                        expected=f"at most {MAX_DEPTH} levels")
        if kind is MappingStartEvent:
            return self._map(event, place, depth)
        return self._list(event, place, depth)

    def _map(self, start: Any, place: Place, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        following = self._next
        while type(event := following()) is not MappingEndEvent:
            if start.flow_style and not self.flow:
                self._refuse_flow(start)
            if type(event) is not ScalarEvent or event.anchor is not None or event.tag is not None:
                self.refuse(event, "this cannot be the name of a field", expected="a plain word")
            key = self.key(event, event.value)
            if key in found:
                self.refuse(event, f"{key} is written twice", code="document/unreadable", fix="remove one of the two")
            below = place if self._lines is None else (*place, key)
            if self._lines is not None:
                mark: Any = event.start_mark
                self._lines[below] = mark.line + 1
            found[key] = self._value(following(), below, depth + 1)
        return found

    def _list(self, start: Any, place: Place, depth: int) -> list[Any]:
        found: list[Any] = []
        while type(event := self._next()) is not SequenceEndEvent:
            if start.flow_style and not self.flow:
                self._refuse_flow(start)
            if type(event) is SequenceStartEvent and not self.flow:
                self.refuse(event, "a list may not stand directly in a list")
            below = place if self._lines is None else (*place, len(found))
            found.append(self._value(event, below, depth + 1))
        return found

    def _refuse_flow(self, event: Any) -> NoReturn:
        self.refuse(event, "[...] and {...} are not allowed here unless empty", fix="write one item a line")

    def key(self, event: Any, text: str) -> str:
        """Return the name of a field."""
        return text

    def scalar(self, event: Any, text: str) -> Any:
        """Return the value of a scalar."""
        raise NotImplementedError

    def refuse(self, event: Any, message: str, *, code: str = "document/not-canonical", expected: str = "",
               got: str = "", fix: str = "") -> NoReturn:
        """Raise the DocumentError that names the line of `event`."""
        mark = event.start_mark
        raise DocumentError(Problem(code, message, line=mark.line + 1 if mark else 0, expected=expected,
                                    got=ascii(got)[1:-1][:60] if got else "", fix=fix))
