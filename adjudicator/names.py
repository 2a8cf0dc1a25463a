"""The identifiers that documents, engines and the protocol share, each with the pattern it has to match.

Every pattern ends in `$(?!\\n)`: a bare `$` would let a trailing line break pass.
"""

from typing import Annotated

from msgspec import Meta

Seat = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,15}$(?!\n)")]
RequestId = Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{1,40}$(?!\n)")]
Label = Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{1,40}$(?!\n)")]
Handle = Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{1,48}$(?!\n)")]
Slot = Annotated[str, Meta(pattern=r"^[a-z_][a-z0-9_]{0,15}$(?!\n)")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
KeyText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{43}[A-Za-z0-9+/=]$(?!\n)")]
RuleId = Annotated[str, Meta(pattern=r"^[A-Z]{2,8}(-[A-Z0-9]+)+$(?!\n)")]
TextLine = Annotated[str, Meta(max_length=60)]
Text = tuple[TextLine, ...]

REFEREE: Seat = "referee"


def handle_name(seat: Seat, request: RequestId, slot: Slot) -> Handle:
    """Return the name of what `seat` sealed in `slot` of `request`; seat and slot hold no dot, so it can be split."""
    return f"{seat}.{request}.{slot}"


def split_handle(handle: Handle) -> tuple[Seat, RequestId, Slot]:
    """Return seat, request and slot of a handle's name."""
    seat, rest = handle.split(".", 1)
    request, slot = rest.rsplit(".", 1)
    return seat, request, slot
