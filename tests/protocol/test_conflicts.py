"""Two acts for one place: both are kept, and what an honest seat has built on counts; else the smaller id."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from adjudicator.documents.signed import Signed, sign
from adjudicator.protocol.advance import decoded_order
from adjudicator.protocol.ledger import Ledger
from tests.protocol.foul import another_commitment, another_enrolment, doubled_commitments
from tests.protocol.match import Copy
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    answers,
    choice,
    fed,
    picture,
    play_until,
    scene,
    share,
    signed_acts,
    tick,
    toy,
)

# -- rule 5c: nobody has built on either ---------------------------------------------------------------------------


@pytest.mark.parametrize("arrival", [0, 1], ids=["smaller id first", "smaller id last"])
def test_of_two_commitments_the_smaller_id_counts(arrival):
    match, true, other = doubled_commitments(smaller_first=True)
    south = match.copies[SOUTH]
    verdicts = [south.ledger.add(signed).kind for signed in ([true, other], [other, true])[arrival]]
    assert verdicts == ["new", "conflict"]
    answer(south)
    head = south.ledger.head()
    assert true.id < other.id and true.id in head.state.acts
    assert [act.id for act in south.ledger.set_aside()] == [other.id], "kept as proof, not counted"


def test_the_smaller_id_counts_although_it_came_last_and_a_state_stood_already():
    match, true, other = doubled_commitments(smaller_first=False)
    south = match.copies[SOUTH]
    south.ledger.add(true)
    answer(south)
    before = south.ledger.head()
    assert true.id in before.state.acts
    verdict = south.ledger.add(other)
    assert verdict.kind == "conflict"
    assert [problem.code for problem in verdict.problems] == ["sequence/second-act"]
    assert verdict.problems[0].severity == "warning", "no loss follows by itself"
    after = south.ledger.head()
    assert after.number == before.number and other.id in after.state.acts
    assert [act.id for act in south.ledger.set_aside()] == [true.id]


@pytest.mark.parametrize("arrival", [0, 1])
def test_of_two_open_orders_the_smaller_id_counts_until_the_other_seat_builds(arrival):
    match = scene("steps", where=lambda head: len(head.public.prizes) > 1)
    mover = next(copy for copy in match.copies.values() if copy.own.decisions())
    waiting = next(copy for copy in match.copies.values() if copy is not mover)
    (decision,) = mover.own.decisions()
    kind = mover.ledger.game.engine.orders[decision.kind]
    orders = [{"steps": []}, {"steps": [{"step": "take", "token": match.first.ledger.head().public.prizes[0]}]}]
    own = mover.own
    pair = sorted(
        (sign(own.order(decision, decoded_order(kind, order)), mover.pair) for order in orders), key=lambda s: s.id
    )
    for signed in (pair, pair[::-1])[arrival]:
        waiting.ledger.add(signed)
    assert waiting.ledger.head().came[0].id == pair[0].id
    assert [act.id for act in waiting.ledger.set_aside()] == [pair[1].id]


# -- rule 5a: what the other seat has built on ---------------------------------------------------------------------


def test_what_the_honest_seat_acted_on_counts_although_the_other_id_is_smaller():
    match, true, other = doubled_commitments(smaller_first=False)
    south = match.copies[SOUTH]
    south.ledger.add(true)
    answer(south)
    answer(south)  # its reveal answers the state that `true` led to
    stands = south.ledger.head()
    verdict = south.ledger.add(other)
    assert verdict.kind == "conflict"
    assert south.ledger.head().id == stands.id
    assert [act.id for act in south.ledger.set_aside()] == [other.id]


def test_every_observer_agrees_in_whatever_order_the_acts_come():
    match, true, other = doubled_commitments(smaller_first=False)
    south = match.copies[SOUTH]
    south.ledger.add(true)
    mine = [*answer(south), *answer(south)]
    south.ledger.add(other)
    known = signed_acts(match.copies[NORTH].ledger)
    for late in permutations([true, other, *mine]):
        observer = fed(match, [*known, *late])
        assert picture(observer) == picture(south.ledger)


def test_the_doublers_own_later_acts_do_not_make_a_branch_count():
    match, true, other = doubled_commitments(smaller_first=False)
    south, north = match.copies[SOUTH], match.copies[NORTH]
    north.ledger.add(true)
    theirs = answer(south)
    for signed in theirs:
        north.ledger.add(signed)
    reveal = answer(north)  # answers the state of `true`, whose id is the larger
    for signed in (true, other, *reveal):
        south.ledger.add(signed)
    assert other.id in south.ledger.head().state.acts
    assert {act.id for act in south.ledger.set_aside()} == {true.id, reveal[0].id}


def test_an_act_on_the_branch_that_loses_is_stale_there_and_can_be_made_again():
    """South has only committed, at the common state: when the branch changes, it owes its reveal on the new one."""
    match, true, other = doubled_commitments(smaller_first=False)
    south = match.copies[SOUTH]
    south.ledger.add(true)
    answer(south)
    south.ledger.add(other)
    (reveal,) = south.own.mechanical()
    assert reveal.state == south.ledger.head().id
    south.sign(reveal)
    assert south.ledger.head().number == reveal.number


# -- a flood -------------------------------------------------------------------------------------------------------


def test_three_hundred_acts_for_one_place_do_not_stop_the_game():
    match = scene("lay")
    north, south = match.copies[NORTH], match.copies[SOUTH]
    flood = [another_commitment(north, str(number)) for number in range(300)]
    flood.sort(key=lambda signed: signed.id, reverse=True)  # the one that counts comes last
    answer(south)
    for signed in flood:
        south.ledger.add(signed)
    assert flood[-1].id in south.ledger.head().state.acts
    (reveal,) = answer(south)
    assert reveal.act.state == south.ledger.head().id
    assert len(south.ledger.set_aside()) == 299


# -- own acts ------------------------------------------------------------------------------------------------------


def test_an_honest_copy_never_signs_for_a_place_that_its_own_act_fills():
    match = scene("lay")
    south = match.copies[SOUTH]
    (first,) = answer(south)
    assert answers(south) == [] and south.own.decisions() == ()
    rebuilt = match.fresh(SOUTH)
    for signed in [*signed_acts(match.copies[NORTH].ledger), first]:
        rebuilt.ledger.add(signed)
    assert rebuilt.own.open_requests() == ()


# -- a seat that doubles whenever it can ---------------------------------------------------------------------------


def doubles(copy: Copy, salt: str) -> list[Signed]:
    """Return one more act for each decision that is open to the copy, one that it could open, and a resignation."""
    other = replace(copy, salt=salt)
    made = [sign(choice(other, decision), copy.pair) for decision in copy.own.decisions()]
    if copy.own.open_requests():
        made.append(sign(copy.own.resignation(), copy.pair))
    return made


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_doubler_sends_in_whatever_order_honest_copies_agree(seed):
    """South is honest and acts on what it has; north doubles at every state. Afterwards everybody gets everything."""
    random = Random(seed)
    match = toy(f"doubler {seed}")
    north, south = match.copies.values()
    for copy in (north, south):
        copy.enrol()
    again, secret = another_enrolment(north, f"again {seed}")
    secrets = {again.id: secret, north.ledger.counting(north.ledger.root, (NORTH, "enrol")).id: north.secret}
    extra = [again] if random.random() < 0.5 else []
    built_on: dict[str, str] = {}  # of each state that south answered, its id by number
    pool: list[Signed] = list(extra)
    share(match)
    for _ in range(random.randrange(4, 14)):
        if not south.ledger.head().due:
            break
        if random.random() < 0.5:
            pool.extend(doubles(north, f"{seed} {len(pool)}"))
        if random.random() < 0.3:
            for signed in random.sample(pool, len(pool)):
                south.ledger.add(signed)
            for signed in signed_acts(south.ledger):
                north.ledger.add(signed)
        head = south.ledger.head()
        mine = answer(south)
        if mine:
            built_on[head.id] = str(head.number)
        north.secret = secrets[north.ledger.counting(north.ledger.root, (NORTH, "enrol")).id]
        answer(north)
        share(match)
    line = {position.id for position in south.ledger.branch()}
    assert set(built_on) <= line, "what the honest seat answered stays on the branch that counts"
    everything = [*signed_acts(south.ledger), *signed_acts(north.ledger), *pool]
    pictures = set()
    for _ in range(4):
        documents = random.sample(everything, len(everything))
        observer: Ledger = fed(match, documents)
        pictures.add(picture(observer))
        assert set(built_on) <= {position.id for position in observer.branch()}
    assert len(pictures) == 1
    places = [(signed.act.state, signed.act.request) for signed in everything if signed.act.seat == SOUTH]
    ids = {(signed.act.state, signed.act.request): signed.id for signed in everything if signed.act.seat == SOUTH}
    assert len({(place, ids[place]) for place in places}) == len(
        {signed.id for signed in everything if signed.act.seat == SOUTH}
    ), "the honest seat signed one act a place"


def test_after_a_conflict_the_game_goes_on_to_its_end():
    match, true, other = doubled_commitments(smaller_first=False)
    north, south = match.copies[NORTH], match.copies[SOUTH]
    north.ledger.add(true)
    south.ledger.add(true)
    answer(south)
    answer(south)
    for copy in (north, south):
        copy.ledger.add(other)
    share(match)
    assert play_until(match, lambda head: head.state is not None and head.state.outcome is not None)
    assert north.ledger.head().text == south.ledger.head().text
    assert [act.id for act in south.ledger.set_aside()] == [other.id]
    tick(match)
