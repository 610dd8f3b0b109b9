"""Counting breadth first in plain Python, for numbers of paths of any size.

Where paths outgrow the native frontiers, at 2**116, a game goes round in circles among few positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ._core import Move, Position

__all__ = ["count", "distinct"]


def count(position: Position, depth: int) -> tuple[int, int, int, int, int, int]:
    """Count the last of depth plies, at least one, by kind: the numbers of `PerftCounts`.

    Examples
    --------
    >>> count(Position(), 6)
    (36768, 4290, 437, 0, 0, 0)
    """
    *_, paths = _frontiers(position, depth - 1)
    kinds: Counter[Move] = Counter()
    for here, times in paths.items():
        for move in here.legal_moves():
            kinds[move] += times
    moves = kinds.items()
    return (
        sum(kinds.values()),
        sum(times for move, times in moves if move.is_capture),
        sum(times for move, times in moves if len(move.captured) > 1),
        sum(times for move, times in moves if move.is_king),
        sum(times for move, times in moves if move.is_king and move.is_capture),
        sum(times for move, times in moves if move.is_promotion),
    )


def distinct(position: Position, depth: int) -> tuple[int, ...]:
    """Count the distinct positions after 0 to depth plies.

    Examples
    --------
    >>> distinct(Position(), 5)
    (1, 7, 49, 216, 805, 2733)
    """
    return tuple(len(paths) for paths in _frontiers(position, depth))


def _frontiers(position: Position, plies: int) -> Iterator[Counter[Position]]:
    """Yield the positions after 0 to so many plies, with the number of paths to each."""
    paths = Counter({position: 1})
    yield paths
    for _ in range(plies):
        further: Counter[Position] = Counter()
        for here, times in paths.items():
            for move in here.legal_moves():
                further[here.play(move)] += times
        paths = further
        yield paths
