"""Attacks on a game without a referee, one test a row of the list of threats; the row's number is in the test's name.

Rows that are tried elsewhere:

- 1 change an order after seeing the other's: test_endings.test_a_wrong_opening_is_refused_and_the_true_one_still_fits
- 4 and 35 two acts for one place, also with two enrolments: test_conflicts
- 13 stack my queue: test_endings.test_a_card_that_was_not_dealt_is_named_at_the_audit
- 14 the same charter twice: tests/roles/test_player.test_nobody_joins_a_game_twice
- 16 and 37 malleable signatures, unsigned text around them: tests/documents/test_signature, tests/vectors/signature
- 18 and 19 ambiguous YAML, comments, misleading text: tests/documents/test_reading, tests/vectors/text
- 20 and 21 mails damaged on the way, healing a forgery: tests/roles/test_player, tests/documents/test_pasted
- 22 sealed envelopes: there are none without a referee
- 31 other rules or parts: tests/archive/test_verification.test_a_charter_with_another_signature_rules_or_parts
- 36 a rubbish signature first: test_ledger.test_the_signature_comes_first
- 39 opening an illegal order: test_endings.test_an_illegal_opened_choice_retires_its_seat
"""

from itertools import pairwise

import msgspec
import pytest

from adjudicator.documents import signature
from adjudicator.documents.kinds import Commitment, Enrolment, Link, Opening, Reveal, SlotHash
from adjudicator.documents.signed import Signed, parse, sign
from adjudicator.documents.text import emit_value
from adjudicator.engine.requests import Draw
from adjudicator.errors import AdjudicatorError, ProofError
from adjudicator.protocol.charter import check_charter
from adjudicator.protocol.hashes import commitment_hash, context_lines
from tests.protocol.match import Match, digest, pair_of
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    answers,
    begun,
    code_of,
    foe,
    over,
    play_until,
    played,
    scene,
    share,
    signed_acts,
    tick,
    toy,
)

CARDS = ("fool", "page", "maid", "knight", "queen", "king")


def head_of(document) -> dict:
    return {name: getattr(document, name) for name in ("game", "number", "state", "seat", "request")}


def history(match: Match):
    """Yield every position of a finished match."""
    assert over(match.first.ledger.head())
    yield from match.first.ledger.branch()


def test_2_a_commitment_to_one_of_six_cards_cannot_be_guessed():
    match = scene("lay", bound=True, round_=2)
    south = match.copies[SOUTH]
    head = match.first.ledger.head()
    opened = [o for s in signed_acts(south.ledger) for o in getattr(s.document, "opened", ())]
    salts = ["", "00" * 32, head.id, head.state.prev, *(o.salt for o in opened)]
    for row in (row for row in head.state.sealed if row.seat == NORTH):
        for card in (*CARDS, None):
            context = context_lines(match.charter.id, row.from_, NORTH, row.request, row.slot, emit_value(card))
            salts.append(south.secret.salt(context))
            assert row.hash not in {commitment_hash(context, salt) for salt in salts}


def test_3_no_salt_serves_twice_in_a_game_in_another_game_or_for_a_changed_mind():
    salts: list[str] = []
    for name in ("one", "two"):
        acts = signed_acts(played(name).first.ledger)
        salts += [opening.salt for signed in acts for opening in getattr(signed.document, "opened", ())]
    assert len(salts) == len(set(salts)) > 10
    match = scene("lay")
    own = match.copies[NORTH].own
    (decision,) = own.decisions()
    assert len({own._hash(own.head, decision, "hide", card) for card in CARDS}) == 6
    assert len({own._opening(own.head, decision, "hide", "hide", card).salt for card in CARDS}) == 6


def test_5_a_mirrored_commitment_is_taken_and_can_never_be_opened():
    match = scene("lay")
    north, south = match.copies.values()
    (mine,) = answer(north)
    mirrored = sign(Commitment(**{**head_of(mine.act), "seat": SOUTH}, slots=mine.act.slots), south.pair)
    for copy in (north, south):
        copy.ledger.add(mirrored)
    share(match)
    (reveal,) = answer(north)
    copied = sign(Reveal(**{**head_of(reveal.act), "seat": SOUTH}, opened=reveal.act.opened), south.pair)
    assert code_of(north, copied) == "proof/opening"
    assert match.first.ledger.head().state.sealed[-1].seat == SOUTH, "south still owes what it cannot give"


def test_6_a_commitment_of_an_earlier_round_or_another_game_does_not_open_here():
    match = scene("lay", round_=2)
    north, south = match.copies.values()
    acts = signed_acts(north.ledger)
    old = next(s.act for s in acts if s.document.kind == "commitment" and s.act.seat == NORTH)
    old_reveal = next(s.act for s in acts if s.document.kind == "reveal" and s.act.request == old.request)
    (now,) = answers(north)
    assert south.ledger.add(next(s for s in acts if s.act is old)).kind == "duplicate"
    replayed = sign(Commitment(**head_of(now), slots=old.slots), north.pair)
    for copy in (north, south):
        assert copy.ledger.add(replayed).kind == "new"
    answer(south)
    share(match)
    head = north.ledger.head()
    opened = sign(
        Reveal(**{**head_of(now), "number": head.number, "state": head.id}, opened=old_reveal.opened), north.pair
    )
    assert code_of(south, opened) == "proof/opening"
    other = next(s for s in signed_acts(played("other").first.ledger) if s.act.seat == NORTH)
    assert code_of(south, other) == "sequence/other-game"


