"""Eight million positions of random games in arrays, in one thread and in two, beside loops over `Position`.

Loops take and give such arrays as the functions they stand beside, of a million positions; that these are the
same is checked. One has its positions already. Each has ``per_second`` in its extra information
(``--benchmark-json``), of what the function gives out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest

from pydraughts import Move, Position
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

GAMES = 116_000
FEW = 400_000
LOOP_GAMES, LOOP_ROWS = 14_500, 1_000_000
LOOP_ROUNDS = 3
WORD, STRIDE = (1 << 64) - 1, 0x9E3779B97F4A7C15
both = pytest.mark.parametrize("threads", [1, 2])


@pytest.fixture(scope="module")
def array() -> PositionArray:
    return random_games(GAMES, seed=1).positions


def mixed(word: int) -> int:
    """Mix a word as SplitMix64 does."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


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
    positions = list(array[:LOOP_ROWS])
    measure(benchmark, "count_moves", lambda: len([p.count_moves() for p in positions]), LOOP_ROUNDS)


def bench_count_moves_by_loop(benchmark: BenchmarkFixture, array: PositionArray) -> None:
    def count(a: PositionArray) -> npt.NDArray[np.int32]:
        return np.array([p.count_moves() for p in a], np.int32)

    assert (count(array[:FEW]) == count_moves(array[:FEW])).all()
    measure(benchmark, "count_moves", lambda: len(count(array[:LOOP_ROWS])), LOOP_ROUNDS)


@both
def bench_successors(benchmark: BenchmarkFixture, array: PositionArray, threads: int) -> None:
    measure(benchmark, "successors", lambda: len(successors(array, threads=threads)[0]))


def bench_successors_by_loop(benchmark: BenchmarkFixture, array: PositionArray) -> None:
    def follow(a: PositionArray) -> tuple[PositionArray, npt.NDArray[np.int64]]:
        after, parents = [], []
        for row, position in enumerate(a):
            for move in position.legal_moves():
                after.append(position.play(move))
                parents.append(row)
        return PositionArray.from_positions(after), np.array(parents)

    same, numbers = successors(array[:FEW])
    after, parents = follow(array[:FEW])
    assert after == same
    assert (parents == numbers).all()
    measure(benchmark, "successors", lambda: len(follow(array[:LOOP_ROWS])[0]), LOOP_ROUNDS)


@both
def bench_random_games(benchmark: BenchmarkFixture, threads: int) -> None:
    measure(benchmark, "random_games", lambda: len(random_games(GAMES, 1, threads=threads).positions))


def bench_random_games_by_loop(benchmark: BenchmarkFixture) -> None:
    def play(n: int) -> tuple[PositionArray, list[Move], list[int]]:
        positions, moves, outcomes = [], [], []
        for game in range(n):
            state = mixed(1 + (game + 1) * STRIDE & WORD)
            position = Position()
            for _ in range(200):
                legal = position.legal_moves()
                if not legal:
                    break
                low = -1
                while low < (1 << 32) % len(legal):
                    state = state + STRIDE & WORD
                    choice, low = divmod((mixed(state) >> 32) * len(legal), 1 << 32)
                positions.append(position)
                moves.append(legal[choice])
                position = position.play(legal[choice])
            winner = position.winner
            outcomes.append(-1 if winner is None else winner)
        return PositionArray.from_positions(positions), moves, outcomes

    same = random_games(100, 1)
    positions, moves, outcomes = play(100)
    assert positions == same.positions
    assert moves == list(same.moves)
    assert outcomes == same.outcomes.tolist()
    measure(benchmark, "random_games", lambda: len(play(LOOP_GAMES)[0]), LOOP_ROUNDS)


@both
def bench_legal_moves(benchmark: BenchmarkFixture, array: PositionArray, threads: int) -> None:
    measure(benchmark, "legal_moves", lambda: len(legal_moves(array, threads=threads)))


@both
@pytest.mark.parametrize("function", [must_capture, keys, flipped])
def bench_whole_array(
    benchmark: BenchmarkFixture, array: PositionArray, function: Callable[..., object], threads: int
) -> None:
    measure(benchmark, function.__name__, lambda: len(function(array, threads=threads)))  # type: ignore[arg-type]


@both
def bench_unique(benchmark: BenchmarkFixture, array: PositionArray, threads: int) -> None:
    measure(benchmark, "unique", lambda: len(unique(array, threads=threads).inverse))


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
