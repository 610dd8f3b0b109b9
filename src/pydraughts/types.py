"""The two colours, the four kinds of piece, what callers pass to counts, and the refusal of other types."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Literal, TypeAlias

__all__ = ["Color", "Method", "Piece", "Progress", "check_type"]

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the work done and the work to do, in the same unit."""

Method: TypeAlias = Literal["auto", "tree", "frontier"]


class Color(enum.IntEnum):
    """A side: Black moves first and up the numbers, White down.

    Examples
    --------
    >>> Color.BLACK.opponent
    <Color.WHITE: 1>
    """

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> Color:
        """The other side."""
        return Color(1 - self)


class Piece(enum.IntEnum):
    """A man or a king of either colour. No piece is falsy.

    Examples
    --------
    >>> Piece.WHITE_KING.color, Piece.WHITE_KING.is_king, Piece.WHITE_KING.symbol
    (<Color.WHITE: 1>, True, 'W')
    """

    BLACK_MAN = 1
    BLACK_KING = 2
    WHITE_MAN = 3
    WHITE_KING = 4

    @property
    def color(self) -> Color:
        """The side that owns the piece."""
        return Color.BLACK if self <= Piece.BLACK_KING else Color.WHITE

    @property
    def is_king(self) -> bool:
        """Whether the piece is a king."""
        return self in (Piece.BLACK_KING, Piece.WHITE_KING)

    @property
    def symbol(self) -> str:
        """One letter, as in board drawings: ``b``, ``B``, ``w`` or ``W``; kings are capitals."""
        return "bBwW"[self - 1]


def check_type(what: str, value: object, kind: type) -> None:
    """Refuse a value of another type than the one that is expected.

    Parameters
    ----------
    what : str
        What the value is there for, to begin the message with.
    value : object
    kind : type

    Raises
    ------
    TypeError
        If it is none of that type.

    Examples
    --------
    >>> check_type("the side to move", "black", Color)
    Traceback (most recent call last):
        ...
    TypeError: the side to move must be of type Color, not str
    """
    if not isinstance(value, kind):
        raise TypeError(f"{what} must be of type {kind.__name__}, not {type(value).__name__}")
