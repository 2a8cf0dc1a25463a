"""What the seats of a sample of The War Between the States do beyond playing: lies, false deals, another secret."""

import dataclasses
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.requests import Deal, Decision
from adjudicator.games.war_between_the_states.cards import Card
from adjudicator.games.war_between_the_states.orders import Add, Reveal, Trade
from adjudicator.games.war_between_the_states.rules import NORTH, SOUTH, opponent, playable
from adjudicator.games.war_between_the_states.sequence import side_of
from adjudicator.names import REFEREE, Handle, Seat, handle_name
from adjudicator.protocol.dealing import with_values
from tests.golden import conduct as any_game
from tests.golden.conduct import Conduct, Lie, Scene, at
from tests.golden.people import digest
from tests.golden.play import Dealer, Play
from tests.golden.rehearsal import Cards, Rehearsal
from tests.golden.war_between_the_states import steering as like

ADA, BOB = NORTH, SOUTH
FIRST_DEAL, SECOND_DEAL = "turn-1.logistics", "turn-2.logistics"
QUIT_AT, CHEAT_AT, SCENE_AT = "turn-1.trade", "turn-1.reveal", "turn-2.reveal"
NO_CARD = "george-washington"
LIKED = "army-of-the-potomac"


# -- lies ----------------------------------------------------------------------------------------------------------


def _lie(seats: tuple[Seat, ...], change: Callable[[Rehearsal, Seat, Any], Any], kind: type = Reveal) -> Lie:
    """Return the lie that changes what some seats choose in the first turn."""

    def lie(game: Rehearsal, decision: Decision, order: Any) -> Any:
        here = decision.seat in seats and game.public.turn == 1 and isinstance(order, kind)
        return change(game, decision.seat, order) if here else order

    return lie


def _barred(game: Rehearsal, seat: Seat, handles: tuple[Handle, ...]) -> tuple[Handle, ...]:
    """Return the first of some cards that a seat cannot play, if there is one."""
    cards: dict[str, Card] = game.table.engine.rules.cards
    found = [handle for handle in handles if not playable(cards[game.known[seat][handle]], seat)]
    return tuple(found[:1])


def shows_theirs(game: Rehearsal, seat: Seat, order: Reveal) -> Reveal:
    """Reveal a card that lies in the other hand."""
    return Reveal(side_of(game.public, opponent(seat)).hand[:1])


def shows_undealt(game: Rehearsal, seat: Seat, order: Reveal) -> Reveal:
    """Reveal a card that was never dealt."""
    return Reveal((handle_name(REFEREE, "turn-9.logistics", "card_01"),))


def shows_unplayable(game: Rehearsal, seat: Seat, order: Reveal) -> Reveal:
    """Reveal one more card: one of the other side."""
    return Reveal(tuple(sorted((*order.reveal, *_barred(game, seat, side_of(game.public, seat).hand)))))


def adds_unplayable(game: Rehearsal, seat: Seat, order: Add) -> Add:
    """Add a card of the other side."""
    return Add(_barred(game, seat, side_of(game.public, seat).gained))


def trades_too_many(game: Rehearsal, seat: Seat, order: Trade) -> Trade:
    """Trade a card more than the limit."""
    return Trade(tuple(sorted(side_of(game.public, seat).hand[:3])))


# -- what a dealer does who cheats ---------------------------------------------------------------------------------


def _stacked(name: str, change: Callable[[Rehearsal, list[Handle], list[Handle], Cards], Cards]) -> Any:
    """Return what changes the cards of one deal: those of Ada, and those of Bob."""

    def stack(game: Rehearsal, request: Deal, cards: Cards) -> Cards:
        if request.id != name:
            return cards
        hands = [[handle for handle, seat in request.cards if seat == owner] for owner in (ADA, BOB)]
        return {**cards, **change(game, *hands, cards)}

    return stack


def liked(game: Rehearsal, adas: list[Handle], bobs: list[Handle], cards: Cards) -> Cards:
    """Give Ada the card that Carol likes."""
    return {} if LIKED in cards.values() else {adas[0]: LIKED}


def twice(game: Rehearsal, adas: list[Handle], bobs: list[Handle], cards: Cards) -> Cards:
    """Give Bob a card that Ada was given, too: one that both can play."""
    deck = game.table.engine.rules.cards
    shared = [cards[handle] for handle in adas if deck[cards[handle]].use == "X"]
    return dict(zip(bobs[:1], shared, strict=False))


def impossible(game: Rehearsal, adas: list[Handle], bobs: list[Handle], cards: Cards) -> Cards:
    """Give Bob a card that is not in the deck."""
    return {bobs[0]: NO_CARD}


def rubbish(request: Deal) -> tuple[Handle, ...]:
    """Put rubbish into the envelope of Bob's first card."""
    return tuple(handle for handle, seat in request.cards if seat == BOB)[:1] if request.id == FIRST_DEAL else ()


