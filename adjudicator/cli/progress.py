"""A progress bar on a terminal, nothing anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress(total: int, wanted: bool) -> Iterator[Callable[[], object]]:
    """Show how far `total` steps are done; the function that is given counts one. Silent without terminal or rich."""
    bar = _bar() if wanted and sys.stderr.isatty() else None
    if bar is None:
        yield lambda: None
        return
    with bar:
        task = bar.add_task("verifying", total=total)
        yield lambda: bar.advance(task)


def _bar() -> Any:
    """Return the bar of rich, or None where rich is not installed."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        return None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Lines that go to a pipe must not be drawn into the bar's terminal.
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
