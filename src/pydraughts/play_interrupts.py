"""Ctrl-C at the table: it stops what can be stopped without harm, and nothing else."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

__all__ = ["Interrupts"]


class Interrupts:
    """Have Ctrl-C raise `KeyboardInterrupt` only where that is allowed, so that no move is left half made.

    Examples
    --------
    >>> interrupts = Interrupts()
    >>> with interrupts:
    ...     signal.raise_signal(signal.SIGINT)
    ...     try:
    ...         with interrupts.allowed():
    ...             signal.raise_signal(signal.SIGINT)
    ...     except KeyboardInterrupt:
    ...         print("stopped")
    stopped
    """

    def __init__(self) -> None:
        self._are_allowed = False
        self._are_ours = False

    def __enter__(self) -> None:
        # Only the main thread is interrupted; whoever ignores or handles the signal goes on doing so.
        is_main = threading.current_thread() is threading.main_thread()
        self._are_ours = is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._are_ours:
            signal.signal(signal.SIGINT, self._interrupt)

    def __exit__(self, *_: object) -> None:
        if self._are_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextlib.contextmanager
    def allowed(self) -> Iterator[None]:
        """Allow it for a while."""
        self._are_allowed = True
        try:
            yield
        finally:
            self._are_allowed = False

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self._are_allowed:
            self._are_allowed = False  # whatever of `allowed` this may cut short
            raise KeyboardInterrupt
