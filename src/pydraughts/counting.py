"""Perft: how many sequences of moves there are, and what the last of them do.

Counts follow chess practice: they describe the moves made at the last ply. A move is its path, so two
routes over the same men count twice, as in the published table. How the work is
done is in jobs.py, loaded when it is first needed: that costs more than the rest of the package.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from ._core import Move, Position
from .types import Method, Progress, check_whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["PerftCounts", "distinct_positions", "divide", "perft", "perft_counts"]


class PerftCounts(NamedTuple):
    """What the moves made at the last ply are.

    Attributes
    ----------
    nodes : int
        All of them: the perft number.
    captures : int
        Jumps over any number of men.
    multi_captures : int
        Jumps over two or more.
    king_moves : int
        Made by a piece that was a king already, jumps included.
    king_captures : int
        Those of the king moves that are jumps.
    promotions : int
        Those that crown a man.

    Examples
    --------
    >>> perft_counts(Position.from_fen("W:W12:B7,8"), 1)
    PerftCounts(nodes=1, captures=1, multi_captures=0, king_moves=0, king_captures=0, promotions=1)
    """

    nodes: int
    captures: int
    multi_captures: int
    king_moves: int
    king_captures: int
    promotions: int


def perft_counts(
    position: Position,
    depth: int,
    *,
    method: Method = "auto",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    max_memory: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> PerftCounts:
    """Count the move sequences of a length, with what their last moves are.

    Parameters
    ----------
    position : Position
        Where to start.
    depth : int
        Length in plies; after 0 plies there is one sequence, the empty one.
    method : {"auto", "tree", "frontier"}
        How to count. ``tree`` goes depth first through every sequence. ``frontier`` goes breadth first
        and looks at each distinct position once; it is exact, and much faster for deep counts. ``auto``
        takes whatever is faster at that depth.
    threads : int, optional
        How many threads to use: by default one for each core if the count is deep, else one. More than
        four for each core are of no use and are not started.
    executor : concurrent.futures.Executor, optional
        Where to send the work instead, in pieces: a process pool, a cluster.
    progress : callable, optional
        Called as ``progress(done, total)`` from time to time, from the calling thread.
    max_memory : int, optional
        Bytes that frontiers may take in this process, half of what is free by default, and in each
        worker of an executor, 1 GiB by default. What would need more is counted depth first: all of it
        below 16 MiB. Each thread takes about 5 MiB besides.
    checkpoint : path-like, optional
        A file to note finished work in. A count that was stopped goes on from there.

    Returns
    -------
    PerftCounts

    Raises
    ------
    ValueError
        If an argument is out of range, or the checkpoint is damaged or belongs to another count.

    Examples
    --------
    >>> perft_counts(Position(), 8).promotions
    4501
    """
    from .jobs import Job

    return PerftCounts(
        *Job(
            position,
            depth,
            method=method,
            threads=threads,
            executor=executor,
            progress=progress,
            max_memory=max_memory,
            checkpoint=checkpoint,
        ).count()
    )


def perft(
    position: Position,
    depth: int,
    *,
    method: Method = "auto",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    max_memory: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> int:
    """Count the move sequences of a length.

    Parameters
    ----------
    position, depth, method, threads, executor, progress, max_memory, checkpoint
        As for `perft_counts`.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        As for `perft_counts`.

    Examples
    --------
    >>> perft(Position(), 6)
    36768
    """
    from .jobs import Job

    job = Job(
        position,
        depth,
        method=method,
        threads=threads,
        executor=executor,
        progress=progress,
        max_memory=max_memory,
        checkpoint=checkpoint,
    )
    return job.count()[0]


def divide(
    position: Position,
    depth: int,
    *,
    method: Method = "auto",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    max_memory: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> dict[Move, int]:
    """Count the move sequences of a length by their first move.

    Parameters
    ----------
    position, depth, method, threads, executor, progress, max_memory, checkpoint
        As for `perft_counts`; depth is at least 1.

    Returns
    -------
    dict of Move to int
        In the order of `Position.legal_moves`.

    Raises
    ------
    ValueError
        As for `perft_counts`, and if the depth is 0.

    Examples
    --------
    >>> {str(move): count for move, count in divide(Position(), 4).items()}
    {'9-13': 264, '9-14': 180, '10-14': 175, '10-15': 185, '11-15': 184, '11-16': 244, '12-16': 237}
    """
    from .jobs import Job

    check_whole("depth", depth, 1)
    job = Job(
        position,
        depth,
        method=method,
        threads=threads,
        executor=executor,
        progress=progress,
        max_memory=max_memory,
        checkpoint=checkpoint,
    )
    return {move: counts[0] for move, counts in job.divide().items()}


def distinct_positions(
    position: Position,
    depth: int,
    *,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> tuple[int, ...]:
    """Count the distinct positions after each number of plies.

    Parameters
    ----------
    position : Position
        Where to start.
    depth : int
        Most plies.
    threads, max_memory, progress
        As for `perft_counts`.

    Returns
    -------
    tuple of int
        Entry n is for n plies, 0 to depth.

    Raises
    ------
    ValueError
        If an argument is out of range.
    MemoryError
        If `max_memory` does not hold the frontiers.

    Examples
    --------
    >>> distinct_positions(Position(), 6)
    (1, 7, 49, 216, 805, 2733, 9105)
    """
    from .jobs import Job

    return Job(position, depth, threads=threads, max_memory=max_memory, progress=progress).distinct()
