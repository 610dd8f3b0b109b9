"""Reading and writing games: plies a second, every move checked (see pdn_peer.py too)."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import pytest

from pydraughts.game import Game
from pydraughts.pdn import Record, read, write

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

PLIES = 50


def random_games(count: int) -> list[Record]:
    """Make games of about the usual length, the same in every run."""
    rng = random.Random("draughts")
    records = []
    for number in range(count):
        game = Game()
        while game.ply < PLIES and not game.outcome():
            game.push(rng.choice(game.position.legal_moves()))
        records.append(Record.from_game(game, {"Event": "A match", "Round": str(number)}))
    return records


def text_of(records: list[Record]) -> str:
    buffer = io.StringIO()
    write(records, buffer)
    return buffer.getvalue()


def plies_of(records: list[Record]) -> int:
    return sum(len(record.moves) for record in records)


def note_speed(benchmark: BenchmarkFixture, plies: int) -> None:
    if benchmark.stats:
        benchmark.extra_info["plies per second"] = round(plies / benchmark.stats.stats.min)


@pytest.mark.benchmark(group="pdn")
def bench_read(benchmark: BenchmarkFixture) -> None:
    records = random_games(500)
    data = text_of(records).encode()
    assert benchmark(lambda: plies_of(list(read(data)))) == plies_of(records)
    note_speed(benchmark, plies_of(records))


@pytest.mark.benchmark(group="pdn")
def bench_write(benchmark: BenchmarkFixture) -> None:
    records = random_games(500)
    assert benchmark(text_of, records).count("[Event") == len(records)
    note_speed(benchmark, plies_of(records))
