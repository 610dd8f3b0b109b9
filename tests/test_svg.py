import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from pydraughts import Color, Piece, Position, svg

NS = "{http://www.w3.org/2000/svg}"
MIXED = Position.from_pieces(
    {1: Piece.BLACK_MAN, 14: Piece.BLACK_KING, 23: Piece.WHITE_MAN, 32: Piece.WHITE_KING}, Color.WHITE
)
BEFORE_JUMP = Position.from_pieces(
    {1: Piece.BLACK_MAN, 6: Piece.WHITE_MAN, 15: Piece.WHITE_MAN, 23: Piece.WHITE_MAN, 32: Piece.WHITE_MAN},
    Color.BLACK,
)


def parse(text):
    return ElementTree.fromstring(text)


def centre(square, *, flipped=False):
    """Where a square belongs in the picture: written out, not computed as the library does."""
    row = (square - 1) // 4
    column = ([1, 3, 5, 7] if row % 2 == 0 else [0, 2, 4, 6])[(square - 1) % 4]
    if flipped:
        column, row = 7 - column, 7 - row
    return 100 * column + 50, 100 * row + 50


def centres(squares, *, flipped=False):
    return sorted(centre(square, flipped=flipped) for square in squares)


def points(text):
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def squares_filled(root, color):
    """Centres of the squares that paths of one colour cover."""
    paths = [path.get("d") for path in root.iter(NS + "path") if path.get("fill") == color]
    corners = [points(corner)[0] for d in paths for corner in re.findall(r"M([\d. ]+)h100v100h-100z", d)]
    return sorted((x + 50, y + 50) for x, y in corners)


def pieces_drawn(root):
    """Centre -> (fill, is a king) of every piece."""
    groups = [group for group in root.iter(NS + "g") if group.get("transform")]
    return {points(g.get("transform"))[0]: (g.get("fill"), g.find(NS + "path") is not None) for g in groups}


def crosses(root):
    return sorted(points(p.get("transform"))[0] for p in root.iter(NS + "path") if p.get("transform"))


def dots(root):
    return sorted((float(c.get("cx")), float(c.get("cy"))) for c in root.iter(NS + "circle") if c.get("cx"))


def frames(root):
    rects = [rect for rect in root.iter(NS + "rect") if rect.get("fill") == "none"]
    return sorted((float(r.get("x")) + 47, float(r.get("y")) + 47) for r in rects)


def numbers_drawn(root):
    return {int(text.text): (float(text.get("x")), float(text.get("y"))) for text in root.iter(NS + "text")}


def shaft(root):
    """The points of the arrow's line, tail first."""
    lines = [
        path for path in root.iter(NS + "path") if path.get("stroke-linecap") and path.get("fill") == "none"
    ]
    outlines = {line.get("d") for line in lines}
    assert len(outlines) == 1
    return points(outlines.pop())


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("position", [Position(), MIXED], ids=["start", "mixed"])
def test_pieces_stand_on_their_squares(position, flipped):
    root = parse(svg.board(position, flipped=flipped))
    drawn = pieces_drawn(root)
    assert sorted(drawn) == centres(position.pieces(), flipped=flipped)
    black, white = "#262626", "#fffaf0"
    for square, piece in position.pieces().items():
        fill = black if piece.color is Color.BLACK else white
        assert drawn[centre(square, flipped=flipped)] == (fill, piece.is_king)


@pytest.mark.parametrize("flipped", [False, True])
def test_dark_squares(flipped):
    root = parse(svg.board(Position(), flipped=flipped))
    assert squares_filled(root, "#7c9c6c") == centres(range(1, 33))


def test_kings_differ_from_men_in_shape():
    root = parse(svg.board(MIXED))
    shapes = {}
    for group in root.iter(NS + "g"):
        if group.get("transform"):
            shapes[points(group.get("transform"))[0]] = [child.tag.removeprefix(NS) for child in group]
    assert shapes[centre(1)] == shapes[centre(23)] == ["circle"]
    assert shapes[centre(14)] == shapes[centre(32)] == ["circle", "circle", "path"]


@pytest.mark.parametrize("flipped", [False, True])
def test_numbers_are_in_the_upper_left_corner_of_their_squares(flipped):
    drawn = numbers_drawn(parse(svg.board(MIXED, flipped=flipped)))
    assert sorted(drawn) == list(range(1, 33))
    for square, (x, y) in drawn.items():
        cx, cy = centre(square, flipped=flipped)
        assert cx - 50 < x < cx - 25
        assert cy - 50 < y < cy - 25


def test_numbers_can_be_left_out():
    assert not numbers_drawn(parse(svg.board(Position(), numbers=False)))