def test_7_shown_and_hidden_card_cannot_be_swapped_at_the_opening():
    match = scene("lay", bound=True)
    north, south = match.copies.values()
    (reveal,) = answers(north)
    own, before = north.own, north.own.branch[-2]
    commitment = next(act for act in own.head.came if act.seat == NORTH)
    decision = before.request(commitment.place)
    hidden = own.known()[f"{NORTH}.{decision.id}.hide"]
    for slot in ("hide", "show"):
        salt = own._opening(before, decision, slot, "show", hidden).salt
        swapped = (Opening(name="show", value=hidden, salt=salt), reveal.opened[1])
        assert code_of(south, sign(Reveal(**head_of(reveal), opened=swapped), north.pair)) == "proof/opening"


def test_8_field_borders_do_not_move():
    assert "\n" not in emit_value('AMB"\ncc')
    value = emit_value('hide\n"AMB"')
    lines = context_lines("aa" * 32, "bb" * 32, "union", "r", "show", value)
    assert lines.count("\n") == 6, "one line a field, whatever the value"
    match = scene("lay", bound=True)
    (reveal,) = answers(match.copies[NORTH])
    for field in ("request", "seat"):
        broken = Reveal(**{**head_of(reveal), field: f"{getattr(reveal, field)}\nx"}, opened=reveal.opened)
        with pytest.raises(AdjudicatorError) as caught:
            parse(sign(broken, match.copies[NORTH].pair).file_text)
        assert caught.value.problems[0].code == "document/schema"


def test_9_who_reveals_last_can_only_be_silent_or_lose():
    match = scene("lay", bound=True)
    north, south = match.copies.values()
    answer(north)
    share(match)
    head = south.ledger.head()
    assert [(row.seat, row.answer) for row in head.due if not head.candidates.get((row.seat, row.request))] == [
        (SOUTH, "reveal")
    ], "the record shows whom the game waits for"
    (true,) = answers(south)
    other = Opening(name="show", value="king", salt=digest("x"))
    assert code_of(north, sign(Reveal(**head_of(true), opened=(other, true.opened[1])), south.pair)) == "proof/opening"
    south.sign(south.own.resignation())
    share(match)
    assert play_until(match, over) and match.first.ledger.head().state.outcome.winner == NORTH


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


@pytest.mark.parametrize(
    ("key", "code"),
    [
        pytest.param(pair_of(NORTH).key.text, "proof/unknown-key", id="the opponent's key"),
        pytest.param("IAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "proof/weak-key", id="the neutral point"),
        pytest.param("IAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "proof/weak-key", id="a point of order 4"),
    ],
)
def test_15_a_weak_or_shared_key_makes_no_charter(key, code):
    charter = toy().charter.document
    seats = (charter.seats[0], msgspec.structs.replace(charter.seats[1], key=key))
    signed = sign(msgspec.structs.replace(charter, seats=seats), pair_of(NORTH))
    with pytest.raises(ProofError) as caught:
        check_charter(signed)
    assert caught.value.problems[0].code == code


@pytest.mark.parametrize("namespace", ["git", "file", "turnfile-charter", "turnfile-state", "turnfile-ruling"])
def test_17_a_signature_made_for_another_purpose_is_none(namespace):
    match = scene("lay")
    north, south = match.copies.values()
    (document,) = answers(north)
    text = sign(document, north.pair).text
    other = Signed(document, text, signature.sign(north.pair, namespace, text.encode("ascii")))
    assert code_of(south, other) == "proof/signature"


def test_32_labels_are_drawn_once_a_game():
    for name in "abc":
        labels = [
            request.label
            for position in history(played(name))
            for request in position.requests
            if isinstance(request, Draw) and any(row.answer == "link" for row in position.due)
        ]
        assert len(labels) == len(set(labels)) >= 5


def test_34_a_game_begun_again_is_another_game():
    """'Mail lost, let us start anew': what was signed for the first charter fits no second one."""
    first, second = begun("first"), begun("second")
    assert first.charter.id != second.charter.id
    for signed in signed_acts(first.first.ledger):
        assert code_of(second.first, signed) == "sequence/other-game"
    tips = [
        copy.ledger.counting(copy.ledger.root, (copy.seat, "enrol")).document.public
        for match in (first, second)
        for copy in match.copies.values()
    ]
    assert len(set(tips)) == 4, "no chain serves two games"


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


def test_40_the_program_answers_no_decision_by_itself_however_forced():
    asked = 0
    for name in "abcdef":
        match = begun(name)
        while not over(match.first.ledger.head()):
            for copy in match.copies.values():
                own = copy.own
                assert {d.kind for d in own.mechanical()} <= {"reveal", "link", "audit"}
                for decision in own.decisions():
                    before = [act for act in copy.ledger.standing(own.head) if act]
                    copy.go_on()
                    assert [act for act in copy.ledger.standing(copy.ledger.head()) if act] == before
                    assert copy.own.decisions() == own.decisions(), decision.id
                    asked += 1
            tick(match)
    assert asked > 30


def test_a_commitment_names_all_slots_so_that_nothing_is_left_open():
    match = scene("lay")
    north, south = match.copies.values()
    (document,) = answers(north)
    fewer = Commitment(**head_of(document), slots=document.slots[:-1])
    twice = Commitment(**head_of(document), slots=(*document.slots[:-1], document.slots[0]))
    other = Commitment(**head_of(document), slots=(*document.slots[:-1], SlotHash(slot="charms", hash=digest("c"))))
    for wrong in (fewer, twice, other):
        assert code_of(south, sign(wrong, north.pair)) == "document/schema"
