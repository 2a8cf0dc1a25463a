"""Faults that users of other systems met, each with the test that shows it is not here.

- CRLF, CR or mixed files behave differently; trailing blanks break a signature; a last line end is stripped: here:
  line ends
- `NO`, `on`, `~`, hex digests, `0042`, `12:30`, `1_000`, dates become something else: here: scalars;
  documents/test_orders
- a duplicate key silently wins: documents/test_orders.test_what_could_be_read_in_two_ways_is_refused, vectors/text
- saving appends; a file of two documents: here: two documents; store/test_folder
- an illegal move is skipped and the rest carried out: here: one bad step
- a turn made from an old file, a future one, another game, other rules: one message for all: here: four codes
- two mails overtake; clocks decide: protocol/test_conflicts; hardening/test_environment (file times)
- the same mail sent sixty times: here: sixty times
- revising orders wipes the stored ones; an old sealed choice is revealed: protocol/test_threats (3), here: no second
  thoughts
- a retry processes the turn twice; a crash leaves half: roles/test_referee (twice), hardening/test_killed
- invalid orders are saved before they are checked: roles/test_player, protocol/test_refusals
- "all hold" counts as no move: here: an empty order
- not arrived, sealed and opened look the same: here: three states
- the checker says good, the turn fails on a wrong key: hardening/test_canaries (check with another's key)
- the cheater computes the checksum anew: here: tampered and hashed again
- secrets in logs, errors, saves: hardening/test_canaries
- a commitment is replayed, cut short, guessed, opened before all are in: protocol/test_threats (2, 5, 6, 7), here:
  short digests
- a withheld reveal is better than a bad one: protocol/test_threats (9)
- dice are rolled again, or fall back to the program's own; a roll verifies because it decrypts:
  protocol/test_threats_chance, here: every bit
- the generator changed, and old games with it: engine/test_streams, documents/test_vectors
- the log tells what the board hides; bystanders see more than players: hardening/test_canaries (games that look
  alike)
- rules changed under one version; newer files raise bug reports: archive/test_verification (rules, parts), here:
  another format version
- errors point at the wrong cause; the dry run writes: here: check writes nothing; hardening/test_fuzz
- exit code 0 whatever happened: here: exit codes
- files opened in the code page of the day; a passphrase depends on the keyboard: hardening/test_environment,
  documents/test_keys
"""

import shutil
from pathlib import Path

import pytest
from msgspec import Struct

from adjudicator.archive.verification import verify_record
from adjudicator.documents.incoming import documents_in
from adjudicator.documents.kinds import Link
from adjudicator.documents.orders import read_orders
from adjudicator.documents.signed import parse, sign, typed
from adjudicator.errors import DocumentError, OrderError, SequenceError
from adjudicator.roles import ordering, player
from adjudicator.roles.looking import standing
from tests.protocol.foul import far
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH, answers, begun, code_of, head_of, scene, share, signed_acts
from tests.roles.desk import Desk, Mail, files_in, joined, nobody, walks

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


class Words(Struct):
    """An order whose fields are words."""

    province: str
    card: str


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: data, id="LF"),
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda data: data.replace(b"\n", b"\r"), id="CR"),
        pytest.param(lambda data: data.replace(b"\n", b"\r\n", 7), id="mixed"),
        pytest.param(lambda data: data.replace(b"\n", b" \t\n"), id="trailing blanks"),
        pytest.param(lambda data: data.rstrip(b"\n"), id="no last line end"),
        pytest.param(lambda data: data + b"\n\n", id="three line ends"),
    ],
)
def test_line_ends_change_neither_id_nor_verdict(change):
    match = begun()
    acts = signed_acts(match.first.ledger)
    data = "".join(signed.file_text for signed in acts).encode("ascii")
    documents, problems = documents_in(change(data))
    assert [signed.id for signed in documents] == [signed.id for signed in acts] and not problems
    fresh = match.fresh(NORTH)
    assert {fresh.ledger.add(signed).kind for signed in documents} == {"new"}


@pytest.mark.parametrize(
    "word", ["NO", "no", "on", "Null", "~", "0042", "0089", "12:30", "18:00", "1_000", "2024-05-06", "1234e5", "0x1F",
             "1e5", ".inf", "=", "TRUE", "9" * 64, "12345678e9" * 6]
)  # fmt: skip
def test_a_word_stays_the_word_that_was_written(word):
    read = read_orders(f"province: {word}\ncard: '{word}'\n".encode(), Words)
    assert read == Words(word, word)


