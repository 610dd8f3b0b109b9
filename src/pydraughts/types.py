"""The two colours, the four kinds of piece, what callers pass to counts, and the refusal of anything else."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from typing import Literal, SupportsIndex, TypeAlias

__all__ = ["Color", "Method", "Piece", "Progress", "check_type", "check_whole"]

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


def check_whole(what: str, value: SupportsIndex, least: int | None = None) -> int:
    """Refuse what is no whole number, or one below the least that makes sense.

    Parameters
    ----------
    what : str
        What the value is there for, to begin the message with.
    value : int
        Or what stands for one, such as an integer of NumPy.
    least : int, optional

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If it is no whole number.
    ValueError
        If it is below the least.

    Examples
    --------
    >>> check_whole("depth", 2.5)
    Traceback (most recent call last):
        ...
    TypeError: depth must be a whole number, not 2.5
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None
    if least is not None and number < least:
        raise ValueError(f"{what} must be {least} or more, not {number}")
    return number
