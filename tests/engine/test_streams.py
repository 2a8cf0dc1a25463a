"""Labelled chance, recomputed here from the specification with nothing but hashlib."""

from collections import Counter
from hashlib import sha256

import pytest

from adjudicator.engine.streams import Stream

SEED = "aa" * 32
STREAM = Stream(SEED)


def word(seed: str, label: str, counter: int) -> int:
    """Return the first eight bytes of one hash, big-endian."""
    lines = ("turnfile1/draw", seed, label, str(counter))
    return int(sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:16], 16)


def number(seed: str, label: str, below: int) -> int:
    """Return the first word below the last full multiple of `below`, reduced."""
    counter = 0
    while word(seed, label, counter) >= 2**64 // below * below:
        counter += 1
    return word(seed, label, counter) % below


@pytest.mark.parametrize("below", [1, 2, 3, 6, 10, 52, 1000, 2**32, 2**63, 2**63 + 1, 2**64 - 1, 2**64])
@pytest.mark.parametrize("label", ["die", "cards.1", "round-3.luck"])
def test_numbers_follow_the_specification(label: str, below: int) -> None:
    assert STREAM.number(label, below) == number(SEED, label, below) < below


@pytest.mark.parametrize(
    ("label", "below", "expected"),
    [
        pytest.param("initiative", 2, 0, id="a seat of two"),
        pytest.param("die", 6, 5, id="a die, counted from 0"),
        pytest.param("big.11", 2**63 + 1, 2044796214549860059, id="two words refused before it"),
    ],
)
def test_vectors(label: str, below: int, expected: int) -> None:
    assert STREAM.number(label, below) == expected


def test_words_past_the_last_full_multiple_are_refused() -> None:
    below = 2**63 + 1
    labels = [f"try.{i}" for i in range(40)]
    refused = [label for label in labels if word(SEED, label, 0) >= below]
    assert 5 < len(refused) < 35, "about half of the first words are past the only full multiple"
    for label in labels:
        assert STREAM.number(label, below) == number(SEED, label, below)
    assert all(STREAM.number(label, below) != word(SEED, label, 0) % below for label in refused)


def test_a_draw_takes_items_one_by_one_from_the_sorted_rest() -> None:
    rest = sorted(["pear", "fig", "apple", "fig", "Quince"])
    assert rest[0] == "Quince", "bytewise: capitals first"
    expected = []
    for i in (1, 2, 3):
        expected.append(rest.pop(number(SEED, f"fruit.{i}", len(rest))))
    assert STREAM.draw("fruit", ["pear", "fig", "apple", "fig", "Quince"], 3) == tuple(expected)


def test_a_draw_is_without_replacement_and_keeps_repeats() -> None:
    pool = ["a", "a", "b", "c", "c", "c"]
    for label in ("one", "two", "three"):
        drawn = STREAM.draw(label, pool, 4)
        assert len(drawn) == 4
        assert not Counter(drawn) - Counter(pool)
        assert Counter(STREAM.shuffle(label, pool)) == Counter(pool)


def test_the_order_of_the_pool_does_not_matter() -> None:
    assert STREAM.draw("cards", ["c", "a", "b"], 2) == STREAM.draw("cards", iter(["b", "c", "a"]), 2)
    assert STREAM.shuffle("cards", {"c", "a", "b"}) == STREAM.shuffle("cards", ["a", "b", "c"])


def test_a_shorter_draw_begins_a_longer_one() -> None:
    pool = [f"card-{i}" for i in range(20)]
    whole = STREAM.shuffle("cards", pool)
    assert STREAM.draw("cards", pool, 5) == whole[:5]
    assert STREAM.pick("cards", pool) == whole[0]
    assert STREAM.draw("cards", pool, 0) == ()


def test_no_question_shifts_another() -> None:
    fresh, asked = Stream(SEED), Stream(SEED)
    for i in range(10):
        asked.roll(f"other.{i}", 6)
    asked.shuffle("cards", ["a", "b", "c"])
    assert [fresh.roll(f"die.{i}", 6) for i in range(20)] == [asked.roll(f"die.{i}", 6) for i in range(20)]


def test_labels_and_seeds_are_independent() -> None:
    by_label = {STREAM.number(f"label.{i}", 2**64) for i in range(200)}
    by_seed = {Stream(f"{i:064x}").number("label", 2**64) for i in range(200)}
    assert len(by_label) == len(by_seed) == 200


def test_a_die_shows_all_its_sides_and_no_other() -> None:
    rolls = Counter(STREAM.roll(f"die.{i}", 6) for i in range(600))
    assert sorted(rolls) == [1, 2, 3, 4, 5, 6]
    assert all(60 < count < 140 for count in rolls.values())


def test_a_die_of_one_side_is_no_choice() -> None:
    assert STREAM.roll("die", 1) == 1
    assert STREAM.shuffle("nothing", []) == ()


def test_more_cannot_be_drawn_than_there_is() -> None:
    with pytest.raises(ValueError):
        STREAM.draw("cards", ["a"], 2)
