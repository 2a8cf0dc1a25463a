"""A referee at his desk: three folders, real files, `adjudicate`; forks, false and void states on disk."""

import shutil

import pytest

from adjudicator.documents.kinds import SlotHash
from adjudicator.documents.signed import Signed, parse, sign
from adjudicator.documents.text import split
from adjudicator.errors import ProofError, SequenceError
from adjudicator.names import REFEREE
from adjudicator.protocol.ledger import Ledger
from adjudicator.roles import archivist, player, referee
from adjudicator.roles.looking import standing
from tests.protocol.hall import by_referee
from tests.protocol.match import Match, digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH, fed
from tests.roles.desk import Desk, Mail, adjudicate, files_in, hall, joined, mail_of, nobody, sit, walks

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")

Hall = tuple[Desk, Desk, Desk]


def mail(*documents: Signed) -> Mail:
    return Mail("mail", "".join(signed.file_text for signed in documents).encode("ascii"))


def record(desk: Desk) -> dict[str, bytes]:
    return {name: data for name, data in files_in(desk.folder).items() if name.startswith(("record/", "charter"))}


def as_referee(desk: Desk, signed_state, **changes) -> Signed:
    """Return a state with the referee's signature, changed as he likes."""
    from msgspec.structs import replace

    return sign(replace(signed_state, **changes), pair_of(REFEREE))


@pytest.mark.parametrize("hub", [False, True], ids=["all mail all", "through the referee"])
def test_a_whole_game_ends_with_three_equal_records(tmp_path, hub):
    desks = hall(tmp_path)
    assert sit(desks, hub=hub)
    assert record(desks[0]) == record(desks[1]) == record(desks[2])
    for desk in desks:
        verified = archivist.verify(desk.folder, finished=True)
        assert verified.finished and verified.referee == REFEREE
        assert not [name for name in files_in(desk.folder) if name.startswith(("proofs/", "inbox/"))]
        place = standing(desk.table)
        assert place.referee and place.confirmed == place.state and place.void == () and place.burnt == ()


def test_adjudicating_twice_is_adjudicating_once(tmp_path):
    north, south, desk = hall(tmp_path)
    for _ in range(6):
        arrived = [mail_of(path) for one in (north, south) for path in one.mails(REFEREE)[-1:]]
        adjudicate(desk.table, arrived, desk.ring, nobody)
        before = files_in(desk.folder)
        again = adjudicate(desk.table, arrived, desk.ring, nobody)
        assert (again.made, again.mails, again.new) == ([], [], []) and again.known > 0
        assert adjudicate(desk.table, [], desk.ring, nobody).made == []
        assert files_in(desk.folder) == before
        for one in (north, south):
            one.receive(desk.mails(one.seat)[-1])
            one.decide()


def test_the_next_public_state_is_a_signed_file(tmp_path):
    north, south, desk = hall(tmp_path)
    report = adjudicate(desk.table, [mail_of(one.mails(REFEREE)[-1]) for one in (north, south)], desk.ring, nobody)
    (state,) = (desk.folder / "record").glob("0001-state.yaml")
    signed = parse(state.read_bytes())
    assert signed.signature is not None and signed.signer == REFEREE
    assert "state 1" in " ".join(report.made) and report.standing.confirmed == 1
    for one in (north, south):
        texts = split(desk.mails(one.seat)[-1].read_bytes())
        assert signed.file_text in texts
        one.receive(desk.mails(one.seat)[-1])
        assert (one.folder / "record" / "0001-state.yaml").read_bytes() == state.read_bytes()


def test_a_reached_state_waits_for_confirmation_but_the_game_goes_on(tmp_path):
    north, south, desk = hall(tmp_path)
    adjudicate(desk.table, [mail_of(one.mails(REFEREE)[-1]) for one in (north, south)], desk.ring, nobody)
    for one, other in ((north, south), (south, north)):
        one.receive(desk.mails(one.seat)[-1], other.mails(one.seat)[-1])
    adjudicate(desk.table, [mail_of(one.mails(REFEREE)[-1]) for one in (north, south)], desk.ring, nobody)
    for one in (north, south):
        one.receive(desk.mails(one.seat)[-1])
        one.decide()
    north.receive(south.mails(NORTH)[-1])
    place = standing(north.table)
    assert place.state > place.confirmed >= 1


