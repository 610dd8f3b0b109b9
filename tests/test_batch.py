"""Arrays of positions against the loop over `Position`, on 100,000 of them, in any number of threads."""

import gc
import re
import signal
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from pydraughts import IllegalMoveError, Move, Position, _batch
from pydraughts.batch import (
    CAPTURE,
    KING,
    PROMOTION,
    MoveArray,
    PositionArray,
    count_moves,
    decode,
    flipped,
    keys,
    legal_mask,
    legal_moves,
    move_index,
    must_capture,
    perft,
    planes,
    play,
    random_games,
    successors,
    unique,
    winners,
)

CASES = Path(__file__).parent.parent.parent / "shared" / "cases"
START = Position()
THREADS = [1, 2, 3, 7]


def positions_of_cases():
    """Every position that the files of cases mention, if they are here."""
    texts = [
        text
        for file in sorted(CASES.glob("*.json"))
        for text in re.findall(r'"(\S+:\S*:\S*)"', file.read_text())
    ]
    for text in dict.fromkeys(texts):
        with suppress(ValueError):
            yield Position.from_fen(text)


@pytest.fixture(scope="module")
def positions(many_positions):
    return many_positions + tuple(positions_of_cases())


@pytest.fixture(scope="module")
def array(positions):
    return PositionArray.from_positions(positions)


@pytest.fixture(scope="module")
def listed(positions):
    """The legal moves of every position."""
    return [position.legal_moves() for position in positions]


def bits(squares):
    return sum(1 << square - 1 for square in squares)


def flags(move):
    return CAPTURE * move.is_capture | KING * move.is_king | PROMOTION * move.is_promotion


# The same as the loop ------------------------------------------------------------------------------


def test_the_sample_is_large_and_has_everything_in_it(positions, listed):
    assert len(set(positions)) >= 100_000
    seen = Counter()
    for position, moves in zip(positions, listed, strict=True):
        seen[(position.turn, bool(moves), position.must_capture)] += 1
        seen["more kings than twelve"] += position.kings.bit_count() > 12
        seen["routes"] += len({(move.start, move.end, bits(move.captured)) for move in moves}) < len(moves)
        seen.update(len(move.captured) for move in moves)
    assert all(
        seen[(turn, *what)] for turn in (0, 1) for what in ((True, True), (True, False), (False, False))
    )
    assert all(seen[taken] for taken in range(10))
    assert seen["routes"]
    assert seen["more kings than twelve"]


def test_positions(array, positions):
    assert list(array) == list(positions)
    assert array.fens() == [position.fen for position in positions]
    assert [array[i] for i in range(0, len(array), 97)] == list(positions[::97])
    assert PositionArray.from_fens(position.fen for position in positions) == array


def test_count_moves(array, listed, lanes):
    counts = np.empty(len(array), np.int32)
    _batch.count_moves(array.rows, counts, lanes=lanes)
    assert counts.tolist() == count_moves(array).tolist() == list(map(len, listed))


def test_what_is_said_of_the_moves_without_listing_them(array, positions):
    assert must_capture(array).tolist() == [position.must_capture for position in positions]
    winner = {None: -1, 0: 0, 1: 1}
    assert winners(array).tolist() == [winner[position.winner] for position in positions]


def test_keys(array, positions):
    assert keys(array).tolist() == [position.key for position in positions]


def test_flipped(array, positions):
    assert list(flipped(array)) == [position.flipped() for position in positions]


def test_legal_moves(array, listed):
    moves = legal_moves(array)
    assert np.diff(moves.offsets).tolist() == list(map(len, listed))
    assert [moves.of(row) for row in range(len(array))] == listed
    flat = [move for moves in listed for move in moves]
    assert len(moves) == len(flat)
    assert moves.start.tolist() == [move.start for move in flat]
    assert moves.end.tolist() == [move.end for move in flat]
    assert moves.captured.tolist() == [bits(move.captured) for move in flat]
    assert moves.flags.tolist() == [flags(move) for move in flat]
    assert [tuple(filter(None, path)) for path in moves.path.tolist()] == [move.path for move in flat]
    assert MoveArray(moves.offsets, moves.codes) == moves


def test_successors(array, positions, listed):
    after, parents = successors(array)
    assert parents.tolist() == [row for row, moves in enumerate(listed) for _ in moves]
    pairs = zip(positions, listed, strict=True)
    assert list(after) == [position.play(move) for position, moves in pairs for move in moves]


