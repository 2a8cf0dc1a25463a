"""The commands of the README, typed as they stand there, one after another in a folder that holds only the samples."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_command_of_the_readme_works(tmp_path):
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(blocks) >= 8
    wrapper = tmp_path / "bin" / "adjudicator"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m adjudicator "$@"\n', encoding="utf-8")
    wrapper.chmod(0o755)
    home = tmp_path / "home"
    home.mkdir()
    (home / "samples").symlink_to(ROOT / "samples")
    env = {
        **os.environ,
        "PATH": f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(home),
    }
    script = "set -eux\n" + "\n".join(blocks)
    done = subprocess.run(
        ["bash", "-c", script], cwd=home, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Good \"turnfile-act\" signature for union" in done.stdout
    assert "UNFINISHED: waits for" in done.stdout


def test_the_game_against_the_computer_begins_and_can_be_left(tmp_path):
    command = [sys.executable, "-m", "adjudicator", "play", "./solo", "--against-computer"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, input="q\n", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Which block do you recruit" in done.stdout
    assert "Nothing was signed" in done.stdout