@pytest.mark.parametrize("seat", [NORTH, SOUTH])
def test_only_the_referee_adjudicates(tmp_path, seat):
    desks = hall(tmp_path)
    desk = next(desk for desk in desks if desk.seat == seat)
    before = files_in(desk.folder)
    with pytest.raises(SequenceError) as caught:
        adjudicate(desk.table, [], desk.ring, nobody)
    assert caught.value.problems[0].code == "sequence/not-due" and seat in caught.value.problems[0].message
    assert files_in(desk.folder) == before


def test_the_referee_decides_and_resigns_nothing(tmp_path):
    desks = hall(tmp_path)
    sit(desks, 3)
    for act in (player.resign, player.deciding):
        with pytest.raises(SequenceError) as caught:
            act(desks[2].table, desks[2].ring, nobody)
        assert caught.value.problems[0].code == "sequence/not-due"


def test_a_resignation_before_a_referee(tmp_path):
    desks = north, south, desk = hall(tmp_path)
    far_enough(desks)
    player.resign(north.table, north.ring, nobody)
    assert sit(desks)
    outcome = standing(south.table).outcome
    assert outcome.startswith("south wins: resignation of north")
    assert record(north) == record(south) == record(desk)


# -- many games --------------------------------------------------------------------------------------------------------


def test_an_overview_of_many_folders_goes_on_past_one_that_cannot_be_read(tmp_path):
    north, _, desk = hall(tmp_path / "one")
    other, _ = joined(tmp_path / "two")
    (tmp_path / "empty").mkdir()
    broken = tmp_path / "three" / "north" / "game"
    joined(tmp_path / "three")
    (broken / "charter.yaml").write_bytes(b"---\nnothing\n")
    found = referee.overview([north.folder, tmp_path / "empty", other.folder, broken, desk.folder])
    assert [place.seat if place else problems[0].code for _, place, problems in found] == [
        NORTH, "sequence/no-game", NORTH, "document/not-canonical", REFEREE,
    ]  # fmt: skip


# -- a referee who lies or forks -------------------------------------------------------------------------------------


def far_enough(desks: Hall) -> None:
    """Play until both have to seal, and nothing is on its way."""
    north, south, desk = desks
    for _ in range(8):
        for one in (north, south):
            one.receive(*(path for sender in desks if sender is not one for path in sender.mails(one.seat)[-1:]))
        adjudicate(desk.table, [mail_of(one.mails(REFEREE)[-1]) for one in (north, south)], desk.ring, nobody)
    assert [owed.answer for owed in standing(north.table).waits] == ["commitment", "commitment"]


@pytest.fixture
def sealing(tmp_path) -> Hall:
    desks = hall(tmp_path)
    far_enough(desks)
    return desks


def sealed(desk: Desk) -> Signed:
    desk.decide()
    (name,) = [name for name in files_in(desk.folder) if "-commitment-" in name and desk.seat in name]
    return parse((desk.folder / name).read_bytes())


def second(desk: Desk, first: Signed, salt: str) -> Signed:
    """Return another commitment of the same seat for the same place."""
    document = first.act
    slots = tuple(SlotHash(slot=row.slot, hash=digest(f"{salt} {row.slot}")) for row in document.slots)
    fields = {name: getattr(document, name) for name in ("game", "number", "state", "seat", "request")}
    return sign(type(document)(**fields, slots=slots), pair_of(desk.seat))


def after(desk: Desk, *acts: Signed) -> Signed:
    """Return the state that acts lead to from what a desk holds, with the referee's signature."""
    ledger = desk.table.ledger
    copy: Ledger = fed(Match(ledger.charter, {NORTH: desk_copy(desk)}), [a.signed for a in held(ledger)])
    for act in acts:
        copy.add(act)
    ids = {act.id for act in acts}
    position = next(p for p in copy.positions.values() if p.state is not None and set(p.state.acts) == ids)
    return by_referee(Match(ledger.charter, {REFEREE: desk_copy(desk)}), position)


def desk_copy(desk: Desk):
    from tests.protocol.match import Copy

    return Copy(REFEREE, pair_of(REFEREE), desk.table.ledger, None, "", "")  # type: ignore[arg-type]


def held(ledger: Ledger):
    from adjudicator.protocol.mailing import counted_acts

    return counted_acts(ledger)


