"""Games on one machine: against the computer player, and the demonstration of several of them; through real files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from adjudicator.catalogue.games import open_engine, rule_set
from adjudicator.engine.interface import RuleSet
from adjudicator.errors import DocumentError, InternalError, Problem, SequenceError
from adjudicator.names import REFEREE, Seat
from adjudicator.roles import beginning, computer, mails, referee
from adjudicator.roles.beginning import Person
from adjudicator.roles.keyring import OPPONENT, is_solo, keyring_in
from adjudicator.roles.looking import standing
from adjudicator.roles.mails import Mail
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table

OWN_KEY = "me"
LONGEST_GAME = 5000


@dataclass
class Robot:
    """A computer player or referee in its folder; `table` is None until it has joined. `read` are mails it has seen."""

    folder: Path
    table: Table | None = None
    read: dict[Seat, Mail] = field(default_factory=dict)

    @classmethod
    def at(cls, folder: Path) -> "Robot":
        """Return the robot of a folder, in its game if it has one."""
        return cls(folder, Table.open(folder) if Table.is_laid(folder) else None)

    def unread(self, written: Mapping[Seat, Mail | None]) -> list[Mail]:
        """Return those of the last mails, by sender, that it has not taken in yet, and remember them."""
        new = {sender: mail for sender, mail in written.items() if mail and mail != self.read.get(sender)}
        self.read.update(new)
        return list(new.values())

    def answer(self, arrived: Sequence[Mail]) -> Report:
        """Take in mails, joining the game with the first, and do all that is due."""
        ring, joined = keyring_in(self.folder), None
        if self.table is None:
            self.table, joined = beginning.join(self.folder, arrived, ring, computer.KEY, computer.nothing)
            arrived = ()
        if self.table.seat == REFEREE:
            return referee.adjudicate(self.table, arrived, ring, computer.nothing)
        report = joined or mails.receive(self.table, arrived, ring, computer.nothing)
        return computer.decide_all(self.table, ring, report)

    def last_mail(self, addressee: Seat) -> Mail | None:
        """Return the mail it wrote last."""
        return computer.last_mail(self.table, addressee) if self.table else None


def begin(folder: Path, game: str, seat: Seat, options: Sequence[str]) -> tuple[Table, Report]:
    """Set up a game against the computer player: its folder lies inside the own one, the keys serve this game only.

    If the game needs a referee, the computer is that, too, in a second folder.
    """
    rules = rule_set(game)
    signers = _signers(rules, options)
    if seat not in rules.seats:
        raise DocumentError(
            Problem("document/schema", f"{rules.title} has no seat {seat!r}", expected=", ".join(rules.seats))
        )
    own_ring = keyring_in(folder)
    own_ring.new(OWN_KEY, None)
    others = {}
    for signer in signers:
        if signer != seat:
            key = keyring_in(_home(folder, signer)).new(computer.KEY, None)
            others[signer] = Person((f"the computer as {signer}",), key)
    proposal = beginning.Proposal(
        game=game,
        own=seat,
        own_name=(OWN_KEY,),
        others=others,
        options=tuple(options),
        title=(f"{rules.title} against the computer",),
    )
    return beginning.new(folder, proposal, own_ring, OWN_KEY, computer.nothing)


def _signers(rules: RuleSet, options: Sequence[str]) -> tuple[Seat, ...]:
    """Return who signs in a game among computers: the seats, and a referee if somebody has to deal."""
    engine = open_engine(rules, rules.seats, tuple(sorted(options)))
    return (*rules.seats, REFEREE) if engine.dealer else rules.seats


def _home(folder: Path, signer: Seat) -> Path:
    return folder / (REFEREE if signer == REFEREE else OPPONENT)


def exchange(table: Table) -> Report | None:
    """Let the computer players answer, and take their answers in, until the own seat has to decide something.

    None if they have nothing to say.
    """
    others = [signer for signer in table.ledger.game.signers if signer != table.seat]
    robots = {signer: Robot.at(_home(table.folder.path, signer)) for signer in others}
    me = Robot(table.folder.path, table)
    whole: Report | None = None
    while True:
        quiet = True
        for signer, robot in robots.items():
            written = {other: robots[other].last_mail(signer) for other in others if other != signer}
            arrived = robot.unread({table.seat: computer.last_mail(table, signer), **written})
            if arrived:
                robot.answer(arrived)
                quiet = False
        back = me.unread({signer: robot.last_mail(table.seat) for signer, robot in robots.items()})
        if not back:
            return whole
        report = mails.receive(table, back, keyring_in(table.folder.path), computer.nothing)
        if whole is not None:
            report.events[:0] = whole.events
            report.problems[:0] = whole.problems
        whole = report
        deciding = any(owed.answer in ("commitment", "order") for owed in report.standing.mine)
        if quiet or deciding or report.failed:
            return whole


def answered(table: Table, report: Report) -> Report:
    """Let the computer players answer what was just done, if the opponent is one of them; returns what there is now."""
    answer = exchange(table) if is_solo(table.folder.path) else None
    if answer is None:
        return report
    report.events.extend(answer.events)
    report.problems.extend(answer.problems)
    report.standing, report.mails = answer.standing, []
    return report


def demonstrate(folder: Path, game: str, options: Sequence[str]) -> Iterator[str]:
    """Let computer players play a whole game by mail, each in its folder; yields what happens, line by line."""
    rules = rule_set(game)
    robots = {seat: Robot(folder / seat) for seat in _signers(rules, options)}
    if any(Table.is_laid(robot.folder) for robot in robots.values()):
        raise SequenceError(
            Problem(
                "sequence/second-act", f"{folder} holds a demonstration already", fix="delete it, or name a --folder"
            )
        )
    first, *rest = robots
    keys = {seat: keyring_in(robot.folder).new(computer.KEY, None) for seat, robot in robots.items()}
    names = {seat: f"computer {number}" for number, seat in enumerate(robots, 1)}
    proposal = beginning.Proposal(
        game=game,
        own=first,
        own_name=(names[first],),
        others={seat: Person((names[seat],), keys[seat]) for seat in rest},
        options=tuple(options),
        title=(f"{rules.title}, a demonstration",),
    )
    ring = keyring_in(robots[first].folder)
    robots[first].table, _ = beginning.new(robots[first].folder, proposal, ring, computer.KEY, computer.nothing)
    yield f"{first} proposes {rules.title} to {' and '.join(rest)}"
    count, idle = 0, 0
    for addressee in cycle([*rest, first]):
        written = {sender: robot.last_mail(addressee) for sender, robot in robots.items() if sender != addressee}
        arrived = robots[addressee].unread(written)
        idle = 0 if arrived else idle + 1
        if idle == len(robots) or count > LONGEST_GAME:
            break
        if not arrived:
            continue
        for sender, mail in written.items():
            if mail in arrived:
                count += 1
                yield f"mail {count}: {sender} to {addressee}, {mail.name}, {len(mail.data)} bytes"
        report = robots[addressee].answer(arrived)
        if addressee == first:  # the other copies see the same
            yield from (f"    {event}" for event in report.events)
    table = robots[first].table
    assert table is not None
    outcome = standing(table).outcome
    if not outcome:
        raise InternalError(Problem("internal/demo", f"nobody writes any more, and the game in {folder} is not over"))
    yield f"The game is over. {outcome}"