def test_a_file_of_two_documents_is_refused_by_its_line():
    with pytest.raises(DocumentError) as caught:
        read_orders(b"province: a\ncard: b\n---\nprovince: c\ncard: d\n", Words)
    assert caught.value.problems[0].line in (3, 4)


def test_a_file_of_another_format_version_is_one_sentence():
    (signed, *_) = signed_acts(begun().first.ledger)
    body = signed.text.replace("turnfile: 1\n", "turnfile: 2\n")
    with pytest.raises(DocumentError) as caught:
        typed(body)
    (problem,) = caught.value.problems
    assert (problem.code, problem.pointer) == ("document/schema", "turnfile")
    assert "1" in problem.expected and "2" in problem.got


@pytest.mark.parametrize("salt", ["", "00" * 16, "0" * 63, "0" * 65, "A" * 64])
def test_a_digest_of_another_length_is_refused(salt):
    match = scene("lay", bound=True)
    (reveal,) = answers(match.copies[NORTH])
    good = sign(reveal, match.copies[NORTH].pair)
    text = good.file_text.replace(reveal.opened[0].salt, salt)
    with pytest.raises(DocumentError):
        parse(text)


# -- turns -------------------------------------------------------------------------------------------------------------


def test_four_wrong_moments_have_four_codes():
    match, other = scene("lay", round_=2), begun("other")
    north, south = match.copies.values()
    head = match.first.ledger.head()
    (now,) = answers(north)
    codes = []
    old = next(s.act for s in signed_acts(north.ledger) if s.document.kind == "link" and s.act.seat == NORTH)
    stale = Link(**head_of(old) | {"state": digest("elsewhere")}, label=old.label, index=old.index, link=old.link)
    for signed in (sign(stale, north.pair), far(match.charter, head.number + 1), far(match.charter, head.number)):
        codes.append(south.ledger.add(signed).problems[0].code)
    codes.append(code_of(south, signed_acts(other.first.ledger)[0]))
    assert codes == ["sequence/stale", "sequence/ahead", "sequence/diverged", "sequence/other-game"]
    assert now.number == head.number


def test_one_bad_step_and_nothing_of_the_order_is_done():
    match = scene("steps", where=lambda head: len(head.public.prizes) > 1)
    mover = next(copy for copy in match.copies.values() if copy.own.decisions())
    (decision,) = mover.own.decisions()
    kind = mover.ledger.game.engine.orders[decision.kind]
    prize = match.first.ledger.head().public.prizes[0]
    good = {"step": "take", "token": prize}
    order = read_orders(f"steps:\n  - step: take\n    token: {prize}\n  - step: take\n    token: ruby\n".encode(), kind)
    signed = sign(mover.own.order(decision, order), mover.pair)
    for copy in match.copies.values():
        assert code_of(copy, signed).startswith("order/")
    assert match.first.ledger.head().public.prizes[0] == good["token"], "the first step was not taken either"


def test_an_empty_order_is_an_order():
    match = scene("steps")
    mover = next(copy for copy in match.copies.values() if copy.own.decisions())
    (decision,) = mover.own.decisions()
    empty = read_orders(b"steps: []\n", mover.ledger.game.engine.orders[decision.kind])
    number = mover.ledger.head().number
    mover.sign(mover.own.order(decision, empty))
    share(match)
    assert match.first.ledger.head().number == number + 1


def test_not_answered_sealed_and_opened_are_three_states(tmp_path):
    north, south = deciding(tmp_path)
    assert [(o.seat, o.answer) for o in standing(south.table).waits] == [(NORTH, "commitment"), (SOUTH, "commitment")]
    north.decide()
    south.receive(north.mails()[-1])
    place = standing(south.table)
    assert [(o.seat, o.answer) for o in place.given] == [(NORTH, "commitment")]
    assert [(o.seat, o.answer) for o in place.waits] == [(SOUTH, "commitment")]
    south.decide()
    place = standing(south.table)
    assert [(o.seat, o.answer) for o in place.given] == [(SOUTH, "reveal")]
    assert [(o.seat, o.answer) for o in place.waits] == [(NORTH, "reveal")]


def deciding(path: Path) -> tuple[Desk, Desk]:
    """Return two desks at which both have to seal."""
    north, south = joined(path)
    north.receive(south.mails()[-1])
    south.receive(north.mails()[-1])
    return north, south