def test_a_fork_stops_play_and_adjudication_and_both_states_are_kept(sealing):
    north, south, desk = sealing
    one = sealed(north)
    other = second(north, one, "x")
    mine = sealed(south)
    states = [after(south, act, mine) for act in (one, other)]
    far = [mail(one, other), mail(mine)]
    desk.receive(*far)
    for victim in (desk, north):
        report = victim.receive(mail(one, other, mine), mail(states[0]), mail(states[1]))
        assert [problem.code for problem in report.failed] == ["proof/fork"]
        assert report.standing.blocked is not None
        assert all(state.id[:8] in report.standing.blocked.message for state in states)
        kept = files_in(victim.folder).values()
        assert all(state.file_text.encode("ascii") in kept for state in states)
        assert standing(victim.table).blocked == report.standing.blocked, "and still after the folder is opened again"
        for act in (player.deciding, player.resign):
            with pytest.raises(ProofError) as caught:
                act(victim.table, victim.ring, nobody)
            assert caught.value.problems[0].code == "proof/fork"
    before = files_in(desk.folder)
    with pytest.raises(ProofError) as stopped:
        adjudicate(desk.table, [], desk.ring, nobody)
    assert stopped.value.problems[0].code == "proof/fork"
    assert files_in(desk.folder) == before, "he signs nothing more"
    verified = archivist.verify(desk.folder)
    assert verified.wrong is not None and verified.wrong.problems[0].code == "proof/fork"


def test_a_state_on_a_branch_that_does_not_count_is_kept_and_said_and_the_folder_stays_loadable(sealing):
    north, south, _ = sealing
    one = sealed(north)
    other = second(north, one, "x")
    mine = sealed(south)
    state = after(south, other, mine)
    south.receive(mail(one))  # south opens on that branch
    report = south.receive(mail(other, state))
    assert "proof/state-differs" in [problem.code for problem in report.failed]
    names = [name for name in files_in(south.folder) if name.startswith("proofs/")]
    assert f"proofs/{state.document.number:04d}-state-referee-{state.id[:16]}.yaml" in names
    place = standing(south.table)
    assert place.void == (state.document.number,) and place.blocked is None
    again = south.receive(mail(other, state))
    assert again.failed == () and again.known == 2, "said once"
    verified = archivist.verify(south.folder)
    assert verified.wrong is None or verified.wrong.problems[0].code == "proof/state-differs"


def test_a_false_state_is_refused_kept_and_the_true_one_stands(sealing):
    north, south, desk = sealing
    one, mine = sealed(north), sealed(south)
    true = after(south, one, mine)
    false = as_referee(desk, true.document, acts=true.document.acts[::-1])
    report = south.receive(mail(one), mail(false))
    assert [problem.code for problem in report.failed] == ["proof/state-differs"]
    name = f"proofs/refused-{false.document.number:04d}-state-referee-{false.id[:16]}.yaml"
    assert files_in(south.folder)[name] == false.file_text.encode("ascii")
    stored = files_in(south.folder)[f"record/{true.document.number:04d}-state.yaml"]
    assert stored == true.text.encode("ascii"), "both texts are kept"
    assert south.receive(mail(true)).failed == ()
    assert archivist.verify(south.folder).wrong is None
    assert standing(south.table).confirmed == true.document.number


def test_a_signed_state_that_waits_survives_opening_the_folder(sealing):
    north, south, _ = sealing
    mine = sealed(south)
    one = sealed(north)
    state = after(south, one, mine)
    report = south.receive(mail(state))
    assert [(p.code, p.severity) for p in report.problems] == [("sequence/ahead", "warning")]
    (name,) = [name for name in files_in(south.folder) if name.startswith("inbox/")]
    assert name == f"inbox/{state.document.number:04d}-state-referee-{state.id[:16]}.yaml"
    assert [waiting.id for waiting in south.table.ledger.confirmations.waiting()] == [state.id]
    south.receive(mail(one))
    assert not [name for name in files_in(south.folder) if name.startswith("inbox/")]
    assert standing(south.table).confirmed == state.document.number


def test_a_choice_opened_on_the_branch_that_fell_is_shown_as_burnt(sealing):
    """North lost its folder, sealed anew, and had opened the first choice already: only the referee can tell."""
    north, south, _ = sealing
    lost = Desk(NORTH, north.folder.parent / "lost", north.ring)
    shutil.copytree(north.folder, lost.folder)
    one, mine = sealed(north), sealed(south)
    task = player.deciding(lost.table, lost.ring, nobody)
    player.decide(task, [order for order in walks(task) if not task.check(order)][-1])
    (other,) = (s.signed for s in held(lost.table.ledger) if s.document.kind == "commitment")
    assert other.id != one.id
    state = after(south, other, mine)
    north.receive(mail(mine))
    assert standing(north.table).burnt == ()
    north.receive(mail(other), mail(state))
    place = standing(north.table)
    assert len(place.burnt) == 1 and place.confirmed == place.state and len(place.conflicts) == 1
