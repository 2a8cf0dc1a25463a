"""A whole game of The War Between the States: two players and a referee who deals, a folder each, as users type it.

Whatever is said to one of them is searched for cards that only another has seen.
"""

import json
import re
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.documents.keys import load_key_pair
from adjudicator.documents.orders import read_orders
from adjudicator.games.war_between_the_states.verbs import demand
from adjudicator.names import REFEREE
from adjudicator.protocol.dealing import deals
from adjudicator.roles.table import Table
from tests.roles.desk import files_in
from tests.transcripts.cards import DECK, GAME, cards_in, lying_open

SEATS = {"alice": "north", "bob": "south", "carol": REFEREE}
LONGEST = 60
ITEM = re.compile(r"^#   - ([a-z0-9-]+) ", re.MULTILINE)


def asks(card: str) -> bool:
    """Answer whether the use of a card asks its player for more than to name it."""
    needs = demand(DECK[card])
    return bool(needs.kinds or needs.effect or needs.trade)


def by_hand(form: str, kind: str, bold: bool) -> str:
    """Return what a player writes into a form, cards by their faces: Alice fights with all she has, Bob does not."""
    if kind == "back" or (kind == "move" and not bold):
        return "".join(line for line in form.splitlines(keepends=True) if not line.startswith("#"))
    cards = ITEM.findall(form)
    if kind == "move":
        uses = re.findall(r"[a-z0-9-]+", form.partition("\n# use: ")[2].partition("\n")[0])
        easy = [card for card in uses if card in DECK and not asks(card)]
        return f"use: {easy[0] if easy else 'null'}\ntarget: null\neffect: null\ntrade: []\n"
    wanted = cards[:3] if kind == "keep" else cards if bold and kind in ("reveal", "add") else []
    return f"{kind}: [{', '.join(wanted)}]\n"


@dataclass
class Hall:
    """Three people, a folder each; `said` is everything that each of them was told."""

    path: Path
    said: dict[str, list[str]] = field(default_factory=lambda: {who: [] for who in SEATS})
    written: dict[tuple[str, str], str] = field(default_factory=dict)  # the first orders of each kind that were signed

    def run(self, who: str, *words: object, code: int = 0, keys: bool = True) -> str:
        """Run a command as one of them, and see its exit code."""
        ring = ["--keys", str(self.path / who / "keys")] if keys else []
        done = CliRunner().invoke(main, [*map(str, words), *ring])
        assert done.exit_code == code, f"{words}: {done.output}"
        self.said[who].append(done.output)
        return done.output

    def folder(self, who: str) -> Path:
        return self.path / who / "game"

    def mails(self, addressee: str) -> list[Path]:
        """Return the last mails to somebody from each of the others."""
        found = (sorted((self.folder(who) / "outbox").glob(f"to-{SEATS[addressee]}-*.yaml"))[-1:] for who in SEATS)
        return [path for paths in found for path in paths]

    def line(self, who: str) -> Path:
        return self.path / who / "line.txt"

    def report(self, who: str, *words: object) -> Any:
        """Run a command as one of them; return the report that it gives to programs."""
        return json.loads(self.run(who, *words, "--json"))["standing"]

    @staticmethod
    def kind_due(standing: Any) -> str:
        """Return the kind of decision that a seat owes, or nothing."""
        owed = [row for row in standing["waits"] if row["seat"] == standing["seat"]]
        found = [row for row in owed if row["answer"] in ("commitment", "order")]
        kind: str = found[0]["request"].rpartition(".")[2] if found else ""
        return "move" if kind.startswith("move-") else kind

    def decide(self, who: str, standing: Any) -> Any:
        """Fill in a form for every decision that is due; returns where the game stands then."""
        while kind := self.kind_due(standing):
            form = self.run(who, "form", self.folder(who))
            orders = self.path / who / "orders.yaml"
            orders.write_text(by_hand(form, kind, who == "alice"), encoding="ascii", newline="\n")
            if (who, kind) not in self.written:
                checked = self.run(who, "check", self.folder(who), orders)
                assert "orders.yaml: good for turn-" in checked
                self.written[who, kind] = orders.read_text(encoding="ascii")
            standing = self.report(who, "order", self.folder(who), orders, "--yes")
        return standing

    def exchange(self) -> bool:
        """Let both players read and answer, then the referee; answers whether the game is over for all."""
        over = []
        for who in ("alice", "bob"):
            standing = self.report(who, "receive", self.folder(who), *self.mails(who))
            over.append(self.decide(who, standing)["outcome"])
        over.append(self.report("carol", "adjudicate", self.folder("carol"), *self.mails("carol"))["outcome"])
        return all(over)

    def table(self, who: str) -> Table:
        return Table.open(self.folder(who))


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Hall:
    """Alice has proposed, Bob and Carol have joined, and the first cards are dealt and have arrived."""
    hall = Hall(tmp_path_factory.mktemp("hall"))
    for who in SEATS:
        hall.run(who, "key", "new", who, "--no-passphrase")
        hall.line(who).write_text(hall.run(who, "key", "show", who), encoding="ascii", newline="\n")
    hall.run("alice", "new", GAME, hall.folder("alice"), "--as", "north", "--against", hall.line("bob"),
             "--referee", hall.line("carol"))  # fmt: skip
    for who in ("bob", "carol"):
        hall.run(who, "join", hall.folder(who), *hall.mails(who)[:1])
    hall.run("carol", "adjudicate", hall.folder("carol"), *hall.mails("carol"))
    for who in ("alice", "bob"):
        hall.run(who, "receive", hall.folder(who), *hall.mails(who))
    hall.run("carol", "adjudicate", hall.folder("carol"), *hall.mails("carol"))
    for who in ("alice", "bob"):
        hall.run(who, "receive", hall.folder(who), *hall.mails(who))
    return hall


