"""Measure the package and write docs/performance.md with its pictures.

    python benchmarks/report.py [--peers FILE] [--deep]

What is compared takes turns, each time in a fresh process; medians are shown. `--peers` adds what
`peers.py --json FILE` has found, `--deep` counts that take minutes. Pictures need matplotlib (the
extra `bench`).
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import pickle
import platform
import resource
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple, TypeAlias

import peers
import report_calls

from pydraughts import Position, perft, published_distinct, published_perft

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
NODES = [row.nodes for row in published_perft()]
DISTINCT = published_distinct()
COMPILE = ["cc", "-O3", "-march=native"]

SCRIPT = """
import json, resource, time
from pydraughts import Position, distinct_positions, perft_counts
from pydraughts._perft import Stop, count_tree

def peak():
    try:
        lines = open("/proc/self/status").readlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))

position = Position()
bitboards = position.black, position.white, position.kings, False
perft_counts(position, 1)
def spent():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime, usage.ru_stime

memory, wall, (user, system) = peak(), time.perf_counter(), spent()
result = EXPRESSION
wall, (user_after, system_after) = time.perf_counter() - wall, spent()
print(json.dumps([result, wall, user_after - user, system_after - system, peak() - memory]))
"""


class Run(NamedTuple):
    """One measurement: seconds, and by how many bytes the peak of memory grew (0: not known)."""

    wall: float
    cpu: float
    memory: int = 0
    system: float = 0.0  # seconds of `cpu`


class Figure(NamedTuple):
    """What some measurements of one thing come to."""

    seconds: float
    memory: int
    spread: float  # (largest - smallest) / median
    system: float  # seconds, the median


Variants: TypeAlias = dict[str, Callable[[], Run]]


def call(expression: str, expected: list[int]) -> Callable[[], Run]:
    """Prepare to evaluate an expression in a fresh process; what its value begins with is checked."""

    def run() -> Run:
        command = [sys.executable, "-c", SCRIPT.replace("EXPRESSION", expression)]
        output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        result, wall, user, system, memory = json.loads(output)
        if result[: len(expected)] != expected:
            raise AssertionError(f"{expression} is {result}, not {expected}")
        return Run(wall, user + system, memory, system)

    return run


def count(depth: int, options: str) -> Callable[[], Run]:
    return call(f"perft_counts(position, {depth}, {options})", [NODES[depth]])


def yardstick(program: Path, depth: int) -> Callable[[], Run]:
    def run() -> Run:
        output = subprocess.run([program, str(depth)], stdout=subprocess.PIPE, text=True, check=True).stdout
        nodes, cpu = output.split()
        if int(nodes) != NODES[depth]:
            raise AssertionError(f"the yardstick counts {nodes} at depth {depth}")
        return Run(float(cpu), float(cpu))

    return run


def measure(variants: Variants, rounds: int, *, wall: bool = False) -> dict[str, Figure]:
    """Let the variants take turns; return medians of processor time, or the shortest time on the wall."""
    runs: dict[str, list[Run]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name, run in variants.items():
            runs[name].append(run())
    figures = {}
    for name, some in runs.items():
        times = [run.wall if wall else run.cpu for run in some]
        spread = (max(times) - min(times)) / median(times)
        typical = min(times) if wall else median(times)
        system = median(run.system for run in some)
        figures[name] = Figure(typical, max(run.memory for run in some), spread, system)
        print(f"  {name}: {figures[name]}", file=sys.stderr)
    return figures


def when_quiet(run: Callable[[], Run]) -> Callable[[], Run]:
    """Let it wait until other programs leave the processors alone, a minute at most."""

    def wait_and_run() -> Run:
        for _ in range(120):
            before = busy()
            time.sleep(0.5)
            if busy() - before < 0.05:
                break
        return run()

    return wait_and_run


def busy() -> float:
    """Seconds that all processors together have worked; 0 if the system does not tell."""
    try:
        user, nice, system = Path("/proc/stat").read_text(encoding="ascii").split()[1:4]
    except OSError:
        return 0.0
    return (int(user) + int(nice) + int(system)) / os.sysconf("SC_CLK_TCK")


def table(header: str, rows: Iterable[Iterable[object]]) -> str:
    lines = [f"| {header} |", "|---|" + "---:|" * header.count("|")]
    lines += [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join(lines) + "\n"


def duration(seconds: float) -> str:
    if seconds >= 999.5:
        return f"{seconds:,.0f} s"
    unit, worth = ("s", 1) if seconds >= 1 else ("ms", 1e3) if seconds >= 1e-3 else ("us", 1e6)
    return f"{seconds * worth:.3g} {unit}"


def size(count: float) -> str:
    for unit, power in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if count >= 1 << power:
            return f"{count / (1 << power):.3g} {unit}"
    return f"{count:.3g} B" if count else "-"


def rate(nodes: int, seconds: float) -> str:
    return f"{nodes / seconds / 1e6:,.0f} M"


# What is measured ---------------------------------------------------------------------------------


def widths() -> list[int]:
    """Numbers of lanes that this machine can be told to use."""
    flags = cpu_field("flags").split()
    wide = [lanes for lanes, flag in ((8, "avx2"), (16, "avx512_vpopcntdq")) if flag in flags]
    return [1, 4, *wide]


def tree_section(program: Path) -> str:
    depth = 12
    variants: Variants = {"yardstick": yardstick(program, depth)}
    for lanes in widths():
        expression = f"count_tree(*bitboards, {depth}, Stop(), lanes={lanes})"
        variants[f"tree, lanes: {lanes}"] = call(expression, [NODES[depth]])
    variants['`perft_counts(method="tree", threads=1)`'] = count(depth, 'method="tree", threads=1')
    figures = measure(variants, 7)
    unit = figures["yardstick"].seconds
    return table(
        f"depth {depth}, one thread | seconds | moves a second | x yardstick | spread",
        (
            (
                name,
                duration(f.seconds),
                rate(NODES[depth], f.seconds),
                f"{unit / f.seconds:.2f}",
                f"{f.spread:.0%}",
            )
            for name, f in figures.items()
        ),
    )


def auto_section(program: Path, rounds: int = 3) -> tuple[str, dict[str, dict[int, float]]]:
    run, said = (12, 13, 14), 16
    variants: Variants = {}
    for depth in (*run, said):
        if depth in run:
            variants[f"yardstick {depth}"] = yardstick(program, depth)
        variants[f"auto {depth}"] = count(depth, "threads=1")
    figures = measure(variants, rounds)
    plain = {depth: figures[f"yardstick {depth}"].seconds for depth in run}
    plain[said] = plain[run[-1]] * NODES[said] / NODES[run[-1]]
    auto = {depth: figures[f"auto {depth}"] for depth in plain}
    rows = (
        (
            depth,
            f"{NODES[depth]:,}",
            duration(plain[depth]) + (" (reckoned)" if depth == said else ""),
            duration(auto[depth].seconds),
            f"{plain[depth] / auto[depth].seconds:.1f}",
            size(auto[depth].memory),
            f"{auto[depth].spread:.0%}",
        )
        for depth in plain
    )
    text = table("depth | moves | yardstick | `perft_counts(threads=1)` | x | memory | spread", rows)
    return text, {"yardstick": plain, "perft_counts": {depth: f.seconds for depth, f in auto.items()}}


def threads_section(rounds: int = 5) -> str:
    counts = {
        "`perft_counts(16)`": (16, ""),
        "`perft_counts(17)`": (17, ""),
        '`perft_counts(13, method="tree")`': (13, 'method="tree", '),
        '`perft_counts(14, method="tree")`': (14, 'method="tree", '),
    }
    rows = []
    for name, (depth, options) in counts.items():
        variants = {f"{n}": when_quiet(count(depth, f"{options}threads={n}")) for n in (1, 2)}
        one, two = measure(variants, rounds, wall=True).values()
        ratio = one.seconds / two.seconds
        spread = max(one.spread, two.spread)
        rows.append(
            (
                name,
                duration(one.seconds),
                duration(two.seconds),
                f"{ratio:.2f}",
                size(two.memory),
                f"{spread:.0%}",
            )
        )
    return table("count | one thread | two threads | x | memory, two | spread", rows)


def distinct_section(rounds: int = 3) -> tuple[str, dict[int, tuple[float, float]]]:
    depths = range(10, 17)
    variants = {
        f"{depth}": call(f"distinct_positions(position, {depth}, threads=1)", list(DISTINCT[: depth + 1]))
        for depth in depths
    }
    figures = measure(variants, rounds)
    cost = {}
    rows = []
    for depth in depths:
        f, made = figures[f"{depth}"], sum(DISTINCT[: depth + 1])
        cost[depth] = (f.seconds - f.system) / made * 1e9, f.memory / DISTINCT[depth]
        rows.append(
            (
                depth,
                f"{DISTINCT[depth]:,}",
                duration(f.seconds - f.system),
                f"{cost[depth][0]:.1f} ns",
                size(f.memory),
                f"{cost[depth][1]:.1f} B",
                duration(f.system),
                f"{f.spread:.0%}",
            )
        )
    header = "plies | distinct positions | time | a position | peak memory | a position | system | spread"
    return table(header, rows), cost


class Here(Executor):
    """Does pieces on the spot, after a trip through pickle, and notes what they take.

    Parameters
    ----------
    every : int
        Only the first of so many pieces is counted: enough to see what a piece takes, not for a sum.
    """

    def __init__(self, every: int) -> None:
        self.every = every
        self.bytes: list[int] = []
        self.seconds: list[float] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it before returning."""
        future: Future[Any] = Future()
        message = pickle.dumps((fn, args, kwargs))
        if len(self.bytes) % self.every:
            future.set_result((0,) * 6)
        else:
            begun = time.process_time()
            function, args, kwargs = pickle.loads(message)
            future.set_result(function(*args, **kwargs))
            self.seconds.append(time.process_time() - begun)
        self.bytes.append(len(message))
        return future


