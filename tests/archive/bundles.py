"""Bundles of toy games to be spoiled: whole, and taken apart into their documents."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from adjudicator.archive.bundle import MANIFEST, SUMS, members_of, sums_of, verify_members
from adjudicator.archive.stream import STREAM
from adjudicator.archive.verification import verify_record
from adjudicator.documents import signature
from adjudicator.documents.text import split
from tests.protocol.match import pair_of

Members = dict[str, bytes]
FRAME = "signature: |\n"


def members(files: Members) -> Members:
    """Return the members of the bundle of a good record."""
    verified = verify_record(files)
    assert verified.wrong is None
    return members_of(files, verified)


def cut(files: Members, states: int) -> Members:
    """Return a record as it was when its game stood at a state that was not yet answered."""
    return {
        name: data
        for name, data in files.items()
        if name == "charter.yaml" or int(name[7:11]) < states or name == f"record/{states:04d}-state.yaml"
    }


def documents(bundle: Members) -> list[str]:
    return split(bundle[STREAM])


def with_documents(bundle: Members, texts: list[str]) -> Members:
    """Return the bundle with another stream, its manifest counting right."""
    old, new = (f"documents: {len(found)}\n".encode() for found in (documents(bundle), texts))
    count = bundle[MANIFEST].replace(old, new)
    return {**bundle, STREAM: "".join(texts).encode("latin-1"), MANIFEST: count}


def summed(bundle: Members) -> Members:
    """Return the bundle with sums that fit, as a forger would leave it."""
    rest = {name: data for name, data in bundle.items() if name != SUMS}
    return {SUMS: sums_of(rest), **rest}


def change(bundle: Members, place: int, edit: Callable[[str], str]) -> Members:
    """Return the bundle with one document changed."""
    texts = documents(bundle)
    texts[place] = edit(texts[place])
    return with_documents(bundle, texts)


def signed_by(seat: str, text: str, namespace: str = signature.ACT) -> str:
    """Return a text with a new, good signature of a seat."""
    body = text.partition(FRAME)[0]
    armor = signature.sign(pair_of(seat), namespace, body.encode("ascii"))
    return body + FRAME + "".join(f"  {line}\n" for line in armor.splitlines())


def find(bundle: Members, kind: str, number: int | None = None) -> int:
    """Return the place of the first document of a kind."""
    wanted = [f'kind: "{kind}"\n', "" if number is None else f"\nnumber: {number}\n"]
    return next(place for place, text in enumerate(documents(bundle)) if all(part in text for part in wanted))


def unpack(bundle: Members, folder: Path) -> Path:
    for name, data in bundle.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def run_script(folder: Path, *arguments: str, shell: str = "sh") -> tuple[int, list[str]]:
    """Run verify.sh with the shell and the stock tools of this machine; return its exit code and its lines."""
    script = folder / "verify.sh"
    done = subprocess.run([shell, str(script), *arguments], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def assert_found(bundle: Members, spoil: Callable[[Members], Members], said: str, folder: Path) -> None:
    """Assert that what was spoiled, its sums made to fit, is named by the script and refused by the program."""
    forged = summed(spoil(bundle))
    assert forged != bundle
    code, lines = run_script(unpack(forged, folder))
    assert code == 1 and lines[-1] == "BAD"
    assert any(said in line for line in lines), lines
    wrong = verify_members(forged).wrong
    assert wrong is not None and wrong.problems[0].file, "the program refuses it too, and names a document"
