"""The ledger: a function of a set of verified acts. It holds the tree of states that they make, and finds the head.

It knows no files and no clock, and the order in which acts arrive cannot change what it says.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, Literal

from adjudicator.documents.kinds import Charter
from adjudicator.documents.signed import Signed, verify
from adjudicator.engine.interface import Engine
from adjudicator.errors import AdjudicatorError, Problem, ProofError, SequenceError
from adjudicator.names import REFEREE, Digest, Seat
from adjudicator.protocol.advance import advance
from adjudicator.protocol.fit import fit, same_tips, says
from adjudicator.protocol.position import Act, Game, Place, Position, charter_position

PARKED_PER_SEAT = 64


@dataclass(frozen=True)
class Verdict:
    """What became of a document: `new`, `duplicate`, `parked` (no effect until its state is known), `conflict`."""

    kind: Literal["new", "duplicate", "parked", "conflict"]
    problems: tuple[Problem, ...] = ()


class Ledger:
    """The acts of one game and the states that follow from them. Not thread-safe; feed it with `add`."""

    def __init__(self, charter: Signed, engine: Engine[Any]) -> None:
        assert isinstance(charter.document, Charter)
        self.charter = charter
        self.game = Game(charter.document, charter.id, engine)
        self.root = charter_position(charter, self.game.signers)
        self._positions: dict[Digest, Position] = {self.root.id: self.root}
        self._parked: dict[Digest, dict[Digest, Signed]] = {}
        self._unfit: dict[Digest, tuple[Signed, AdjudicatorError]] = {}
        self._seen: set[Digest] = set()
        self._line: tuple[Position, ...] | None = None

    # -- taking in ---------------------------------------------------------------------------------------------

    def add(self, signed: Signed) -> Verdict:
        """Take in a document: signature first, then its place. Raises the error that refuses it; then nothing changed.

        A document that answers a state not known here is parked, and tried again when the state appears.
        """
        self.authenticate(signed)
        if signed.id in self._seen:
            return Verdict("duplicate")
        position = self._positions.get(signed.act.state)
        if position is None:
            return self._park(signed)
        return self._place(position, signed)

    def authenticate(self, signed: Signed) -> None:
        """Check game, signer and signature; raises SequenceError (other game) or ProofError."""
        document = signed.act
        if document.game != self.game.id:
            raise SequenceError(
                Problem(
                    "sequence/other-game",
                    f"this {document.kind} belongs to another game",
                    expected=f"game {self.game.id[:8]}",
                    got=f"game {document.game[:8]}",
                    pointer="game",
                    fix="use it with the folder of its own game",
                )
            )
        key = self.game.keys.get(document.seat)
        if key is None:
            raise ProofError(
                Problem(
                    "proof/unknown-key",
                    f"the charter knows no seat {document.seat}",
                    expected=", ".join(self.game.signers),
                    pointer="seat",
                )
            )
        verify(signed, key)

    def _place(self, position: Position, signed: Signed) -> Verdict:
        document = signed.act
        if document.number != position.number:
            raise SequenceError(
                Problem("sequence/not-due", f"the state named is number {position.number}", got=str(document.number))
            )
        act = fit(self.game, position, signed)
        grown = self._grown(position, act)  # all of it or, if that raises, nothing: only now is anything changed
        candidates = position.candidates.setdefault(act.place, {})
        candidates[act.id] = act
        self._seen.add(act.id)
        self._line = None
        position.children.update(grown)
        self._positions.update((child.id, child) for child in grown.values())
        for child in grown.values():
            for waiting in self._parked.pop(child.id, {}).values():
                self._retry(child, waiting)
        if len(candidates) > 1:
            what = says(document.seat, document.request, document.kind)
            return Verdict(
                "conflict",
                (Problem("sequence/second-act", f"{what} is a second act for one place", severity="warning"),),
            )
        return Verdict("new")

    def _park(self, signed: Signed) -> Verdict:
        document = signed.act
        head = self.head().number
        if document.number > head:
            code, message = "sequence/ahead", f"it answers state {document.number}, which is not here yet"
            fix = f"a file is missing: ask {document.seat} to send it again"
        elif document.number == head:
            code, message = "sequence/diverged", f"it answers another state {document.number} than the one here"
            fix = "send each other your last files again, and compare program and rules versions"
        else:
            code, message = "sequence/stale", f"it answers another state {document.number}; the game is at {head}"
            fix = "take the current state"
        problem = Problem(code, f"{says(document.seat, document.request, document.kind)}: {message}", fix=fix)
        mine = [s for waiting in self._parked.values() for s in waiting.values() if s.act.seat == document.seat]
        known = self._parked.get(document.state, {})
        if signed.id not in known:
            if len(mine) >= PARKED_PER_SEAT:
                raise SequenceError(problem)
            self._parked.setdefault(document.state, {})[signed.id] = signed
        return Verdict("parked", (problem,))

    def unpark(self, signed: Signed) -> None:
        """Take in a document that was parked when it was stored: if its state is here by now, it is tried again."""
        self.authenticate(signed)
        position = self._positions.get(signed.act.state)
        if position is None:
            self._park(signed)
        elif signed.id not in self._seen:
            self._retry(position, signed)

    # -- the tree ----------------------------------------------------------------------------------------------

    def _grown(self, position: Position, act: Act) -> dict[tuple[Digest, ...], Position]:
        """Return every state that `act` at `position` newly leads to, with all that stands beside it."""
        grown: dict[tuple[Digest, ...], Position] = {}
        for combination in self._combinations(position, act):
            ids = tuple(act.id for act in combination)
            if ids in position.children or ids in grown or (position.state is None and same_tips(combination)):
                continue
            grown[ids] = advance(self.game, position, combination)
        return grown

    def _retry(self, position: Position, waiting: Signed) -> None:
        """Place a parked document whose state is now here; one that never fitted it has no effect, but is kept."""
        try:
            self._place(position, waiting)
        except AdjudicatorError as error:
            self._unfit[waiting.id] = (waiting, error)

    def _combinations(self, position: Position, act: Act) -> Iterator[tuple[Act, ...]]:
        """Yield the acts of each state that can follow with `act`: one act a place, or the resignations alone."""
        places = [(row.seat, row.request) for row in position.due]
        choices = [(act,) if place == act.place else self._at(position, place) for place in places]
        for chosen in product(*(acts or (None,) for acts in choices)):
            acts = leading(chosen)
            if acts:
                yield acts

    @staticmethod
    def _at(position: Position, place: Place) -> tuple[Act, ...]:
        candidates = position.candidates.get(place, {})
        return tuple(candidates[key] for key in sorted(candidates))

    # -- the head ----------------------------------------------------------------------------------------------

    def branch(self) -> tuple[Position, ...]:
        """Return the positions from the charter to the head, by the rule of conflicts."""
        if self._line is None:
            line = [self.root]
            while (following := self._following(line[-1])) is not None:
                line.append(following)
            self._line = tuple(line)
        return self._line

    def head(self) -> Position:
        """Return the last position of the branch that counts."""
        return self.branch()[-1]

    def _following(self, position: Position) -> Position | None:
        if len(position.children) == 1 and not self.conflicts(position):
            return next(iter(position.children.values()))
        if not position.children:
            return None
        acts = leading(tuple(self.counting(position, (row.seat, row.request)) for row in position.due))
        return position.children.get(tuple(act.id for act in acts)) if acts else None

    def conflicts(self, position: Position) -> tuple[Place, ...]:
        """Return the places of a position that more than one act fits, in due order."""
        if not any(len(acts) > 1 for acts in position.candidates.values()):
            return ()
        places = ((row.seat, row.request) for row in position.due)
        return tuple(place for place in places if len(position.candidates.get(place, {})) > 1)

    def counting(self, position: Position, place: Place) -> Act | None:
        """Return the act that counts in a place, by the rule of conflicts, or None if nothing fills it.

        Of several acts the one counts on whose branch another playing seat has signed; if that names none or
        several, the smallest id.
        """
        acts = self._at(position, place)
        if len(acts) < 2:
            return acts[0] if acts else None
        if position.state is None:
            # An enrolment that shares a tip leads nowhere; it must not keep out another that does lead on.
            acts = tuple(act for act in acts if any(act.id in ids for ids in position.children)) or acts
        built_on = [
            act
            for act in acts
            if any(self._signed_by_others(child, place[0]) for ids, child in position.children.items() if act.id in ids)
        ]
        return built_on[0] if len(built_on) == 1 else acts[0]

    def _signed_by_others(self, position: Position, doubler: Seat) -> bool:
        """Answer whether a playing seat other than the doubler has signed an act at or after a position."""
        stack = [position]
        while stack:
            here = stack.pop()
            if any(seat not in (doubler, REFEREE) for (seat, _), acts in here.candidates.items() if acts):
                return True
            stack.extend(here.children.values())
        return False

    # -- for the record ----------------------------------------------------------------------------------------

    def parked(self) -> tuple[Signed, ...]:
        """Return the parked documents by state number, then id."""
        waiting = [signed for group in self._parked.values() for signed in group.values()]
        return tuple(sorted(waiting, key=lambda signed: (signed.act.number, signed.id)))

    def unfit(self) -> tuple[tuple[Signed, AdjudicatorError], ...]:
        """Return what was parked and did not fit its state when that came, each with the error that refused it."""
        return tuple(sorted(self._unfit.values(), key=lambda pair: (pair[0].act.number, pair[0].id)))

    def standing(self, position: Position) -> tuple[Act | None, ...]:
        """Return the act that counts in each place of a position, in due order."""
        return tuple(self.counting(position, (row.seat, row.request)) for row in position.due)

    def set_aside(self) -> tuple[Act, ...]:
        """Return every act that fits some state but does not count: the losers of conflicts, and their branches."""
        counted: set[Digest] = set()
        line = self.branch()
        for _position, following in pairwise(line):
            counted.update(act.id for act in following.came)
        counted.update(act.id for act in self.standing(line[-1]) if act)
        others = [
            act
            for position in self._positions.values()
            for candidates in position.candidates.values()
            for act in candidates.values()
            if act.id not in counted
        ]
        return tuple(sorted(others, key=lambda act: (act.document.number, act.id)))

    def blocked(self) -> Problem | None:
        """Return why the head cannot go on although everything due is there, or None."""
        head = self.head()
        acts = [act for act in self.standing(head) if act]
        if head.state is None and len(acts) == len(head.due):
            return same_tips(acts)
        return None


def leading(chosen: tuple[Act | None, ...]) -> tuple[Act, ...]:
    """Return the acts that lead on: the resignations alone (one a seat), or all if no place is empty; else nothing."""
    resigned: dict[Seat, Act] = {}
    for act in chosen:
        if act and act.document.kind == "resignation":
            resigned.setdefault(act.seat, act)
    if resigned:
        return tuple(resigned.values())
    filled = tuple(act for act in chosen if act)
    return filled if len(filled) == len(chosen) and filled else ()
