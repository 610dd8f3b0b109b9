"""Moves made in an array of positions: all of every position, or one of each."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _batch
from .batch_array import PositionArray
from .batch_counting import count_moves
from .batch_moves import MoveArray
from .batch_ranges import each_row, first_fault, in_ranges, rows_of
from .batch_rows import POSITION_DTYPE, whole_numbers
from .errors import IllegalMoveError

__all__ = ["legal_moves", "play", "successors", "what_is_illegal"]


def _running(counts: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _changed(row: int) -> ValueError:
    return ValueError(f"row {row} was changed meanwhile")


def _must_be_unchanged(row: int | None) -> None:
    if row is not None:
        raise _changed(row)


def legal_moves(a: PositionArray, *, threads: int = 1) -> MoveArray:
    """List the legal moves of every position.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    MoveArray
        Of every position the moves in the order of `Position.legal_moves`.

    Examples
    --------
    >>> moves = legal_moves(PositionArray.from_fens(["B:W21-32:B1-12", "B:W6,7,14,15:BK2"]))
    >>> moves.start, [str(move) for move in moves.of(1)]
    (array([ 9,  9, 10, 10, 11, 11, 12,  2,  2], dtype=uint8), ['2x9x18x11x2', '2x11x18x9x2'])
    """
    rows, offsets = rows_of(a), _running(count_moves(a, threads=threads))
    codes = np.empty(offsets[-1], np.uint64)
    _must_be_unchanged(
        first_fault(
            lambda begin, end: _batch.list_moves(rows[begin:end], offsets[begin : end + 1], codes),
            len(a),
            threads,
        )
    )
    return MoveArray._trusted(offsets, codes)


def successors(a: PositionArray, *, threads: int = 1) -> tuple[PositionArray, npt.NDArray[np.int64]]:
    """Make every legal move of every position.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    positions : PositionArray of M positions
        One for each move, in the order of `legal_moves`.
    parents : ndarray of int64, shape (M,)
        The number of the position that each comes from.

    Examples
    --------
    >>> positions, parents = successors(PositionArray.from_fens(["B:W6,7,14,15:BK2", "W:WK32:B27"]))
    >>> positions.fens(), parents
    (['W:W:BK2', 'W:W:BK2', 'B:WK23:B'], array([0, 0, 1]))
    """
    rows, counts = rows_of(a), count_moves(a, threads=threads)
    sizes = in_ranges(lambda begin, end: (begin, int(counts[begin:end].sum())), len(a), threads)
    total, begins = 0, {}  # of the moves of each range
    for begin, size in sizes:
        begins[begin] = total
        total += size
    after, parents = np.empty(total, POSITION_DTYPE), np.empty(total, np.int64)

    def follow(begin: int, end: int) -> int:
        offsets = _running(counts[begin:end])
        place = slice(begins[begin], begins[begin] + int(offsets[-1]))
        return _batch.successors(rows[begin:end], begin, offsets, after[place], parents[place])

    _must_be_unchanged(first_fault(follow, len(a), threads))
    return PositionArray._trusted(after), parents


def play(a: PositionArray, moves: MoveArray | npt.ArrayLike, *, threads: int = 1) -> PositionArray:
    """Make one move in every position.

    Parameters
    ----------
    a : PositionArray of N positions
    moves : array_like of int, shape (N,), or MoveArray with one move of each position
        Numbers count the legal moves of a position from 0, in the order of `legal_moves`.
    threads : int, default 1

    Returns
    -------
    PositionArray of N positions

    Raises
    ------
    IllegalMoveError
        If a position has no such move: says which is the first.
    TypeError, ValueError
        If moves are not one for each position.

    Examples
    --------
    >>> array = PositionArray.from_fens(["B:W21-32:B1-12", "W:WK32:B27"])
    >>> play(array, [4, 0]).fens()[1]
    'B:WK23:B'
    >>> play(array, [7, 0])
    Traceback (most recent call last):
        ...
    pydraughts.errors.IllegalMoveError: row 0 has no move 7: its legal moves are numbered 0 to 6
    """
    rows = rows_of(a)
    if isinstance(moves, MoveArray):
        codes = _codes_of(a, moves, threads)
    else:
        codes = np.empty(len(a), np.uint64)
        try:
            wanted = each_row("moves", moves, len(a))
        except TypeError as error:
            raise TypeError(f"{error}; MoveArray.from_moves takes moves") from None
        fault = first_fault(
            lambda begin, end: _batch.nth_moves(rows[begin:end], wanted[begin:end], codes[begin:end]),
            len(a),
            threads,
        )
        if fault is not None:
            count = a[fault].count_moves()
            what = f"its legal moves are numbered 0 to {count - 1}" if count else "it has no legal move"
            raise IllegalMoveError(f"row {fault} has no move {whole_numbers('moves', moves)[fault]}: {what}")
    out = np.empty(len(a), POSITION_DTYPE)
    in_ranges(
        lambda begin, end: _batch.carry_out(rows[begin:end], codes[begin:end], out[begin:end]),
        len(a),
        threads,
    )
    return PositionArray._trusted(out)


def _codes_of(a: PositionArray, moves: MoveArray, threads: int) -> npt.NDArray[np.uint64]:
    """Check that there is one legal move for each position."""
    if not np.array_equal(moves.offsets, np.arange(len(a) + 1)):
        raise ValueError(f"moves must be one for each of {len(a)} positions, not {moves!r}")
    rows, codes = a.rows, moves.codes
    fault = first_fault(
        lambda begin, end: _batch.first_illegal(rows[begin:end], codes[begin:end]), len(a), threads
    )
    if fault is not None:
        raise what_is_illegal(a, moves, fault)
    return codes


def what_is_illegal(a: PositionArray, moves: MoveArray, row: int) -> ValueError:
    """Tell what is wrong with the moves of a row that are not all legal."""
    try:
        for move in moves.of(row):
            a[row].play(move)
    except ValueError as error:
        return IllegalMoveError(f"row {row}: {error}")
    return _changed(row)
