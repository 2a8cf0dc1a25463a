"""Nothing secret gets out: not into public files, mails, file names, messages, errors, --json; in whatever goes wrong.

The canaries are real: the bytes of the private key, the secrets and chains derived from it, the salts of what is not
open, the names of hidden cards, the passphrase, the home folder.
"""

import os
import re
import shutil
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.main import main
from adjudicator.documents.keys import write_key_pair
from adjudicator.documents.text import emit_value
from adjudicator.protocol.hashes import context_lines
from adjudicator.roles import player
from tests.hardening.dying import in_child
from tests.protocol.match import pair_of
from tests.protocol.scenes import NORTH, SOUTH
from tests.roles.desk import (
    Desk,
    about_to_deal,
    adjudicated,
    files_in,
    joined,
    nobody,
    ring_of,
    walks,
)  # fmt: skip
from tests.transcripts.cards import GAME as WAR
from tests.transcripts.cards import cards_in, lying_open

pytestmark = [
    pytest.mark.usefixtures("toy_in_catalogue"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]
PASSPHRASE = "correct-horse-canary"
MASKED = re.compile(r"[0-9a-f]{8,64}|^  [A-Za-z0-9+/=]+$", re.MULTILINE)
CARDS = ("fool", "page", "maid", "knight", "queen", "king")


def spellings(secret: bytes) -> set[str]:
    """Return how bytes might be written, whole or in part."""
    return {secret.hex(), secret.hex().upper(), b64encode(secret).decode().rstrip("="), repr(secret)[2:-1]}


def secrets_of(desk: Desk) -> set[str]:
    """Return everything that a seat holds and nobody may see: key, secret, chains not opened, salts not opened."""
    pair = pair_of(desk.seat)
    found = spellings(pair.seed)
    table = desk.table
    secret = table.secret(pair)
    assert secret is not None
    found |= spellings(secret._secret) | spellings(secret.seal)
    state = table.ledger.head().state
    if state is not None:
        (row,) = (row for row in state.chains if row.seat == desk.seat)
        links = table.ledger.game.charter.links
        found |= {secret.link("public", index) for index in (row.opened + 1, row.opened + 2, links)}
        found |= {secret.link("private", index) for index in (row.audits + 1, row.audits + 2, links)}
    return found


def salts(desk: Desk, seal: Any) -> set[str]:
    """Return the salts of all values that the sealed slots might have."""
    secret = desk.table.secret(pair_of(desk.seat))
    assert secret is not None
    found = set()
    for row in seal.slots:
        for card in (*CARDS, None):
            fields = (desk.table.ledger.game.id, seal.state, desk.seat, seal.request, row.slot, emit_value(card))
            found.add(secret.salt(context_lines(*fields)))
    return found


def said_by(arguments: list[str], said: Path) -> tuple[int, str]:
    code = in_child(lambda: main(arguments, prog_name="adjudicator"), said)
    return code, said.read_bytes().decode("utf-8", "replace")


def shown(desk: Desk) -> str:
    """Return all names and texts of a folder that may leave this machine."""
    files = {name: data for name, data in files_in(desk.folder).items() if not name.startswith(("private/", "folder"))}
    return "\n".join([*files, *(data.decode("latin-1") for data in files.values())])


@pytest.fixture
def sealed(tmp_path) -> tuple[Desk, Desk, Any]:
    """North has sealed, south has not; north's commitment."""
    north, south = joined(tmp_path)
    north.receive(south.mails()[-1])
    south.receive(north.mails()[-1])
    assert player.deciding(north.table, north.ring, nobody).decision.sealed
    north.decide()
    acts = [act for act in north.table.ledger.standing(north.table.ledger.head()) if act]
    return north, south, next(act.document for act in acts if act.document.kind == "commitment")


def commands(desk: Desk, keys: Path, files: Path) -> list[list[str]]:
    """Return many commands, among them many that fail."""
    folder, ring = str(desk.folder), ["--keys", str(keys)]
    orders = files / "orders.yaml"
    orders.write_text("show: page\nhide: king\ncharm: null\n", encoding="utf-8", newline="\n")
    (files / "rubbish").write_bytes(b"---\nturnfile: 1\n")
    mails = [str(path) for path in desk.mails()]
    return [
        ["status", folder],
        ["status", folder, str(files)],
        ["show", folder, "--public", *ring],
        ["form", folder, *ring],
        ["check", folder, str(orders), *ring],
        ["order", folder, str(orders), "--yes", *ring],
        ["commit", folder, str(orders), "--yes", *ring],
        ["reveal", folder, *ring],
        ["resend", folder],
        ["receive", folder, str(files / "rubbish"), *ring],
        ["receive", folder, *mails, *ring],
        ["receive", folder, str(files / "absent"), *ring],
        ["adjudicate", folder, *ring],
        ["verify", folder],
        ["join", folder, *mails, *ring],
        ["join", str(files / "again"), *mails[:1], *ring],
        ["key", "new", desk.seat, "--no-passphrase", *ring],
        ["key", "show", *ring],
        ["new", "toy", folder, "--as", desk.seat, "--against", str(keys / f"{desk.seat}.pub"), *ring],
        ["new", "toy", str(files / "x"), "--as", "east", "--against", str(keys / f"{desk.seat}.pub"), *ring],
    ]


def test_no_command_says_a_secret_and_no_public_file_holds_one(sealed, tmp_path):
    north, _, seal = sealed
    hidden = secrets_of(north) | salts(north, seal)
    files = tmp_path / "files"
    files.mkdir()
    failed = 0
    for arguments in commands(north, north.ring.path, files):
        for more in ([], ["--json"]):
            code, text = said_by([*arguments, *more], tmp_path / "said")
            failed += code != 0
            assert not [secret for secret in hidden if secret in text], arguments
            assert "BEGIN OPENSSH PRIVATE KEY" not in text
    assert failed >= 15
    public = shown(north)
    assert not [secret for secret in hidden if secret in public]
    assert "PRIVATE KEY" not in public
    home = str(tmp_path)
    assert home not in public and str(Path.home()) not in public, "no path of this machine in what is mailed"


def test_no_card_in_hand_is_said_to_anybody_else_and_none_stands_in_a_file(tmp_path):
    """Not to the opponent, not to the dealer who drew it, in no file of its owner, whatever command is tried."""
    desks_ = north, south, referee = about_to_deal(tmp_path, WAR)
    for _ in range(4):
        adjudicated(referee, north, south)
        for desk, other in ((north, south), (south, north)):
            desk.receive(referee.mails(desk.seat)[-1], other.mails(desk.seat)[-1])
            desk.decide()
    hands, opened = {}, lying_open(referee.table.public)
    for desk in desks_:  # what was opened is on its way, perhaps
        ledger = desk.table.ledger
        rows = [row for act in ledger.standing(ledger.head()) if act for row in getattr(act.document, "opened", ())]
        opened |= {row.value for row in rows if isinstance(row.value, str)} | lying_open(desk.table.public)
    for desk in desks_:
        own = desk.table.own(pair_of(desk.seat))
        assert own is not None
        hands[desk.seat] = {value for name, value in own.known().items() if name.startswith("referee.")} - opened
    assert hands["referee"] >= hands[NORTH] | hands[SOUTH] and hands[NORTH] and hands[SOUTH]
    for desk in desks_:
        hidden = (hands["referee"] - hands[desk.seat]) if desk is not referee else hands["referee"]
        ledger = desk.table.ledger
        given = {act.document.link for act in ledger.standing(ledger.head()) if act and act.document.kind == "link"}
        secrets = secrets_of(desk) - given  # opened already, in answer to the last state
        files = tmp_path / f"files-{desk.seat}"
        files.mkdir()
        for arguments in commands(desk, desk.ring.path, files)[:-4]:
            for more in ([], ["--json"]):
                _, text = said_by([*arguments, *more], tmp_path / "said")
                assert not cards_in(text) & hidden, arguments
                assert not [secret for secret in secrets if secret in text], arguments
        for name, data in files_in(desk.folder).items():
            assert not cards_in(data.decode("latin-1")) & hands["referee"], name
        assert not [secret for secret in secrets if secret in shown(desk)]


def test_games_that_differ_only_in_what_is_sealed_look_alike(tmp_path):
    """Whatever is printed of them and every public file is the same, but for commitments, ids and signatures."""
    north, south = joined(tmp_path)
    north.receive(south.mails()[-1])
    seen = []
    base = tmp_path / "base"
    shutil.copytree(north.folder, base)
    task = player.deciding(north.table, north.ring, nobody)
    choices = [order for order in walks(task) if not task.check(order)]
    assert choices[0] != choices[-1]
    for order in (choices[0], choices[-1]):
        shutil.rmtree(north.folder)
        shutil.copytree(base, north.folder)
        player.decide(player.deciding(north.table, north.ring, nobody), order)
        texts = [shown(north)]
        for command in (["status"], ["verify"], ["resend"], ["show", "--public"]):
            for more in ([], ["--json"]):
                code, text = said_by([command[0], str(north.folder), *command[1:], *more], tmp_path / "said")
                assert code == 0
                texts.append(text)
        seen.append(MASKED.sub("", "\n".join(texts)))
    assert seen[0] == seen[1]


def test_a_passphrase_is_said_by_nothing(tmp_path):
    keys = tmp_path / "keys"
    keys.mkdir()
    write_key_pair(pair_of(NORTH), keys / NORTH, NORTH, PASSPHRASE)
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text(f"{PASSPHRASE}\n", encoding="utf-8", newline="\n")
    wrong.write_text(f"{PASSPHRASE}-not\n", encoding="utf-8", newline="\n")
    ring_of(tmp_path / "others", "south")
    new = ["new", "toy", str(tmp_path / "game"), "--as", NORTH, "--against", str(tmp_path / "others" / "south.pub"),
           "--keys", str(keys)]  # fmt: skip
    for arguments, expected in (
        ([*new, "--passphrase-file", str(wrong)], 7),
        ([*new, "--passphrase-file", str(wrong), "--json"], 7),
        ([*new, "--passphrase-file", str(right)], 0),
        (["reveal", str(tmp_path / "game"), "--keys", str(keys), "--passphrase-file", str(right), "--json"], 0),
        (["reveal", str(tmp_path / "game"), "--keys", str(keys), "--passphrase-file", str(wrong)], 7),
    ):
        code, text = said_by(arguments, tmp_path / "said")
        assert code == expected, text
        assert PASSPHRASE not in text
    everything = b"".join(files_in(tmp_path / "game").values())
    assert PASSPHRASE.encode() not in everything and pair_of(NORTH).seed.hex().encode() not in everything


def test_the_key_of_another_is_found_out_by_check_before_anything_is_mailed(sealed, tmp_path):
    _, south, _ = sealed
    wrong = ring_of(tmp_path / "wrong", "stranger")
    for suffix in ("", ".pub"):
        (wrong.path / f"stranger{suffix}").rename(wrong.path / f"{south.seat}{suffix}")
    orders = tmp_path / "orders.yaml"
    orders.write_text("show: page\nhide: king\ncharm: null\n", encoding="utf-8", newline="\n")
    code, text = said_by(["check", str(south.folder), str(orders), "--keys", str(wrong.path)], tmp_path / "said")
    assert code == 5 and "proof/unknown-key" in text


def test_private_files_are_for_their_owner_only(sealed):
    north, _, _ = sealed
    for path in (north.folder / "private", north.folder / "private" / "enrolment-nonce", north.folder / "folder.yaml"):
        assert path.stat().st_mode & 0o077 == 0, path
