"""Arrays of a million positions from random games, in one thread and in two, beside loops over `Position`.

Loops go over as many as the functions they stand beside, so that times compare. Each has ``per_second`` in
its extra information (``--benchmark-json``), of what the function gives out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from pydraughts import Position
from pydraughts.batch import (
    PositionArray,
    count_moves,
    flipped,
    keys,
    legal_mask,
    legal_moves,
    must_capture,
    perft,
    planes,
    random_games,
    successors,
    unique,
)

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAMES = 14_500
FEW = 100_000
LOOP_ROUNDS = 3
both = pytest.mark.parametrize("threads", [1, 2])


@pytest.fixture(scope="module")
def array() -> PositionArray:
    return random_games(GAMES, seed=1).positions


def measure(benchmark: BenchmarkFixture, group: str, call: Callable[[], int], rounds: int = 9) -> None:
    """Run a call that returns how much it has given out."""
    benchmark.group = group
    amount = benchmark.pedantic(call, rounds=rounds, warmup_rounds=1)
    if benchmark.stats:
        benchmark.extra_info["per_second"] = amount / benchmark.stats.stats.min


@both
def bench_count_moves(benchmark: BenchmarkFixture, array: PositionArray, threads: int) -> None:
    measure(benchmark, "count_moves", lambda: len(count_moves(array, threads=threads)))


def bench_count_moves_of_positions(benchmark: BenchmarkFixture, array: PositionArray) -> None:
    positions = list(array)
    measure(benchmark, "count_moves", lambda: len([p.count_moves() for p in positions]), LOOP_ROUNDS)


def bench_count_moves_of_rows(benchmark: BenchmarkFixture, array: PositionArray) -> None:
    measure(benchmark, "count_moves", lambda: len([p.count_moves() for p in array]), LOOP_ROUNDS)


@both
def bench_successors(benchmark: BenchmarkFixture, array: PositionArray, threads: int) -> None:
    measure(benchmark, "successors", lambda: len(successors(array, threads=threads)[0]))


def bench_successors_of_rows(benchmark: BenchmarkFixture, array: PositionArray) -> None:
    def follow() -> int:
        return sum(len([p.play(move) for move in p.legal_moves()]) for p in array)

    measure(benchmark, "successors", follow, LOOP_ROUNDS)


@both
def bench_random_games(benchmark: BenchmarkFixture, threads: int) -> None:
    measure(benchmark, "random_games", lambda: len(random_games(GAMES, 1, threads=threads).positions))


def bench_random_games_of_positions(benchmark: BenchmarkFixture) -> None:
    rng = random.Random(1)

    def play() -> int:
        plies = 0
        for _ in range(GAMES):
            position = Position()
            while moves := position.legal_moves():
                position = position.play(rng.choice(moves))
                plies += 1
        return plies

    measure(benchmark, "random_games", play, LOOP_ROUNDS)


@both
def bench_legal_moves(benchmark: BenchmarkFixture, array: PositionArray, threads: int) -> None:
    measure(benchmark, "legal_moves", lambda: len(legal_moves(array, threads=threads)))


@both
@pytest.mark.parametrize("function", [must_capture, keys, flipped])
def bench_whole_array(
    benchmark: BenchmarkFixture, array: PositionArray, function: Callable[..., object], threads: int
) -> None:
    measure(benchmark, function.__name__, lambda: len(function(array, threads=threads)))  # type: ignore[arg-type]


def bench_unique(benchmark: BenchmarkFixture, array: PositionArray) -> None:
    measure(benchmark, "unique", lambda: len(unique(array).inverse))


@both
@pytest.mark.parametrize("function", [planes, legal_mask])
def bench_for_learning(
    benchmark: BenchmarkFixture, array: PositionArray, function: Callable[..., object], threads: int
) -> None:
    few = array[:FEW]
    measure(benchmark, function.__name__, lambda: len(function(few, threads=threads)))  # type: ignore[arg-type]


@both
def bench_perft(benchmark: BenchmarkFixture, array: PositionArray, threads: int) -> None:
    few = array[::100]
    measure(benchmark, "perft 4, leaves", lambda: int(perft(few, 4, threads=threads).sum()))
