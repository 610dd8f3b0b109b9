"""What is to be known of the moves in an array of positions without listing them."""

from __future__ import annotations

from itertools import count

import numpy as np
import numpy.typing as npt

from . import _batch
from ._perft import Stop, count_tree
from .batch_array import PositionArray
from .batch_ranges import first_fault, in_ranges, rows_of
from .sharing import in_threads
from .types import check_whole

__all__ = ["count_moves", "must_capture", "perft", "winners"]

# Deeper trees take long enough that each must hear when it is to stop.
_SHALLOW = 6
_MOST_ROWS = 1 << 18  # of trees of depth 0; a quarter for each ply
_DEEPEST = 1 << 62  # plies: no line of play is so long


def count_moves(a: PositionArray, *, threads: int = 1) -> npt.NDArray[np.int32]:
    """Count the legal moves of every position.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    ndarray of int32, shape (N,)
        As `Position.count_moves`.

    Examples
    --------
    >>> count_moves(PositionArray.from_fens(["B:W21-32:B1-12", "B:W6,7,14,15:BK2"]))
    array([7, 2], dtype=int32)
    """
    rows = rows_of(a)
    counts = np.empty(len(rows), np.int32)
    in_ranges(lambda begin, end: _batch.count_moves(rows[begin:end], counts[begin:end]), len(rows), threads)
    return counts


def must_capture(a: PositionArray, *, threads: int = 1) -> npt.NDArray[np.bool_]:
    """Find the positions in which the side to move can jump, and so has to.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    ndarray of bool, shape (N,)

    Examples
    --------
    >>> must_capture(PositionArray.from_fens(["B:W21-32:B1-12", "B:W6,7,14,15:BK2"]))
    array([False,  True])
    """
    rows = rows_of(a)
    found = np.empty(len(rows), np.uint8)
    in_ranges(lambda begin, end: _batch.must_capture(rows[begin:end], found[begin:end]), len(rows), threads)
    return found.view(np.bool_)


def winners(a: PositionArray, *, threads: int = 1) -> npt.NDArray[np.int8]:
    """Find the side that has won because the other cannot move.

    Parameters
    ----------
    a : PositionArray of N positions
    threads : int, default 1

    Returns
    -------
    ndarray of int8, shape (N,)
        0 where Black has won, 1 where White has, -1 where the side to move has a move.

    Examples
    --------
    >>> winners(PositionArray.from_fens(["B:W21-32:B1-12", "B:W21:B"]))
    array([-1,  1], dtype=int8)
    """
    stuck = count_moves(a, threads=threads) == 0
    return np.where(stuck, a.turn == 0, np.int8(-1))


def perft(a: PositionArray, depth: int, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Count the move sequences of a length from every position.

    Parameters
    ----------
    a : PositionArray of N positions
    depth : int
        Length in plies, 0 or more.
    threads : int, default 1

    Returns
    -------
    ndarray of uint64, shape (N,)
        As `pydraughts.perft`.

    Raises
    ------
    ValueError
        If depth is negative, or a count could be too large for 64 bits; before anything is counted. A man
        never has more than 5 moves, a king never more than 16, all pieces together never more than 424,
        and a move crowns one man at most: the product over all plies has to fit. It does to depth 10 from
        the start position, to 12 with two kings a side, to 15 with one; `pydraughts.perft` has no such limit.

    Examples
    --------
    >>> perft(PositionArray.from_fens(["B:W21-32:B1-12", "B:W6,7,14,15:BK2"]), 5)
    array([7361,    0], dtype=uint64)
    """
    rows = rows_of(a)
    depth = check_whole("depth", depth, 0)
    fault = first_fault(
        lambda begin, end: _batch.first_that_could_wrap(rows[begin:end], min(depth, _DEEPEST)),
        len(rows),
        threads,
    )
    if fault is not None:
        wide = rows[fault : fault + 1]
        deepest = next(plies for plies in count() if _batch.first_that_could_wrap(wide, plies + 1) == 0)
        raise ValueError(
            f"row {fault}: the count of depth {depth} could be beyond 64 bits, that of depth {deepest} not; "
            "pydraughts.perft has no limit"
        )
    counts = np.ones(len(rows), np.uint64)
    if 0 < depth <= _SHALLOW:
        in_ranges(
            lambda begin, end: _batch.perft(rows[begin:end], depth, counts[begin:end]),
            len(rows),
            threads,
            most=_MOST_ROWS >> 2 * depth,
        )
    elif depth:
        stop = Stop()

        def count_row(_: int, row: int) -> int:
            black, white, kings, turn = rows[row].item()
            return count_tree(black, white, kings, bool(turn), depth, stop)[0]

        for row, nodes in in_threads(count_row, range(len(rows)), threads, stop):
            counts[row] = nodes
    return counts
