"""Examining documents without the game that they belong to: their text, and by whom they are signed."""

from dataclasses import dataclass, field

from adjudicator.documents.charter import charter_keys
from adjudicator.documents.incoming import documents_in
from adjudicator.documents.keys import Key
from adjudicator.documents.kinds import Charter, State
from adjudicator.documents.signature import signing_key
from adjudicator.documents.signed import Signed, verify
from adjudicator.errors import AdjudicatorError, Problem, ProofError, SequenceError, error_of
from adjudicator.names import Digest, Seat


@dataclass(frozen=True)
class Document:
    """A document that was read: what it is, its id, and the key that signed it (empty for an unsigned state)."""

    kind: str
    id: Digest
    number: int
    seat: Seat
    request: str
    key: str


@dataclass
class Examined:
    """The documents of a file up to the first that is wrong; `charter` tells whether a charter gave their keys."""

    game: Digest = ""
    charter: bool = False
    documents: list[Document] = field(default_factory=list)
    wrong: AdjudicatorError | None = None


def examine(data: bytes) -> Examined:
    """Examine a turn file or a single document. Never raises for what it holds: see `wrong`."""
    found, problems = documents_in(data)
    examined = Examined()
    keys: dict[Seat, Key] = {}
    for number, signed in enumerate(found, 1):
        try:
            examined.documents.append(_document(signed, examined, keys))
        except AdjudicatorError as error:
            examined.wrong = error.located(f"document {number}")
            return examined
    if problems:
        examined.wrong = error_of(problems)
    return examined


def _document(signed: Signed, examined: Examined, keys: dict[Seat, Key]) -> Document:
    """Check one document against those before it in the file, and against its own signature."""
    document = signed.document
    game = signed.id if isinstance(document, Charter) else document.game
    if examined.game not in ("", game):
        raise SequenceError(
            Problem("sequence/other-game", "it belongs to another game than those before it", got=f"game {game[:8]}")
        )
    examined.game = game
    if isinstance(document, Charter):
        keys.update(charter_keys(document))
        examined.charter = True
    key = ""
    if signed.signature is not None:
        signer = signed.signer
        known = keys.get(signer)
        if known is None and examined.charter:
            raise ProofError(Problem("proof/unknown-key", f"the charter knows no seat {signer}"))
        named = known or keys.setdefault(signer, signing_key(signed.signature))
        verify(signed, named)
        key = named.text
    if isinstance(document, Charter):
        return Document("charter", signed.id, 0, document.proposer, "", key)
    if isinstance(document, State):
        return Document("state", signed.id, document.number, "", "", key)
    return Document(document.kind, signed.id, document.number, document.seat, document.request, key)
