"""Resolution, influence and placing against a second, plainer account of the same rules, on random tables."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.games.border_states.ambush import asking, do_ambushes, eliminated, victims
from adjudicator.games.border_states.conquest import conquest
from adjudicator.games.border_states.influence import moved
from adjudicator.games.border_states.orders import Place
from adjudicator.games.border_states.placing import check_steps
from adjudicator.games.border_states.public import FRONTS, Battle
from tests.games.border_states.table import battle, placement, rules

VALUES = {
    "minus-2": -2, "ambush": 0, "siege": 1, "1-i": 1, "1-ii": 1, "1-iii": 1, "2-i-ii": 2, "2-i-iii": 2,
    "2-ii-iii": 2, "3": 3, "artillery": 1,
}  # fmt: skip
Grid = dict[tuple[int, int], list[Any]]


def table(random: Random) -> tuple[Battle, Grid]:
    """Return a random battle, and the same as a grid of (line, space): [seat, block, protected]."""
    lines: list[list[str]] = [[], []]
    grid: Grid = {}
    packs = {seat: random.sample([name for name in VALUES if name != "artillery"], 6) for seat in "UC"}
    special = random.choice(["bible", "gun", "both", "none"])
    for line in (0, 1):
        gun = random.randint(0, 3) if line == 0 and special in ("gun", "both") else -1
        for place in range(random.randint(0, 5)):
            if place == gun:
                lines[line].append("artillery")
                grid[line, len(lines[line])] = ["", "artillery", True]
            seat = random.choice("UC")
            if not packs[seat]:
                continue
            name = packs[seat].pop()
            guard = special in ("bible", "both") and random.random() < 0.3
            lines[line].append(f"{seat} {name}{' +' if guard else ''}")
            grid[line, len(lines[line])] = [seat, name, guard]
    return battle(tuple(lines[0]), tuple(lines[1])), grid


def spring(grid: Grid, done: set[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """Eliminate on the grid, the nearest Ambush first; return the victims an owner has to choose from, if any."""
    while True:
        traps = [spot for spot, (_, name, _) in grid.items() if name == "ambush" and spot not in done]
        waiting = sorted((k, line) for line, k in traps)
        if not waiting:
            return None
        k, line = waiting[0]
        done.add((line, k))
        across = (1 - line, k)
        if grid.get(across, ["", ""])[1] == "ambush":
            done.add(across)
            for spot in ((line, k), across):
                if not grid[spot][2]:
                    grid.pop(spot)
            continue
        near = [spot for spot in ((line, k - 1), (line, k + 1), across) if spot in grid and not grid[spot][2]]
        if len(near) > 1:
            return near
        for spot in near:
            grid.pop(spot)


def judged(grid: Grid) -> tuple[str | None, str | None, str | None]:
    sums = [sum(VALUES[name] for (line, _), (_, name, _) in grid.items() if line == row) for row in (0, 1)]
    if sums[0] == sums[1] or max(sums) < 1:
        return None, None, None
    row = 0 if sums[0] > sums[1] else 1
    front = ("top", "bottom")[row]
    mine = {s: sum(VALUES[b] for (line, _), (seat, b, _) in grid.items() if line == row and seat == s) for s in "UC"}
    if max(mine.values()) < 1:
        return front, None, None
    if mine["U"] == mine["C"]:
        winner = next(grid[row, k][0] for k in range(1, 9) if grid.get((row, k), [""])[0])
    else:
        winner = max("UC", key=mine.__getitem__)
    loser = "C" if winner == "U" else "U"
    names = {"U": "union", "C": "confederate"}
    return front, names[winner], names[loser] if mine[loser] > 0 else None


@pytest.mark.rule("BS-RESOLUTION-I-AMBUSH", "BS-RESOLUTION-II", "BS-RESOLUTION-III")
def test_two_accounts_of_a_battle_agree() -> None:
    random = Random(1861)
    asked = decided = 0
    for _ in range(3000):
        fought, grid = table(random)
        after, _done = do_ambushes(rules(), fought)
        done: set[tuple[int, int]] = set()
        while choice := spring(grid, done):
            spot = asking(rules(), after)
            assert spot is not None
            assert {(FRONTS.index(front), k) for front, k in victims(after, spot)} == set(choice)
            victim = random.choice(victims(after, spot))
            grid.pop((FRONTS.index(victim.front), victim.space))
            after = replace(eliminated(after, victim), acted=spot.space)
            after, _done = do_ambushes(rules(), after)
            asked += 1
        assert asking(rules(), after) is None
        result = conquest(rules(), after)
        assert (result.front, result.winner, result.loser) == judged(grid)
        decided += 1
    assert asked > 300
    assert decided > 1000


@pytest.mark.rule("BS-END-I", "BS-VARIANT-ATTRITION")
def test_two_accounts_of_the_moves_agree() -> None:
    random = Random(1865)
    for _ in range(500):
        tokens = tuple(sorted(random.choice((-2, -1, 0, 1, 2)) for _ in range(4)))
        towards = random.choice((-1, 1))
        steps = random.randint(1, 6)
        once = random.random() < 0.3
        tables = {tuple((p, abs(p) == 2) for p in tokens)}
        for _ in range(steps):
            further = {
                (*row[:i], (p + towards, once or abs(p + towards) == 2), *row[i + 1 :])
                for row in tables
                for i, (p, fixed) in enumerate(row)
                if not fixed
            }
            tables = further or tables
        expected = {tuple(sorted(p for p, _ in row)) for row in tables}
        assert set(moved(tokens, towards, steps, 2, once)) == expected, (tokens, towards, steps, once)


Step = dict[str, Any]
Room = dict[tuple[int, str, int], str]


class Account:
    """A placing told plainly: `held` maps (battle, front, space) to whose block lies there, `?` behind it if closed."""

    def __init__(self, show: str, access: tuple[int, ...], held: Room, widths: dict[tuple[int, str], int]) -> None:
        self.siege, self.access, self.held, self.widths = show == "siege", set(access), dict(held), widths
        self.todo, self.goal, self.pledged, self.ended = ["show", "hide"], 0, False, False
        self.bible = self.gun = False

    def free(self, battle: int, front: str) -> list[int]:
        return [k for k in range(1, self.widths[battle, front] + 1) if (battle, front, k) not in self.held]

    def room(self, battle: int) -> int:
        return len(self.free(battle, "top") + self.free(battle, "bottom"))

    def roomy(self, battle: int, front: str) -> bool:
        return not self.free(battle, front) and (battle, front, self.widths[battle, front] + 1) not in self.held

    def lay(self, step: Step, space: int) -> bool:
        battle = step["battle"]
        if step["block"] not in self.todo or (self.siege and self.goal not in (0, battle)):
            return False
        if self.siege and not self.goal:
            best, here = min(2, max(map(self.room, (1, 2, 3)))), min(2, self.room(battle))
            if here == 0 and best:
                return False
            self.goal, self.pledged = battle, here < best
        self.todo.remove(step["block"])
        self.held[battle, step["front"], space] = "U" if step["block"] == "show" else "U?"
        return True

    def make(self, step: Step, cards: set[str]) -> bool:
        """Make one step, or return that it cannot be made."""
        word = step["step"]
        if self.ended or (word != "block" and word not in cards):
            return False
        cards.discard(word)
        if word == "change":
            old, new = step["from"], step["to"]
            fits = len(self.todo) == 2 and old in self.access and new not in self.access
            self.access = self.access - {old} | {new} if fits else self.access
            return fits
        battle, front = step["battle"], step["front"]
        if battle not in self.access:
            return False
        free, there = self.free(battle, front), self.held.get((battle, front, step.get("space", 0)), "")
        if word == "block":
            return bool(free) and self.lay(step, free[0])
        if word == "extra":
            return self.roomy(battle, front) and self.lay(step, self.widths[battle, front] + 1)
        if word == "artillery":
            fits, self.gun = bool(free) and not self.gun, True
            if fits:
                self.held[battle, front, free[0]] = "gun"
            return fits
        if word == "bible":
            fits, self.bible = there[:1] in ("U", "C") and not self.bible, True
            return fits
        self.ended = True
        return there == "C?"

    def done(self, cards: set[str]) -> bool:
        """Return whether the placing may end here, or if a card ended the order, can still come to an end."""
        if not self.todo:
            return True
        if self.ended and self.pledged:
            hopes = "extra" in cards and any(self.roomy(self.goal, front) for front in FRONTS)
            return hopes or self.room(self.goal) > 0
        goals = [self.goal] if self.goal else self.access
        return self.ended or (not self.pledged and not any(map(self.room, goals)))


def every_step() -> list[Step]:
    """Return every step of a placing that one could think of, on battles with up to three spaces a front."""
    places = [{"battle": battle, "front": front} for battle in (1, 2, 3) for front in FRONTS]
    words = [{"step": word, "block": slot} for word in ("block", "extra") for slot in ("show", "hide")]
    spots = [{"step": word, "space": k} for word in ("bible", "turn-up") for k in range(1, 5)]
    changes = [{"step": "change", "from": old, "to": new} for old in (1, 2, 3) for new in (1, 2, 3)]
    return [{**word, **place} for word in (*words, {"step": "artillery"}, *spots) for place in places] + changes


def crowded(random: Random) -> tuple[Any, Room, dict[tuple[int, str], int]]:
    """Return three battles with little room, and the same as a plain account."""
    held: Room = {}
    widths: dict[tuple[int, str], int] = {}
    battles = []
    for number in (1, 2, 3):
        lines = []
        for name in FRONTS:
            widths[number, name] = random.choice((1, 2, 2))
            count = random.choice((0, widths[number, name], widths[number, name], widths[number, name] + 1))
            line = [random.choice(("U 3", "C 3", "C ?")) for _ in range(count)]
            held |= {(number, name, k): text[0] + text[2:].strip("3") for k, text in enumerate(line, 1)}
            lines.append(tuple(line))
        wide = (widths[number, "top"], widths[number, "bottom"])
        battles.append(battle(lines[0], lines[1], widths=wide))
    return tuple(battles), held, widths


@pytest.mark.rule("BS-COMBAT-III", "BS-COMBAT-II-SIEGE", "BS-CHARACTERS")
def test_two_accounts_of_a_placing_agree() -> None:
    random = Random(1863)
    steps = every_step()
    verdicts = {True: 0, False: 0}
    for _ in range(120):
        battles, held, widths = crowded(random)
        show = random.choice(("siege", "siege", "3", "2-i-iii", "1-ii"))
        access = rules().blocks[show].battles
        cards = tuple(random.sample(("turn-up", "bible", "artillery", "change", "extra"), random.randint(1, 4)))
        state = placement(show, battles, access, cards)
        begun: list[Step] = []
        for _ in range(5):
            onward = []
            for step in steps:
                order = [*begun, step]
                account, left = Account(show, access, held, widths), set(cards)
                made = all(account.make(one, left) for one in order)
                legal = made and account.done(left)
                found = check_steps(rules(), state, msgspec.convert({"steps": order}, Place).steps)
                assert legal == (not found), (show, battles, cards, order, found)
                verdicts[legal] += 1
                onward += [order] if made and not account.ended else []
            if not onward:
                break
            begun = random.choice(onward)
    assert min(verdicts.values()) > 1000
