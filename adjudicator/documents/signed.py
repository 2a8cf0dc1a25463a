"""Signed documents: from a text to a typed value with its id, and back."""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from adjudicator.documents import signature as armor
from adjudicator.documents.charter import check_document
from adjudicator.documents.guessing import guess
from adjudicator.documents.keys import Key, KeyPair
from adjudicator.documents.kinds import KINDS, Act, AnyDocument, Charter, State
from adjudicator.documents.text import MAX_BYTES, Emitter, emit
from adjudicator.errors import AdjudicatorError, DocumentError, Problem, ProofError
from adjudicator.names import REFEREE, Digest, Seat

SIGNATURE_LINE = "signature: |\n"
_FRAME = "\n" + SIGNATURE_LINE
_BEGUN = re.compile(f"  {armor.BEGIN}\n(?:  [A-Za-z0-9+/=]{{1,70}}\n){{0,20}}")
_BLOCK = re.compile(f"{_BEGUN.pattern}  {armor.END}\n")


@dataclass(frozen=True)
class Signed:
    """A document, the text that was signed (`---` included, signature not), and the armored signature.

    `signature` is None only for a state, which nobody need sign. Nothing here says that the signature is good:
    see `verify`.
    """

    document: AnyDocument
    text: str
    signature: str | None

    @cached_property
    def id(self) -> Digest:
        """Return the SHA-256 of the signed text, the same whether or not the document is signed."""
        return hashlib.sha256(self.text.encode("ascii")).hexdigest()

    @property
    def act(self) -> Act:
        """Return the document as an act. Raises DocumentError for a charter or a state, which answer nothing."""
        document = self.document
        if isinstance(document, (Charter, State)):
            raise DocumentError(Problem("document/schema", "this document answers no state", pointer="kind",
                                        expected="an act", got=document.kind))
        return document

    @property
    def signer(self) -> Seat:
        """Return the seat whose key has to fit: the proposer, the seat that acts, or the referee for a state."""
        document = self.document
        if isinstance(document, Charter):
            return document.proposer
        return REFEREE if isinstance(document, State) else document.seat

    @property
    def namespace(self) -> str:
        """Return the purpose for which the document is signed."""
        return namespace_of(self.document)

    @property
    def file_text(self) -> str:
        """Return the whole document as it travels: the signed text, then the signature as its last field."""
        if self.signature is None:
            return self.text
        lines = self.signature.split("\n")[:-1]
        return "".join([self.text, SIGNATURE_LINE, *(f"  {line}\n" for line in lines)])

    def respells(self, document: AnyDocument) -> bool:
        """Return whether `document`, in which what depended on the game is now typed, has this very text."""
        try:
            return emit(document) == self.text
        except AdjudicatorError:
            return False


def namespace_of(document: AnyDocument) -> str:
    """Return the signature namespace of a document's kind."""
    if isinstance(document, Charter):
        return armor.CHARTER
    return armor.STATE if isinstance(document, State) else armor.ACT


def sign(document: AnyDocument, pair: KeyPair, emitter: Emitter | None = None) -> Signed:
    """Return the document signed with `pair`. Raises DocumentError if it is too large."""
    text = (emitter or Emitter(room=0)).emit(document)
    return _fitting(Signed(document, text, armor.sign(pair, namespace_of(document), text.encode("ascii"))))


def unsigned(state: State, emitter: Emitter | None = None) -> Signed:
    """Return a state as everybody computes it. An emitter that is kept from state to state makes this fast."""
    return Signed(state, (emitter or Emitter(room=0)).emit(state), None)


def write(document: AnyDocument, pair: KeyPair) -> str:
    """Return the text of the document signed with `pair`, as it travels."""
    return sign(document, pair).file_text


def verify(signed: Signed, key: Key) -> None:
    """Return if the document's signature is `key`'s; else raise ProofError (proof/signature, proof/unknown-key)."""
    if signed.signature is None:
        raise ProofError(Problem("proof/signature", "the document is not signed"))
    armor.verify(key, signed.namespace, signed.text.encode("ascii"), signed.signature)


