"""Own cards by their faces: what a person writes, and what is signed."""

import pytest

from adjudicator.engine.steps import Order
from adjudicator.names import Handle
from adjudicator.protocol.faces import faces_of, named, shown, with_faces, with_handles

ONE, TWO, THREE = (f"referee.turn-1.deal.card_{number}" for number in (1, 2, 3))
FACES = {ONE: "robert-e-lee", TWO: "balls-bluff"}


class Choice(Order, frozen=True):
    """A choice with a word that is no card."""

    cards: tuple[Handle, ...]
    one: Handle | None
    word: str


def test_only_dealt_cards_with_a_name_of_their_own_have_a_face():
    known = {**FACES, "union.turn-1.blocks.hide": "AMB", "turn-1.cards.1": "ace", THREE: "balls-bluff"}
    assert faces_of(known) == {ONE: "robert-e-lee"}, "two that look alike are called by their handles"
    assert faces_of({ONE: 7, TWO: "No such card", THREE: "referee.turn-1.deal.card_1"}) == {}


def test_faces_and_handles_are_put_for_each_other_where_an_order_holds_handles():
    order = Choice(("robert-e-lee", "balls-bluff"), "robert-e-lee", "robert-e-lee")
    signed = with_handles(order, FACES)
    assert signed == Choice((ONE, TWO), ONE, "robert-e-lee")
    assert with_faces(signed, FACES) == Choice(("robert-e-lee", "balls-bluff"), "robert-e-lee", "robert-e-lee")
    assert with_handles(Choice((TWO, ONE), None, ""), FACES) == Choice((ONE, TWO), None, "")
    assert shown({"cards": [ONE, THREE], "word": ONE}, Choice, FACES) == {"cards": ["robert-e-lee", THREE], "word": ONE}


def offered(name: str) -> list[object]:
    return ["siege-of-richmond", None, 3] if name == "word" else []


@pytest.mark.parametrize("word", ["Robert E. Lee", "robert e lee", "ROBERT-E-LEE", "robert-e-lee"])
def test_a_printed_name_is_as_good(word):
    assert named({"cards": [word, "Ball\u2019s Bluff", "ace"], "one": ONE}, Choice, FACES, offered) == {
        "cards": ["robert-e-lee", "balls-bluff", "ace"],
        "one": ONE,
    }
    assert named("nonsense", Choice, FACES, offered) == "nonsense"


def test_so_are_printed_names_of_what_is_offered_and_a_strange_name_is_left_for_the_rules_to_refuse():
    read = named({"cards": ["Wire & Land Mines"], "word": "Siege of Richmond"}, Choice, FACES, offered)
    assert read == {"cards": ["wire-and-land-mines"], "word": "siege-of-richmond"}
    assert named({"word": "Something else"}, Choice, FACES, offered) == {"word": "Something else"}
    assert named({"word": "", "cards": [""]}, Choice, FACES, offered) == {"word": "", "cards": [""]}
