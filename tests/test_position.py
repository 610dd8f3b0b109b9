"""A position as a value, and playing from it."""

import copy
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import Color, IllegalMoveError, Move, Piece, Position

POSITIONS = st.from_type(Position)
START_FEN = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
KEYS = {
    START_FEN: 0x6A183208D38A2278,
    "W:W32:BK1": 0xE3AD78ED464A3514,
    "B:W32:BK1": 0x8D25BC36F3EBA349,
    "B:W:B": 0,
}


def key_by_the_documented_formula(position):
    """Mix twice with the finalizer of SplitMix64."""

    def mix(word):
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return word ^ word >> 31

    sides = position.black | position.white << 32
    return mix((mix(sides) + (position.kings | position.turn << 32)) % 2**64)


def bits(position):
    return position.black, position.white, position.kings, position.turn


def from_bits(black, white, kings, turn):
    return Position.from_bitboards(black=black, white=white, kings=kings, turn=turn)


def test_the_start_position():
    start = Position()
    assert bits(start) == (0x00000FFF, 0xFFF00000, 0, Color.BLACK)
    assert start.fen == START_FEN
    assert start.count_moves() == len(start.legal_moves()) == 7
    assert start.has_moves
    assert not start.must_capture
    assert start.winner is None


@pytest.mark.parametrize("argument", [START_FEN, 1, None])
def test_the_start_position_takes_no_argument_and_says_what_does(argument):
    reason = r"takes no arguments; others are made by Position\.from_fen\(\.\.\.\)"
    with pytest.raises(TypeError, match=reason):
        Position(argument)
    with pytest.raises(TypeError, match=reason):
        Position(fen=argument)
    with pytest.raises(TypeError):
        Position(argument, argument)


# Building ------------------------------------------------------------------------------------------


@given(POSITIONS)
def test_every_way_to_build_a_position_agrees(position):
    assert from_bits(*bits(position)) == position
    assert Position.from_pieces(position.pieces(), position.turn) == position
    assert Position.from_fen(position.fen) == position


@given(POSITIONS)
def test_pieces_are_what_the_bitboards_say(position):
    pieces = position.pieces()
    assert list(pieces) == sorted(pieces)
    for square in range(1, 33):
        bit = 1 << square - 1
        piece = position.piece_at(square)
        assert piece == pieces.get(square)
        assert (piece is None) == (not (position.black | position.white) & bit)
        if piece:
            assert (piece.color is Color.BLACK) == bool(position.black & bit)
            assert piece.is_king == bool(position.kings & bit)
            assert type(piece) is Piece


@pytest.mark.parametrize("square", range(1, 33))
def test_one_king_on_each_square(square):
    position = Position.from_pieces({square: Piece.WHITE_KING}, Color.WHITE)
    assert position.white == position.kings == 1 << square - 1
    assert position.fen == f"W:WK{square}:B"


@pytest.mark.parametrize(
    ("black", "white", "kings", "reason"),
    [
        (-1, 0, 0, r"black must fit 32 bits, .* it is -0x1"),
        (0, 1 << 32, 0, r"white must fit 32 bits, .* it is 0x100000000"),
        (0, 0, 1 << 40, r"kings must fit 32 bits"),
        (0b110, 0b010, 0, r"black and white both claim square 2"),
        (0b01, 0, 0b10, r"kings names square 2, where no piece stands"),
        (1 << 28, 0, 0, r"a man cannot stand on its crowning row: 29 must be a king"),
        (1 << 31, 0, 0, r"a man cannot stand on its crowning row: 32 must be a king"),
        (0, 0b1001, 0, r"a man cannot stand on its crowning row: 1, 4 must be a king"),
    ],
)
def test_bitboards_that_contradict_each_other_are_refused(black, white, kings, reason):
    with pytest.raises(ValueError, match=reason):
        from_bits(black, white, kings, Color.BLACK)


@pytest.mark.parametrize("turn", [2, "B", None])
def test_the_side_to_move_is_a_color(turn):
    with pytest.raises(ValueError, match=r"turn must be Color\.BLACK or Color\.WHITE"):
        from_bits(1, 0, 0, turn)
    with pytest.raises(ValueError, match=r"turn must be Color\.BLACK or Color\.WHITE"):
        Position.from_pieces({1: Piece.BLACK_MAN}, turn)


@pytest.mark.parametrize("wrong", ["1", 1.5, 1.0, None])
def test_bitboards_are_whole_numbers(wrong):
    with pytest.raises(TypeError):
        from_bits(wrong, 0, 0, Color.BLACK)


def test_bitboards_are_given_by_name_and_all_of_them():
    with pytest.raises(TypeError):
        Position.from_bitboards(1, 2, 0, Color.BLACK)
    with pytest.raises(TypeError):
        Position.from_bitboards(black=1, white=1 << 31, turn=Color.BLACK)


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ({0: Piece.BLACK_MAN}, "square 0 is not on the board: squares are numbered 1 to 32"),
        ({33: Piece.BLACK_MAN}, "square 33 is not on the board: squares are numbered 1 to 32"),
        ({1: Piece.WHITE_MAN}, "crowning row: 1 must be a king"),
        ({30: Piece.BLACK_MAN}, "crowning row: 30 must be a king"),
        ({9: None}, "square 9 must hold a Piece, not None"),
        ({9: 0}, "square 9 must hold a Piece, not 0"),
    ],
)
def test_pieces_that_cannot_stand_so_are_refused(pieces, reason):
    with pytest.raises(ValueError, match=reason):
        Position.from_pieces(pieces, Color.BLACK)


