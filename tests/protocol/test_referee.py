"""Games with a referee: whole games by mail, his links, his signatures, and signed states that arrive in any order."""

from dataclasses import replace as changed
from itertools import pairwise
from random import Random

import pytest

from adjudicator.documents.signed import Signed, parse, sign
from adjudicator.engine.requests import Draw
from adjudicator.errors import AdjudicatorError, SequenceError
from adjudicator.names import REFEREE
from adjudicator.protocol.confirmation import WAITING_STATES, needs_signature, unsigned
from adjudicator.protocol.hashes import joint_seed
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.mailing import turn_file
from tests.protocol.hall import (
    PLAYERS,
    beat,
    by_referee,
    ended,
    enrolled,
    everything,
    moment,
    opened,
    play_by_mail,
    refereed,
    seen,
    share_all,
    signed_states,
)
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH, answers, code_of, fed, head_of, over, signed_acts, toy

# -- whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hub", [False, True], ids=["all mail all", "players mail only the referee"])
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_end_with_equal_records(hub, seed):
    match = refereed(f"whole {seed}")
    mails = play_by_mail(match, hub, seed)
    heads = [copy.ledger.head() for copy in match.copies.values()]
    assert {head.text for head in heads} == {heads[0].text} and over(heads[0])
    assert len({seen(copy.ledger) for copy in match.copies.values()}) == 1
    referee = match.copies[REFEREE].ledger
    assert referee.confirmed() == heads[0].number, "the last state is confirmed"
    assert not referee.set_aside() and not referee.void() and mails > 10
    record = {signed.id for signed in everything(referee)}
    for copy in match.copies.values():
        assert {signed.id for signed in everything(copy.ledger)} == record


def test_a_player_who_got_only_the_referees_mails_has_everything():
    match = ended("hub")
    text = turn_file(match.copies[REFEREE].ledger, NORTH, [])
    lost = match.fresh(NORTH)
    lost.receive(text)
    assert seen(lost.ledger) == seen(match.copies[REFEREE].ledger)


# -- his links -----------------------------------------------------------------------------------------------------


def test_the_referee_gives_a_link_to_every_draw_last_in_due_and_in_the_joint_seed():
    match = ended()
    draws = 0
    for position, following in pairwise(match.first.ledger.branch()):
        links = [act for act in following.came if act.document.kind == "link"]
        if not links or position.state is None:
            continue
        assert links[-1].seat == REFEREE and position.due[-1].seat == REFEREE
        for request in (request for request in position.requests if isinstance(request, Draw)):
            rows = [(a.seat, a.document.index, a.document.link) for a in links if a.document.request == request.id]
            assert rows[-1][0] == REFEREE
            assert joint_seed(match.charter.id, request.label, rows) != joint_seed(
                match.charter.id, request.label, rows[:-1]
            )
            draws += 1
    assert draws >= 5


def test_the_referee_waits_with_all_his_links_until_all_others_have_given_theirs():
    match = opened()
    referee, north, south = (match.copies[seat] for seat in (REFEREE, NORTH, SOUTH))
    documents = answers(north) + answers(south)
    assert len(documents) == 4, "two draws, and each of the players owes a link to both"
    for copy, document in [(north, documents[0]), (north, documents[1]), (south, documents[2])]:
        referee.ledger.add(sign(document, copy.pair))
        assert referee.own.mechanical() == (), "a later link would tell the earlier one"
    referee.ledger.add(sign(documents[3], south.pair))
    assert [document.kind for document in referee.own.mechanical()] == ["link", "link"]


def test_the_referee_gives_no_link_while_a_reveal_beside_it_is_missing():
    """Whoever saw the die before opening the guess could keep it shut."""
    match = moment("bid", bound=True)
    referee = match.copies[REFEREE]
    bidder = next(copy for copy in match.copies.values() if any(d.kind == "reveal" for d in copy.own.mechanical()))
    reveal, link = sorted(bidder.own.mechanical(), key=lambda document: document.kind == "link")
    referee.ledger.add(sign(link, bidder.pair))
    assert referee.own.mechanical() == ()
    referee.ledger.add(sign(reveal, bidder.pair))
    assert [document.kind for document in referee.own.mechanical()] == ["link"]


