"""What a game waits for. The ids are predictable from public facts and occur once per game."""

from msgspec import Struct

from adjudicator.names import Handle, Label, RequestId, RuleId, Seat, Slot


class Request(Struct, frozen=True, kw_only=True):
    """One thing the game waits for, and the rule that asks for it."""

    id: RequestId
    rule: RuleId


class Decision(Request, frozen=True, kw_only=True, tag="decision"):
    """A human choice of one seat; `kind` names the order that answers it.

    A sealed decision is committed first and revealed when all sealed decisions of the moment are bound.
    The `shut` fields stay closed after the reveal: each becomes a handle that lies face-down, and holds the handle's
    name when the order is applied. At least one field is not shut. Request and slot names are so short that
    `seat.request.slot` is a handle.
    """

    seat: Seat
    kind: str
    sealed: bool = False
    shut: tuple[Slot, ...] = ()


class Disclosure(Request, frozen=True, kw_only=True, tag="disclosure"):
    """No choice: the seat turns up these handles, or opens its private link of `draw` (an audit)."""

    seat: Seat
    handles: tuple[Handle, ...] = ()
    draw: Label | None = None


class Deal(Request, frozen=True, kw_only=True, tag="deal"):
    """The referee gives values to new handles, each for the eyes of one seat.

    `draw` is the label of his own private draw, whose stream decides them all: he chooses nothing. `cards` are handle
    and owner, in the order in which they are dealt; a handle is named `referee.id.slot` after this request.
    """

    draw: Label
    cards: tuple[tuple[Handle, Seat], ...]


class Draw(Request, frozen=True, kw_only=True, tag="draw"):
    """Joint chance: every contributor opens a link; the `private` seats also get a stream only they can compute.

    A private draw is audited later by a Disclosure, each in the order of the draws; `till_close` takes the deepest
    private link, so it can be opened only when the game is over, not before the audits of the others. `quick`: only
    the seats that answered the state before contribute. The referee may be among the private ones: as the dealer.
    """

    label: Label
    private: tuple[Seat, ...] = ()
    till_close: bool = False
    quick: bool = False
