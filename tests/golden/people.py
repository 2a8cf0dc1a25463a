"""Who plays the samples: keys from fixed seeds, and charters that are the same on any machine."""

from functools import cached_property
from hashlib import sha256

from adjudicator.catalogue.games import open_engine, part_rows, rule_set
from adjudicator.documents.charter import TEXT_COLUMNS
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.kinds import Charter, CharterReferee, CharterSeat
from adjudicator.documents.signed import Signed, sign
from adjudicator.engine.interface import Engine
from adjudicator.names import REFEREE, Digest, Seat
from adjudicator.protocol.position import Game
from adjudicator.protocol.secrets import Secret

BORDER_STATES, WAR = "border-states", "war-between-the-states"
NAMES = {"union": "Ada", "confederate": "Bob", "north": "Ada", "south": "Bob", REFEREE: "Carol"}
LINKS = 512


def digest(text: str) -> Digest:
    """Return the SHA-256 of a text."""
    return sha256(text.encode("ascii")).hexdigest()


def pair_of(seat: Seat) -> KeyPair:
    """Return the key of a person, the same in all samples."""
    return KeyPair.from_seed(bytes.fromhex(digest(f"sample key {NAMES[seat]}")))


class Table:
    """One sample's charter, its engine and everybody's secrets, for one seed."""

    def __init__(self, game: str, name: str, seed: int, options: tuple[str, ...], refereed: bool) -> None:
        rules = rule_set(game)
        self.seed = f"{name} {seed}"
        self.seats: tuple[Seat, ...] = rules.seats
        self.engine: Engine = open_engine(rules, self.seats, options)
        self.charter: Signed = sign(
            Charter(
                title=(f"Sample: {name}"[:TEXT_COLUMNS],),
                engine=game,
                rules=rules.number,
                parts=part_rows(rules),
                options=options,
                seats=tuple(
                    CharterSeat(seat=seat, name=(NAMES[seat],), key=pair_of(seat).key.text) for seat in self.seats
                ),
                referee=CharterReferee(name=(NAMES[REFEREE],), key=pair_of(REFEREE).key.text) if refereed else None,
                links=LINKS,
                clock=None,
                nonce=digest(f"charter {self.seed}"),
                proposer=self.seats[0],
            ),
            pair_of(self.seats[0]),
        )
        self.signers = (*self.seats, REFEREE) if refereed else self.seats
        self.game = Game(self.charter.document, self.charter.id, self.engine)  # type: ignore[arg-type]

    def nonce(self, seat: Seat) -> Digest:
        """Return the nonce of a seat's enrolment."""
        return digest(f"enrolment {self.seed} {seat}")

    @cached_property
    def secrets(self) -> dict[Seat, Secret]:
        """Return the secret of each signer."""
        return {
            seat: Secret.derive(pair_of(seat).seed, self.nonce(seat), self.game.id, seat, LINKS)
            for seat in self.signers
        }
