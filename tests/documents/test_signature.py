import subprocess
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from adjudicator.documents import signature
from adjudicator.documents.keys import KeyPair, load_key_pair, write_key_pair
from adjudicator.errors import ProofError

MESSAGE = b"---\nkind: \"order\"\n"


def blob_of(armor: str) -> bytes:
    return b64decode("".join(armor.split("\n")[1:-2]))


def armor_of(blob: bytes, columns: int = 70) -> str:
    text = b64encode(blob).decode()
    lines = [text[start:start + columns] for start in range(0, len(text), columns)]
    return "\n".join([signature.BEGIN, *lines, signature.END, ""])


def refusal(pair: KeyPair, armor: str, message: bytes = MESSAGE, namespace: str = signature.ACT) -> tuple[str, str]:
    with pytest.raises(ProofError) as refused:
        signature.verify(pair.key, namespace, message, armor)
    return refused.value.problems[0].code, refused.value.problems[0].message


@pytest.mark.parametrize("namespace", [signature.CHARTER, signature.ACT, signature.STATE, signature.RULING])
@pytest.mark.parametrize("passphrase", ["", "secret"])
def test_our_signature_is_that_of_ssh_keygen(tmp_path: Path, union: KeyPair, namespace: str, passphrase: str) -> None:
    write_key_pair(union, tmp_path / "ada", "ada")
    file = tmp_path / "text"
    for size in (0, 1, 5000):
        file.write_bytes(b"x" * size)
        subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", str(tmp_path / "ada"), "-n", namespace, str(file)],
                       check=True, capture_output=True)
        theirs = (tmp_path / "text.sig").read_text(encoding="ascii")
        assert signature.sign(union, namespace, b"x" * size) == theirs
        signature.verify(union.key, namespace, b"x" * size, theirs)
        (tmp_path / "text.sig").unlink()


def test_ssh_keygen_verifies_our_signature(tmp_path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "bob")], check=True)
    pair = load_key_pair(tmp_path / "bob")
    (tmp_path / "signers").write_text(f"bob {pair.key.line('')}\n", encoding="ascii")
    (tmp_path / "sig").write_text(signature.sign(pair, signature.ACT, MESSAGE), encoding="ascii", newline="\n")
    for message, code in ((MESSAGE, 0), (MESSAGE + b"x", 255)):
        done = subprocess.run(["ssh-keygen", "-Y", "verify", "-f", str(tmp_path / "signers"), "-I", "bob",
                               "-n", signature.ACT, "-s", str(tmp_path / "sig")], input=message, capture_output=True)
        assert done.returncode == code, done.stderr


def test_a_changed_text_is_refused(union: KeyPair) -> None:
    armor = signature.sign(union, signature.ACT, MESSAGE)
    assert refusal(union, armor, MESSAGE + b" ") == ("proof/signature", "the signature does not fit the text")


def test_another_key_is_named(union: KeyPair, confederate: KeyPair) -> None:
    armor = signature.sign(confederate, signature.ACT, MESSAGE)
    with pytest.raises(ProofError) as refused:
        signature.verify(union.key, signature.ACT, MESSAGE, armor)
    problem = refused.value.problems[0]
    assert problem.code == "proof/unknown-key"
    assert (problem.expected, problem.got) == (union.public_text, confederate.public_text)


def test_another_namespace_is_refused(union: KeyPair) -> None:
    with pytest.raises(ProofError) as refused:
        signature.verify(union.key, signature.ACT, MESSAGE, signature.sign(union, "git", MESSAGE))
    problem = refused.value.problems[0]
    assert (problem.code, problem.expected, problem.got) == ("proof/signature", "turnfile-act", "git")


def test_s_plus_l_is_refused(union: KeyPair) -> None:
    blob = blob_of(signature.sign(union, signature.ACT, MESSAGE))
    number = int.from_bytes(blob[-32:], "little") + signature.GROUP_ORDER
    armor = armor_of(blob[:-32] + number.to_bytes(32, "little"))
    assert refusal(union, armor) == (
        "proof/signature", "the signature is not in its one canonical form (S is too large)")


def test_sha256_is_refused(tmp_path: Path, union: KeyPair) -> None:
    write_key_pair(union, tmp_path / "ada", "ada")
    (tmp_path / "text").write_bytes(MESSAGE)
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-O", "hashalg=sha256", "-f", str(tmp_path / "ada"),
                    "-n", signature.ACT, str(tmp_path / "text")], check=True, capture_output=True)
    armor = (tmp_path / "text.sig").read_text(encoding="ascii")
    assert refusal(union, armor) == ("proof/signature", "the signature uses other settings")


@pytest.mark.parametrize("columns", [64, 71, 76, 1000])
def test_a_rewrapped_armor_is_refused(union: KeyPair, columns: int) -> None:
    blob = blob_of(signature.sign(union, signature.ACT, MESSAGE))
    assert refusal(union, armor_of(blob, columns)) == (
        "proof/signature", "the signature is not in its one canonical form")


@pytest.mark.parametrize("change", [
    lambda armor: armor + "\n", lambda armor: armor[:-1], lambda armor: " " + armor,
    lambda armor: armor + "note\n", lambda armor: armor * 2, lambda armor: armor.replace("\n", "\r\n"),
    lambda armor: "", lambda armor: "x" * 100_000, lambda armor: armor[:200], lambda armor: armor.replace("=", ""),
    lambda armor: armor.replace("\nU1NI", "\nV1NI"), lambda armor: armor.replace("\nU1NI", "\n\u00e9"),
])
def test_any_other_armor_is_refused(union: KeyPair, change: object) -> None:
    armor = change(signature.sign(union, signature.ACT, MESSAGE))  # type: ignore[operator]
    assert refusal(union, armor)[0] == "proof/signature"


def test_every_single_bit_counts(union: KeyPair) -> None:
    blob = blob_of(signature.sign(union, signature.ACT, MESSAGE))
    for bit in range(len(blob) * 8):
        changed = bytearray(blob)
        changed[bit // 8] ^= 1 << bit % 8
        assert refusal(union, armor_of(bytes(changed)))[0] in ("proof/signature", "proof/unknown-key")
