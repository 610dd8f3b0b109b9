"""Looking ahead from a position: what is best, and what it is worth.

Each call makes a search of its own, with its own table, and leaves nothing behind.
"""

from __future__ import annotations

import numbers
import operator
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, NoReturn

from . import _search
from ._core import Move, Position
from .types import Color, check_type

__all__ = ["DEEPEST", "WIN", "Search", "SearchResult", "draws_ahead", "evaluate", "search"]

WIN = _search.WIN
"""The value of a position whose opponent has no move: a win n plies ahead is worth WIN - n."""

DEEPEST = _search.DEEPEST
"""The most plies that a search looks ahead, captures beyond it not counted."""

_MOST_MEGABYTES = 1 << 16
_MOST_THREADS = 256
_NO_LIMIT = (1 << 64) - 1


class SearchResult(NamedTuple):
    """What a search has found.

    Attributes
    ----------
    move : Move or None
        The best move; None if there is none, so that the side to move has lost.
    score : int
        What the position is worth to the side to move, in hundredths of a man; a win n plies ahead is
        worth `WIN` - n, a loss n - `WIN`, and both are certain. A draw is worth 0.
    pv : tuple of Move
        The best line, as far as the depth; it begins with `move`.
    depth : int
        How many plies were looked ahead; 0 if the search was stopped before it had looked at all moves.
    nodes : int
        Positions looked at, by all threads.
    seconds : float
        Time taken.

    Examples
    --------
    >>> result = search(Position.from_fen("W:WK27:B28"), depth=5)
    >>> str(result.move), result.score == WIN - 1, result.decided_in
    ('27-32', True, 1)
    """

    move: Move | None
    score: int
    pv: tuple[Move, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def decided_in(self) -> int | None:
        """How many plies ahead the game is won or lost, whatever anyone does; None if that is not known.

        Examples
        --------
        >>> search(Position.from_fen("W:WK27:B28"), depth=5).decided_in
        1
        """
        plies = WIN - abs(self.score)
        return plies if plies < WIN // 2 else None


class Search:
    """A search that can be stopped from another thread. It runs once.

    Parameters
    ----------
    position, depth, nodes, seconds, history, threads, hash_mb
        As for `search`.

    Examples
    --------
    >>> import threading
    >>> running = Search(Position(), depth=DEEPEST)
    >>> timer = threading.Timer(0.1, running.stop)
    >>> timer.start()
    >>> running.run().move in Position().legal_moves()
    True
    """

    def __init__(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        history: Sequence[Position] = (),
        threads: int = 1,
        hash_mb: int = 16,
    ) -> None:
        check_type("position", position, Position)
        if depth is None and nodes is None and seconds is None:
            raise ValueError("a search needs an end: depth, nodes or seconds")
        if seconds is not None:
            check_type("seconds", seconds, numbers.Real)
        if seconds is not None and not 0 <= seconds <= threading.TIMEOUT_MAX:
            raise ValueError(f"seconds must be 0 to {threading.TIMEOUT_MAX:.0f}, not {seconds}")
        self._position = position
        self._depth = DEEPEST if depth is None else _within("depth", depth, 1, DEEPEST)
        self._nodes = _NO_LIMIT if nodes is None else _within("nodes", nodes, 1, _NO_LIMIT)
        # A timer takes no other real numbers than floats, and would end without stopping the search.
        self._seconds = None if seconds is None else float(seconds)
        quiet_plies, occurred = draws_ahead(position, history)
        seen = [(_bitboards(before), times) for before, times in occurred.items()]
        table = _search.SharedTable(_within("hash_mb", hash_mb, 1, _MOST_MEGABYTES) << 20)
        self._searchers = [
            _search.Searcher(table, *_bitboards(position), quiet_plies, seen)
            for _ in range(_within("threads", threads, 1, _MOST_THREADS))
        ]
        self._has_run = False

    def __reduce__(self) -> NoReturn:
        raise TypeError("a search cannot be copied or pickled: make another one")

    def stop(self) -> None:
        """End the search within some milliseconds, from whatever thread; `run` returns what it has found.

        Examples
        --------
        >>> running = Search(Position(), depth=DEEPEST)
        >>> running.stop()
        >>> running.run().depth
        0
        """
        for searcher in self._searchers:
            searcher.stop()

    def run(self) -> SearchResult:
        """Search, in this thread and as many more as were asked for.

        Returns
        -------
        SearchResult

        Raises
        ------
        RuntimeError
            If the search has been run before.

        Examples
        --------
        >>> Search(Position.from_fen("W:WK27:B28"), depth=5).run().decided_in
        1
        """
        if self._has_run:
            raise RuntimeError("a search runs once; make another one")
        self._has_run = True
        begin = time.perf_counter()
        timer = threading.Timer(self._seconds, self.stop) if self._seconds is not None else None
        first, *helpers = self._searchers
        with ThreadPoolExecutor(max(len(helpers), 1)) as pool:
            try:
                if timer:
                    timer.daemon = True
                    timer.start()
                for helper in helpers:
                    pool.submit(helper.run, self._depth, _NO_LIMIT)
                depth, value, positions = first.run(self._depth, self._nodes)
            finally:
                if timer:
                    timer.cancel()
                self.stop()
        moves = self._position.legal_moves()
        pv = tuple(_moves(self._position, positions)) or moves[:1]
        nodes = sum(searcher.nodes for searcher in self._searchers)
        if not moves:
            return SearchResult(None, -WIN, (), 0, 0, time.perf_counter() - begin)
        return SearchResult(pv[0], value, pv, depth, nodes, time.perf_counter() - begin)


def search(
    position: Position,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    history: Sequence[Position] = (),
    threads: int = 1,
    hash_mb: int = 16,
) -> SearchResult:
    """Find the best move by looking ahead.

    One ply is looked ahead, then two, and so on until a limit is reached or the game is decided; what
    is found is that of the last depth that was finished. Captures are followed to their end. With one
    thread and no limit of time the result is the same on every machine.

    Parameters
    ----------
    position : Position
        Where to start.
    depth : int, optional
        Most plies to look ahead, 1 to `DEEPEST`. No win or loss within them is missed.
    nodes : int, optional
        Most positions to look at, in each thread.
    seconds : float, optional
        Most time to take. At least one of the three is needed.
    history : sequence of Position, optional
        The positions of the game before this one, oldest first, such as ``game.positions[:-1]``: draws
        by repetition and by 40 moves without progress are seen from there.
    threads : int, default 1
        How many threads search, with one table. They share the work, which gains time only on cores that
        are free; what they find may differ from run to run in everything but wins and losses.
    hash_mb : int, default 16
        Megabytes that the table may take.

    Returns
    -------
    SearchResult

    Raises
    ------
    ValueError
        If no limit is given, one is out of range, or the history does not lead to the position.

    Examples
    --------
    A shot: two men are given up, and three are taken.

    >>> position = Position.from_fen("W:W12,18,25,30:B9,11,13,17")
    >>> result = search(position, depth=9)
    >>> print(*result.pv[:5])
    18-15 11x18 25-22 18x25 30x21x14x5
    >>> result.score > 200, result.decided_in
    (True, None)
    """
    return Search(
        position,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        history=history,
        threads=threads,
        hash_mb=hash_mb,
    ).run()


def evaluate(position: Position) -> int:
    """Value a position for the side to move without looking ahead, in hundredths of a man.

    Parameters
    ----------
    position : Position

    Returns
    -------
    int

    Examples
    --------
    >>> position = Position.from_fen("B:W21,22:B1,2,3")
    >>> evaluate(position) == evaluate(position.flipped()) > 100
    True
    """
    check_type("position", position, Position)
    return _search.evaluate(*_bitboards(position))


def _within(name: str, value: int, least: int, most: int) -> int:
    value = operator.index(value)
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least} to {most}, not {value}")
    return value


def _bitboards(position: Position) -> tuple[int, int, int, bool]:
    return position.black, position.white, position.kings, position.turn == Color.WHITE


def _moves(position: Position, line: list[tuple[int, int, int]]) -> list[Move]:
    """Find the moves of a line by the positions that they lead to."""
    moves = []
    for black, white, kings in line:
        after = Position.from_bitboards(black=black, white=white, kings=kings, turn=position.turn.opponent)
        moves.append(next(move for move in position.legal_moves() if position.play(move) == after))
        position = after
    return moves


def draws_ahead(position: Position, history: Sequence[Position]) -> tuple[int, Counter[Position]]:
    """Find how many quiet plies have led to a position, and what has occurred before it in them."""
    check_type("history", history, Sequence)
    tail = [position]
    for before in reversed(history):
        check_type("what history holds", before, Position)
        move = next((move for move in before.legal_moves() if before.play(move) == tail[-1]), None)
        if move is None:
            raise ValueError(
                "history must hold the positions before, oldest first: "
                f"no move leads from {before.fen} to {tail[-1].fen}"
            )
        if move.is_capture or not move.is_king:
            break
        tail.append(before)
    return len(tail) - 1, Counter(tail[1:])
