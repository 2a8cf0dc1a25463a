"""Turn files pasted into a mail: undo what copying, quoting and line ends do; the signature says if it was right."""

import re

from adjudicator.documents.signature import END
from adjudicator.documents.text import HEADER, MAX_BYTES, MAX_STREAM_BYTES

# The first line of a document with the quotation marks before it, and the line that every document begins with.
_START = re.compile(r"(?m)^(?P<quote>(?:> ?)*)---\n(?P=quote)turnfile:")


def heal(data: str | bytes) -> list[str]:
    """Return the signed documents that may stand in a mail's text, in order; none of them is believed yet.

    Undone: byte order marks, line ends, blanks at the end of lines, quotation (`> `, of one depth in one document),
    and whatever stands before a document's `---` line and after its last line. Total: never raises.
    """
    if len(data) > MAX_STREAM_BYTES:
        return []
    text = _decoded(data).replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
    # Line by line: a pattern for blanks at line ends takes quadratic time on a long run of blanks.
    text = "\n".join([line.rstrip(" \t\xa0") for line in text.split("\n")]) + "\n"
    found: list[str] = []
    place = 0
    while start := _START.search(text, place):
        document, end = _unquoted(text, start.start(), start["quote"])
        if document:
            found.append(document)
        place = end if document else start.end()
    return found


def _unquoted(text: str, place: int, quote: str) -> tuple[str, int]:
    """Return the document that begins at `place`, without its quotation marks, and where it ends; "" if it is cut."""
    lines: list[str] = []
    size = 0
    while place < len(text) and text.startswith(quote, place) and size <= MAX_BYTES:
        end = text.index("\n", place) + 1
        line = text[place + len(quote):end]
        if lines and line == HEADER:
            break
        lines.append(line)
        size += len(line)
        place = end
        if line.strip() == END:
            return "".join(lines), place
    return "", place


def _decoded(data: str | bytes) -> str:
    if isinstance(data, str):
        return data
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
