"""A whole game of Border States as an archivist meets it: packed, verified, told, explained and exported."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.documents.reading import read
from adjudicator.roles import solo
from tests.archive.bundles import run_script


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("archivist")
    for _ in solo.demonstrate(folder / "demo", "border-states", ()):
        pass
    return folder


@pytest.fixture(scope="module")
def bundle(home) -> Path:
    assert run("pack", home / "demo" / "union", "--output", home)[0] == 0
    (path,) = home.glob("game-*.tar.gz")
    return path


def run(*words: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, [str(word) for word in words])
    return done.exit_code, done.stdout, done.stderr


def test_both_players_pack_the_same_bytes_and_stock_tools_find_them_good(home, bundle, tmp_path):
    run("pack", home / "demo" / "confederate", "--output", tmp_path / "other.tar.gz")
    assert (tmp_path / "other.tar.gz").read_bytes() == bundle.read_bytes()
    assert bundle.stat().st_size < 100_000
    subprocess.run(["tar", "xzf", bundle], cwd=tmp_path, check=True)
    code, lines = run_script(tmp_path / bundle.name.removesuffix(".tar.gz"))
    assert code == 0 and re.fullmatch(r"good: \d+ documents", lines[-1])


def test_no_secret_of_either_player_is_in_the_bundle(home, bundle):
    import gzip

    plain = gzip.decompress(bundle.read_bytes())
    for folder in ("union", "confederate"):
        keys = [path for path in (home / "demo" / folder / "private" / "keys").iterdir() if path.suffix == ""]
        assert keys
        for line in (line for path in keys for line in path.read_bytes().splitlines()):
            assert line.startswith(b"-----") or line not in plain
        assert (home / "demo" / folder / "folder.yaml").read_bytes() not in plain
        assert str(home).encode() not in plain


def test_the_verdict_on_bundle_and_folder_is_the_same(home, bundle):
    assert run("verify", "--finished", bundle) == run("verify", "--finished", home / "demo" / "union")
    code, out, _ = run("verify", *[bundle] * 10)
    assert code == 0 and [line.split()[0] for line in out.splitlines()] == ["good"] * 10


def test_the_game_is_told_from_the_first_table_to_the_result(home, bundle):
    code, out, _ = run("replay", "--text", bundle)
    lines = out.splitlines()
    assert code == 0 and out == run("replay", "--text", home / "demo" / "confederate")[1]
    assert lines[0].startswith("Border States, rules 1, game ")
    assert "   1  union and confederate joined the game" in lines
    assert "        The table is laid. [BS-SETUP]" in lines
    assert any(re.fullmatch(r"        Battle I, .*\. \[BS-PREPARATION\]", line) for line in lines)
    for heading in ("Turn 1", "Turn 1, round 1", "Turn 1, round 3", "Turn 2, round 1"):
        assert heading in lines
    assert sum(line.startswith("BORDER STATES: turn ") for line in lines) >= 1
    assert lines[-1].startswith("Result: ")
    last = int(run("verify", "--json", bundle)[1].split('"states": ')[1].split(",")[0])
    told = {int(line[:4]) for line in lines if re.match(r" {0,3}\d+  [a-z]", line)}
    assert told == set(range(1, last + 1)), "every state is accounted for"


def test_a_part_of_the_game_ends_with_whom_it_waits_for(bundle):
    code, out, _ = run("replay", "--text", "--to", "3", bundle)
    assert code == 0 and out.splitlines()[-1].startswith("State 3 waits for union: to open what was sealed (")


def test_a_state_is_replayed_to_its_bytes(home, bundle):
    for number in (1, 7, 20):
        code, out, _ = run("replay", "--to", number, bundle)
        stored = home / "demo" / "union" / "record" / f"{number:04d}-state.yaml"
        assert code == 0 and out.encode() == stored.read_bytes()
    assert run("replay", "--to", 0, bundle)[1].startswith('---\nturnfile: 1\nkind: "charter"')
    code, _, err = run("replay", "--to", 5000, bundle)
    assert code == 6 and "there is no state 5000" in err


def test_a_step_is_explained_with_its_acts_and_rules(bundle):
    code, out, _ = run("explain", bundle, 4)
    assert code == 0
    assert re.search(r"^  [0-9a-f]{8}  union opened what was sealed \(turn 1, round 1: choice of blocks\)$", out, re.M)
    assert re.search(r'^ +show: ".*" \(salt [0-9a-f]{8}\)$', out, re.M)
    assert "[BS-COMBAT-I: Recruiting a block, then choosing one to show and one to hide]" in out
    assert "  stage: blocks -> place" in out
    assert not re.search(r"[0-9a-f]{65}", out) and len(re.findall(r"[0-9a-f]{64}", out)) == 1
    for number in (1, 2, 3, 5):
        assert run("explain", bundle, number)[0] == 0
    assert "Nothing changed on the table." in run("explain", bundle, 3)[1]
    assert run("explain", bundle, 0)[0] == 6


def test_every_step_can_be_explained(bundle):
    from adjudicator.roles.retelling import explained

    last = json.loads(run("verify", "--json", bundle)[1])["states"]
    for number in range(1, last + 1, 7):
        assert len(list(explained(bundle, number))) > 3


def test_the_table_is_exported_as_canonical_text_and_as_json(home, bundle):
    code, out, _ = run("export", bundle, 12)
    stored = read((home / "demo" / "union" / "record" / "0012-state.yaml").read_text("ascii"))
    assert code == 0 and read(out) == stored["public"]
    assert json.loads(run("export", "--json", bundle, 12)[1]) == stored["public"]
    assert read(run("export", bundle)[1])["stage"] == "over"
    code, _, err = run("export", bundle, 0)
    assert code == 6 and "everybody has enrolled" in err


def test_a_bad_game_is_not_told(bundle, tmp_path):
    bad = tmp_path / "bad.tar.gz"
    data = bundle.read_bytes()
    bad.write_bytes(data[: len(data) // 2])
    for words in (("replay", bad), ("replay", "--text", bad), ("explain", bad, 3), ("export", bad), ("verify", bad)):
        code, out, err = run(*words)
        assert (code, out) == (3, "") and "(document/unreadable)" in err, words
    turn_file = tmp_path / "mail.yaml"
    turn_file.write_text(run("replay", "--to", "2", bundle)[1], encoding="ascii")
    code, _, err = run("replay", turn_file)
    assert code == 3 and "no whole game" in err


@pytest.mark.parametrize("command", ["verify", "pack", "replay", "explain", "export"])
def test_help_has_an_example_and_nothing_heavy_is_loaded_for_it(command):
    code, out, _ = run(command, "--help")
    assert code == 0 and f"adjudicator {command} " in out
    program = (
        "import sys; from adjudicator.cli.entry import run; sys.argv = ['adjudicator', '--version']; run()\n"
        "print(*(n for n in ('tarfile', 'gzip', 'rich', 'yaml', 'concurrent.futures') if n in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == [""]
