"""Move text: reading every written form, writing three, and saying why a move is refused."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Move, Position
from pydraughts.notation import parse_square, parse_squares, square_name

STYLES = ("short", "full", "algebraic")
SEPARATORS = ("-", "x", "X", ":", "\u00d7", "\u2010", "\u2013", "\u2014", "\u2212", " - ", " x ", "x ", " :")
NAMES = {1: "g1", 4: "a1", 5: "h2", 8: "b2", 16: "b4", 23: "d6", 29: "h8", 30: "f8", 32: "b8"}
TWO_ROUTES = Position.from_fen("B:W6,7,14,15:B2")
RINGS = Position.from_fen("B:W6,7,14,15:BK2")
SAME_MEN = Position.from_fen("W:WK32:B10,11,18,19,27")
SHORT_OR_LONG = Position.from_fen("W:WK22:B9,10,17,18,26")
LONG = Position.from_fen("B:W14,23,28:B9")


# Squares -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("square", "name"), NAMES.items())
def test_names_of_the_rules_page(square, name):
    assert square_name(square) == name
    assert parse_square(name) == parse_square(name.upper()) == square


def test_names_run_over_the_dark_squares_and_no_others():
    every = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    dark = {square_name(square) for square in range(1, 33)}
    assert len(dark) == 32
    assert dark == {name for name in every if ("abcdefgh".index(name[0]) + int(name[1])) % 2}
    for light in set(every) - dark:
        with pytest.raises(ValueError, match=f"'{light}' is a light square"):
            parse_square(light)


@pytest.mark.parametrize("square", [0, 33, -1])
def test_there_is_no_name_off_the_board(square):
    with pytest.raises(ValueError, match=f"square {square} is not on the board"):
        square_name(square)


@pytest.mark.parametrize("name", ["", "a", "i1", "a9", "a0", "a1 ", "11", "\u00e41"])
def test_what_is_no_name_of_a_square(name):
    with pytest.raises(ValueError, match="is not the name of a square"):
        parse_square(name)


# Reading -------------------------------------------------------------------------------------------


def test_every_separator_in_every_place():
    for first, second in itertools.product(SEPARATORS, repeat=2):
        assert parse_squares(f"9{first}18{second}27") == (9, 18, 27)
        assert parse_squares(f"g3{first}e5{second}c7") == parse_squares("G3E5C7") == (9, 18, 27)


@pytest.mark.parametrize("text", ["09x18", " 9x18 ", "9x18\n", "9 x 18"])
def test_blanks_and_leading_zeros_do_not_matter(text):
    assert parse_squares(text) == (9, 18)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected squares such as '11-15'"),
        ("9", "expected squares such as '11-15'"),
        ("9-", "expected squares such as '11-15'"),
        ("-9", "expected squares such as '11-15'"),
        ("9 14", "expected squares such as '11-15'"),
        ("9--14", "expected squares such as '11-15'"),
        ("9-14+", "expected squares such as '11-15'"),
        ("9-014", "expected squares such as '11-15'"),
        ("9-b4", "expected squares such as '11-15'"),
        ("\u0669-14", "expected squares such as '11-15'"),
        ("1/2-1/2", "expected squares such as '11-15'"),
        ("resigns", "expected squares such as '11-15'"),
        ("1-0", "square 0 is not on the board"),
        ("0-1", "square 0 is not on the board"),
        ("9-33", "square 33 is not on the board"),
        ("a2-b3", "'a2' is a light square"),
    ],
)
def test_what_is_no_move_in_any_position(text, reason):
    for reader in (parse_squares, Position().parse_move, Position().play):
        with pytest.raises(InvalidMoveError) as caught:
            reader(text)
        assert str(caught.value).startswith(f"{text!r} is not a move: ")
        assert reason in str(caught.value)


@given(st.text(max_size=12) | st.text("0123456789abhx-: ", max_size=10))
def test_any_text_is_read_or_refused_by_name(text):
    try:
        move = Position().parse_move(text)
    except (InvalidMoveError, IllegalMoveError):
        return
    assert move in Position().legal_moves()


@pytest.mark.parametrize("text", [None, 914, b"9-14", (9, 14)])
def test_only_text_is_read(text):
    with pytest.raises(TypeError):
        Position().parse_move(text)


def test_a_subclass_of_str_is_text():
    class Text(str):
        __slots__ = ()

    assert Position().parse_move(Text("9-14")) == Move((9, 14))
    assert Position().play(Text("9-14")) == Position().play("9-14")


@given(st.from_type(Position), st.sampled_from(SEPARATORS))
def test_a_legal_route_written_in_full_is_always_accepted(position, separator):
    for move in position.legal_moves():
        assert position.parse_move(separator.join(map(str, move.path))) == move
        assert position.parse_move(separator.join(map(square_name, move.path))) == move


@pytest.mark.parametrize("text", ["9x18x27", "9x27", "9-27", "g3xc7", "G3:E5:C7"])
def test_squares_on_the_way_may_be_left_out(text):
    assert LONG.parse_move(text) == Move((9, 18, 27))
    assert LONG.play(text).fen == "W:W28:B27"


@pytest.mark.parametrize(
    ("position", "text", "route"),
    [
        (RINGS, "2x9x11x2", "2x9x18x11x2"),
        (RINGS, "2x11x9x2", "2x11x18x9x2"),
        (SAME_MEN, "32x14x16x23", "32x23x14x7x16x23"),
        (SAME_MEN, "32-16-14-23", "32x23x16x7x14x23"),
    ],
)
def test_as_many_squares_as_tell_the_routes_apart_are_enough(position, text, route):
    assert str(position.parse_move(text)) == route


def test_the_whole_route_wins_over_longer_ones_with_the_same_ends():
    assert SHORT_OR_LONG.parse_move("22x31") == Move((22, 31), is_king=True)
    assert SHORT_OR_LONG.parse_move("22x13x15x31").path == (22, 13, 6, 15, 22, 31)


@pytest.mark.parametrize(
    ("position", "text", "routes"),
    [
        (TWO_ROUTES, "2x18", ["2x9x18", "2x11x18"]),
        (RINGS, "2x2", ["2x9x18x11x2", "2x11x18x9x2"]),
        (RINGS, "2x18x2", ["2x9x18x11x2", "2x11x18x9x2"]),
        (SAME_MEN, "32x23", ["32x23x14x7x16x23", "32x23x16x7x14x23"]),
    ],
)
def test_short_notation_that_fits_several_moves_is_refused_with_the_candidates(position, text, routes):
    for reader in (position.parse_move, position.play):
        with pytest.raises(AmbiguousMoveError) as caught:
            reader(text)
        assert list(map(str, caught.value.candidates)) == routes
        assert str(caught.value) == f"{text} fits 2 moves: {', '.join(routes)}"
        assert all(position.is_legal(move) for move in caught.value.candidates)


# Writing -------------------------------------------------------------------------------------------


def test_what_is_written_is_read_back_in_every_style(random_positions):
    for position in random_positions[::2]:
        moves = position.legal_moves()
        for style in STYLES:
            texts = [position.format_move(move, style=style) for move in moves]
            assert len(set(texts)) == len(moves), position
            assert tuple(map(position.parse_move, texts)) == moves, position


@given(st.from_type(Position))
def test_what_the_styles_look_like(position):
    moves = position.legal_moves()
    ends = [(move.start, move.end) for move in moves]
    for move in moves:
        joint = "x" if move.is_capture else "-"
        assert position.format_move(move, style="full") == str(move) == joint.join(map(str, move.path))
        assert position.format_move(move, style="algebraic") == joint.join(map(square_name, move.path))
        alone = ends.count((move.start, move.end)) == 1
        short = f"{move.start}{joint}{move.end}"
        assert position.format_move(move) == position.format_move(move, style="short")
        assert position.format_move(move) == (short if alone else str(move))


def test_style_has_to_be_known_and_the_move_legal():
    with pytest.raises(ValueError, match=r"'short', 'full' or 'algebraic', not 'long'"):
        Position().format_move(Move((9, 14)), style="long")
    with pytest.raises(IllegalMoveError, match=r"Move\(\(9, 18\)\) is illegal"):
        Position().format_move(Move((9, 18)))


# Saying why ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "text", "reason", "legal"),
    [
        ("B:W32:B1", "9-14", "square 9 is empty", "1-5, 1-6"),
        ("B:W32:B1", "32-28", "Black is to move, and the piece on 32 is not Black's", "1-5, 1-6"),
        ("B:W32:B1", "1-10", "the piece on 1 cannot move that way", "1-5, 1-6"),
        ("B:W32:B1", "1-7", "the piece on 1 cannot move that way", "1-5, 1-6"),
        ("B:W32:B9", "9-5", "the piece on 9 cannot move that way", "9-13, 9-14"),
        ("B:W14:B2,9", "2-6", "a jump is there to be taken, and jumps are compulsory", "9x18"),
        ("B:W14:B2,9", "9-13", "a jump is there to be taken, and jumps are compulsory", "9x18"),
        ("B:W14,23,28:B9", "9x18", "the jump is not finished", "9x18x27"),
        ("B:W14,23,28:B1,9", "1-6", "a jump is there to be taken, and jumps are compulsory", "9x18x27"),
        ("B:W25,26:B21", "21x30x23", "a man is crowned on 30, and the move ends on 30", "21x30"),
    ],
)
def test_a_refusal_says_why_and_what_is_legal(fen, text, reason, legal):
    with pytest.raises(IllegalMoveError) as caught:
        Position.from_fen(fen).play(text)
    assert str(caught.value) == f"{text} is illegal: {reason}; legal: {legal}"


@pytest.mark.parametrize("fen", ["B:W22:B", "W:W5:B1", "B:W16,19:B12"])
def test_nothing_is_legal_when_the_game_is_over(fen):
    with pytest.raises(IllegalMoveError, match=r"has no legal move: the game is over$"):
        Position.from_fen(fen).play("12-16")


@pytest.mark.parametrize(
    ("fen", "move"),
    [("B:W32:B9", Move((9, 14), is_king=True)), ("B:W32:BK9", Move((9, 14))), ("B:W14:BK9", Move((9, 18)))],
)
def test_the_right_path_for_the_wrong_kind_of_piece_is_explained(fen, move):
    with pytest.raises(IllegalMoveError, match="king") as caught:
        Position.from_fen(fen).play(move)
    assert "not finished" not in str(caught.value)


@pytest.mark.parametrize("error", [AmbiguousMoveError, IllegalMoveError, InvalidMoveError])
def test_every_error_is_a_value_error_of_its_own(error):
    others = {AmbiguousMoveError, IllegalMoveError, InvalidMoveError} - {error}
    assert issubclass(error, ValueError)
    assert not any(issubclass(error, other) for other in others)
