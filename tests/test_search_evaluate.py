"""The evaluation, against one that is written from the table of its terms, square by square."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import Color, Piece, Position
from pydraughts.search import WIN, evaluate

ROOT = Path(__file__).parent.parent
CENTRE = {14, 15, 18, 19}
RIM = {1, 2, 3, 4, 5, 12, 13, 20, 21, 28, 29, 30, 31, 32}
DOUBLE_CORNERS = {1, 5, 28, 32}
BRIDGE = {Color.BLACK: {1, 3}, Color.WHITE: {30, 32}}
MEN = {Color.BLACK: Piece.BLACK_MAN, Color.WHITE: Piece.WHITE_MAN}


def coordinates(square):
    """Column and row in a diagram with White at the bottom."""
    row, place = divmod(square - 1, 4)
    return 2 * place + (row + 1) % 2, row


def rows_gone(square, color):
    row = (square - 1) // 4
    return row if color == Color.BLACK else 7 - row


def steps_between(one, two):
    (x, y), (u, v) = coordinates(one), coordinates(two)
    return max(abs(x - u), abs(y - v))


def neighbours(square, piece):
    forward = 1 if piece.color == Color.BLACK else -1
    x, y = coordinates(square)
    for other in range(1, 33):
        u, v = coordinates(other)
        if abs(u - x) == 1 and (v - y == forward or (piece.is_king and v - y == -forward)):
            yield other


def placement(pieces, color):
    men = {square for square, piece in pieces.items() if piece == MEN[color]}
    own = {square for square, piece in pieces.items() if piece.color == color}
    value = 2 * sum(rows_gone(square, color) in (4, 5, 6) for square in men)
    value += 8 * sum(rows_gone(square, color) in (5, 6) for square in men)
    value += 3 * len(own & CENTRE) - 8 * len((own - men) & RIM)
    value += sum(other not in pieces for square in own for other in neighbours(square, pieces[square]))
    if MEN[color.opponent] in pieces.values():
        value += 6 * sum(rows_gone(square, color) == 0 for square in men)
        value += 6 * (BRIDGE[color] <= men)
    return value


def hunt(pieces, hunter):
    kings = {color: [s for s, p in pieces.items() if p.is_king and p.color == color] for color in Color}
    hunted = kings[hunter.opponent]
    if not hunted:
        return 0
    steps = sum(min(steps_between(king, other) for other in hunted) for king in kings[hunter])
    return -4 * steps - 10 * len(DOUBLE_CORNERS & set(hunted))


def slowly(position):
    pieces, turn = position.pieces(), position.turn
    material = dict.fromkeys(Color, 0)
    for piece in pieces.values():
        material[piece.color] += 130 if piece.is_king else 100
    lead = material[turn] - material[turn.opponent]
    value = lead + 3 + placement(pieces, turn) - placement(pieces, turn.opponent)
    if lead:
        ahead = turn if lead > 0 else turn.opponent
        value += hunt(pieces, ahead) * (1 if lead > 0 else -1)
        value += (250 * abs(lead) // sum(material.values())) * (1 if lead > 0 else -1)
    return value


def test_every_term(random_positions):
    for position in random_positions[::4]:
        assert evaluate(position) == slowly(position), position


@given(st.from_type(Position))
def test_any_position(position):
    assert evaluate(position) == slowly(position)
    assert evaluate(position) == evaluate(position.flipped())
    assert abs(evaluate(position)) < WIN // 2


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("W:W21,22:B1", "W:W21:B1"),
        ("W:WK18:B1", "W:W18:B1"),
        ("W:W21,22:B1", "W:W21,22,23,24,25,26:B1,2,3,4,9"),
        ("W:W30,32,23:B9", "W:W30,31,23:B9"),
        ("W:WK18,K19:BK7", "W:WK29,K21:BK7"),
        ("W:WK18,K19,K22:BK7", "W:WK18,K19,K22:BK1"),
    ],
)
def test_what_is_better(better, worse):
    assert evaluate(Position.from_fen(better)) > evaluate(Position.from_fen(worse))


def test_an_empty_board_is_worth_its_turn():
    assert evaluate(Position.from_fen("W:W:B")) == 3


def test_the_page_tells_every_term_and_its_weight():
    source = (ROOT / "ext" / "evaluate.pxd").read_text("utf-8")
    weights = dict(re.findall(r"^    ([A-Z_]+) = (-?\d+)$", source, re.MULTILINE))
    [page] = [text for path in ROOT.glob("docs/*.md") if "| `TRADE` |" in (text := path.read_text("utf-8"))]
    assert dict(re.findall(r"^\| `([A-Z_]+)` \| (-?\d+) \|", page, re.MULTILINE)) == weights
    assert len(weights) == 13
