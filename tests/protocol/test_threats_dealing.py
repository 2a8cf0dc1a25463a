"""A dealer who cheats: each is named by code, and the record stays whole."""

from base64 import b64encode
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.documents.signed import sign
from adjudicator.errors import AdjudicatorError
from adjudicator.names import REFEREE, split_handle
from adjudicator.protocol.dealing import seal_keys
from adjudicator.protocol.envelope import context, sealed
from adjudicator.protocol.hashes import commitment_hash, context_lines
from tests.protocol.dealer import NORTH, SOUTH, at, crooked, deal, play, refused, swapped
from tests.protocol.match import Match, digest


def wrong(match: Match) -> tuple[str, str]:
    """Return code and message of what the dealer's opened secret shows; every copy says the same."""
    found = [copy.ledger.dealt_falsely() for copy in match.copies.values()]
    assert found[0] is not None and all(problem == found[0] for problem in found)
    return found[0].code, found[0].message


def unopened(match: Match, seat: str) -> tuple[str, ...]:
    """Return the cards of a seat that it could not get out of their envelopes."""
    problems = match.copies[seat].own.unopened()
    assert all(problem.code == "proof/envelope" for problem in problems)
    return tuple(problem.pointer for problem in problems)


def test_a_dealer_who_gives_the_cards_he_likes_is_named_at_the_close():
    match = at("first")
    drawn, liked = {}, {}

    def swap(cards: dict[str, Any]) -> dict[str, Any]:
        drawn.update(cards)
        liked.update(swapped(cards))
        return liked

    deal(match, crooked(match.copies[REFEREE], swap))
    assert all(copy.own.unopened() == () for copy in match.copies.values()), "nobody can tell yet"
    assert match.first.ledger.dealt_falsely() is None
    play(match)
    code, message = wrong(match)
    assert code == "proof/deal" and message.startswith("state 2:") and "referee.first.card_1" in message
    assert match.first.ledger.head().state.outcome.how == "trick", "the record stands, and proves it"
    problem = match.first.ledger.dealt_falsely()
    assert problem is not None and drawn["referee.first.card_1"] in problem.expected
    assert problem.got == f'"{liked["referee.first.card_1"]}"'


def test_the_first_false_deal_is_named_not_the_later_ones():
    match = at("second")
    deal(match, crooked(match.copies[REFEREE], swapped))
    play(match, "third")
    deal(match, crooked(match.copies[REFEREE], swapped))
    play(match)
    assert "referee.second.card_1" in wrong(match)[1]


def test_a_card_dealt_twice_ends_the_game_as_soon_as_both_lie_open():
    match = at("first")
    deal(match, crooked(match.copies[REFEREE], lambda cards: dict.fromkeys(cards, "ace")))
    play(match)
    outcome = match.first.ledger.head().state.outcome
    assert (outcome.winner, outcome.how, outcome.seats) == (None, "dealer", (REFEREE,))
    assert set(outcome.handles) <= {f"referee.first.card_{i}" for i in range(1, 7)} and len(outcome.handles) == 2


def test_a_card_dealt_twice_and_never_shown_is_named_at_the_close():
    match = at("third")
    known = match.copies[REFEREE].own.known()
    held = next(known[name] for side in match.first.ledger.head().public.sides for name in side.hand)
    deal(match, crooked(match.copies[REFEREE], lambda cards: dict.fromkeys(cards, held)))
    play(match)
    assert wrong(match)[0] == "proof/deal"


@pytest.mark.parametrize("value", ["no-such-card", 7, True, None])
def test_a_card_that_is_not_in_the_deck_is_the_dealers_fault(value):
    match = at("first")
    deal(match, crooked(match.copies[REFEREE], lambda cards: dict.fromkeys(cards, value)))
    play(match)
    outcome = match.first.ledger.head().state.outcome
    assert (outcome.winner, outcome.how, outcome.seats) == (None, "dealer", (REFEREE,))


def test_rubbish_in_an_envelope_is_seen_by_its_owner_at_once_and_by_all_at_the_close():
    match = at("second")
    document = match.copies[REFEREE].own.mechanical()[0]
    rubbish = b64encode(bytes(range(192))).decode()
    pieces = tuple(rubbish[i : i + 64] for i in range(0, 256, 64))
    deal(match, replace(document, cards=(replace(document.cards[0], sealed=pieces), *document.cards[1:])))
    assert unopened(match, NORTH) == ("referee.second.card_1",)
    assert unopened(match, SOUTH) == ()
    play(match)
    assert wrong(match)[0] == "proof/envelope"


def test_a_commitment_to_another_card_than_the_one_in_the_envelope_is_seen_by_its_owner():
    match = at("second")
    document = match.copies[REFEREE].own.mechanical()[0]
    deal(match, replace(document, cards=(replace(document.cards[0], hash=digest("other")), *document.cards[1:])))
    assert unopened(match, NORTH) == ("referee.second.card_1",)
    play(match)
    assert wrong(match)[0] == "proof/deal"


