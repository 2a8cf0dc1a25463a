"""Attacks on a game without a referee, one test a row of the list of threats; the row's number is in the test's name.

Rows that are tried elsewhere:

- 1 change an order after seeing the other's: test_proofs.test_a_wrong_opening_is_refused_and_the_true_one_still_fits
- 4 and 35 two acts for one place, also with two enrolments or a helping referee: test_conflicts, test_enrolments,
  test_schedules
- 9 a withheld link, 10, 11, 12, 32, 38 attacks on chance: test_threats_chance
- 13 stack my queue: test_endings.test_a_card_that_was_not_dealt_is_named_at_the_audit
- 14 the same charter twice: tests/roles/test_player.test_nobody_joins_a_game_twice
- 16 and 37 malleable signatures, unsigned text around them: tests/documents/test_signature, tests/vectors/signature
- 18 and 19 ambiguous YAML, comments, misleading text: tests/documents/test_reading, tests/vectors/text
- 20 and 21 mails damaged on the way, healing a forgery: tests/roles/test_mails, tests/documents/test_pasted
- 22 and 25 sealed envelopes, a referee who peeks: there are none, and he holds nothing but hashes
- 24 a referee who forks, suppresses or invents: test_referee_conflicts, test_referee_false, tests/roles/test_referee
- 26 a referee who biases draws: test_referee (his links are bound by his chain, and come last)
- 28 and 30 private files mailed, names from messages: tests/hardening/test_canaries, test_environment
- 31 other rules or parts: tests/archive/test_verification.test_a_charter_with_another_signature_rules_or_parts
- 36 a rubbish signature first: test_refusals.test_the_signature_comes_first
- 39 opening an illegal order: test_endings.test_an_illegal_opened_choice_retires_its_seat
"""

import msgspec
import pytest

from adjudicator.documents import signature
from adjudicator.documents.kinds import Commitment, Opening, Reveal, SlotHash
from adjudicator.documents.signed import Signed, parse, sign
from adjudicator.documents.text import emit_value
from adjudicator.errors import AdjudicatorError, ProofError
from adjudicator.protocol.charter import check_charter
from adjudicator.protocol.hashes import commitment_hash, context_lines
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import (
    NORTH,
    SOUTH,
    answer,
    answers,
    begun,
    code_of,
    head_of,
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
    assert len({own.sealer.hash(own.head, decision, "hide", card) for card in CARDS}) == 6
    assert len({own.sealer.opening(own.head, decision, "hide", "hide", card).salt for card in CARDS}) == 6


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
        salt = own.sealer.opening(before, decision, slot, "show", hidden).salt
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
