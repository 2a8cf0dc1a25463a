"""The board: what is drawn, in how many columns, and that nobody reads in it what he may not know."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.board import board
from tests.games.border_states.boards import HIDDEN, TABLES, VIEWERS, known_to, over, placing, resolving
from tests.games.border_states.table import engine, space, started
from tests.games.driver import Game

DRAWN = Path(__file__).parent / "boards_drawn"
SEATS = ("union", "confederate")
VARIANTS = ((), ("without-characters",), ("artillery-any-space", "attrition"), ("deterministic", "presidents-only"))


def drawn(public, seat=None, width=80, known=None, options=()):
    known = known if known is not None else known_to(seat) if seat else {}
    return board(engine(*options), public, known, seat, width)


@pytest.mark.parametrize("name", TABLES)
def test_the_board_is_drawn_exactly_like_this(name):
    seat, width = VIEWERS[name]
    assert drawn(TABLES[name](), seat, width) + "\n" == (DRAWN / f"{name}.txt").read_text(encoding="ascii")


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seat", [None, *SEATS])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_board_keeps_to_its_width_in_plain_letters(name, seat, width):
    text = drawn(TABLES[name](), seat, width)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= width
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_every_moment_of_a_game_can_be_drawn_in_any_width(options, seed):
    chance = Random(seed)

    def watch(game, step):
        for seat in (None, *SEATS):
            known = game.known[seat] if seat else {}
            width = chance.choice((40, 41, 57, 79, 80, 109, 110, 111, 120, 200))
            text = board(game.engine, step.public, known, seat, width)
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= width
            assert text == board(game.engine, step.public, dict(reversed(known.items())), seat, width)

    game = Game(engine(*options), f"width {seed}", watch=watch).play()
    assert game.over


@pytest.mark.parametrize("seed", range(3))
def test_what_the_other_side_knows_never_shows(seed):
    """A seat's copy may even hold the other side's secrets: they are not drawn, and a bystander sees none at all."""
    everything = {}

    def watch(game, step):
        everything.clear()
        for seat in SEATS:
            everything.update(game.known[seat])
        for seat, other in (SEATS, SEATS[::-1]):
            known = game.known[seat]
            canaries = {key: "canary" for key in game.known[other] if key.startswith(f"{other}.")}
            plain = board(game.engine, step.public, known, seat, 80)
            assert board(game.engine, step.public, {**known, **canaries}, seat, 80) == plain
        public = board(game.engine, step.public, {}, None, 80)
        assert board(game.engine, step.public, everything, None, 80) == public
        assert board(game.engine, step.public, dict.fromkeys(everything, "canary"), None, 80) == public

    assert Game(engine(), f"secret {seed}", watch=watch).play().over


@pytest.mark.parametrize("table", [placing, resolving])
def test_a_hidden_block_is_named_to_its_owner_only(table):
    public = table()
    for seat, other in (SEATS, SEATS[::-1]):
        blocks = {
            f"[{seat[0].upper()} {HIDDEN[seat][public.turn][space.round - 1]}?]"
            for battle in public.battles
            for front in (battle.top, battle.bottom)
            for space in front.row[: front.spaces]
            if space.seat == seat and space.block is None
        }
        own = drawn(public, seat)
        assert blocks
        assert all(block in own for block in blocks)
        for view in (drawn(public, other), drawn(public)):
            assert not any(block in view for block in blocks)
            assert f"[{seat[0].upper()} ?]" in view


def test_hand_and_queue_are_drawn_for_their_owner_only():
    game = started(seed="board")
    own = drawn(game.public, "union", known=game.known["union"])
    assert "Hand: ambush, siege, 1-i, 3" in own
    assert "Queue, left to right: 1:1-iii  2:minus-2  3:2-i-ii" in own
    for seat in ("confederate", None):
        assert "Hand: ambush, siege, 1-i, 3" not in drawn(game.public, seat)
    assert drawn(game.public).count("Hand: 4 blocks. Queue: [?] [?] [?] [?] [?] [?]") == 2


def test_from_the_second_turn_the_hand_that_began_it_is_known_to_all():
    text = drawn(resolving(), "confederate")
    assert "Hand when the turn began, not seen since: ambush" in text
    assert "Hand when the turn began" in drawn(resolving())


def test_a_copy_that_lost_its_draws_still_sees_the_table():
    text = drawn(placing(), "union", known={})
    assert "[U ?]" in text
    assert "Hand: 2 blocks" in text


@pytest.mark.parametrize(
    ("stage", "changes", "said"),
    [
        ("blocks", {}, "round 2 of 3: both sides choose their blocks in secret."),
        ("penalty", {}, "turns up the other one too."),
        ("turn-up", {}, "round 2 of 3: the Confederacy turns up a block."),
        ("open", {"battle": 1}, "Resolution of battle I: its hidden blocks are opened."),
        ("close", {}, "End of turn: what lies face-down is opened"),
    ],
)
def test_the_head_says_what_the_game_is_at(stage, changes, said):
    assert said in drawn(replace(placing(), stage=stage, **changes), width=120)


def test_the_head_names_the_side_that_divides_cubes_or_moves_tokens():
    public = replace(resolving(), stage="cubes", battle=1)
    assert "battle I: the Union divides the cubes." in drawn(public)
    assert "End of turn: the Union moves tokens." in drawn(replace(resolving(), stage="tokens"))


def test_the_end_is_told_even_after_a_departure():
    verdict = over().verdict
    assert verdict is not None
    left = replace(over(), verdict=replace(verdict, winner="union", how="forfeit", seats=("confederate",), points=()))
    assert "the Union wins; the Confederacy left the game (did not answer in time)." in drawn(left, width=120)
    tied = replace(over(), verdict=replace(verdict, points=tuple(replace(row, points=6) for row in verdict.points)))
    assert "6 to 6 points (tie broken)" in drawn(tied)


def test_empty_spaces_between_filled_ones_stay_in_place():
    game = started("artillery-any-space", seed="board")
    public = game.public
    battle = public.battles[0]
    row = (space("empty"), space("artillery"))
    public = replace(public, battles=(replace(battle, top=replace(battle.top, spaces=3, row=row)), *public.battles[1:]))
    assert "top    > [ ] [Artillery] [ ]" in drawn(public)
    assert "= 1 (Artillery 1)" in drawn(public)