def parse(text: str | bytes) -> Signed:
    """Return the document in one canonical text, its signature framed but not yet verified.

    Raises DocumentError, and nothing else: document/too-large, /unreadable, /schema (all problems of the file at
    once), /not-canonical (with the first line that is spelt otherwise than the program spells it).
    """
    if len(text) > MAX_BYTES:
        raise DocumentError(Problem("document/too-large", "the document is too large",
                                    expected=f"at most {MAX_BYTES} bytes", got=f"{len(text)} bytes"))
    whole = text.decode("latin-1") if isinstance(text, bytes) else text
    body, frame, rest = whole.partition(_FRAME)
    if frame:
        body += "\n"
    document = _canonical(body)
    if document is None:
        document = typed(body)
        try:
            canonical = emit(document)
        except AdjudicatorError:
            canonical = ""
        if canonical != body:
            raise DocumentError(_first_difference(body, canonical))
    problems = check_document(document)
    if problems:
        raise DocumentError(problems)
    signature = _signature(rest, body.count("\n") + 1) if frame else None
    if signature is None and not isinstance(document, State):
        raise DocumentError(Problem("document/unreadable", "the document has no signature",
                                    line=body.count("\n"), expected="signature: | and the signature as the last field",
                                    fix="the end of the file was lost: ask the sender to send it again"))
    return Signed(document, body, signature)


def _canonical(body: str) -> AnyDocument | None:
    """Return the typed value of a text that is exactly what the emitter writes for it, or None.

    The limits of the text need no check here, since the emitter keeps them; whatever is wrong is named by `typed`.
    """
    fields = guess(body)
    document = _written_as(fields, body) if fields is not None else None
    if document is None:
        from adjudicator.documents.reading import composed

        try:
            document = _written_as(composed(body), body)
        except DocumentError:
            return None
    return document


def _written_as(fields: dict[str, Any], body: str) -> AnyDocument | None:
    """Return the document of these fields if its canonical text is `body`."""
    try:
        kind = KINDS.get(fields["kind"])
        if kind is None or len(fields) < len(kind.__struct_fields__):
            return None
        document = msgspec.convert(fields, kind)
        return document if emit(document) == body else None
    except (AdjudicatorError, msgspec.ValidationError, KeyError, TypeError):
        return None


def countersigned(state: State, text: str, data: bytes) -> Signed | None:
    """Return a state that was computed here with the signature it has in a file, or None if the file is another text.

    The file need not be read as YAML: its text is known. Raises DocumentError if its signature is not framed as it is.
    """
    whole = data.decode("latin-1")
    body, frame, rest = whole.partition(_FRAME)
    if not frame or body + "\n" != text:
        return None
    return Signed(state, text, _signature(rest, text.count("\n") + 1))


def typed(body: str) -> AnyDocument:
    """Return the typed value of the text before the signature. Its spelling is not checked beyond strict reading."""
    from adjudicator.documents.reading import read

    fields = read(body)
    kind = KINDS.get(fields["kind"]) if isinstance(fields.get("kind"), str) else None
    # The types have defaults, for whoever builds a document; a file has to hold every field.
    if kind is not None and len(fields) >= len(kind.__struct_fields__):
        try:
            return msgspec.convert(fields, kind)
        except msgspec.ValidationError:
            pass
    from adjudicator.documents.reading import lines_of
    from adjudicator.documents.schemas import explain_document

    raise DocumentError(explain_document(fields, lines_of(body)))


def _signature(rest: str, line: int) -> str:
    """Return the armor inside the frame; everything after `signature: |`, on `line`, must belong to it."""
    if _BLOCK.fullmatch(rest):
        return "".join(part[2:] + "\n" for part in rest.split("\n")[:-1])
    good = _BLOCK.match(rest) or _BEGUN.match(rest)
    place = rest[:good.end()].count("\n") if good else 0
    got = rest.split("\n")[place]
    raise DocumentError(Problem("document/not-canonical", "this does not belong to the signature",
                                line=line + 1 + place, got=ascii(got[:60]), fix="use the file as it was sent",
                                expected=f"lines from {armor.BEGIN} to {armor.END}, indented by two, and nothing more"))


def _first_difference(found: str, canonical: str) -> Problem:
    """Return the problem that names the first line which is not spelt canonically."""
    ours, theirs = canonical.split("\n"), found.split("\n")
    number = next((n for n, pair in enumerate(zip(theirs, ours, strict=False)) if pair[0] != pair[1]),
                  min(len(ours), len(theirs)) - 1) if canonical else 0
    return Problem("document/not-canonical", "the document is not written in its one canonical form",
                   line=number + 1, got=theirs[number].strip()[:60], expected=ours[number].strip()[:60],
                   fix="use the file as it was sent; a turn file is written by the program only")


def _fitting(signed: Signed) -> Signed:
    size = len(signed.file_text)
    if size > MAX_BYTES:
        raise DocumentError(Problem("document/too-large", "the document is too large",
                                    expected=f"at most {MAX_BYTES} bytes with its signature", got=f"{size} bytes"))
    return signed


def retyped(value: Any, kind: Any) -> Any:
    """Return an order map or an opened value as the type that the game gives it.

    Raises DocumentError for what does not fit; compare afterwards with `Signed.respells`.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        from adjudicator.documents.schemas import explain

        raise DocumentError(explain(kind, value, {})) from None