def executor_section() -> str:
    rows = []
    for depth, every in ((14, 1), (15, 1), (16, 1), (17, 1), (18, 8), (19, 8), (20, 16), (21, 64)):
        executor = Here(every)
        begun = time.process_time()
        nodes = perft(Position(), depth, executor=executor)
        sender = time.process_time() - begun - sum(executor.seconds)
        if every == 1 and nodes != NODES[depth]:
            raise AssertionError(f"perft({depth}) is {nodes} in pieces")
        pieces = len(executor.bytes)
        rows.append(
            (
                depth,
                pieces,
                len(executor.seconds),
                size(mean(executor.bytes)),
                size(sum(executor.bytes)),
                duration(sender / pieces),
                duration(mean(executor.seconds)),
                duration(max(executor.seconds)),
            )
        )
        print(f"  executor {depth}: {rows[-1]}", file=sys.stderr)
    return table("depth | pieces | counted | sent, a piece | all | sender, a piece | a piece | longest", rows)


def calls_section() -> str:
    start, jumps = Position(), Position.from_fen(peers.POSITIONS["kings"])
    move, fen = start.legal_moves()[0], start.fen
    calls: dict[str, Callable[[], object]] = {
        "`legal_moves()`, start": start.legal_moves,
        "`legal_moves()`, jumps of kings": jumps.legal_moves,
        "`count_moves()`": start.count_moves,
        "`play(move)`": lambda: start.play(move),
        '`play("11-15")`': lambda: start.play("11-15"),
        '`parse_move("11-15")`': lambda: start.parse_move("11-15"),
        "`Position.from_fen(fen)`": lambda: Position.from_fen(fen),
        "`fen`, of a new position": lambda: Position().fen,
    }
    rows = []
    for name, function in calls.items():
        timer = timeit.Timer(function, timer=time.process_time)
        number, _ = timer.autorange()
        rows.append((name, duration(median(timer.repeat(9, number)) / number)))
    imports = measure({"pass": statement("pass"), "import": statement("import pydraughts")}, 15)
    extra = imports["import"].seconds - imports["pass"].seconds
    rows.append(("`import pydraughts`, more than an empty interpreter", duration(extra)))
    return table("call | time", rows)


