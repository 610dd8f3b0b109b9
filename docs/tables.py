"""What is made from the package itself: tables and a plot of known counts, the help of commands."""

import itertools
import math
import os
import subprocess
import sys

from docutils import nodes
from docutils.parsers.rst import Directive
from drawing import figure

from pydraughts import PerftCounts, computed_perft, published_distinct, published_perft

NAMES = {
    "nodes": "moves",
    "captures": "jumps",
    "multi_captures": "of two or more",
    "king_moves": "by kings",
    "king_captures": "king jumps",
    "promotions": "crownings",
}


def table(head, rows, name="plain"):
    """Make a table; what begins with a digit stands on the right."""
    group = nodes.tgroup(cols=len(head))
    group += [nodes.colspec(colwidth=1) for _ in head]

    def line(cells, kinds):
        row = nodes.row()
        for cell, kind in zip(cells, kinds, strict=True):
            row += nodes.entry("", nodes.paragraph("", cell), classes=[kind] if kind else [])
        return row

    kinds = [["number" if cell[:1].isdigit() or cell == "-" else "" for cell in row] for row in rows]
    group += nodes.thead("", line(head, kinds[-1]))
    group += nodes.tbody("", *map(line, rows, kinds))
    return nodes.table("", group, classes=[name])


class PublishedTable(Directive):
    """Moves and distinct positions by depth, each row with its source."""

    def run(self):
        sizes = itertools.chain((f"{size:,}" for size in published_distinct()), itertools.repeat("-"))
        rows = [
            (str(row.depth), f"{row.nodes:,}", size, row.source)
            for row, size in zip(published_perft(), sizes, strict=False)
        ]
        return [table(("depth", "moves (perft)", "distinct positions", "source of the moves"), rows)]


class BreakdownTable(Directive):
    """What the last moves are, by depth."""

    def run(self):
        rows = [(str(depth), *(f"{n:,}" for n in counts)) for depth, counts in enumerate(computed_perft())]
        return [table(("depth", *(NAMES[name] for name in PerftCounts._fields)), rows, "wide")]


class CommandHelp(Directive):
    """What a command says of itself when it is asked for help."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        words = [word for argument in self.arguments for word in argument.split()]
        environment = {**os.environ, "COLUMNS": "88", "NO_COLOR": "1"}
        call = [sys.executable, "-m", "pydraughts", *words, "--help"]
        said = subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout
        return [nodes.literal_block(said, said, language="text")]


class GrowthPlot(Directive):
    """Moves and distinct positions by depth, on a logarithmic scale."""

    def run(self):
        series = (
            ("move sequences", [row.nodes for row in published_perft()], "", "end", -8),
            ("distinct positions", published_distinct(), 'stroke-dasharray="6 4"', "start", 18),
        )
        return [figure(plot(series), [nodes.Text("By depth in plies, from the start position.")], "plot")]


def plot(series):
    """Draw lines in the colour of the text around, so that they show in any theme."""

    def at(depth, count):
        return f"{60 + 18 * depth:g} {270 - 12 * math.log10(count):g}"

    parts = [PLOT]
    for exponent in range(0, 21, 4):
        y = 270 - 12 * exponent
        parts.append(f'<path d="M60 {y}h530" stroke="currentColor" stroke-opacity="0.25"/>')
        parts.append(f'<text x="52" y="{y + 4}" text-anchor="end">1e{exponent}</text>')
    for depth in range(0, 30, 5):
        x, _ = at(depth, 1).split()
        parts.append(f'<text x="{x}" y="294" text-anchor="middle">{depth}</text>')
    for name, counts, dash, side, below in series:
        line = "L".join(at(*point) for point in enumerate(counts))
        x, y = line.rpartition("L")[2].split()
        parts.append(f'<path d="M{line}" fill="none" stroke="currentColor" stroke-width="2.5" {dash}/>')
        parts.append(f'<text x="{x}" y="{float(y) + below:g}" text-anchor="{side}">{name}</text>')
    return "\n".join([*parts, "</svg>"])


PLOT = """<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 600 300" width="600" height="300"
 fill="currentColor" font-family="sans-serif" font-size="14">
<title>Growth of perft and of distinct positions</title>
<desc>On a logarithmic scale the line of move sequences is nearly straight, 4.5 to 5 times as many with each
ply; that of distinct positions bends, from 3 times at ply 10 to 2.1 times at ply 22.</desc>"""


def setup(app):
    app.add_directive("published-table", PublishedTable)
    app.add_directive("breakdown-table", BreakdownTable)
    app.add_directive("command-help", CommandHelp)
    app.add_directive("growth-plot", GrowthPlot)
    return {"parallel_read_safe": True}
