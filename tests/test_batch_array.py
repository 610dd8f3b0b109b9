"""Arrays of positions as holders of rows: from what they are made, what they refuse, what they give."""

import copy
import mmap
import os
import pickle
import random
from collections import Counter

import numpy as np
import pytest

from pydraughts import Color, IllegalMoveError, InvalidFenError, InvalidMoveError, Move, Position, _batch
from pydraughts.batch import (
    POSITION_DTYPE,
    MoveArray,
    PositionArray,
    count_moves,
    keys,
    legal_moves,
    move_index,
    planes,
    play,
    random_games,
    successors,
    winners,
)

START = Position()
FENS = ["B:W21-32:B1-12", "W:WK32:BK1", "B:W6,7,14,15:BK2"]


@pytest.fixture
def array():
    return PositionArray.from_fens(FENS)


def rows_of(*rows):
    return np.array(list(rows), POSITION_DTYPE)


def owner_of(array):
    """Whatever owns the memory of an array."""
    while isinstance(array, np.ndarray):
        array = array.base
    return array


# Made from -----------------------------------------------------------------------------------------


def test_positions_lists_and_generators(array):
    positions = [Position.from_fen(fen) for fen in FENS]
    assert PositionArray.from_positions(positions) == array
    assert PositionArray.from_positions(iter(positions)) == array
    assert list(array) == positions


@pytest.mark.parametrize("item", [None, FENS[0], 1])
def test_an_item_that_is_no_position_is_named(item):
    with pytest.raises(TypeError, match=f"item 1 must be of type Position, not {type(item).__name__}"):
        PositionArray.from_positions([START, item])


def test_a_text_that_is_no_position_is_named():
    with pytest.raises(InvalidFenError, match=r"text 1: .*'B:W1:B'.* expected K1"):
        PositionArray.from_fens([FENS[0], "B:W1:B"])
    assert PositionArray.from_fens(["B:W1:B"], strict=False).fens() == ["B:WK1:B"]
    with pytest.raises(TypeError, match="text 1: a position text is a str, not NoneType"):
        PositionArray.from_fens([FENS[0], None])
    with pytest.raises(TypeError, match="fens must be a list of texts, not one text"):
        PositionArray.from_fens(FENS[0])


def test_bitboards_of_any_whole_numbers(array):
    columns = {name: array.rows[name] for name in POSITION_DTYPE.names}
    for dtype in (np.int64, np.uint64, np.uint32, object):
        given = {name: column.astype(dtype) for name, column in columns.items()}
        assert PositionArray.from_bitboards(**given) == array
    assert (
        PositionArray.from_bitboards(**{name: column.tolist() for name, column in columns.items()}) == array
    )
    small = PositionArray.from_bitboards(
        black=[1, 2], white=[4, 8], kings=np.array([4, 8], np.int8), turn=Color.WHITE
    )
    assert small.turn.tolist() == [1, 1]


@pytest.mark.parametrize("value", [-(2**63) - 1, -1, 2**32, 2**63, 2**64, 2**70])
@pytest.mark.parametrize("good", [1, 2**31])
@pytest.mark.parametrize("name", ["black", "white", "kings", "turn"])
def test_a_number_of_any_size_is_out_of_range_and_not_of_another_kind(name, good, value):
    columns = {"black": [good, good], "white": [4, 4], "kings": [good | 4, good | 4], "turn": [1, 1]}
    columns[name] = [columns[name][0], value]
    with pytest.raises(
        ValueError, match=rf"^row 1: {name} must .*{value if name == 'turn' else hex(value)}$"
    ):
        PositionArray.from_bitboards(**columns)


