from itertools import product
from typing import Any

import msgspec
import pytest

from adjudicator.engine.requests import Decision
from adjudicator.games.border_states.options import candidate_steps
from adjudicator.games.border_states.orders import Ambush, Blocks, Cubes, Moves, Place, PlaceBlock, PlayExtra
from adjudicator.games.border_states.placing import placement_of
from tests.games.border_states.table import engine, place, placement, reveal, room, rules, started
from tests.games.driver import Game


def walk(game: Game, decision: Decision, known: dict[str, Any], limit: int = 4000) -> set[Any]:
    """Return every order that the walk reaches, or the first `limit` of them."""
    found = set()
    pending: list[Any] = [{}]
    while pending and len(found) < limit:
        for choice in game.engine.options(game.public, known, decision, pending.pop()):
            if choice.complete:
                found.add(msgspec.convert(choice.so_far, game.engine.orders[decision.kind]))
            else:
                pending.append(choice.so_far)
    return found


@pytest.mark.rule("BS-COMBAT-I")
def test_every_choice_of_blocks_that_is_accepted_is_reached() -> None:
    game = started()
    for seat in game.engine.seats:
        decision = game.decision(seat)
        known = game.known[seat]
        reached = walk(game, decision, known)
        words = ("left", "right", *(f"president {k}" for k in range(1, 7)))
        blocks = game.engine.rules.blocks
        every = {Blocks(*parts) for parts in product(words, blocks, blocks)}
        accepted = {order for order in every if not game.engine.check(game.public, known, decision, order)}
        assert reached == accepted
        assert len(accepted) >= 8 * 12


@pytest.mark.rule("BS-COMBAT-III", "BS-CHARACTERS")
def test_the_walks_of_a_placing_are_all_accepted_and_every_plain_placing_is_reached() -> None:
    game = started("presidents-only")
    reveal(game, ("left", "2-i-ii"), ("left", "3"))
    decision = game.decision("union")
    reached = walk(game, decision, {})
    spots = [(battle, front) for battle in (1, 2, 3) for front in ("top", "bottom")]
    every = {
        Place((PlaceBlock(a, *one), PlaceBlock(b, *two)))
        for a, b in (("show", "hide"), ("hide", "show"))
        for one, two in product(spots, spots)
    }
    accepted = {order for order in every if not game.engine.check(game.public, {}, decision, order)}
    assert reached == accepted
    assert len(accepted) == 32


@pytest.mark.rule("BS-CHARACTERS")
def test_walks_with_cards_are_accepted() -> None:
    game = started()
    reveal(game, ("left", "2-i-ii"), ("left", "3"))
    decision = game.decision("union")
    known = game.known["union"]
    reached = walk(game, decision, known, 600)
    assert len(reached) >= 600
    assert all(game.engine.check(game.public, known, decision, order) == () for order in reached)
    assert {str(step.__struct_config__.tag) for order in reached for step in order.steps} > {"block"}


@pytest.mark.rule("BS-COMBAT-II-SIEGE")
def test_the_walk_never_leads_a_siege_into_a_dead_end() -> None:
    from adjudicator.games.border_states.options import legal_steps

    battles = (room(1, 0), room(0, 0), room(2, 2))
    first = set(legal_steps(rules(), placement("siege", battles, (1, 2, 3), ("artillery",))))
    assert PlaceBlock("show", 1, "top") not in first
    first = set(legal_steps(rules(), placement("siege", battles, (1, 2, 3), ("artillery", "extra"))))
    assert {PlaceBlock("show", 1, "top"), PlayExtra("show", 1, "bottom")} <= first


def test_options_are_total_for_bystanders_and_for_what_is_not_due() -> None:
    game = started()
    decision = game.decision("union")
    assert len(game.engine.options(game.public, {}, decision, {"recruit": "left"})) == 9
    assert game.engine.options(game.public, {}, decision, {"recruit": "x", "show": "y"})
    for kind in ("place", "ambush", "cubes", "moves", "parley"):
        wrong = msgspec.structs.replace(decision, kind=kind)
        assert game.engine.options(game.public, {}, wrong, {}) == ()
    reveal(game, ("left", "1-i"), ("left", "3"))
    decision = game.decision("union")
    assert game.engine.options(game.public, {}, decision, {"steps": ("nonsense",)}) == ()
    assert game.engine.options(game.public, {}, decision, {"steps": ({"step": "bible"},)}) == ()


@pytest.mark.rule("BS-STAND-IN")
def test_a_silent_seat_recruits_left_and_sets_two_unnamed_blocks_aside() -> None:
    game = started()
    order = game.engine.stand_in(game.public, game.decision("union"))
    assert order == Blocks("left", "unnamed", "unnamed")
    public = reveal(game, ("left", "unnamed"), ("left", "2-i-ii"))
    assert public.forces[0].rounds[0].aside == ("show", "hide")
    assert public.placers == ("confederate",)
    assert game.engine.handles(public) == {"confederate.turn-1.round-1.blocks.hide"}


@pytest.mark.rule("BS-STAND-IN")
def test_a_seat_that_seals_what_only_a_ruling_may_say_is_caught() -> None:
    from adjudicator.engine.steps import Answer

    game = started()
    name = "turn-1.round-1.blocks"
    answers = {
        ("union", name): Answer(order=Blocks("left", "unnamed", f"union.{name}.hide")),
        ("confederate", name): Answer(order=Blocks("left", "3", f"confederate.{name}.hide")),
    }
    verdict = game.engine.apply(game.public, answers, {}).public.verdict
    assert (verdict.how, verdict.winner, verdict.handles) == ("illegal", "confederate", (f"union.{name}.show",))