def arrays_section() -> str:
    header = "function | one thread | two threads | x | the same by a loop in Python"
    return table(header, report_calls.arrays_rows())


def search_section() -> str:
    return table("search | | time | positions looked at", report_calls.search_rows())


def statement(text: str) -> Callable[[], Run]:
    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def run() -> Run:
        wall, cpu = time.perf_counter(), spent()
        subprocess.run([sys.executable, "-c", text], check=True)
        return Run(time.perf_counter() - wall, spent() - cpu)

    return run


def deep_section() -> str:
    figures = {depth: count(depth, "")() for depth in (18, 20)}
    return table(
        "depth | moves | time | memory",
        ((d, f"{NODES[d]:,}", duration(run.wall), size(run.memory)) for d, run in figures.items()),
    )


# The machine, the pictures and the page -----------------------------------------------------------


def cpu_field(name: str) -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    fields = (line.partition(":") for line in lines)
    return next((value.strip() for key, _, value in fields if key.strip() == name), "")


def machine() -> str:
    compiler = subprocess.run([COMPILE[0], "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    facts = {
        "date": datetime.date.today().isoformat(),
        "processor": f"{cpu_field('model name') or platform.processor() or platform.machine()}, "
        f"{os.cpu_count()} cores seen",
        "lanes": ", ".join(map(str, widths())),
        "memory": size(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")),
        "system": f"{platform.system()} {platform.machine()}",
        "compiler": compiler.splitlines()[0],
        "Python": platform.python_version(),
    }
    return table("machine | ", facts.items()).replace("---:", "---")


def draw(times: dict[str, dict[int, float]], cost: dict[int, tuple[float, float]]) -> bool:
    """Draw the pictures; false if matplotlib is not there."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        print("matplotlib is not installed: no pictures", file=sys.stderr)
        return False
    mpl.rcParams.update({"svg.hashsalt": "pydraughts", "svg.fonttype": "none", "axes.grid": True})

    def save(canvas: Canvas, name: str) -> None:
        canvas.savefig(DOCS / name, metadata={"Date": None})

    canvas = Canvas(figsize=(7, 4), layout="constrained")
    axes = canvas.subplots()
    for name, seconds in times.items():
        axes.plot(list(seconds), list(seconds.values()), marker="o", label=name)
    axes.set(xlabel="depth", ylabel="seconds, one thread", yscale="log", xticks=range(12, 17))
    axes.legend()
    save(canvas, "performance-depth.svg")

    canvas = Canvas(figsize=(7, 3.2), layout="constrained")
    for axes, which, unit in zip(canvas.subplots(1, 2), (0, 1), ("ns", "bytes"), strict=True):
        axes.plot(list(cost), [values[which] for values in cost.values()], marker="o")
        axes.set(xlabel="plies", ylabel=f"{unit} per distinct position", xticks=list(cost))
        axes.set_ylim(bottom=0)
    save(canvas, "performance-distinct.svg")
    return True


PAGE = """# Performance

Written by `benchmarks/report.py`, which checks every count against the published one. All counts are from
the start position. What is compared takes turns, each time in a fresh process. With one thread the figure is
the median of processor time; with two, the shortest time on the wall, begun when no other program is at work.
Spread is largest less smallest, as a share of the median.

{machine}
```sh
python -m pip install ".[bench,test]"
python benchmarks/peers.py --json peers.json
python benchmarks/report.py --peers peers.json
python -m pytest benchmarks
```

## The tree

The yardstick is `benchmarks/yardstick.c`, a plain C generator in the same bit layout, which counts moves and
nothing else, compiled with `{compile}`. The tree is counted with its full breakdown, by code compiled
with the flags of any wheel; one and four lanes need no special instruction, more are used where the processor
has them.

{tree}
## Each distinct position once

`perft_counts` with one thread and full breakdown, against the yardstick. The yardstick was not run at depth
16: its time there is reckoned from its rate at depth 14. Memory is what the peak of the process grew by.

{auto}{picture_depth}
## Two threads

{threads}
## Cost of a distinct position

`distinct_positions` with one thread. The time of one position is the whole time of the program, shared by all
positions after 0 plies, 1 ply and so on; its memory is the growth of the peak, shared by the positions after
the last ply, which are made but not kept. Small frontiers pay for buffers that do not grow. The time of the
system is told apart: it is what handing out fresh memory takes, which depends on the machine and on what it
did before, the more if a virtual one has to ask its host.

{distinct}{picture_distinct}
## Cost of a piece sent to an executor

What `executor=` sends, pickled, and the processor time of counting it with one thread. The sender builds the
frontier, cuts it and adds up. There are 64 pieces, so that there is something to share out,
or as many as a small frontier gives; when that would make them longer than a few seconds, there are more.
Of the deepest counts only some pieces are counted here, evenly spread.

{executor}
## Calls

{calls}
## Whole arrays

What each function of `pydraughts.batch` gives out in a second (positions, moves, plies, or moves at the last
ply), the best of nine runs, with eight million positions of random games; `planes`, `legal_mask` and `perft`
have fewer. Loops over `Position` take and give the same arrays, of a million positions: they go over rows,
which makes a `Position` of each, and make arrays of what comes out. Their games are the same to the move,
random numbers included; moves and winners stay lists there. One loop, over `Position`s that are there
already, only counts.

{arrays}
## Searching

From the start position, and two kings against one; medians.

{search}
{deep}{peers}"""

DEEP = """## Deep counts

All cores, full breakdown, one run each.

{table}
"""

PEERS = """## Other Python packages

Each counts with its own generator, in an environment of its own, by the same few lines of Python
(`benchmarks/peer_drivers.py`), down to the first depth that takes {seconds} s; medians of {rounds} runs. The
last two columns tell how many times as many moves a second are counted here: by such lines over `legal_moves`
and `play`, and by `perft(method="tree")` with one thread.

{tables}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peers", type=Path, help="figures of other packages, written by peers.py")
    parser.add_argument("--deep", action="store_true", help="count to depth 18 and 20, too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "yardstick"
        source = ROOT / "benchmarks" / "yardstick.c"
        subprocess.run([*COMPILE, "-I", ROOT / "ext", source, "-o", program], check=True)
        tree = tree_section(program)
        auto, times = auto_section(program)
    threads = threads_section()
    distinct, cost = distinct_section()
    executor = executor_section()
    calls = calls_section()
    arrays, search = arrays_section(), search_section()
    deep = DEEP.format(table=deep_section()) if options.deep else ""
    others = ""
    if options.peers:
        tables = peers.tables(peers.load(options.peers))
        others = PEERS.format(seconds=peers.SECONDS, rounds=peers.ROUNDS, tables=tables)
    drawn = draw(times, cost)
    page = PAGE.format(
        machine=machine(),
        compile=" ".join(COMPILE),
        tree=tree,
        auto=auto,
        picture_depth="\n![Seconds by depth](performance-depth.svg)\n" if drawn else "",
        threads=threads,
        distinct=distinct,
        picture_distinct="\n![Cost of a distinct position](performance-distinct.svg)\n" if drawn else "",
        executor=executor,
        calls=calls,
        arrays=arrays,
        search=search,
        deep=deep,
        peers=others,
    )
    (DOCS / "performance.md").write_text(page.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