def test_a_quick_draw_asks_the_seats_that_answered_before_and_the_referee():
    match = moment("bid", bound=True)
    head = match.first.ledger.head()
    (bidder,) = {row.seat for row in head.due if row.answer == "reveal"}
    assert [row.seat for row in head.due if row.answer == "link"] == [bidder, REFEREE]


def test_the_referee_cannot_resign():
    match = opened()
    (link, *_) = (row for row in match.first.ledger.head().due if row.seat == REFEREE)
    own = match.copies[REFEREE].own
    assert link.request == own.open_requests()[0][0].id
    resignation = sign(own.resignation(), match.copies[REFEREE].pair)
    assert code_of(match.copies[NORTH], resignation) == "sequence/not-due"


# -- his signatures ------------------------------------------------------------------------------------------------


def test_the_referee_signs_state_1_after_draws_the_last_and_his_head():
    match = ended()
    for position in match.first.ledger.branch()[1:]:
        drawn = any(act.document.kind in ("link", "enrolment") for act in position.came)
        assert needs_signature(position) == (drawn or not position.due)
    fresh = fed(match, signed_acts(match.first.ledger))
    due = unsigned(fresh.branch())
    assert due[0].number == 1 and due[-1] is fresh.head()
    assert {p.number for p in due} == {p.number for p in fresh.branch()[1:] if needs_signature(p)}
    middle = fed(match, [s for s in signed_acts(match.first.ledger) if s.act.number < 6])
    assert unsigned(middle.branch())[-1] is middle.head() and not needs_signature(middle.head())


def test_reached_and_confirmed_are_two_words():
    match = enrolled()
    ledger = match.copies[NORTH].ledger
    assert (ledger.head().number, ledger.confirmed()) == (1, 0)
    (state,) = match.copies[REFEREE].confirm()
    assert ledger.add(state).kind == "new"
    assert (ledger.head().number, ledger.confirmed()) == (1, 1)
    beat(match)
    assert (ledger.head().number, ledger.confirmed()) == (2, 1)
    beat(match, confirm=True)
    assert ledger.confirmed() == ledger.head().number == 3, "a signature confirms all that is before it"


def test_a_state_has_one_id_whether_it_is_signed_or_not():
    match = ended()
    for position in match.first.ledger.branch()[1:]:
        signed = by_referee(match, position)
        assert signed.id == position.id and parse(signed.file_text).id == position.id
        assert signed.text == position.text


# -- signed states that arrive in any order --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_acts_and_signed_states_in_any_order_and_doubled_say_the_same(seed):
    random = Random(seed)
    match = ended(f"order {seed % 3}")
    documents = everything(match.copies[REFEREE].ledger) * 2
    random.shuffle(documents)
    ledger = Ledger(match.charter, match.first.ledger.game.engine)
    kinds: dict[str, int] = {}
    for signed in documents:
        kind = ledger.add(signed).kind
        kinds[kind] = kinds.get(kind, 0) + 1
    assert seen(ledger) == seen(match.copies[REFEREE].ledger)
    assert ledger.confirmations.waiting() == () and kinds["parked"] > 5 and kinds["duplicate"] > 5


def test_a_state_that_comes_before_its_acts_waits_and_confirms_then():
    match = ended()
    ledger = Ledger(match.charter, match.first.ledger.game.engine)
    states = sorted(signed_states(match.first.ledger), key=lambda signed: signed.document.number)
    verdict = ledger.add(states[1])
    assert (verdict.kind, verdict.problems[0].code) == ("parked", "sequence/ahead")
    assert verdict.problems[0].severity == "warning"
    assert ledger.add(states[1]).kind == "parked" and ledger.confirmations.waiting() == (states[1],)
    for signed in signed_acts(match.first.ledger):
        ledger.add(signed)
    assert ledger.confirmed() == states[1].document.number
    assert ledger.confirmations.waiting() == ()
    assert ledger.add(states[1]).kind == "duplicate"


def test_waiting_states_have_a_limit_and_over_it_one_is_refused():
    match = enrolled()
    north = match.copies[NORTH]
    head = north.ledger.head()
    for number in range(WAITING_STATES):
        north.ledger.add(by_referee(match, head, number=9, prev=digest(f"unknown {number}")))
    with pytest.raises(SequenceError) as caught:
        north.ledger.add(by_referee(match, head, number=9, prev=digest("one more")))
    assert [(p.code, p.severity) for p in caught.value.problems] == [("sequence/ahead", "error")]
    assert len(north.ledger.confirmations.waiting()) == WAITING_STATES
    assert north.ledger.add(by_referee(match, head)).kind == "new", "a state that is here needs no room"


