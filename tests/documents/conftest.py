import pytest

from adjudicator.documents import kinds
from adjudicator.documents.keys import KeyPair

GAME = "aa" * 32
STATE = "bb" * 32
SALT = "cc" * 32


@pytest.fixture(scope="session")
def union() -> KeyPair:
    return KeyPair.from_seed(bytes(range(32)))


@pytest.fixture(scope="session")
def confederate() -> KeyPair:
    return KeyPair.from_seed(bytes(range(32, 64)))


@pytest.fixture(scope="session")
def referee() -> KeyPair:
    return KeyPair.from_seed(bytes(range(64, 96)))


@pytest.fixture
def order() -> kinds.Order:
    return kinds.Order(
        game=GAME, number=4, state=STATE, seat="union", request="turn-1.round-2.place-1",
        order={"steps": [{"step": "block", "block": "show", "battle": 1, "front": "top"}]}, opened=(),
    )


@pytest.fixture
def charter(union: KeyPair, confederate: KeyPair, referee: KeyPair) -> kinds.Charter:
    return kinds.Charter(
        title=("A duel",), engine="border-states", rules=1, parts=(kinds.Part("battles.yaml", "11" * 32),),
        options=("characters",),
        seats=(kinds.CharterSeat("union", ("Ada",), union.public_text),
               kinds.CharterSeat("confederate", ("Боб",), confederate.public_text)),
        referee=kinds.CharterReferee(("Grace",), referee.public_text), links=512, clock=None, nonce="22" * 32,
        proposer="union",
    )


@pytest.fixture
def state() -> kinds.State:
    return kinds.State(
        game=GAME, number=7, prev=STATE, acts=("33" * 32, "44" * 32), public={"turn": 1, "queue": [], "notes": {}},
        handles=(kinds.HandleRow("union.turn-1.round-1.blocks.hide", "union", "55" * 32, "66" * 32, "hide"),),
        sealed=(kinds.SealedRow("union", "turn-1.round-2.blocks", "show", "77" * 32, "88" * 32),),
        seeds=(kinds.SeedRow("turn-1", "99" * 32, "union", 1),),
        chains=(kinds.ChainRow("union", 1, "ab" * 32, 0, "cd" * 32),),
        due=(kinds.DueRow("union", "turn-1.round-2.blocks", "reveal"),), outcome=None,
    )
