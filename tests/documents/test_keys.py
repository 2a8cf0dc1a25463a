import stat
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest

from adjudicator.documents.keys import (
    LINE_START,
    PRIME,
    Key,
    KeyPair,
    key_pair_of,
    load_key_pair,
    write_key_pair,
)
from adjudicator.errors import DocumentError, ProofError, TransportError

# The points whose order divides 8, from the low-order table that the C2SP test vectors publish: y, then the sign bit.
EIGHTH = 2707385501144840649318225287225658788936804267575313519463743609750303021022
OTHER_EIGHTH = 55188659117513257062467267217118295137698188065244968500265048394206261417927
SMALL_ORDER = [(y, sign) for y in (0, 1, PRIME - 1, EIGHTH, OTHER_EIGHTH, PRIME, PRIME + 1) for sign in (0, 1)]


def encoded(y: int, sign: int) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


def keygen(path: Path, *options: str, passphrase: str = "") -> None:
    # As bytes: the locale may have no such letters.
    subprocess.run([b"ssh-keygen", b"-q", b"-f", bytes(path), b"-N", passphrase.encode(), *map(str.encode, options)],
                   check=True)


def test_there_are_fourteen_small_order_encodings() -> None:
    assert len({encoded(y, sign) for y, sign in SMALL_ORDER}) == 14


@pytest.mark.parametrize(("y", "sign"), SMALL_ORDER)
def test_a_small_order_key_is_refused(y: int, sign: int) -> None:
    with pytest.raises(ProofError) as refused:
        Key.parse(b64encode(b"\x20" + encoded(y, sign)).decode())
    assert refused.value.problems[0].code == "proof/weak-key"


@pytest.mark.parametrize("y", [2, 7], ids=["no point of the curve", "no point of the curve either"])
def test_what_is_no_point_is_refused(y: int) -> None:
    with pytest.raises(ProofError) as refused:
        Key(encoded(y, 0))
    assert refused.value.problems[0].code == "proof/weak-key"


@pytest.mark.parametrize("y", range(PRIME, 2**255))
def test_a_key_beyond_the_prime_is_refused(y: int) -> None:
    with pytest.raises(ProofError):
        Key(encoded(y, 0))


def test_a_good_key_is_no_small_order_point() -> None:
    for number in range(40):
        KeyPair.from_seed(bytes([number]) * 32)


def test_the_text_of_a_key_is_the_end_of_its_line(union: KeyPair) -> None:
    line = union.key.line("ada of  the north")
    assert line == f"ssh-ed25519 {LINE_START}{union.public_text} ada-of-the-north"
    assert len(union.public_text) == 44
    for spelling in (line, line + "\r\n", union.public_text, LINE_START + union.public_text):
        assert Key.parse(spelling) == union.key


@pytest.mark.parametrize("line", [
    "", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ== bob", "ssh-ed25519", "ssh-ed25519 AAAA bob", "é" * 44, "I" * 43,
    "A" * 44, "I" * 43 + "=", "x" * 100_000,
])
def test_what_is_no_key_line_is_refused(line: str) -> None:
    with pytest.raises(DocumentError) as refused:
        Key.parse(line)
    assert refused.value.problems[0].code == "document/schema"
    assert refused.value.problems[0].fix


@pytest.mark.parametrize("passphrase", ["", "secret", "пароль и ключ"])
def test_keys_of_ssh_keygen_are_read(tmp_path: Path, passphrase: str) -> None:
    keygen(tmp_path / "ada", "-t", "ed25519", "-C", "ada@host", passphrase=passphrase)
    pair = load_key_pair(tmp_path / "ada", passphrase)
    assert Key.parse((tmp_path / "ada.pub").read_text(encoding="ascii")) == pair.key


@pytest.mark.parametrize("passphrase", ["", "secret"])
def test_ssh_keygen_reads_our_keys(tmp_path: Path, union: KeyPair, passphrase: str) -> None:
    write_key_pair(union, tmp_path / "ada", "ada", passphrase)
    printed = subprocess.run(["ssh-keygen", "-y", "-P", passphrase, "-f", str(tmp_path / "ada")], check=True,
                             capture_output=True, text=True).stdout
    assert Key.parse(printed) == union.key
    assert (tmp_path / "ada.pub").read_text(encoding="ascii") == union.key.line("ada") + "\n"
    assert load_key_pair(tmp_path / "ada", passphrase).seed == bytes(range(32))
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "ada").stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ada", "ada.pub"]


@pytest.mark.parametrize("taken", ["ada", "ada.pub"])
def test_a_key_file_is_never_replaced(tmp_path: Path, union: KeyPair, taken: str) -> None:
    (tmp_path / taken).write_text("mine", encoding="utf-8")
    with pytest.raises(TransportError) as refused:
        write_key_pair(union, tmp_path / "ada", "ada")
    assert refused.value.problems[0].code == "transport/key-exists"
    assert [(file.name, file.read_text(encoding="utf-8")) for file in tmp_path.iterdir()] == [(taken, "mine")]


@pytest.mark.parametrize(("passphrase", "message"), [
    (None, "the key is locked with a passphrase"), ("", "the key is locked with a passphrase"),
    ("Secret", "the passphrase is wrong"),
])
def test_a_locked_key_needs_its_passphrase(tmp_path: Path, passphrase: str | None, message: str) -> None:
    keygen(tmp_path / "ada", "-t", "ed25519", passphrase="secret")
    with pytest.raises(TransportError) as refused:
        load_key_pair(tmp_path / "ada", passphrase)
    assert (refused.value.problems[0].code, refused.value.problems[0].message) == ("transport/passphrase", message)


def test_a_passphrase_that_is_not_needed_is_ignored(tmp_path: Path) -> None:
    keygen(tmp_path / "ada", "-t", "ed25519")
    assert load_key_pair(tmp_path / "ada", "whatever").key == load_key_pair(tmp_path / "ada").key


def test_a_passphrase_means_the_same_however_it_was_typed(tmp_path: Path, union: KeyPair) -> None:
    write_key_pair(union, tmp_path / "ada", "ada", "Zoe\u0308")
    assert load_key_pair(tmp_path / "ada", "Zo\u00eb").key == union.key


def test_other_kinds_of_keys_are_named(tmp_path: Path) -> None:
    keygen(tmp_path / "rsa", "-t", "rsa")
    with pytest.raises(DocumentError) as refused:
        load_key_pair(tmp_path / "rsa")
    assert refused.value.problems[0].got == "RSAPrivateKey"
    assert refused.value.problems[0].expected == "an Ed25519 key in OpenSSH format"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TransportError) as refused:
        load_key_pair(tmp_path / "nobody")
    assert refused.value.problems[0].code == "transport/key-file"
    assert refused.value.problems[0].file == str(tmp_path / "nobody")


@pytest.mark.parametrize("data", [
    b"", b"garbage", b"-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----\n", b"\xff\xfe" * 50,
    b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n",
])
def test_garbage_is_no_key(data: bytes) -> None:
    with pytest.raises(DocumentError) as refused:
        key_pair_of(data)
    assert refused.value.problems[0].code == "document/unreadable"


def test_a_cut_key_file_is_no_key(tmp_path: Path) -> None:
    keygen(tmp_path / "ada", "-t", "ed25519")
    data = (tmp_path / "ada").read_bytes()
    for end in range(0, len(data) - 40, 7):
        with pytest.raises((DocumentError, TransportError)):
            key_pair_of(data[:end])


def test_a_key_pair_does_not_print_its_secret(union: KeyPair) -> None:
    assert repr(union) == f"KeyPair({union.public_text})"
