"""The perft numbers that are known, and checking a generator against them."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, overload

from ._core import Position
from .counting import PerftCounts, distinct_positions, perft_counts
from .types import Method, Progress, check_whole

__all__ = [
    "Nodes",
    "PublishedPerft",
    "Verification",
    "VerificationRow",
    "computed_perft",
    "published_distinct",
    "published_perft",
    "verify",
]

# Frontiers are counted for the table as far as that costs a moment, or as deep counts build them.
_CHEAP_PLIES = 13
_UNBUILT_PLIES = 4
_SIZES_SHARE = 0.25  # of the time, roughly

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

    Examples
    --------
    >>> published_perft()[9].king_moves
    49
    """

    depth: int
    nodes: int
    king_moves: int | None
    king_captures: int | None
    source: str


class Nodes(NamedTuple):
    """What a foreign perft says: the number alone.

    Attributes
    ----------
    nodes : int

    Examples
    --------
    >>> verify(1, count=lambda position, depth: 7).rows[0].found
    Nodes(nodes=7)
    """

    nodes: int


Found = TypeVar("Found", bound="PerftCounts | Nodes")


class VerificationRow(Generic[Found]):
    """One depth of a verification.

    Attributes
    ----------
    depth : int
        Length of the sequences in plies.
    expected : PublishedPerft
        The published row.
    found : PerftCounts
        What was counted; of a foreign perft, `Nodes`, which has ``nodes`` alone.
    distinct : int or None
        Distinct positions after that many plies, if they were counted.
    seconds : float
        Time that the count took.

    Examples
    --------
    >>> row = verify(3, count=lambda position, depth: [1, 7, 49, 301][depth]).rows[2]
    >>> row.ok, row.faults
    (False, ('nodes: 301 instead of 302',))
    """

    __slots__ = ("depth", "distinct", "expected", "found", "seconds")

    def __init__(
        self, depth: int, expected: PublishedPerft, found: Found, distinct: int | None, seconds: float
    ) -> None:
        self.depth = depth
        self.expected = expected
        self.found = found
        self.distinct = distinct
        self.seconds = seconds

    def __repr__(self) -> str:
        return f"<VerificationRow depth={self.depth} ok={self.ok} found={self.found}>"

    @property
    def ok(self) -> bool:
        """Whether all that was counted agrees with all that is known."""
        return not self.faults

    @property
    def faults(self) -> tuple[str, ...]:
        """What does not agree, in words."""
        known: list[tuple[str, int | None, int | None]] = [
            ("nodes", self.expected.nodes, self.found.nodes),
            ("distinct positions", *_if_both(published_distinct(), self.depth, self.distinct)),
        ]
        if isinstance(self.found, PerftCounts):
            known += [
                ("king moves", self.expected.king_moves, self.found.king_moves),
                ("king jumps", self.expected.king_captures, self.found.king_captures),
            ]
            if self.depth < len(computed_perft()):
                own = computed_perft()[self.depth]
                known += zip(own._fields, own, self.found, strict=True)
        return tuple(
            f"{what}: {found:,} instead of {right:,}"
            for what, right, found in known
            if right is not None and found is not None and right != found
        )


class Verification(Generic[Found]):
    """The result of `verify`.

    Attributes
    ----------
    rows : tuple of VerificationRow
        One for each depth, from 1.

    Examples
    --------
    >>> verify(3)
    <Verification depth=3 ok=True>
    """

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[VerificationRow[Found], ...]) -> None:
        self.rows = rows

    def __repr__(self) -> str:
        return f"<Verification depth={len(self.rows)} ok={self.ok}>"

    @property
    def ok(self) -> bool:
        """Whether every row agrees."""
        return all(row.ok for row in self.rows)


def _if_both(known: Sequence[int], index: int, found: int | None) -> tuple[int | None, int | None]:
    return (known[index], found) if index < len(known) else (None, None)


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


@overload
def verify(
    max_depth: int = 12,
    *,
    count: None = None,
    method: Method = "auto",
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
    on_row: Callable[[VerificationRow[PerftCounts]], object] | None = None,
) -> Verification[PerftCounts]: ...
@overload
def verify(
    max_depth: int = 12,
    *,
    count: Count,
    progress: Progress | None = None,
    on_row: Callable[[VerificationRow[Nodes]], object] | None = None,
) -> Verification[Nodes]: ...
def verify(
    max_depth: int = 12,
    *,
    count: Count | None = None,
    method: Method = "auto",
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
    on_row: Callable[[VerificationRow[Any]], object] | None = None,
) -> Verification[Any]:
    """Count from the start position, depth by depth, and compare with what is known.

    Parameters
    ----------
    max_depth : int, default 12
        Last depth, 1 to 29.
    count : callable, optional
        A perft to check instead of this library's: ``(position, depth) -> int``.
    method, threads, max_memory
        As for `perft_counts`.
    progress : callable, optional
        Called as ``progress(done, total)`` from time to time.
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
    max_depth = check_whole("max_depth", max_depth)
    if not 1 <= max_depth < len(table):
        raise ValueError(f"max_depth must be 1 to {len(table) - 1}, the depths published, not {max_depth}")
    total = sum(row.nodes for row in table[1 : max_depth + 1])
    done = 0

    def report(part: float) -> None:
        if progress:
            progress(int(part), total)

    sizes: tuple[int, ...] = ()
    before = 0.0
    if count is None and method != "tree":
        before = _SIZES_SHARE  # whether it comes to an end or not: what is reported never goes back
        plies = max(min(max_depth, _CHEAP_PLIES), max_depth - _UNBUILT_PLIES)
        with suppress(MemoryError):  # then there is no such column, but all the rest
            sizes = distinct_positions(
                Position(),
                plies,
                threads=threads,
                max_memory=max_memory,
                progress=lambda part, whole: report(_SIZES_SHARE * total * part / whole),
            )
    rows: list[VerificationRow[Any]] = []
    for expected in table[1 : max_depth + 1]:

        def within(part: int, whole: int, start: int = done, nodes: int = expected.nodes) -> None:
            report(before * total + (1 - before) * (start + nodes * part / whole))

        began = time.perf_counter()
        found: PerftCounts | Nodes
        if count is None:
            found = perft_counts(
                Position(),
                expected.depth,
                method=method,
                threads=threads,
                max_memory=max_memory,
                progress=within,
            )
        else:
            found = Nodes(check_whole("what count returns", count(Position(), expected.depth)))
            within(1, 1)
        seconds = time.perf_counter() - began
        distinct = sizes[expected.depth] if expected.depth < len(sizes) else None
        rows.append(VerificationRow(expected.depth, expected, found, distinct, seconds))
        done += expected.nodes
        if on_row:
            on_row(rows[-1])
    report(total)
    return Verification(tuple(rows))
