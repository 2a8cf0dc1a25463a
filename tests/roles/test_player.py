"""What a player does, over real folders: begin, join, receive, decide, resign, send again, and what goes wrong."""

import shutil

import pytest

from adjudicator.documents.signed import parse, sign
from adjudicator.documents.text import split
from adjudicator.errors import AdjudicatorError, DocumentError, OrderError, ProofError, SequenceError
from adjudicator.protocol.seat import enrolment
from adjudicator.protocol.secrets import Secret
from adjudicator.roles import archivist, beginning, mails, player
from adjudicator.roles.beginning import Person, Proposal
from adjudicator.roles.table import Table
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH
from tests.roles.desk import Desk, Mail, desks, files_in, joined, mail_of, nobody, play, ring_of, walks
from tests.toy.table import Lay

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


def code_of(error: pytest.ExceptionInfo[AdjudicatorError]) -> str:
    return error.value.problems[0].code


def proposal(**changes) -> Proposal:
    fields = {
        "game": "toy",
        "own": NORTH,
        "own_name": ("Nora",),
        "others": {SOUTH: Person(("Sam",), pair_of(SOUTH).key)},
    }
    return Proposal(**{**fields, **changes})


def until_decision(north: Desk, south: Desk) -> Desk:
    """Exchange mails without deciding until somebody has to; return that desk."""
    desk, sender = north, south
    for _ in range(10):
        desk.receive(sender.mails()[-1])
        if desk.table.own(pair_of(desk.seat)).decisions():
            return desk
        desk, sender = sender, desk
    raise AssertionError("nobody has to decide")


# -- beginning -----------------------------------------------------------------------------------------------------


def test_new_writes_a_charter_an_enrolment_and_one_mail(tmp_path):
    north, _ = desks(tmp_path)
    names = set(files_in(north.folder))
    assert {"charter.yaml", "folder.yaml", "record/0000-1-enrolment-north.yaml"} <= names
    (mail,) = north.mails()
    assert mail.name == "to-south-0000.yaml"
    kinds = [parse(text).document.kind for text in split(mail.read_bytes())]
    assert kinds == ["charter", "enrolment"]
    assert north.ring.games(NORTH) == (parse(files_in(north.folder)["charter.yaml"]).id,)


@pytest.mark.parametrize(
    ("changes", "kind", "code"),
    [
        ({"game": "chess"}, DocumentError, "document/schema"),
        ({"own": "east"}, DocumentError, "document/schema"),
        ({"options": ("fast",)}, DocumentError, "document/schema"),
        ({"others": {SOUTH: Person(("Sam",), pair_of(NORTH).key)}}, ProofError, "proof/unknown-key"),
    ],
)
def test_new_refuses_what_cannot_be_played_and_writes_nothing(tmp_path, changes, kind, code):
    ring = ring_of(tmp_path / "keys", NORTH)
    with pytest.raises(kind) as caught:
        beginning.new(tmp_path / "game", proposal(**changes), ring, NORTH, nobody)
    assert code_of(caught) == code
    assert not (tmp_path / "game").exists() and ring.games(NORTH) == ()


def test_new_in_a_folder_that_is_taken(tmp_path):
    north, _ = desks(tmp_path)
    before = files_in(north.folder)
    with pytest.raises(SequenceError) as caught:
        beginning.new(north.folder, proposal(), north.ring, NORTH, nobody)
    assert code_of(caught) == "sequence/second-act"
    assert files_in(north.folder) == before


def test_join_finds_the_seat_by_the_key(tmp_path):
    north, south = joined(tmp_path)
    assert south.table.seat == SOUTH and not south.table.settings.rebuilt
    kinds = [parse(text).document.kind for text in split(south.mails()[-1].read_bytes())]
    assert kinds.count("enrolment") == 2 and "link" in kinds
    assert north.table.ledger.head().number == 0
    report = north.receive(south.mails()[-1])
    assert report.standing.state > 0 and report.new


