"""Searching from the start position and in an ending; what is found is asserted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pydraughts import Position
from pydraughts.search import WIN, Level, choose, evaluate, search

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

START = Position()
TWO_KINGS_AGAINST_ONE = Position.from_fen("W:WK15,K18:BK1")


@pytest.mark.benchmark(group="search to a depth")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("depth", [9, 13, 15])
def bench_depth(benchmark: BenchmarkFixture, depth: int, threads: int) -> None:
    result = benchmark(search, START, depth=depth, threads=threads)
    assert result.depth == depth
    benchmark.extra_info["nodes"] = result.nodes


@pytest.mark.benchmark(group="search a million positions")
def bench_nodes(benchmark: BenchmarkFixture) -> None:
    assert benchmark(search, START, nodes=1_000_000).nodes == 1_000_000


@pytest.mark.benchmark(group="search for a win")
@pytest.mark.parametrize("threads", [1, 2])
def bench_win(benchmark: BenchmarkFixture, threads: int) -> None:
    result = benchmark(search, TWO_KINGS_AGAINST_ONE, depth=25, threads=threads)
    assert result.score == WIN - 19


@pytest.mark.benchmark(group="choose")
@pytest.mark.parametrize("level", Level, ids=lambda level: level.name)
def bench_choose(benchmark: BenchmarkFixture, level: Level) -> None:
    assert benchmark(choose, START, level, seed=1) in START.legal_moves()


@pytest.mark.benchmark(group="evaluate")
def bench_evaluate(benchmark: BenchmarkFixture) -> None:
    assert benchmark(evaluate, START) == evaluate(START.flipped())
