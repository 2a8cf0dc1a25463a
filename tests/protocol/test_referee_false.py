"""States that a referee signs although they are not what all compute: refused, kept, and play goes on."""

from typing import Any

import pytest
from msgspec import to_builtins

from adjudicator.documents.signed import Signed
from adjudicator.errors import ProofError
from adjudicator.protocol.ledger import Ledger
from tests.protocol.hall import by_referee, everything, opened, seen, share_all
from tests.protocol.match import Match, digest
from tests.protocol.scenes import answer, fed, signed_acts


def refused(ledger: Ledger, signed: Signed) -> Any:
    """Return the problem with which a state is refused, having seen that nothing changed."""
    before = seen(ledger)
    with pytest.raises(ProofError) as caught:
        ledger.add(signed)
    assert seen(ledger) == before
    (problem,) = caught.value.problems
    return problem


def falsified(match: Match) -> dict[str, Signed]:
    """Return false states of a referee after the head's parent: each with acts that are here."""
    head = match.first.ledger.head()
    state = head.state
    earlier = head.parent.came[0].id
    public = {**to_builtins(state.public), "round": 2}
    return {
        "another public value": by_referee(match, state, public=public),
        "another order of acts": by_referee(match, state, acts=state.acts[::-1]),
        "a suppressed act": by_referee(match, state, acts=state.acts[:-1]),
        "no act": by_referee(match, state, acts=()),
        "an act that is not due here": by_referee(match, state, acts=(*state.acts, earlier)),
        "an act of an earlier state instead": by_referee(match, state, acts=(earlier, *state.acts[1:])),
        "another number": by_referee(match, state, number=state.number + 1),
        "something else due": by_referee(match, state, due=state.due[:-1]),
        "an outcome": by_referee(match, state, due=()),
        "another link": by_referee(match, state, chains=(*state.chains[:-1], state.chains[0])),
        "other dice": by_referee(match, state, public={**to_builtins(state.public), "prizes": []}),
    }


FALSE = (
    "another public value", "another order of acts", "a suppressed act", "no act", "an act that is not due here",
    "an act of an earlier state instead", "another number", "something else due", "an outcome", "another link",
    "other dice",
)  # fmt: skip


@pytest.fixture(scope="module")
def drawn() -> Match:
    """A match just after the first draw, which the referee has not signed yet."""
    match = opened()
    for copy in match.copies.values():
        answer(copy)
        share_all(match)
    assert match.first.ledger.head().number == 2
    return match


@pytest.mark.parametrize("name", FALSE)
def test_a_false_state_is_refused_and_the_honest_side_goes_on(drawn, name):
    signed = falsified(drawn)[name]
    ledger = fed(drawn, everything(drawn.first.ledger))
    problem = refused(ledger, signed)
    assert problem.code == "proof/state-differs" and signed.id[:8] in problem.got
    head = ledger.head()
    assert ledger.add(by_referee(drawn, head)).kind == "new", "the true state is confirmed all the same"


@pytest.mark.parametrize("name", FALSE)
def test_a_false_state_that_came_before_its_acts_is_found_out_when_they_come(drawn, name):
    signed = falsified(drawn)[name]
    ledger = Ledger(drawn.charter, drawn.first.ledger.game.engine)
    assert ledger.add(signed).kind == "parked"
    for act in signed_acts(drawn.first.ledger):
        ledger.add(act)
    ((kept, error),) = ledger.confirmations.false()
    assert kept is signed and error.problems[0].code == "proof/state-differs"
    assert ledger.confirmations.waiting() == () and ledger.confirmed() == 0 and ledger.blocked() is None


def test_a_state_that_lists_an_act_nobody_has_waits_and_confirms_nothing(drawn):
    head = drawn.first.ledger.head()
    ledger = fed(drawn, everything(drawn.first.ledger))
    verdict = ledger.add(by_referee(drawn, head, acts=(*head.state.acts[:-1], digest("nobody's"))))
    assert verdict.kind == "parked" and ledger.confirmed() == drawn.first.ledger.confirmed()
    assert ledger.blocked() is None
