"""Random schedules before a referee: a seat that doubles, a referee who helps it or is honest, an honest seat.

Whatever they send in whatever order: what the honest seat acted on is never voided, all observers agree, honest tools
sign nothing twice, and an honest referee never forks the game.
"""

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from adjudicator.documents.signed import Signed, sign
from adjudicator.names import REFEREE
from adjudicator.protocol.position import Position
from adjudicator.protocol.seat import OwnSeat
from tests.protocol.foul import another_enrolment
from tests.protocol.hall import by_referee, refereed, seen
from tests.protocol.match import Copy, Match
from tests.protocol.scenes import NORTH, SOUTH, fed, over


@dataclass
class Schedule:
    """North doubles, south is honest; the referee is honest or signs whatever north likes.

    Every copy gets single documents from what the others have made, at random, some twice, some never.
    """

    seed: int
    helping: bool
    random: Random = field(init=False)
    match: Match = field(init=False)
    pool: list[Signed] = field(default_factory=list)
    given: dict[str, set[int]] = field(default_factory=lambda: {NORTH: set(), SOUTH: set(), REFEREE: set()})
    built_on: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.match = refereed(f"schedule {self.seed % 7}")
        self.north, self.south, self.referee = (self.match.copies[seat] for seat in (NORTH, SOUTH, REFEREE))
        self.secrets = {}
        for copy in self.match.copies.values():
            self.publish(copy, copy.enrol())
        self.secrets[self.pool[0].id] = self.north.secret
        if self.random.random() < 0.4:
            again, secret = another_enrolment(self.north, f"again {self.seed}")
            self.secrets[again.id] = secret
            self.publish(self.north, again)

    def publish(self, maker: Copy, signed: Signed) -> None:
        if all(signed.id != other.id or signed.text != other.text for other in self.pool):
            self.pool.append(signed)
        self.given[maker.seat].add(len(self.pool) - 1)

    # -- steps -------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Do one thing: deliver something, or let somebody act."""
        draw = self.random.random()
        if draw < 0.55:
            self.deliver(self.random.choice((self.north, self.south, self.referee)))
        elif draw < 0.7:
            self.honest(self.south)
        elif draw < 0.85:
            self.doubling()
        elif self.helping:
            self.help()
        else:
            self.honest(self.referee)

    def deliver(self, copy: Copy) -> None:
        """Give a copy some documents that it may not have, in any order, and sometimes one that it has."""
        new = [number for number in range(len(self.pool)) if number not in self.given[copy.seat]]
        chosen = self.random.sample(new, min(len(new), self.random.randrange(1, 6)))
        if self.random.random() < 0.2:
            chosen.append(self.random.randrange(len(self.pool)))
        for number in chosen:
            copy.ledger.add(self.pool[number])
            self.given[copy.seat].add(number)

    def honest(self, copy: Copy) -> None:
        """Do what an honest tool does, and nothing once the game is stopped."""
        if copy.ledger.blocked():
            return
        for document in copy.own.mechanical():
            self.signs(copy, document)
        for decision in copy.own.decisions():
            own, order = copy.own, copy.walk(decision)
            self.signs(copy, own.commitment(decision, order) if decision.sealed else own.order(decision, order))
            break
        if copy is self.referee and not copy.ledger.blocked():
            for signed in copy.confirm():
                self.publish(copy, signed)

    def signs(self, copy: Copy, document: object) -> None:
        signed = copy.sign(document)
        self.publish(copy, signed)
        if copy is self.south:
            self.built_on.add(signed.act.state)

    def doubling(self) -> None:
        """North signs on any branch that it knows: what is due there, another choice beside it, or a resignation."""
        copy = self.north
        enrolment = copy.ledger.counting(copy.ledger.root, (NORTH, "enrol"))
        assert enrolment is not None
        copy.secret = self.secrets[enrolment.id]
        position = self.random.choice([copy.ledger.head(), *copy.ledger.positions.values()])
        if position.state is None or not any(row.seat == NORTH for row in position.due):
            return
        own = OwnSeat(copy.ledger.game, line_to(position), self.secret_at(position))
        made = list(own.mechanical())
        other = replace(copy, salt=str(self.random.randrange(4)))
        if position is copy.ledger.head():
            for decision in own.decisions():
                order = other.walk(decision)
                made.append(own.commitment(decision, order) if decision.sealed else own.order(decision, order))
        if self.random.random() < 0.02 and own.open_requests():
            made.append(own.resignation())
        for document in made:
            signed = sign(document, copy.pair)
            copy.ledger.add(signed)
            self.publish(copy, signed)

    def secret_at(self, position: Position):  # type: ignore[no-untyped-def]
        enrolment = next(act for act in line_to(position)[1].came if act.seat == NORTH)
        return self.secrets[enrolment.id]

    def help(self) -> None:
        """The referee gives north his links wherever north is, and signs a state that north likes: any."""
        copy = self.referee
        for number in self.given[NORTH] - self.given[REFEREE]:
            copy.ledger.add(self.pool[number])
            self.given[REFEREE].add(number)
        position = self.random.choice([copy.ledger.head(), *copy.ledger.positions.values()])
        if position.state is None:
            return
        own = OwnSeat(copy.ledger.game, line_to(position), copy.secret)
        documents = [sign(document, copy.pair) for document in own.mechanical()]
        if self.random.random() < 0.2:
            documents.append(by_referee(self.match, position))
        for signed in documents:
            copy.ledger.add(signed)
            self.publish(copy, signed)

    # -- what has to hold --------------------------------------------------------------------------------------------

    def check(self) -> None:
        """See that what the honest seat answered is on its branch."""
        line = {position.id for position in self.south.ledger.branch()}
        assert self.built_on <= line, f"seed {self.seed}: an act of the honest seat was voided"

    def close(self) -> None:
        """Give everything to everybody; see that all agree, and what was signed twice."""
        self.check()
        pictures = set()
        for _ in range(3):
            observer = fed(self.match, self.random.sample(self.pool, len(self.pool)))
            pictures.add(seen(observer))
            assert self.built_on <= {position.id for position in observer.branch()}, f"seed {self.seed}"
        for copy in self.match.copies.values():
            for signed in self.pool:
                copy.ledger.add(signed)
            pictures.add(seen(copy.ledger))
        assert len(pictures) == 1, f"seed {self.seed}: observers disagree"
        for seat in (SOUTH,) if self.helping else (SOUTH, REFEREE):
            acts = [s for s in self.pool if s.document.kind != "state" and s.act.seat == seat]
            assert len({(s.act.state, s.act.request) for s in acts}) == len(acts), f"seed {self.seed}: signed twice"
        if not self.helping:
            assert not self.south.ledger.forks(), f"seed {self.seed}: an honest referee forked"


def line_to(position: Position) -> tuple[Position, ...]:
    line = [position]
    while line[-1].parent is not None:
        line.append(line[-1].parent)
    return tuple(reversed(line))


def run(seed: int, helping: bool, steps: int) -> Schedule:
    schedule = Schedule(seed, helping)
    for _ in range(steps):
        schedule.step()
        schedule.check()
        if over(schedule.south.ledger.head()) or len(schedule.pool) > 150:
            break
    schedule.close()
    return schedule


@pytest.mark.parametrize("helping", [False, True], ids=["honest referee", "helping referee"])
@pytest.mark.parametrize("seed", range(10))
def test_what_an_honest_seat_built_on_stands_and_all_agree(seed, helping):
    assert len(run(seed, helping, 300).pool) >= 5


@pytest.mark.soak
@pytest.mark.parametrize("helping", [False, True], ids=["honest referee", "helping referee"])
@pytest.mark.parametrize("seed", range(100, 160))
def test_thousands_of_steps(seed, helping):
    run(seed, helping, 800)
