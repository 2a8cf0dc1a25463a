"""Games on one machine: against the computer player, and the demonstration of two of them; through real files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.catalogue.games import rule_set
from adjudicator.errors import Problem, SequenceError
from adjudicator.names import Seat
from adjudicator.roles import beginning, computer, mails
from adjudicator.roles.keyring import keyring_in
from adjudicator.roles.mails import Mail
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table

OPPONENT = "computer"
OWN_KEY = "me"
LONGEST_GAME = 1000


@dataclass
class Robot:
    """A computer player in its folder; `table` is None until it has joined."""

    folder: Path
    table: Table | None = None

    @classmethod
    def at(cls, folder: Path) -> "Robot":
        """Return the computer player of a folder, in its game if it has one."""
        return cls(folder, Table.open(folder) if Table.is_laid(folder) else None)

    def answer(self, mail: Mail) -> Report:
        """Take in a mail, joining the game with the first, and do all that is due."""
        ring = keyring_in(self.folder)
        if self.table is None:
            self.table, report = beginning.join(self.folder, [mail], ring, computer.KEY, computer.nothing)
        else:
            report = mails.receive(self.table, [mail], ring, computer.nothing)
        return computer.decide_all(self.table, ring, report)

    def last_mail(self, addressee: Seat) -> Mail | None:
        """Return the mail it wrote last."""
        return computer.last_mail(self.table, addressee) if self.table else None


def begin(folder: Path, game: str, seat: Seat, options: Sequence[str]) -> tuple[Table, Report]:
    """Set up a game against the computer player: its folder lies inside the own one, the keys serve this game only."""
    rules = rule_set(game)
    other = next(name for name in rules.seats if name != seat)
    own_ring, other_ring = keyring_in(folder), keyring_in(folder / OPPONENT)
    own_ring.new(OWN_KEY, None)
    proposal = beginning.Proposal(
        game=game,
        own=seat,
        own_name=(OWN_KEY,),
        others={other: beginning.Person((f"the computer as {other}",), other_ring.new(computer.KEY, None))},
        options=tuple(options),
        title=(f"{rules.title} against the computer",),
    )
    return beginning.new(folder, proposal, own_ring, OWN_KEY, computer.nothing)


def is_solo(folder: Path) -> bool:
    """Answer whether the opponent of a folder's game is the computer player inside it."""
    return keyring_in(folder / OPPONENT).path.is_dir()


def exchange(table: Table) -> Report | None:
    """Let the computer player answer the last own mail, and take its answer in; None if it has nothing to say."""
    other = next(signer for signer in table.ledger.game.signers if signer != table.seat)
    mail = computer.last_mail(table, other)
    if mail is None:
        return None
    robot = Robot.at(table.folder.path / OPPONENT)
    robot.answer(mail)
    back = robot.last_mail(table.seat)
    return mails.receive(table, [back], keyring_in(table.folder.path), computer.nothing) if back else None


def demonstrate(folder: Path, game: str, options: Sequence[str]) -> Iterator[str]:
    """Let two computer players play a whole game by mail in two folders; yields what happens, line by line."""
    rules = rule_set(game)
    robots = {seat: Robot(folder / seat) for seat in rules.seats}
    if any(Table.is_laid(robot.folder) for robot in robots.values()):
        raise SequenceError(
            Problem(
                "sequence/second-act", f"{folder} holds a demonstration already", fix="delete it, or name a --folder"
            )
        )
    first, second = rules.seats
    keys = {seat: keyring_in(robot.folder).new(computer.KEY, None) for seat, robot in robots.items()}
    proposal = beginning.Proposal(
        game=game,
        own=first,
        own_name=("computer one",),
        others={second: beginning.Person(("computer two",), keys[second])},
        options=tuple(options),
        title=(f"{rules.title}, a demonstration",),
    )
    ring = keyring_in(robots[first].folder)
    robots[first].table, _ = beginning.new(robots[first].folder, proposal, ring, computer.KEY, computer.nothing)
    yield f"{first} proposes {rules.title} to {second}"
    sender, addressee = first, second
    for number in range(1, LONGEST_GAME):
        mail = robots[sender].last_mail(addressee)
        if mail is None:
            return
        report = robots[addressee].answer(mail)
        yield f"mail {number}: {sender} to {addressee}, {mail.name}, {len(mail.data)} bytes"
        if addressee == first:  # the other copy sees the same
            yield from (f"    {event}" for event in report.events)
        if report.standing.outcome and not report.made:
            yield f"The game is over. {report.standing.outcome}"
            return
        sender, addressee = addressee, sender
