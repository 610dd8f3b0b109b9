import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import Color, Piece, Position
from pydraughts.diagram import draw, place

PIECES = st.dictionaries(st.integers(1, 32), st.sampled_from(list(Piece)))

START = """\
    +-------------------------+
  1 |     b     b     b     b | 4
  5 |  b     b     b     b    | 8
  9 |     b     b     b     b | 12
 13 | 13    14    15    16    | 16
 17 |    17    18    19    20 | 20
 21 |  w     w     w     w    | 24
 25 |     w     w     w     w | 28
 29 |  w     w     w     w    | 32
    +-------------------------+
Black to move"""


def test_start_position():
    start = Position()
    assert draw(start.pieces(), start.turn) == START


def test_str_of_a_position_is_its_drawing():
    assert str(Position()) == START


@pytest.mark.parametrize(
    ("square", "column", "row"),
    [(1, 1, 0), (4, 7, 0), (5, 0, 1), (8, 6, 1), (16, 6, 3), (23, 4, 5), (29, 0, 7), (30, 2, 7), (32, 6, 7)],
)
def test_place(square, column, row):
    assert place(square) == (column, row)


def test_squares_are_the_32_dark_ones_in_reading_order():
    places = [place(square) for square in range(1, 33)]
    assert sorted(places, key=lambda at: (at[1], at[0])) == places
    assert set(places) == {(x, y) for x in range(8) for y in range(8) if (x + y) % 2}


@given(PIECES, st.sampled_from(list(Color)))
def test_each_square_shows_its_piece_or_its_number(pieces, turn):
    *_, last = lines = draw(pieces, turn).split("\n")
    assert last == f"{turn.name.capitalize()} to move"
    for square in range(1, 33):
        column, row = place(square)
        cell = lines[1 + row][5 + 3 * column : 8 + 3 * column].strip()
        assert cell == (pieces[square].symbol if square in pieces else str(square))


@given(PIECES)
def test_light_squares_are_blank_and_rows_are_numbered(pieces):
    for row, line in enumerate(draw(pieces, Color.BLACK).split("\n")[1:9]):
        first, cells, last = line.split("|")
        assert (int(first), int(last)) == (4 * row + 1, 4 * row + 4)
        assert all(not cells[3 * x : 3 * x + 3].strip() for x in range(8) if (x + row) % 2 == 0)


@given(PIECES)
def test_drawing_is_narrow_ascii_without_trailing_blanks(pieces):
    drawing = draw(pieces, Color.WHITE)
    assert drawing.isascii()
    for line in drawing.split("\n"):
        assert len(line) <= 40
        assert line == line.rstrip()


def test_every_kind_of_piece():
    pieces = {1: Piece.WHITE_KING, 6: Piece.BLACK_MAN, 27: Piece.WHITE_MAN, 32: Piece.BLACK_KING}
    lines = draw(pieces, Color.WHITE).split("\n")
    assert lines[1] == "  1 |     W     2     3     4 | 4"
    assert lines[2] == "  5 |  5     b     7     8    | 8"
    assert lines[7] == " 25 |    25    26     w    28 | 28"
    assert lines[8] == " 29 | 29    30    31     B    | 32"