# -- scenes --------------------------------------------------------------------------------------------------------


def _in_turn(*scenes: Scene) -> Scene:
    """Return the scene in which each of some scenes may take place."""
    return lambda play: any(scene(play) for scene in scenes)


def deals_twice(play: Play) -> bool:
    """Carol deals, both trade; then another deal of hers turns up, in which two cards have changed their owners."""
    if not at(play, SECOND_DEAL):
        return False
    dealer = Dealer(play.table.game, play.ledger.branch(), play.table.secrets[REFEREE])
    (request,) = (request for request, answer in dealer.open_requests() if answer == "deal")
    assert isinstance(request, Deal)
    cards = with_values(play.table.game, play.head, request, dealer._dealer_seed(request.draw), dealer.known())
    (first, _), *_, (last, _) = request.cards
    other = dealer.deal(request, {**cards, first: cards[last], last: cards[first]})
    play.answer(REFEREE)
    play.confirm()
    play.tick()
    play.take(REFEREE, other)
    return True


def false_secret(play: Play) -> bool:
    """Carol opens another secret than the one that she enrolled with; it is refused."""
    if play.head.public is None or play.head.public.stage != "close" or play.refused:
        return False
    (audit,) = play.own(REFEREE).mechanical()
    play.take(REFEREE, replace(audit, link=digest("another secret")))
    return True


def secret_withheld(play: Play) -> bool:
    """Carol opens another secret, and nothing after that."""
    play.stopped = false_secret(play)
    return play.stopped


WALKOVER = Conduct(steer=like.WALKOVER)
ROUT = Conduct(steer=like.ROUT)
BATTLE = Conduct(steer=like.BATTLE)
SKIRMISH = Conduct(steer=like.SKIRMISH)
BRAWL = Conduct(steer=like.BRAWL)
SHORT_HANDS = Conduct(steer=like.SHORT_HANDS)
PHONY_WAR = Conduct(steer=like.PHONY_WAR)
ADA_RESIGNS = Conduct(steer=like.WALKOVER, scene=any_game.resigns(SCENE_AT, 0), early=True)
BOB_RESIGNS = Conduct(steer=like.WALKOVER, scene=any_game.resigns(SCENE_AT), early=True)
BOTH_RESIGN = Conduct(steer=like.WALKOVER, scene=any_game.both_resign(SCENE_AT), early=True)
BOB_SHOWS_THEIRS = Conduct(lie=_lie((BOB,), shows_theirs), liars=(BOB,))
BOB_SHOWS_UNDEALT = Conduct(lie=_lie((BOB,), shows_undealt), liars=(BOB,))
BOB_SHOWS_UNPLAYABLE = Conduct(lie=_lie((BOB,), shows_unplayable), liars=(BOB,))
BOTH_SHOW_UNPLAYABLE = Conduct(lie=_lie((ADA, BOB), shows_unplayable), liars=(ADA, BOB))
ADA_ADDS_UNPLAYABLE = Conduct(steer=like.ROUT, lie=_lie((ADA,), adds_unplayable, Add), liars=(ADA,))
ADA_TRADES_TOO_MANY = Conduct(lie=_lie((ADA,), trades_too_many, Trade), liars=(ADA,))
LIKED_CARD = Conduct(steer=like.WALKOVER, stack=_stacked(FIRST_DEAL, liked))
DEALT_TWICE = Conduct(steer=like.WALKOVER, stack=_stacked(FIRST_DEAL, twice))
BOTH_SHOWN = Conduct(steer=like.SHORT_HANDS, stack=_stacked(FIRST_DEAL, twice))
NO_SUCH_CARD = Conduct(steer=like.SHORT_HANDS, stack=_stacked(FIRST_DEAL, impossible))
RUBBISH = Conduct(steer=like.WALKOVER, spoil=rubbish)
TWO_DEALS = Conduct(steer=like.WALKOVER, scene=deals_twice)
TWO_COMMITMENTS = Conduct(steer=like.WALKOVER, scene=any_game.two_commitments(SCENE_AT))
FALSE_SECRET = Conduct(steer=like.WALKOVER, scene=_in_turn(any_game.resigns(CHEAT_AT), false_secret), early=True)
SECRET_WITHHELD = Conduct(steer=like.WALKOVER, scene=_in_turn(any_game.resigns(CHEAT_AT), secret_withheld), early=True)
QUIT = Conduct(steer=like.WALKOVER, scene=any_game.resigns(QUIT_AT))
QUIT_LIKED = dataclasses.replace(QUIT, stack=LIKED_CARD.stack)
QUIT_RUBBISH = dataclasses.replace(QUIT, spoil=RUBBISH.spoil)
