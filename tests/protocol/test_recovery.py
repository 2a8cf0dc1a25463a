"""Lost mails, lost folders, crossing mails: both copies come to one state, and nobody signs anything twice."""

from random import Random

import pytest

from adjudicator.documents.incoming import documents_in
from adjudicator.documents.signed import sign
from adjudicator.errors import InternalError
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.mailing import counted_acts, first_state, turn_file
from adjudicator.protocol.seat import OwnSeat
from adjudicator.protocol.secrets import Secret
from tests.protocol.match import Copy, Match, play_out
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    answers,
    begun,
    over,
    picture,
    play_until,
    scene,
    share,
    signed_acts,
    tick,
    toy,
)


def settled(match: Match) -> bool:
    heads = [copy.ledger.head() for copy in match.copies.values()]
    return over(heads[0]) and heads[0].id == heads[1].id


# -- recall --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", "abcd")
def test_every_sealed_choice_is_found_again_from_its_commitment(name):
    match = begun(name)
    sealed = 0
    while not over(match.first.ledger.head()):
        chosen = {
            copy.seat: (decision, copy.walk(decision))
            for copy in match.copies.values()
            for decision in copy.own.decisions()
            if decision.sealed
        }
        head = match.first.ledger.head()
        tick(match)
        for seat, (decision, order) in chosen.items():
            copy = match.copies[seat]
            own = OwnSeat(copy.ledger.game, copy.ledger.branch()[:-1], copy.secret)
            commitment = next(act for act in copy.ledger.head().came if act.place == (seat, decision.id))
            assert own.head is head or own.head.id == head.id
            assert own.recalled(commitment) == order
            sealed += 1
    assert sealed >= 4


def test_a_choice_sealed_under_another_key_is_not_found():
    match = scene("lay", bound=True)
    copy = match.copies[NORTH]
    game = copy.ledger.game
    other = Secret.derive(match.copies[SOUTH].pair.seed, copy.nonce, game.id, NORTH, game.charter.links)
    commitment = next(act for act in copy.ledger.head().came if act.seat == NORTH)
    before = OwnSeat(game, copy.ledger.branch()[:-1], other)
    with pytest.raises(InternalError) as caught:
        before.recalled(commitment)
    assert caught.value.problems[0].code == "internal/recall"


def test_a_closed_card_is_known_until_it_is_turned_up_and_to_its_owner_only():
    match = scene("steps", where=lambda head: all(side.hide for side in head.public.sides))
    for seat, copy in match.copies.items():
        names = [name for name in copy.own.known() if name.endswith(".hide")]
        assert names == [f"{seat}.round-1.cards.hide"]
    play_until(match, lambda head: head.public.round == 2 or over(head))
    for copy in match.copies.values():
        assert not any(name.startswith("round-1") and name.endswith(".hide") for name in copy.own.known())
        assert not [name for name in copy.own.known() if "round-1.cards.hide" in name]


# -- a lost folder -------------------------------------------------------------------------------------------------


def rebuilt(match: Match, seat: str, texts: list[str]) -> Copy:
    """Return a copy of a seat that was given these turn files only."""
    copy = match.fresh(seat)
    for text in texts:
        documents, problems = documents_in(text.encode("ascii"))
        assert not problems
        for signed in documents:
            if signed.document.kind != "charter":
                copy.ledger.add(signed)
    return copy


@pytest.mark.parametrize("seed", range(8))
def test_a_folder_is_rebuilt_from_the_mails_in_any_order(seed):
    random = Random(seed)
    match = toy(f"lost {seed}")
    for copy in match.copies.values():
        copy.enrol()
    north, south = match.copies.values()
    mails: list[str] = []
    sender, addressee = north, south
    for _ in range(random.randrange(2, 16)):
        sender.play()
        mails.append(sender.mail(addressee.seat))
        addressee.receive(mails[-1])
        sender, addressee = addressee, sender
    random.shuffle(mails)
    for seat, copy in match.copies.items():
        lost = rebuilt(match, seat, mails)
        for one in (copy, lost):  # what leaves no choice is signed again, to the same bytes
            one.go_on()
        assert picture(lost.ledger) == picture(copy.ledger)
        texts = [{s.id: s.file_text for s in signed_acts(one.ledger)} for one in (copy, lost)]
        assert texts[0] == texts[1]


def test_mails_received_alone_are_a_backup():
    """The opponent's turn files hold the own acts, too: a folder lost after the opponent's answer comes back whole."""
    match = toy("backup")
    for copy in match.copies.values():
        copy.enrol()
    north, south = match.copies.values()
    received: list[str] = []
    for _ in range(6):
        north.play()
        south.receive(north.mail(SOUTH))
        south.play()
        received.append(south.mail(NORTH))
        north.receive(received[-1])
    lost = rebuilt(match, NORTH, received)
    assert picture(lost.ledger) == picture(north.ledger)


def test_mechanical_acts_are_the_same_bytes_whoever_makes_them_when():
    match = begun("bytes")
    compared = 0
    while not over(match.first.ledger.head()):
        for seat, copy in match.copies.items():
            mine = {s.id: s.file_text for s in (sign(d, copy.pair) for d in copy.own.mechanical())}
            lost = match.fresh(seat)
            for signed in reversed(signed_acts(copy.ledger)):
                lost.ledger.add(signed)
            assert mine == {s.id: s.file_text for s in (sign(d, copy.pair) for d in lost.own.mechanical())}
            compared += len(mine)
        tick(match)
    assert compared > 20


