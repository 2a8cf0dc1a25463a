"""Acts and duties in a player's words: no hash, no request id, no term of cryptography."""

from collections.abc import Callable

from adjudicator.names import RequestId, Seat

DONE = {
    "enrolment": "joined the game",
    "commitment": "sealed a choice",
    "reveal": "opened what was sealed",
    "order": "gave an order",
    "link": "gave a share of the draw",
    "audit": "opened a shuffle for the audit",
    "deal": "dealt",
    "resignation": "resigned",
}
OWED = {
    "enrolment": "to join the game",
    "commitment": "a choice to seal",
    "reveal": "to open what was sealed",
    "order": "an order",
    "link": "a share of the draw",
    "audit": "to open a shuffle for the audit",
    "deal": "to deal",
}


def confirmed(number: int) -> str:
    """Return in one line that the referee signed a state."""
    return f"referee confirmed state {number}"


def done(seat: Seat, kind: str, request: RequestId, about: Callable[[RequestId], str]) -> str:
    """Return in one line what a seat did."""
    return f"{seat} {DONE[kind]}" + (f" ({about(request)})" if kind != "enrolment" else "")


def owed(kind: str, request: RequestId, about: Callable[[RequestId], str]) -> str:
    """Return in a few words what a seat owes."""
    return OWED[kind] + (f" ({about(request)})" if kind != "enrolment" else "")
