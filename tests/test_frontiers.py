"""Deep counts: frontiers of distinct positions, trees in lanes, and what they do when memory is short."""

import itertools
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pydraughts import (
    Color,
    PerftCounts,
    Position,
    distinct_positions,
    divide,
    perft,
    perft_counts,
    published_distinct,
    published_perft,
    verify,
)
from pydraughts import frontiers as frontiers_module
from pydraughts import jobs as jobs_module
from pydraughts import reference as slow
from pydraughts._perft import Frontier, Stop, StoppedError, count_tree
from pydraughts.frontiers import NOTHING, Frontiers, add, count_piece

THREADS = (1, 2, 3, 4)
LANES = (1, 4, 8, 16)
MOST_WORK = 3000  # sequences before the last ply: what the reference does in a moment
MEGABYTE = 1 << 20
ABSURD = 10**20
KINGS_ALONE = "B:WK32:BK1"
DEAD = ("W:W5:B1", "B:W22:B", "B:WK32:B28", "B:W9,10,14:B5", "W:W29:B22,25,26")


@pytest.fixture(scope="module")
def sample(random_positions, crowded_positions):
    """Some positions of every sort."""
    return (Position(), *random_positions[::450], *crowded_positions[::80])


@pytest.fixture(scope="module")
def counted(sample):
    """Positions with a depth, 1 to 7, and what the reference counts there."""
    result = []
    for position in sample:
        depth = 1
        while depth < 7 and 0 < perft(position, depth, method="tree") < MOST_WORK:
            depth += 1
        board = slow.Board.from_fen(position.fen)
        result += [
            (position, d, PerftCounts(*slow.perft_counts(board, d))) for d in {1, depth // 2 + 1, depth}
        ]
    return result


@pytest.fixture(params=(1, 4))
def cut(request, monkeypatch):
    """Depth of the trees below the last frontier: the shallower, the more frontiers there are."""
    for module in (frontiers_module, jobs_module):
        monkeypatch.setattr(module, "TREE_DEPTH", request.param)


def begin(position, workers=1, max_memory=64 * MEGABYTE):
    frontiers = Frontiers(workers, max_memory, Stop())
    frontiers.start(position)
    return frontiers


def go_on(frontiers, depth, passes):
    """Count with so many frontiers, whether they fit or not; there are at least two plies left then."""
    for _ in range(passes):
        frontiers.advance(depth, lambda _: None)
        depth -= 1
    total = frontiers.spilled
    for _, counts in frontiers.count(frontiers.ranges(4), depth):
        total = add(total, counts)
    return total


def bitboards(position):
    return position.black, position.white, position.kings, position.turn == Color.WHITE


def test_the_sample_has_everything_in_it(counted):
    assert len(counted) >= 120
    assert {depth for _, depth, _ in counted} == set(range(1, 8))
    assert any(position.black.bit_count() > 12 < position.white.bit_count() for position, _, _ in counted)
    assert all(sum(column) for column in zip(*(counts for *_, counts in counted), strict=True))
    assert any(counts == NOTHING for *_, counts in counted)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("method", ["tree", "frontier", "auto"])
def test_every_method_counts_as_the_reference(counted, method, threads):
    for position, depth, counts in counted:
        assert perft_counts(position, depth, method=method, threads=threads) == counts, (position, depth)


@pytest.mark.usefixtures("cut")
@pytest.mark.parametrize("max_memory", [1, 20 * MEGABYTE, 10**30])
@pytest.mark.parametrize("threads", [1, 3])
def test_memory_does_not_change_a_count(counted, max_memory, threads):
    for position, depth, counts in counted:
        found = perft_counts(position, depth, method="frontier", threads=threads, max_memory=max_memory)
        assert found == counts, (position, depth)


@pytest.mark.parametrize("threads", THREADS)
def test_divide_is_made_of_the_counts_after_each_move(sample, threads):
    for position in sample[::5]:
        expected = {move: perft(position.play(move), 3, method="tree") for move in position.legal_moves()}
        assert divide(position, 4, method="frontier", threads=threads) == expected, position


@pytest.mark.parametrize("lanes", LANES)
def test_any_number_of_lanes_counts_as_the_reference(counted, lanes):
    try:
        count_tree(*bitboards(Position()), 1, Stop(), lanes=lanes)
    except ValueError:
        pytest.skip("this machine has no such vectors")
    for position, depth, counts in counted:
        assert count_tree(*bitboards(position), depth, Stop(), lanes=lanes) == counts, (position, depth)


def test_published_numbers_by_two_threads_and_by_other_cuts(monkeypatch):
    computed = {}
    for depth in (13, 14, 15):
        counts = computed[depth] = perft_counts(Position(), depth, threads=1)
        assert counts.nodes == published_perft()[depth].nodes
        assert perft_counts(Position(), depth, threads=2) == counts
    for tree_depth in (3, 6):
        monkeypatch.setattr(frontiers_module, "TREE_DEPTH", tree_depth)
        monkeypatch.setattr(jobs_module, "TREE_DEPTH", tree_depth)
        for depth in (13, 14):
            assert perft_counts(Position(), depth, threads=2) == computed[depth]


# Distinct positions


@pytest.mark.parametrize("threads", THREADS)
def test_distinct_positions_are_the_published_ones(threads):
    depth = 12 if threads == 1 else 10
    assert distinct_positions(Position(), depth, threads=threads) == published_distinct()[: depth + 1]


def test_distinct_positions_are_those_of_a_set(sample):
    for position in sample:
        reached, sizes = {position}, [1]
        while len(sizes) < 6 and len(reached) < 400:
            reached = {after.play(move) for after in reached for move in after.legal_moves()}
            sizes.append(len(reached))
        assert distinct_positions(position, len(sizes) - 1) == tuple(sizes), position


@pytest.mark.parametrize("max_memory", [1, 60_000, 8 * MEGABYTE, 16 * MEGABYTE])
def test_frontiers_that_do_not_fit_are_not_numbered(max_memory):
    with pytest.raises(MemoryError, match="memory"):
        distinct_positions(Position(), 12, threads=1, max_memory=max_memory)


def test_a_frontier_that_cannot_be_begun_is_not_passed_over():
    """The ones before it fit to the last byte."""
    frontiers = begin(Position())
    peaks = set()
    for _ in range(9):
        frontiers.advance(1, lambda _: None)
        peaks.add(frontiers._native.peak_memory)
    assert len(peaks) > 4
    for max_memory in peaks:
        with pytest.raises(MemoryError, match=f"max_memory of {max_memory} bytes does not hold"):
            distinct_positions(Position(), 12, threads=1, max_memory=max_memory)


# Short memory


@pytest.mark.parametrize("workers", [1, 2])
def test_positions_that_find_no_memory_are_counted_at_once(workers):
    expected = perft_counts(Position(), 12, method="tree")
    spilled = []
    for megabytes in (6, 16, 24, 48):
        frontiers = begin(Position(), workers, workers * megabytes * MEGABYTE)
        assert go_on(frontiers, 12, 10) == expected
        assert frontiers._native.peak_memory <= workers * megabytes * MEGABYTE
        assert frontiers.exact == (frontiers.spilled == NOTHING)
        spilled.append(frontiers.spilled[0])
    assert expected.nodes > spilled[0] > max(spilled[1:])
    assert spilled[1] > 0 or workers > 1
    assert spilled[3] == 0


def test_a_public_count_is_right_where_its_estimate_of_memory_is_wrong(monkeypatch):
    made = []

    class Optimistic(Frontiers):
        def __init__(self, *args):
            super().__init__(*args)
            made.append(self)

        def fits(self):
            return True

    monkeypatch.setattr(jobs_module, "Frontiers", Optimistic)
    monkeypatch.setattr(jobs_module, "TREE_DEPTH", 1)
    counts = perft_counts(Position(), 12, threads=1, max_memory=20 * MEGABYTE)
    assert counts == perft_counts(Position(), 12, method="tree")
    assert not made[0].exact
    assert 0 < made[0].spilled[0] < counts.nodes


def test_every_allocation_may_fail(sample):
    """With a limit just below what is needed, and less and less."""
    position = sample[1]
    expected = perft_counts(position, 6, method="tree")
    outcomes = Counter()
    for max_memory in itertools.chain(range(0, 200_000, 5_000), range(200_000, 20 * MEGABYTE, 400_000)):
        try:
            frontiers = begin(position, 2, max_memory)
        except MemoryError:
            outcomes["none"] += 1
            continue
        assert go_on(frontiers, 6, 4) == expected
        outcomes["enough" if frontiers.exact else "short"] += 1
    assert outcomes["none"] > 5 < outcomes["enough"]


def test_a_frontier_that_cannot_be_opened_can_be_counted_from():
    frontiers = begin(Position(), 1, 6 * MEGABYTE)
    native = frontiers._native
    with pytest.raises(MemoryError, match="do not hold 16777216 streams"):
        native.open(24)
    with pytest.raises(MemoryError, match="do not hold 1000000 records"):
        native.load(record(1, 2, 0) * 1_000_000, False, 8)
    assert go_on(frontiers, 6, 0) == perft_counts(Position(), 6)


USE_MEMORY = """
from contextlib import suppress
from pathlib import Path
from pydraughts import Position
from pydraughts._perft import Frontier, Stop, count_tree

def use(max_memory):
    with suppress(MemoryError):
        frontier = Frontier(2, max_memory, Stop())
        frontier.start(0xFFF, 0xFFF00000, 0, False)
        for bits in (0, 4, 24):
            frontier.open(bits)
            for stream in range(frontier.streams):
                frontier.process(stream % 2, stream, stream + 1, 5, keeping=True)
            frontier.close()
    with suppress(MemoryError):
        count_tree(1, 1 << 31, 1 | 1 << 31, False, 10**20, Stop())

sizes = []
for _ in range(8):
    for max_memory in (0, 60_000, 100_000, 6 << 20, 40 << 20):
        use(max_memory)
    sizes.append(int(Path("/proc/self/statm").read_text().split()[0]) * 4096)
print(sizes[-1] - sizes[1])
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not tell its size")
def test_failed_counts_leave_nothing_behind():
    command = [sys.executable, "-c", USE_MEMORY]
    grown = subprocess.run(command, capture_output=True, check=True, text=True, timeout=60).stdout
    assert int(grown) < 4 * MEGABYTE  # one tail, one stack of a tree, one slab: each is larger


# Many paths


def one_ply_on(lines):
    """The positions after one more ply, each with the number of paths to it, in plain integers."""
    longer = Counter()
    for position, times in lines.items():
        for move in position.legal_moves():
            longer[position.play(move)] += times
    return longer


def weights_of(records):
    """The amounts and levels in the bytes of a frontier."""
    words = memoryview(records).cast("I")[3::4]
    return [(word & 0x1FFFFFFF, word >> 29 & 3) for word in words]


@pytest.mark.parametrize(("fen", "depth"), [(KINGS_ALONE, 66), ("W:WK1,K5:BK32", 34)])
def test_sums_of_paths_are_exact_whatever_their_size(fen, depth):
    expected = slow.perft_counts(slow.Board.from_fen(fen), depth)
    assert expected.nodes > 2**64
    for threads in (1, 2):
        counts = perft_counts(Position.from_fen(fen), depth, method="frontier", threads=threads)
        assert counts == expected


def test_weights_are_carried_from_level_to_level():
    frontiers = begin(Position.from_fen(KINGS_ALONE))
    for _ in range(60):
        frontiers.advance(ABSURD, lambda _: None)
    piece = frontiers.take((0, frontiers.streams), 2, 64 * MEGABYTE)
    weights = weights_of(piece.records)
    assert {level for _, level in weights} == {0, 1, 2, 3}
    assert count_piece(piece) == perft_counts(Position.from_fen(KINGS_ALONE), 62)


def test_sums_of_paths_too_large_for_a_frontier_are_exact_all_the_same():
    position = Position.from_fen(KINGS_ALONE)
    lines = Counter({position: 1})
    held = 0
    while max(lines.values()) < 2**116:
        last, held = lines, held + 1
        lines = one_ply_on(last)
    depth = held - 1 + jobs_module.TREE_DEPTH
    exact = sum(times * perft(after, jobs_module.TREE_DEPTH) for after, times in last.items())
    assert perft(position, depth, method="frontier") == exact > 2**120
    for deeper in (depth + 1, depth + 2, 200):
        expected = slow.perft_counts(slow.Board.from_fen(position.fen), deeper)
        assert perft_counts(position, deeper, method="frontier") == expected
        assert sum(divide(position, deeper, method="frontier").values()) == expected.nodes
    assert distinct_positions(position, 200)[-1] == distinct_positions(position, 100)[-1]


def test_sums_too_large_for_a_frontier_keep_to_the_memory_and_tell_how_far_they_are():
    position = Position.from_fen("W:WK1,K2:BK31,K32")
    shares = []
    with pytest.raises(MemoryError, match=r"max_memory of 20971520 bytes does not hold .* beyond 2\*\*116"):
        perft(
            position, 200, max_memory=20 * MEGABYTE, progress=lambda done, total: shares.append(done / total)
        )
    assert len(set(shares)) > 5


def test_an_overflow_in_progress_is_not_taken_for_one_of_paths():
    def overflow(_done, _total):
        raise OverflowError("of the caller")

    for count in (perft_counts, distinct_positions):
        with pytest.raises(OverflowError, match="of the caller"):
            count(Position(), 10, progress=overflow)


def test_a_sum_of_paths_too_large_to_be_held_is_an_error_of_the_native_core():
    frontiers = begin(Position.from_fen(KINGS_ALONE))
    with pytest.raises(OverflowError, match=r"2\*\*116 ways"):
        all(frontiers.advance(ABSURD, lambda _: None) for _ in range(100))


# Plies beyond number


@pytest.mark.parametrize("method", ["auto", "tree", "frontier"])
@pytest.mark.parametrize("fen", DEAD)
def test_no_depth_is_too_great_once_every_line_has_ended(fen, method):
    position = Position.from_fen(fen)
    for depth in (1000, ABSURD, ABSURD + 1, 10**400):
        assert perft_counts(position, depth, method=method) == NOTHING
        assert set(divide(position, depth, method=method).values()) <= {0}
        assert perft_counts(position, depth, method=method, max_memory=1) == NOTHING


def test_a_tree_that_never_ends_is_given_up():
    with pytest.raises(MemoryError, match="no memory for so deep a tree"):
        perft(Position.from_fen(KINGS_ALONE), ABSURD, method="tree")


# Frontiers as bytes


def test_a_frontier_can_be_taken_apart_and_counted_elsewhere(counted):
    for position, depth, counts in counted:
        if depth >= 4:
            frontiers = begin(position)
            for left in (depth, depth - 1):
                frontiers.advance(left, lambda _: None)
            pieces = [frontiers.take(streams, depth - 2, 20 * MEGABYTE) for streams in frontiers.ranges(7)]
            total = frontiers.spilled
            for piece in pieces:
                total = add(total, count_piece(piece))
            assert total == counts, (position, depth)


def test_bytes_come_back_as_they_were():
    frontiers = begin(Position(), 2)
    for _ in range(8):
        frontiers.advance(ABSURD, lambda _: None)
    number = frontiers._native.records
    piece = frontiers.take((0, frontiers.streams), 4, 0)
    assert len(piece.records) == 16 * number
    records = sorted(piece.records[i : i + 16] for i in range(0, len(piece.records), 16))
    for bits in (0, 3, 9):
        other = Frontier(1, 64 * MEGABYTE, Stop())
        other.load(piece.records, piece.white_to_move, bits)
        assert other.streams == 2**bits
        assert other.records == number
        assert other.white_to_move == piece.white_to_move
        again = other.take(0, other.streams)
        assert sorted(again[i : i + 16] for i in range(0, len(again), 16)) == records
        assert other.take(0, other.streams) == b""


def test_a_piece_larger_than_the_memory_is_counted_in_parts():
    frontiers = begin(Position(), 1, 256 * MEGABYTE)
    for _ in range(11):
        frontiers.advance(ABSURD, lambda _: None)
    piece = frontiers.take((0, frontiers.streams), 2, 16 * MEGABYTE)
    assert len(piece.records) > piece.max_memory
    assert count_piece(piece)[0] == published_perft()[13].nodes


# Arguments


def started():
    native = Frontier(2, 64 * MEGABYTE, Stop())
    native.start(*bitboards(Position()))
    return native


def record(own, enemy, kings, weight=1):
    return b"".join(word.to_bytes(4, sys.byteorder) for word in (own, enemy, kings, weight))


START = bitboards(Position())
OUT_OF_RANGE = {
    "no ply to count": lambda: count_tree(*START, 0, Stop()),
    "fewer plies than none": lambda: count_tree(*START, -ABSURD, Stop()),
    "a square twice": lambda: count_tree(1, 1, 0, False, 3, Stop()),
    "a king from nowhere": lambda: count_tree(1, 2, 4, False, 3, Stop()),
    "a 33rd square": lambda: count_tree(1 << 32, 1, 0, False, 3, Stop()),
    "less than no piece": lambda: count_tree(-1, 0, 0, False, 3, Stop()),
    "too many lanes": lambda: count_tree(*START, 3, Stop(), lanes=32),
    "odd lanes": lambda: count_tree(*START, 3, Stop(), lanes=3),
    "no worker": lambda: Frontier(0, MEGABYTE, Stop()),
    "too many workers": lambda: Frontier(ABSURD, MEGABYTE, Stop()),
    "less than no memory": lambda: Frontier(1, -1, Stop()),
    "a start with a square twice": lambda: started().start(1, 1, 0, False),
    "less than one stream": lambda: started().open(-1),
    "too many streams": lambda: started().open(33),
    "opened twice": lambda: [native.open(1) for native in [started()] * 2],
    "closed before it is open": lambda: started().close(),
    "taken before the first": lambda: started().take(-1, 1),
    "taken after the last": lambda: started().take(0, 2),
    "taken backwards": lambda: started().take(1, 0),
    "taken from nothing": lambda: Frontier(1, MEGABYTE, Stop()).take(0, 1),
    "worked on before the first": lambda: started().process(0, -1, 1, 3, keeping=False),
    "worked on after the last": lambda: started().process(0, 0, 2, 3, keeping=False),
    "worked on from nothing": lambda: Frontier(1, MEGABYTE, Stop()).process(0, 0, 1, 3, keeping=False),
    "an unknown worker": lambda: started().process(2, 0, 1, 3, keeping=False),
    "a worker before the first": lambda: started().process(-1, 0, 1, 3, keeping=False),
    "less than no ply": lambda: started().process(0, 0, 1, -1, keeping=False),
    "unknown lanes": lambda: started().process(0, 0, 1, 3, keeping=False, lanes=-4),
    "kept where nothing is open": lambda: started().process(0, 0, 1, 3, keeping=True),
    "part of a record": lambda: started().load(bytes(17), False, 0),
    "a record with a square twice": lambda: started().load(record(3, 6, 0), False, 0),
    "a record with a king from nowhere": lambda: started().load(record(1, 2, 4), False, 0),
    "loaded into too many streams": lambda: started().load(bytes(16), False, 99),
}


@pytest.mark.parametrize("call", OUT_OF_RANGE.values(), ids=OUT_OF_RANGE)
def test_the_native_module_refuses_what_is_out_of_range(call):
    with pytest.raises(ValueError, match=r"must be|not|open|whole number"):
        call()


def test_any_bytes_are_refused_or_counted():
    rng = random.Random("bytes")
    outcomes = Counter()
    for _ in range(2000):
        own, enemy, kings = (rng.getrandbits(32) & rng.getrandbits(32) for _ in range(3))
        if rng.random() < 0.9:
            enemy &= ~own
            kings &= own | enemy
        native = Frontier(1, 8 * MEGABYTE, Stop())
        try:
            native.load(record(own, enemy, kings, rng.getrandbits(32)), rng.random() < 0.5, rng.randrange(4))
        except ValueError:
            outcomes["refused"] += 1
            continue
        for stream in range(native.streams):
            native.process(0, stream, stream + 1, 2, keeping=False)
        outcomes["counted"] += 1
    assert outcomes["refused"] > 100
    assert outcomes["counted"] > 1000


def test_a_stopped_count_gives_no_number():
    stop = Stop()
    native = Frontier(1, 64 * MEGABYTE, stop)
    native.start(*bitboards(Position()))
    stop.set()
    with pytest.raises(StoppedError):
        native.process(0, 0, 1, 30, keeping=False)
    with pytest.raises(StoppedError):
        count_tree(*bitboards(Position()), 40, stop)


@pytest.mark.parametrize(("name", "value"), [("threads", 0), ("threads", -1), ("max_memory", 0)])
def test_numbers_that_make_no_sense(name, value):
    with pytest.raises(ValueError, match=re.escape(f"{name} must be 1 or more, not {value}")):
        perft(Position(), 3, **{name: value})


@pytest.mark.parametrize(("name", "value"), [("threads", 2.0), ("max_memory", "1G"), ("max_memory", [])])
def test_what_is_no_whole_number_is_refused_by_name(name, value):
    with pytest.raises(TypeError, match=re.escape(f"{name} must be a whole number, not {value!r}")):
        perft(Position(), 3, **{name: value})


@pytest.mark.parametrize("name", ["executor", "progress"])
def test_what_is_no_executor_or_no_function_is_refused_before_any_work(name):
    with pytest.raises(TypeError, match=f"{name} must be a .*, not int"):
        perft(Position(), 3, **{name: 5})


def test_more_threads_than_any_machine_has():
    assert perft(Position(), 10, method="tree", threads=ABSURD) == published_perft()[10].nodes
    assert perft(Position(), 10, method="frontier", threads=ABSURD) == published_perft()[10].nodes


def test_more_threads_than_there_is_memory_for():
    assert perft(Position(), 13, threads=64, max_memory=40 * MEGABYTE) == 1766623630
    assert distinct_positions(Position(), 9, threads=8, max_memory=20 * MEGABYTE)[-1] == 255800


def test_verify_without_memory_for_frontiers():
    result = verify(8, max_memory=1)
    assert result.ok
    assert [row.distinct for row in result.rows] == [None] * 8


def test_verify_whose_memory_runs_out_on_the_way():
    reported = []
    result = verify(
        11, threads=1, max_memory=16 * MEGABYTE, progress=lambda done, total: reported.append((done, total))
    )
    assert result.ok
    assert [row.distinct for row in result.rows] == [None] * 11
    assert reported == sorted(reported)
    assert reported[0][0] < reported[-1][0] == reported[-1][1]
