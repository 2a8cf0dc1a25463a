"""Deals: what the referee's draw gives, from which cards, and that nothing else decides it."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.engine.requests import Deal
from tests.games.war_between_the_states.table import NORTH, SOUTH, engine, laid, side, stream


def request_of(table: Any) -> Deal:
    (request,) = engine().requests(table)
    assert isinstance(request, Deal)
    return request


def deal(table: Any, known: Any, text: str = "deal") -> Any:
    return engine().deal(table, known, request_of(table), "referee", stream(text))


def started() -> Any:
    table = engine().begin().public
    return engine().apply(table, {}, {}).public


@pytest.mark.rule("WBS-DEALER", "WBS-CARDS")
def test_a_deal_draws_different_cards_by_the_dealers_stream() -> None:
    table = started()
    known = deal(table, {})
    assert len(known) == len(set(known.values())) == 14
    assert set(known.values()) <= set(engine().rules.cards)
    wanted = stream("deal").draw("turn-1.logistics", engine().rules.cards, 14)
    assert tuple(known[handle] for handle, _ in request_of(table).cards) == wanted
    assert deal(table, {}) == known
    assert deal(table, {}, "other") != known


@pytest.mark.rule("WBS-DEALER", "WBS-DECK-END")
def test_the_pool_is_what_is_in_no_hand_and_does_not_lie_open() -> None:
    rules = engine().rules
    lying = ("gettysburg", "yankees killed")
    scored = ("naval-blockade",)
    table = laid(lying, ("rebels",), hands=(2, 1), stage="replace", discard=("monitor",), objectives=scored)
    held = dict(zip((*side(table, NORTH).hand, *side(table, SOUTH).hand), ("antietam", "spies", "killed"), strict=True))
    out = {"gettysburg", "yankees", "rebels", "monitor", "naval-blockade", "antietam", "spies", "killed"}
    rest = len(rules.cards) - len(out)
    table = replace(table, deck=rest, sides=(replace(table.sides[0], due=rest), table.sides[1]))
    old = {**held, "referee.turn-9.logistics.card_01": "chickamauga"}
    known = deal(table, old)
    new = {handle: card for handle, card in known.items() if handle not in old}
    assert set(new.values()) == set(rules.cards) - out
    assert {handle: known[handle] for handle in old} == old


@pytest.mark.rule("WBS-DEALER")
def test_the_draw_of_the_deck_itself_tells_nothing() -> None:
    table = engine().begin().public
    (request,) = engine().requests(table)
    assert engine().deal(started(), {"a": "b"}, request, "referee", stream()) == {"a": "b"}  # type: ignore[arg-type]


@pytest.mark.rule("WBS-DEALER")
def test_a_dealer_who_dealt_falsely_before_does_not_break_the_deal() -> None:
    table = started()
    held = {handle: "gettysburg" for handle, _ in request_of(table).cards}
    table = engine().apply(table, {}, {}).public
    table = replace(table, stage="replace", sides=tuple(replace(each, due=70) for each in table.sides))
    known = deal(table, held)
    assert len(set(known.values())) == 1 + 140
    canaries = {handle: ["canary"] for handle in held}
    assert len(deal(table, canaries)) == len(held) + 140
