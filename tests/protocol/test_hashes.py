"""The hashes of the protocol against the vectors of the specification and against `hashlib` alone."""

import hashlib
import hmac

import pytest

from adjudicator.documents.text import emit_value
from adjudicator.engine.streams import Stream
from adjudicator.protocol.hashes import (
    commitment_hash,
    context_lines,
    hash_lines,
    joint_seed,
    previous_link,
    private_seed,
    walk_back,
)
from adjudicator.protocol.secrets import Secret

GAME, ANSWERED, SALT = "aa" * 32, "bb" * 32, "cc" * 32
BLOCKS = "turn-1.round-2.blocks"
MOVES = [{"state": "Missouri", "token": 2}, {"state": "Delaware", "token": 1}]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def secret(seed: int = 1, nonce: str = "dd" * 32, game: str = GAME, seat: str = "union", links: int = 20) -> Secret:
    return Secret.derive(bytes([seed]) * 32, nonce, game, seat, links)


@pytest.mark.parametrize(
    ("slot", "value", "expected"),
    [
        pytest.param(
            "hide", "AMB", "ab8749b7ebca71e29cf32fb1b17d674eb555d1892528ad821a97ac0f5c817b17", id="vector: a scalar"
        ),
        pytest.param(
            "moves", MOVES, "4b63d8cc82b8125aad4954d9281f56f20c914ecbbcb3b1a8cbdfd20ec25ba818", id="vector: a list"
        ),
    ],
)
def test_commitment_vectors(slot, value, expected):
    context = context_lines(GAME, ANSWERED, "union", BLOCKS, slot, emit_value(value))
    assert commitment_hash(context, SALT) == expected


def test_a_commitment_is_the_hash_of_its_lines():
    context = context_lines(GAME, ANSWERED, "union", BLOCKS, "hide", emit_value("AMB"))
    lines = f'turnfile1/commit\n{GAME}\n{ANSWERED}\nunion\n{BLOCKS}\nhide\n"AMB"\n{SALT}\n'
    assert commitment_hash(context, SALT) == sha(lines)


@pytest.mark.parametrize("place", range(6), ids=["game", "state", "seat", "request", "slot", "value"])
def test_every_line_of_a_commitment_counts(place):
    lines = [GAME, ANSWERED, "union", BLOCKS, "show", '"AMB"']
    other = list(lines)
    other[place] = "x"
    assert commitment_hash(context_lines(*lines), SALT) != commitment_hash(context_lines(*other), SALT)
    assert commitment_hash(context_lines(*lines), SALT) != commitment_hash(context_lines(*lines), "dd" * 32)


@pytest.mark.parametrize("value", ["3", 3, None, True, "null", [], {}, "", ["a"], [{"a": 1}]], ids=repr)
def test_values_that_look_alike_have_different_commitments(value):
    others = [other for other in ["3", 3, None, True, "null", [], {}, "", ["a"], [{"a": 1}]] if other is not value]
    texts = {emit_value(other) for other in others if type(other) is not type(value) or other != value}
    assert emit_value(value) not in texts


def test_a_chain_walks_back_to_its_tip():
    own = secret()
    for chain in ("public", "private"):
        for index in (1, 2, 7, 20):
            link = own.link(chain, index)
            assert walk_back(GAME, "union", chain, index, link, 0) == own.link(chain, 0)
            assert walk_back(GAME, "union", chain, index, link, index - 1) == own.link(chain, index - 1)
            assert walk_back(GAME, "union", chain, index, link, index) == link
    assert own.link("public", 0) != own.link("private", 0)


def test_a_link_is_the_hash_of_the_next():
    own = secret()
    expected = sha(f"turnfile1/chain\n{GAME}\nunion\npublic\n5\n{own.link('public', 5)}\n")
    assert previous_link(GAME, "union", "public", 5, own.link("public", 5)) == expected == own.link("public", 4)


