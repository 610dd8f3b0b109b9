"""The board as plain text, and where on it each square lies."""

from __future__ import annotations

from collections.abc import Mapping

from pydraughts.types import Color, Piece

__all__ = ["draw", "place"]


def place(square: int) -> tuple[int, int]:
    """Column and row of a square, from 0, counted from the top left with White at the bottom.

    Examples
    --------
    >>> place(1), place(5), place(32)
    ((1, 0), (0, 1), (6, 7))
    """
    row, index = divmod(square - 1, 4)
    return 2 * index + 1 - row % 2, row


def draw(pieces: Mapping[int, Piece], turn: Color) -> str:
    """Draw a board in ASCII, White at the bottom, and say who is to move.

    Men are ``b`` and ``w``, kings ``B`` and ``W``. An empty dark square shows its number, a light square
    nothing; each row has the number of its first square on the left and of its last on the right.

    Parameters
    ----------
    pieces : Mapping of int to Piece
        The occupied squares.
    turn : Color
        The side to move.

    Returns
    -------
    str
        Eleven lines without trailing blanks; the last one has no newline.

    Examples
    --------
    >>> print(draw({3: Piece.WHITE_KING, 10: Piece.BLACK_MAN, 22: Piece.WHITE_MAN}, Color.WHITE))
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
    """
    cells = [["   "] * 8 for _ in range(8)]
    for square in range(1, 33):
        column, row = place(square)
        piece = pieces.get(square)
        cells[row][column] = f"{square if piece is None else piece.symbol:>3}"
    edge = f"    +{'-' * 25}+"
    rows = [f"{4 * row + 1:3} |{''.join(line)} | {4 * row + 4}" for row, line in enumerate(cells)]
    return "\n".join([edge, *rows, edge, f"{turn.name.capitalize()} to move"])
