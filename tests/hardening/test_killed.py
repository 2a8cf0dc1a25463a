"""Killed between any two acts on the disk: the folder loads, the same command run again ends as if nothing had been."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from adjudicator.documents.keys import Key, key_pair_of
from adjudicator.roles import archivist, player
from adjudicator.roles.ordering import form
from adjudicator.roles.table import Table
from tests.hardening.dying import KILLED, acts_of, run
from tests.protocol.match import pair_of
from tests.protocol.scenes import NORTH, SOUTH
from tests.roles.desk import Desk, about_to_deal, desks, files_in, hall, joined, nobody, ring_of, walks

pytestmark = [
    pytest.mark.usefixtures("toy_in_catalogue"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]
WAR = "war-between-the-states"
SAMPLED = 9  # kills a command in the normal run; `make soak` tries every one


def line(path: Path, seat: str) -> str:
    (path / f"{seat}.pub.txt").write_text(pair_of(seat).key.line(seat) + "\n", encoding="utf-8")
    return str(path / f"{seat}.pub.txt")


def keys(desk: Desk) -> list[str]:
    return ["--keys", str(desk.ring.path)]


def new(path: Path) -> list[str]:
    ring_of(path / "keys", NORTH)
    return ["new", "toy", str(path / "game"), "--as", NORTH, "--against", line(path, SOUTH),
            "--keys", str(path / "keys")]  # fmt: skip


def new_with_referee(path: Path) -> list[str]:
    return [*new(path), "--referee", line(path, "referee")]


def join(path: Path) -> list[str]:
    north, south = desks(path)
    return ["join", str(south.folder), str(north.mails()[-1]), *keys(south)]


def rebuild(path: Path) -> list[str]:
    """Join again from the mails when the folder is lost."""
    north, south = joined(path)
    north.receive(south.mails()[-1])
    mails = [str(mail) for mail in (*north.mails(), *south.mails())]
    kept = path / "mails"
    kept.mkdir()
    copies = [shutil.copy(mail, kept / f"{number}.yaml") for number, mail in enumerate(mails)]
    shutil.rmtree(south.folder)
    return ["join", str(south.folder), *map(str, copies), *keys(south)]


def receive(path: Path) -> list[str]:
    north, south = joined(path)
    return ["receive", str(north.folder), str(south.mails()[-1]), *keys(north)]


def deciding(path: Path) -> tuple[Desk, Desk]:
    north, south = joined(path)
    north.receive(south.mails()[-1])
    south.receive(north.mails()[-1])
    return north, south


def order(path: Path) -> list[str]:
    """Seal, when the other has sealed already: what follows is opened, too."""
    north, south = deciding(path)
    south.decide()
    north.receive(south.mails()[-1])
    task = player.deciding(north.table, north.ring, nobody)
    assert task.decision.sealed and next(iter(walks(task)))
    (path / "orders.yaml").write_text(form(task), encoding="utf-8", newline="\n")
    return ["order", str(north.folder), str(path / "orders.yaml"), "--yes", *keys(north)]


def resign(path: Path) -> list[str]:
    north, _ = deciding(path)
    return ["resign", str(north.folder), "--yes", *keys(north)]


def adjudicate(path: Path) -> list[str]:
    north, south, referee = hall(path)
    mails = [str(desk.mails("referee")[-1]) for desk in (north, south)]
    return ["adjudicate", str(referee.folder), *mails, *keys(referee)]


def deal(path: Path) -> list[str]:
    """Adjudicate when the referee gives his link, and deals the first cards."""
    north, south, referee = about_to_deal(path, WAR)
    mails = [str(desk.mails("referee")[-1]) for desk in (north, south)]
    return ["adjudicate", str(referee.folder), *mails, *keys(referee)]


COMMANDS: dict[str, Callable[[Path], Sequence[str]]] = {
    "new": new,
    "new with referee": new_with_referee,
    "join": join,
    "rebuild": rebuild,
    "receive": receive,
    "order": order,
    "resign": resign,
    "adjudicate": adjudicate,
    "deal": deal,
}


def moved(arguments: Sequence[str], old: Path, to: Path) -> list[str]:
    return [argument.replace(str(old), str(to)) for argument in arguments]


def kills(arguments: Sequence[str], at: Path, every: int) -> Iterator[tuple[int, Path]]:
    """Yield what is on the disk when the command was killed at its `every`-th act, twice that, ..., to its end."""
    number = every
    while True:
        place = at.parent / f"{at.name}-{number}"
        shutil.copytree(at, place)
        code = run(moved(arguments, at, place), place / "said", number)
        if code != KILLED:
            assert code == 0, (place / "said").read_text(encoding="utf-8")
            shutil.rmtree(place)
            return
        yield number, place
        shutil.rmtree(place)
        number += every


def opened(place: Path) -> None:
    """See that every folder below that holds a game loads."""
    for charter in place.rglob("charter.yaml"):
        Table.open(charter.parent)


def outcome(place: Path) -> dict[str, bytes]:
    """Return all files but what the command said and the partial files that nobody reads."""
    return {
        name: data.replace(str(place).encode(), b".")
        for name, data in files_in(place).items()
        if name != "said" and not name.endswith(".part")
    }


def tried(name: str, tmp_path: Path, every: int | None) -> int:
    """Kill a command again and again; return how many kills there were."""
    base = tmp_path / "base"
    base.mkdir()
    arguments = COMMANDS[name](base)
    whole = tmp_path / "whole"
    shutil.copytree(base, whole)
    acts = acts_of(moved(arguments, base, whole), whole / "said")
    every = every or acts // SAMPLED
    count = 0
    for number, place in kills(arguments, base, every):
        opened(place)
        done = outcome(place) == outcome(whole)  # all was written, and only the last flush or word is missing
        code = run(moved(arguments, base, place), place / "said")
        said = (place / "said").read_text(encoding="utf-8")
        assert code in ((0, 6) if done else (0,)), f"{name} killed at {number}: {said}"
        assert outcome(place) == outcome(whole), f"{name} killed at {number}"
        count += 1
    return count


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_was_killed_ends_the_same_when_it_is_run_again(name, tmp_path):
    assert tried(name, tmp_path, None) >= 3


@pytest.mark.soak
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_every_act_on_the_disk(name, tmp_path):
    assert tried(name, tmp_path, 1) > 20


def test_a_referee_who_was_killed_while_he_dealt_deals_the_same_cards_again(tmp_path):
    """At each of the acts that wrote or followed the deal: no two deals of his are signed, whatever was written."""
    base = tmp_path / "base"
    base.mkdir()
    arguments = deal(base)
    signed: set[bytes] = set()
    seen = set()
    for _, place in kills(arguments, base, 7):
        for again in (False, True):
            if again:
                assert run(moved(arguments, base, place), place / "said") in (0, 6)
            found = [path for path in (place / "referee" / "game").rglob("*deal*") if path.suffix == ".yaml"]
            signed |= {path.read_bytes() for path in found}
            seen.add((again, len(found)))
    assert len(signed) == 1
    assert seen == {(False, 0), (False, 1), (True, 1)}, "killed before the deal was written, and after"


@pytest.mark.parametrize("name", ["new", "new with referee"])
def test_a_game_that_was_begun_with_another_nonce_is_gone_on_with(name, tmp_path):
    """The nonce of the charter is random: the command run again must not begin a second game in the folder."""
    base = tmp_path / "base"
    base.mkdir()
    arguments = COMMANDS[name](base)
    seen = set()
    for number, place in kills(arguments, base, 5):
        begun = (place / "game" / "charter.yaml").read_bytes() if (place / "game" / "charter.yaml").is_file() else b""
        wanted = {"to-south-0000.yaml"} | ({"to-referee-0000.yaml"} if "referee" in name else set())
        complete = wanted <= {path.name for path in (place / "game" / "outbox").glob("*.yaml")}
        code = run(moved(arguments, base, place), place / "said", nonce="cd" * 32)
        assert code == (6 if complete else 0), f"killed at {number}: {(place / 'said').read_text(encoding='utf-8')}"
        charter = (place / "game" / "charter.yaml").read_bytes()
        assert begun in (b"", charter)
        assert archivist.verify(place / "game").wrong is None
        assert sorted(p.name for p in (place / "game" / "outbox").iterdir())[-1] == "to-south-0000.yaml"
        seen.add(bool(begun))
        again = run(moved(arguments, base, place), place / "said", nonce="ef" * 32)
        assert again == 6, "a game that was begun is not begun again"
    assert seen == {True, False}


def test_a_key_that_was_killed_is_made_or_completed_and_no_copy_is_left(tmp_path):
    count = 0
    base = tmp_path / "base"
    base.mkdir()
    arguments = ["key", "new", "alice", "--no-passphrase", "--keys", str(base / "keys")]
    for number, place in kills(arguments, base, 1):
        left = place / "keys" / "alice"
        private = left.read_bytes() if left.is_file() else b""
        public = left.with_name("alice.pub").is_file()
        code = run(moved(arguments, base, place), place / "said")
        said = (place / "said").read_text(encoding="utf-8")
        assert code == (7 if private and public else 0), f"killed at {number}: {said}"
        assert private in (b"", left.read_bytes()), "a key that was made stays"
        pair = key_pair_of(left.read_bytes())
        assert Key.parse(left.with_name("alice.pub").read_text(encoding="ascii")) == pair.key
        if not public:
            assert sorted(p.name for p in left.parent.iterdir()) == ["alice", "alice.pub"], "no part holds the key"
        count += 1
    assert count > 8
