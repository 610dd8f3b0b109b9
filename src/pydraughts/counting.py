"""Perft: how many sequences of moves there are, and what the last of them do.

Counts follow chess practice: they describe the moves made at the last ply. A move is its path, so two
routes over the same men count twice, as in the published table.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from . import _perft
from ._core import Move, Position
from .types import Color

__all__ = ["PerftCounts", "Progress", "divide", "perft", "perft_counts"]

Progress: TypeAlias = Callable[[int, int], object]
"""Called with pieces of work done and the number of them."""

# A piece of this depth takes milliseconds: short enough for a bar to move and for Ctrl-C to be heard.
_PIECE_DEPTH = 8


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
    """

    nodes: int
    captures: int
    multi_captures: int
    king_moves: int
    king_captures: int
    promotions: int


def perft_counts(
    position: Position, depth: int, *, method: str = "auto", progress: Progress | None = None
) -> PerftCounts:
    """Count the move sequences of a length, with what their last moves are.

    Parameters
    ----------
    position : Position
        Where to start.
    depth : int
        Length in plies; after 0 plies there is one sequence, the empty one.
    method : {"auto", "tree"}
        How to count: ``tree`` goes depth first and counts the last moves without making them.
    progress : callable, optional
        Called as ``progress(done, total)`` after each piece of work.

    Returns
    -------
    PerftCounts

    Raises
    ------
    ValueError
        If the depth is negative or the method unknown.

    Examples
    --------
    >>> perft_counts(Position(), 8).promotions
    4501
    """
    if method not in ("auto", "tree"):
        raise ValueError(f"method must be 'auto' or 'tree', not {method!r}")
    depth = operator.index(depth)
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    pieces = [position]
    while depth > _PIECE_DEPTH:
        pieces = [piece.play(move) for piece in pieces for move in piece.legal_moves()]
        depth -= 1
    results = []
    for piece in pieces:
        results.append(_count(piece, depth))
        if progress:
            progress(len(results), len(pieces))
    return _sum(results)


def perft(position: Position, depth: int, *, method: str = "auto", progress: Progress | None = None) -> int:
    """Count the move sequences of a length.

    Parameters
    ----------
    position, depth, method, progress
        As for `perft_counts`.

    Returns
    -------
    int

    Examples
    --------
    >>> perft(Position(), 6)
    36768
    """
    return perft_counts(position, depth, method=method, progress=progress).nodes


def divide(
    position: Position, depth: int, *, method: str = "auto", progress: Progress | None = None
) -> dict[Move, int]:
    """Count the move sequences of a length by their first move.

    Parameters
    ----------
    position, depth, method, progress
        As for `perft_counts`; depth is at least 1.

    Returns
    -------
    dict of Move to int
        In the order of `Position.legal_moves`.

    Examples
    --------
    >>> {str(move): count for move, count in divide(Position(), 4).items()}
    {'9-13': 264, '9-14': 180, '10-14': 175, '10-15': 185, '11-15': 184, '11-16': 244, '12-16': 237}
    """
    if operator.index(depth) < 1:
        raise ValueError(f"depth must be 1 or more, not {depth}")
    moves = position.legal_moves()
    result = {}
    for move in moves:
        result[move] = perft(position.play(move), depth - 1, method=method)
        if progress:
            progress(len(result), len(moves))
    return result


def _count(position: Position, depth: int) -> PerftCounts:
    if depth == 0:
        return PerftCounts(1, 0, 0, 0, 0, 0)
    return PerftCounts(
        *_perft.count_tree(
            position.black, position.white, position.kings, position.turn == Color.WHITE, depth
        )
    )


def _sum(counts: list[PerftCounts]) -> PerftCounts:
    return PerftCounts(*map(sum, zip(*counts, strict=True))) if counts else PerftCounts(0, 0, 0, 0, 0, 0)
