"""Positions as values, an array at a time: keys, twins, duplicates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _batch
from .batch_array import PositionArray
from .batch_ranges import in_ranges, rows_of
from .batch_rows import POSITION_DTYPE

__all__ = ["Unique", "flipped", "keys", "unique"]

_MOST_PARTS = 64  # of the keys: each thread reads all of them


class Unique(NamedTuple):
    """The distinct positions of an array.

    Attributes
    ----------
    positions : PositionArray of M positions
        Each once, in the order of their first occurrences.
    counts : ndarray of int64, shape (M,)
        How often each occurs.
    inverse : ndarray of int64, shape (N,)
        For each position of the array the number of its equal: ``positions[inverse]`` is the array.

    Examples
    --------
    >>> found = unique(PositionArray.from_fens(["W:W18:B9", "B:W18:B9", "W:W18:B9"]))
    >>> found.positions.fens(), found.counts, found.inverse
    (['W:W18:B9', 'B:W18:B9'], array([2, 1]), array([0, 1, 0]))
    """

    positions: PositionArray
    counts: npt.NDArray[np.int64]
    inverse: npt.NDArray[np.int64]


def keys(a: PositionArray, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Hash every position, side to move included.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    ndarray of uint64, shape (N,)
        As `Position.key`: the same on every machine and in every version.

    Examples
    --------
    >>> from pydraughts import Position
    >>> int(keys(PositionArray.from_positions([Position()]))[0]) == Position().key
    True
    """
    rows = rows_of(a)
    out = np.empty(len(rows), np.uint64)
    in_ranges(lambda begin, end: _batch.keys(rows[begin:end], out[begin:end]), len(rows), threads)
    return out


def flipped(a: PositionArray, *, threads: int = 1) -> PositionArray:
    """Swap the colours of every position and turn the board by 180 degrees.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    PositionArray of N positions

    Examples
    --------
    >>> flipped(PositionArray.from_fens(["B:W32:BK1"])).fens()
    ['W:WK32:B1']
    """
    rows = rows_of(a)
    out = np.empty(len(rows), POSITION_DTYPE)
    in_ranges(lambda begin, end: _batch.flipped(rows[begin:end], out[begin:end]), len(rows), threads)
    return PositionArray._trusted(out)


def unique(a: PositionArray, *, threads: int = 1) -> Unique:
    """Find the distinct positions. Whole positions are compared, never only keys.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    Unique
        Distinct positions, counts, inverse.

    Examples
    --------
    >>> distinct, counts, inverse = unique(PositionArray.from_fens(["B:W32:BK1", "W:W32:BK1", "B:W32:BK1"]))
    >>> distinct.fens(), counts, inverse
    (['B:W32:BK1', 'W:W32:BK1'], array([2, 1]), array([0, 1, 0]))
    """
    rows, hashes = rows_of(a), keys(a, threads=threads)
    equals = _first_equals(rows, hashes, threads)
    firsts, counts = np.empty(len(rows), np.int64), np.zeros(len(rows), np.int64)
    size = 0

    def number(begin: int, end: int) -> None:
        nonlocal size
        size = _batch.number_equals(begin, end, size, equals, firsts, counts)

    in_ranges(number, len(rows), threads=1)
    firsts, distinct = firsts[:size], np.empty(size, POSITION_DTYPE)
    in_ranges(lambda begin, end: _batch.take(rows, firsts[begin:end], distinct[begin:end]), size, threads)
    return Unique(PositionArray._trusted(distinct), counts[:size].copy(), equals)


def _first_equals(
    rows: npt.NDArray[np.void], hashes: npt.NDArray[np.uint64], threads: int
) -> npt.NDArray[np.int64]:
    """Find the first row that equals each; every thread has a part of the keys for its own."""
    parts = min(int(threads), _MOST_PARTS)
    sizes = np.zeros(parts, np.int64)
    _batch.sizes_of_parts(hashes, sizes)
    tables = in_ranges(
        lambda part, _: np.full(2 << int(sizes[part]).bit_length(), -1, np.int64), parts, threads, most=1
    )
    equals = np.empty(len(rows), np.int64)

    def find(begin: int, end: int) -> None:
        in_ranges(
            lambda part, _: _batch.find_equals(rows, hashes, begin, end, part, parts, tables[part], equals),
            parts,
            threads,
            most=1,
        )

    in_ranges(find, len(rows), threads=1)
    return equals
