"""What goes into a turn file: enough for the addressee to follow, to heal a lost mail, and to keep as a backup."""

from collections.abc import Sequence

from adjudicator.names import Seat
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.position import Act


def first_state(ledger: Ledger, addressee: Seat, sent: Sequence[int]) -> int:
    """Return the number of the state from which on the addressee needs every act.

    `sent` are the numbers of the files written to the addressee so far. Whoever answered a state had everything before
    it, so the last file whose number they have answered is known to have arrived. They get everything from the first
    state on that they answered since then: their own acts, too, as a backup.
    """
    answered = [act.document.number for act in counted_acts(ledger) if act.seat == addressee]
    last = max(answered, default=0)
    arrived = max((number for number in sent if number <= last), default=0)
    return min((number for number in answered if number >= arrived), default=0)


def counted_acts(ledger: Ledger) -> tuple[Act, ...]:
    """Return the acts that count, in chain order: those behind every state, then those that stand at the head."""
    line = ledger.branch()
    acts = [act for position in line for act in position.came]
    acts.extend(act for act in ledger.standing(line[-1]) if act)
    return tuple(acts)


def turn_file(ledger: Ledger, addressee: Seat, sent: Sequence[int]) -> str:
    """Return the text of the turn file to an addressee: the charter if needed, then every act from `first_state` on."""
    first = first_state(ledger, addressee, sent)
    texts = [act.signed.file_text for act in counted_acts(ledger) if act.document.number >= first]
    return "".join([ledger.charter.file_text, *texts] if first == 0 else texts)
