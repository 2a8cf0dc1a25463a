"""Games of the toy with a referee: three copies, how they mail each other, and a referee who is no honest one."""

from random import Random
from typing import Any

from msgspec.structs import replace

from adjudicator.documents.kinds import State
from adjudicator.documents.signed import Signed, sign
from adjudicator.names import REFEREE
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.position import Position
from tests.protocol.match import Copy, Match, match_of
from tests.protocol.scenes import NAMES, NORTH, SOUTH, at, over, signed_acts
from tests.toy import GAME, SETUP

PLAYERS = (NORTH, SOUTH)


def refereed(name: str = "a") -> Match:
    """Return a match with a referee in which nobody has signed anything but the charter."""
    return match_of(GAME, SETUP, name, referee=True)


def signed_states(ledger: Ledger) -> list[Signed]:
    """Return every state that a ledger holds with the referee's signature, whether it counts or not, or waits."""
    confirmed = [position.confirmed for position in ledger.positions.values() if position.confirmed]
    return [*confirmed, *ledger.confirmations.waiting()]


def everything(ledger: Ledger) -> list[Signed]:
    """Return every document that a ledger holds but the charter."""
    return [*signed_acts(ledger), *signed_states(ledger)]


def share_all(match: Match) -> None:
    """Let every copy take in what any copy holds."""
    held = {seat: everything(copy.ledger) for seat, copy in match.copies.items()}
    for seat, copy in match.copies.items():
        known = {signed.id for signed in held[seat] if signed.document.kind != "state"}
        confirmed = {signed.id for signed in held[seat] if signed.document.kind == "state"}
        for signed in (signed for documents in held.values() for signed in documents):
            ids = confirmed if signed.document.kind == "state" else known
            if signed.id not in ids:
                ids.add(signed.id)
                copy.ledger.add(signed)


def enrolled(name: str = "a") -> Match:
    """Return a match with a referee in which all have enrolled and know it; he has signed no state yet."""
    match = refereed(name)
    for copy in match.copies.values():
        copy.enrol()
    share_all(match)
    return match


def opened(name: str = "a") -> Match:
    """Return a match with a referee in which all have enrolled and he has signed that."""
    match = enrolled(name)
    match.copies[REFEREE].confirm()
    share_all(match)
    return match


def seen(ledger: Ledger) -> tuple[Any, ...]:
    """Return all that a ledger says, the referee's signatures included."""
    return (
        ledger.head().text,
        ledger.confirmed(),
        tuple(position.id for position in ledger.branch() if position.confirmed),
        tuple(act.id for act in ledger.set_aside()),
        tuple(signed.id for signed in ledger.void()),
        tuple(signed.id for signed in ledger.parked()),
        tuple(signed.id for signed in ledger.confirmations.waiting()),
        tuple(child.id for child in ledger.forks()),
    )


def beat(match: Match, confirm: bool = False) -> None:
    """Let the players, then the referee, answer one state; he signs states only if asked to."""
    for copy in match.copies.values():
        own = copy.own
        documents = [*own.mechanical()]
        for decision in own.decisions():
            order = copy.walk(decision)
            documents.append(own.commitment(decision, order) if decision.sealed else own.order(decision, order))
        for document in documents:
            copy.sign(document)
        share_all(match)
    if confirm:
        match.copies[REFEREE].confirm()
        share_all(match)


def moment(stage: str, bound: bool = False, round_: int = 1) -> Match:
    """Return the first match with a referee that comes to a stage of the toy; state 1 and the draws are signed."""
    wanted = at(stage, bound, round_)
    for name in NAMES:
        match = opened(name)
        while not wanted(match.first.ledger.head()) and not over(match.first.ledger.head()):
            beat(match, confirm=True)
        if wanted(match.first.ledger.head()):
            return match
    raise AssertionError(f"no match ever comes to {stage}")


def ended(name: str = "a") -> Match:
    """Return a match with a referee that was played to its end, all of it signed."""
    match = opened(name)
    while not over(match.first.ledger.head()):
        beat(match, confirm=True)
    return match


def by_referee(match: Match, position: Position | State, **changes: Any) -> Signed:
    """Return a state with the referee's signature, whatever he was made to change in it."""
    state = position.state if isinstance(position, Position) else position
    assert state is not None
    return sign(replace(state, **changes), match.copies[REFEREE].pair)


class Post:
    """Mails on their way between the copies of a match, each as it was written."""

    def __init__(self, match: Match, hub: bool) -> None:
        self.match = match
        self.hub = hub
        self.written: list[tuple[str, str, str]] = []

    def send(self, sender: Copy) -> None:
        """Write a mail to every other copy; in a hub the players write to the referee only."""
        for seat, copy in self.match.copies.items():
            if copy is not sender and (not self.hub or REFEREE in (sender.seat, seat)):
                self.written.append((sender.seat, seat, mail_to(sender, seat)))

    def deliver(self) -> bool:
        """Deliver all that is on its way, oldest first; answer whether there was any."""
        arriving, self.written = self.written, []
        for _, seat, text in arriving:
            self.match.copies[seat].receive(text)
        return bool(arriving)


def mail_to(sender: Copy, seat: str) -> str:
    """Return the turn file to a seat; what was sent is counted for each addressee."""
    from adjudicator.protocol.mailing import turn_file

    sent = sender.__dict__.setdefault("posted", {}).setdefault(seat, [])
    text = turn_file(sender.ledger, seat, sent)
    sent.append(sender.ledger.head().number)
    return text


def play_by_mail(match: Match, hub: bool, seed: int = 0) -> int:
    """Play a whole game by mail, whoever has something new writes; return the number of mails."""
    random = Random(seed)
    post = Post(match, hub)
    for copy in match.copies.values():
        copy.enrol()
        post.send(copy)
    mails = 0
    for _ in range(400):
        mails += len(post.written)
        post.deliver()
        copies = list(match.copies.values())
        random.shuffle(copies)
        for copy in copies:
            before = len(everything(copy.ledger))
            copy.play()
            if len(everything(copy.ledger)) > before:
                post.send(copy)
        if not post.written:
            return mails
    raise AssertionError("the game does not end")
