"""A progress bar for terminals, which leaves no trace."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

__all__ = ["Bar", "bar", "render"]

_SECONDS_BETWEEN_DRAWINGS = 0.1


class Bar:
    """Draws how much is done, at most ten times a second, if the stream is a terminal.

    Parameters
    ----------
    stream : TextIO or None
        Where to draw, if anywhere: a process may have no standard streams.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._began = self._drawn = time.monotonic()
        self._width = 0

    def __call__(self, done: int, total: int) -> None:
        """Take note of the work done, and of how much there is in all."""
        now = time.monotonic()
        if self._stream and now - self._drawn >= _SECONDS_BETWEEN_DRAWINGS:
            self._drawn = now
            # The last column stays free: a character there makes some terminals begin a new line.
            self._width = _columns(self._stream) - 1
            self._write(render(done, total, now - self._began, self._width))

    def erase(self) -> None:
        """Clear the line, for other text to be printed there."""
        if self._width:
            self._write(" " * self._width + "\r")
            self._width = 0

    def _write(self, text: str) -> None:
        if self._stream:
            self._stream.write(f"\r{text}")
            self._stream.flush()


@contextmanager
def bar(stream: TextIO | None = None) -> Iterator[Bar]:
    """Show a progress bar for as long as the block lasts.

    Parameters
    ----------
    stream : TextIO, optional
        Where to draw, ``sys.stderr`` by default; nothing is drawn if it is not a terminal.

    Yields
    ------
    Bar
        To be called with the work done and the work to do in all.

    Examples
    --------
    >>> from pydraughts import Position, perft
    >>> with bar() as progress:
    ...     perft(Position(), 8, progress=progress)
    845931
    """
    progress = Bar(stream or sys.stderr)
    try:
        yield progress
    finally:
        progress.erase()


def render(done: int, total: int, seconds: float, width: int) -> str:
    """Write a bar: per cent, the bar itself, speed (from a thousand a second up) and time left.

    Parameters
    ----------
    done, total : int
        Work done, and in all.
    seconds : float
        Time taken so far.
    width : int
        Number of characters to fill.

    Returns
    -------
    str

    Examples
    --------
    >>> render(90_000_000, 300_000_000, 0.5, 60)
    ' 30% [#########----------------------] 180 M/s, 0:01 left   '
    >>> render(3, 7, 75, 60)
    ' 42% [##################------------------------] 1:40 left '
    """
    share = done / total if total else 1.0
    speed = done / seconds if seconds else 0.0
    notes = [_speed(speed)] if speed >= 1000 else []
    if done:
        notes.append(f"{_clock(seconds / share - seconds)} left")
    # Room is kept for the widest speed, lest the bar change its length at every drawing.
    label = ", ".join(notes).ljust(21 if speed >= 1000 else 10)
    length = width - len(label) - 8
    if length < 1:  # a clock that is cut off would tell a wrong time
        return f"{int(100 * share):3}%"[:width].ljust(width)
    filled = int(length * share)
    return f"{int(100 * share):3}% [{'#' * filled:-<{length}}] {label}".ljust(width)


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80


def _speed(rate: float) -> str:
    for unit in ("", "k", "M"):
        if rate < 1000:
            return f"{rate:.0f} {unit}/s"
        rate /= 1000
    return f"{rate:.1f} G/s"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