@pytest.mark.rule("BS-STAND-IN")
def test_stand_ins_place_in_the_first_battle_top_before_bottom() -> None:
    game = started()
    reveal(game, ("left", "1-i"), ("left", "3"))
    order = game.engine.stand_in(game.public, game.decision("union"))
    assert order == Place((PlaceBlock("show", 1, "top"), PlaceBlock("hide", 1, "top")))


@pytest.mark.rule("BS-STAND-IN")
def test_two_silent_seats_end_the_round() -> None:
    game = started()
    public = reveal(game, ("left", "unnamed"), ("left", "unnamed"))
    assert (public.stage, public.round) == ("blocks", 2)


@pytest.mark.rule("BS-STAND-IN", "BS-COMBAT-II-AMBUSH")
def test_an_ambush_opposite_a_silent_seat_reaches_no_battle() -> None:
    game = started()
    reveal(game, ("left", "unnamed"), ("left", "ambush"))
    public = place(game)
    assert public.forces[1].rounds[0].aside == ("show", "hide")


@pytest.mark.rule("BS-STAND-IN")
@pytest.mark.parametrize("options", [(), ("artillery-any-space",), ("without-characters",)])
def test_rulings_for_everybody_leave_a_game_that_can_go_on(options: tuple[str, ...]) -> None:
    def ruled(game: Game, request: Any, answer: Any) -> Any:
        if isinstance(request, Decision) and game.random.random() < 0.4:
            order = game.engine.stand_in(game.public, request)
            assert request.kind == "blocks" or game.engine.check(game.public, {}, request, order) == ()
            kinds.add(request.kind)
            assert isinstance(order, Blocks | Place | Ambush | Cubes | Moves)
            return order
        return answer

    kinds: set[str] = set()
    for i in range(12):
        game = Game(engine(*options), f"ruled {i}", spoil=ruled, shut_as_ruled=True).play()
        outcome = game.engine.outcome(game.public)
        assert outcome is not None
        assert outcome.how in ("score", "sudden-death")
    assert kinds == {"blocks", "place", "ambush", "cubes", "moves"}


@pytest.mark.rule("BS-STAND-IN")
def test_the_stand_in_of_an_ambush_takes_an_enemy_before_an_own_block() -> None:
    from adjudicator.games.border_states.ambush import asking
    from tests.games.border_states.table import battle

    game = started()
    fought = battle(("U 1-i", "U ambush", "C 3"), ("C 1-i", "C 2-i-ii"))
    public = msgspec.structs.replace(game.public, stage="ambush", battle=1, asked=1, battles=(fought,) * 3)
    assert asking(rules(), fought) is not None
    (decision,) = game.engine.requests(public)
    assert decision.seat == "union"
    assert game.engine.stand_in(public, decision) == Ambush("bottom", 2)


@pytest.mark.rule("BS-COMBAT-III", "BS-CHARACTERS", "BS-COMBAT-II-SIEGE")
@pytest.mark.parametrize("options", [(), ("artillery-any-space",)], ids=["plain", "any space"])
def test_whatever_steps_are_accepted_the_walk_reaches_them(options: tuple[str, ...]) -> None:
    """Random step lists, mostly nonsense: an accepted one is a walk; knowing less never adds a problem."""

    def tried(game: Game, request: Any, answer: Any) -> Any:
        if not isinstance(answer, Place):
            return answer
        known = game.known[request.seat]
        state = placement_of(game.engine.rules, game.public, request.seat, game.engine.rules.characters)
        pool = list(answer.steps)
        for _ in range(12):
            steps = game.random.sample(pool, game.random.randint(0, len(pool)))
            order = Place(tuple(steps))
            openly = game.engine.check(game.public, {}, request, order)
            found = game.engine.check(game.public, known, request, order)
            assert set(openly) <= set(found)
            if not found:
                accepted.append(order)
                assert reaches(game, request, known, order), order
            more = list(candidate_steps(game.engine.rules, state))
            pool = [*answer.steps, *game.random.sample(more, min(3, len(more)))]
        return answer

    accepted: list[Place] = []
    for seed in range(12):
        Game(engine(*options), f"tried {seed}", spoil=tried).play()
    assert len(accepted) > 100
    assert {str(step.__struct_config__.tag) for order in accepted for step in order.steps} >= {
        "block", "bible", "change", "extra", "turn-up",
    }  # fmt: skip


def reaches(game: Game, decision: Decision, known: dict[str, Any], order: Place) -> bool:
    """Return whether the walk offers every step of an order, and its end."""
    so_far: Any = {}
    for step in order.steps:
        offered = {
            msgspec.convert(choice.so_far, Place).steps[-1]: choice
            for choice in game.engine.options(game.public, known, decision, so_far)
            if choice.text != "nothing more"
        }
        if step not in offered:
            return False
        if offered[step].complete:
            return step is order.steps[-1]
        so_far = offered[step].so_far
    return any(choice.complete for choice in game.engine.options(game.public, known, decision, so_far)
               if choice.text == "nothing more")  # fmt: skip