def test_moves_in_lanes(array, lanes):
    moves, (after, parents) = legal_moves(array), successors(array)
    codes, rows, numbers = np.empty_like(moves.codes), np.empty_like(after.rows), np.empty_like(parents)
    assert _batch.list_moves(array.rows, moves.offsets, codes, lanes=lanes) == -1
    assert _batch.successors(array.rows, 7, moves.offsets, rows, numbers, lanes=lanes) == -1
    assert (codes == moves.codes).all()
    assert (rows == after.rows).all()
    assert (numbers == parents + 7).all()


def test_play(array, positions, listed):
    rows = np.flatnonzero(count_moves(array))
    chosen = [row % len(listed[row]) for row in rows]
    after = [positions[row].play(listed[row][move]) for row, move in zip(rows, chosen, strict=True)]
    assert list(play(array[rows], chosen)) == after
    offsets, codes = legal_moves(array).offsets, legal_moves(array).codes
    moves = MoveArray(np.arange(len(rows) + 1), codes[offsets[rows] + chosen])
    assert list(play(array[rows], moves)) == after


@pytest.mark.parametrize("threads", [1, 3])
def test_unique(array, positions, threads):
    rng = np.random.default_rng(1)
    index = rng.integers(0, len(array) // 2, len(array))
    distinct, counts, inverse = unique(array[index], threads=threads)
    expected = Counter(positions[i] for i in index)
    assert list(distinct) == list(expected)
    assert counts.tolist() == list(expected.values())
    assert distinct[inverse] == array[index]


@pytest.mark.parametrize(
    ("depth", "every"), [(0, 7), (1, 1), (2, 1), (3, 3), (4, 10), (5, 50), (6, 500), (7, 5000)]
)
def test_perft(array, positions, depth, every):
    expected = [position.perft(depth) for position in positions[::every]]
    assert perft(array[::every], depth).tolist() == expected


def test_perft_of_the_cases():
    expected = {}
    for file in CASES.glob("perft_positions.json"):
        for fen, counts in re.findall(r'"fen": "([^"]*)",\s*"perft": \[([^\]]*)\]', file.read_text()):
            expected[fen] = list(map(int, counts.split(",")))[:6]
    if not expected:
        pytest.skip("the handed cases are not there")
    array = PositionArray.from_fens(expected)
    found = [perft(array, depth).tolist() for depth in range(1, 7)]
    assert list(map(list, zip(*found, strict=True))) == list(expected.values())


# Counts that fit 64 bits ---------------------------------------------------------------------------

NINE = (bits([6, 7, 8, 14, 15, 16, 22, 23, 24]), bits([9, 10, 11, 17, 18, 19, 25, 26, 27]))


def test_no_piece_has_more_moves_than_the_bound_says():
    """One piece among all sets of the men that it could jump; pieces of its own would only be in the way."""
    for king, most in ((False, 5), (True, 16)):
        found = 0
        for nine in NINE:
            sets = np.array(list(subsets(nine)), np.uint32)
            for square in range(32):
                if nine >> square & 1 or (square >= 28 and not king):
                    continue
                piece = np.full(len(sets), 1 << square, np.uint32)
                kings = piece if king else np.zeros_like(piece)
                counts = count_moves(
                    PositionArray.from_bitboards(black=piece, white=sets, kings=kings, turn=0)
                )
                assert counts.argmax() == 0 or counts.max() < 5  # no other set has more routes
                found = max(found, counts.max())
        assert found == most


def subsets(mask):
    """Every subset of the bits of a mask."""
    subset = mask
    while subset:
        yield subset
        subset = subset - 1 & mask
    yield 0


def test_depths_that_could_wrap_are_refused_before_anything_is_counted():
    array = PositionArray.from_positions([Position.from_fen("W:W:BK1"), START])
    for depth in (11, 28, 10**6, 2**70):
        reason = f"row 1: the count of depth {depth} could be beyond 64 bits, that of depth 10 not"
        with pytest.raises(ValueError, match=reason):
            perft(array, depth, threads=2)
    assert perft(array[1:], 10).tolist() == [START.perft(10)]
    with pytest.raises(ValueError, match="depth must be 0 or more, not -1"):
        perft(array, -1)
    with pytest.raises(TypeError):
        perft(array, 1.5)


def test_what_has_no_moves_has_none_at_any_depth():
    assert perft(PositionArray.from_fens(["B:W5,K2:B"]), 2**70).tolist() == [0]


# Threads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [True, np.int8(16), np.uint8(32), 10**30])
def test_threads_may_be_any_whole_number(array, threads):
    assert (count_moves(array, threads=threads) == count_moves(array)).all()
    for wrong in (2.0, "2", None):
        with pytest.raises(TypeError):
            count_moves(array, threads=wrong)


@pytest.mark.parametrize("threads", THREADS)
def test_results_are_the_same_for_any_number_of_threads(array, threads):
    few = array[:20_000]
    moves, mask = legal_moves(few), legal_mask(few)
    first = few[count_moves(few) > 0]
    assert (count_moves(few, threads=threads) == count_moves(few)).all()
    assert (must_capture(few, threads=threads) == must_capture(few)).all()
    assert (winners(few, threads=threads) == winners(few)).all()
    assert (keys(few, threads=threads) == keys(few)).all()
    assert flipped(few, threads=threads) == flipped(few)
    assert legal_moves(few, threads=threads) == moves
    assert successors(few, threads=threads)[0] == successors(few)[0]
    assert play(first, np.zeros(len(first), int), threads=threads) == play(first, np.zeros(len(first), int))
    assert (perft(few, 3, threads=threads) == perft(few, 3)).all()
    assert (perft(few[:5], 7, threads=threads) == perft(few[:5], 7)).all()
    assert (planes(few, threads=threads) == planes(few)).all()
    assert (legal_mask(few, threads=threads) == mask).all()
    assert (move_index(few, moves, threads=threads) == move_index(few, moves)).all()
    index = legal_mask(first).argmax(axis=1)
    assert decode(first, index, threads=threads) == decode(first, index)


@pytest.mark.parametrize("threads", [0, -1])
def test_there_is_at_least_one_thread(array, threads):
    with pytest.raises(ValueError, match=f"threads must be 1 or more, not {threads}"):
        count_moves(array, threads=threads)
    with pytest.raises(ValueError, match="threads must be 1 or more"):
        random_games(1, 1, threads=threads)


@pytest.mark.parametrize("threads", THREADS)
def test_the_first_row_at_fault_is_named_whoever_finds_it(array, threads):
    chosen = np.zeros(len(array), int)
    with pytest.raises(
        IllegalMoveError, match=rf"^row {np.flatnonzero(count_moves(array) == 0)[0]} has no move 0"
    ):
        play(array, chosen, threads=threads)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="sends signals as Unix does")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("depth", [6, 10])
