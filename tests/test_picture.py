"""What a board looks like when it is drawn: colours of a few pixels, told apart by how bright they are."""

import io

import pytest

from pydraughts import Position, svg

resvg = pytest.importorskip("resvg_py")
image = pytest.importorskip("PIL.Image")

MIXED = Position.from_fen("W:W23,K32:B1,K14")
FRAME = 16  # the board is 800 wide, and a pixel is a unit


def drawn(position, **options):
    """Draw a board, and give the colour of any pixel by square and distance from the square's centre."""
    picture = bytes(resvg.svg_to_bytes(svg_string=svg.board(position, size=832, **options)))
    pixels = image.open(io.BytesIO(picture)).convert("RGB")
    assert pixels.size == (832, 832)

    def color(square, right=0, down=0):
        row, place = divmod(square - 1, 4)
        x, y = 200 * place + (150 if row % 2 == 0 else 50), 100 * row + 50
        if options.get("flipped"):
            x, y = 800 - x, 800 - y
        return pixels.getpixel((FRAME + x + right, FRAME + y + down))

    return color


def luminance(color):
    """Relative luminance as WCAG 2 has it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Contrast of two colours as WCAG 2 has it, 1 to 21; 3 is enough for what is as large as a piece."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("flipped", [False, True])
def test_squares(flipped):
    color = drawn(Position.from_fen("B:W:B"), numbers=False, flipped=flipped)
    for square in range(1, 33):
        assert color(square) == color(square, 40, 40) == (0x7C, 0x9C, 0x6C)
        beside = -100 if (square - 1) % 8 < 4 else 100
        assert color(square, -beside if flipped else beside) == (0xF3, 0xE6, 0xC9)
    assert contrast((0x7C, 0x9C, 0x6C), (0xF3, 0xE6, 0xC9)) > 2


@pytest.mark.parametrize("flipped", [False, True])
def test_pieces_stand_out_from_their_squares_and_from_each_other(flipped):
    color = drawn(MIXED, numbers=False, flipped=flipped)
    black, white, empty = color(1), color(23), color(15)
    assert contrast(black, white) > 10
    assert contrast(black, empty) > 3
    assert contrast(white, empty) > 2.5
    for square, body in ((1, black), (14, black), (23, white), (32, white)):
        assert color(square, 31) == body  # between the rim and where a king has its ring
        assert contrast(color(square, 35), body) > 7  # the rim
        assert color(square, 45, 45) == empty


def test_kings_have_a_crown_that_shows_without_colour():
    color = drawn(MIXED)
    for man, king in ((1, 14), (23, 32)):
        for right, down in ((0, 0), (0, -10), (-14, 4), (14, 4)):
            assert contrast(color(king, right, down), color(man, right, down)) > 7
        assert color(king, 0, 20) == color(man, 0, 20)


def test_last_move():
    position = Position.from_fen("B:W14,23,28:B9")
    move = position.parse_move("9x18x27")
    plain, marked = drawn(position.play(move)), drawn(position.play(move), last_move=move)
    for square in (9, 18, 27):
        assert marked(square, 44) == (0xDC, 0xC1, 0x4B)
        assert plain(square, 44) == plain(1, 44)
    for square in (14, 23):
        assert marked(square, 15, -15) == (0xC1, 0x12, 0x1F)
        assert plain(square, 15, -15) == plain(1, 15, -15)
    assert contrast(marked(9, 20, 20), plain(9, 20, 20)) > 2.5  # the arrow
    assert marked(28) == plain(28)


def test_moves_pointed_out():
    position = Position.from_fen("B:W32:B9")
    plain, marked = drawn(position), drawn(position, legal=position.legal_moves())
    assert marked(9, 47) == marked(9, 0, 47) == marked(13) == marked(14) == (0x0A, 0x3D, 0x80)
    assert contrast(marked(13), plain(13)) > 3
    assert marked(32) == plain(32)
    assert marked(10) == plain(10)