def test_bitboards_are_copied():
    black = np.array([1], np.uint32)
    array = PositionArray.from_bitboards(black=black, white=[4], kings=[4], turn=[0])
    black[0] = 2
    assert array.fens() == ["B:WK3:B1"]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ((-1, 0, 0, 0), "black must fit 32 bits, bit i for square i . 1; it is -0x1"),
        ((0, 1 << 32, 0, 0), "white must fit 32 bits, .* it is 0x100000000"),
        ((0, 0, 1 << 40, 0), "kings must fit 32 bits"),
        ((0b110, 0b010, 0b010, 0), "black and white both claim square 2"),
        ((0b01, 0, 0b10, 0), "kings names square 2, where no piece stands"),
        ((1 << 28, 0, 0, 0), "a man cannot stand on its crowning row: 29 must be a king"),
        ((0, 0b1001, 0, 0), "a man cannot stand on its crowning row: 1, 4 must be a king"),
        ((1, 0, 0, 2), "turn must be Color.BLACK or Color.WHITE, not 2"),
        ((1, 0, 0, -1), "turn must be Color.BLACK or Color.WHITE, not -1"),
    ],
)
def test_the_first_row_that_is_no_position_is_named(row, reason):
    good = (1, 1 << 31, 0, 1)
    also_bad = (1, 1, 0, 1)
    columns = dict(
        zip(
            POSITION_DTYPE.names, map(np.array, zip(good, good, row, also_bad, row, strict=True)), strict=True
        )
    )
    with pytest.raises(ValueError, match=f"^row 2: {reason}"):
        PositionArray.from_bitboards(**columns)
    if all(0 <= value < 1 << 32 for value in row) and row[3] in range(256):
        with pytest.raises(ValueError, match=f"^row 2: {reason}"):
            PositionArray(rows_of(good, good, row, also_bad))
        with pytest.raises(ValueError, match=reason):
            Position.from_bitboards(**dict(zip(POSITION_DTYPE.names, row, strict=True)))


@pytest.mark.parametrize(
    ("name", "values", "error", "reason"),
    [
        ("white", [4], ValueError, r"white must have the shape \(2,\), as black has, not \(1,\)"),
        ("kings", [[4, 8]], ValueError, r"kings must have the shape \(2,\)"),
        ("black", 1, ValueError, r"black must have one dimension, not the shape \(\)"),
        ("black", [[1], [2, 3]], ValueError, "black: .*inhomogeneous|black must be"),
        ("black", [[1], [2]], ValueError, r"black must have one dimension, not the shape \(2, 1\)"),
        ("turn", [0], ValueError, r"turn must have the shape \(2,\)"),
        ("white", [4.0, 8.0], TypeError, "white must be whole numbers, not float64"),
        ("kings", ["4", "8"], TypeError, "kings must be whole numbers, not <U1"),
        ("turn", [True, False], TypeError, "turn must be whole numbers, not bool"),
        ("black", None, TypeError, "black must be whole numbers, not NoneType"),
        ("black", [2**70, True], TypeError, "black must be whole numbers, not bool"),
        ("black", [2**70, 1.0], TypeError, "black must be whole numbers, not float"),
        ("black", np.array([1.0, 2.0]), TypeError, "black must be whole numbers, not float64"),
    ],
)
def test_columns_that_do_not_fit(name, values, error, reason):
    good = {"black": [1, 2], "white": [4, 8], "kings": [4, 8], "turn": [0, 1]}
    with pytest.raises(error, match=reason):
        PositionArray.from_bitboards(**{**good, name: values})


def test_rows_are_held_without_a_copy_and_stay_as_they_are(array):
    rows = rows_of(*array.rows.tolist())
    held = PositionArray(rows)
    assert np.shares_memory(held.rows, rows)
    assert rows.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        held.rows["turn"] = 1
    with pytest.raises(ValueError, match="read-only"):
        held.black[0] = 1


