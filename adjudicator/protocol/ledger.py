"""The ledger: a function of a set of verified acts. It holds the tree of states that they make, and finds the head.

It knows no files and no clock, and the order in which acts arrive cannot change what it says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

from adjudicator.documents.kinds import Charter, State
from adjudicator.documents.signed import Signed, verify
from adjudicator.engine.interface import Engine
from adjudicator.errors import AdjudicatorError, Problem, ProofError, SequenceError
from adjudicator.names import Digest
from adjudicator.protocol.advance import advance
from adjudicator.protocol.confirmation import Confirmations
from adjudicator.protocol.dealing import false_deal
from adjudicator.protocol.fit import fit, same_tips, says
from adjudicator.protocol.position import Act, Game, Position, charter_position
from adjudicator.protocol.tree import Tree, leading, outrun

PARKED_PER_SEAT = 64


@dataclass(frozen=True)
class Verdict:
    """What became of a document: `new`, `duplicate`, `parked` (no effect until its state is known), `conflict`."""

    kind: Literal["new", "duplicate", "parked", "conflict"]
    problems: tuple[Problem, ...] = ()


class Ledger(Tree):
    """The acts of one game and the states that follow from them. Not thread-safe; feed it with `add`."""

    def __init__(self, charter: Signed, engine: Engine[Any]) -> None:
        assert isinstance(charter.document, Charter)
        self.charter = charter
        self.game = Game(charter.document, charter.id, engine)
        super().__init__(charter_position(charter, self.game.signers))
        self._parked: dict[Digest, dict[Digest, Signed]] = {}
        self._unfit: dict[Digest, tuple[Signed, AdjudicatorError]] = {}
        self._seen: set[Digest] = set()
        self.confirmations = Confirmations(self.game, self.positions)

    # -- taking in ---------------------------------------------------------------------------------------------

    def add(self, signed: Signed) -> Verdict:
        """Take in a document: signature first, then its place. Raises the error that refuses it; then nothing changed.

        A document that answers a state not known here is parked, and tried again when the state appears.
        """
        if isinstance(signed.document, State):
            return self._confirm(signed)
        self.authenticate(signed)
        if signed.id in self._seen:
            return Verdict("duplicate")
        position = self.positions.get(signed.act.state)
        if position is None:
            return self._park(signed)
        return self._place(position, signed)

    def _confirm(self, signed: Signed) -> Verdict:
        kind, problems = self.confirmations.add(signed)
        if kind != "new":
            return Verdict(kind, problems)
        self.changed()
        fork = self._fork()
        if fork:
            return Verdict("conflict", (fork,))
        position = self.positions[signed.id]
        line = self.branch()
        if position in line or (position.number < len(line) and outrun(position, line[position.number])):
            return Verdict("new")
        problem = Problem(
            "proof/state-differs",
            f"the referee signed a state {position.number} on a branch that does not count",
            expected="the branch on which another seat had acted already",
            fix="show it to the others; what was built on counts",
        )
        return Verdict("conflict", (problem,))

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
        self.changed()
        position.children.update(grown)
        self.positions.update((child.id, child) for child in grown.values())
        self.confirmations.settle(grown.values())
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
        if isinstance(signed.document, State):
            self.confirmations.again(signed)
            self.changed()
            return
        self.authenticate(signed)
        position = self.positions.get(signed.act.state)
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
        """Yield the acts of each state that can follow with `act`: one act a place, or resignations alone.

        Whoever resigned first is not known: every set of resignations makes a state, whatever order they came in.
        """
        resigns = act.document.kind == "resignation"
        choices: list[tuple[Act | None, ...]] = []
        for row in position.due:
            place = (row.seat, row.request)
            others = (other for other in self.at(position, place) if (other.document.kind == "resignation") == resigns)
            choices.append((act,) if place == act.place else (*others, *([None] if resigns else [])))
        for chosen in product(*choices):
            yield leading(chosen)

    # -- for the record ----------------------------------------------------------------------------------------

    def parked(self) -> tuple[Signed, ...]:
        """Return the parked documents by state number, then id."""
        waiting = [signed for group in self._parked.values() for signed in group.values()]
        return tuple(sorted(waiting, key=lambda signed: (signed.act.number, signed.id)))

    def unfit(self) -> tuple[tuple[Signed, AdjudicatorError], ...]:
        """Return what was parked and did not fit its state when that came, each with the error that refused it."""
        return tuple(sorted(self._unfit.values(), key=lambda pair: (pair[0].act.number, pair[0].id)))

    def blocked(self) -> Problem | None:
        """Return why the game stops although nothing is missing, or None."""
        fork = self._fork()
        if fork:
            return fork
        head = self.head()
        acts = [act for act in self.standing(head) if act]
        if head.state is None and len(acts) == len(head.due):
            return same_tips(acts)
        return None

    def dealt_falsely(self) -> Problem | None:
        """Return what the dealer's opened secret shows of the first card that he dealt wrongly, or None."""
        found = false_deal(self.game, self.branch())
        if found is None:
            return None
        position, _, problem = found
        return replace(problem, message=f"state {position.number}: {problem.message}")

    def _fork(self) -> Problem | None:
        fork = self.forks()
        if not fork:
            return None
        return Problem(
            "proof/fork",
            f"the referee signed two histories: states {' and '.join(child.id[:8] for child in fork)}",
            fix="stop playing, and show both to the others; the referee has to withdraw one",
        )
