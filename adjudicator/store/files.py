"""Writing files so that a reader, and a crash, sees the old file or the new one, never half of one."""

import os
from pathlib import Path

from adjudicator.errors import Problem, TransportError

PARTIAL = ".partial"


def write_atomic(path: Path, data: bytes, private: bool = False) -> None:
    """Write `data` to `path` through a partial file beside it, flushed to disk before it takes the name.

    A partial file left by a crash is overwritten by the next write of the same path and read by nobody.
    Raises TransportError when the disk refuses.
    """
    partial = path.with_name(path.name + PARTIAL)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(partial, _flags(), 0o600 if private else 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
        _flush_folder(path.parent)
    except OSError as error:
        raise TransportError(
            Problem(
                "transport/write", f"cannot write {path}: {error.strerror or error}", fix="free the disk, run it again"
            )
        ) from error


def _flags() -> int:
    return os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


def _flush_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows cannot flush a folder
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_bytes(path: Path, limit: int) -> bytes:
    """Return a file's bytes. Raises TransportError if it cannot be read or is longer than `limit` bytes."""
    try:
        if path.stat().st_size > limit:
            raise TransportError(Problem("transport/read", f"{path} is too large", expected=f"at most {limit} bytes"))
        return path.read_bytes()
    except OSError as error:
        raise TransportError(
            Problem("transport/read", f"cannot read {path}: {error.strerror or error}", fix="check the name")
        ) from error