@pytest.mark.parametrize(
    ("rows", "error", "reason"),
    [
        ([(1, 0, 0, 0)], TypeError, "rows must be a NumPy array, not list"),
        (np.zeros(3, np.uint32), TypeError, r"rows must have the dtype .*'black', '<u4'.*, not uint32"),
        (np.zeros(3, POSITION_DTYPE.descr[:3]), TypeError, "rows must have the dtype"),
        (np.zeros(3, POSITION_DTYPE.newbyteorder(">")), TypeError, r"not .*; astype\(POSITION_DTYPE\) makes"),
        (np.zeros(3, np.dtype(POSITION_DTYPE.descr, align=True)), TypeError, r"; astype\(POSITION_DTYPE\)"),
        (
            np.zeros((3, 1), POSITION_DTYPE),
            ValueError,
            r"rows must have one dimension, not the shape \(3, 1\)",
        ),
        (np.zeros((), POSITION_DTYPE), ValueError, r"rows must have one dimension, not the shape \(\)"),
    ],
)
def test_rows_of_another_kind_are_refused(rows, error, reason):
    with pytest.raises(error, match=reason):
        PositionArray(rows)


@pytest.mark.parametrize("length", [0, 3])
def test_files_are_mapped_into_memory(array, tmp_path, length):
    array[:length].save(tmp_path / "positions.npy")
    again = PositionArray.load(tmp_path / "positions.npy")
    assert again == array[:length]
    assert isinstance(owner_of(again.rows), mmap.mmap)
    assert count_moves(again).tolist() == [7, 2, 2][:length]
    assert (np.load(tmp_path / "positions.npy") == array.rows[:length]).all()
    mapped = np.lib.format.open_memmap(tmp_path / "more.npy", "w+", POSITION_DTYPE, (5,))
    assert np.shares_memory(PositionArray(mapped).rows, mapped)


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let go of a mapped file")
def test_positions_of_a_file_are_saved_over_it(tmp_path):
    """The file that they are read from meanwhile is the old one."""
    many = random_games(2000, 1).positions
    file = tmp_path / "positions.npy"
    many.save(file)
    for part in (slice(None, None, -1), slice(50_000), slice(None, None, 7), slice(5), slice(0)):
        mapped = PositionArray.load(file)
        many = many[part].rows.copy()
        mapped[part].save(file)
        assert len(mapped.fens()[-1:]) == 1  # still there
        assert (PositionArray.load(file).rows == many).all()
        many = PositionArray(many)
    assert os.listdir(tmp_path) == ["positions.npy"]


def test_a_name_without_an_ending_gets_one(array, tmp_path):
    for name in ("one", "two.", "three.txt", "four.npy"):
        array.save(tmp_path / name)
    os.mkdir(tmp_path / "five")
    array.save(os.fsencode(tmp_path / "five"))
    expected = ["five", "five.npy", "four.npy", "one.npy", "three.txt.npy", "two..npy"]
    assert sorted(os.listdir(tmp_path)) == expected
    assert PositionArray.load(os.fsencode(tmp_path / "one.npy")) == array
    array.save(tmp_path / ("n" * 251))  # as long as names may be
    assert PositionArray.load(tmp_path / ("n" * 251 + ".npy")) == array
    with pytest.raises(FileNotFoundError):
        array.save("")
    with pytest.raises(FileNotFoundError) as info:
        array.save(tmp_path / "none" / "positions")
    assert info.value.filename == str(tmp_path / "none" / "positions.npy")


def test_a_file_that_cannot_be_written_whole_stays_what_it_was(array, tmp_path, monkeypatch):
    array.save(tmp_path / "positions.npy")

    def fail(stream, *_, **__):
        stream.write(b"some of it")
        raise OSError("no space left")

    monkeypatch.setattr(np, "save", fail)
    with pytest.raises(OSError, match="no space left"):
        array[:1].save(tmp_path / "positions")
    assert PositionArray.load(tmp_path / "positions.npy") == array
    assert os.listdir(tmp_path) == ["positions.npy"]


def test_damaged_files_are_refused_by_name(array, tmp_path):
    file = tmp_path / "positions.npy"
    array.save(file)
    whole = file.read_bytes()
    said = []
    for place in range(len(whole) - array.rows.nbytes):
        for value in (0, 10, 39, 255):
            file.write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
            try:
                assert PositionArray.load(file) == array
            except (TypeError, ValueError) as error:
                said.append(str(error))
    assert len(said) > 50
    assert all(text.startswith(f"{file}: ") for text in said)


