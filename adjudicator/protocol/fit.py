"""Does a verified document fit an open place: kind, proof, and for an open order the rules."""

from collections.abc import Iterable

from msgspec import to_builtins

from adjudicator.documents.kinds import (
    Act as ActDocument,
)
from adjudicator.documents.kinds import (
    Audit,
    ChainRow,
    Commitment,
    Deal,
    Enrolment,
    Link,
    Opening,
    Resignation,
    Reveal,
)
from adjudicator.documents.kinds import Order as OrderDocument
from adjudicator.documents.signed import Signed
from adjudicator.documents.text import emit_value
from adjudicator.engine.requests import Deal as DealRequest
from adjudicator.engine.requests import Decision, Disclosure, Draw
from adjudicator.engine.steps import Order
from adjudicator.errors import DocumentError, InternalError, OrderError, Problem, ProofError, SequenceError
from adjudicator.names import REFEREE, Digest, RequestId, Seat, split_handle
from adjudicator.protocol.advance import alike, decoded_order, handle_row, revealed_order, slots_due
from adjudicator.protocol.dealing import key_bytes
from adjudicator.protocol.envelope import serves
from adjudicator.protocol.hashes import ChainName, commitment_hash, context_lines, walk_back
from adjudicator.protocol.position import Act, Game, Position, fields_of, turned_up


def fit(game: Game, position: Position, signed: Signed) -> Act:
    """Return the document as an act that fits its place at `position`.

    Raises SequenceError (not due), DocumentError (fields that the place does not ask for), ProofError (an opening,
    link or audit that does not match) or OrderError (an open order that the rules forbid). Nothing is changed.
    """
    document = signed.act
    answer = position.answer_due((document.seat, document.request))
    if isinstance(document, Resignation):
        if answer is None or answer == "enrolment" or document.seat == REFEREE:
            raise _not_due(position, document, "one of the seat's open requests")
        return Act(signed)
    if answer != document.kind:
        raise _not_due(position, document, answer or "nothing")
    order = None
    match document:
        case Enrolment():
            _enrolment(game, document)
        case Commitment():
            _commitment(game, position, document)
        case Reveal():
            _reveal(game, position, document)
        case OrderDocument():
            order = _order(game, position, document)
        case Link():
            _link(game, position, document)
        case Audit():
            _audit(game, position, document)
        case Deal():
            _deal(position, document)
    return Act(signed, order)


def says(seat: Seat, request: RequestId, kind: str) -> str:
    """Return how a message names an act."""
    return f"{seat}'s {kind} for {request}"


def _not_due(position: Position, document: ActDocument, expected: str) -> SequenceError:
    what = says(document.seat, document.request, document.kind)
    return SequenceError(
        Problem(
            "sequence/not-due", f"{what} is not due at state {position.number}", expected=expected, pointer="request"
        )
    )


def _enrolment(game: Game, document: Enrolment) -> None:
    if document.public == document.private:
        raise ProofError(
            Problem(
                "proof/link", f"{document.seat} enrols two chains with one tip", pointer="private", fix="enrol again"
            )
        )
    if game.engine.dealer and document.seat != REFEREE:
        what = f"{document.seat} enrols in a game with a dealer"
        if document.seal is None:
            problem = Problem(
                "document/schema", f"{what} without a key to be dealt to", expected="a key", pointer="seal"
            )
            raise DocumentError(problem)
        if not serves(key_bytes(document.seal)):
            raise ProofError(
                Problem("proof/weak-key", f"{what} with a key that nothing can be sealed to", pointer="seal")
            )


def same_tips(acts: Iterable[Act]) -> Problem | None:
    """Return the problem of enrolments that share a tip: a copied chain can never be opened."""
    seen: dict[Digest, Seat] = {}
    for act in acts:
        for tip in (act.document.public, act.document.private):
            if seen.setdefault(tip, act.seat) != act.seat:
                return Problem("proof/link", f"{act.seat} and {seen[tip]} enrolled with the same tip of a chain")
    return None


def _commitment(game: Game, position: Position, document: Commitment) -> None:
    decision = position.request((document.seat, document.request))
    assert isinstance(decision, Decision)
    _exactly((row.slot for row in document.slots), fields_of(game, decision), "slots")


def _exactly(got: Iterable[str], expected: Iterable[str], pointer: str) -> None:
    names, due = tuple(got), tuple(expected)
    if names != due:
        raise DocumentError(
            Problem(
                "document/schema",
                f"{pointer} must be exactly those due, in their order",
                pointer=pointer,
                expected=", ".join(due) or "none",
                got=", ".join(names) or "none",
            )
        )


def _reveal(game: Game, position: Position, document: Reveal) -> None:
    request = position.request((document.seat, document.request))
    if isinstance(request, Disclosure):
        _exactly((row.name for row in document.opened), request.handles, "opened")
        for row in document.opened:
            _handle_opening(game, position, document.seat, row)
        return
    assert isinstance(request, Decision)
    due = slots_due(position, document.seat, document.request)
    order = revealed_order(game, request, document)
    turned = () if order is None else turned_up(game, position, request, order)
    _exactly((row.name for row in document.opened), (*(row.slot for row in due), *turned), "opened")
    for row, sealed in zip(document.opened, due, strict=False):
        _opening(game, document.seat, document.request, sealed.slot, sealed.from_, sealed.hash, row)
    for row in document.opened[len(due) :]:
        _handle_opening(game, position, document.seat, row)


