"""Players who cheat with cards they were dealt, and what a document could tell of a card that lies face-down."""

from base64 import b64encode
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.documents.kinds import Opening
from adjudicator.documents.signed import sign
from adjudicator.errors import OrderError
from adjudicator.names import REFEREE
from adjudicator.protocol.envelope import public_half
from tests.protocol.dealer import NORTH, SOUTH, at, play, refused, share_all, table
from tests.protocol.match import digest
from tests.protocol.scenes import foe


def test_a_player_cannot_deal():
    match = at("first")
    (document,) = match.copies[REFEREE].own.mechanical()
    south, pair = match.copies[SOUTH], match.copies[NORTH].pair
    assert refused(south, sign(replace(document, seat=NORTH), pair)) == "sequence/not-due"
    assert refused(south, sign(document, pair)) == "proof/unknown-key"


@pytest.mark.parametrize("card", ["referee.first.card_6", "referee.first.card_9", "referee.third.card_1", "ace"])
def test_whoever_seals_a_card_that_is_not_in_the_own_hand_leaves_when_it_is_revealed(card):
    """The opponent's, one never dealt, one not dealt yet, and none at all; nothing is opened, nobody else is harmed."""
    match = at("play")
    cheat = foe(match, NORTH, play={"card": card})
    (decision,) = cheat.own.decisions()
    order = cheat.ledger.game.engine.orders["play"](card)
    cheat.sign(cheat.own.commitment(decision, order))
    share_all(match)
    play(match)
    outcome = match.first.ledger.head().state.outcome
    assert (outcome.winner, outcome.how, outcome.seats) == (SOUTH, "illegal", (NORTH,))
    assert match.first.ledger.dealt_falsely() is None


def test_an_open_order_for_the_opponents_card_is_refused():
    match = at(NORTH)
    own = match.copies[NORTH].own
    (decision,) = own.decisions()
    theirs = own.head.public.side(SOUTH).hand[-1]
    document = own.order(decision, own.game.engine.orders["add"](theirs))
    with pytest.raises(OrderError):
        match.copies[NORTH].sign(document)


def test_a_card_cannot_be_opened_with_another_value_or_as_another_card():
    match = at(NORTH)
    own = match.copies[NORTH].own
    (decision,) = own.decisions()
    hand = own.head.public.side(NORTH).hand
    good = own.order(decision, own.game.engine.orders["add"](hand[-1]))
    (opening,) = good.opened
    swapped_ = own._open_card(next(p for p in own.branch if p.id == _from(own, hand[0])), hand[0])
    for false, code in (
        (replace(opening, value="no-such-card"), "proof/opening"),
        (replace(opening, salt=digest("x")), "proof/opening"),
        (Opening(name=opening.name, value=swapped_.value, salt=swapped_.salt), "proof/opening"),
        (swapped_, "document/schema"),
    ):
        document = replace(good, opened=(false,))
        assert refused(match.copies[SOUTH], sign(document, match.copies[NORTH].pair)) == code
    assert refused(match.copies[SOUTH], sign(replace(good, opened=()), match.copies[NORTH].pair)) == "document/schema"


def _from(own: Any, handle: str) -> str:
    return next(row.from_ for row in own.head.state.handles if row.name == handle)


@pytest.mark.parametrize(
    ("seal", "code"),
    [
        (None, "document/schema"),
        (b64encode(bytes(32)).decode(), "proof/weak-key"),
        (b64encode(b"\x01" + bytes(31)).decode(), "proof/weak-key"),
        (b64encode(public_half(b"k" * 32) + b"!").decode(), "proof/weak-key"),
    ],
    ids=["none", "zero", "one", "too long"],
)
def test_nobody_enrols_without_a_good_key_to_be_dealt_to(seal, code):
    match = table(enrolled=False)
    north = match.copies[NORTH]
    enrol = north.enrol().act
    assert refused(match.copies[SOUTH], sign(replace(enrol, seal=seal), north.pair)) == code


def test_documents_tell_nothing_of_the_cards():
    """Deals of other games differ only where a hash or an envelope stands: every length is the same."""

    def outline(name: str) -> list[str]:
        document = at("first", name).copies[REFEREE].own.mechanical()[0]
        signed = sign(document, at("first", name).copies[REFEREE].pair)
        secret = {row.hash for row in document.cards} | {piece for row in document.cards for piece in row.sealed}
        text = signed.text
        for word in secret:
            text = text.replace(word, "-" * len(word))
        return [line for line in text.split("\n") if not line.startswith(("game:", "state:"))]

    assert outline("a") == outline("b") == outline("c")


def test_no_card_that_stays_closed_is_named_in_any_public_text():
    match = play(table())
    names = match.first.ledger.game.engine.cards
    lying = {card for side in match.first.ledger.head().public.sides for card in side.open}
    texts = "".join(act.signed.file_text for p in match.first.ledger.branch() for act in p.came)
    texts += "".join(position.text for position in match.first.ledger.branch())
    assert lying and all(f'"{card}"' in texts for card in lying)
    assert not [card for card in names if card not in lying and f'"{card}"' in texts]

