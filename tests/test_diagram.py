import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import Color, Piece, Position
from pydraughts.diagram import draw, place

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
START_FLIPPED = """\
    +-------------------------+
 32 |     ⛀     ⛀     ⛀     ⛀ | 29
 28 |  ⛀     ⛀     ⛀     ⛀    | 25
 24 |     ⛀     ⛀     ⛀     ⛀ | 21
 20 | 20    19    18    17    | 17
 16 |    16    15    14    13 | 13
 12 |  ⛂     ⛂     ⛂     ⛂    | 9
  8 |     ⛂     ⛂     ⛂     ⛂ | 5
  4 |  ⛂     ⛂     ⛂     ⛂    | 1
    +-------------------------+
Black to move"""
NAMES = {
    Piece.BLACK_MAN: "BLACK DRAUGHTS MAN",
    Piece.BLACK_KING: "BLACK DRAUGHTS KING",
    Piece.WHITE_MAN: "WHITE DRAUGHTS MAN",
    Piece.WHITE_KING: "WHITE DRAUGHTS KING",
}

ANY = (st.from_type(Position), st.booleans(), st.booleans())


def test_start_position():
    assert draw(Position()) == str(Position()) == START
    assert draw(Position(), unicode=True, flipped=True) == START_FLIPPED


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


@given(*ANY)
def test_each_square_shows_its_piece_or_its_number(position, unicode, flipped):
    *_, last = lines = draw(position, unicode=unicode, flipped=flipped).split("\n")
    assert last == f"{position.turn.name.capitalize()} to move"
    for square in range(1, 33):
        column, row = place(square)
        if flipped:
            column, row = 7 - column, 7 - row
        cell = lines[1 + row][5 + 3 * column : 8 + 3 * column].strip()
        piece = position.piece_at(square)
        if piece is None:
            assert cell == str(square)
        else:
            assert (unicodedata.name(cell) if unicode else cell) == (
                NAMES[piece] if unicode else piece.symbol
            )


@given(*ANY)
def test_light_squares_are_blank_and_rows_are_numbered(position, unicode, flipped):
    lines = draw(position, unicode=unicode, flipped=flipped).split("\n")[1:9]
    for row, line in enumerate(reversed(lines) if flipped else lines):
        first, cells, last = line.split("|")
        ends = (4 * row + 1, 4 * row + 4)
        assert (int(first), int(last)) == (ends[::-1] if flipped else ends)
        light = range(row % 2, 8, 2)
        assert all(not cells[3 * x : 3 * x + 3].strip() for x in ((7 - x if flipped else x) for x in light))


@given(*ANY)
def test_drawing_is_narrow_and_aligned_without_trailing_blanks(position, unicode, flipped):
    drawing = draw(position, unicode=unicode, flipped=flipped)
    assert unicode or drawing.isascii()
    lines = drawing.split("\n")
    assert len({line.rindex("|") for line in lines[1:9]}) == 1
    for line in lines:
        assert len(line) <= 40
        assert line == line.rstrip()
        # As wide as a letter in every terminal: neither wide nor of doubtful width, and nothing combines.
        assert {unicodedata.east_asian_width(character) for character in line} <= {"Na", "N"}
        assert not any(map(unicodedata.combining, line))


def test_every_kind_of_piece():
    pieces = {1: Piece.WHITE_KING, 6: Piece.BLACK_MAN, 27: Piece.WHITE_MAN, 32: Piece.BLACK_KING}
    position = Position.from_pieces(pieces, Color.WHITE)
    lines = draw(position).split("\n")
    assert lines[1] == "  1 |     W     2     3     4 | 4"
    assert lines[2] == "  5 |  5     b     7     8    | 8"
    assert lines[7] == " 25 |    25    26     w    28 | 28"
    assert lines[8] == " 29 | 29    30    31     B    | 32"
    assert lines[10] == "White to move"
    assert draw(position, unicode=True, flipped=True).split("\n")[1] == " 32 |     ⛃    31    30    29 | 29"


@pytest.mark.parametrize("square", [0, 33, -1])
def test_no_place_for_what_is_no_square(square):
    with pytest.raises(ValueError, match=f"square {square} is not on the board"):
        place(square)
