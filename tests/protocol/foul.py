"""Documents that should not be: second acts for one place, and acts that answer states nobody knows."""

from adjudicator.documents.kinds import Link, SlotHash
from adjudicator.documents.signed import Signed, sign
from adjudicator.protocol.seat import enrolment
from adjudicator.protocol.secrets import Secret
from tests.protocol.match import Copy, Match, digest, pair_of
from tests.protocol.scenes import NORTH, answers, scene


def far(charter: Signed, number: int, seat: str = NORTH, state: str = "") -> Signed:
    """Return a signed link that answers a state nobody knows, or one where it is not due."""
    return sign(
        Link(
            game=charter.id,
            number=number,
            state=state or digest(f"unknown {number}"),
            seat=seat,
            request="round-1.draw",
            label="round-1",
            index=1,
            link=digest("link"),
        ),
        pair_of(seat),
    )


def another_commitment(copy: Copy, salt: str) -> Signed:
    """Return one more commitment for the place at the copy's head, to nothing anybody could open."""
    (document,) = answers(copy)
    slots = tuple(SlotHash(slot=row.slot, hash=digest(f"{salt} {row.slot}")) for row in document.slots)
    values = {name: getattr(document, name) for name in document.__struct_fields__ if name not in ("kind", "turnfile")}
    return sign(type(document)(**{**values, "slots": slots}), copy.pair)


def another_enrolment(copy: Copy, salt: str) -> tuple[Signed, Secret]:
    game = copy.ledger.game
    secret = Secret.derive(copy.pair.seed, digest(salt), game.id, copy.seat, game.charter.links)
    return sign(enrolment(game, digest(salt), secret), copy.pair), secret


def doubled_commitments(smaller_first: bool) -> tuple[Match, Signed, Signed]:
    """Return a match before the lay, and two commitments of north: the one it will show first, then the other."""
    match = scene("lay")
    north = match.copies[NORTH]
    (document,) = answers(north)
    true = sign(document, north.pair)
    number = 0
    while ((other := another_commitment(north, str(number))).id > true.id) != smaller_first:
        number += 1
    return match, true, other