@pytest.mark.parametrize("flipped", [False, True])
def test_last_move_of_one_step(flipped):
    start = Position()
    move = start.parse_move("11-15")
    root = parse(svg.board(start.play(move), last_move=move, flipped=flipped))
    assert squares_filled(root, "#dcc14b") == centres([11, 15], flipped=flipped)
    assert not crosses(root)
    (x0, y0), (x1, y1) = shaft(root)
    assert (x0, y0) == centre(11, flipped=flipped)
    x2, y2 = centre(15, flipped=flipped)
    assert min(x0, x2) < x1 < max(x0, x2)
    assert abs(x1 - x0) == pytest.approx(abs(y1 - y0))
    assert min(y0, y2) < y1 < max(y0, y2)


@pytest.mark.parametrize("flipped", [False, True])
def test_last_move_of_many_jumps(flipped):
    move = BEFORE_JUMP.parse_move("1x10x19x26")
    root = parse(svg.board(BEFORE_JUMP.play(move), last_move=move, flipped=flipped))
    assert squares_filled(root, "#dcc14b") == centres([1, 10, 19, 26], flipped=flipped)
    assert crosses(root) == centres([6, 15, 23], flipped=flipped)
    assert shaft(root)[:-1] == [centre(square, flipped=flipped) for square in (1, 10, 19)]


def test_last_move_that_ends_where_it_began():
    board = {22: Piece.WHITE_KING} | dict.fromkeys((9, 10, 17, 18), Piece.BLACK_MAN)
    before = Position.from_pieces(board, Color.WHITE)
    move = before.parse_move("22x13x6x15x22")
    root = parse(svg.board(before.play(move), last_move=move))
    assert shaft(root)[:-1] == [centre(square) for square in (22, 13, 6, 15)]
    assert crosses(root) == centres([9, 10, 17, 18])
    assert sorted(pieces_drawn(root)) == centres([22])


def test_nothing_is_marked_unless_asked():
    root = parse(svg.board(MIXED))
    assert not squares_filled(root, "#dcc14b")
    assert not crosses(root) + dots(root) + frames(root)


@pytest.mark.parametrize("flipped", [False, True])
def test_legal_marks_pieces_and_ends(flipped):
    start = Position()
    root = parse(svg.board(start, legal=start.legal_moves(), flipped=flipped))
    assert frames(root) == centres([9, 10, 11, 12], flipped=flipped)
    assert dots(root) == centres([13, 14, 15, 16], flipped=flipped)


def test_legal_takes_any_iterable_and_marks_only_what_it_gives():
    root = parse(svg.board(BEFORE_JUMP, legal=iter(BEFORE_JUMP.legal_moves())))
    assert frames(root) == centres([1])
    assert dots(root) == centres([26])
    assert "Moves shown: 1x10x19x26." in root.findtext(NS + "desc")


def test_position_in_words():
    root = parse(svg.board(MIXED))
    assert root.get("role") == "img"
    assert root[0].tag == NS + "title"
    assert root[0].text == "Draughts board, White to move"
    assert root[1].tag == NS + "desc"
    assert root[1].text == "Black men: 1. Black kings: 14. White men: 23. White kings: 32."


def test_last_move_in_words():
    move = BEFORE_JUMP.parse_move("1x10x19x26")
    description = parse(svg.board(BEFORE_JUMP.play(move), last_move=move)).findtext(NS + "desc")
    assert description == (
        "Black men: 26. Black kings: none. White men: 32. White kings: none. Last move: 1x10x19x26."
    )


@pytest.mark.parametrize("size", [1, 120, 400, 2000])
def test_size_scales_the_same_picture(size):
    root = parse(svg.board(MIXED, size=size))
    assert (root.get("width"), root.get("height")) == (str(size), str(size))
    assert root.get("viewBox") == "-16 -16 832 832"


@pytest.mark.parametrize("size", [0, -400, True, 1.5, float("nan"), "400", '1" onload="x', None])
def test_bad_size(size):
    with pytest.raises(ValueError, match=r"size must be a whole number of pixels above 0, not .+"):
        svg.board(Position(), size=size)


def test_picture_needs_nothing_from_its_page_and_leaves_nothing_there():
    move = BEFORE_JUMP.legal_moves()[0]
    after = BEFORE_JUMP.play(move)
    text = svg.board(after, last_move=move, legal=after.legal_moves())
    assert text.isascii()
    assert "&" not in text
    root = parse(text)
    assert {element.tag.removeprefix(NS) for element in root.iter()} <= {
        "svg", "title", "desc", "g", "rect", "path", "circle", "text",
    }  # fmt: skip
    names = {name for element in root.iter() for name in element.attrib}
    assert not names & {"id", "class", "style", "href", "onload"}


def test_the_same_position_gives_the_same_text():
    other = Position.from_pieces(dict(reversed(MIXED.pieces().items())), Color.WHITE)
    assert svg.board(other) == svg.board(MIXED)


def test_notebooks_show_the_board():
    assert Position()._repr_svg_() == svg.board(Position())


def test_drawing_imports_no_third_party_package():
    drawing = "from pydraughts import Position, svg; svg.board(Position())"
    script = f"import sys; {drawing}; print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