# -- signatures that are none ----------------------------------------------------------------------------------------


def code(ledger: Ledger, signed: Signed) -> str:
    with pytest.raises(AdjudicatorError) as caught:
        ledger.add(signed)
    return caught.value.problems[0].code


def test_a_players_signature_on_a_state_is_worth_nothing():
    match = enrolled()
    north = match.copies[NORTH]
    state = north.ledger.head().state
    for seat in PLAYERS:
        assert code(north.ledger, sign(state, pair_of(seat))) == "proof/unknown-key"
    assert north.ledger.confirmed() == 0


def test_a_signature_for_another_purpose_is_worth_nothing():
    from adjudicator.documents import signature

    match = enrolled()
    north, pair = match.copies[NORTH], match.copies[REFEREE].pair
    good = by_referee(match, north.ledger.head())
    for namespace in ("turnfile-act", "turnfile-charter", "turnfile-ruling", "file", "git"):
        armor = signature.sign(pair, namespace, good.text.encode("ascii"))
        assert code(north.ledger, changed(good, signature=armor)) == "proof/signature"
    assert north.ledger.add(good).kind == "new"


def test_a_signed_state_in_a_game_without_referee_or_of_another_game():
    match, other, without = opened(), opened("b"), toy()
    signed = by_referee(match, match.first.ledger.head())
    assert code(other.first.ledger, signed) == "sequence/other-game"
    own = by_referee(match, match.first.ledger.head(), game=without.charter.id)
    assert code(without.first.ledger, own) == "proof/unknown-key"


def test_an_act_under_the_referees_key_or_of_the_referee_under_a_players():
    match = opened()
    north = match.copies[NORTH]
    (document, *_) = answers(north)
    assert code(match.copies[SOUTH].ledger, sign(document, pair_of(REFEREE))) == "proof/unknown-key"
    values = {**head_of(document), "seat": REFEREE}
    link = type(document)(**values, label=document.label, index=1, link=match.copies[REFEREE].secret.link("public", 1))
    assert code(match.copies[SOUTH].ledger, sign(link, pair_of(NORTH))) == "proof/unknown-key"


# -- resignations ----------------------------------------------------------------------------------------------------


def resigned(copy):
    return sign(copy.own.resignation(), copy.pair)


def test_a_resignation_is_confirmed_and_the_other_closes():
    match = moment("lay")
    match.copies[NORTH].sign(match.copies[NORTH].own.resignation())
    share_all(match)
    while not over(match.first.ledger.head()):
        beat(match, confirm=True)
    head = match.first.ledger.head()
    assert head.state.outcome.winner == SOUTH and match.copies[SOUTH].ledger.confirmed() == head.number


def test_both_resign_before_the_referee_has_signed():
    match = moment("lay")
    pair = [resigned(match.copies[seat]) for seat in PLAYERS]
    for copy in match.copies.values():
        for signed in pair:
            copy.ledger.add(signed)
        assert len(copy.ledger.head().came) == 2
    assert not match.first.ledger.forks()


@pytest.mark.parametrize("arrival", [0, 1, 2])
def test_a_second_resignation_after_his_signature_counts_and_makes_no_fork(arrival):
    match = moment("lay")
    first, second = (resigned(match.copies[seat]) for seat in PLAYERS)
    referee = match.copies[REFEREE]
    referee.ledger.add(first)
    (state,) = referee.confirm()
    documents = [first, second, state]
    documents.insert(0, documents.pop(arrival))
    for copy in match.copies.values():
        for signed in documents:
            assert not [problem for problem in copy.ledger.add(signed).problems if problem.code.startswith("proof/")]
        assert [act.id for act in copy.ledger.head().came] == [first.id, second.id]
        assert copy.ledger.void() == (state,) and copy.ledger.blocked() is None
    (again,) = referee.confirm()
    for copy in match.copies.values():
        copy.ledger.add(again)
        assert copy.ledger.blocked() is None, "he had to sign again"
        assert copy.ledger.confirmed() == copy.ledger.head().number
