"""Two people at their desks: a folder and a keyring each, real files between them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.documents.keys import write_key_pair
from adjudicator.engine.streams import Stream
from adjudicator.errors import OrderError, SequenceError
from adjudicator.names import REFEREE
from adjudicator.protocol.advance import decoded_order
from adjudicator.roles import beginning, mails, player
from adjudicator.roles.beginning import Proposal
from adjudicator.roles.keyring import Keyring
from adjudicator.roles.mails import Mail
from adjudicator.roles.referee import adjudicate
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH


def nobody(name: str) -> str:
    raise AssertionError(f"asked for the passphrase of {name}")


def mail_of(path: Path) -> Mail:
    return Mail(path.name, path.read_bytes())


@dataclass
class Desk:
    """One player: the game folder, the keyring and the seat."""

    seat: str
    folder: Path
    ring: Keyring

    @property
    def table(self) -> Table:
        return Table.open(self.folder)

    @property
    def other(self) -> str:
        return SOUTH if self.seat == NORTH else NORTH

    def receive(self, *files: Path | Mail) -> Report:
        arrived = [file if isinstance(file, Mail) else mail_of(file) for file in files]
        return mails.receive(self.table, arrived, self.ring, nobody)

    def mails(self, addressee: str = "*") -> list[Path]:
        """Return the turn files written so far, to everybody or to one, oldest first."""
        return sorted((self.folder / "outbox").glob(f"to-{addressee}-*.yaml"))

    def decide(self) -> list[Report]:
        """Take every decision that is due, by a walk that is fixed by seat and state."""
        reports = []
        while True:
            try:
                task = player.deciding(self.table, self.ring, nobody)
            except SequenceError:
                return reports
            for order in walks(task):
                try:
                    reports.append(player.decide(task, order))
                    break
                except OrderError:  # it would cost a penalty
                    continue


def walks(task: player.Deciding) -> Iterator[Any]:
    """Yield legal orders for a decision, one after another."""
    for attempt in range(50):
        stream = Stream(digest(f"{task.own.seat} {task.own.head.number} {attempt}"))
        so_far: dict[str, Any] = {}
        for step in range(50):
            choices = task.options(so_far)
            choice = choices[stream.number(str(step), len(choices))]
            so_far = dict(choice.so_far)
            if choice.complete:
                break
        order = decoded_order(task.order_type, so_far)
        assert order is not None
        yield order


def ring_of(path: Path, *names: str) -> Keyring:
    """Return a keyring with the fixed keys of these seats."""
    path.mkdir(parents=True)
    for name in names:
        write_key_pair(pair_of(name), path / name, name, None)
    return Keyring(path)


def desks(path: Path) -> tuple[Desk, Desk]:
    """Return two desks: north has proposed a game, south has not heard of it."""
    north, south = (Desk(seat, path / seat / "game", ring_of(path / seat / "keys", seat)) for seat in (NORTH, SOUTH))
    proposal = Proposal(
        game="toy", own=NORTH, own_name=("Nora",), others={SOUTH: beginning.Person(("Sam",), pair_of(SOUTH).key)}
    )
    beginning.new(north.folder, proposal, north.ring, NORTH, nobody)
    return north, south


def joined(path: Path) -> tuple[Desk, Desk]:
    """Return two desks, both enrolled; south's mail is on its way."""
    north, south = desks(path)
    beginning.join(south.folder, [mail_of(north.mails()[-1])], south.ring, SOUTH, nobody)
    return north, south


def hall(path: Path, game: str = "toy") -> tuple[Desk, Desk, Desk]:
    """Return the desks of north, south and a referee, all enrolled; their mails are on the way."""
    seats = (NORTH, SOUTH, REFEREE)
    north, south, referee = (Desk(seat, path / seat / "game", ring_of(path / seat / "keys", seat)) for seat in seats)
    others = {seat: beginning.Person((seat,), pair_of(seat).key) for seat in (SOUTH, REFEREE)}
    proposal = Proposal(game=game, own=NORTH, own_name=("Nora",), others=others)
    beginning.new(north.folder, proposal, north.ring, NORTH, nobody)
    for desk in (referee, south):
        beginning.join(desk.folder, [mail_of(north.mails(desk.seat)[-1])], desk.ring, desk.seat, nobody)
    return north, south, referee


def about_to_deal(path: Path, game: str) -> tuple[Desk, Desk, Desk]:
    """Return the desks of a game with a dealer; what the referee needs to deal for the first time is on its way."""
    north, south, referee = hall(path, game)
    adjudicated(referee, north, south)
    for desk, other in ((north, south), (south, north)):
        desk.receive(referee.mails(desk.seat)[-1], other.mails(desk.seat)[-1])
    return north, south, referee


def adjudicated(referee: Desk, *players: Desk) -> Report:
    """Let the referee take in the last mails of the players."""
    mails_ = [mail_of(desk.mails(REFEREE)[-1]) for desk in players]
    return adjudicate(referee.table, mails_, referee.ring, nobody)


def sit(desks_: tuple[Desk, Desk, Desk], exchanges: int = 100, hub: bool = False) -> bool:
    """Let all take in each other's last mails in turn, the referee last; answer whether the game is over for all."""
    north, south, referee = desks_
    for _ in range(exchanges):
        for desk in (north, south):
            senders = (referee,) if hub else (referee, south if desk is north else north)
            desk.receive(*(path for sender in senders for path in sender.mails(desk.seat)[-1:]))
            desk.decide()
        arrived = [mail_of(path) for desk in (north, south) for path in desk.mails(REFEREE)[-1:]]
        adjudicate(referee.table, arrived, referee.ring, nobody)
        heads = [desk.table.ledger.head() for desk in desks_]
        confirmed = {desk.table.ledger.confirmed() for desk in desks_}
        if len({head.id for head in heads}) == 1 and not heads[0].due and confirmed == {heads[0].number}:
            return True
    return False


def play(north: Desk, south: Desk, exchanges: int = 100) -> bool:
    """Mail to and fro, north receiving first; answer whether the game is over for both."""
    desk, sender = north, south
    for _ in range(exchanges):
        desk.receive(sender.mails()[-1])
        desk.decide()
        heads = [one.table.ledger.head() for one in (north, south)]
        if heads[0].id == heads[1].id and not heads[0].due:
            return True
        desk, sender = sender, desk
    return False


def files_in(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder but partial ones, path to bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(".partial")
    }