def _handle_opening(game: Game, position: Position, seat: Seat, opening: Opening) -> None:
    row = handle_row(position, opening.name)
    if row is None or row.seat != seat:
        raise ProofError(Problem("proof/opening", f"{opening.name} is not a closed handle of {seat}", pointer="opened"))
    committed, request, slot = split_handle(row.name)  # the owner, or the dealer who gave it to him
    _opening(game, committed, request, slot, row.from_, row.hash, opening)


def _opening(
    game: Game, seat: Seat, request: RequestId, slot: str, answered: Digest, sealed: Digest, opening: Opening
) -> None:
    context = context_lines(game.id, answered, seat, request, slot, emit_value(opening.value))
    if commitment_hash(context, opening.salt) != sealed:
        raise ProofError(
            Problem(
                "proof/opening", f"opened value of {seat}'s {request} {slot} is not what was sealed", pointer="opened"
            )
        )


def _order(game: Game, position: Position, document: OrderDocument) -> Order:
    decision = position.request((document.seat, document.request))
    assert isinstance(decision, Decision)
    order = decoded_order(game.engine.orders[decision.kind], document.order)
    if order is None or not alike(to_builtins(order), document.order):
        raise DocumentError(
            Problem(
                "document/not-canonical",
                f"{says(document.seat, document.request, 'order')} does not decode as an order of kind {decision.kind}",
                pointer="order",
                expected=", ".join(game.engine.orders[decision.kind].__struct_fields__),
            )
        )
    problems = [p for p in game.engine.check(position.public, {}, decision, order) if p.severity == "error"]
    if problems:
        raise OrderError(problems)
    _exactly((row.name for row in document.opened), turned_up(game, position, decision, order), "opened")
    for row in document.opened:
        _handle_opening(game, position, document.seat, row)
    return order


def _deal(position: Position, document: Deal) -> None:
    """A deal names the cards asked for; whether they are the right ones shows when the dealer's secret opens."""
    request = position.request((document.seat, document.request))
    assert isinstance(request, DealRequest)
    _exactly((document.label,), (request.draw,), "label")
    _exactly(
        (f"{row.name} to {row.seat}" for row in document.cards), (f"{name} to {seat}" for name, seat in request.cards),
        "cards",
    )  # fmt: skip


def _chain_row(position: Position, seat: Seat) -> ChainRow:
    assert position.state is not None
    return next(row for row in position.state.chains if row.seat == seat)


def link_index(position: Position, seat: Seat, request_id: RequestId) -> int:
    """Return the index of the public link that a seat owes for a draw: counted on from the last one opened."""
    draws = {request.id for request in position.requests if isinstance(request, Draw)}
    owed = [row.request for row in position.due if row.seat == seat and row.request in draws]
    return _chain_row(position, seat).opened + 1 + owed.index(request_id)


def audit_index(position: Position, seat: Seat, request_id: RequestId) -> tuple[str, int]:
    """Return label and private link index that an audit opens."""
    request = position.request((seat, request_id))
    assert isinstance(request, Disclosure) and request.draw is not None and position.state is not None
    for row in position.state.seeds:
        if (row.label, row.seat) == (request.draw, seat):
            return row.label, row.index
    raise InternalError(Problem("internal/audit", f"the engine audits {request.draw}, which {seat} never drew"))


def _link(game: Game, position: Position, document: Link) -> None:
    request = position.request((document.seat, document.request))
    assert isinstance(request, Draw)
    index = link_index(position, document.seat, document.request)
    row = _chain_row(position, document.seat)
    _chained(game, "public", document, request.label, index, row.opened, row.last)


def _audit(game: Game, position: Position, document: Audit) -> None:
    label, index = audit_index(position, document.seat, document.request)
    row = _chain_row(position, document.seat)
    _chained(game, "private", document, label, index, row.audits, row.past)


def _chained(
    game: Game, chain: ChainName, document: Link | Audit, label: str, index: int, opened: int, last: Digest
) -> None:
    code, word = ("proof/link", "link") if chain == "public" else ("proof/audit", "audit")
    what = says(document.seat, document.request, word)
    if (document.label, document.index) != (label, index):
        raise ProofError(
            Problem(
                code,
                f"{what} is for another draw or index",
                expected=f"{label} {index}",
                got=f"{document.label} {document.index}",
            )
        )
    if index <= opened:
        raise ProofError(Problem(code, f"{what}: that link is open already", expected=f"an index above {opened}"))
    if index > game.charter.links:
        raise ProofError(Problem(code, f"{document.seat}'s chain of {game.charter.links} links is used up"))
    if walk_back(game.id, document.seat, chain, index, document.link, opened) != last:
        raise ProofError(Problem(code, f"{what} is not the next link of the chain that {document.seat} enrolled"))
