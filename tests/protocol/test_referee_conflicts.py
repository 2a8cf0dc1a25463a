"""Two acts for one place before a referee: what was built on counts, then what he signed, then the smaller id."""

from itertools import permutations
from random import Random

import pytest

from adjudicator.documents.signed import Signed, sign
from adjudicator.names import REFEREE
from adjudicator.protocol.ledger import Ledger
from tests.protocol.foul import another_commitment, another_enrolment
from tests.protocol.hall import by_referee, everything, moment, refereed, seen, share_all, signed_states
from tests.protocol.match import Copy, Match
from tests.protocol.scenes import NORTH, SOUTH, answer, answers, fed, over


class Doubled:
    """A match before the lay; north has two commitments, south one. The state of each of north's is known."""

    def __init__(self, smaller_first: bool) -> None:
        self.match = moment("lay")
        self.north, self.south, self.referee = (self.match.copies[seat] for seat in (NORTH, SOUTH, REFEREE))
        self.before = everything(self.south.ledger)
        (document,) = answers(self.north)
        self.true = sign(document, self.north.pair)
        number = 0
        while ((other := another_commitment(self.north, str(number))).id > self.true.id) != smaller_first:
            number += 1
        self.other = other
        (document,) = answers(self.south)
        self.south_act = sign(document, self.south.pair)

    def ledger(self, *documents: Signed) -> Ledger:
        """Return a ledger that was given the game so far and these documents."""
        return fed(self.match, [*self.before, *documents])

    def state_of(self, act: Signed) -> Signed:
        """Return the state after one of north's commitments, as the referee signs it."""
        head = self.ledger(act, self.south_act).head()
        assert act.id in head.state.acts
        return by_referee(self.match, head)

    def built_on(self, act: Signed) -> Signed:
        """Return what south signs at the state after one of north's commitments."""
        copy = self.match.fresh(SOUTH)
        for signed in (*self.before, act, self.south_act):
            copy.ledger.add(signed)
        reveal = next(document for document in copy.own.mechanical())
        return sign(reveal, copy.pair)


@pytest.fixture(scope="module", params=[True, False], ids=["smaller id first", "smaller id last"])
def doubled(request) -> Doubled:
    return Doubled(request.param)


def counts(ledger: Ledger, act: Signed) -> bool:
    return any(act.id in (position.state.acts if position.state else ()) for position in ledger.branch())


def agreed(doubled: Doubled, *late: Signed) -> Ledger:
    """Return a ledger that holds these documents, having seen that no order of arrival changes what it says."""
    first = doubled.ledger(*late)
    orders = list(permutations(late))
    for order in Random(7).sample(orders, min(len(orders), 30)):
        assert seen(doubled.ledger(*order)) == seen(first)
    return first


# -- what counts -----------------------------------------------------------------------------------------------------


def test_until_the_referee_signs_the_smaller_id_counts(doubled):
    ledger = agreed(doubled, doubled.true, doubled.other, doubled.south_act)
    smaller = min(doubled.true, doubled.other, key=lambda signed: signed.id)
    assert counts(ledger, smaller)
    assert [act.id for act in ledger.set_aside()] == [max(doubled.true.id, doubled.other.id)], "kept as proof"


@pytest.mark.parametrize("chosen", ["true", "other"])
def test_what_the_referee_signed_counts_if_nobody_has_built(doubled, chosen):
    act = getattr(doubled, chosen)
    ledger = agreed(doubled, doubled.true, doubled.other, doubled.south_act, doubled.state_of(act))
    assert counts(ledger, act) and ledger.confirmed() == ledger.head().number
    assert ledger.blocked() is None and ledger.void() == ()


