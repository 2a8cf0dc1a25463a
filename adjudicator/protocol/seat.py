"""What a seat does by itself: seal a choice, open what it sealed, give its link, deal; and what it alone knows.

Nothing here signs or decides, and nothing is stored: whoever has the key and the mails has everything.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import to_builtins

from adjudicator.documents.kinds import (
    Audit,
    Commitment,
    Deal,
    Enrolment,
    Link,
    Opening,
    Resignation,
    Reveal,
)
from adjudicator.documents.kinds import (
    Order as OrderDocument,
)
from adjudicator.engine.requests import Deal as DealRequest
from adjudicator.engine.requests import Decision, Disclosure, Draw, Request
from adjudicator.engine.steps import Known, Order
from adjudicator.engine.streams import Stream
from adjudicator.errors import InternalError, Problem, ProofError
from adjudicator.names import REFEREE, Digest, Handle, Label, Seat, split_handle
from adjudicator.protocol.advance import handle_row
from adjudicator.protocol.dealing import deals, key_text, opened, rows, seal_keys, unopened, with_values
from adjudicator.protocol.envelope import public_half
from adjudicator.protocol.fit import audit_index, link_index
from adjudicator.protocol.hashes import private_seed
from adjudicator.protocol.position import Act, Game, Position, fields_of, turned_up
from adjudicator.protocol.sealing import Sealer
from adjudicator.protocol.secrets import Secret


def enrolment(game: Game, nonce: Digest, secret: Secret) -> Enrolment:
    """Return the enrolment that binds a seat to the charter, to its two chains and to the key it is dealt to."""
    dealt = game.engine.dealer and secret.seat != REFEREE
    return Enrolment(
        game=game.id,
        number=0,
        state=game.id,
        seat=secret.seat,
        request="enrol",
        nonce=nonce,
        public=secret.link("public", 0),
        private=secret.link("private", 0),
        seal=key_text(public_half(secret.seal)) if dealt else None,
    )


def keeps_links(game: Game, head: Position, seat: Seat) -> bool:
    """Answer whether a seat keeps its first links until the referee has signed who takes part."""
    refereed = game.charter.referee is not None and seat != REFEREE
    return refereed and head.number == 1 and head.confirmed is None


class OwnSeat:
    """One seat's view of the branch that counts: its duties, and what it knows beyond the public."""

    def __init__(self, game: Game, branch: Sequence[Position], secret: Secret) -> None:
        self.game = game
        self.branch = branch
        self.secret = secret
        self.seat = secret.seat
        self.sealer = Sealer(game, secret)

    @property
    def head(self) -> Position:
        """Return the last position of the branch."""
        return self.branch[-1]

    def open_requests(self) -> tuple[tuple[Request, str], ...]:
        """Return what this seat still owes at the head, each with the kind of document that answers it."""
        head = self.head
        return tuple(
            (head.request((row.seat, row.request)), row.answer)
            for row in head.due
            if row.seat == self.seat and head.state is not None and not head.candidates.get((row.seat, row.request))
        )

    def decisions(self) -> tuple[Decision, ...]:
        """Return the decisions that this seat has to take now."""
        return tuple(
            request
            for request, answer in self.open_requests()
            if isinstance(request, Decision) and answer in ("commitment", "order")
        )

    # -- what only this seat knows -------------------------------------------------------------------------------

    def known(self) -> Known:
        """Return what this seat knows beyond the public: its private draws, and its own closed handles.

        The dealer knows every card that he dealt.
        """
        return self._found

    def unopened(self) -> tuple[Problem, ...]:
        """Return a problem for each own card that the dealer gave in an envelope which does not hold it."""
        return tuple(unopened(name) for name in self._cards[1])

    def cannot_open(self, decision: Decision, order: Order) -> tuple[Problem, ...]:
        """Return a problem for each card that an order would turn up and that the dealer never really gave."""
        turned = turned_up(self.game, self.head, decision, order)
        return tuple(unopened(name) for name in turned if name in self._cards[1])

    @cached_property
    def _found(self) -> Known:
        known: dict[str, Any] = dict(self._cards[0])
        closed = {row.name for row in self.head.state.handles if row.seat == self.seat} if self.head.state else set()
        for before, after in zip(self.branch, self.branch[1:], strict=False):
            if after.state is None:
                continue
            self._add_draws(known, before, after)
            for act in after.came:
                if act.seat == self.seat and act.document.kind == "commitment":
                    self._add_handles(known, closed, before, act)
        return known

    @cached_property
    def _cards(self) -> tuple[Known, tuple[Handle, ...]]:
        """Return the cards that were dealt to this seat and lie face-down, and those whose envelopes do not hold them.

        The dealer has all that he ever dealt.
        """
        known: Known = {}
        failed = []
        closed = {row.name for row in self.head.state.handles} if self.head.state else set()
        for before, request, act in deals(self.branch):
            if self.seat == REFEREE:
                known = with_values(self.game, before, request, self._dealer_seed(request.draw), known)
                continue
            for row in act.document.cards:
                if row.seat == self.seat and row.name in closed:
                    found = opened(self.game, before, row, self.secret.seal)
                    if found is None:
                        failed.append(row.name)
                    else:
                        known = {**known, row.name: found[0]}
        return known, tuple(failed)

    def _dealer_seed(self, label: Label) -> Digest:
        """Return the seed of the own private draw that decides deals."""
        for position in self.branch:
            for row in position.state.seeds if position.state else ():
                if (row.label, row.seat) == (label, self.seat):
                    link = self.secret.link("private", row.index)
                    return private_seed(self.game.id, self.seat, label, link, row.hash)
        raise InternalError(Problem("internal/deal", f"the deck of {label} was never drawn"))

    def _add_draws(self, known: dict[str, Any], before: Position, after: Position) -> None:
        assert after.state is not None
        rows = {row.label: row for row in after.state.seeds if row.seat == self.seat}
        for request in before.requests:
            if isinstance(request, Draw) and self.seat in request.private and request.label in rows:
                row = rows[request.label]
                link = self.secret.link("private", row.index)
                stream = Stream(private_seed(self.game.id, self.seat, row.label, link, row.hash))
                known.update(self.game.engine.deal(after.public, known, request, self.seat, stream))

    def _add_handles(self, known: dict[str, Any], closed: set[str], before: Position, act: Act) -> None:
        decision = before.request(act.place)
        assert isinstance(decision, Decision)
        names = {slot: f"{self.seat}.{decision.id}.{slot}" for slot in decision.shut}
        if any(name in closed for name in names.values()):
            order = self.sealer.recall(before, act, known)
            known.update({name: getattr(order, slot) for slot, name in names.items()})

    # -- documents to sign ---------------------------------------------------------------------------------------

    def _head_fields(self, request: Request) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "number": self.head.number,
            "state": self.head.id,
            "seat": self.seat,
            "request": request.id,
        }

    def commitment(self, decision: Decision, order: Order) -> Commitment:
        """Return the commitment that seals an order for a sealed decision."""
        return Commitment(**self._head_fields(decision), slots=self.sealer.slots(self.head, decision, order))

    def order(self, decision: Decision, order: Order) -> OrderDocument:
        """Return the order document for an open decision, with the own handles that it turns up."""
        turned = turned_up(self.game, self.head, decision, order)
        openings = tuple(self._open_handle(name) for name in turned)
        return OrderDocument(**self._head_fields(decision), order=to_builtins(order), opened=openings)

    def resignation(self) -> Resignation:
        """Return a resignation in the first place that this seat still owes."""
        requests = self.open_requests()
        return Resignation(**self._head_fields(requests[0][0]))

    def mechanical(self) -> tuple[Reveal | Link | Audit | Deal, ...]:
        """Return the documents due from this seat that leave nothing to choose: reveals, links, audits, deals.

        The referee opens his links last, after the links and the reveals of all others: nobody sees a draw before it is
        fixed, nor while he can still choose not to open what he sealed. The others keep theirs until he has signed who
        takes part: else he could enrol once more when he knows them.
        """
        made: list[Reveal | Link | Audit | Deal] = []
        if self.seat == REFEREE and not self._others_answered():
            return ()
        for request, answer in self.open_requests():
            if answer == "link" and keeps_links(self.game, self.head, self.seat):
                continue
            if answer == "reveal":
                made.append(Reveal(**self._head_fields(request), opened=self._openings(request)))
            elif answer == "link":
                assert isinstance(request, Draw)
                index = link_index(self.head, self.seat, request.id)
                link = self.secret.link("public", index)
                made.append(Link(**self._head_fields(request), label=request.label, index=index, link=link))
            elif answer == "audit":
                label, index = audit_index(self.head, self.seat, request.id)
                link = self.secret.link("private", index)
                made.append(Audit(**self._head_fields(request), label=label, index=index, link=link))
            elif answer == "deal":
                assert isinstance(request, DealRequest)
                seed = self._dealer_seed(request.draw)
                known = with_values(self.game, self.head, request, seed, self._cards[0])
                cards = rows(self.game, self.head, request, seed, known, seal_keys(self.branch))
                made.append(Deal(**self._head_fields(request), label=request.draw, cards=cards))
        return tuple(made)

    def _others_answered(self) -> bool:
        rows = [row for row in self.head.due if row.seat != self.seat]
        return all(self.head.candidates.get((row.seat, row.request)) for row in rows)

    def _openings(self, request: Request) -> tuple[Opening, ...]:
        if isinstance(request, Disclosure):
            return tuple(self._open_handle(name) for name in request.handles)
        assert isinstance(request, Decision)
        before = self.branch[-2]
        commitment = next(act for act in self.head.came if act.place == (self.seat, request.id))
        order = OwnSeat(self.game, self.branch[:-1], self.secret).recalled(commitment)
        slots = [name for name in fields_of(self.game, request) if name not in request.shut]
        turned = turned_up(self.game, self.head, request, order)
        return (
            *(self.sealer.opening(before, request, name, name, getattr(order, name)) for name in slots),
            *(self._open_handle(name) for name in turned),
        )

    def recalled(self, commitment: Act) -> Order:
        """Return the own order that a commitment answering the head seals."""
        return self.sealer.recall(self.head, commitment, self.known())

    def _open_handle(self, name: str) -> Opening:
        row = handle_row(self.head, name)
        assert row is not None
        position = next(position for position in self.branch if position.id == row.from_)
        if split_handle(name)[0] == REFEREE:
            return self._open_card(position, name)
        decision = position.request(split_handle(name)[:2])
        assert isinstance(decision, Decision)
        return self.sealer.opening(position, decision, row.slot, name, self.known()[name])

    def _open_card(self, position: Position, name: Handle) -> Opening:
        """Open a card that the dealer gave to this seat in answer to `position`."""
        given = (row for _, _, act in deals(self.branch) for row in act.document.cards if row.name == name)
        found = opened(self.game, position, next(given), self.secret.seal)
        if found is None:
            raise ProofError(unopened(name))
        value, salt = found
        return Opening(name=name, value=value, salt=salt)
