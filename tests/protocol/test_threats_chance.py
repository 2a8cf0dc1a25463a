"""Attacks on chance: biasing a draw, looking ahead, using a link twice; the rows go on from test_threats."""

from itertools import pairwise

from adjudicator.documents.kinds import Enrolment, Link
from adjudicator.documents.signed import sign
from adjudicator.engine.requests import Draw
from tests.protocol.match import digest
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    answers,
    begun,
    code_of,
    foe,
    head_of,
    history,
    played,
    scene,
    signed_acts,
    tick,
    toy,
)


def test_9_a_withheld_link_stops_the_game_and_tells_nothing():
    match = begun()
    north, south = match.copies.values()
    theirs = answer(south)
    for signed in theirs:
        north.ledger.add(signed)
    assert south.ledger.head().number == north.ledger.head().number == 1
    assert south.own.known() == {}, "the hand depends on the link that is missing"


def test_10_nothing_but_links_makes_a_draw():
    """Another guess, another signature, another resigned try: the die stays as the chains made it."""
    dice = []
    for number in (1, 2, 3):
        match = scene("bid")
        for seat in (NORTH, SOUTH):
            foe(match, seat, **{"round-1.bid": {"number": number}})
        tick(match)
        tick(match)
        events = {event.name: event for event in match.first.ledger.head().events}
        assert events["bid"].facts["number"] == number
        dice.append(events["bid"].facts["die"])
    assert len(set(dice)) == 1


def test_10_only_one_link_fits():
    match = begun()
    north, south = match.copies.values()
    for document in answers(north):
        for salt in "abc":
            values = {**head_of(document), "label": document.label, "index": document.index, "link": digest(salt)}
            assert code_of(south, sign(Link(**values), north.pair)) == "proof/link"


def test_11_two_chains_with_one_tip_are_refused_and_the_others_link_is_not_mine():
    match = toy()
    north, south = match.copies.values()
    tip = south.secret.link("public", 0)
    values = {"game": match.charter.id, "state": match.charter.id, "seat": SOUTH, "nonce": digest("n"), "seal": None}
    same = sign(Enrolment(**values, public=tip, private=tip), south.pair)
    assert code_of(north, same) == "proof/link"
    match = begun()
    north, south = match.copies.values()
    (first, *_) = answers(north)
    copied = Link(**{**head_of(first), "seat": SOUTH}, label=first.label, index=first.index, link=first.link)
    assert code_of(north, sign(copied, south.pair)) == "proof/link"


def test_12_no_link_is_due_while_a_decision_is_free():
    for name in "abc":
        for position in history(played(name)):
            kinds = {row.answer for row in position.due}
            assert "link" not in kinds or not kinds & {"commitment", "order"}


def test_12_asking_for_a_link_early_brings_nothing_and_giving_it_is_refused():
    match = scene("lay")
    north, south = match.copies.values()
    (now,) = answers(north)
    link = north.secret.link("public", 3)
    early = Link(**{**head_of(now), "request": "round-1.luck"}, label="luck-1", index=3, link=link)
    assert code_of(south, sign(early, north.pair)) == "sequence/not-due"
    assert {document.kind for document in answers(south)} == {"commitment"}


def test_32_labels_are_drawn_once_a_game():
    for name in "abc":
        labels = [
            request.label
            for position in history(played(name))
            for request in position.requests
            if isinstance(request, Draw) and any(row.answer == "link" for row in position.due)
        ]
        assert len(labels) == len(set(labels)) >= 5


def test_38_indices_only_grow_and_seeds_die_with_their_step():
    for name in "abc":
        match = played(name)
        links = [s.act for s in signed_acts(match.first.ledger) if s.document.kind == "link"]
        for seat in (NORTH, SOUTH):
            indices = [link.index for link in links if link.seat == seat]
            assert indices == list(range(1, len(indices) + 1))
        for before, after in pairwise(list(history(match))[1:]):
            for old, new in zip(before.state.chains, after.state.chains, strict=True):
                assert new.opened >= old.opened and new.audits >= old.audits
                assert (new.last == old.last) == (new.opened == old.opened)
        assert list(history(match))[-1].state.seeds == ()


def test_38_a_link_that_was_opened_before_serves_no_other_draw():
    match = scene("bid", bound=True)
    north, south = match.copies.values()
    due = next(document for document in answers(north) if document.kind == "link")
    for index in range(1, due.index):
        old = Link(**head_of(due), label=due.label, index=due.index, link=north.secret.link("public", index))
        assert code_of(south, sign(old, north.pair)) == "proof/link"
        older = Link(**head_of(due), label=due.label, index=index, link=north.secret.link("public", index))
        assert code_of(south, sign(older, north.pair)) == "proof/link"