@pytest.mark.parametrize("signed_for", ["true", "other"])
@pytest.mark.parametrize("built", ["true", "other"])
def test_what_another_seat_has_built_on_beats_the_referees_signature_whichever_came_first(doubled, signed_for, built):
    act, state = getattr(doubled, built), doubled.state_of(getattr(doubled, signed_for))
    late = [doubled.true, doubled.other, doubled.south_act, state, doubled.built_on(act)]
    ledger = agreed(doubled, *late)
    assert counts(ledger, act)
    assert [signed.id for signed in ledger.void()] == ([] if signed_for == built else [state.id])
    assert ledger.blocked() is None, "a signature that is void is no fork"


def test_a_signature_on_a_branch_that_does_not_count_is_named(doubled):
    ledger = doubled.ledger(doubled.true, doubled.other, doubled.south_act, doubled.built_on(doubled.true))
    before = ledger.head().text
    state = doubled.state_of(doubled.other)
    verdict = ledger.add(state)
    assert (verdict.kind, [p.code for p in verdict.problems]) == ("conflict", ["proof/state-differs"])
    assert ledger.head().text == before and ledger.void() == (state,)
    assert ledger.add(state).kind == "duplicate", "and said once"


def test_if_south_built_on_both_the_referee_decides(doubled):
    """South is no honest seat here: it answered the states of both. Then its building says nothing."""
    built = [doubled.built_on(act) for act in (doubled.true, doubled.other)]
    for act in (doubled.true, doubled.other):
        late = [doubled.true, doubled.other, doubled.south_act, *built, doubled.state_of(act)]
        ledger = doubled.ledger(*late)
        assert seen(doubled.ledger(*late[::-1])) == seen(ledger)
        assert counts(ledger, act) and ledger.confirmed() == ledger.head().number


def test_the_referees_own_link_builds_nothing():
    """A referee who helps the doubler could else void what the honest seat has not answered yet."""
    match = refereed("helper")
    north, south, referee = (match.copies[seat] for seat in (NORTH, SOUTH, REFEREE))
    firsts = [copy.enrol() for copy in match.copies.values()]
    again, _ = another_enrolment(north, "again")
    ledger = fed(match, [*firsts, again])
    for child in list(ledger.root.children.values()):
        assert not ledger._signed_by_others(child, NORTH)
    smaller = min((firsts[0], again), key=lambda signed: signed.id)
    assert smaller.id in ledger.head().state.acts
    for child in ledger.root.children.values():
        observer = fed(match, [*firsts, again, by_referee(match, child)])
        assert observer.head().id == child.id, "only his signature on the state decides"
    assert south.seat == SOUTH and referee.seat == REFEREE


def test_of_two_enrolments_of_the_referee_the_one_counts_on_which_a_player_built():
    match = refereed("two enrolments")
    firsts = [copy.enrol() for copy in match.copies.values()]
    again, _ = another_enrolment(match.copies[REFEREE], "again")
    both = fed(match, [*firsts, again])
    larger = max((firsts[2], again), key=lambda signed: signed.id)
    child = next(child for child in both.root.children.values() if larger.id in child.state.acts)
    copy = match.fresh(SOUTH)
    for signed in (*firsts[:2], larger):
        copy.ledger.add(signed)
    assert answer(copy) == [], "nobody gives a link before the referee has signed who takes part"
    copy.ledger.add(by_referee(match, child))
    links = answer(copy)
    for order in ([*firsts, again, *links], [*links, again, *firsts]):
        assert fed(match, order).head().id == child.id


def test_after_a_conflict_the_referee_signs_and_the_game_ends(doubled):
    ledger = doubled.ledger(doubled.true, doubled.other, doubled.south_act, doubled.built_on(doubled.true))
    referee = doubled.match.fresh(REFEREE)
    for signed in everything(ledger):
        referee.ledger.add(signed)
    made = referee.confirm()
    assert doubled.state_of(doubled.true).id in {signed.id for signed in made}, "he signs the state after a conflict"


# -- forks -----------------------------------------------------------------------------------------------------------


