"""The perft numbers that are known, and checking a generator against them."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ._core import Position
from .counting import PerftCounts, Progress, perft_counts

__all__ = [
    "PublishedPerft",
    "Verification",
    "VerificationRow",
    "computed_perft",
    "published_distinct",
    "published_perft",
    "verify",
]

Count: TypeAlias = Callable[[Position, int], int]
"""Somebody's perft: the number of move sequences of a length from a position."""


class PublishedPerft(NamedTuple):
    """One published row of the perft of the start position.

    Attributes
    ----------
    depth : int
        Length of the sequences in plies.
    nodes : int
        Their number.
    king_moves, king_captures : int or None
        How many of the last moves are made by kings, and how many of those jump; None where nobody
        has published it.
    source : str
        Where the row was published.
    """

    depth: int
    nodes: int
    king_moves: int | None
    king_captures: int | None
    source: str


class Nodes(NamedTuple):
    """What a foreign perft says: the number alone."""

    nodes: int


class VerificationRow(NamedTuple):
    """One depth of a verification.

    Attributes
    ----------
    depth : int
        Length of the sequences in plies.
    expected : PublishedPerft
        The published row.
    found : PerftCounts or Nodes
        What was counted; a foreign perft gives ``nodes`` alone.
    seconds : float
        Time that it took.
    """

    depth: int
    expected: PublishedPerft
    found: PerftCounts | Nodes
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether all that was counted agrees with all that is known."""
        if self.found.nodes != self.expected.nodes:
            return False
        if isinstance(self.found, Nodes):
            return True
        kings = (self.expected.king_moves, self.expected.king_captures)
        found = (self.found.king_moves, self.found.king_captures)
        computed = computed_perft()
        return all(known in (None, seen) for known, seen in zip(kings, found, strict=True)) and (
            self.depth >= len(computed) or self.found == computed[self.depth]
        )


class Verification(NamedTuple):
    """The result of `verify`: one row a depth, and whether all of them agree."""

    rows: tuple[VerificationRow, ...]

    @property
    def ok(self) -> bool:
        """Whether every row agrees."""
        return all(row.ok for row in self.rows)


@functools.cache
def _table() -> dict[str, list[list[str]]]:
    """Read the data rows of the shipped file by their first word."""
    import importlib.resources  # costs more than the rest of the package, and few ask for the table

    text = importlib.resources.files("pydraughts").joinpath("data/perft.txt").read_text("utf-8")
    rows: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, *fields = line.split()
            rows.setdefault(kind, []).append(fields)
    return rows


@functools.cache
def published_perft() -> tuple[PublishedPerft, ...]:
    """Return the published perft of the start position, depths 0 to 29.

    Returns
    -------
    tuple of PublishedPerft
        Row n is depth n.

    Examples
    --------
    >>> published_perft()[12].nodes, published_perft()[12].king_moves
    (388623673, 1354789)
    """
    sources = {key: " ".join(words) for key, *words in _table()["source"]}
    return tuple(
        PublishedPerft(int(depth), int(nodes), _known(moves), _known(captures), sources[source])
        for depth, nodes, moves, captures, source in _table()["published"]
    )


def _known(field: str) -> int | None:
    return None if field == "-" else int(field)


@functools.cache
def published_distinct() -> tuple[int, ...]:
    """Return the published number of distinct positions after n plies, n = 0 to 22 (OEIS A133047).

    Returns
    -------
    tuple of int
        Entry n is for n plies.

    Examples
    --------
    >>> published_distinct()[3]
    216
    """
    return tuple(int(count) for _, count, _ in _table()["distinct"])


@functools.cache
def computed_perft() -> tuple[PerftCounts, ...]:
    """Return the breakdown that nobody has published, as computed by this project.

    Returns
    -------
    tuple of PerftCounts
        Row n is depth n.

    Examples
    --------
    >>> computed_perft()[7].promotions
    7
    """
    return tuple(PerftCounts(*map(int, counts)) for _, *counts in _table()["own"])


def verify(
    max_depth: int = 12,
    *,
    count: Count | None = None,
    progress: Progress | None = None,
    on_row: Callable[[VerificationRow], object] | None = None,
) -> Verification:
    """Count from the start position, depth by depth, and compare with what is known.

    Parameters
    ----------
    max_depth : int, default 12
        Last depth, 1 to 29.
    count : callable, optional
        A perft to check instead of this library's: ``(position, depth) -> int``.
    progress : callable, optional
        Called as ``progress(done, total)`` with sequences counted and sequences to count in all.
    on_row : callable, optional
        Called with each row as soon as it is there.

    Returns
    -------
    Verification

    Raises
    ------
    ValueError
        If the published table does not reach that depth.

    Examples
    --------
    >>> verify(7).ok
    True
    >>> verify(7, count=lambda position, depth: 7**depth).ok
    False
    """
    table = published_perft()
    if not 1 <= max_depth < len(table):
        raise ValueError(f"max_depth must be 1 to {len(table) - 1}, the depths published, not {max_depth}")
    total = sum(row.nodes for row in table[1 : max_depth + 1])
    done = 0
    rows: list[VerificationRow] = []
    for expected in table[1 : max_depth + 1]:

        def within(pieces: int, of: int, start: int = done, nodes: int = expected.nodes) -> None:
            if progress:
                progress(start + nodes * pieces // of, total)

        began = time.perf_counter()
        found: PerftCounts | Nodes
        if count is None:
            found = perft_counts(Position(), expected.depth, progress=within)
        else:
            found = Nodes(count(Position(), expected.depth))
        rows.append(VerificationRow(expected.depth, expected, found, time.perf_counter() - began))
        done += expected.nodes
        within(1, 1, done - expected.nodes)
        if on_row:
            on_row(rows[-1])
    return Verification(tuple(rows))
