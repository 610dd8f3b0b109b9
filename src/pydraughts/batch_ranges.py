"""Rows in ranges, shared out to threads; what is checked before that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ._perft import Stop
from .batch_array import PositionArray
from .batch_rows import fill, whole_numbers
from .sharing import in_threads
from .types import check_whole

__all__ = ["each_row", "first_fault", "in_ranges", "rows_of"]

_Result = TypeVar("_Result")

# Rows in a range: enough that a thread has something to do, few enough that Ctrl-C is heard soon.
_FEWEST, _MOST = 1 << 10, 1 << 17
_RANGES_PER_THREAD = 4
_MOST_NUMBER = 1 << 62


def rows_of(a: PositionArray) -> npt.NDArray[np.void]:
    """Take the rows of an argument that must be a `PositionArray`."""
    if not isinstance(a, PositionArray):
        raise TypeError(
            f"expected a PositionArray, not {type(a).__name__}: PositionArray(rows) checks an array"
        )
    return a.rows


def each_row(name: str, values: npt.ArrayLike, length: int) -> npt.NDArray[np.int64]:
    """Whole numbers, one for each row; -1 for those that are none of any move."""
    array = whole_numbers(name, values)
    if array.shape != (length,):
        raise ValueError(f"{name} must have the shape ({length},), one for each row, not {array.shape}")
    numbers = np.full(length, -1, np.int64)
    fill(numbers, array, _MOST_NUMBER)
    return numbers


def in_ranges(
    work: Callable[[int, int], _Result], length: int, threads: int, *, most: int = _MOST
) -> list[_Result]:
    """Do ``work(begin, end)`` for ranges that make up 0 .. length; results in the order of the ranges."""
    threads = check_whole("threads", threads, 1)
    size = min(max(length // (_RANGES_PER_THREAD * threads), _FEWEST), most)
    ranges = [(begin, min(begin + size, length)) for begin in range(0, length, size)]
    if threads == 1 or len(ranges) == 1:
        return [work(*piece) for piece in ranges]
    return [
        result for _, result in sorted(in_threads(lambda _, piece: work(*piece), ranges, threads, Stop()))
    ]


def first_fault(work: Callable[[int, int], int], length: int, threads: int) -> int | None:
    """Find the first row at fault; work gives that of a range, counted from its begin, or -1."""

    def counted(begin: int, end: int) -> int:
        fault = work(begin, end)
        return begin + fault if fault >= 0 else -1

    return next((fault for fault in in_ranges(counted, length, threads) if fault >= 0), None)
