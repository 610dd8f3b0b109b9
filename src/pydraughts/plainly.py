"""Counting breadth first in plain Python, for numbers of paths of any size.

Where paths outgrow the native frontiers, at 2**116, a game goes round in circles among few positions.
`max_memory` bounds the bytes that they take, about; `report` is told the share of the plies that is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from ._core import Move, Position

__all__ = ["count", "distinct"]

_BYTES = 600  # for a position and its number, in the frontier that is read or in the one that is made


def count(
    position: Position, depth: int, max_memory: int, report: Callable[[float], None]
) -> tuple[int, int, int, int, int, int]:
    """Count the last of depth plies, at least one, by kind: the numbers of `PerftCounts`.

    Examples
    --------
    >>> count(Position(), 6, 1 << 30, lambda share: None)
    (36768, 4290, 437, 0, 0, 0)
    """
    for plies, frontier in enumerate(_frontiers(position, depth - 1, max_memory)):
        paths = frontier
        report(plies / depth)
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


def distinct(
    position: Position, depth: int, max_memory: int, report: Callable[[float], None]
) -> tuple[int, ...]:
    """Count the distinct positions after 0 to depth plies.

    Examples
    --------
    >>> distinct(Position(), 5, 1 << 30, lambda share: None)
    (1, 7, 49, 216, 805, 2733)
    """
    sizes = []
    for plies, paths in enumerate(_frontiers(position, depth, max_memory)):
        sizes.append(len(paths))
        report(plies / (depth + 1))
    return tuple(sizes)


def _frontiers(position: Position, plies: int, max_memory: int) -> Iterator[Counter[Position]]:
    """Yield the positions after 0 to so many plies, with the number of paths to each."""
    paths = Counter({position: 1})
    yield paths
    for _ in range(plies):
        further: Counter[Position] = Counter()
        for here, times in paths.items():
            for move in here.legal_moves():
                further[here.play(move)] += times
            if len(further) * _BYTES > max_memory:
                raise MemoryError(
                    f"max_memory of {max_memory} bytes does not hold the positions of a count beyond 2**116:"
                    f" there are more than {len(further)}"
                )
        paths = further
        yield paths