def test_ctrl_c_ends_a_count(threads, depth):
    array = PositionArray.from_fens(["W:WK1,K2,K3:BK30,K31,K32"] * 100_000)
    timer = threading.Timer(0.3, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        perft(array, depth, threads=threads)
    timer.join()


# Inputs and results --------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_no_positions_at_all(threads):
    none = PositionArray.from_positions([])
    assert (
        none
        == PositionArray.from_fens([])
        == PositionArray.from_bitboards(black=[], white=[], kings=[], turn=[])
    )
    for function in (count_moves, must_capture, winners, keys):
        assert function(none, threads=threads).shape == (0,)
    assert len(legal_moves(none, threads=threads)) == len(successors(none, threads=threads)[1]) == 0
    assert len(play(none, [], threads=threads)) == len(decode(none, [], threads=threads)) == 0
    assert perft(none, 5, threads=threads).shape == perft(none, 9, threads=threads).shape == (0,)
    assert planes(none, threads=threads).shape == (0, 5, 8, 4)
    assert [len(part) for part in unique(none)] == [0, 0, 0]
    assert len(flipped(none, threads=threads)) == 0


def test_results_outlive_what_they_were_made_from(many_positions):
    rows = PositionArray.from_positions(many_positions[:5000]).rows.copy()
    array = PositionArray(rows)
    results = [
        count_moves(array),
        keys(array),
        planes(array),
        unique(array),
        successors(array),
        legal_moves(array),
    ]
    again = [
        count_moves(array),
        keys(array),
        planes(array),
        unique(array),
        successors(array),
        legal_moves(array),
    ]
    rows[:] = 0
    del array, rows
    gc.collect()
    assert all((a == b).all() for a, b in zip(results[:3], again[:3], strict=True))
    assert results[3].positions == again[3].positions
    assert results[4][0] == again[4][0]
    assert results[5] == again[5]
    assert list(results[4][0][:1]) == [many_positions[0].play(many_positions[0].legal_moves()[0])]


@pytest.mark.parametrize(
    "function",
    [count_moves, must_capture, winners, keys, flipped, legal_moves, successors, unique, planes, legal_mask],
)
@pytest.mark.parametrize("wrong", [None, START, [START], np.zeros(3)])
def test_functions_take_position_arrays(function, wrong):
    with pytest.raises(TypeError, match="expected a PositionArray, not "):
        function(wrong)


@pytest.mark.parametrize(
    ("moves", "error", "reason"),
    [
        ([0], ValueError, r"moves must have the shape \(2,\), one for each row, not \(1,\)"),
        (0, ValueError, r"moves must have the shape \(2,\)"),
        ([0.0, 1.0], TypeError, "moves must be whole numbers, not float64"),
        ([0, 7], IllegalMoveError, "row 1 has no move 7: its legal moves are numbered 0 to 6"),
        ([-1, 0], IllegalMoveError, "row 0 has no move -1"),
        (np.array([2**63, 0], np.uint64), IllegalMoveError, f"row 0 has no move {2**63}:"),
        ([0, 2**64 - 1], IllegalMoveError, f"row 1 has no move {2**64 - 1}:"),
        ([-1, 2**63], IllegalMoveError, "row 0 has no move -1:"),
        ([0, 2**70], IllegalMoveError, f"row 1 has no move {2**70}:"),
        ([0, -(2**70)], IllegalMoveError, f"row 1 has no move -{2**70}:"),
        ([None, 0], TypeError, "moves must be whole numbers, not NoneType"),
        ([Move((9, 13))] * 2, TypeError, "not Move; MoveArray.from_moves takes moves"),
    ],
)
def test_moves_that_cannot_be_played(moves, error, reason):
    with pytest.raises(error, match=reason):
        play(PositionArray.from_positions([START, START]), moves)


def test_moves_are_numbered_by_whole_numbers_of_any_kind():
    array = PositionArray.from_positions([START, START])
    for moves in ((6, 0), range(6, -1, -6), np.array([6, 9, 0])[::2], np.array([0, 6])[::-1]):
        assert play(array, moves) == play(array, [6, 0])
    for dtype in (np.int8, np.uint8, np.uint64, ">i4", object):
        assert play(array, np.array([6, 0], dtype)) == play(array, [6, 0])


def test_no_moves_are_whole_numbers_too():
    none = PositionArray.from_positions([])
    for moves in ([], (), np.array([], np.int8), np.array([], object)):
        assert play(none, moves) == none
    for dtype in ("U1", bool, np.float32):
        with pytest.raises(TypeError, match="moves must be whole numbers, not "):
            play(none, np.array([], dtype))


def test_moves_of_other_positions_are_refused():
    array = PositionArray.from_positions([START, START.play("11-15")])
    with pytest.raises(IllegalMoveError, match=r"^row 1: .* is illegal"):
        play(array, MoveArray([0, 1, 2], legal_moves(array).codes[[0, 0]]))
    with pytest.raises(
        ValueError, match=r"one for each of 2 positions, not MoveArray of 14 moves in 2 positions"
    ):
        play(array, legal_moves(array))


def test_rows_that_change_meanwhile_do_no_harm():
    """Garbage gives garbage, or an error, but nothing beyond an array."""
    rows = PositionArray.from_positions([START] * 1000).rows.copy()
    array = PositionArray(rows)
    rng = np.random.default_rng(1)
    rows[:] = rng.integers(0, 256, rows.nbytes, np.uint8).view(rows.dtype)
    counts = count_moves(array)
    assert counts.max() <= 424
    assert len(successors(array)[1]) == len(legal_moves(array)) == counts.sum()
    legal_mask(array)
    move_index(array, legal_moves(array))
    offsets = np.zeros(len(rows) + 1, np.int64)
    assert _batch.list_moves(rows, offsets, np.empty(0, np.uint64)) == np.flatnonzero(counts)[0]
