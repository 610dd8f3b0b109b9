"""An array of moves: a typed holder of one word a move."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import _batch
from ._core import Move
from .batch_rows import fill, whole_numbers
from .types import check_type, check_whole

__all__ = ["CAPTURE", "KING", "PROMOTION", "MoveArray"]

CAPTURE, KING, PROMOTION = 1, 2, 4
"""Bits of `MoveArray.flags`."""

_LONGEST_PATH = 10


class MoveArray(Sequence[Move]):  # noqa: PLW1641 (no hash, like any array)
    """Moves of N positions, one after the other.

    Those of row i are number ``offsets[i]`` to ``offsets[i + 1] - 1``. A number gives a `Move`, a slice a
    tuple of them.

    Parameters
    ----------
    offsets : array_like of int, shape (N + 1,)
        From 0 to the number of moves, never falling.
    codes : array_like of int, shape (M,)
        A move in one word: from the top bit down ten squares of the path, each its number less one in
        five bits; in bits 4-7 how many of them follow the first; in bit 0 whether a king moves; all other
        bits are 0. Codes sort as paths do.

    Raises
    ------
    TypeError, ValueError
        If offsets or codes are something else; a code must be that of a `Move`, wherever it may be legal.

    Examples
    --------
    >>> from pydraughts.batch import PositionArray, legal_moves
    >>> moves = legal_moves(PositionArray.from_fens(["B:W21-32:B1-12", "B:W14,22:B9"]))
    >>> moves.offsets
    array([0, 7, 8])
    >>> moves[7], moves.of(1), int(moves.captured[7])
    (Move((9, 18, 25)), (Move((9, 18, 25)),), 2105344)
    """

    __slots__ = ("_codes", "_described", "_offsets")

    def __init__(self, offsets: npt.ArrayLike, codes: npt.ArrayLike) -> None:
        given, ends = whole_numbers("codes", codes), whole_numbers("offsets", offsets)
        if given.ndim != 1 or ends.ndim != 1 or not len(ends):
            raise ValueError(
                f"offsets and codes have the shapes (N + 1,) and (M,), not {ends.shape} and {given.shape}"
            )
        words = np.zeros(len(given), np.uint64)
        fill(words, given, 2**64 - 1)  # 0, which is no move, for what does not fit
        if ends[0] != 0 or ends[-1] != len(words) or (ends[1:] < ends[:-1]).any():
            raise ValueError(f"offsets must go from 0 to {len(words)}, the number of moves, and never fall")
        wrong = _batch.first_that_is_no_move(words)
        if wrong >= 0:
            raise ValueError(f"code {wrong} is no move: {int(given[wrong]):#x}")
        self._hold(ends.astype(np.int64), words)

    def _hold(self, offsets: npt.NDArray[np.int64] | None, codes: npt.NDArray[np.uint64]) -> None:
        codes.flags.writeable = False
        self._offsets, self._codes = offsets, codes
        self._described: tuple[npt.NDArray[Any], ...] | None = None

    @classmethod
    def _trusted(cls, offsets: npt.NDArray[np.int64], codes: npt.NDArray[np.uint64]) -> MoveArray:
        """Hold arrays that are known to be moves, and nobody else's."""
        array = cls.__new__(cls)
        array._hold(offsets, codes)
        return array

    @classmethod
    def _one_each(cls, codes: npt.NDArray[np.uint64]) -> MoveArray:
        """Hold one move of each position; offsets tell nothing then, and are made when asked for."""
        array = cls.__new__(cls)
        array._hold(None, codes)
        return array

    @classmethod
    def from_moves(cls, moves: Iterable[Move]) -> MoveArray:
        """Hold one move of each position.

        Parameters
        ----------
        moves : iterable of Move

        Returns
        -------
        MoveArray

        Raises
        ------
        TypeError
            If an item is something else: says which is the first.

        Examples
        --------
        >>> MoveArray.from_moves([Move((9, 14)), Move((9, 18, 25))]).captured
        array([      0, 2105344], dtype=uint32)
        """
        return cls._one_each(np.fromiter((_code(*item) for item in enumerate(moves)), np.uint64))

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where the moves of each position begin, and M: ndarray of int64, shape (N + 1,)."""
        if self._offsets is None:
            self._offsets = np.arange(len(self) + 1, dtype=np.int64)
        self._offsets.flags.writeable = False
        return self._offsets

    @property
    def codes(self) -> npt.NDArray[np.uint64]:
        """The moves in one word each: ndarray of uint64, shape (M,)."""
        return self._codes

    @property
    def start(self) -> npt.NDArray[np.uint8]:
        """First squares, 1-32: ndarray of uint8, shape (M,)."""
        return self._describe()[0]

    @property
    def end(self) -> npt.NDArray[np.uint8]:
        """Last squares, 1-32: ndarray of uint8, shape (M,)."""
        return self._describe()[1]

    @property
    def captured(self) -> npt.NDArray[np.uint32]:
        """The men taken, bit i for square i + 1; 0 for a step: ndarray of uint32, shape (M,)."""
        return self._describe()[2]

    @property
    def flags(self) -> npt.NDArray[np.uint8]:
        """What the moves are, bits `CAPTURE`, `KING` and `PROMOTION`: ndarray of uint8, shape (M,)."""
        return self._describe()[3]

    @property
    def path(self) -> npt.NDArray[np.uint8]:
        """The squares stood on, start first, then 0; made anew each time: ndarray of uint8, shape (M, 10)."""
        path = np.zeros((len(self), _LONGEST_PATH), np.uint8)
        _batch.paths(self._codes, path)
        return path

    def _describe(self) -> tuple[npt.NDArray[Any], ...]:
        """Start, end, captured and flags, worked out when they are first asked for."""
        if self._described is None:
            starts, ends, flags = (np.empty(len(self), np.uint8) for _ in range(3))
            captured = np.empty(len(self), np.uint32)
            _batch.describe(self._codes, starts, ends, captured, flags)
            for values in (starts, ends, captured, flags):
                values.flags.writeable = False
            self._described = starts, ends, captured, flags
        return self._described

    def of(self, row: int) -> tuple[Move, ...]:
        """List the moves of one position.

        Parameters
        ----------
        row : int

        Returns
        -------
        tuple of Move

        Raises
        ------
        IndexError
            If there is no such row.

        Examples
        --------
        >>> from pydraughts.batch import PositionArray, legal_moves
        >>> legal_moves(PositionArray.from_fens(["B:W22:B17,18", "W:WK32:B1,27"])).of(1)
        (Move((32, 23), is_king=True),)
        """
        rows = len(self.offsets) - 1
        row = check_whole("row", row)
        if not -rows <= row < rows:
            raise IndexError(f"there is no row {row} of {rows}")
        row %= rows
        return self[self.offsets[row] : self.offsets[row + 1]]

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | np.integer[Any] | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(map(_move, self._codes[index]))
        try:
            number = operator.index(index)
        except TypeError:
            what = f"moves are chosen by a number or a slice, not by {type(index).__name__}"
            raise TypeError(f"{what}; the array codes can be indexed in other ways") from None
        if not -len(self) <= number < len(self):
            raise IndexError(f"there is no move {number} of {len(self)}")
        return _move(self._codes[number])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MoveArray):
            return NotImplemented
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self._codes, other._codes)

    def __repr__(self) -> str:
        return f"MoveArray of {len(self)} moves in {len(self.offsets) - 1} positions"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.offsets, self._codes)


def _code(number: int, move: Move) -> int:
    check_type(f"item {number}", move, Move)
    return _batch.code_of(move.path, move.is_king)


def _move(code: np.uint64) -> Move:
    path, is_king = _batch.path_of(int(code))
    return Move(path, is_king=is_king)
