"""What arrives: mails pasted, quoted, damaged, forged, of another game; what is kept of them."""

import shutil

import pytest

from adjudicator.documents.signed import parse, sign
from adjudicator.documents.text import split
from adjudicator.errors import TransportError
from adjudicator.roles import archivist, looking
from adjudicator.roles.table import Table
from tests.protocol.match import digest, pair_of
from tests.protocol.scenes import NORTH, SOUTH
from tests.roles.desk import Desk, Mail, files_in, joined
from tests.store.test_lock import another

pytestmark = pytest.mark.usefixtures("toy_in_catalogue")


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def quoted(data: bytes) -> bytes:
    lines = data.decode().splitlines()
    return "".join(f"> {line}\n" for line in ["Dear Nora,", "", *lines, "", "yours"]).encode()


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(crlf, id="CRLF"),
        pytest.param(quoted, id="quoted"),
        pytest.param(lambda data: crlf(quoted(data)), id="quoted and CRLF"),
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="byte order mark"),
        pytest.param(lambda data: b"My turn:\n\n" + data + b"\n-- \nSam\n", id="pasted between words"),
        pytest.param(lambda data: data.replace(b"\n", b"  \n"), id="blanks at line ends"),
        pytest.param(lambda data: data.decode().encode("utf-16"), id="UTF-16"),
    ],
)
def test_a_pasted_mail_is_healed(tmp_path, damage):
    north, south = joined(tmp_path)
    clean = Desk(NORTH, tmp_path / "clean", north.ring)
    shutil.copytree(north.folder, clean.folder)
    clean.receive(south.mails()[-1])
    report = north.receive(Mail("mail.eml", damage(south.mails()[-1].read_bytes())))
    assert report.problems == []
    assert files_in(north.folder) == files_in(clean.folder), "what is stored is the canonical file"


def test_healing_makes_no_forgery_good(tmp_path):
    """Threats 20 and 21: a mail that was changed is refused by its signature, whatever else is repaired."""
    north, south = joined(tmp_path)
    data = south.mails()[-1].read_bytes()
    assert b"label: \"round-1\"" in data
    before = north.table.ledger.head().number
    forged = data.replace(b"index: 1\n", b"index: 3\n")
    report = north.receive(Mail("mail.eml", crlf(forged)))
    assert [problem.code for problem in report.problems] == ["proof/signature"]
    assert north.table.ledger.head().number == before + 1, "the enrolment before it stands"
    damaged = data[: len(data) - 120]
    report = north.receive(Mail("cut.eml", crlf(damaged)))
    assert all(problem.code.startswith("document/") for problem in report.problems), "not readable, never forged"
    report = north.receive(Mail("again.eml", data))
    assert report.problems == []


def test_words_alone_are_no_turn_file(tmp_path):
    north, _ = joined(tmp_path)
    before = files_in(north.folder)
    report = north.receive(Mail("letter.txt", b"Sorry, no time this week.\n"))
    assert [(problem.code, problem.file) for problem in report.failed] == [("document/unreadable", "letter.txt")]
    assert files_in(north.folder).keys() == before.keys()


def test_a_file_of_another_game_is_refused_with_its_code(tmp_path):
    north, south = joined(tmp_path / "one")
    _, stranger = joined(tmp_path / "two")
    north.receive(south.mails()[-1])
    before = files_in(north.folder)
    report = north.receive(stranger.mails()[-1])
    assert {problem.code for problem in report.failed} == {"sequence/other-game"}
    assert files_in(north.folder) == before
    report = north.receive(stranger.mails()[-1], south.mails()[-1])
    assert report.known > 0, "the other file is taken in all the same"


def test_one_bad_document_stops_its_own_file_only(tmp_path):
    north, south = joined(tmp_path)
    texts = split(south.mails()[-1].read_bytes())
    link = next(number for number, text in enumerate(texts) if 'kind: "link"' in text)
    other = sign(parse(texts[link]).document, pair_of(NORTH)).file_text  # south's link under north's signature
    bad = "".join([*texts[:link], other, *texts[link + 1 :]]).encode()
    report = north.receive(Mail("bad", bad))
    assert [problem.code for problem in report.problems] == ["proof/unknown-key"]
    assert north.table.ledger.head().number == 1
    report = north.receive(Mail("bad", bad), Mail("good", "".join(texts).encode()))
    assert north.table.ledger.head().number > 1


def test_a_proof_that_failed_is_kept(tmp_path):
    north, south = joined(tmp_path)
    texts = split(south.mails()[-1].read_bytes())
    link = next(parse(text).act for text in texts if 'kind: "link"' in text)
    values = {name: getattr(link, name) for name in ("game", "number", "state", "seat", "request", "label", "index")}
    wrong = sign(type(link)(**values, link=digest("x")), pair_of(SOUTH))
    report = north.receive(Mail("charter", "".join(texts[:3]).encode()), Mail("bad", wrong.file_text.encode()))
    assert [problem.code for problem in report.problems] == ["proof/link"]
    (name,) = [name for name in files_in(north.folder) if name.startswith("proofs/")]
    assert name == f"proofs/refused-0001-link-south-{wrong.id[:16]}.yaml"
    assert Table.open(north.folder).ledger.head().number == 1, "evidence is not read back into the game"
    north.receive(Mail("good", "".join(texts).encode()))
    verified = archivist.verify(north.folder)
    assert verified.wrong is None and verified.refused == 1


def test_while_one_command_is_at_work_another_reads_but_does_not_write(tmp_path):
    north, south = joined(tmp_path)
    process = another(north.folder)
    try:
        with pytest.raises(TransportError) as caught:
            north.receive(south.mails()[-1])
        assert caught.value.problems[0].code == "transport/busy"
        assert looking.standing(Table.open(north.folder, reading=True)).seat == "north"
    finally:
        process.kill()
        process.wait()
    assert north.receive(south.mails()[-1]).new
