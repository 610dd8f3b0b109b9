"""A move as a value: what can be built, compared, kept, and what cannot be changed."""

import copy
import itertools
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import Color, IllegalMoveError, InvalidMoveError, Move, Position

MOVES = st.from_type(Move)
LONGEST = (29, 22, 13, 6, 15, 22, 31, 24, 15, 8)


def test_a_step():
    move = Move((9, 14))
    assert (move.path, move.start, move.end, move.captured) == ((9, 14), 9, 14, ())
    assert (move.is_capture, move.is_king, move.is_promotion) == (False, False, False)
    assert str(move) == "9-14"


def test_a_chain_of_jumps():
    move = Move([16, 23, 30])
    assert (move.path, move.start, move.end, move.captured) == ((16, 23, 30), 16, 30, (19, 26))
    assert (move.is_capture, move.is_king, move.is_promotion) == (True, False, True)
    assert str(move) == "16x23x30"


def test_the_longest_chain():
    move = Move(LONGEST, is_king=True)
    assert move.path == LONGEST
    assert move.captured == (25, 17, 9, 10, 18, 26, 27, 19, 11)
    assert repr(move) == f"Move({LONGEST}, is_king=True)"


def test_a_king_may_end_where_it_began():
    move = Move((2, 9, 18, 11, 2), is_king=True)
    assert move.start == move.end == 2
    assert move.captured == (6, 14, 15, 7)


@pytest.mark.parametrize("path", [(27, 32), (25, 29), (5, 1), (8, 4), (22, 31), (11, 2)])
def test_only_a_man_is_crowned(path):
    assert Move(path).is_promotion
    assert not Move(path, is_king=True).is_promotion


def test_a_man_may_turn_back_where_it_is_crowned_and_nowhere_else():
    """By a house rule, that is; no position has such a move among its legal ones."""
    move = Move((22, 31, 24))
    assert (move.captured, move.is_promotion, move.is_king) == ((26, 27), True, False)
    assert Move((11, 2, 9, 18, 11)).is_promotion
    assert not Move((22, 31, 24), is_king=True).is_promotion
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move
    with pytest.raises(InvalidMoveError, match="it turns back at 10"):
        Move((26, 17, 10, 17))
    with pytest.raises(IllegalMoveError, match="a man is crowned on 31, and the move ends on 31"):
        Position.from_fen("B:W26,27:B22").play(move)


@given(st.from_type(Position))
def test_what_a_move_says_is_so_in_its_position(position):
    for move in position.legal_moves():
        piece, after = position.piece_at(move.start), position.play(move)
        assert position.piece_at(move.start).color == position.turn
        assert move.is_king == piece.is_king
        assert move.is_promotion == (after.piece_at(move.end).is_king and not piece.is_king)
        assert move.is_capture == bool(move.captured)
        assert (move.start, move.end) == (move.path[0], move.path[-1])
        assert all(position.piece_at(square).color != position.turn for square in move.captured)
        gone = set(position.pieces()) - set(after.pieces()) - {move.start}
        assert gone == set(move.captured)


@pytest.mark.parametrize(
    ("path", "is_king", "reason"),
    [
        ((), False, "a path has 2 to 10 squares"),
        ((9,), False, "a path has 2 to 10 squares"),
        ((*LONGEST, 15), True, "a path has 2 to 10 squares"),
        ((0, 5), False, "square 0 is not on the board, squares are numbered 1 to 32"),
        ((28, 33), False, "square 33 is not on the board, squares are numbered 1 to 32"),
        ((-1, 5), False, "square -1 is not on the board"),
        ((10**30, 5), False, f"square {10**30} is not on the board"),
        ((1, 1), True, "from 1 to 1 is not a step or a jump"),
        ((1, 2), False, "from 1 to 2 is not a step or a jump"),
        ((4, 5), False, "from 4 to 5 is not a step or a jump"),
        ((4, 9), False, "from 4 to 9 is not a step or a jump"),
        ((1, 15), True, "from 1 to 15 is not a step or a jump"),
        ((9, 14, 18), False, "from 9 to 14"),
        ((9, 18, 22), False, "from 18 to 22"),
        ((9, 18, 9), True, "it jumps 14 twice"),
        ((2, 9, 18, 11, 2, 9), True, "it jumps 6 twice"),
        ((9, 18, 11), False, "it turns back at 18"),
    ],
)
def test_a_path_that_no_piece_can_take_is_refused(path, is_king, reason):
    with pytest.raises(InvalidMoveError) as caught:
        Move(path, is_king=is_king)
    assert f"{path} is not a move" in str(caught.value)
    assert reason in str(caught.value)


