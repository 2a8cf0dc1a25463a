"""Honest copies of a game that mail each other turn files, without folders: the protocol as it is played."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from adjudicator.documents.incoming import documents_in
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.kinds import Charter, CharterReferee, CharterSeat, Part
from adjudicator.documents.signed import Signed, sign
from adjudicator.engine.interface import RuleSet, Setup
from adjudicator.engine.requests import Decision
from adjudicator.engine.steps import Order
from adjudicator.engine.streams import Stream
from adjudicator.names import REFEREE
from adjudicator.protocol.advance import decoded_order
from adjudicator.protocol.confirmation import unsigned
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.mailing import turn_file
from adjudicator.protocol.seat import OwnSeat, enrolment
from adjudicator.protocol.secrets import Secret


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def pair_of(name: str) -> KeyPair:
    return KeyPair.from_seed(bytes.fromhex(digest(f"key {name}")))


def number_of(signed: Signed) -> tuple[int, bool]:
    """Return the order of taking in: by state number, a state before the acts that answer it."""
    document: Any = signed.document
    return document.number, document.kind != "state"


@dataclass
class Copy:
    """One player's copy: ledger, key, and the walk that decides for them."""

    seat: str
    pair: KeyPair
    ledger: Ledger
    secret: Secret
    nonce: str
    salt: str
    sent: list[int] = field(default_factory=list)

    @property
    def own(self) -> OwnSeat:
        return OwnSeat(self.ledger.game, self.ledger.branch(), self.secret)

    def sign(self, document: Any) -> Signed:
        signed = sign(document, self.pair)
        assert self.ledger.add(signed).kind == "new"
        return signed

    def enrol(self) -> Signed:
        return self.sign(enrolment(self.ledger.game, self.nonce, self.secret))

    def go_on(self) -> None:
        while documents := self.own.mechanical():
            for document in documents:
                self.sign(document)

    def walk(self, decision: Decision) -> Order:
        """Choose by a walk through the options that is fixed by the state and the copy's salt."""
        own = self.own
        engine = self.ledger.game.engine
        stream = Stream(digest(f"{self.salt} {own.head.number} {decision.id} {self.seat}"))
        so_far: dict[str, Any] = {}
        known = own.known()
        for step in range(200):
            choices = engine.options(own.head.public, known, decision, so_far)
            choice = choices[stream.number(str(step), len(choices))]
            so_far = dict(choice.so_far)
            if choice.complete:
                order = decoded_order(engine.orders[decision.kind], so_far)
                assert order is not None
                return order
        raise AssertionError("a walk that does not end")

    def decide(self) -> bool:
        decisions = self.own.decisions()
        for decision in decisions:
            order = self.walk(decision)
            own = self.own
            self.sign(own.commitment(decision, order) if decision.sealed else own.order(decision, order))
        return bool(decisions)

    def play(self) -> None:
        """Do all that can be done: what is mechanical, then every decision, until the others are waited for.

        A referee then signs the states that he has to sign.
        """
        self.go_on()
        while self.decide():
            self.go_on()
        if self.seat == REFEREE:
            self.confirm()

    def confirm(self) -> list[Signed]:
        """Sign the states that a referee has to sign."""
        return [self.sign(position.state) for position in unsigned(self.ledger.branch())]

    def mail(self, addressee: str) -> str:
        text = turn_file(self.ledger, addressee, self.sent)
        self.sent.append(self.ledger.head().number)
        return text

    def receive(self, text: str) -> None:
        documents, problems = documents_in(text.encode("ascii"))
        assert not problems
        for signed in sorted((s for s in documents if s.document.kind != "charter"), key=number_of):
            self.ledger.add(signed)


@dataclass
class Match:
    """A charter and one copy for each seat."""

    charter: Signed
    copies: dict[str, Copy]

    @property
    def first(self) -> Copy:
        return next(iter(self.copies.values()))

    def fresh(self, seat: str) -> Copy:
        """Return an empty copy of the same seat, with its key only."""
        old = self.copies[seat]
        engine = old.ledger.game.engine
        return Copy(seat, old.pair, Ledger(self.charter, engine), old.secret, old.nonce, old.salt)


def match_of(
    rules: RuleSet,
    setup: Setup,
    name: str = "a",
    links: int = 64,
    parts: tuple[Part, ...] | None = None,
    referee: bool = False,
) -> Match:
    """Return a match; its charter pins invented digests of the parts unless the true `parts` are given."""
    invented = tuple(Part(part=part, hash=digest(part)) for part in rules.parts)
    charter = sign(
        Charter(
            title=("A game",),
            engine=rules.name,
            rules=rules.number,
            parts=invented if parts is None else parts,
            options=setup.options,
            seats=tuple(CharterSeat(seat=seat, name=(seat,), key=pair_of(seat).key.text) for seat in setup.seats),
            referee=CharterReferee(name=(REFEREE,), key=pair_of(REFEREE).key.text) if referee else None,
            links=links,
            clock=None,
            nonce=digest(f"nonce {name}"),
            proposer=setup.seats[0],
        ),
        pair_of(setup.seats[0]),
    )
    copies = {}
    for seat in (*setup.seats, REFEREE) if referee else setup.seats:
        nonce = digest(f"nonce {name} {seat}")
        secret = Secret.derive(pair_of(seat).seed, nonce, charter.id, seat, links)
        copies[seat] = Copy(seat, pair_of(seat), Ledger(charter, rules.open(setup)), secret, nonce, name)
    return Match(charter, copies)


def play_out(match: Match, limit: int = 400) -> int:
    """Play by alternate mails until the game is over for both; return the number of mails."""
    a, b = match.copies.values()
    for copy in (a, b):
        copy.enrol()
    turn = [a, b]
    for mails in range(limit):
        sender, addressee = turn
        sender.play()
        addressee.receive(sender.mail(addressee.seat))
        turn.reverse()
        if not a.ledger.head().due and a.ledger.head().id == b.ledger.head().id:
            return mails + 1
    raise AssertionError("the game does not end")