def test_join_without_a_charter(tmp_path):
    north, south = desks(tmp_path)
    _, enrolment_text = split(north.mails()[-1].read_bytes())
    for data in (enrolment_text.encode(), b"Dear Sam, here is my turn.\n", b""):
        with pytest.raises(DocumentError):
            beginning.join(south.folder, [Mail("mail", data)], south.ring, SOUTH, nobody)
        assert not south.folder.exists() and south.ring.games(SOUTH) == ()


def test_join_with_a_key_that_has_no_seat(tmp_path):
    north, south = desks(tmp_path)
    ring = ring_of(tmp_path / "stranger", "stranger")
    with pytest.raises(ProofError) as caught:
        beginning.join(south.folder, [mail_of(north.mails()[-1])], ring, "stranger", nobody)
    assert code_of(caught) == "proof/unknown-key"
    assert not south.folder.exists()


def test_nobody_joins_a_game_twice(tmp_path):
    """Threat 14: the same charter again would open the chains of the first enrolment to a second use."""
    north, south = joined(tmp_path)
    again = Desk(SOUTH, tmp_path / "again", south.ring)
    with pytest.raises(SequenceError) as caught:
        beginning.join(again.folder, [mail_of(north.mails()[-1])], south.ring, SOUTH, nobody)
    assert code_of(caught) == "sequence/second-act" and "receiv" in caught.value.problems[0].fix
    assert not again.folder.exists()
    with pytest.raises(SequenceError):
        beginning.join(south.folder, [mail_of(north.mails()[-1])], south.ring, SOUTH, nobody)


def test_an_enrolment_that_somebody_else_wrote_is_not_mine(tmp_path):
    """A rubbish enrolment in south's name in the first mail must not pass for a folder to rebuild."""
    north, south = desks(tmp_path)
    game = Table.open(north.folder).ledger.game
    false = Secret.derive(b"x" * 32, digest("n"), game.id, SOUTH, 8)
    forged = sign(enrolment(game, digest("n"), false), pair_of(NORTH)).file_text
    mail = Mail("mail", north.mails()[-1].read_bytes() + forged.encode())
    table, report = beginning.join(south.folder, [mail], south.ring, SOUTH, nobody)
    assert not table.settings.rebuilt
    assert "proof/unknown-key" in [problem.code for problem in report.problems]
    assert table.ledger.head().number == 1, "south has enrolled itself"
    with pytest.raises(SequenceError):
        beginning.join(tmp_path / "again", [mail], south.ring, SOUTH, nobody)


def test_a_lost_folder_is_rebuilt_from_mails_and_says_so_until_the_next_decision(tmp_path):
    north, south = joined(tmp_path)
    play(north, south, 6)
    received = [mail_of(path) for path in north.mails()]
    sent = [mail_of(path) for path in south.mails()]
    before = south.table.ledger.head()
    shutil.rmtree(south.folder)
    table, report = beginning.join(south.folder, [*received, *sent][::-1], south.ring, SOUTH, nobody)
    assert table.settings.rebuilt and report.standing.rebuilt
    assert table.ledger.head().number >= before.number
    assert before.id in {position.id for position in table.ledger.branch()}
    for _ in range(40):
        north.receive(south.mails()[-1])
        north.decide()
        south.receive(north.mails()[-1])
        if south.decide():
            break
    assert not south.table.settings.rebuilt
    play(north, south)
    assert north.table.ledger.head().text == south.table.ledger.head().text
    assert not north.table.ledger.set_aside(), "nothing was signed twice"


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_whole_game_and_its_record(tmp_path):
    north, south = joined(tmp_path)
    assert play(north, south)
    for desk in (north, south):
        verified = archivist.verify(desk.folder, finished=True)
        assert verified.finished and verified.wrong is None
        assert any(line.startswith("result: ") for line in archivist.lines(verified))
        with pytest.raises(SequenceError) as caught:
            player.deciding(desk.table, desk.ring, nobody)
        assert code_of(caught) == "sequence/not-due"
        with pytest.raises(SequenceError):
            player.resign(desk.table, desk.ring, nobody)


def test_a_decision_that_is_not_due_or_not_mine(tmp_path):
    north, south = joined(tmp_path)
    with pytest.raises(SequenceError) as caught:
        player.deciding(north.table, north.ring, nobody)
    assert code_of(caught) == "sequence/not-due" and "south" in str(caught.value)
    desk = until_decision(north, south)
    assert player.deciding(desk.table, desk.ring, nobody, "round-1.cards").decision.id == "round-1.cards"
    with pytest.raises(SequenceError):
        player.deciding(desk.table, desk.ring, nobody, "round-2.cards")


