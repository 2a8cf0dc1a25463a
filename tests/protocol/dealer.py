"""Games with a dealer, act by act, for tests of dealing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from adjudicator.documents.kinds import Deal
from adjudicator.documents.signed import Signed
from adjudicator.errors import AdjudicatorError
from adjudicator.names import REFEREE
from adjudicator.protocol.dealing import rows, seal_keys, with_values
from tests.dealt import GAME, SETUP
from tests.protocol.hall import share_all
from tests.protocol.match import Copy, Match, match_of

NORTH, SOUTH = SETUP.seats

__all__ = ["NORTH", "SOUTH", "at", "crooked", "deal", "play", "refused", "share_all", "swapped", "table"]


def table(name: str = "a", enrolled: bool = True) -> Match:
    """Return a match with a dealer; all have enrolled, and nothing else has happened."""
    match = match_of(GAME, SETUP, name, referee=True)
    if enrolled:
        for copy in match.copies.values():
            copy.enrol()
        share_all(match)
        match.copies[REFEREE].confirm()
        share_all(match)
    return match


def play(match: Match, until: str = "over") -> Match:
    """Play act by act until a stage is reached and everybody knows it."""
    for _ in range(100):
        if match.first.ledger.head().public.stage == until:
            return match
        for copy in match.copies.values():
            own = copy.own
            documents: list[Any] = [*own.mechanical()]
            for decision in own.decisions():
                order = copy.walk(decision)
                if own.unopened():  # it cannot be turned up
                    order = own.game.engine.stand_in(own.head.public, decision)
                documents.append(own.commitment(decision, order) if decision.sealed else own.order(decision, order))
            for document in documents:
                copy.sign(document)
            share_all(match)
            if documents:
                break
        if match.first.ledger.head().state.outcome:
            break
    assert until == "over", f"never came to {until}"
    return match


def at(stage: str, name: str = "a") -> Match:
    """Return a match that has come to a stage."""
    return play(table(name), stage)


def refused(copy: Copy, signed: Signed) -> str:
    """Return the code with which a copy refuses a document; nothing changed."""
    head = copy.ledger.head().id
    try:
        copy.ledger.add(signed)
    except AdjudicatorError as error:
        assert copy.ledger.head().id == head
        return error.problems[0].code
    return ""


def crooked(copy: Copy, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Deal:
    """Return the deal that is due, of other cards: committed to and sealed as if they were the right ones."""
    own = copy.own
    (due,) = own.mechanical()
    assert isinstance(due, Deal)
    seed = own._dealer_seed("deck")
    request = own.head.request((REFEREE, due.request))
    known = with_values(own.game, own.head, request, seed, own.known())
    names = [name for name, _ in request.cards]
    cards = change({name: known[name] for name in names})
    return replace(due, cards=rows(own.game, own.head, request, seed, {**known, **cards}, seal_keys(own.branch)))


def deal(match: Match, document: Deal) -> None:
    match.copies[REFEREE].sign(document)
    share_all(match)


def swapped(cards: dict[str, Any]) -> dict[str, Any]:
    """Give north's first card to south and the other way round."""
    first, *_, last = cards
    return {**cards, first: cards[last], last: cards[first]}
