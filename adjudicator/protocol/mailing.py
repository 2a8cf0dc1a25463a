"""What goes into a turn file: enough for the addressee to follow, to heal a lost mail, and to keep as a backup."""

from collections.abc import Iterator, Sequence

from adjudicator.documents.signed import Signed
from adjudicator.names import REFEREE, Seat
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.position import Act


def counted_acts(ledger: Ledger) -> tuple[Act, ...]:
    """Return the acts that count, in chain order: those behind every state, then those that stand at the head."""
    line = ledger.branch()
    acts = [act for position in line for act in position.came]
    acts.extend(act for act in ledger.standing(line[-1]) if act)
    return tuple(acts)


def own_documents(ledger: Ledger, signer: Seat) -> tuple[tuple[int, Signed], ...]:
    """Return what a signer has signed on the branch that counts, each with a number of a state, in rising order.

    For an act that is the state it answers; for a state of the referee its own number: he had all that it rests on.
    """
    documents = [(act.document.number, act.signed) for act in counted_acts(ledger) if act.seat == signer]
    if signer == REFEREE:
        documents.extend((position.number, position.confirmed) for position in ledger.branch() if position.confirmed)
    return tuple(sorted(documents, key=lambda pair: pair[0]))


def first_state(ledger: Ledger, addressee: Seat, sent: Sequence[int]) -> int:
    """Return the number of the state from which on the addressee needs everything.

    `sent` are the numbers of the files written to the addressee so far. Whoever answered a state had everything before
    it, so the last file whose number they have answered is known to have arrived. They get everything from the first
    state on that they answered since then: their own acts, too, as a backup.
    """
    answered = [number for number, _ in own_documents(ledger, addressee)]
    last = max(answered, default=0)
    arrived = max((number for number in sent if number <= last), default=0)
    return min((number for number in answered if number >= arrived), default=0)


def turn_file(ledger: Ledger, addressee: Seat, sent: Sequence[int]) -> str:
    """Return the text of the turn file to an addressee: the charter if needed, then all from `first_state` on."""
    first = first_state(ledger, addressee, sent)
    texts = [signed.file_text for number, signed in _in_order(ledger) if number >= first]
    return "".join([ledger.charter.file_text, *texts] if first == 0 else texts)


def _in_order(ledger: Ledger) -> Iterator[tuple[int, Signed]]:
    """Yield what counts in chain order: a state that the referee signed, then the acts that answer it."""
    line = ledger.branch()
    for position, following in zip(line, (*line[1:], None), strict=True):
        if position.confirmed:
            yield position.number, position.confirmed
        acts = following.came if following else ledger.standing(position)
        yield from ((position.number, act.signed) for act in acts if act)
