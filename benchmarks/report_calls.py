"""Sections of the performance page that tell what pytest-benchmark has measured: arrays and searching."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
LOOPS = {"_by_loop": "", "_of_positions": " over `Position`s that are there"}


class Measured(NamedTuple):
    """One benchmark: what it belongs to, its name and parameters, shortest and typical seconds, and more."""

    group: str
    name: str
    params: dict[str, Any]
    least: float
    median: float
    extra: dict[str, Any]


def run(*files: str) -> list[Measured]:
    """Run files of benchmarks in a process of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        paths = [str(HERE / file) for file in files]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths]
        subprocess.run([*command, f"--benchmark-json={report}"], check=True, stdout=sys.stderr)
        entries = json.loads(report.read_text(encoding="utf-8"))["benchmarks"]
    return [
        Measured(
            entry["group"] or "",
            entry["name"].partition("[")[0],
            entry["params"] or {},
            entry["stats"]["min"],
            entry["stats"]["median"],
            entry["extra_info"],
        )
        for entry in entries
    ]


def million(rate: float) -> str:
    """Write a number a second."""
    return f"{rate / 1e6:,.0f} M" if rate >= 1e7 else f"{rate / 1e6:.2g} M"


def arrays_rows() -> list[tuple[str, ...]]:
    """Tell for each function of arrays what it gives out in a second, by threads, and what loops do."""
    groups: dict[str, list[Measured]] = {}
    for entry in run("bench_batch.py"):
        groups.setdefault(entry.group, []).append(entry)
    rows = []
    for group, entries in groups.items():
        one = two = 0.0
        loops = []
        for entry in entries:
            rate = entry.extra["per_second"]
            loop = next((said for suffix, said in LOOPS.items() if entry.name.endswith(suffix)), None)
            if loop is not None:
                loops.append((rate, loop))
            elif entry.params.get("threads") == 2:
                two = rate
            else:
                one = rate
        said = "; ".join(f"{million(rate)}{loop}: x {one / rate:.3g}" for rate, loop in sorted(loops))
        threads = (million(two), f"{two / one:.2f}") if two else ("", "")
        rows.append((f"`{group}`" if group.isidentifier() else group, million(one), *threads, said))
    return rows


def search_rows() -> list[tuple[str, ...]]:
    """Tell how long searches take, and how many positions they look at."""
    rows = []
    for entry in run("bench_search.py"):
        said = ", ".join(f"{name} {value}" for name, value in entry.params.items())
        seconds = f"{entry.median * 1e3:.3g} ms" if entry.median >= 1e-3 else f"{entry.median * 1e6:.3g} us"
        nodes = f"{entry.extra['nodes']:,}" if "nodes" in entry.extra else ""
        rows.append((entry.group, said, seconds, nodes))
    return rows