@pytest.mark.parametrize(
    ("text", "salt"),
    [("\"ace\"", "Z" * 64), ("\"\\x61ce\"", "a" * 64), (f'"{"a" * 64}"', "a" * 64), ("ace", "a" * 64), ("", "a" * 64)],
    ids=["salt", "spelling", "too wide", "no value", "nothing"],
)
def test_a_card_that_nobody_would_let_its_owner_open_is_seen_at_once(text, salt):
    """It is what was committed to, but no act could hold its opening: the owner must not look like the cheat."""
    match = at("second")
    document = match.copies[REFEREE].own.mechanical()[0]
    game, head = match.first.ledger.game, match.first.ledger.head()
    name = document.cards[0].name
    key = seal_keys(match.first.ledger.branch())[NORTH]
    envelope = sealed(f"{text}\n{salt}\n", key, b"s" * 32, context(game.id, head.id, NORTH, name))
    blob = b64encode(envelope).decode()
    false = replace(
        document.cards[0],
        hash=commitment_hash(context_lines(game.id, head.id, *split_handle(name), text), salt),
        sealed=tuple(blob[i : i + 64] for i in range(0, 256, 64)),
    )
    deal(match, replace(document, cards=(false, *document.cards[1:])))
    assert unopened(match, NORTH) == (name,)
    play(match)
    assert wrong(match)[0] == "proof/deal"


def test_an_owner_cannot_open_a_card_whose_envelope_is_rubbish_and_may_play_on_without_it():
    match = at("second")
    document = match.copies[REFEREE].own.mechanical()[0]
    deal(match, replace(document, cards=(replace(document.cards[0], hash=digest("other")), *document.cards[1:])))
    own = match.copies[NORTH].own
    (decision,) = own.decisions()
    order = own.game.engine.orders["add"](document.cards[0].name)
    with pytest.raises(AdjudicatorError) as caught:
        own.order(decision, order)
    assert caught.value.problems[0].code == "proof/envelope"


@pytest.mark.parametrize("other", ["game", "state", "seat", "name"])
def test_an_envelope_from_elsewhere_does_not_open(other):
    """From another game of the same people, from another state, of another seat, of another card."""
    match = at("second")
    document = match.copies[REFEREE].own.mechanical()[0]
    if other == "game":
        row = at("second", "b").copies[REFEREE].own.mechanical()[0].cards[0]
    elif other == "state":
        first = next(act for p in match.first.ledger.branch() for act in p.came if act.document.kind == "deal")
        row = first.document.cards[0]
    else:
        row = document.cards[1]
    pieces = row.sealed
    deal(match, replace(document, cards=(replace(document.cards[0], sealed=pieces), *document.cards[1:])))
    assert unopened(match, NORTH) == ("referee.second.card_1",)


def test_another_secret_at_the_close_is_refused_and_the_game_stays_open():
    match = at("close")
    (audit,) = match.copies[REFEREE].own.mechanical()
    false = sign(replace(audit, link=digest("another")), match.copies[REFEREE].pair)
    for copy in match.copies.values():
        assert refused(copy, false) == "proof/audit"
        assert copy.ledger.head().public.stage == "close"
    deal(match, audit)
    assert match.first.ledger.head().public.stage == "over" and match.first.ledger.dealt_falsely() is None


def test_a_deal_that_is_not_due_is_refused():
    match = at("second")
    again = next(act for p in match.first.ledger.branch() for act in p.came if act.document.kind == "deal")
    late = replace(again.document, request="second")
    assert refused(match.first, sign(late, match.copies[REFEREE].pair)) == "sequence/not-due"
    head = match.first.ledger.head()
    early = replace(again.document, number=head.number, state=head.id, request="third")
    assert refused(match.first, sign(early, match.copies[REFEREE].pair)) == "sequence/not-due"


def test_a_second_deal_for_one_place_is_kept_and_does_not_count_once_somebody_played_on():
    match = at("first")
    other = crooked(match.copies[REFEREE], swapped)
    play(match, "second")
    head = match.first.ledger.head().id
    late = sign(other, match.copies[REFEREE].pair)
    for copy in match.copies.values():
        verdict = copy.ledger.add(late)
        assert verdict.kind == "conflict" and verdict.problems[0].code == "sequence/second-act"
        assert copy.ledger.head().id == head
        assert late.id in {act.id for act in copy.ledger.set_aside()}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: replace(d, cards=d.cards[:-1]), "document/schema"),
        (lambda d: replace(d, cards=(*d.cards, d.cards[0])), "document/schema"),
        (lambda d: replace(d, cards=tuple(reversed(d.cards))), "document/schema"),
        (lambda d: replace(d, cards=(replace(d.cards[0], seat=SOUTH), *d.cards[1:])), "document/schema"),
        (lambda d: replace(d, cards=(replace(d.cards[0], name="referee.first.x"), *d.cards[1:])), "document/schema"),
        (lambda d: replace(d, label="other"), "document/schema"),
    ],
    ids=["one too few", "one too many", "another order", "another owner", "another handle", "another draw"],
)
def test_a_deal_gives_exactly_what_is_asked_for(change, code):
    match = at("first")
    (document,) = match.copies[REFEREE].own.mechanical()
    assert refused(match.first, sign(change(document), match.copies[REFEREE].pair)) == code