def test_files_of_something_else_are_refused(tmp_path):
    np.save(tmp_path / "numbers.npy", np.zeros(3))
    with pytest.raises(TypeError, match=r"numbers\.npy: rows must have the dtype"):
        PositionArray.load(tmp_path / "numbers.npy")
    np.save(tmp_path / "rows.npy", rows_of((1, 0, 0, 0), (1, 1, 0, 0)))
    with pytest.raises(ValueError, match=r"rows\.npy: row 1: black and white both claim square 1"):
        PositionArray.load(tmp_path / "rows.npy")
    with pytest.raises(FileNotFoundError):
        PositionArray.load(tmp_path / "none.npy")
    np.savez(tmp_path / "several.npz", rows=rows_of((1, 0, 0, 0)))
    np.save(tmp_path / "objects.npy", np.array([START], object), allow_pickle=True)
    whole = (tmp_path / "rows.npy").read_bytes()
    (tmp_path / "empty.npy").write_bytes(b"")
    (tmp_path / "text.npy").write_text(FENS[0])
    (tmp_path / "header.npy").write_bytes(whole[:60])
    (tmp_path / "short.npy").write_bytes(whole[:-1])
    deep = b"-" * 3000
    (tmp_path / "deep.npy").write_bytes(whole[:8] + len(deep).to_bytes(2, "little") + deep)
    with pytest.raises(ValueError, match=r"deep\.npy: "):
        PositionArray.load(tmp_path / "deep.npy")
    for name in ("several.npz", "objects.npy", "empty.npy", "text.npy", "header.npy", "short.npy"):
        with pytest.raises(ValueError, match=rf"{name}: .*(magic string|memory-mapped|header|mmap length)"):
            PositionArray.load(tmp_path / name)


# However they lie ----------------------------------------------------------------------------------


def laid_out(rows):
    """The same rows in every way that an array can lie in memory."""
    spread = np.zeros((len(rows), 3), rows.dtype)
    spread[:, 1] = rows
    within = np.zeros(len(rows), [("note", "u1"), ("position", rows.dtype), ("value", "<f4")])
    within["position"] = rows
    locked = rows.copy()
    locked.flags.writeable = False
    yield from (rows, spread[:, 1], within["position"], rows[::-1].copy()[::-1], locked)
    yield np.frombuffer(b"x" + rows.tobytes(), rows.dtype, offset=1)
    yield rows.view(np.recarray)


def test_rows_lie_in_memory_in_any_way():
    few = random_games(60, 1).positions[:3000]
    assert len(few) == 3000
    for rows in laid_out(few.rows):
        same = PositionArray(rows)
        assert np.shares_memory(same.rows, rows)
        assert same == few
        assert (count_moves(same) == count_moves(few)).all()
        assert legal_moves(same, threads=2) == legal_moves(few)
        assert successors(same)[0] == successors(few)[0]
        assert (planes(same) == planes(few)).all()
        assert (keys(same) == keys(few)).all()
    assert PositionArray(np.broadcast_to(few.rows[:1], 50)) == few[[0] * 50]


# What they give ------------------------------------------------------------------------------------


def test_an_index_gives_a_position_a_slice_a_view_and_an_array_a_copy(array):
    assert array[0] == array[-3] == array[np.int64(0)] == START
    assert type(array[0]) is Position
    assert np.shares_memory(array[::-1].rows, array.rows)
    assert array[::-1].fens() == array.fens()[::-1]
    for index in ([2, 0], np.array([2, 0]), np.array([2, -3], np.int8)):
        assert array[index].fens() == [array.fens()[2], array.fens()[0]]
        assert not np.shares_memory(array[index].rows, array.rows)
    assert array[array.turn == 1].fens() == ["W:WK32:BK1"]
    assert len(array[3:]) == 0


