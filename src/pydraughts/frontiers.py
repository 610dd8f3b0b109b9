"""Counting breadth first: each distinct position once, with the number of paths that lead to it.

A pass makes one frontier from the one before it (see the native `Frontier`); the last one is never
stored: a tree is counted below each of its positions instead. How deep the trees are is measured: with
four plies the time is shared about evenly between frontiers and trees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from ._core import Position
from ._perft import Frontier, Stop, count_tree
from .sharing import in_threads
from .types import Color

__all__ = ["Counts", "Frontiers", "Piece", "add", "count_piece", "tree"]

Counts: TypeAlias = tuple[int, int, int, int, int, int]

TREE_DEPTH = 4
NOTHING: Counts = (0, 0, 0, 0, 0, 0)

_GROWTH = 2.8  # of the number of distinct positions from ply to ply, before it has been seen
_STREAM = 24576  # distinct positions made from one stream: what fits the cache of a core
_MOST_BITS = 12  # the ends of more streams do not fit the cache
_RECORD = 16  # bytes
_SLACK = 1.25  # chunks that are not full, and a growth that was guessed too low
_LEAST_MEMORY = 16 << 20  # bytes for each worker


class Piece(NamedTuple):
    """Part of a frontier to be counted elsewhere: plain data.

    Attributes
    ----------
    records : bytes
        Positions with their weights, as `Frontier.take` gives them.
    white_to_move : bool
        Who moves in the quiet ones.
    depth : int
        Plies to go from there.
    max_memory : int
        Bytes that the count may use.
    stop : Stop
        Ends the count when set in the same process.
    """

    records: bytes
    white_to_move: bool
    depth: int
    max_memory: int
    stop: Stop


def add(one: Counts, other: Counts) -> Counts:
    """Sum two counts, kind by kind."""
    a, b, c, d, e, f = map(sum, zip(one, other, strict=True))
    return a, b, c, d, e, f


def tree(position: Position, depth: int, stop: Stop) -> Counts:
    """Count depth first below one position."""
    white = position.turn == Color.WHITE
    return count_tree(position.black, position.white, position.kings, white, depth, stop)


class Frontiers:
    """The frontiers of one count, one after the other.

    Parameters
    ----------
    workers : int
        Threads to use.
    max_memory : int
        Bytes that the frontiers may take.
    stop : Stop
        Ends the count early when set.
    """

    def __init__(self, workers: int, max_memory: int, stop: Stop) -> None:
        self.workers = workers
        self.max_memory = max_memory
        self.stop = stop
        self.plies = 0
        self.sizes = [1]
        self.spilled = NOTHING
        self._native = Frontier(workers, max_memory, stop)

    @staticmethod
    def enough(workers: int, max_memory: int) -> bool:
        """Tell whether that much memory is of any use."""
        return max_memory >= workers * _LEAST_MEMORY

    def start(self, position: Position) -> None:
        """Begin with one position."""
        white = position.turn == Color.WHITE
        self._native.start(position.black, position.white, position.kings, white)

    def load(self, piece: Piece) -> None:
        """Begin with part of a frontier."""
        self.sizes = [max(1, len(piece.records) // _RECORD)]
        self._native.load(piece.records, piece.white_to_move, self._bits(0))

    @property
    def exact(self) -> bool:
        """Whether `sizes` are the numbers of distinct positions: not if memory ran out."""
        return self._native.exact

    @property
    def streams(self) -> int:
        """How many streams the frontier is kept in."""
        return self._native.streams

    def _ratio(self) -> float:
        return self.sizes[-1] / self.sizes[-2] if len(self.sizes) > 1 and self.sizes[-2] else _GROWTH

    def _bits(self, plies_ahead: int) -> int:
        """Choose the number of streams, so that what is made from each stays small."""
        expected = self.sizes[-1] * self._ratio() ** plies_ahead
        return min(_MOST_BITS, max(0, int(expected / _STREAM)).bit_length())

    def fits(self) -> bool:
        """Tell whether there should be memory for one more frontier."""
        return self._native.records * self._ratio() * _RECORD * _SLACK < self.max_memory - self._least()

    def _least(self) -> int:
        return self.workers * _LEAST_MEMORY // 2

    def ranges(self, number: int) -> list[tuple[int, int]]:
        """Cut the streams in a number of ranges, or as many as there are."""
        streams = self.streams
        number = max(1, min(number, streams))
        return [(streams * i // number, streams * (i + 1) // number) for i in range(number)]

    def advance(self, depth: int, report: Callable[[float], None]) -> bool:
        """Make the next frontier; positions that find no memory are counted, with `depth` plies to go.

        Nothing is done, and the answer is false, if there is no memory to begin with.
        """
        try:
            self._native.open(self._bits(2))
        except MemoryError:
            return False
        self._process(depth - 1, True, report)
        self._native.close()
        self.plies += 1
        return True

    def measure(self, report: Callable[[float], None]) -> None:
        """Make the next frontier without keeping it, for its size."""
        self._process(0, False, report)
        self.plies += 1

    def _process(self, depth: int, keeping: bool, report: Callable[[float], None]) -> None:
        ranges = self.ranges(max(4 * self.workers, self.sizes[-1] >> 18))

        def work(worker: int, streams: tuple[int, int]) -> tuple[int, Counts]:
            return self._native.process(worker, *streams, depth, keeping=keeping)

        size = 0
        # Nobody but the loop holds on to the threads, lest they outlive an error.
        for done, (_, (distinct, counts)) in enumerate(
            in_threads(work, ranges, self.workers, self.stop), start=1
        ):
            size += distinct
            self.spilled = add(self.spilled, counts)
            report(done / len(ranges))
        self.sizes.append(size)

    def count(self, ranges: list[tuple[int, int]], depth: int) -> Iterator[tuple[tuple[int, int], Counts]]:
        """Count to the end from some ranges of streams, `depth` plies, in the order they are done."""

        def work(worker: int, streams: tuple[int, int]) -> Counts:
            return self._native.process(worker, *streams, depth - 1, keeping=False)[1]

        yield from in_threads(work, ranges, self.workers, self.stop)

    def take(self, streams: tuple[int, int], depth: int, max_memory: int) -> Piece:
        """Remove a range of streams, to be counted elsewhere."""
        records = self._native.take(*streams)
        return Piece(records, self._native.white_to_move, depth, max_memory, self.stop)


def count_piece(piece: Piece) -> Counts:
    """Count a piece in this process, with one thread."""
    size = max(1, piece.max_memory // (4 * _RECORD)) * _RECORD
    total = NOTHING
    for first in range(0, len(piece.records), size):
        total = add(total, _count_whole(piece._replace(records=piece.records[first : first + size])))
    return total


def _count_whole(piece: Piece) -> Counts:
    """Count a piece that takes no more than a quarter of the memory."""
    frontiers = Frontiers(1, piece.max_memory, piece.stop)
    frontiers.load(piece)
    depth = piece.depth
    while depth > TREE_DEPTH + 1 and frontiers.sizes[-1] and frontiers.fits():
        if not frontiers.advance(depth, lambda _: None):
            break
        depth -= 1
    total = frontiers.spilled
    for _, counts in frontiers.count(frontiers.ranges(1), depth):
        total = add(total, counts)
    return total