def forked(doubled: Doubled) -> list[Signed]:
    acts = [doubled.true, doubled.other]
    return [*acts, doubled.south_act, *(doubled.state_of(act) for act in acts)]


def test_two_signed_states_after_one_are_a_fork_that_names_both_and_stops_play(doubled):
    states = sorted(forked(doubled)[3:], key=lambda signed: signed.id)
    ledger = agreed(doubled, *forked(doubled))
    problem = ledger.blocked()
    assert problem is not None and problem.code == "proof/fork"
    assert all(state.id[:8] in problem.message for state in states)
    assert [child.id for child in ledger.forks()] == [state.id for state in states]
    assert {signed.id for signed in signed_states(ledger)} >= {state.id for state in states}, "both are kept"


def test_the_second_state_of_a_fork_is_refused_aloud(doubled):
    documents = forked(doubled)
    ledger = doubled.ledger(*documents[:4])
    assert ledger.blocked() is None
    verdict = ledger.add(documents[4])
    assert (verdict.kind, [p.code for p in verdict.problems]) == ("conflict", ["proof/fork"])


def test_a_fork_ends_when_the_other_seat_builds(doubled):
    """South had answered one of the two before it heard of the fork: that one stands, whatever the referee signed."""
    ledger = agreed(doubled, *forked(doubled), doubled.built_on(doubled.other))
    assert ledger.blocked() is None and counts(ledger, doubled.other)
    assert [signed.id for signed in ledger.void()] == [doubled.state_of(doubled.true).id]


def test_a_fork_further_down_is_found_too(doubled):
    """He signed a state on one branch, and on the other only one that comes later."""
    ledger = doubled.ledger(doubled.true, doubled.south_act)
    north = doubled.match.fresh(NORTH)
    for signed in everything(ledger):
        north.ledger.add(signed)
    resignation = sign(north.own.resignation(), north.pair)
    ledger.add(resignation)
    late = [doubled.true, doubled.other, doubled.south_act, resignation, by_referee(doubled.match, ledger.head())]
    ledger = doubled.ledger(*late, doubled.state_of(doubled.other))
    assert ledger.blocked() is not None and len(ledger.forks()) == 2


# -- acts on branches that were not confirmed ------------------------------------------------------------------------


def test_a_reveal_that_was_not_sent_yet_is_made_for_the_branch_that_he_confirmed():
    doubled = Doubled(smaller_first=False)
    copy: Copy = doubled.match.fresh(SOUTH)
    for signed in (*doubled.before, doubled.true, doubled.south_act):
        copy.ledger.add(signed)
    (unsent, *_) = copy.own.mechanical()
    copy.ledger.add(doubled.other)
    copy.ledger.add(doubled.state_of(doubled.other))
    (reveal, *_) = copy.own.mechanical()
    assert unsent.state != reveal.state == doubled.state_of(doubled.other).id
    assert copy.ledger.add(sign(reveal, copy.pair)).kind == "new" and counts(copy.ledger, doubled.other)


def test_what_the_doubler_opened_on_the_branch_that_fell_is_set_aside():
    doubled = Doubled(smaller_first=False)
    north = doubled.match.fresh(NORTH)
    for signed in (*doubled.before, doubled.true, doubled.south_act):
        north.ledger.add(signed)
    (opened_, *_) = answer(north)
    late = [doubled.true, doubled.other, doubled.south_act, opened_, doubled.state_of(doubled.other)]
    ledger = agreed(doubled, *late)
    assert counts(ledger, doubled.other)
    assert {act.id for act in ledger.set_aside()} == {doubled.true.id, opened_.id}


def test_play_goes_on_after_his_signature_to_an_end_that_all_share():
    match = moment("lay")
    while not over(match.first.ledger.head()):
        tick_all(match)
    assert len({seen(copy.ledger) for copy in match.copies.values()}) == 1


def tick_all(match: Match) -> None:
    for copy in match.copies.values():
        copy.play()
        share_all(match)
