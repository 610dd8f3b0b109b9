"""Compare reading games with the other pydraughts, the package of that name on the package index.

    python benchmarks/pdn_peer.py [--markdown FILE]

It goes into a scratch environment. Both read the same file of random games, every move checked; they take
turns, each time in a fresh process, and medians are shown. Files of 11 MB and of ten times that show whether
memory grows with the file; peaks of memory are those of the whole process, where Linux tells them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench_pdn import random_games, text_of
from peers import install, python_of

ROUNDS = 3
FEW, MANY = 40, 400  # games
LARGE = 11_000_000  # bytes

MEASURED = """
import json, sys, time
from pathlib import Path
IMPORT

def peak():
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))

file = Path(sys.argv[1])
began = time.perf_counter()
plies = 0
READ
print(json.dumps([plies, time.perf_counter() - began, peak()]))
"""
THIS = """from pydraughts.pdn import read
for record in read(file):
    assert record.is_whole
    plies += len(record.moves)
"""
OTHER = """from draughts import Board, Move; from draughts.PDN import PDNReader
for game in PDNReader(pdn_text=file.read_text()).games:
    board = Board("english")
    for move in game.moves:
        board.push(Move(board=board, pdn_move=move))
    plies += len(game.moves)
"""


class Run(NamedTuple):
    """Plies read, and what it took: seconds and bytes."""

    plies: int
    seconds: float
    memory: int

    @property
    def rate(self) -> float:
        """Plies a second."""
        return self.plies / self.seconds


def measure(python: Path, script: str, file: Path) -> Run:
    isolated = ["-I"] if script == OTHER else []
    imports, _, loop = script.partition("\n")
    code = MEASURED.replace("IMPORT", imports).replace("READ", loop)
    command = [str(python), *isolated, "-c", code, str(file)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return Run(*json.loads(done.stdout))


def middle(runs: list[Run]) -> Run:
    return Run(runs[0].plies, median(run.seconds for run in runs), max(run.memory for run in runs))


def row(title: str, file: Path, run: Run, times: str = "") -> str:
    return (
        f"| {title} | {file.stat().st_size / 1e6:,.2f} | {run.plies:,} | {run.rate:,.0f} | {times} "
        f"| {run.memory >> 20:,} |"
    )


def compare(scratch: Path) -> str:
    """Return the table."""
    environment = scratch / "other"
    version, failure = install("pydraughts", environment)
    if failure:
        sys.exit(f"pydraughts {failure}")
    small, large, larger = (scratch / f"{name}.pdn" for name in ("small", "large", "larger"))
    small.write_text(text_of(random_games(FEW)), "utf-8")
    some = text_of(random_games(MANY))
    large.write_text(f"{some}\n" * (LARGE // len(some) + 1), "utf-8")
    with larger.open("w", encoding="utf-8") as file:
        for _ in range(10):
            file.write(large.read_text("utf-8"))

    here, there = Path(sys.executable), python_of(environment)
    runs: dict[str, list[Run]] = {"ours": [], "theirs": [], "large": [], "larger": []}
    for _ in range(ROUNDS):
        runs["ours"].append(measure(here, THIS, small))
        runs["theirs"].append(measure(there, OTHER, small))
        runs["large"].append(measure(here, THIS, large))
        runs["larger"].append(measure(here, THIS, larger))
    ours, theirs, once, tenfold = map(middle, runs.values())
    assert ours.plies == theirs.plies
    return "\n".join(
        [
            "| reader | MB | plies | plies a second | faster by | peak MiB |",
            "|---|---:|---:|---:|---:|---:|",
            row(f"pydraughts {version}, the one on the index", small, theirs),
            row("this package", small, ours, f"{ours.rate / theirs.rate:,.0f}"),
            row("this package", large, once, f"{once.rate / theirs.rate:,.0f}"),
            row("this package", larger, tenfold, f"{tenfold.rate / theirs.rate:,.0f}"),
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--markdown", type=Path, default=Path("pdn_peer.md"), help="the table (default: %(default)s)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        table = compare(Path(scratch))
    options.markdown.write_text(table, "utf-8")
    print(table)


if __name__ == "__main__":
    main()
