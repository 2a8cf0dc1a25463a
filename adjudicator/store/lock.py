"""One command at a time in a game folder: two at once could sign two answers to one question.

The lock is the system's, on the folder itself: nothing is written, and a command that is killed lets go of it.
"""

import os
import sys
from pathlib import Path
from weakref import WeakValueDictionary

from adjudicator.errors import Problem, TransportError
from adjudicator.store.layout import CHARTER


class Lock:
    """A game folder that this process works in; it lets go when nobody needs it any more."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        os.close(self._handle)


_HELD: WeakValueDictionary[Path, Lock] = WeakValueDictionary()


def lock(folder: Path) -> Lock | None:
    """Return the lock of a game folder, within one process always the same; None where a folder cannot be locked.

    Raises TransportError if another process holds it.
    """
    path = folder.resolve()
    held = _HELD.get(path)
    if held is not None:
        return held
    try:
        handle = os.open(path / CHARTER if sys.platform == "win32" else path, os.O_RDONLY)
    except OSError:  # it is not there, or may not be read: whoever reads it says so
        return None
    try:
        taken = _take(handle)
    except OSError:  # a file system without locks
        os.close(handle)
        return None
    if not taken:
        os.close(handle)
        raise TransportError(
            Problem("transport/busy", f"another command is at work in {folder}", fix="wait for it, then run this again")
        )
    held = _HELD[path] = Lock(handle)
    return held


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> bool:
        """Lock a byte far behind the end of the charter, which is written once and never replaced."""
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _take(handle: int) -> bool:
        """Lock the folder."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
