"""Positions as planes and moves as numbers, for programs that learn."""

from __future__ import annotations

from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _batch
from .batch_array import PositionArray
from .batch_moves import MoveArray
from .batch_playing import what_is_illegal
from .batch_ranges import each_row, first_fault, in_ranges, rows_of
from .batch_rows import whole_numbers
from .errors import IllegalMoveError

__all__ = ["MOVE_INDICES", "decode", "legal_mask", "move_index", "move_vocabulary", "planes"]

_Scalar = TypeVar("_Scalar", bound=np.generic)

_VOCABULARY = np.array(_batch.vocabulary(), [("start", "u1"), ("end", "u1"), ("captured", "<u4")])

MOVE_INDICES = len(_VOCABULARY)
"""How many move indices there are: 98 steps and 936 jumps."""


@overload
def planes(a: PositionArray, *, threads: int = 1) -> npt.NDArray[np.float32]: ...
@overload
def planes(a: PositionArray, dtype: type[_Scalar], *, threads: int = 1) -> npt.NDArray[_Scalar]: ...
@overload
def planes(a: PositionArray, dtype: npt.DTypeLike, *, threads: int = 1) -> npt.NDArray[Any]: ...
def planes(a: PositionArray, dtype: npt.DTypeLike = np.float32, *, threads: int = 1) -> npt.NDArray[Any]:
    """Spread every position out, as the side to move sees it.

    Parameters
    ----------
    a : PositionArray of N positions
    dtype : dtype, default float32
        Of the result: bool, or integers or floats of any size.
    threads : int, default 1

    Returns
    -------
    ndarray of dtype, shape (N, 5, 8, 4)
        Own men, own kings, their men, their kings: 1 where one stands; the fifth is 1 everywhere if
        White is to move, else 0. Rows go forward from the mover's own first row, columns are its four dark
        squares: ``[r, c]`` is square ``4 r + c + 1``, and White's board is turned by 180 degrees. So a
        position and its twin (`flipped`) differ in the fifth plane only.

    Raises
    ------
    TypeError
        If dtype is another kind of dtype, or none.

    Examples
    --------
    >>> array = PositionArray.from_fens(["W:W21-32:BK1,8"])
    >>> own_men, own_kings, their_men, their_kings, white_moves = planes(array, np.uint8)[0]
    >>> their_men[6], their_kings[7]
    (array([1, 0, 0, 0], dtype=uint8), array([0, 0, 0, 1], dtype=uint8))
    """
    rows = rows_of(a)
    if dtype is None or np.dtype(dtype).kind not in "biuf":
        raise TypeError(f"dtype must be one of bool, integers or floats, not {dtype!r}")
    out = np.empty((len(rows), 5, 8, 4), dtype)

    def spread(begin: int, end: int) -> None:
        words = np.empty((end - begin, 5), "<u4")
        _batch.planes(rows[begin:end], words)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        out[begin:end] = bits.reshape(-1, 5, 8, 4)

    in_ranges(spread, len(rows), threads, most=1 << 12)
    return out


def move_vocabulary() -> npt.NDArray[np.void]:
    """Tell what every move index stands for, as the mover sees the board.

    The index is the same in every position and for ever. White's boards are turned by 180 degrees: square
    s counts as 33 - s. First come the 98 steps by start and end, then the jumps by start and men taken.
    Two routes with the same start, end and men taken share an index, as they lead to the same position.

    Returns
    -------
    ndarray, shape (MOVE_INDICES,)
        With the fields ``start`` and ``end`` (uint8, squares 1-32) and ``captured`` (uint32, bit i for square
        i + 1; 0 for a step).

    Examples
    --------
    >>> len(move_vocabulary()), move_vocabulary()[0].item()
    (1034, (1, 5, 0))
    """
    return _VOCABULARY.copy()


def legal_mask(a: PositionArray, *, threads: int = 1) -> npt.NDArray[np.bool_]:
    """Find the move indices that are legal in every position.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    ndarray of bool, shape (N, MOVE_INDICES)

    Examples
    --------
    >>> legal_mask(PositionArray.from_fens(["B:W21-32:B1-12", "B:W6,7,14,15:BK2"])).sum(axis=1)
    array([7, 1])
    """
    rows = rows_of(a)
    mask = np.zeros((len(rows), MOVE_INDICES), np.uint8)
    in_ranges(lambda begin, end: _batch.legal_mask(rows[begin:end], mask[begin:end]), len(rows), threads)
    return mask.view(np.bool_)


def move_index(a: PositionArray, moves: MoveArray, *, threads: int = 1) -> npt.NDArray[np.int32]:
    """Give moves their indices.

    Parameters
    ----------
    a : PositionArray of N positions
    moves : MoveArray of M moves in N positions
    threads : int, default 1

    Returns
    -------
    ndarray of int32, shape (M,)
        0 to ``MOVE_INDICES - 1``.

    Raises
    ------
    IllegalMoveError
        If one is not legal in its position: says in which row first.
    TypeError
        If moves is something else.
    ValueError
        If the moves are those of another number of positions.

    Examples
    --------
    >>> from pydraughts.batch import legal_moves
    >>> array = PositionArray.from_fens(["B:W21-32:B1-12", "B:W6,7,14,15:BK2"])
    >>> move_index(array, legal_moves(array))[-2:]
    array([133, 133], dtype=int32)
    """
    rows = rows_of(a)
    if not isinstance(moves, MoveArray):
        raise TypeError(f"moves must be a MoveArray, not {type(moves).__name__}")
    if len(moves.offsets) != len(rows) + 1:
        raise ValueError(f"moves must be those of {len(rows)} positions, not {moves!r}")
    out = np.empty(len(moves), np.int32)
    fault = first_fault(
        lambda begin, end: _batch.move_indices(
            rows[begin:end], moves.offsets[begin : end + 1], moves.codes, out
        ),
        len(rows),
        threads,
    )
    if fault is not None:
        raise what_is_illegal(a, moves, fault)
    return out


def decode(a: PositionArray, index: npt.ArrayLike, *, threads: int = 1) -> MoveArray:
    """Find the legal move of every position that has an index.

    Parameters
    ----------
    a : PositionArray of N positions
    index : array_like of int, shape (N,)
    threads : int, default 1

    Returns
    -------
    MoveArray
        One move of each position, the first in the order of `legal_moves` if several routes share the index;
        `play` takes it.

    Raises
    ------
    IllegalMoveError
        If no legal move has the index: says in which row first.
    TypeError, ValueError
        If there is not one whole number for each position.

    Examples
    --------
    >>> array = PositionArray.from_fens(["B:W21-32:B1-12", "B:W6,7,14,15:BK2"])
    >>> [str(move) for move in decode(array, legal_mask(array).argmax(axis=1))]
    ['9-13', '2x9x18x11x2']
    """
    rows = rows_of(a)
    if isinstance(index, MoveArray):
        raise TypeError("index must be whole numbers, not a MoveArray; move_index gives those of moves")
    wanted = each_row("index", index, len(rows))
    codes = np.empty(len(rows), np.uint64)
    fault = first_fault(
        lambda begin, end: _batch.decode(rows[begin:end], wanted[begin:end], codes[begin:end]),
        len(rows),
        threads,
    )
    if fault is not None:
        what = "legal_mask tells which do" if a[fault].count_moves() else "it has none"
        raise IllegalMoveError(
            f"row {fault}: no legal move has the index {whole_numbers('index', index)[fault]}; {what}"
        )
    return MoveArray._one_each(codes)
