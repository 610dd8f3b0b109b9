"""Instructions that the tree takes for a leaf: unlike a time they are the same on any machine."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys

import pytest

from pydraughts import published_perft

DEPTH = 10

# By lanes, 5% above what GCC 12 makes of the kernel with the usual flags: 46.8 and 24.2. Not every machine
# has wider vectors, and valgrind does not know them all; the kernel is the same.
CEILINGS = {1: 49.1, 4: 25.4}

COUNT = """
import sys
from pydraughts import Position
from pydraughts._perft import Stop, count_tree

start = Position()
lanes, depth = map(int, sys.argv[1:])
print(count_tree(start.black, start.white, start.kings, False, depth, Stop(), lanes=lanes)[0])
"""


def instructions(lanes: int, depth: int) -> int:
    """Count from the start position under callgrind; what the interpreter takes is in the number."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-c", COUNT]
    run = subprocess.run([*command, str(lanes), str(depth)], capture_output=True, text=True, check=True)
    assert int(run.stdout) == published_perft()[depth].nodes
    collected = re.search(r"Collected : (\d+)", run.stderr)
    assert collected, run.stderr
    return int(collected[1])


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the ceilings are for x86-64")
@pytest.mark.parametrize("lanes", CEILINGS)
def bench_instructions_per_leaf(lanes: int) -> None:
    leaves = published_perft()[DEPTH].nodes - published_perft()[1].nodes
    taken = (instructions(lanes, DEPTH) - instructions(lanes, 1)) / leaves
    print(f"lanes {lanes}: {taken:.3f} instructions a leaf")
    assert taken < CEILINGS[lanes]
