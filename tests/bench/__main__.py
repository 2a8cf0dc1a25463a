"""Print the ratios: a whole game against the bare cost of its signatures, growth, start-up, memory."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from adjudicator.archive.verification import verify_record
from adjudicator.documents import signature
from adjudicator.documents.charter import charter_keys
from adjudicator.documents.signed import Signed, parse
from adjudicator.roles import computer, ordering, player, solo
from adjudicator.roles.keyring import keyring_in
from adjudicator.roles.mails import Mail
from adjudicator.store.folder import GameFolder
from adjudicator.store.layout import CHARTER, RECORD

ROUNDS = 15


def paired(*functions: Callable[[], object]) -> list[float]:
    """Return the median seconds of each function, run in turn so that drift of the machine hits all alike."""
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(ROUNDS):
        for function, kept in zip(functions, times, strict=True):
            begun = time.perf_counter()
            function()
            kept.append(time.perf_counter() - begun)
    return [median(kept) for kept in times]


def bare(files: dict[str, bytes]) -> Callable[[], None]:
    """Return the pure cost of a record's signatures: one Ed25519 verification each, everything else prepared."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    charter = parse(files[CHARTER])
    keys = charter_keys(charter.document)
    checks = []

    def prepare(signed: Signed) -> None:
        assert signed.signature is not None
        key = Ed25519PublicKey.from_public_bytes(keys[signed.signer].raw)
        data = signature._signed_data(signed.namespace, signed.text.encode("ascii"))
        checks.append((key, signature._payload(signed.signature)[-64:], data))

    prepare(charter)
    for name, data in files.items():
        if name.startswith(RECORD) and b"\nsignature: |\n" in data:
            prepare(parse(data))

    def run() -> None:
        for key, raw, data in checks:
            key.verify(raw, data)

    return run


def part_of(files: dict[str, bytes], states: int) -> dict[str, bytes]:
    """Return the record as it was when the game stood at a state."""
    kept = {CHARTER: files[CHARTER]}
    for name, data in files.items():
        number = int(name.split("/")[1][:4]) if name.startswith(RECORD) else states + 1
        if number < states or (number == states and name.endswith("-state.yaml")):
            kept[name] = data
    return kept


def command(*words: str) -> Callable[[], None]:
    """Return a whole process of the command line."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run() -> None:
        subprocess.run([sys.executable, *words], check=False, stdout=subprocess.DEVNULL, env=kept)

    run()
    return run


VERSION = "import sys; sys.argv = ['adjudicator', '--version']\nfrom adjudicator.cli.entry import run; run()"
EMPTY_CLICK = "import click\n@click.command()\n@click.version_option('1')\ndef main(): pass\nmain(['--version'])"
# A new program begins with the peak of the one that started it, where the system counts it so: Linux has a fresh count.
PEAK = """
import sys, resource
from pathlib import Path
from adjudicator.roles.archivist import verify
verify(Path(sys.argv[1]))
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
peaks = [line.split()[1] for line in lines if line.startswith("VmHWM")]
print(peaks[0] if peaks else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def signed_commits(folder: Path, key: Path, files: dict[str, bytes]) -> Callable[[], None]:
    """Return `git log --show-signature` over one signed commit for each act of a record."""
    acts = [data for name, data in files.items() if name.startswith(RECORD) and not name.endswith("-state.yaml")]
    public = key.with_name(key.name + ".pub").read_text(encoding="ascii").split()
    folder.mkdir()
    (folder / "signers").write_text(f"me@bench {public[0]} {public[1]}\n", encoding="ascii")
    settings = {"user.name": "me", "user.email": "me@bench", "gpg.format": "ssh", "user.signingkey": str(key),
                "gpg.ssh.allowedSignersFile": str(folder / "signers")}  # fmt: skip
    git = ["git", "-C", str(folder), *(word for name, value in settings.items() for word in ("-c", f"{name}={value}"))]
    subprocess.run([*git, "init", "-q"], check=True)
    for act in acts:
        (folder / "act.yaml").write_bytes(act)
        subprocess.run([*git, "add", "act.yaml"], check=True)
        subprocess.run([*git, "commit", "-q", "-S", "-m", "act"], check=True)
    return lambda: subprocess.run([*git, "log", "--show-signature"], check=True, stdout=subprocess.DEVNULL) and None


def a_game(folder: Path, game: str, seat: str) -> dict[str, bytes]:
    """Return the record of a whole game that computers have just played."""
    for _ in solo.demonstrate(folder, game, ()):
        pass
    return GameFolder(folder / seat).public_files()


def many(files: dict[str, bytes], games: int) -> None:
    """Verify a record many times over, as many games would be: flat in memory, linear in time."""
    for _ in range(games):
        assert verify_record(files).finished


def main() -> None:
    """Play a game, then measure."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        folder = home / "demo" / "union"
        files = a_game(home / "demo", "border-states", "union")
        verified = verify_record(files)
        assert verified.finished
        whole, signatures, half = paired(
            lambda: verify_record(files), bare(files), lambda: verify_record(part_of(files, verified.states // 2))
        )
        dealt = a_game(home / "dealt", "war-between-the-states", "north")
        again_dealt, dealt_signatures = paired(lambda: verify_record(dealt), bare(dealt))
        acts, half_acts = verified.counts["acts"], verify_record(part_of(files, verified.states // 2)).counts["acts"]
        print(f"a whole game: {acts} acts, {verified.states} states")
        print(f"  verify and replay / bare signatures          {whole / signatures:6.2f}")
        print(f"  the same, with all cards dealt again         {again_dealt / dealt_signatures:6.2f}")
        print(f"  cost an act, whole game / half of it         {(whole / acts) / (half / half_acts):6.2f}")
        log, again = paired(
            signed_commits(home / "git", home / "demo" / "union" / "private" / "keys" / "computer", files),
            lambda: verify_record(files),
        )
        print(f"  git log --show-signature on the same acts / verify and replay {log / again:6.1f}")
        few, tens = paired(lambda: many(files, 5), lambda: many(files, 20))
        print(f"  cost a game, 20 games / 5 games              {(tens / 20) / (few / 5):6.2f}")
        table, _ = solo.begin(home / "solo", "border-states", "union", ())
        solo.exchange(table)
        task = player.deciding(table, keyring_in(home / "solo"), computer.nothing)
        order = home / "orders.yaml"
        order.write_text(ordering.form(task), encoding="utf-8")
        assert not ordering.check(task, Mail("orders.yaml", order.read_bytes())).refused
        version, empty, check, python = paired(
            command("-c", VERSION),
            command("-c", EMPTY_CLICK),
            command("-m", "adjudicator", "check", str(home / "solo"), str(order)),
            command("-c", "pass"),
        )
        print("whole processes")
        print(f"  --version / an empty click program           {version / empty:6.2f}")
        print(f"  check of an order / python -c pass           {check / python:6.2f}   ({check:.3f} s)")
        peak = subprocess.run([sys.executable, "-c", PEAK, str(folder)], capture_output=True, text=True, check=True)
        print(f"  peak memory of verify                        {int(peak.stdout) / 1024:6.0f} MB")


if __name__ == "__main__":
    main()
