"""The document kinds: what each says, field by field in the order in which it is written.

`order`, the values of openings and the public part of a state have types that depend on the game; they stay as read.
Whoever knows their types compares once more: `signed.respells(document)` with the typed values put in.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudicator.names import Digest, Handle, KeyText, Label, RequestId, Seat, Slot, Text

Count = Annotated[int, Meta(ge=0, le=999_999_999_999_999)]
Number = Annotated[int, Meta(ge=-999_999_999_999_999, le=999_999_999_999_999)]
FieldName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}$(?!\n)")]
EngineName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}$(?!\n)")]
PartName = Annotated[str, Meta(pattern=r"^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,59}$(?!\n)")]
OptionText = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,31}(=[a-zA-Z0-9_.-]{1,32})?$(?!\n)")]
Piece = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{64}$(?!\n)")]
Owed = Literal["commitment", "reveal", "order", "link", "audit", "deal"]


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a table inside a document."""


class Document(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every document begins with: the version of the format, then its kind."""

    turnfile: Literal[1] = 1


class Part(Record, frozen=True):
    """A data file of the game, with its SHA-256 as shipped."""

    part: PartName
    hash: Digest


class CharterSeat(Record, frozen=True):
    """A seat, the name of the person who plays it, and the key that signs for it."""

    seat: Seat
    name: Text
    key: KeyText


class CharterReferee(Record, frozen=True):
    """The referee's name and key."""

    name: Text
    key: KeyText


class Charter(Document, frozen=True, kw_only=True):
    """Fixes a game: rules, data files, options, seats and keys. Its id is the game. Signed by the proposer."""

    kind: Literal["charter"] = "charter"
    title: Text
    engine: EngineName
    rules: Count
    parts: tuple[Part, ...]
    options: tuple[OptionText, ...]
    seats: tuple[CharterSeat, ...]
    referee: CharterReferee | None
    links: Annotated[int, Meta(ge=1, le=65_536)]
    clock: dict[FieldName, int | str] | None
    nonce: Digest
    proposer: Seat


class Enrolment(Document, frozen=True, kw_only=True):
    """Joins a game: the seat's nonce, the tips of its public and private chains, and a key to seal mail with."""

    kind: Literal["enrolment"] = "enrolment"
    game: Digest
    number: Literal[0] = 0
    state: Digest
    seat: Seat
    request: Literal["enrol"] = "enrol"
    nonce: Digest
    public: Digest
    private: Digest
    seal: KeyText | None


class SlotHash(Record, frozen=True):
    """The commitment to what is sealed in one slot."""

    slot: Slot
    hash: Digest


class Commitment(Document, frozen=True, kw_only=True):
    """Seals a decision: a hash for each slot, in the engine's order."""

    kind: Literal["commitment"] = "commitment"
    game: Digest
    number: Count
    state: Digest
    seat: Seat
    request: RequestId
    slots: tuple[SlotHash, ...]


class Opening(Record, frozen=True):
    """Opens one slot or handle: the sealed value and its salt."""

    name: Handle
    value: Any
    salt: Digest


class Reveal(Document, frozen=True, kw_only=True):
    """Opens exactly the slots or handles that are due, in order; after slots, the handles that the order turns up."""

    kind: Literal["reveal"] = "reveal"
    game: Digest
    number: Count
    state: Digest
    seat: Seat
    request: RequestId
    opened: tuple[Opening, ...]


class Order(Document, frozen=True, kw_only=True):
    """An open order, with the own handles that it turns up itself."""

    kind: Literal["order"] = "order"
    game: Digest
    number: Count
    state: Digest
    seat: Seat
    request: RequestId
    order: dict[FieldName, Any]
    opened: tuple[Opening, ...]


class Link(Document, frozen=True, kw_only=True):
    """Opens the next link of the seat's public chain for a draw."""

    kind: Literal["link"] = "link"
    game: Digest
    number: Count
    state: Digest
    seat: Seat
    request: RequestId
    label: Label
    index: Count
    link: Digest


class Audit(Document, frozen=True, kw_only=True):
    """Opens a link of the seat's private chain, so that a private draw can be checked."""

    kind: Literal["audit"] = "audit"
    game: Digest
    number: Count
    state: Digest
    seat: Seat
    request: RequestId
    label: Label
    index: Count
    link: Digest


class DealtRow(Record, frozen=True):
    """A card given face-down to a seat: its commitment, and value and salt in an envelope that only the seat opens."""

    name: Handle
    seat: Seat
    hash: Digest
    sealed: Annotated[tuple[Piece, ...], Meta(min_length=4, max_length=4)]


class Deal(Document, frozen=True, kw_only=True):
    """The dealer gives values to new handles, as his private draw `label` says."""

    kind: Literal["deal"] = "deal"
    game: Digest
    number: Count
    state: Digest
    seat: Seat
    request: RequestId
    label: Label
    cards: tuple[DealtRow, ...]


class Resignation(Document, frozen=True, kw_only=True):
    """Gives the game up; the request is one of those open for the seat."""

    kind: Literal["resignation"] = "resignation"
    game: Digest
    number: Count
    state: Digest
    seat: Seat
    request: RequestId


class HandleRow(Record, frozen=True, rename={"from_": "from"}):
    """A value that lies face-down: its owner, its commitment, the state it answered and the slot it was sealed in."""

    name: Handle
    seat: Seat
    hash: Digest
    from_: Digest
    slot: Slot


class SealedRow(Record, frozen=True, rename={"from_": "from"}):
    """A slot whose reveal is due."""

    seat: Seat
    request: RequestId
    slot: Slot
    hash: Digest
    from_: Digest


class SeedRow(Record, frozen=True):
    """A private draw not yet opened: `hash` is the joint value of the draw, `index` the private link it used."""

    label: Label
    hash: Digest
    seat: Seat
    index: Count


class ChainRow(Record, frozen=True):
    """How far a seat's chains are opened: count and last value of the public, then of the private one."""

    seat: Seat
    opened: Count
    last: Digest
    audits: Count
    past: Digest


class DueRow(Record, frozen=True):
    """One answer that the game waits for."""

    seat: Seat
    request: RequestId
    answer: Owed


class PointsRow(Record, frozen=True):
    """The final score of a seat."""

    seat: Seat
    points: Number


class OutcomeRow(Record, frozen=True):
    """How the game ended; `seats` and `handles` are those that a retirement names."""

    winner: Seat | None
    how: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,39}$(?!\n)")]
    seats: tuple[Seat, ...]
    rule: Annotated[str, Meta(max_length=60)]
    handles: tuple[Handle, ...]
    points: tuple[PointsRow, ...]


class State(Document, frozen=True, kw_only=True):
    """A public state of the game. Everybody computes it; a referee may countersign it."""

    kind: Literal["state"] = "state"
    game: Digest
    number: Annotated[int, Meta(ge=1, le=999_999_999_999_999)]
    prev: Digest
    acts: tuple[Digest, ...]
    public: Any
    handles: tuple[HandleRow, ...]
    sealed: tuple[SealedRow, ...]
    seeds: tuple[SeedRow, ...]
    chains: tuple[ChainRow, ...]
    due: tuple[DueRow, ...]
    outcome: OutcomeRow | None


Act = Enrolment | Commitment | Reveal | Order | Link | Audit | Deal | Resignation
AnyDocument = Charter | Act | State

KINDS: dict[str, type[AnyDocument]] = {
    "charter": Charter,
    "enrolment": Enrolment,
    "commitment": Commitment,
    "reveal": Reveal,
    "order": Order,
    "link": Link,
    "audit": Audit,
    "deal": Deal,
    "resignation": Resignation,
    "state": State,
}