def test_nothing_is_signed_twice_for_a_place_after_a_rebuild():
    match = begun("twice")
    while not over(match.first.ledger.head()):
        for seat, copy in match.copies.items():
            answer(copy)
            lost = match.fresh(seat)
            for signed in signed_acts(copy.ledger):
                lost.ledger.add(signed)
            assert answers(lost) == answers(copy)
        share(match)


# -- lost and crossing mails ---------------------------------------------------------------------------------------


def test_crossing_mails_agree():
    match = scene("lay")
    north, south = match.copies.values()
    for copy in (north, south):
        copy.play()
    crossed = {copy.seat: copy.mail(other.seat) for copy, other in ((north, south), (south, north))}
    north.receive(crossed[SOUTH])
    south.receive(crossed[NORTH])
    assert picture(north.ledger) == picture(south.ledger)
    assert north.ledger.head().public.stage == "lay" and north.ledger.head().state.sealed


@pytest.mark.parametrize("lost", range(6))
def test_a_lost_mail_is_healed_by_the_next(lost):
    match = toy(f"one lost {lost}")
    for copy in match.copies.values():
        copy.enrol()
    sender, addressee = match.copies.values()
    for number in range(60):
        sender.play()
        text = sender.mail(addressee.seat)
        if number == lost:
            text = sender.mail(addressee.seat)  # asked for again: the same, and more if there is more
        addressee.receive(text)
        if settled(match):
            return
        sender, addressee = addressee, sender
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", range(15))
def test_whatever_is_lost_late_or_crossing_both_copies_converge(seed):
    random = Random(seed)
    match = toy(f"schedule {seed}")
    for copy in match.copies.values():
        copy.enrol()
    copies = list(match.copies.values())
    way: dict[str, list[str]] = {NORTH: [], SOUTH: []}
    for _ in range(random.randrange(10, 60)):
        sender, addressee = random.sample(copies, 2)
        if random.random() < 0.8:
            sender.play()
        if random.random() < 0.7:
            way[addressee.seat].append(sender.mail(addressee.seat))
        random.shuffle(way[addressee.seat])
        if way[addressee.seat] and random.random() < 0.3:
            way[addressee.seat].pop()  # lost
        if way[addressee.seat] and random.random() < 0.8:
            addressee.receive(way[addressee.seat].pop())
    for _ in range(2):  # both resend once; what is parked or missing must be healed by that
        for sender, addressee in (copies, copies[::-1]):
            addressee.receive(sender.mail(addressee.seat))
    north, south = copies
    assert picture(north.ledger) == picture(south.ledger)
    assert not north.ledger.set_aside() and not north.ledger.parked() and not north.ledger.unfit()
    play_on(match)


def play_on(match: Match) -> None:
    """Play a match that is under way to its end by alternate mails."""
    sender, addressee = match.copies.values()
    for _ in range(100):
        sender.play()
        addressee.receive(sender.mail(addressee.seat))
        if settled(match):
            return
        sender, addressee = addressee, sender
    raise AssertionError("the game does not end")


# -- what a turn file holds ----------------------------------------------------------------------------------------


def numbers(text: str) -> list[int]:
    documents, _ = documents_in(text.encode("ascii"))
    return [signed.act.number for signed in documents if signed.document.kind != "charter"]


def test_a_turn_file_is_in_chain_order_and_holds_the_acts_of_both():
    match = toy("file")
    for copy in match.copies.values():
        copy.enrol()
    north, south = match.copies.values()
    south.receive(north.mail(SOUTH))
    south.play()
    north.receive(south.mail(NORTH))
    north.play()
    text = north.mail(SOUTH)
    documents, _ = documents_in(text.encode("ascii"))
    assert documents[0].document.kind == "charter"
    assert numbers(text) == sorted(numbers(text))
    assert {signed.act.seat for signed in documents[1:]} == {NORTH, SOUTH}
    assert len({signed.id for signed in documents}) == len(documents)


def test_turn_files_stay_short_while_mails_arrive():
    match = toy("short")
    play_out(match)
    whole = len(turn_file(match.copies[NORTH].ledger, SOUTH, []))
    last = len(turn_file(match.copies[NORTH].ledger, SOUTH, match.copies[NORTH].sent))
    assert last < whole / 3
    assert "charter" not in turn_file(match.copies[NORTH].ledger, SOUTH, match.copies[NORTH].sent)


def test_an_addressee_who_never_answered_gets_everything():
    match = toy("never")
    north = match.copies[NORTH]
    north.enrol()
    for _ in range(3):
        text = north.mail(SOUTH)
        assert documents_in(text.encode())[0][0].id == match.charter.id
    assert first_state(north.ledger, SOUTH, [0, 0, 0]) == 0


def test_the_turn_file_goes_back_to_the_first_answer_after_the_last_file_that_arrived():
    match = begun("back")
    play_until(match, lambda head: head.number == 9)
    ledger = match.copies[NORTH].ledger
    answered = [act.document.number for act in counted_acts(ledger) if act.seat == SOUTH]
    assert first_state(ledger, SOUTH, []) == min(answered)
    assert first_state(ledger, SOUTH, [max(answered) + 1]) == min(answered), "it is not known to have arrived"
    for number in range(1, max(answered) + 1):
        assert first_state(ledger, SOUTH, [number, max(answered) + 1]) == min(n for n in answered if n >= number)


def test_an_empty_ledger_sends_its_charter():
    match = toy()
    ledger: Ledger = match.copies[NORTH].ledger
    assert turn_file(ledger, SOUTH, []) == match.charter.file_text
