"""What makes a charter acceptable: good and distinct keys, and the proposer's signature."""

from adjudicator.documents.charter import charter_keys
from adjudicator.documents.kinds import Charter
from adjudicator.documents.signed import Signed, verify
from adjudicator.errors import DocumentError, Problem


def check_charter(signed: Signed) -> Charter:
    """Return the charter of a signed document.

    Raises DocumentError (another kind of document) or ProofError (a weak key, one key for two signers, a wrong
    signature).
    """
    charter = signed.document
    if not isinstance(charter, Charter):
        raise DocumentError(
            Problem("document/schema", "a game begins with its charter", expected="kind: charter", got=charter.kind)
        )
    verify(signed, charter_keys(charter)[charter.proposer])
    return charter
