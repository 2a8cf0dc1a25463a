"""Naming the first line in which a stored state differs from the computed one."""

from itertools import zip_longest

from adjudicator.errors import Problem, ProofError


def differs(stored: bytes, computed: str) -> ProofError:
    """Name the first line in which a stored state differs from the computed one."""
    pairs = zip_longest(stored.decode("ascii", "replace").split("\n"), computed.split("\n"))
    number, got, expected = next((n, *pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return ProofError(
        Problem(
            "proof/state-differs",
            "this is not the state that the acts lead to",
            line=number,
            expected=_shown(expected),
            got=_shown(got),
        )
    )


def _shown(line: str | None) -> str:
    """Return a line of a state for a message; None is a line that is not there."""
    if line is None:
        return "nothing more"
    return ascii(line.strip(" ")[:60])[1:-1] or "an empty line"