@pytest.mark.parametrize("square", [0, 33, -1, 2**40])
def test_there_is_no_piece_off_the_board(square):
    with pytest.raises(ValueError, match=f"square {square} is not on the board"):
        Position().piece_at(square)


@pytest.mark.parametrize("square", ["1", None, 1.5])
def test_squares_are_whole_numbers(square):
    with pytest.raises(TypeError):
        Position().piece_at(square)
    with pytest.raises(TypeError):
        Position.from_pieces({square: Piece.BLACK_MAN}, Color.BLACK)


# Values --------------------------------------------------------------------------------------------


@given(POSITIONS, POSITIONS)
def test_positions_are_equal_when_all_their_bits_are(a, b):
    same = bits(a) == bits(b)
    assert (a == b) is same
    assert (a != b) is not same
    assert (a.key == b.key) is same
    assert len({a, b}) == (1 if same else 2)


@given(POSITIONS)
def test_equal_positions_have_equal_hashes(position):
    again = from_bits(*bits(position))
    assert again is not position
    assert again == position
    assert (hash(again), again.key) == (hash(position), position.key)
    assert {position: "found"}[again] == "found"


@given(POSITIONS)
def test_each_bit_of_a_position_counts(position):
    black, white, kings, turn = bits(position)
    others = [(black, white, kings, turn.opponent), (black, white, black | white, turn)]
    others += [(black & black - 1, white, kings & (black & black - 1 | white), turn)] if black else []
    for other in set(others) - {bits(position)}:
        changed = from_bits(*other)
        assert changed != position
        assert changed.key != position.key


def test_keys_of_many_positions_are_distinct(random_positions):
    assert len({position.key for position in random_positions}) == len(random_positions)
    assert all(0 <= position.key < 2**64 for position in random_positions)


@given(POSITIONS)
def test_the_key_is_the_documented_one(position):
    assert position.key == key_by_the_documented_formula(position)


@pytest.mark.parametrize(("fen", "key"), KEYS.items())
def test_the_key_is_the_same_for_ever(fen, key):
    assert Position.from_fen(fen).key == key


@pytest.mark.parametrize("other", [None, 5, START_FEN, Color.BLACK, Move((9, 14))])
def test_a_position_is_no_other_thing_and_has_no_order(other):
    assert Position() != other
    assert not Position() == other  # noqa: SIM201 (the other operator)
    with pytest.raises(TypeError):
        Position() < other  # noqa: B015 (it must not get as far as a value)


@given(POSITIONS, st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_pickle_and_copies_are_equal(position, protocol):
    stored = pickle.dumps(position, protocol)
    for again in (pickle.loads(stored), copy.copy(position), copy.deepcopy([position])[0]):
        assert type(again) is Position
        assert again == position
        assert (hash(again), again.key, again.fen) == (hash(position), position.key, position.fen)


@given(POSITIONS)
def test_repr_evaluates_back(position):
    assert eval(repr(position), {"Position": Position}) == position


@pytest.mark.parametrize("name", ["black", "white", "kings", "turn", "key", "fen", "board", "winner", "note"])
def test_a_position_cannot_be_changed(name):
    position = Position()
    with pytest.raises(AttributeError):
        setattr(position, name, 1)
    with pytest.raises(AttributeError):
        delattr(position, name)
    assert not hasattr(position, "__dict__")
    assert position == Position()


def test_a_position_cannot_be_built_again_in_place_nor_subclassed():
    position = Position.from_fen("W:W32:BK1")
    position.__init__()
    assert position.fen == "W:W32:BK1"
    with pytest.raises(TypeError):
        type("Derived", (Position,), {})


# Playing -------------------------------------------------------------------------------------------


@given(POSITIONS)
def test_playing_gives_a_new_position_and_leaves_the_old_one(position):
    before = bits(position)
    for move in position.legal_moves():
        after = position.play(move)
        assert after.turn is position.turn.opponent
        assert after == position.play(str(move)) == Position.from_fen(after.fen)
        assert bits(position) == before


@given(POSITIONS, st.from_type(Move))
def test_a_move_is_legal_when_it_is_listed(position, move):
    legal = move in position.legal_moves()
    assert position.is_legal(move) is legal
    if not legal:
        with pytest.raises(IllegalMoveError, match="is illegal"):
            position.play(move)


@pytest.mark.parametrize("move", [None, 9, (9, 14), ["9-14"], b"9-14", Position()])
def test_only_a_move_or_its_text_can_be_played(move):
    with pytest.raises(TypeError, match=f"a move is a Move or a str, not {type(move).__name__}"):
        Position().play(move)


@pytest.mark.parametrize("move", [None, "9-14", (9, 14)])
def test_legality_and_format_are_asked_of_a_move(move):
    with pytest.raises(TypeError):
        Position().is_legal(move)
    with pytest.raises(TypeError):
        Position().format_move(move)


@given(POSITIONS)
def test_a_position_flipped_twice_is_itself(position):
    twin = position.flipped()
    assert twin.flipped() == position
    assert twin.turn is position.turn.opponent
    swapped = {1: 3, 2: 4, 3: 1, 4: 2}
    assert twin.pieces() == {33 - square: swapped[piece] for square, piece in position.pieces().items()}


def test_importing_the_package_loads_neither_numpy_nor_argparse():
    code = "import sys; before = set(sys.modules); import pydraughts; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "pydraughts._core" in loaded
    assert not loaded & {"numpy", "argparse"}
