"""Games on one machine: against the computer player, and the demonstration of two of them; through real files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.catalogue.games import rule_set
from adjudicator.errors import Problem, SequenceError
from adjudicator.names import Seat
from adjudicator.roles import computer, player
from adjudicator.roles.report import Report
from adjudicator.roles.table import Table

OPPONENT = "computer"
OWN_KEY = "me"
LONGEST_GAME = 1000


def begin(folder: Path, game: str, seat: Seat, options: Sequence[str]) -> Report:
    """Set up a game against the computer player: its folder lies inside the own one, the keys serve this game only."""
    rules = rule_set(game)
    other = next(name for name in rules.seats if name != seat)
    own_ring, other_ring = computer.keyring_in(folder), computer.keyring_in(folder / OPPONENT)
    own_ring.new(OWN_KEY, None)
    proposal = player.Proposal(
        game=game,
        seat=seat,
        own_name=(OWN_KEY,),
        opponent=other_ring.new(computer.KEY, None),
        opponent_name=(f"the computer as {other}",),
        options=tuple(options),
        title=(f"{rules.title} against the computer",),
    )
    return player.new(folder, proposal, own_ring, OWN_KEY, computer.nothing)


def is_solo(folder: Path) -> bool:
    """Answer whether the opponent of a folder's game is the computer player inside it."""
    return computer.keyring_in(folder / OPPONENT).path.is_dir()


def exchange(folder: Path) -> Report | None:
    """Let the computer player answer the last own mail, and take its answer in; None if it has nothing to say."""
    table = Table.open(folder)
    other = next(signer for signer in table.ledger.game.signers if signer != table.seat)
    mail = computer.last_mail(folder, other)
    if mail is None:
        return None
    computer.answer(folder / OPPONENT, [mail])
    back = computer.last_mail(folder / OPPONENT, table.seat)
    return player.receive(folder, [back], computer.keyring_in(folder), computer.nothing) if back else None


def demonstrate(folder: Path, game: str, options: Sequence[str]) -> Iterator[str]:
    """Let two computer players play a whole game by mail in two folders; yields what happens, line by line."""
    rules = rule_set(game)
    homes = {seat: folder / seat for seat in rules.seats}
    if any(Table.is_laid(home) for home in homes.values()):
        raise SequenceError(
            Problem(
                "sequence/second-act",
                f"{folder} holds a demonstration already",
                fix="delete it, or name another --folder",
            )
        )
    first, second = rules.seats
    lines = {seat: computer.keyring_in(home).new(computer.KEY, None) for seat, home in homes.items()}
    proposal = player.Proposal(
        game=game,
        seat=first,
        own_name=("computer one",),
        opponent=lines[second],
        opponent_name=("computer two",),
        options=tuple(options),
        title=(f"{rules.title}, a demonstration",),
    )
    ring = computer.keyring_in(homes[first])
    report = player.new(homes[first], proposal, ring, computer.KEY, computer.nothing)
    yield f"{first} proposes {rules.title} to {second}"
    sender, addressee = first, second
    for number in range(1, LONGEST_GAME):
        mail = computer.last_mail(homes[sender], addressee)
        if mail is None:
            return
        report = computer.answer(homes[addressee], [mail])
        yield f"mail {number}: {sender} to {addressee}, {mail.name}, {len(mail.data)} bytes"
        if addressee == first:  # the other copy sees the same
            yield from (f"    {event}" for event in report.events)
        if report.standing.outcome and not report.made:
            yield f"The game is over. {report.standing.outcome}"
            return
        sender, addressee = addressee, sender