def test_an_illegal_or_penalised_order_is_refused_and_nothing_is_signed(tmp_path):
    north, south = joined(tmp_path)
    desk = until_decision(north, south)
    task = player.deciding(desk.table, desk.ring, nobody)
    before = files_in(desk.folder)
    hand = [value for key, value in sorted(task.own.known().items()) if ".cards." in key]
    others = [card for card in ("page", "maid", "knight", "queen", "king") if card not in hand]
    for order in (Lay("jester", hand[0], None), Lay(others[0], hand[0], None), Lay(hand[0], hand[0], None)):
        with pytest.raises(OrderError):
            player.decide(task, order)
    with pytest.raises(OrderError) as caught:
        player.decide(task, Lay("fool", next(card for card in hand if card != "fool"), None))
    assert {"order/TOY-PENALTY", "order/TOY-HAND"} & {problem.code for problem in caught.value.problems}
    assert files_in(desk.folder) == before


def test_a_sealed_decision_is_mailed_and_nobody_can_read_it(tmp_path):
    north, south = joined(tmp_path)
    desk = until_decision(north, south)
    (report,) = desk.decide()
    assert report.said and [path.name for path in report.mails] == [desk.mails()[-1].name]
    text = desk.mails()[-1].read_text()
    (commitment,) = [p for p in map(parse, split(text)) if p.document.kind == "commitment"]
    assert [row.slot for row in commitment.document.slots] == ["show", "hide", "charm"]
    assert not any(f'"{card}"' in text for card in ("fool", "page", "maid", "knight", "queen", "king"))


def test_the_same_decision_cannot_be_taken_twice(tmp_path):
    north, south = joined(tmp_path)
    desk = until_decision(north, south)
    task = player.deciding(desk.table, desk.ring, nobody)
    orders = [order for order in walks(task) if not task.check(order)]
    player.decide(task, orders[0])
    with pytest.raises(SequenceError):
        player.deciding(desk.table, desk.ring, nobody)


def test_resign_ends_the_game_when_the_other_has_closed(tmp_path):
    north, south = joined(tmp_path)
    desk = until_decision(north, south)
    other = south if desk is north else north
    report = player.resign(desk.table, desk.ring, nobody)
    assert report.mails
    report = other.receive(desk.mails()[-1])
    assert other.seat in report.standing.outcome and "resignation" in report.standing.outcome
    desk.receive(other.mails()[-1])
    assert desk.table.ledger.head().text == other.table.ledger.head().text
    assert archivist.verify(desk.folder, finished=True).finished


def test_resigning_when_nothing_is_owed(tmp_path):
    north, _ = joined(tmp_path)
    with pytest.raises(SequenceError) as caught:
        player.resign(north.table, north.ring, nobody)
    assert code_of(caught) == "sequence/not-due"


def test_resend_writes_the_same_mail_and_signs_nothing(tmp_path):
    north, south = joined(tmp_path)
    play(north, south, 4)
    for desk in (north, south):
        before = files_in(desk.folder)
        report = mails.resend(desk.table)
        assert report.made == [] and len(report.mails) == 1
        assert {k: v for k, v in files_in(desk.folder).items() if not k.startswith("outbox/")} == {
            k: v for k, v in before.items() if not k.startswith("outbox/")
        }
        assert before.keys() <= files_in(desk.folder).keys()


def test_another_key_cannot_play_from_this_folder(tmp_path):
    north, south = joined(tmp_path)
    shutil.copy(south.ring.path / SOUTH, north.ring.path / "wrong")
    north.ring._unlocked.clear()
    shutil.copy(south.ring.path / SOUTH, north.ring.path / NORTH)
    before = files_in(north.folder)
    with pytest.raises(ProofError) as caught:
        north.receive(south.mails()[-1])
    assert code_of(caught) == "proof/unknown-key"
    assert not [name for name in files_in(north.folder) if name not in before and "north" in name]
