"""Dealing face-down cards: what the dealer's one secret gives, and whether he gave that.

Value, salt and envelope of every card follow from the dealer's seed and from what is public, so there is nothing that
he could choose; and when he opens the link behind the seed at the end, everybody deals the whole game again.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import to_builtins

from adjudicator.documents.kinds import DealtRow
from adjudicator.documents.reading import read
from adjudicator.documents.text import HEADER, emit_value
from adjudicator.engine.requests import Deal
from adjudicator.engine.steps import Known
from adjudicator.engine.streams import Stream
from adjudicator.errors import AdjudicatorError, Problem
from adjudicator.names import REFEREE, Digest, Handle, KeyText, Label, Seat, split_handle
from adjudicator.protocol.advance import audit_seed
from adjudicator.protocol.envelope import PIECE, context, sealed, unsealed, unsealed_by_sender
from adjudicator.protocol.hashes import commitment_hash, context_lines, hash_lines
from adjudicator.protocol.position import Act, Game, Position

WIDEST = 65  # columns of a value that can stand in an opening
_SALT = re.compile(r"[0-9a-f]{64}", re.ASCII)


def key_text(public: bytes) -> KeyText:
    """Return an X25519 public key as an enrolment names it."""
    return b64encode(public).decode("ascii")


def key_bytes(seal: KeyText) -> bytes:
    """Return the X25519 public key that an enrolment names."""
    return b64decode(seal)


def deals(branch: Sequence[Position]) -> Iterator[tuple[Position, Deal, Act]]:
    """Yield every deal of a branch: the state that asked for it, what it asked, and the act."""
    for before, after in pairwise(branch):
        for act in after.came:
            if act.document.kind == "deal":
                request = before.request(act.place)
                assert isinstance(request, Deal)
                yield before, request, act


def with_values(game: Game, position: Position, request: Deal, seed: Digest, known: Known) -> Known:
    """Return all that the dealer knows when he has drawn the cards of a deal from his seed."""
    return game.engine.deal(position.public, known, request, REFEREE, Stream(seed))


def rows(
    game: Game, position: Position, request: Deal, seed: Digest, known: Known, keys: Mapping[Seat, bytes]
) -> tuple[DealtRow, ...]:
    """Return the rows of a deal: each value committed to, and sealed to its owner with its salt.

    The state is in both, so that a card opened on a branch that does not count tells nothing of the same handle on
    another one.
    """
    made = []
    for name, seat in request.cards:
        value = emit_value(to_builtins(known[name]))
        salt = hash_lines("turnfile1/card", seed, position.id, name)
        info = context(game.id, position.id, seat, name)
        envelope = sealed(f"{value}\n{salt}\n", keys[seat], _sender(seed, position, name), info)
        text = b64encode(envelope).decode("ascii")
        pieces = tuple(text[i : i + PIECE] for i in range(0, len(text), PIECE))
        made.append(DealtRow(name=name, seat=seat, hash=_hash(game, position, name, value, salt), sealed=pieces))
    return tuple(made)


def _sender(seed: Digest, position: Position, name: Handle) -> bytes:
    """Return the secret half of the key pair that seals one card."""
    return bytes.fromhex(hash_lines("turnfile1/sender", seed, position.id, name))


def seal_keys(branch: Sequence[Position]) -> dict[Seat, bytes]:
    """Return the key to which each seat is dealt, from its enrolment."""
    enrolments = (act.document for act in branch[1].came)
    return {document.seat: key_bytes(document.seal) for document in enrolments if document.seal is not None}


def opened(game: Game, position: Position, row: DealtRow, secret: bytes) -> tuple[object, Digest] | None:
    """Return value and salt of a card that was dealt to the holder of `secret`, or None.

    None if the envelope does not open, or holds something else than what was committed to, or something that could not
    be opened in an act: all the dealer's fault.
    """
    text = unsealed(b64decode("".join(row.sealed)), secret, context(game.id, position.id, row.seat, row.name))
    value, _, salt = (text or "").rpartition("\n")
    if _hash(game, position, row.name, value, salt) != row.hash or not _SALT.fullmatch(salt) or len(value) > WIDEST:
        return None
    try:
        found: object = read(f"{HEADER}value: {value}\n".encode("ascii"))["value"]
    except AdjudicatorError:
        return None
    return (found, salt) if emit_value(found) == value else None


def _hash(game: Game, position: Position, name: Handle, value: str, salt: Digest) -> Digest:
    return commitment_hash(context_lines(game.id, position.id, *split_handle(name), value), salt)


def opened_seeds(game: Game, branch: Sequence[Position]) -> dict[Label, Digest]:
    """Return the seeds of the dealer's draws that he has opened on a branch, by label."""
    return {
        act.document.label: audit_seed(game, before, act)
        for before, after in pairwise(branch)
        for act in after.came
        if act.seat == REFEREE and act.document.kind == "audit"
    }


def false_deal(game: Game, branch: Sequence[Position]) -> tuple[Position, Act, Problem] | None:
    """Return the first deal that is not what the dealer's opened secret gives, with the state it answers; None if none.

    Before he has opened it, nothing can be said: None.
    """
    seeds = opened_seeds(game, branch)
    if not seeds:
        return None
    keys = seal_keys(branch)
    known: Known = {}
    for position, request, act in deals(branch):
        seed = seeds.get(request.draw)
        if seed is None:
            return None
        known = with_values(game, position, request, seed, known)
        expected = rows(game, position, request, seed, known, keys)
        for given, due in zip(act.document.cards, expected, strict=True):
            if given != due:
                info = context(game.id, position.id, given.seat, given.name)
                sender = _sender(seed, position, given.name)
                found = unsealed_by_sender(b64decode("".join(given.sealed)), keys[given.seat], sender, info)
                return position, act, _false(given, due, emit_value(to_builtins(known[due.name])), found)
    return None


def _false(given: DealtRow, due: DealtRow, drawn: str, found: str | None) -> Problem:
    """Word a row that differs; `drawn` is the value that was drawn, `found` what is in the envelope, if it opens."""
    if given.hash != due.hash:
        code, message = "proof/deal", f"the card {given.name}, dealt to {given.seat}, is not the one that was drawn"
    else:
        code, message = (
            "proof/envelope",
            f"the envelope of {given.name} is not the one in which {given.seat} got the card",
        )
    return Problem(
        code,
        message,
        pointer="cards",
        expected=f"what the dealer's opened secret gives: {drawn}",
        got="an envelope that it does not open" if found is None else found.split("\n")[0][:60],
        fix="the dealer has cheated, or his program is wrong: this file and his opened secret are the proof",
    )


def unopened(name: Handle) -> Problem:
    """Return what to say of a card whose envelope does not hold what was dealt."""
    return Problem(
        "proof/envelope",
        f"the dealer's envelope for your card {name} does not hold what he committed to",
        pointer=name,
        fix="tell the others and play on without this card: his opened secret will show who is right",
    )
