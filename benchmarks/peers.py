"""Compare with the Python packages that a user might pick instead.

    python benchmarks/peers.py [--json FILE] [--markdown FILE]

Every package goes into a scratch environment of its own and counts moves there with its own generator
(see peer_drivers.py). One that cannot be installed, or not set up, is listed with the reason.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

from pydraughts import Position, perft

Rows: TypeAlias = list[tuple[int, int, float]]
"""Depth, nodes and seconds, from 1 ply on."""

DRIVERS = Path(__file__).with_name("peer_drivers.py")
ROUNDS = 3
SECONDS = 0.4  # a count that takes longer is the deepest

POSITIONS = {
    "start": Position().fen,
    "kings": "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    "two routes": "B:W6,7,14,15,28,29,32:B1,4,K2",
}


class Contender(NamedTuple):
    """A generator to be measured."""

    driver: str
    package: str  # on the package index; empty for this one
    title: str
    differs: str = ""  # in what, if its counts are wrong


CONTENDERS = [
    Contender("this_position", "", "this package: `legal_moves`, `play`"),
    Contender("this_tree", "", 'this package: `perft(method="tree")`'),
    Contender("this_auto", "", "this package: `perft`"),
    Contender(
        "py_draughts",
        "py-draughts",
        "py-draughts: `AmericanBoard`",
        "jumps are optional, and two routes over the same men are one move",
    ),
    Contender(
        "py_draughts_filtered",
        "py-draughts",
        "the same, other moves dropped if there is a jump",
        "two routes over the same men are one move",
    ),
    Contender("other_pydraughts", "pydraughts", 'pydraughts, the one on the index: `Board("english")`'),
    Contender("clatsop", "clatsop", "clatsop: `Ruleset.american().expand_packed_unchecked`"),
    Contender("imparaai", "imparaai-checkers", "imparaai-checkers: `create_new_board_from_move`"),
    Contender("open_spiel", "open-spiel", 'OpenSpiel: `load_game("checkers")`'),
]


class Result(NamedTuple):
    """What became of one contender on one position; `failure` tells why there are no figures."""

    contender: str
    version: str
    position: str
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    wrong: str = ""  # the first count that differs
    failure: str = ""

    @property
    def rate(self) -> float:
        """Moves counted per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no output"])[-1]


def python_of(environment: Path) -> Path:
    scripts, name = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
    return environment / scripts / name


def install(package: str, environment: Path) -> tuple[str, str]:
    """Install a package in a new environment; return its version, or why there is none."""
    venv.create(environment, with_pip=True)
    python = python_of(environment)
    command = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return "", f"cannot be installed: {last_line(done.stderr)}"
    script = f"import importlib.metadata; print(importlib.metadata.version({package!r}))"
    done = subprocess.run([str(python), "-I", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.strip(), ""


def run(python: Path, contender: Contender, fen: str) -> Rows | str:
    isolated = ["-I"] if contender.package else []
    command = [str(python), *isolated, str(DRIVERS), contender.driver, fen, str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return last_line(done.stderr).removeprefix("ValueError: ")
    rows: Rows = json.loads(done.stdout)
    return rows


def first_difference(rows: Rows, fen: str, differs: str) -> str:
    for depth, found, _ in rows:
        expected = perft(Position.from_fen(fen), depth)
        if found != expected:
            return f"depth {depth}: {found:,} for {expected:,}" + (f" ({differs})" if differs else "")
    return ""


def summary(contender: Contender, version: str, position: str, runs: list[Rows | str]) -> Result:
    good: list[Rows] = []
    for rows in runs:
        if isinstance(rows, str):
            return Result(contender.title, version, position, failure=rows)
        good.append(rows)
    deepest = min(good, key=len)
    depth, nodes, _ = deepest[-1]
    seconds = median(rows[depth - 1][2] for rows in good)
    wrong = first_difference(deepest, POSITIONS[position], contender.differs)
    return Result(contender.title, version, position, depth, nodes, seconds, wrong)


def compare(scratch: Path) -> Iterator[Result]:
    installed = {"": ("", "")}
    pythons = {"": Path(sys.executable)}
    for package in dict.fromkeys(contender.package for contender in CONTENDERS if contender.package):
        print(f"installing {package}", file=sys.stderr)
        installed[package] = install(package, scratch / package)
        pythons[package] = python_of(scratch / package)
    for position, fen in POSITIONS.items():
        print(f"counting from {position}", file=sys.stderr)
        runs: dict[str, list[Rows | str]] = {contender.driver: [] for contender in CONTENDERS}
        for _ in range(ROUNDS):
            for contender in CONTENDERS:
                failure = installed[contender.package][1]
                runs[contender.driver].append(failure or run(pythons[contender.package], contender, fen))
        for contender in CONTENDERS:
            yield summary(contender, installed[contender.package][0], position, runs[contender.driver])


def tables(results: list[Result]) -> str:
    """Markdown: one table for each position."""
    lines: list[str] = []
    for position, fen in POSITIONS.items():
        here = [result for result in results if result.position == position]
        by_title = {result.contender: result.rate for result in here}
        python, tree = (by_title[contender.title] for contender in CONTENDERS[:2])
        lines += [
            f"`{fen}` ({position})",
            "",
            "| generator | version | counts | moves a second | `legal_moves` faster by | tree by |",
            "|---|---|---|---:|---:|---:|",
        ]
        for result in here:
            start = f"| {result.contender} | {result.version}"
            if result.failure:
                lines.append(f"{start} | {result.failure} | | | |")
                continue
            counts = f"**wrong** at {result.wrong}" if result.wrong else f"right to depth {result.depth}"
            lines.append(
                f"{start} | {counts} | {result.rate:,.0f} "
                f"| {times(python / result.rate)} | {times(tree / result.rate)} |"
            )
        lines.append("")
    return "\n".join(lines)


def times(ratio: float) -> str:
    if ratio >= 10:
        return f"{ratio:,.0f}"
    return f"{ratio:.1f}" if ratio >= 0.1 else ""


def load(path: Path) -> list[Result]:
    return [Result(**row) for row in json.loads(path.read_text(encoding="utf-8"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--json", type=Path, default=Path("peers.json"), help="figures (default: %(default)s)"
    )
    parser.add_argument(
        "--markdown", type=Path, default=Path("peers.md"), help="tables (default: %(default)s)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        results = list(compare(Path(scratch)))
    rows = [result._asdict() for result in results]
    options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    options.markdown.write_text(tables(results), encoding="utf-8")
    print(tables(results))


if __name__ == "__main__":
    main()
