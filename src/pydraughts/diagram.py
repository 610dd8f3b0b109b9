"""The board as plain text, and where on it each square lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydraughts.notation import square_name
from pydraughts.types import check_type

if TYPE_CHECKING:
    from pydraughts._core import Position

__all__ = ["draw", "place"]

# By `Piece`. Unicode has discs for this game, a stack of two for a king; like all else in a drawing they
# are as wide as a letter, also where terminals make doubtful characters, such as frames, twice as wide.
_DISCS = " \u26c2\u26c3\u26c0\u26c1"


def place(square: int) -> tuple[int, int]:
    """Column and row of a square, from 0, counted from the top left with White at the bottom.

    Parameters
    ----------
    square : int
        1-32.

    Returns
    -------
    tuple of int

    Raises
    ------
    ValueError
        If there is no such square.

    Examples
    --------
    >>> place(1), place(5), place(32)
    ((1, 0), (0, 1), (6, 7))
    """
    square_name(square)
    row, index = divmod(square - 1, 4)
    return 2 * index + 1 - row % 2, row


def draw(position: Position, *, unicode: bool = False, flipped: bool = False) -> str:
    """Draw a position as text, and say who is to move; ``str(position)`` is the same without options.

    An empty dark square shows its number, a light square nothing; each row has the number of its first
    square on the left and of its last on the right.

    Parameters
    ----------
    position : Position
        What to draw.
    unicode : bool, default False
        Whether men are ``⛂`` and ``⛀``, kings ``⛃`` and ``⛁``; else, in ASCII, men are ``b`` and ``w``,
        kings ``B`` and ``W``.
    flipped : bool, default False
        Whether Black is at the bottom.

    Returns
    -------
    str
        Eleven lines without trailing blanks; the last one has no newline.

    Examples
    --------
    >>> from pydraughts import Position
    >>> position = Position.from_fen("W:WK3,22:B10")
    >>> print(draw(position))
        +-------------------------+
      1 |     1     2     W     4 | 4
      5 |  5     6     7     8    | 8
      9 |     9     b    11    12 | 12
     13 | 13    14    15    16    | 16
     17 |    17    18    19    20 | 20
     21 | 21     w    23    24    | 24
     25 |    25    26    27    28 | 28
     29 | 29    30    31    32    | 32
        +-------------------------+
    White to move
    >>> print(draw(position, unicode=True, flipped=True))
        +-------------------------+
     32 |    32    31    30    29 | 29
     28 | 28    27    26    25    | 25
     24 |    24    23     ⛀    21 | 21
     20 | 20    19    18    17    | 17
     16 |    16    15    14    13 | 13
     12 | 12    11     ⛂     9    | 9
      8 |     8     7     6     5 | 5
      4 |  4     ⛁     2     1    | 1
        +-------------------------+
    White to move
    """
    from pydraughts._core import Position  # which imports this module

    check_type("what is drawn", position, Position)
    pieces = position.pieces()
    cells = [["   "] * 8 for _ in range(8)]
    # Half a turn of the board takes each square to that numbered from the other end.
    squares = range(32, 0, -1) if flipped else range(1, 33)
    for at, square in enumerate(squares, 1):
        column, row = place(at)
        piece = pieces.get(square)
        shown = square if piece is None else _DISCS[piece] if unicode else piece.symbol
        cells[row][column] = f"{shown:>3}"
    edge = f"    +{'-' * 25}+"
    ends = zip(squares[::4], squares[3::4], strict=True)
    rows = [f"{first:3} |{''.join(line)} | {last}" for (first, last), line in zip(ends, cells, strict=True)]
    return "\n".join([edge, *rows, edge, f"{position.turn.name.capitalize()} to move"])
