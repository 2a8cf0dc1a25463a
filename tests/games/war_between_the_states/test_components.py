"""The cards: as printed, by line and verb; and every set that breaks an invariant is refused."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from adjudicator.catalogue.games import part_bytes
from adjudicator.errors import DocumentError
from adjudicator.games.war_between_the_states import GAME
from adjudicator.games.war_between_the_states.abilities import ABILITIES
from adjudicator.games.war_between_the_states.components import load
from adjudicator.games.war_between_the_states.force import FORCE
from adjudicator.games.war_between_the_states.rules import playable
from adjudicator.games.war_between_the_states.verbs import VERBS, active
from tests.games.war_between_the_states.table import NORTH, SOUTH, document, laid, move, rules, side


def shipped() -> Any:
    return deepcopy(document("cards.yaml"))


@pytest.mark.rule("WBS-CARDS")
def test_every_listed_card_is_there_once() -> None:
    cards = rules().cards.values()
    assert len(cards) == 145
    assert Counter(card.use for card in cards) == {"X": 56, "U": 46, "C": 43}
    assert Counter(card.force for card in cards) == {1: 1, 2: 16, 3: 23, 4: 36, 5: 26, 6: 30, 7: 13}
    assert Counter(card.types[0] for card in cards) == {
        "B": 29, "A": 20, "P": 18, "T": 18, "G": 14, "S": 14, "M": 11, "N": 10, "I": 7, "E": 3, "R": 1,
    }  # fmt: skip
    assert Counter(trait for card in cards for trait in card.traits) == {
        "fleet": 6, "cavalry": 6, "border-state": 4,
    }  # fmt: skip
    assert sum(active(card) for card in cards) == 70
    verbs = Counter(ability.verb for card in cards for ability in card.abilities)
    assert (verbs["objective"], verbs["recognition"]) == (5, 5)
    assert sum(count for verb, count in verbs.items() if VERBS[verb].when == "force") == 32
    assert sum(not card.abilities for card in cards) == 33


@pytest.mark.rule("WBS-CARDS")
def test_each_side_plays_its_own_cards_and_those_of_both() -> None:
    cards = rules().cards.values()
    for seat, count, force in ((NORTH, 102, 447), (SOUTH, 99, 416)):
        own = [card for card in cards if playable(card, seat)]
        assert (len(own), sum(card.force for card in own)) == (count, force)
    assert not playable(rules().cards["robert-e-lee"], NORTH)
    assert not playable(rules().cards["monitor"], SOUTH)


@pytest.mark.rule("WBS-CARDS")
def test_two_cards_of_one_name_are_two_cards() -> None:
    political, strategy = rules().cards["stalemate-p"], rules().cards["stalemate-s"]
    assert political.name == strategy.name == "Stalemate"
    assert (political.use, political.types, strategy.use, strategy.types) == ("C", ("P",), "X", ("S",))


@pytest.mark.rule("WBS-CARDS")
@pytest.mark.parametrize(
    ("card", "kinds", "is_one"),
    [
        ("horse-soldiers", ("A",), True),
        ("horse-soldiers", ("cavalry",), True),
        ("damn-the-torpedoes", ("M",), True),
        ("damn-the-torpedoes", ("N",), True),
        ("damn-the-torpedoes", ("fleet",), False),
        ("amphibious-assault", ("T",), True),
        ("naval-blockade", ("fleet",), False),
        ("paddlewheel-steamboats", ("fleet",), True),
        ("paddlewheel-steamboats", ("N",), False),
        ("braxton-bragg", ("G",), True),
        ("delaware", ("P",), True),
    ],
)
def test_types_and_traits_say_what_a_card_counts_as(card: str, kinds: Any, is_one: bool) -> None:
    assert rules().cards[card].counts_as(kinds) == is_one


@pytest.mark.rule("WBS-CARDS")
def test_the_file_is_small_and_says_where_each_part_comes_from() -> None:
    assert len(part_bytes(GAME, "cards.yaml")) < 65_536
    for part in shipped().values():
        assert part["source"] in ("rulebook", "inferred", "house")
        assert part["reason"]


def test_every_verb_is_done_somewhere_and_stands_on_a_card() -> None:
    assert set(ABILITIES) == {name for name, verb in VERBS.items() if verb.when == "move"}
    assert set(FORCE) == {name for name, verb in VERBS.items() if verb.when == "force"}
    assert {name for name, verb in VERBS.items() if verb.when == "victory"} == {"objective", "recognition"}
    assert {ability.verb for card in rules().cards.values() for ability in card.abilities} == set(VERBS)


@pytest.mark.rule("WBS-CARDS")
def test_a_new_card_takes_one_line() -> None:
    box = shipped()
    box["deck"]["each"].append({
        "id": "mortar-boats", "name": "Mortar Boats", "use": "U", "force": 4, "types": ["N"], "traits": ["fleet"],
        "abilities": [{"verb": "discard", "of": ["G", "B"]}, {"verb": "destruction"}],
    })  # fmt: skip
    bigger = load(box)
    assert bigger.deck.each[-1].counts_as(("fleet",))
    assert active(bigger.deck.each[-1])


def card(box: Any, name: str) -> Any:
    return next(row for row in box["deck"]["each"] if row["id"] == name)


def ability(box: Any, name: str, **fields: Any) -> None:
    card(box, name)["abilities"] = [fields]


@pytest.mark.rule("WBS-CARDS")
@pytest.mark.parametrize(
    ("words", "spoil"),
    [
        ("the id gettysburg stands 2 times", lambda box: card(box, "shiloh").update(id="gettysburg")),
        ("too few for two full hands", lambda box: box["deck"].update(each=box["deck"]["each"][:19])),
        ("too many: at most 999", lambda box: box["deck"].update(each=[
            {**box["deck"]["each"][0], "id": f"lincoln-{number}"} for number in range(1000)])),
        ("does not move less", lambda box: box["morale"].update(won=3)),
        ("no verb bribe", lambda box: ability(box, "shiloh", verb="bribe")),
        ("draw needs `cards`, a number from 1 to 9", lambda box: ability(box, "shiloh", verb="draw")),
        ("draw needs `cards`", lambda box: ability(box, "shiloh", verb="draw", cards=-1)),
        ("no verb bribe", lambda box: card(box, "naval-blockade")["abilities"].append({"verb": "bribe"})),
        ("a verb stands twice", lambda box: card(box, "naval-blockade")["abilities"].append({"verb": "objective"})),
        ("a kind stands twice", lambda box: ability(box, "shiloh", verb="discard", of=["N", "N"])),
        ("discard needs `of`", lambda box: ability(box, "shiloh", verb="discard")),
        ("routed takes no `by`", lambda box: ability(box, "shiloh", verb="routed", by=2)),
        ("return more cards", lambda box: ability(box, "shiloh", verb="draw-and-return", cards=1, back=2)),
        ("a type or trait stands twice", lambda box: card(box, "shiloh").update(types=["B", "B"])),
        ("is a Union card", lambda box: ability(box, "antietam", verb="objective")),
        ("is a Confederate card", lambda box: ability(box, "antietam", verb="recognition", by=2)),
        ("has no ability that is used in a move",
         lambda box: card(box, "naval-blockade")["abilities"].append({"verb": "routed"})),
        ("ask for the same thing",
         lambda box: card(box, "shiloh")["abilities"].append({"verb": "discard", "of": ["A"]})),
        ("ask for the same thing",
         lambda box: card(box, "ulysses-s-grant")["abilities"].append({"verb": "draw", "cards": 1})),
    ],
)  # fmt: skip
def test_a_set_that_breaks_an_invariant_is_refused(words: str, spoil: Any) -> None:
    box = shipped()
    spoil(box)
    with pytest.raises(DocumentError) as caught:
        load(box)
    (problem,) = caught.value.problems
    assert words in problem.message
    assert (problem.code, problem.file, problem.rule) == ("document/schema", "cards.yaml", "WBS-CARDS")


@pytest.mark.rule("WBS-CARDS")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda box: box["deck"].pop("source"),
        lambda box: card(box, "shiloh").update(use="N"),
        lambda box: card(box, "shiloh").update(types=[]),
        lambda box: card(box, "shiloh").update(id="Shiloh"),
        lambda box: card(box, "shiloh").update(colour="grey"),
        lambda box: box["draw"].update(cards=0),
        lambda box: box.pop("morale"),
    ],
)
def test_a_file_of_another_shape_is_refused(spoil: Any) -> None:
    box = shipped()
    spoil(box)
    with pytest.raises(DocumentError):
        load(box)


@pytest.mark.rule("WBS-CARDS", "WBS-ABILITY-DISCARD")
def test_nothing_hits_a_naval_card_that_is_no_fleet() -> None:
    hit = {kind for card in rules().cards.values() for ability in card.abilities
           if VERBS[ability.verb].asks == "target" for kind in ability.of}  # fmt: skip
    assert hit == {"A", "B", "G", "P", "S", "T", "fleet"}
    immune = [card.id for card in rules().cards.values() if not card.counts_as(tuple(sorted(hit)))]
    objectives = {card.id for card in rules().cards.values() if any(a.verb == "objective" for a in card.abilities)}
    assert objectives & set(immune) == {"naval-blockade"}
    table = laid(north=("naval-blockade",), south=("naval-mines", "submarines"), mover=SOUTH)
    after = move(table, None).public
    assert side(after, NORTH).revealed == ()  # the hand is over: the North had nothing to use
