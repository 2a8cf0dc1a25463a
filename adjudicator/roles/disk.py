"""Reading the files that people name on the command line."""

from pathlib import Path

from adjudicator.documents.text import MAX_STREAM_BYTES
from adjudicator.store.files import read_bytes


def read_file(path: Path) -> bytes:
    """Return a file's bytes. Raises TransportError if it cannot be read or is larger than any turn file."""
    return read_bytes(path, MAX_STREAM_BYTES)
