"""The hashes of the protocol: lines of text, each ended by a line feed, under SHA-256.

Every function takes and returns hex text, so a person can redo each with `printf` and `sha256sum`.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Literal

from adjudicator.names import Digest, Label, RequestId, Seat, Slot

ChainName = Literal["public", "private"]


def hash_lines(*lines: object) -> Digest:
    """Return the SHA-256 of the lines, each followed by a line feed."""
    return sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()


def context_lines(game: Digest, answered: Digest, seat: Seat, request: RequestId, slot: Slot, value: str) -> str:
    """Return the lines of a commitment between its first and its last: what the salt is derived from, too."""
    return f"{game}\n{answered}\n{seat}\n{request}\n{slot}\n{value}\n"


def commitment_hash(context: str, salt: Digest) -> Digest:
    """Return the commitment to what `context_lines` says, under `salt`."""
    return sha256(f"turnfile1/commit\n{context}{salt}\n".encode("ascii")).hexdigest()


def previous_link(game: Digest, seat: Seat, chain: ChainName, index: int, link: Digest) -> Digest:
    """Return link `index` - 1 from link `index`; link 0 is the tip that the enrolment signs."""
    return sha256(f"turnfile1/chain\n{game}\n{seat}\n{chain}\n{index}\n{link}\n".encode("ascii")).hexdigest()


def walk_back(game: Digest, seat: Seat, chain: ChainName, index: int, link: Digest, to: int) -> Digest:
    """Return link `to` of the chain on which link `index` is `link`."""
    for k in range(index, to, -1):
        link = previous_link(game, seat, chain, k, link)
    return link


def joint_seed(game: Digest, label: Label, links: Iterable[tuple[Seat, int, Digest]]) -> Digest:
    """Return the seed of a draw from its contributors' links, in charter order, the referee last."""
    return hash_lines("turnfile1/joint", game, label, *(f"{seat} {index} {link}" for seat, index, link in links))


def private_seed(game: Digest, seat: Seat, label: Label, link: Digest, joint: Digest) -> Digest:
    """Return the seed of a seat's private draw: its own private link mixed with the joint seed."""
    return hash_lines("turnfile1/private", game, seat, label, link, joint)
