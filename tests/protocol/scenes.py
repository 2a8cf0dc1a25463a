"""Moments of the toy game with both copies level, and a player whose program lies."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from adjudicator.documents.kinds import Opening
from adjudicator.documents.signed import Signed, sign
from adjudicator.engine.requests import Decision, Request
from adjudicator.errors import AdjudicatorError
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.mailing import counted_acts
from adjudicator.protocol.position import Position
from adjudicator.protocol.sealing import Sealer
from adjudicator.protocol.seat import OwnSeat
from tests.protocol.match import Copy, Match, match_of
from tests.toy import GAME, SETUP

NORTH, SOUTH = "north", "south"
NAMES = [f"scene {number}" for number in range(60)]


def toy(name: str = "a") -> Match:
    """Return a match of the toy in which nobody has signed anything but the charter."""
    return match_of(GAME, SETUP, name)


def signed_acts(ledger: Ledger) -> list[Signed]:
    """Return every act that a ledger holds: what counts, what does not, what is parked."""
    acts = (*counted_acts(ledger), *ledger.set_aside())
    return [*(act.signed for act in acts), *ledger.parked()]


def share(match: Match) -> None:
    """Let every copy take in what any copy holds."""
    everything = [signed for copy in match.copies.values() for signed in signed_acts(copy.ledger)]
    for copy in match.copies.values():
        for signed in everything:
            copy.ledger.add(signed)


def answers(copy: Copy) -> list[Any]:
    """Return the documents with which a copy answers everything that it owes at its head."""
    own = copy.own
    return [*own.mechanical(), *(choice(copy, decision) for decision in own.decisions())]


def choice(copy: Copy, decision: Decision) -> Any:
    """Return the commitment or order of a walk, or of the lie that was prepared."""
    own = copy.own
    lie = getattr(copy, "lies", {}).get(decision.id)
    order: Any = copy.walk(decision) if lie is None else SimpleNamespace(**lie)
    return own.commitment(decision, order) if decision.sealed else own.order(decision, order)


def answer(copy: Copy) -> list[Signed]:
    """Sign what a copy owes at its head, no further."""
    return [copy.sign(document) for document in answers(copy)]


def tick(match: Match) -> None:
    """Let both copies answer one state, then share."""
    for copy in match.copies.values():
        answer(copy)
    share(match)


def begun(name: str = "a") -> Match:
    """Return a match in which everybody has enrolled and knows it."""
    match = toy(name)
    for copy in match.copies.values():
        copy.enrol()
    share(match)
    return match


def over(head: Position) -> bool:
    return head.state is not None and not head.due


def play_until(match: Match, wanted: Callable[[Position], bool]) -> bool:
    """Play both copies level until the head is wanted; answer whether it ever was."""
    while not wanted(match.first.ledger.head()):
        if over(match.first.ledger.head()):
            return False
        tick(match)
    return True


def at(stage: str, bound: bool = False, round_: int = 1) -> Callable[[Position], bool]:
    """Return what recognises a stage of the toy; `bound`: the sealed choices are committed."""
    return lambda head: (
        head.public is not None
        and (head.public.stage, head.public.round) == (stage, round_)
        and bool(head.state and head.state.sealed) == bound
    )


def scene(
    stage: str, bound: bool = False, round_: int = 1, where: Callable[[Position], bool] = lambda head: True
) -> Match:
    """Return the first match that comes to a stage at which `where` holds."""
    for name in NAMES:
        match = begun(name)
        if play_until(match, lambda head: at(stage, bound, round_)(head) and where(head)):
            return match
    raise AssertionError(f"no match ever comes to {stage}")


def played(name: str = "a") -> Match:
    """Return a match that was played to its end."""
    match = begun(name)
    play_until(match, over)
    assert over(match.first.ledger.head())
    return match


def code_of(copy: Copy, document: Any) -> str:
    """Return the code with which a copy refuses a document, having seen that nothing changed; '' if it takes it."""
    before = picture(copy.ledger)
    try:
        copy.ledger.add(document)
    except AdjudicatorError as error:
        assert picture(copy.ledger) == before
        return error.problems[0].code
    return ""


def picture(ledger: Ledger) -> tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return all that a ledger says: head, what counts, what does not, what waits."""
    return (
        ledger.head().text,
        tuple(act.id for act in counted_acts(ledger)),
        tuple(act.id for act in ledger.set_aside()),
        tuple(signed.id for signed in ledger.parked()),
    )


def fed(match: Match, documents: Iterable[Signed]) -> Ledger:
    """Return a new ledger that was given these documents, in this order, nothing refused."""
    ledger = Ledger(match.charter, match.first.ledger.game.engine)
    for signed in documents:
        ledger.add(signed)
    return ledger


def head_of(document: Any) -> dict[str, Any]:
    """Return the fields that say which place a document answers."""
    return {name: getattr(document, name) for name in ("game", "number", "state", "seat", "request")}


def history(match: Match) -> Iterator[Position]:
    """Yield every position of a finished match."""
    assert over(match.first.ledger.head())
    yield from match.first.ledger.branch()


class LyingSealer(Sealer):
    """Knows what was sealed although the rules forbid it."""

    lies: dict[str, dict[str, Any]] = {}

    def recall(self, position: Position, commitment: Any, known: Any) -> Any:
        lie = self.lies.get(commitment.document.request)
        return super().recall(position, commitment, known) if lie is None else SimpleNamespace(**lie)


class LyingSeat(OwnSeat):
    """A program that opens what it sealed although the rules forbid it."""

    lies: dict[str, dict[str, Any]] = {}

    def _openings(self, request: Request) -> tuple[Opening, ...]:
        if isinstance(request, Decision) and request.id in self.lies:
            slots = [name for name in self.lies[request.id] if name not in request.shut]
            before, lies = self.branch[-2], self.lies[request.id]
            return tuple(self.sealer.opening(before, request, name, name, lies[name]) for name in slots)
        return super()._openings(request)


@dataclass
class Foe(Copy):
    """A dishonest copy: seals what `lies` says for a request, whatever the rules say."""

    lies: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def own(self) -> LyingSeat:
        own = LyingSeat(self.ledger.game, self.ledger.branch(), self.secret)
        own.lies = self.lies
        own.sealer = LyingSealer(self.ledger.game, self.secret)
        own.sealer.lies = self.lies
        return own

    def other(self, document: Any) -> Signed:
        """Sign a document that the own ledger does not take in."""
        return sign(document, self.pair)


def foe(match: Match, seat: str, **lies: Any) -> Foe:
    """Put a dishonest copy in the place of a seat."""
    old = match.copies[seat]
    new = Foe(old.seat, old.pair, old.ledger, old.secret, old.nonce, old.salt, old.sent, dict(lies))
    match.copies[seat] = new
    return new