def test_a_hand_is_seen_by_its_owner_only(begun):
    own = cards_in(begun.run("alice", "show", begun.folder("alice")))
    assert 0 < len(own) <= 7
    for who, words in (("bob", ()), ("carol", ()), ("alice", ("--public",))):
        assert not own & cards_in(begun.run(who, "show", begun.folder(who), *words))
    asked = json.loads(begun.run("alice", "form", begun.folder("alice"), "--json"))
    assert asked["request"] == "turn-1.trade"
    assert {choice["value"] for choice in asked["fields"]["trade"]} >= own


def test_a_wrong_card_gets_a_clear_error_that_tells_nothing_of_the_other_hand(begun):
    alice, bob = (cards_in(begun.run(who, "show", begun.folder(who))) for who in ("alice", "bob"))
    theirs, mine = sorted(bob)[0], sorted(alice)
    nowhere = sorted(card for card in DECK if "-" in card and card not in alice | bob)[0]
    orders = begun.path / "wrong.yaml"
    for text, words in (
        (f"trade: [{theirs}]\n", f"{theirs} is not among the cards you can choose from"),
        (f"trade: [{nowhere}]\n", f"{nowhere} is not among the cards you can choose from"),
        ("trade: [no-such-card]\n", "no-such-card is not among the cards you can choose from"),
        (f"trade: [{', '.join(mine[:3])}]\n", "you named 3 cards"),
        (f"trade: [{mine[0]}, {mine[0]}]\n", "each once"),
        (f"reveal: [{mine[0]}]\n", "trade"),
        ("trade: [King Kong!]\n", "king-kong is not among the cards you can choose from"),
        (f"trade: {mine[0]}\n", f"write [{mine[0]}]"),
    ):
        orders.write_text(text, encoding="ascii", newline="\n")
        outputs = []
        for command in ("check", "order"):
            more = ("--yes",) if command == "order" else ()
            done = CliRunner().invoke(main, [command, str(begun.folder("alice")), str(orders), *more,
                                             "--keys", str(begun.path / "alice" / "keys")])  # fmt: skip
            assert done.exit_code in (3, 4), done.output
            assert words in done.output
            outputs.append(re.sub(r"line \d+", "", done.output))
            assert cards_in(done.output) <= alice | ({theirs} if theirs in text else {nowhere})
        if theirs in text:
            first = outputs[0].replace(theirs, "X")
        elif nowhere in text:
            assert outputs[0].replace(nowhere, "X") == first, "a card of the other hand is refused like any other"
    standing = json.loads(begun.run("alice", "status", begun.folder("alice"), "--json", keys=False))
    assert begun.kind_due(standing) == "trade", "nothing was signed"


@pytest.fixture(scope="module")
def played(begun) -> Hall:
    """The game is over for all three."""
    for exchange in count():
        if begun.exchange():
            break
        assert exchange < LONGEST, "the game does not end"
    for who in ("alice", "bob"):
        begun.run(who, "receive", begun.folder(who), *begun.mails(who))
    return begun


def dealt_to(hall: Hall) -> dict[str, set[str]]:
    """Return the cards that each person was ever dealt, as Carol can tell."""
    table = hall.table("carol")
    own = table.own(load_key_pair(hall.path / "carol" / "keys" / "carol"))
    assert own is not None
    known = own.known()
    found: dict[str, set[str]] = {"north": set(), "south": set(), REFEREE: set()}
    for _, request, _ in deals(table.ledger.branch()):
        for handle, seat in request.cards:
            found[seat].add(known[handle])
    return found