def test_a_link_of_another_seat_chain_or_place_does_not_walk_back():
    own, other = secret(), secret(2, seat="confederate")
    tip, link = own.link("public", 0), own.link("public", 3)
    assert walk_back(GAME, "confederate", "public", 3, link, 0) != tip
    assert walk_back(GAME, "union", "private", 3, link, 0) != tip
    assert walk_back(GAME, "union", "public", 4, link, 0) != tip
    assert walk_back("00" * 32, "union", "public", 3, link, 0) != tip
    assert walk_back(GAME, "union", "public", 3, other.link("public", 3), 0) != tip


def test_the_deepest_link_is_an_hmac_of_the_secret():
    raw = bytes(range(32))
    own = Secret(raw, GAME, "union", 8)
    assert own.link("public", 8) == hmac.new(raw, b"turnfile1/chain\npublic\n", hashlib.sha256).hexdigest()
    assert own.link("private", 8) == hmac.new(raw, b"turnfile1/chain\nprivate\n", hashlib.sha256).hexdigest()


def hkdf(seed: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 with one block of output, as RFC 5869 says it."""
    key = hmac.new(salt, seed, hashlib.sha256).digest()
    return hmac.new(key, info + b"\x01", hashlib.sha256).digest()


def test_the_secret_is_derived_from_key_nonce_game_and_seat():
    raw = hkdf(b"\x01" * 32, bytes.fromhex("dd" * 32), f"turnfile1/secret\n{GAME}\nunion\n".encode())
    assert Secret(raw, GAME, "union", 20).link("public", 0) == secret().link("public", 0)
    tips = {
        own.link("public", 0)
        for own in (secret(), secret(2), secret(nonce="ee" * 32), secret(game="ab" * 32), secret(seat="confederate"))
    }
    assert len(tips) == 5


def test_a_secret_is_not_printed():
    assert repr(Secret(bytes(32), GAME, "union", 2)) == "Secret(aaaaaaaa, union)"


def test_joint_and_private_seeds():
    links = [("union", 1, "11" * 32), ("confederate", 4, "22" * 32)]
    joint = joint_seed(GAME, "turn-1", links)
    text = f"turnfile1/joint\n{GAME}\nturn-1\nunion 1 {'11' * 32}\nconfederate 4 {'22' * 32}\n"
    assert joint == sha(text)
    private = private_seed(GAME, "union", "turn-1", "33" * 32, joint)
    assert private == sha(f"turnfile1/private\n{GAME}\nunion\nturn-1\n{'33' * 32}\n{joint}\n")
    assert joint != joint_seed(GAME, "turn-1", reversed(links))
    assert hash_lines("a", 1) == sha("a\n1\n")


def test_a_draw_asks_the_seed_by_label_and_counter():
    seed = "12" * 32
    first = int.from_bytes(
        hashlib.sha256(f"turnfile1/draw\n{seed}\ndie\n0\n".encode("ascii")).digest()[:8], "big"
    )
    assert Stream(seed).roll("die", 6) == first % 6 + 1


def test_the_salt_depends_on_every_line_and_on_the_value():
    own = secret()
    lines = [GAME, ANSWERED, "union", BLOCKS, "show", '"AMB"']
    salts = {own.salt(context_lines(*lines))}
    for place in range(6):
        salts.add(own.salt(context_lines(*[*lines[:place], "x", *lines[place + 1 :]])))
    assert len(salts) == 7
    assert secret(2).salt(context_lines(*lines)) not in salts


def test_the_salt_is_an_hmac_under_its_own_key():
    raw, context = bytes(range(32)), context_lines(GAME, ANSWERED, "union", BLOCKS, "show", '"AMB"')
    key = hmac.new(raw, b"turnfile1/salt\n", hashlib.sha256).digest()
    salt = hmac.new(key, context.encode("ascii"), hashlib.sha256).hexdigest()
    own = Secret(raw, GAME, "union", 2)
    assert own.salt(context) == salt
    assert own.commitment(context) == sha(f"turnfile1/commit\n{context}{salt}\n")
