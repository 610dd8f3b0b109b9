"""What a program that plays or reads games does most, one call each."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pydraughts import Position

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

START = Position()


@pytest.mark.benchmark(group="position")
def bench_legal_moves(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(START.legal_moves)) == 7


@pytest.mark.benchmark(group="position")
def bench_count_moves(benchmark: BenchmarkFixture) -> None:
    assert benchmark(START.count_moves) == 7


@pytest.mark.benchmark(group="position")
def bench_play_move(benchmark: BenchmarkFixture) -> None:
    move = START.legal_moves()[0]
    assert benchmark(START.play, move).count_moves() == 7


@pytest.mark.benchmark(group="position")
def bench_play_text(benchmark: BenchmarkFixture) -> None:
    assert benchmark(START.play, "11-15").count_moves() == 7


@pytest.mark.benchmark(group="position")
def bench_from_fen(benchmark: BenchmarkFixture) -> None:
    assert benchmark(Position.from_fen, START.fen) == START


@pytest.mark.benchmark(group="position")
def bench_fen(benchmark: BenchmarkFixture) -> None:
    position = Position()
    assert benchmark(lambda: position.fen).startswith("B:W21,")


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("statement", ["pass", "import pydraughts"])
def bench_import(benchmark: BenchmarkFixture, statement: str) -> None:
    """Start a whole interpreter: the difference of the two rows is what the import costs."""
    command = [sys.executable, "-c", statement]
    benchmark.pedantic(subprocess.run, args=(command,), kwargs={"check": True}, rounds=20, warmup_rounds=2)
