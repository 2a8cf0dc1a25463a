"""The laws of dealing can fail: a game that deals out of order is found out."""

from dataclasses import replace as with_fields
from typing import Any

import pytest
from msgspec.structs import replace

import tests.dealt
from adjudicator.engine.requests import Deal, Draw, Request
from tests.dealt.engine import Dealt
from tests.games.contract import conduct
from tests.games.contract.games import Game


class TwoDeals(Dealt):
    """Law 8: asks for two deals at once, the second of which would not know the first."""

    def requests(self, table: Any) -> tuple[Request, ...]:
        due = super().requests(table)
        if table.stage != "second":
            return due
        return (*due, Deal(id="again", rule="DEALT", draw="deck", cards=(("referee.again.card_1", "north"),)))


class DealsBesideItsAudit(Dealt):
    """Law 8: deals once more while the dealer opens his secret."""

    def requests(self, table: Any) -> tuple[Request, ...]:
        due = super().requests(table)
        if table.stage != "close":
            return due
        return (*due, Deal(id="late", rule="DEALT", draw="deck", cards=(("referee.late.card_1", "north"),)))


class DealsNothing(Dealt):
    """Law 8: asks for a deal of no cards."""

    def requests(self, table: Any) -> tuple[Request, ...]:
        due = super().requests(table)
        return tuple(replace(request, cards=()) for request in due) if table.stage == "second" else due


class DrawsAlone(Dealt):
    """Law 8: throws for all after a deal, by the referee's link alone."""

    def requests(self, table: Any) -> tuple[Request, ...]:
        due = super().requests(table)
        return (*due, Draw(id="coin", rule="DEALT", label="coin", quick=True)) if table.stage == "play" else due


@pytest.mark.parametrize("engine", [TwoDeals, DealsBesideItsAudit, DealsNothing, DrawsAlone])
def test_deals_out_of_order_are_found_out(engine: type[Dealt]) -> None:
    rules = tests.dealt.GAME
    sound = Game("dealt", rules, tests.dealt.SETUP, lambda public: 0, lambda public, decision: (), frozenset())
    for seed in range(4):
        conduct.law_8_chance(sound, seed)
        with pytest.raises(AssertionError):
            conduct.law_8_chance(with_fields(sound, rules=with_fields(rules, open=engine)), seed)