@pytest.mark.parametrize(
    "index",
    [
        3,
        -4,
        "black",
        "a",
        ["black"],
        None,
        (0, 0),
        np.zeros((1, 1), int),
        1.0,
        np.array([3]),
        np.array([True]),
    ],
)
def test_an_index_that_there_is_not(array, index):
    with pytest.raises(IndexError):
        array[index]


def test_columns_are_views(array):
    assert array.black.tolist() == [position.black for position in array]
    assert array.white.tolist() == [position.white for position in array]
    assert array.kings.tolist() == [position.kings for position in array]
    assert array.turn.tolist() == [position.turn for position in array]
    assert all(np.shares_memory(column, array.rows) for column in (array.black, array.turn))


def test_numpy_takes_it_as_its_rows(array):
    assert np.shares_memory(np.asarray(array), array.rows)
    assert np.asarray(array).dtype == POSITION_DTYPE
    copied = np.array(array)
    assert not np.shares_memory(copied, array.rows)
    assert (copied == array.rows).all()
    assert PositionArray(np.concatenate([array, array[:1]])).fens() == [*array.fens(), START.fen]
    assert [tuple(row) for row in np.asarray(array, object)] == array.rows.tolist()


def test_rows_that_are_no_positions_any_more_are_refused_by_what_they_are():
    rows = PositionArray.from_fens(FENS).rows.copy()
    array = PositionArray(rows)
    rows["turn"][1] = 9
    for use in (lambda: array[1], array.fens, lambda: list(array)):
        with pytest.raises(ValueError, match=r"turn must be Color\.BLACK or Color\.WHITE, not 9"):
            use()
    rows[1] = (0, 0, 0, 9)
    assert winners(array).tolist() == [-1, 0, -1]


def test_masks_are_not_lost_but_refused(array):
    def masked(values):
        return np.ma.MaskedArray(values, mask=False)

    codes = legal_moves(array[:1]).codes
    for name, use in {
        "rows": lambda: PositionArray(masked(array.rows.copy())),
        "black": lambda: PositionArray.from_bitboards(black=masked([1]), white=[2], kings=[2], turn=0),
        "turn": lambda: PositionArray.from_bitboards(black=[1], white=[2], kings=[2], turn=masked([0])),
        "moves": lambda: play(array, masked([0, 0, 0])),
        "index": lambda: array[masked([0, 1])],
        "codes": lambda: MoveArray([0, 7], masked(codes)),
        "offsets": lambda: MoveArray(masked([0, 7]), codes),
    }.items():
        with pytest.raises(TypeError, match=f"^{name} must not be masked; data is the array without"):
            use()


def test_it_is_a_sequence(array):
    assert len(array) == 3
    assert START in array
    assert array.index(START) == 0
    assert list(reversed(array)) == list(array)[::-1]
    assert repr(array) == "PositionArray of 3 positions"
    with pytest.raises(TypeError):
        hash(array)


def test_equal_arrays_and_copies(array):
    assert array == PositionArray.from_fens(FENS)
    assert array != array[:2]
    assert array != array[::-1]
    assert array != list(array)
    for again in (
        pickle.loads(pickle.dumps(array[::-1])),
        copy.copy(array[::-1]),
        copy.deepcopy(array[::-1]),
    ):
        assert again == array[::-1]


class Labelled(PositionArray):
    pass


class Chosen(MoveArray):
    pass


def test_a_class_of_ones_own_stays_that(array):
    labelled = Labelled.from_fens(FENS)
    moves = legal_moves(labelled)
    chosen = Chosen(moves.offsets, moves.codes)
    for again in (
        labelled[:],
        labelled[[0, 1, 2]],
        copy.copy(labelled),
        pickle.loads(pickle.dumps(labelled)),
    ):
        assert type(again) is Labelled
        assert again == array
    for again in (copy.copy(chosen), pickle.loads(pickle.dumps(chosen))):
        assert type(again) is Chosen
        assert again == moves


# Moves ---------------------------------------------------------------------------------------------


