"""Turn files pasted into a mail: undo what copying, quoting and line ends do; the signature says if it was right."""

import re

from adjudicator.documents.signature import END
from adjudicator.documents.text import MAX_STREAM_BYTES

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
    text = re.sub(r"(?m)[ \t\xa0]+$", "", text)
    found: list[str] = []
    place = 0
    while start := _START.search(text, place):
        quote = start["quote"]
        lines: list[str] = []
        place = start.end()
        for line in text[start.start():].split("\n"):
            if not line.startswith(quote) or (lines and line[len(quote):] == "---"):
                break
            lines.append(line[len(quote):])
            if lines[-1].strip() == END:
                found.append("\n".join([*lines, ""]))
                place = start.start() + sum(len(quote) + len(part) + 1 for part in lines)
                break
    return found


def _decoded(data: str | bytes) -> str:
    if isinstance(data, str):
        return data
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
