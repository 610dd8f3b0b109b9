"""Counting from the start position: the tree, one thread; the node counts are asserted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pydraughts import Position, perft, perft_counts, published_perft

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

DEPTH = 10


@pytest.mark.benchmark(group=f"perft {DEPTH}")
def bench_tree(benchmark: BenchmarkFixture) -> None:
    nodes = benchmark(perft, Position(), DEPTH, method="tree")
    assert nodes == published_perft()[DEPTH].nodes


@pytest.mark.benchmark(group=f"perft {DEPTH}")
def bench_tree_with_breakdown(benchmark: BenchmarkFixture) -> None:
    counts = benchmark(perft_counts, Position(), DEPTH, method="tree")
    assert counts.nodes == published_perft()[DEPTH].nodes
