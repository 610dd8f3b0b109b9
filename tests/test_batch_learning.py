"""Planes and the move index: what is told apart, what is not, and from whose side it is seen."""

import zlib

import numpy as np
import pytest

from pydraughts import Color, IllegalMoveError, Move, Piece, Position
from pydraughts.batch import (
    MOVE_INDICES,
    MoveArray,
    PositionArray,
    count_moves,
    decode,
    flipped,
    legal_mask,
    legal_moves,
    move_index,
    move_vocabulary,
    planes,
    play,
)

# The vocabulary here and there, and a checksum of all of it, so that no later version has another one.
VOCABULARY = {
    0: (1, 5, 0),
    97: (32, 28, 0),
    98: (1, 10, 32),
    133: (2, 2, 24672),
    500: (14, 5, 50661120),
    1033: (32, 5, 117901056),
}
VOCABULARY_CRC = 3455604393


@pytest.fixture(scope="module")
def array(many_positions):
    return PositionArray.from_positions(many_positions)


# The move index ------------------------------------------------------------------------------------


def neighbours(square, distance):
    """The squares so many diagonal steps away, each with the one half way."""
    row, place = divmod(square - 1, 4)
    column = 2 * place + 1 - row % 2
    for rows in (-distance, distance):
        for columns in (-distance, distance):
            if 0 <= row + rows < 8 and 0 <= column + columns < 8:
                half = (row + rows // 2, column + columns // 2)
                yield 4 * (row + rows) + (column + columns) // 2 + 1, 4 * half[0] + half[1] // 2 + 1


def walks(square, jumped=()):
    """Every way to jump on from a square, each man once: the path and the men."""
    for end, over in neighbours(square, 2):
        if over not in jumped:
            yield (square, end), (*jumped, over)
            for path, men in walks(end, (*jumped, over)):
                yield (square, *path), men


def result(path, men):
    return path[0], path[-1], sum(1 << man - 1 for man in men)


@pytest.fixture(scope="module")
def every_move():
    """Every path that a king can go on some board, and what it results in."""
    steps = {(square, end): () for square in range(1, 33) for end, _ in neighbours(square, 1)}
    jumps = {path: men for square in range(1, 33) for path, men in walks(square)}
    return {path: result(path, men) for path, men in {**steps, **jumps}.items()}


def test_the_vocabulary_is_every_result_that_there_is_and_each_once(every_move):
    vocabulary = move_vocabulary().tolist()
    assert len(vocabulary) == MOVE_INDICES == 98 + 936
    assert len(set(vocabulary)) == MOVE_INDICES
    assert set(vocabulary) == set(every_move.values())
    assert vocabulary[:98] == sorted(entry for entry in vocabulary if not entry[2])
    assert [entry[0] for entry in vocabulary[98:]] == sorted(entry[0] for entry in vocabulary if entry[2])


def test_the_vocabulary_is_the_same_for_ever():
    vocabulary = move_vocabulary()
    assert {index: vocabulary[index].item() for index in VOCABULARY} == VOCABULARY
    words = np.concatenate([vocabulary[name].astype("<u4") for name in vocabulary.dtype.names])
    assert zlib.crc32(words.tobytes()) == VOCABULARY_CRC


@pytest.mark.parametrize("turn", Color)
def test_no_two_results_share_an_index_and_all_routes_to_one_do(every_move, turn):
    """Every path there is, on a board with no more than its men."""
    numbers = {entry: number for number, entry in enumerate(move_vocabulary().tolist())}
    positions, moves = [], []
    for path, (start, _, captured) in every_move.items():
        king = 1 << start - 1
        position = Position.from_bitboards(black=king, white=captured, kings=king, turn=Color.BLACK)
        move = Move(path, is_king=True)
        if turn is Color.WHITE:
            position, move = position.flipped(), Move([33 - square for square in path], is_king=True)
        positions.append(position)
        moves.append(move)
    array = PositionArray.from_positions(positions)
    listed = legal_moves(array)
    found = move_index(array, listed)
    for row, (move, expected) in enumerate(zip(moves, every_move.values(), strict=True)):
        place = listed.of(row).index(move)
        assert found[listed.offsets[row] + place] == numbers[expected]


def test_indices_tell_results_apart_and_nothing_else(array):
    moves = legal_moves(array)
    index = move_index(array, moves)
    vocabulary = move_vocabulary()
    row_of = np.repeat(np.arange(len(array)), np.diff(moves.offsets))
    white = array.turn[row_of] == 1
    for name, seen in (("start", moves.start), ("end", moves.end)):
        assert (vocabulary[name][index] == np.where(white, 33 - seen, seen)).all()
    seen = moves.captured.tolist()
    mirrored = [
        int(f"{men:032b}"[::-1], 2) if turned else men for men, turned in zip(seen, white, strict=True)
    ]
    assert vocabulary["captured"][index].tolist() == mirrored
    results = set(zip(row_of.tolist(), moves.start.tolist(), moves.end.tolist(), seen, strict=True))
    assert len(set(zip(row_of.tolist(), index.tolist(), strict=True))) == len(results)
    assert len(results) < len(moves)


def test_the_mask_is_what_legal_moves_say(array):
    moves = legal_moves(array)
    expected = np.zeros((len(array), MOVE_INDICES), bool)
    expected[np.repeat(np.arange(len(array)), np.diff(moves.offsets)), move_index(array, moves)] = True
    mask = legal_mask(array)
    assert mask.dtype == bool
    assert (mask == expected).all()


def test_decode_gives_the_first_move_with_the_index(array):
    moves = legal_moves(array)
    index = move_index(array, moves)
    row_of = np.repeat(np.arange(len(array)), np.diff(moves.offsets))
    _, firsts = np.unique(row_of * MOVE_INDICES + index, return_index=True)  # of equal ones the first
    rows, wanted = row_of[firsts], index[firsts]
    decoded = decode(array[rows], wanted)
    assert (decoded.codes == moves.codes[firsts]).all()
    assert decoded.offsets.tolist() == list(range(len(rows) + 1))
    assert (move_index(array[rows], decoded) == wanted).all()
    assert play(array[rows], decoded) == play(array[rows], firsts - moves.offsets[rows])


def test_a_twin_has_the_same_indices(array):
    assert (legal_mask(flipped(array)) == legal_mask(array)).all()


@pytest.mark.parametrize("index", [1033, MOVE_INDICES, -1, 2**62, 2**63, 2**64 - 1, 2**70, -(2**70)])
def test_an_index_that_is_not_legal_is_refused(index):
    array = PositionArray.from_positions([Position(), Position()])
    legal = int(legal_mask(array)[0].argmax())
    with pytest.raises(IllegalMoveError, match=f"row 1: no legal move has the index {index}"):
        decode(array, [legal, index])


@pytest.mark.parametrize(
    ("index", "error", "reason"),
    [
        ([1], ValueError, r"index must have the shape \(2,\)"),
        ([0.5, 1], TypeError, "index must be whole numbers"),
        (MoveArray.from_moves([Move((9, 13))] * 2), TypeError, "not a MoveArray; move_index gives those"),
    ],
)
def test_what_is_no_index_for_each_row(index, error, reason):
    with pytest.raises(error, match=reason):
        decode(PositionArray.from_positions([Position(), Position()]), index)


def test_only_moves_that_are_legal_in_their_positions_have_an_index(array):
    few = array[:2000]
    moves = legal_moves(few)
    counts = np.diff(moves.offsets)
    other = np.flatnonzero((few.turn[1:] != few.turn[:-1]) & (counts[:-1] > 0) & (counts[1:] > 0))[0]
    swapped = MoveArray([0, 1], moves.codes[moves.offsets[other + 1] :][:1])
    with pytest.raises(IllegalMoveError, match=r"^row 0: .* is illegal"):
        move_index(few[other : other + 1], swapped)
    with pytest.raises(IllegalMoveError, match=r"^row \d+: .* is illegal"):
        move_index(few[::-1], moves, threads=2)
    last = np.flatnonzero(counts)[-1]
    codes = moves.codes.copy()
    codes[-1] ^= np.uint64(1)  # a man's move as that of a king, or the other way round
    for threads in (1, 2):
        with pytest.raises(IllegalMoveError, match=rf"^row {last}: "):
            move_index(few, MoveArray(moves.offsets, codes), threads=threads)
    one = PositionArray.from_positions([Position()])
    with pytest.raises(TypeError, match="moves must be a MoveArray, not list"):
        move_index(one, [Move((9, 13))])
    with pytest.raises(
        ValueError, match="moves must be those of 1 positions, not MoveArray of 14 moves in 2"
    ):
        move_index(one, legal_moves(PositionArray.from_positions([Position(), Position()])))


def test_some_moves_of_each_position_have_the_indices_that_they_have_among_all(array):
    few = array[:2000]
    moves = legal_moves(few)
    every = move_index(few, moves)
    chosen = np.random.default_rng(1).random(len(moves)) < 0.3
    offsets = np.concatenate([[0], np.cumsum(chosen)])[moves.offsets]
    some = MoveArray(offsets, moves.codes[chosen][::1])
    assert (move_index(few, some, threads=2) == every[chosen]).all()
    assert len(move_index(few, MoveArray(np.zeros(len(few) + 1, int), moves.codes[:0]))) == 0


# Planes --------------------------------------------------------------------------------------------


def planes_of(position):
    """The planes of one position, square by square."""
    own = position if position.turn is Color.BLACK else position.flipped()
    result = np.zeros((5, 8, 4), int)
    kinds = (Piece.BLACK_MAN, Piece.BLACK_KING, Piece.WHITE_MAN, Piece.WHITE_KING)
    for square, piece in own.pieces().items():
        result[(kinds.index(piece), *divmod(square - 1, 4))] = 1
    result[4] = position.turn
    return result


def test_planes(array, many_positions):
    found = planes(array, np.uint8)
    assert (found == np.stack([planes_of(position) for position in many_positions])).all()


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.float16, np.float32, np.float64, ">f4"])
def test_planes_of_any_dtype(array, dtype):
    few = array[:5000]
    found = planes(few, dtype, threads=2)
    assert found.dtype == dtype
    assert found.shape == (5000, 5, 8, 4)
    assert (found == planes(few)).all()
    assert planes(few).dtype == np.float32


@pytest.mark.parametrize(
    "dtype", [None, str, "U1", "S1", object, complex, "datetime64[s]", "timedelta64[s]", "V1", [("a", "u1")]]
)
def test_planes_of_a_dtype_that_is_none_of_numbers(array, dtype):
    with pytest.raises(TypeError, match="dtype must be one of bool, integers or floats, not "):
        planes(array[:1], dtype)


def test_a_twin_differs_in_the_fifth_plane_only(array):
    assert (planes(flipped(array))[:, :4] == planes(array)[:, :4]).all()
    assert (planes(flipped(array))[:, 4] != planes(array)[:, 4]).all()


def test_every_position_has_a_move_or_none_is_set(array):
    assert (legal_mask(array).any(axis=1) == (count_moves(array) > 0)).all()
