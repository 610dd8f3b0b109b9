"""Position text, as in ``B:W18,24,K10:B12,K22``: every form that is in use is read, one is written.

Only text and square-ordered bitboards (bit i is square i + 1) are known here. The grammar is that of
the PDN 3.0 standard (Wieger Wesselink), with its ranges, and the full stop that PDN 1.0 asks for.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from .errors import InvalidFenError
from .types import Color, check_type

__all__ = ["Fields", "read", "write"]

_WRAPPED = re.compile(r'\s*\[\s*FEN\s*"([^"]*)"\s*\]\s*', re.IGNORECASE)
_ITEM = re.compile(
    r"(K?)\s*([0-9]{1,2})(?![0-9])(?:\s*-\s*(K?)\s*([0-9]{1,2})(?![0-9]))?", re.ASCII | re.IGNORECASE
)
# Fields that some programs add, such as ":H0:F1" for clocks; none that may be a list of squares.
_OTHER_FIELDS = re.compile(r"(?:\s*:\s*(?![BWK])[A-Z+][A-Z0-9+-]*)*", re.ASCII | re.IGNORECASE)
_CROWNING_ROW = {Color.BLACK: 0xF0000000, Color.WHITE: 0x0000000F}


class Fields(NamedTuple):
    """What a position text says; bit i of a bitboard is square i + 1.

    Attributes
    ----------
    black, white, kings : int
        Bitboards.
    turn : Color

    Examples
    --------
    >>> read("B:WK3:B1,2")
    Fields(black=3, white=4, kings=4, turn=<Color.BLACK: 0>)
    """

    black: int
    white: int
    kings: int
    turn: Color


def read(text: str, *, strict: bool = True) -> Fields:
    """Read a position text.

    Parameters
    ----------
    text : str
        Side to move and the two lists of squares, in either order: ``B:W21-32:B1-12``,
        ``w:b12, k13: w18,K24.``; kings are marked with ``K``, an empty side has an empty list.
        ``[FEN "..."]`` around it is taken off, and so are other fields at the end, as in ``:H0:F1``.
    strict : bool, default True
        Whether a man on its crowning row is an error. If not, it is read as a king.

    Returns
    -------
    Fields
        The bitboards and the side to move.

    Raises
    ------
    InvalidFenError
        If the text does not describe a position.

    Examples
    --------
    >>> read("B:W32:BK1,5")
    Fields(black=17, white=2147483648, kings=1, turn=<Color.BLACK: 0>)
    """
    check_type("a position text", text, str)
    wrapped = _WRAPPED.fullmatch(text)
    reader = _Reader(wrapped[1] if wrapped else text, strict)
    return reader.position()


class _Reader:
    """One pass over the text; columns in messages count from 1."""

    def __init__(self, text: str, strict: bool) -> None:
        self.text = text
        self.strict = strict
        self.at = 0
        self.kings = 0

    def position(self) -> Fields:
        letter = self.peek()
        if letter not in ("B", "W"):
            self.refuse("the side to move, B or W")
        self.at += 1
        turn = Color.BLACK if letter == "B" else Color.WHITE
        sides: dict[Color, int] = {}
        while len(sides) < 2:
            if self.peek() != ":":
                self.refuse(f"':' and the squares of {self.missing(sides)}")
            self.at += 1
            letter = self.peek()
            color = {"B": Color.BLACK, "W": Color.WHITE}.get(letter)
            if color is None or color in sides:
                self.refuse(f"the squares of {self.missing(sides)}, beginning with its letter")
            self.at += 1
            sides[color] = self.squares(color, taken=sum(sides.values()))
        if others := _OTHER_FIELDS.match(self.text, self.at):
            self.at = others.end()
        if self.peek() == ".":
            self.at += 1
        if self.peek():
            self.refuse("the end of the text")
        return Fields(sides[Color.BLACK], sides[Color.WHITE], self.kings, turn)

    @staticmethod
    def missing(sides: dict[Color, int]) -> str:
        names = [color.name.capitalize() for color in (Color.WHITE, Color.BLACK) if color not in sides]
        return " or ".join(names)

    def peek(self) -> str:
        """Return the next character that is not blank, as a capital; nothing at the end."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1].upper()

    def squares(self, color: Color, taken: int) -> int:
        result = 0
        while self.peek() not in ("", ":", ".") or result:
            first, last, king = self.item()
            for square in range(first, last + 1):
                bit = 1 << square - 1
                if (taken | result) & bit:
                    self.refuse(f"a free square, but {square} is already occupied", back=True)
                if not king and bit & _CROWNING_ROW[color]:
                    if self.strict:
                        self.refuse(f"K{square}, for no man stays one on its crowning row", back=True)
                    self.kings |= bit
                elif king:
                    self.kings |= bit
                result |= bit
            if self.peek() != ",":
                break
            self.at += 1
        return result

    def item(self) -> tuple[int, int, bool]:
        self.peek()
        found = _ITEM.match(self.text, self.at)
        if not found:
            self.refuse("a square from 1 to 32, K before it if a king stands there")
        first, last = int(found[2]), int(found[4] or found[2])
        if not (1 <= first <= 32 and 1 <= last <= 32):
            self.refuse("a square from 1 to 32")
        if first > last:
            self.refuse("a range that goes up, such as 21-32 or K1-4")
        if found[3] and not found[1]:
            self.refuse(f"K{first}-{last} if the whole range is kings")
        self.start = self.at
        self.at = found.end()
        return first, last, bool(found[1])

    def refuse(self, expected: str, *, back: bool = False) -> NoReturn:
        at = self.start if back else self.at
        word = re.match(r"\w+(?:-\w+)?|.", self.text[at:], re.DOTALL)
        found = repr(word[0]) if word else "the end of the text"
        raise InvalidFenError(f"column {at + 1} of {self.text!r}: expected {expected}; found {found}")


def write(black: int, white: int, kings: int, turn: Color) -> str:
    """Write the canonical text of a position: side to move, White's list, Black's, in numeric order.

    Parameters
    ----------
    black, white, kings : int
        Bitboards; bit i is square i + 1.
    turn : Color
        Side to move.

    Returns
    -------
    str
        Text without blanks, ranges or a full stop.

    Raises
    ------
    ValueError
        If `turn` is no colour, or there are other bits than those of the 32 squares.

    Examples
    --------
    >>> write(black=0b10001, white=1 << 31, kings=1, turn=Color.BLACK)
    'B:W32:BK1,5'
    """
    if turn not in (Color.BLACK, Color.WHITE):
        raise ValueError(f"turn must be Color.BLACK or Color.WHITE, not {turn!r}")
    if not 0 <= black | white | kings <= 0xFFFFFFFF:
        raise ValueError(f"bitboards must fit 32 bits, bit i for square i + 1: {black=}, {white=}, {kings=}")
    return f"{'BW'[turn]}:W{_list(white, kings)}:B{_list(black, kings)}"


def _list(pieces: int, kings: int) -> str:
    names = []
    while pieces:
        bit = pieces & -pieces
        names.append(f"K{bit.bit_length()}" if bit & kings else f"{bit.bit_length()}")
        pieces ^= bit
    return ",".join(names)
