"""The documents in a file that arrived: a turn file as it was written, or one pasted into the text of a mail."""

import re

from adjudicator.documents.pasted import heal
from adjudicator.documents.signed import Signed, parse
from adjudicator.documents.text import split
from adjudicator.errors import AdjudicatorError, DocumentError, Problem

_BEGUN = re.compile(rb"(?m)^[> ]*turnfile: ")


def documents_in(data: bytes) -> tuple[list[Signed], list[Problem]]:
    """Return the documents of a file up to the first that cannot be read, and what was wrong with that one.

    A file that is not a plain turn file is searched for documents; what mail does to line ends and margins is undone.
    Nothing here is verified.
    """
    documents, problems = _parsed(data)
    if not problems:
        return documents, []
    begun = len(_BEGUN.findall(data))
    healed = heal(data)
    if not healed:
        if begun:
            return documents, problems
        return [], [
            Problem("document/unreadable", "there is no turn file in it", fix="ask for the turn file as an attachment")
        ]
    found: list[Signed] = []
    for text in healed:
        try:
            found.append(parse(text))
        except DocumentError as error:
            return (found, list(error.problems)) if len(found) >= len(documents) else (documents, problems)
    if len(found) < begun:
        if len(documents) >= len(found):
            return documents, problems
        problem = Problem(
            "document/unreadable",
            f"only {len(found)} of {begun} documents in it are whole",
            fix="ask the sender to send it again",
        )
        return found, [problem]
    return found, []


def _parsed(data: bytes) -> tuple[list[Signed], list[Problem]]:
    """Return the documents of a plain turn file, and the problems of the first that is wrong."""
    documents: list[Signed] = []
    line = 0
    try:
        for text in split(data):
            documents.append(parse(text))
            line += text.count("\n")
    except AdjudicatorError as error:
        return documents, [_shifted(problem, line) for problem in error.problems]
    return documents, []


def _shifted(problem: Problem, lines: int) -> Problem:
    from dataclasses import replace

    return replace(problem, line=problem.line + lines) if problem.line else problem
