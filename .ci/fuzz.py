"""Any bitboards: refused, or counted as the reference counts them, by every method. The same in every run."""

import random
import sys
from collections import Counter
from contextlib import suppress

from pydraughts import Color, PerftCounts, Position, perft_counts
from pydraughts import reference as slow
from pydraughts._perft import Stop, count_tree
from pydraughts.frontiers import Frontiers, add

CASES = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
MOST_WORK = 300  # sequences before the last ply: what the reference does in a moment


def lanes_here():
    """List the numbers of lanes that this machine has."""
    for lanes in (1, 4, 8, 16):
        with suppress(ValueError):
            count_tree(1, 2, 0, False, 1, Stop(), lanes=lanes)
            yield lanes


def word(rng):
    """Give a bitboard, sparse or full, and now and then one of the wrong size."""
    if rng.random() < 0.02:
        return rng.choice((-1, 1 << 32, 1 << 70, -(1 << 40)))
    result = 0xFFFFFFFF
    for _ in range(rng.randint(0, 4)):
        result &= rng.getrandbits(32)
    return result


def by_frontiers(position, depth, max_memory):
    """Count with as many frontiers as there are plies, in little memory."""
    frontiers = Frontiers(2, max_memory, Stop())
    frontiers.start(position)
    while depth > 2:
        frontiers.advance(depth, lambda _: None)
        depth -= 1
    total = frontiers.spilled
    for _, counts in frontiers.count(frontiers.ranges(3), depth):
        total = add(total, counts)
    return total


def main():
    """Count them all, or stop at the first that differs."""
    widths = tuple(lanes_here())
    rng = random.Random("any bitboards")
    outcomes = Counter()
    for _ in range(CASES):
        black, white, kings = word(rng), word(rng), word(rng)
        if rng.random() < 0.9:  # else most are refused
            white &= ~black
            kings = kings & (black | white) | black & 0xF0000000 | white & 0xF
        turn = rng.choice(list(Color))
        try:
            position = Position.from_bitboards(black=black, white=white, kings=kings, turn=turn)
        except (ValueError, OverflowError) as error:
            outcomes[type(error).__name__] += 1
            continue
        depth = 1
        while depth < 6 and 0 < perft_counts(position, depth).nodes < MOST_WORK:
            depth += 1
        expected = PerftCounts(*slow.perft_counts(slow.Board.from_fen(position.fen), depth))
        found = [perft_counts(position, depth, method=method) for method in ("tree", "frontier")]
        board = (black, white, kings, turn == Color.WHITE)
        found += [count_tree(*board, depth, Stop(), lanes=lanes) for lanes in widths]
        if depth > 1:
            found += [by_frontiers(position, depth, max_memory) for max_memory in (12 << 20, 64 << 20)]
        if any(counts != expected for counts in found):
            sys.exit(f"{position!r}, depth {depth}: {found}, not {expected}")
        outcomes[f"counted, depth {depth}"] += 1
    print("lanes:", *widths)
    print(*(f"{kind}: {number}" for kind, number in sorted(outcomes.items())), sep="\n")
    if sum(number for kind, number in outcomes.items() if kind.startswith("counted")) < CASES // 2:
        sys.exit("too few positions were counted for this to show anything")


main()
