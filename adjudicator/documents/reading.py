"""The strict reader of canonical text: limits first, then YAML events, nothing that two readers could read apart."""

import re
from typing import Any

from adjudicator.documents.composing import Composer, Lines
from adjudicator.documents.text import HEADER, KEY, MAX_BYTES, MAX_COLUMNS, RESERVED_KEYS
from adjudicator.errors import DocumentError, Problem

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}", re.ASCII)
_WORDS = {"true": True, "false": False, "null": None}
_FORBIDDEN = re.compile(r"[^\n -~]")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_SEEN: set[str] = set()  # names of fields that were found good
_SURROGATE = re.compile("[\ud800-\udfff]")


def read(text: str | bytes, parser: Any = None) -> dict[str, Any]:
    """Return the fields of one document, strings, integers, booleans and None in dicts and lists.

    Whether each is spelt canonically shows only when the typed value is emitted again and compared. Total: raises
    DocumentError and nothing else. `parser` is one of PyYAML's, by default the faster one.
    """
    return composed(checked(text), None, parser)


def lines_of(text: str | bytes) -> Lines:
    """Return the line of every value of a document that `read` accepts, for wording errors."""
    lines: Lines = {}
    composed(checked(text), lines, None)
    return lines


def checked(text: str | bytes) -> str:
    """Return the text if it keeps the limits: size, `---`, printable ASCII and LF, columns, blanks, final LF."""
    if len(text) > MAX_BYTES:
        raise DocumentError(Problem("document/too-large", "the document is too large",
                                    expected=f"at most {MAX_BYTES} bytes", got=f"{len(text)} bytes"))
    if isinstance(text, bytes):
        text = text.decode("latin-1")  # never fails; what is not ASCII is refused below, with its line
    if not text.startswith(HEADER):
        raise DocumentError(Problem("document/unreadable", "this is not a turn file", line=1,
                                    expected="--- as the first line", got=ascii(text.split("\n", 1)[0][:40])))
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        _refuse_line(text.count("\n", 0, forbidden.start()) + 1, "this character is not allowed",
                     "printable ASCII, line ends LF only", ascii(forbidden.group()))
    if not text.endswith("\n"):
        _refuse_line(text.count("\n") + 1, "the last line is cut off", "a line end after the last line", "")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1) if " \n" in text or max(map(len, lines)) > MAX_COLUMNS else ():
        if len(line) > MAX_COLUMNS:
            _refuse_line(number, "the line is too long", f"at most {MAX_COLUMNS} columns", f"{len(line)} columns")
        if line.endswith(" "):
            _refuse_line(number, "there are blanks at the end of the line", "no trailing blank", "")
    if "#" in text:
        for number, line in enumerate(lines, 1):
            if "#" in line and "#" in _QUOTED.sub("", line):
                _refuse_line(number, "a comment is not allowed in a signed document", "data only", line.strip()[:40])
    return text


def composed(text: str, lines: Lines | None = None, parser: Any = None) -> dict[str, Any]:
    """Return the fields of one document whose text has been, or will be, held against the limits."""
    value = StrictComposer(text, lines, parser).compose()
    if not isinstance(value, dict):
        raise DocumentError(Problem("document/unreadable", "a document is a map of fields", line=2,
                                    expected='lines like kind: "order"'))
    return value


def _refuse_line(line: int, message: str, expected: str, got: str) -> None:
    raise DocumentError(Problem("document/not-canonical", message, line=line, expected=expected, got=got,
                                fix="use the file as it was sent; a turn file is written by the program only"))


class StrictComposer(Composer):
    """Takes double-quoted strings, integers, true, false and null; nothing plain besides."""

    flow = False

    def key(self, event: Any, text: str) -> str:
        """Return the name of a field, which must be plain and no word of YAML's own."""
        if text in _SEEN and not event.style:
            return text
        if event.style or not KEY.fullmatch(text) or text in RESERVED_KEYS:
            self.refuse(event, "this cannot be the name of a field", got=text,
                        expected="lower-case letters, digits and _, at most 32, not y n yes no on off true false null")
        if len(_SEEN) < 1000:
            _SEEN.add(text)
        return text

    def scalar(self, event: Any, text: str) -> Any:
        """Return a string, integer, boolean or None."""
        if event.style == '"':
            if not text.isascii() and _SURROGATE.search(text):  # only the Python parser lets one through
                self.refuse(event, "half of a surrogate pair is no character", code="document/unreadable", got=text)
            return text
        # The style of a plain scalar is '' in the C parser and None in the other.
        if event.style:
            self.refuse(event, "a string is written in double quotes", got=text, expected='"..."')
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        return self.refuse(event, "a value without quotes is true, false, null or a whole number", got=text,
                           expected="a string in double quotes, or a number of at most 15 digits")