@pytest.mark.parametrize("path", [9, None, "9-14", ("9", "14"), (9, None), (9.5, 14), (9, 14.0)])
def test_a_path_is_made_of_whole_numbers(path):
    reason = f"a path is a sequence of squares, such as (9, 14), not {path!r}; a text is read by Position."
    with pytest.raises(TypeError, match=re.escape(reason)):
        Move(path)


def is_possible(path):
    try:
        return Move(path).path == path
    except InvalidMoveError:
        return False


def test_every_pair_of_squares_is_a_move_or_refused():
    possible = [path for path in itertools.product(range(1, 33), repeat=2) if is_possible(path)]
    assert len(possible) == 98 + 72  # steps between neighbours, and jumps over 18 inner squares four ways
    assert sum(Move(path).is_capture for path in possible) == 72


@given(MOVES)
def test_a_legal_move_can_be_built_from_what_it_says(move):
    built = Move(move.path, is_king=move.is_king)
    assert built == move
    assert (built.captured, built.is_promotion, str(built)) == (move.captured, move.is_promotion, str(move))


@given(MOVES)
def test_repr_evaluates_back(move):
    assert eval(repr(move), {"Move": Move}) == move


@given(MOVES, MOVES)
def test_moves_are_equal_when_path_and_kind_of_piece_are(a, b):
    same = (a.path, a.is_king) == (b.path, b.is_king)
    assert (a == b) is same
    assert (a != b) is not same
    assert len({a, b}) == (1 if same else 2)


@given(MOVES)
def test_equal_moves_have_equal_hashes(move):
    again = Move(move.path, is_king=move.is_king)
    assert again is not move
    assert hash(again) == hash(move)
    assert {move: "found"}[again] == "found"


def test_a_man_and_a_king_on_one_path_are_two_moves():
    assert Move((9, 14)) != Move((9, 14), is_king=True)


@given(MOVES, MOVES)
def test_moves_are_ordered_by_path(a, b):
    if a.path != b.path:
        assert (a < b) == (a <= b) == (a.path < b.path)
        assert (a > b) == (a >= b) == (a.path > b.path)
    assert (a < b) + (a == b) + (a > b) == 1


def test_a_path_comes_before_one_that_goes_on():
    short, long = Move((17, 10)), Move((17, 10, 1))
    assert short < long
    assert sorted([long, short]) == [short, long]


@given(st.from_type(Position))
def test_legal_moves_are_sorted_and_distinct(position):
    moves = position.legal_moves()
    assert list(moves) == sorted(moves, key=lambda move: move.path) == sorted(set(moves))


@pytest.mark.parametrize("other", [None, 9, "9-14", (9, 14), Color.BLACK, Position()])
def test_a_move_is_no_other_thing(other):
    move = Move((9, 14))
    assert move != other
    assert not move == other  # noqa: SIM201 (the other operator)
    with pytest.raises(TypeError):
        move < other  # noqa: B015 (it must not get as far as a value)


@given(MOVES, st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_pickle_and_copies_are_equal(move, protocol):
    for again in (pickle.loads(pickle.dumps(move, protocol)), copy.copy(move), copy.deepcopy([move])[0]):
        assert type(again) is Move
        assert again == move
        assert hash(again) == hash(move)


@pytest.mark.parametrize(
    "name", ["path", "start", "end", "captured", "is_capture", "is_king", "is_promotion", "code", "note"]
)
def test_a_move_cannot_be_changed(name):
    move = Move((9, 14))
    with pytest.raises(AttributeError):
        setattr(move, name, 1)
    with pytest.raises(AttributeError):
        delattr(move, name)
    assert not hasattr(move, "__dict__")
    assert move == Move((9, 14))


def test_building_a_move_again_in_place_changes_nothing():
    move = Move((9, 14))
    move.__init__((1, 5))
    assert move == Move((9, 14))


def test_a_move_cannot_be_subclassed():
    with pytest.raises(TypeError):
        type("Derived", (Move,), {})


def test_is_king_is_given_by_name_and_a_move_has_a_path():
    with pytest.raises(TypeError):
        Move((9, 14), True)
    with pytest.raises(TypeError):
        Move()