def test_moves_are_a_sequence(array):
    moves = legal_moves(array)
    assert len(moves) == 11
    assert moves[0] == moves[-11] == moves[np.int64(0)] == Move((9, 13))
    assert moves[7:9] == (Move((32, 27), is_king=True), Move((32, 28), is_king=True))
    assert moves.of(2) == moves.of(-1) == array[2].legal_moves()
    assert list(moves) == [move for position in array for move in position.legal_moves()]
    assert repr(moves) == "MoveArray of 11 moves in 3 positions"
    assert [array.dtype for array in (moves.offsets, moves.codes)] == [np.int64, np.uint64]
    assert [array.dtype for array in (moves.start, moves.end, moves.captured, moves.flags, moves.path)] == [
        *(np.uint8, np.uint8, np.uint32, np.uint8, np.uint8)
    ]
    assert moves.path.shape == (11, 10)
    assert moves.path[-1].tolist() == [2, 11, 18, 9, 2, 0, 0, 0, 0, 0]
    for index in (11, -12, 10**30):
        with pytest.raises(IndexError, match=f"there is no move {index} of 11"):
            moves[index]
    for row in (3, -4, 10**30):
        with pytest.raises(IndexError, match=f"there is no row {row} of 3"):
            moves.of(row)
    for row in (None, 1.0, slice(2)):
        with pytest.raises(TypeError, match="row must be a whole number, not "):
            moves.of(row)
    assert moves.of(-3) == moves.of(np.int8(0)) == START.legal_moves()
    with pytest.raises(TypeError):
        hash(moves)


@pytest.mark.parametrize("index", [[0, 7], np.array([0, 7]), np.ones(11, bool), "1", 1.0, None])
def test_moves_are_chosen_by_numbers_and_slices(array, index):
    with pytest.raises(TypeError, match=f"not by {type(index).__name__}; the array codes can be indexed"):
        legal_moves(array)[index]


def test_moves_from_a_list(many_positions):
    listed = [move for position in many_positions[:3000] for move in position.legal_moves()]
    moves = MoveArray.from_moves(listed)
    assert list(moves) == listed
    assert moves == MoveArray(range(len(listed) + 1), moves.codes)
    array = PositionArray.from_positions(many_positions[:3000])
    assert (moves.codes == legal_moves(array).codes).all()
    longest = max(listed, key=lambda move: len(move.path))
    assert len(longest.path) > 4
    assert list(MoveArray.from_moves(iter([longest]))) == [longest]
    assert len(MoveArray.from_moves([])) == 0
    for wrong in ("9-13", (9, 13), None):
        with pytest.raises(TypeError, match="item 1 must be of type Move, not "):
            MoveArray.from_moves([Move((9, 13)), wrong])


def test_codes_are_those_of_moves_and_no_others(many_positions):
    """Codes of moves with one place, the number of hops or the king changed, against what `Move` says."""
    rng = random.Random(1)
    listed = {move for position in many_positions for move in position.legal_moves()}
    listed = rng.sample(sorted(listed, key=lambda move: (-len(move.path), move)), 1000)
    listed += sorted(listed, key=lambda move: -len(move.path))[:100] * 5
    outcomes = Counter()
    for code in MoveArray.from_moves(listed).codes.tolist():
        path, is_king = _batch.path_of(code)
        place = rng.randrange(len(path) + 1)
        if rng.random() < 0.5:
            path = (*path[:place], rng.randrange(1, 33), *path[place + 1 :])[:10]
        is_king = rng.random() < 0.5
        changed = _batch.code_of(path, is_king)
        try:
            move = Move(path, is_king=is_king)
        except InvalidMoveError:
            outcomes["refused"] += 1
            with pytest.raises(ValueError, match=f"code 0 is no move: {changed:#x}"):
                MoveArray([0, 1], [changed])
        else:
            outcomes["taken"] += 1
            assert list(MoveArray([0, 1], [changed])) == [move]
        bit = 1 << rng.randrange(1, 14)
        if not changed & bit and bit & ~0xF0 & (1 << 59 - 5 * (len(path) - 1)) - 1:
            with pytest.raises(ValueError, match="code 0 is no move"):
                MoveArray([0, 1], [changed | bit])
    assert min(outcomes["refused"], outcomes["taken"]) > 200


