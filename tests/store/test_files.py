"""Writing one file: whole or not at all."""

import os
from pathlib import Path

import pytest

from adjudicator.errors import TransportError
from adjudicator.store.files import PARTIAL, read_bytes, write_atomic


def test_a_file_is_written_with_its_folders(tmp_path):
    path = tmp_path / "a" / "b" / "file.yaml"
    write_atomic(path, b"one\n")
    write_atomic(path, b"two\n")
    assert path.read_bytes() == b"two\n"
    assert [p.name for p in path.parent.iterdir()] == ["file.yaml"]


def test_a_partial_file_of_a_crash_is_overwritten(tmp_path):
    path = tmp_path / "file.yaml"
    partial = path.with_name(path.name + PARTIAL)
    partial.write_bytes(b"a very long rest of something that was never finished")
    write_atomic(path, b"short\n")
    assert path.read_bytes() == b"short\n"
    assert not partial.exists()


@pytest.mark.skipif(os.name == "nt", reason="permission bits")
def test_a_private_file_is_for_its_owner_only(tmp_path):
    path = tmp_path / "key"
    write_atomic(path, b"secret", private=True)
    assert path.stat().st_mode & 0o077 == 0


def test_a_crash_before_the_name_is_taken_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file.yaml"
    write_atomic(path, b"old\n")

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(path, b"new\n")
    assert path.read_bytes() == b"old\n"


def test_a_disk_that_refuses_is_a_transport_error(tmp_path):
    (tmp_path / "file.yaml").mkdir()
    with pytest.raises(TransportError) as caught:
        write_atomic(tmp_path / "file.yaml", b"x")
    assert caught.value.problems[0].code == "transport/write"
    (tmp_path / "plain").write_bytes(b"")
    with pytest.raises(TransportError):
        write_atomic(tmp_path / "plain" / "below.yaml", b"x")


def test_reading_has_a_limit_and_names_the_file(tmp_path: Path):
    path = tmp_path / "file.yaml"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    for wrong in (path, tmp_path / "absent"):
        with pytest.raises(TransportError) as caught:
            read_bytes(wrong, 4)
        assert caught.value.problems[0].code == "transport/read"
        assert str(wrong) in str(caught.value)
