"""Two enrolments of one seat, and tips that were copied."""

from itertools import permutations

import pytest

from adjudicator.documents.kinds import Enrolment
from adjudicator.documents.signed import sign
from adjudicator.protocol.seat import enrolment
from tests.protocol.foul import another_enrolment
from tests.protocol.match import digest
from tests.protocol.scenes import NORTH, SOUTH, answer, fed, toy


@pytest.mark.parametrize("built", [False, True], ids=["nobody built", "south built on the larger id"])
@pytest.mark.parametrize("arrival", [0, 1])
def test_doubled_enrolments(built, arrival):
    match = toy()
    north, south = match.copies.values()
    first = north.enrol()
    number = 0
    while (second := another_enrolment(north, str(number))[0]).id > first.id:
        number += 1
    south.enrol()
    if built:
        south.ledger.add(first)
        answer(south)
        south.ledger.add(second)
    else:
        for signed in ((first, second), (second, first))[arrival]:
            south.ledger.add(signed)
    head = south.ledger.head()
    counts = first if built else second
    assert head.number == 1 and counts.id in head.state.acts
    assert [act.id for act in south.ledger.set_aside()] == [second.id if built else first.id]
    tips = {row.seat: row.last for row in head.state.chains}
    assert tips[NORTH] == counts.document.public


@pytest.mark.parametrize("arrival", list(permutations(range(3))))
def test_an_enrolment_with_a_copied_tip_does_not_keep_out_a_good_one(arrival):
    match = toy()
    north, south = match.copies.values()
    victim = sign(enrolment(north.ledger.game, north.nonce, north.secret), north.pair)
    good, _ = another_enrolment(south, "good")
    number = 0
    while True:
        copied = sign(
            Enrolment(
                game=match.charter.id,
                state=match.charter.id,
                seat=SOUTH,
                nonce=digest(str(number)),
                public=victim.document.public,
                private=digest("private"),
                seal=None,
            ),
            south.pair,
        )
        if copied.id < good.id:
            break
        number += 1
    documents = [victim, good, copied]
    ledger = fed(match, [documents[place] for place in arrival])
    assert ledger.head().number == 1
    assert {act.id for act in ledger.head().came} == {victim.id, good.id}
    assert [act.id for act in ledger.set_aside()] == [copied.id]


def test_copied_tips_alone_block_the_game_and_say_so():
    match = toy()
    north, south = match.copies.values()
    victim = north.enrol()
    copied = sign(
        Enrolment(
            game=match.charter.id,
            state=match.charter.id,
            seat=SOUTH,
            nonce=digest("n"),
            public=victim.document.private,
            private=digest("private"),
            seal=None,
        ),
        south.pair,
    )
    assert north.ledger.blocked() is None
    north.ledger.add(copied)
    assert north.ledger.head().number == 0
    assert north.ledger.blocked().code == "proof/link"
