"""The tree of positions, and the branch in it that counts: by the rule of conflicts, whatever order acts arrived in."""

from itertools import combinations, pairwise

from adjudicator.documents.signed import Signed
from adjudicator.names import REFEREE, Digest, Seat
from adjudicator.protocol.confirmation import confirmed_below
from adjudicator.protocol.position import Act, Place, Position


class Tree:
    """Positions by id, from the root on. Answers questions; only a ledger changes it."""

    def __init__(self, root: Position) -> None:
        self.root = root
        self.positions: dict[Digest, Position] = {root.id: root}
        self._line: tuple[Position, ...] | None = None

    def changed(self) -> None:
        """Forget the branch: something was added."""
        self._line = None

    @staticmethod
    def at(position: Position, place: Place) -> tuple[Act, ...]:
        """Return the acts that fit a place, by id."""
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

        Of several acts the one counts on whose branch the most playing seats but the doubler have signed. Of equals it
        is the one whose branch the referee signed, unless he is the doubler: nobody is the judge of his own two acts.
        Until he has signed, it is the one with the smallest id.
        """
        acts = self.at(position, place)
        if len(acts) < 2:
            return acts[0] if acts else None
        if position.state is None:
            # An enrolment that shares a tip leads nowhere; it must not keep out another that does lead on.
            acts = tuple(act for act in acts if any(act.id in ids for ids in position.children)) or acts
        equals = self._built_on(position, place, acts)
        judged = None if len(equals) == 1 or place[0] == REFEREE else self._signed_for(position, equals)
        return judged or equals[0]

    def _built_on(self, position: Position, place: Place, acts: tuple[Act, ...]) -> tuple[Act, ...]:
        """Return those acts on whose branches the most playing seats but the doubler have signed: all, if none has."""
        built = {
            act.id: {
                seat
                for ids, child in position.children.items()
                if act.id in ids
                for seat in self._signed_by_others(child, place[0])
            }
            for act in acts
        }
        most = max(map(len, built.values()))
        return tuple(act for act in acts if len(built[act.id]) == most)

    @staticmethod
    def _signed_for(position: Position, acts: tuple[Act, ...]) -> Act | None:
        """Return the one act on whose branch the referee has signed a state."""
        found = [
            act
            for act in acts
            if any(confirmed_below(child) for ids, child in position.children.items() if act.id in ids)
        ]
        return found[0] if len(found) == 1 else None

    def forks(self) -> tuple[Position, ...]:
        """Return two states that the referee signed after one state of the branch, if nothing decides for one.

        What a seat has built on decides; then the other signature is void, not a fork. Nor is it one if he signed again
        because a second resignation came late.
        """
        for position in self.branch():
            if len(position.children) > 1:
                signed = sorted((c for c in position.children.values() if confirmed_below(c)), key=lambda c: c.id)
                for pair in combinations(signed, 2):
                    if not self._decided(position, *pair):
                        return pair
        return ()

    def _decided(self, position: Position, one: Position, other: Position) -> bool:
        """Answer whether what a seat has built on, or a late resignation, decides between two following states."""
        if outrun(one, other) or outrun(other, one):
            return True
        ones, others = ({act.id for act in child.came} for child in (one, other))
        built = (self._built_on(position, place, self.at(position, place)) for place in self.conflicts(position))
        return any((acts[0].id in ones) != (acts[0].id in others) for acts in built if len(acts) == 1)

    def confirmed(self) -> int:
        """Return the number of the last state of the branch that the referee has signed; 0 if none."""
        return max((position.number for position in self.branch() if position.confirmed), default=0)

    def _signed_by_others(self, position: Position, doubler: Seat) -> set[Seat]:
        """Return the playing seats but the doubler that have signed an act at or after a position."""
        found: set[Seat] = set()
        stack = [position]
        while stack:
            here = stack.pop()
            found |= {seat for (seat, _), acts in here.candidates.items() if acts and seat not in (doubler, REFEREE)}
            stack.extend(here.children.values())
        return found

    # -- for the record ----------------------------------------------------------------------------------------

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
            for position in self.positions.values()
            for candidates in position.candidates.values()
            for act in candidates.values()
            if act.id not in counted
        ]
        return tuple(sorted(others, key=lambda act: (act.document.number, act.id)))

    def void(self) -> tuple[Signed, ...]:
        """Return the states that the referee signed on branches that do not count."""
        line = self.branch()
        signed = [p.confirmed for p in self.positions.values() if p.confirmed and p not in line]
        return tuple(sorted(signed, key=lambda each: each.id))


def outrun(position: Position, other: Position) -> bool:
    """Answer whether `other` is made by the resignations that made `position`, and one that came late."""
    resigned = all(act.document.kind == "resignation" for act in (*position.came, *other.came))
    return resigned and {act.id for act in position.came} < {act.id for act in other.came}


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
