"""Resolution and influence against a second, plainer account of the same rules, on random tables."""

from random import Random
from typing import Any

import pytest

from adjudicator.games.border_states.ambush import asking, do_ambushes, victims
from adjudicator.games.border_states.conquest import conquest
from adjudicator.games.border_states.influence import moved
from adjudicator.games.border_states.public import Battle
from tests.games.border_states.table import battle, rules

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
        for _ in range(random.randint(0, 5)):
            seat = random.choice("UC")
            if not packs[seat]:
                continue
            name = packs[seat].pop()
            guard = special in ("bible", "both") and random.random() < 0.3
            lines[line].append(f"{seat} {name}{' +' if guard else ''}")
            grid[line, len(lines[line])] = [seat, name, guard]
    if special in ("gun", "both"):
        lines[0].append("artillery")
        grid[0, len(lines[0])] = ["", "artillery", True]
    return battle(tuple(lines[0]), tuple(lines[1])), grid


def spring(grid: Grid) -> list[tuple[int, int]] | None:
    """Eliminate on the grid, the nearest Ambush first; return the victims an owner has to choose from, if any."""
    done: set[tuple[int, int]] = set()
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
        winner = next(grid[row, k][0] for k in range(1, 9) if (row, k) in grid and grid[row, k][0])
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
        choice = spring(grid)
        spot = asking(rules(), after)
        if choice is not None:
            assert spot is not None
            found = {(("top", "bottom").index(front), k) for front, k in victims(after, spot)}
            assert found == set(choice)
            asked += 1
            continue
        assert spot is None
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
