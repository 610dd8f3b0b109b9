"""Counting from the start position by each method; the node counts are asserted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pydraughts import (
    Position,
    distinct_positions,
    perft,
    perft_counts,
    published_distinct,
    published_perft,
)

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from pydraughts.types import Method

CASES = [
    pytest.param(method, depth, threads, marks=pytest.mark.benchmark(group=f"perft {depth}"))
    for method, depth, threads in [
        ("tree", 9, 1),
        ("tree", 12, 1),
        ("tree", 12, 2),
        ("auto", 12, 1),
        ("auto", 14, 1),
        ("auto", 14, 2),
        ("auto", 15, 1),
        ("auto", 15, 2),
    ]
]


@pytest.mark.parametrize(("method", "depth", "threads"), CASES)
def bench_perft(benchmark: BenchmarkFixture, method: Method, depth: int, threads: int) -> None:
    nodes = benchmark(perft, Position(), depth, method=method, threads=threads)
    assert nodes == published_perft()[depth].nodes


@pytest.mark.benchmark(group="perft 12")
def bench_perft_counts(benchmark: BenchmarkFixture) -> None:
    counts = benchmark(perft_counts, Position(), 12, threads=1)
    assert counts.nodes == published_perft()[12].nodes
    assert counts.king_moves == 1354789


@pytest.mark.benchmark(group="distinct positions")
@pytest.mark.parametrize("depth", [10, 13])
def bench_distinct_positions(benchmark: BenchmarkFixture, depth: int) -> None:
    sizes = benchmark(distinct_positions, Position(), depth, threads=1)
    assert sizes == published_distinct()[: depth + 1]