def test_codes_sort_as_paths_do(array):
    moves = legal_moves(array)
    assert sorted(moves) == [moves[i] for i in np.argsort(moves.codes)]


def test_moves_cannot_be_changed(array):
    moves = legal_moves(array)
    for values in (moves.offsets, moves.codes, moves.start, moves.end, moves.captured, moves.flags):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 1


def test_moves_that_are_changed_all_the_same_do_no_harm(array):
    moves = legal_moves(array[:1])
    codes, offsets = moves.codes, moves.offsets
    codes.flags.writeable = True
    codes[-1] = 0xF0
    assert moves.path.shape == (7, 10)
    assert moves.path[-1].tolist() == [1] * 10
    with pytest.raises(IllegalMoveError, match=r"^row 0: "):
        move_index(array[:1], moves)
    for wrong in ([0, 8], [-1, 7], [7, 0], [0, 2**62]):
        offsets.flags.writeable = True
        offsets[:] = wrong
        with pytest.raises(ValueError, match=r"^row 0"):
            move_index(array[:1], moves)


def test_equal_moves_and_copies(array):
    moves = legal_moves(array)
    assert moves == legal_moves(array)
    assert moves != legal_moves(array[:2])
    assert moves != list(moves)
    for again in (
        pickle.loads(pickle.dumps(moves)),
        copy.deepcopy(moves),
        MoveArray(moves.offsets, moves.codes),
    ):
        assert again == moves
        assert list(again) == list(moves)


CODE = 0x4340000000000010


@pytest.mark.parametrize(
    ("offsets", "codes", "error", "reason"),
    [
        ([0, 1], [float(CODE)], TypeError, "codes must be whole numbers, not float64"),
        ([0, 1], [Move((9, 13))], TypeError, "codes must be whole numbers, not Move"),
        ([0.0, 1.0], np.array([CODE], np.uint64), TypeError, "offsets must be whole numbers, not float64"),
        ([], np.array([], np.uint64), ValueError, r"not \(0,\) and \(0,\)"),
        ([0, 1], [-1], ValueError, "code 0 is no move: -0x1"),
        ([0, 2], [CODE, 2**64 + CODE], ValueError, "code 1 is no move: 0x14340000000000010"),
        (np.array([], int), np.array([], np.uint64), ValueError, r"not \(0,\) and \(0,\)"),
        ([0, 1], np.array([[CODE]], np.uint64), ValueError, r"not \(2,\) and \(1, 1\)"),
        ([1, 1], np.array([CODE], np.uint64), ValueError, "offsets must go from 0 to 1, the number of moves"),
        ([0, 2], np.array([CODE], np.uint64), ValueError, "offsets must go from 0 to 1"),
        ([0, 2, 1], np.array([CODE], np.uint64), ValueError, "and never fall"),
        ([0, 1], np.array([0], np.uint64), ValueError, "code 0 is no move: 0x0"),
        (
            [0, 2],
            np.array([CODE, CODE | 0xF0], np.uint64),
            ValueError,
            "code 1 is no move: 0x43400000000000f0",
        ),
        ([0, 2], np.array([CODE, CODE | 2], np.uint64), ValueError, "code 1 is no move"),
        ([0, 2], np.array([CODE, CODE | 1 << 13], np.uint64), ValueError, "code 1 is no move"),
        ([0, 2], np.array([CODE, CODE | 1 << 14], np.uint64), ValueError, "code 1 is no move"),
        ([0, 2], np.array([CODE, CODE | 1 << 53], np.uint64), ValueError, "code 1 is no move"),
    ],
)
def test_what_is_no_array_of_moves(offsets, codes, error, reason):
    with pytest.raises(error, match=reason):
        MoveArray(offsets, codes)