def test_the_same_mail_sixty_times_is_taken_in_once(tmp_path):
    north, south = joined(tmp_path)
    mail = south.mails()[-1]
    report = north.receive(*[mail] * 60)
    assert len(report.new) == len(set(report.new)) and report.known >= 59 * len(report.new) and not report.failed
    before = files_in(north.folder)
    assert north.receive(mail).new == [] and files_in(north.folder) == before


def test_there_are_no_second_thoughts_after_sealing(tmp_path):
    """A program that still asks for what it has sealed signs nothing more."""
    north, _ = deciding(tmp_path)
    task = player.deciding(north.table, north.ring, nobody)
    orders = [order for order in walks(task) if not task.check(order)]
    assert orders[0] != orders[-1]
    player.decide(task, orders[0])
    before = files_in(north.folder)
    with pytest.raises(SequenceError) as caught:
        player.decide(task, orders[-1])
    assert caught.value.problems[0].code == "sequence/second-act" and files_in(north.folder) == before


def test_check_writes_nothing_and_agrees_with_order(tmp_path):
    north, _ = deciding(tmp_path)
    task = player.deciding(north.table, north.ring, nobody)
    before = files_in(north.folder)
    hand = sorted({value for key, value in task.own.known().items() if ".cards." in key})
    tried = 0
    for show in ("fool", "page", "maid", "knight", "queen", "king", "jester"):
        for hide in (*hand, "jester"):
            file = Mail("orders.yaml", f"show: {show}\nhide: {hide}\ncharm: null\n".encode())
            verdict = ordering.check(task, file)
            assert files_in(north.folder) == before
            clone = tmp_path / f"clone {tried}"
            shutil.copytree(north.folder, clone)
            copy = Desk(NORTH, clone, north.ring)
            again = player.deciding(copy.table, copy.ring, nobody)
            try:
                player.decide(again, ordering.read(again, file))
                refused = False
            except OrderError:
                refused = True
            assert refused == verdict.refused
            tried += 1
    assert tried > 10


# -- proofs ------------------------------------------------------------------------------------------------------------


def test_every_bit_of_a_link_counts():
    match = begun()
    north, south = match.copies.values()
    (link, *_) = answers(north)
    number = int(link.link, 16)
    for bit in range(0, 256, 5):
        flipped = Link(**head_of(link), label=link.label, index=link.index, link=f"{number ^ (1 << bit):064x}")
        assert code_of(south, sign(flipped, north.pair)) == "proof/link"
    assert south.ledger.add(sign(link, north.pair)).kind == "new"


def test_a_record_that_was_changed_and_hashed_again_is_found_out(tmp_path):
    north, south = deciding(tmp_path)
    north.decide()
    south.receive(north.mails()[-1])
    files = {n: d for n, d in files_in(south.folder).items() if n.startswith(("record/", "charter"))}
    assert verify_record(files).wrong is None
    name = next(name for name in files if "-link-north" in name)
    old = parse(files[name])
    changed = old.text.replace(old.act.link, digest("better dice"))
    tampered = files[name].replace(old.text.encode(), changed.encode())
    ids = {old.id: parse(tampered).id}
    rewritten = {}
    for path, data in sorted(files.items()):
        text = (tampered if path == name else data).decode("ascii")
        for before, after in ids.items():
            text = text.replace(before, after)
        if path.endswith("-state.yaml"):
            ids[parse(data).id] = parse(text).id
        rewritten[path] = text.encode("ascii")
    verified = verify_record(rewritten)
    assert verified.wrong is not None and verified.wrong.exit_code == 5
    resigned = sign(parse(tampered).act, pair_of(SOUTH)).file_text.encode("ascii")
    verified = verify_record({**rewritten, name: resigned})
    assert verified.wrong is not None and verified.wrong.problems[0].code == "proof/unknown-key"


@pytest.mark.parametrize(("what", "code"), [("rubbish", 3), ("forged", 5), ("another game", 6), ("absent", 7)])
def test_every_kind_of_failure_has_its_exit_code(tmp_path, what, code):
    from click.testing import CliRunner

    from adjudicator.cli.main import main

    north, south = joined(tmp_path / "one")
    _, stranger = joined(tmp_path / "two")
    file = tmp_path / "mail"
    data = south.mails()[-1].read_bytes()
    if what == "forged":
        file.write_bytes(data.replace(b"index: 1\n", b"index: 3\n"))
    elif what == "another game":
        file.write_bytes(stranger.mails()[-1].read_bytes())
    elif what == "rubbish":
        file.write_bytes(b"no turn at all\n")
    done = CliRunner().invoke(main, ["receive", str(north.folder), str(file), "--keys", str(north.ring.path)])
    assert done.exit_code == code, done.output