def test_the_three_records_are_equal_and_good(played):
    hall = played
    assert {kind for _, kind in hall.written} >= {"trade", "reveal", "move", "keep"}
    records = [{name: data for name, data in files_in(hall.folder(who)).items() if name.startswith("record")}
               for who in SEATS]  # fmt: skip
    assert len(records[0]) > 100 and records[0] == records[1] == records[2]
    for who in SEATS:
        assert hall.run(who, "verify", "--finished", hall.folder(who), keys=False).startswith("game ")
        assert "The game is over. north wins: morale" in hall.run(who, "status", hall.folder(who), keys=False)


def test_nobody_was_ever_told_a_card_that_only_another_had_seen(played):
    hall = played
    dealt, opened = dealt_to(hall), lying_open(hall.table("carol").public)
    assert opened and len(dealt["south"] - opened) > 9, "Bob never showed anything"
    for who, seat in SEATS.items():
        told = set().union(*(cards_in(text) for text in hall.said[who]))
        assert not told - dealt[seat] - opened, who
    assert cards_in("\n".join(hall.said["bob"])) & dealt["south"], "he himself was told his own"


def test_a_card_that_was_never_opened_stands_in_no_file_of_anybody(played):
    hall = played
    closed = set(DECK) - lying_open(hall.table("carol").public)
    for who in SEATS:
        for name, data in files_in(hall.folder(who)).items():
            assert not cards_in(data.decode("latin-1")) & closed, f"{who}: {name}"


def test_the_game_is_told_and_its_steps_are_explained(played):
    hall = played
    folder = hall.folder("bob")
    told = hall.run("bob", "replay", "--text", folder, keys=False)
    assert told.splitlines()[1].startswith("north: ") and ", referee: " in told.splitlines()[1]
    assert "Turn 1" in told and "The North is dealt 7 cards." in told and told.splitlines()[-1].startswith("Result: ")
    kinds = {}
    for before, after in pairwise(hall.table("bob").ledger.branch()):
        for request in before.requests:
            kinds.setdefault(getattr(request, "kind", request.id.rpartition(".")[2]), after.number)
    for kind, words in (
        ("logistics", "dealt"), ("trade", "trade"), ("reveal", "reveal"), ("keep", "keep"), ("move", "move"),
        ("audit", "deck"), ("draw", "deck"),
    ):  # fmt: skip
        if kind in kinds:
            said = hall.run("bob", "explain", folder, kinds[kind], keys=False)
            assert words in said.lower(), kind
            assert not re.search(r"[0-9a-f]{65}", said)
            assert not re.search(r"(?:card_\d\d, ){3}", said), "many handles are counted"
            if kind == "logistics":
                assert "sides[north].hand: nothing -> 7 cards" in said
    assert {"logistics", "trade", "reveal", "move", "keep", "audit"} <= set(kinds)


def test_alone_against_the_computer_to_the_end_by_numbers(tmp_path):
    """The first choice again and again: nothing traded, nothing revealed, and the computer wins."""
    solo = tmp_path / "solo"
    words = ["play", str(solo), "--against-computer", "--game", GAME, "--as", "north"]
    done = CliRunner().invoke(main, words, input="1\ny\n" * 1500)
    assert done.exit_code == 0, done.output[-2000:]
    assert re.search(r"The game is over\. south wins: morale", done.output)
    folders = (solo, solo / "computer", solo / REFEREE)
    records = [{path.name: path.read_bytes() for path in (folder / "record").iterdir()} for folder in folders]
    assert records[0] == records[1] == records[2]
    table = Table.open(solo / REFEREE)
    closed = set(DECK) - lying_open(table.public)
    for name, data in files_in(solo).items():
        assert not cards_in(data.decode("latin-1")) & closed, name
    assert CliRunner().invoke(main, ["verify", "--finished", *map(str, folders)]).exit_code == 0


def test_an_order_names_cards_by_faces_and_is_signed_with_handles(played):
    hall = played
    reveals = sorted((hall.folder("bob") / "record").glob("*-reveal-north.yaml"))
    cards = read_orders(hall.written["alice", "reveal"].encode("ascii"), dict[str, Any])["reveal"]
    assert cards and set(cards) <= set(DECK)
    assert any('"referee.turn-1.logistics.card_01"' in path.read_text(encoding="ascii") for path in reveals)
