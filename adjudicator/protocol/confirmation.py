"""The referee's signature on states: what it confirms, what it cannot bend, and when it forks the game.

A signed state counts only if it is, byte for byte, what everybody computes from the acts that it lists.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from adjudicator.documents.kinds import State
from adjudicator.documents.signed import Signed, verify
from adjudicator.errors import Problem, ProofError, SequenceError
from adjudicator.names import REFEREE, Digest
from adjudicator.protocol.position import Game, Position

WAITING_STATES = 64


class Confirmations:
    """The signed states of one game, beside the tree of positions that `positions` holds by id."""

    def __init__(self, game: Game, positions: dict[Digest, Position]) -> None:
        self.game = game
        self.positions = positions
        self._waiting: dict[Digest, Signed] = {}
        self._false: dict[Digest, tuple[Signed, ProofError]] = {}

    def add(self, signed: Signed) -> tuple[Literal["new", "duplicate", "parked"], tuple[Problem, ...]]:
        """Take in a signed state: `new`, `duplicate` or `parked`, with what there is to say.

        Raises SequenceError (another game) or ProofError (no referee, a wrong signature, a state that differs).
        """
        state = signed.document
        assert isinstance(state, State)
        if state.game != self.game.id:
            raise SequenceError(
                Problem(
                    "sequence/other-game",
                    "this state belongs to another game",
                    expected=f"game {self.game.id[:8]}",
                    got=f"game {state.game[:8]}",
                    pointer="game",
                )
            )
        key = self.game.keys.get(REFEREE)
        if key is None:
            raise ProofError(Problem("proof/unknown-key", "a state is signed, but this game has no referee"))
        verify(signed, key)
        position = self.positions.get(signed.id)
        if position is not None:
            if position.confirmed:
                return "duplicate", ()
            position.confirmed = signed
            return "new", ()
        if self._is_false(state):
            raise self._differs(state, signed.id)
        if signed.id not in self._waiting:
            if len(self._waiting) >= WAITING_STATES:
                raise SequenceError(replace(self._ahead(state), severity="error"))
            self._waiting[signed.id] = signed
        return "parked", (self._ahead(state),)

    def again(self, signed: Signed) -> None:
        """Take in a signed state that waited when it was stored; one that turns out to be false is kept as such."""
        try:
            self.add(signed)
        except ProofError as error:
            if not any(problem.code == "proof/state-differs" for problem in error.problems):
                raise
            self._false[signed.id] = (signed, error)

    def settle(self, children: Iterable[Position]) -> None:
        """Confirm positions that are new in the tree, if the referee's signature on them waited; name false ones."""
        for child in children:
            signed = self._waiting.pop(child.id, None)
            if signed is not None:
                child.confirmed = signed
        for signed in list(self._waiting.values()):
            state = signed.document
            assert isinstance(state, State)
            if self._is_false(state):
                del self._waiting[signed.id]
                self._false[signed.id] = (signed, self._differs(state, signed.id))

    def waiting(self) -> tuple[Signed, ...]:
        """Return the signed states whose acts are not all here yet, by id."""
        return tuple(self._waiting[key] for key in sorted(self._waiting))

    def false(self) -> tuple[tuple[Signed, ProofError], ...]:
        """Return the signed states that turned out to differ from what all compute, each with the error."""
        return tuple(self._false[key] for key in sorted(self._false))

    def _is_false(self, state: State) -> bool:
        """Answer whether everything that a state rests on is here, and it is not the state that follows.

        An act names the state that it answers, so one that is known elsewhere can never lead to this state.
        """
        before = self.positions.get(state.prev)
        if before is None:
            return False
        here = {act for acts in before.candidates.values() for act in acts}
        missing = [act for act in state.acts if act not in here]
        return not missing or any(
            act in acts for act in missing for other in self.positions.values() for acts in other.candidates.values()
        )

    def _differs(self, state: State, state_id: Digest) -> ProofError:
        before = self.positions[state.prev]
        computed = before.children.get(state.acts)
        return ProofError(
            Problem(
                "proof/state-differs",
                f"the referee signed a state {state.number} that is not what the acts it lists lead to",
                expected=f"state {computed.number} {computed.id[:8]}"
                if computed
                else "a state of the acts that are due",
                got=f"state {state.number} {state_id[:8]}",
                fix="show it to the others; go on from the state that you compute",
            )
        )

    @staticmethod
    def _ahead(state: State) -> Problem:
        return Problem(
            "sequence/ahead",
            f"the referee signed state {state.number}, which rests on acts that are not here yet",
            severity="warning",
            fix="a file is missing: ask the referee to send it again",
        )


def confirmed_below(position: Position) -> bool:
    """Answer whether the referee signed this state or one that follows from it."""
    stack = [position]
    while stack:
        here = stack.pop()
        if here.confirmed:
            return True
        stack.extend(here.children.values())
    return False


def needs_signature(position: Position) -> bool:
    """Answer whether the referee signs a state even when the game has gone on: the first, after a draw, a conflict."""
    if position.state is None or position.parent is None:
        return False
    drawn = any(act.document.kind in ("link", "enrolment") for act in position.came)
    doubled = any(len(acts) > 1 for acts in position.parent.candidates.values())
    return drawn or doubled or not position.due


def unsigned(line: Sequence[Position]) -> tuple[Position, ...]:
    """Return the states of a branch that the referee has still to sign: the head, and those that need it."""
    return tuple(
        position
        for position in line
        if position.state is not None and not position.confirmed and (needs_signature(position) or position is line[-1])
    )
