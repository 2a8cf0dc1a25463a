"""Short games to be tampered with: the same bytes on any machine, and records cut, changed and signed again."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from adjudicator.archive.stream import record_stream
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.signed import parse, sign
from adjudicator.documents.text import split
from adjudicator.names import REFEREE, Seat
from adjudicator.protocol.seat import enrolment
from adjudicator.store.layout import CHARTER, RECORD
from tests.golden.border_states.conduct import ADA, BOB
from tests.golden.conduct import Conduct, doubled
from tests.golden.people import BORDER_STATES, WAR, Table, pair_of
from tests.golden.play import Play
from tests.golden.rehearsal import Rehearsal
from tests.golden.war_between_the_states.conduct import QUIT

SEALING, OPENING = 2, 3  # the states at which blocks are sealed, and opened, for the first time
Files = Mapping[str, bytes]


def begun(refereed: bool = False) -> Play:
    """Return a game in which blocks are about to be sealed for the first time."""
    table = Table(BORDER_STATES, "failures", 0, (), refereed)
    play = Play(table, Rehearsal(table).play().orders)
    for seat in table.signers:
        play.take(seat, enrolment(table.game, table.nonce(seat), table.secrets[seat]))
    play.confirm()
    go_on(play, SEALING)
    return play


def go_on(play: Play, number: int) -> None:
    """Let everybody answer up to a state."""
    while play.head.number < number:
        play.tick()
        play.confirm()


@cache
def direct() -> Files:
    """Return the record of a game up to its first open order."""
    play = begun()
    while not any(act.document.kind == "order" for act in play.head.came):
        play.tick()
    return play.files()


@cache
def resigned() -> Files:
    """Return the record of a game that Bob resigns instead of opening what he sealed, to its end."""
    play = begun()
    go_on(play, OPENING)
    play.take(BOB, play.own(BOB).resignation())
    while play.head.due:
        play.tick()
    return play.files()


@cache
def refereed() -> Files:
    """Return the record of a game with a referee up to the state at which blocks are opened."""
    play = begun(True)
    go_on(play, OPENING)
    play.confirm()
    return play.files()


@cache
def sealed_twice() -> tuple[Files, bytes]:
    """Return a record with one of Bob's two commitments, and the one that counts: its id is smaller."""
    play = begun()
    pair = doubled(play)
    assert pair is not None
    play.answer(ADA)
    play.take(BOB, pair[0])
    return play.files(), sign(pair[1], pair_of(BOB)).file_text.encode("ascii")


@cache
def forked() -> Files:
    """Return the files of a game whose referee signed a state with each of Bob's two commitments."""
    play = begun(True)
    pair = doubled(play)
    assert pair is not None
    before = play.head
    play.answer(ADA)
    for document in pair:
        play.take(BOB, document)
    for child in tuple(before.children.values()):
        play.take(REFEREE, child.state)
    return play.files()


@cache
def dealt(conduct: Conduct = QUIT) -> Files:
    """Return the record of a game with a dealer that Bob resigns when he is to trade, to its end."""
    table = Table(WAR, "failures", 0, (), True)
    rehearsal = Rehearsal(table, conduct.steer, stack=conduct.stack, spoil=conduct.spoil).play()
    false = rehearsal.dealt if conduct.stack or conduct.spoil else None
    return Play(table, rehearsal.orders, scene=conduct.scene, dealt=false, spoil=conduct.spoil).run().files()


# -- tampering -----------------------------------------------------------------------------------------------------


def chain(files: Files) -> list[bytes]:
    """Return the documents of a record in chain order."""
    return [text.encode("ascii") for text in split(record_stream(files))]


def before(files: Files, path: str) -> list[bytes]:
    """Return the documents of a record that stand before one of them."""
    documents = chain(files)
    return documents[: documents.index(files[path])]


def first(files: Files, kind: str, seat: Seat) -> str:
    """Return the path of the first act of a kind by a seat."""
    return min(path for path in files if path.startswith(RECORD) and path.endswith(f"-{kind}-{seat}.yaml"))


def state(number: int) -> str:
    """Return the path of a state."""
    return f"{RECORD}/{number:04d}-state.yaml"


def written(document: Any, pair: KeyPair) -> bytes:
    """Return a document as a file, signed."""
    return sign(document, pair).file_text.encode("ascii")


def changed(files: Files, path: str, pair: KeyPair | None = None, **changes: Any) -> bytes:
    """Return a document of a record with other fields, signed by whom it was signed, or with another key."""
    signed = parse(files[path])
    return written(replace(signed.document, **changes), pair or pair_of(signed.signer))


def replaced(files: Files, path: str, **changes: Any) -> list[bytes]:
    """Return a record up to a document, in which that one is changed and signed again."""
    return [*before(files, path), changed(files, path, **changes)]


def charter(**changes: Any) -> list[bytes]:
    """Return a record that is a changed charter and nothing else."""
    return replaced(direct(), CHARTER, **changes)
