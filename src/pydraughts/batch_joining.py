"""Blocks of games joined in the order of their numbers, in whatever order they have been played."""

from __future__ import annotations

from threading import Lock

import numpy as np
import numpy.typing as npt

from . import _batch
from .batch_rows import POSITION_DTYPE

__all__ = ["Block", "Joined", "new_block"]

# Positions and codes of moves, a line of each for every game of a block.
Block = tuple[npt.NDArray[np.void], npt.NDArray[np.uint64]]

_MARGIN = 1.1  # more than is likely to be needed: memory that is never written to costs nothing


def new_block(games: int, plies: int) -> Block:
    """Give room for some games of so many plies."""
    return np.empty((games, plies), POSITION_DTYPE), np.empty((games, plies), np.uint64)


class Joined:
    """All games in one array of positions and one of codes, which grow in parts.

    `lengths` has a place for every game, which is filled in before the game is put.
    """

    def __init__(self, lengths: npt.NDArray[np.int64]) -> None:
        self._lengths = lengths
        self._parts: list[Block] = []
        self._used = 0  # plies of the last part
        self._next = 0  # game
        self._waiting: dict[int, tuple[int, Block]] = {}
        self._spare: list[Block] = []
        self._lock = Lock()

    def spare_block(self) -> Block | None:
        """Give a block whose games have been put, if there is one."""
        with self._lock:
            return self._spare.pop() if self._spare else None

    def put(self, begin: int, end: int, block: Block) -> None:
        """Take the games begin .. end - 1, and copy what can be copied now."""
        ready = []
        with self._lock:
            self._waiting[begin] = end, block
            while self._next in self._waiting:
                begin, (end, block) = self._next, self._waiting.pop(self._next)
                ready.append((block, self._lengths[begin:end], self._place(begin, end)))
                self._next = end
        for block, lengths, place in ready:
            _batch.put_together(*block, lengths, *place)
        with self._lock:
            self._spare += [block for block, _, _ in ready]

    def _place(self, begin: int, end: int) -> Block:
        """Where these games go; if they do not fit, a part for them and all after them is begun."""
        plies = int(self._lengths[begin:end].sum())
        if not self._parts or self._used + plies > len(self._parts[-1][0]):
            self._close()
            likely = int(plies * (len(self._lengths) - begin) / (end - begin) * _MARGIN)
            self._parts.append((np.empty(likely, POSITION_DTYPE), np.empty(likely, np.uint64)))
            self._used = 0
        rows, codes = self._parts[-1]
        place = slice(self._used, self._used + plies)
        self._used += plies
        return rows[place], codes[place]

    def _close(self) -> None:
        """Cut off what the last part has not used."""
        if self._parts:
            rows, codes = self._parts[-1]
            self._parts[-1] = rows[: self._used], codes[: self._used]

    def whole(self) -> Block:
        """All positions and codes, when all games have been put."""
        self._close()
        if len(self._parts) == 1:
            return self._parts[0]
        rows, codes = zip(*self._parts, strict=True) if self._parts else ((), ())
        return (
            np.concatenate([np.empty(0, POSITION_DTYPE), *rows]),
            np.concatenate([np.empty(0, np.uint64), *codes]),
        )
