"""The text of moves and squares: ``11-15``, ``9x18x25``, ``b4xd6xf8``.

Only text and square numbers are known here; which move a text means is the position's to say.
"""

from __future__ import annotations

import functools
import operator
import re
from typing import TYPE_CHECKING

from .errors import AmbiguousMoveError, InvalidMoveError
from .types import check_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ._core import Move, Position

__all__ = ["parse_square", "parse_squares", "square_name"]

# Hyphens, crosses and colons all mean "moves to": writers of notation do not agree on them.
_SEPARATOR = r"\s*[-\u2010-\u2014\u2212xX\u00d7:]\s*"
_NUMBER = r"[0-9]{1,2}"
_NAME = r"[a-hA-H][1-8]"
_NUMERIC = re.compile(rf"{_NUMBER}(?:{_SEPARATOR}{_NUMBER})+")
_ALGEBRAIC = re.compile(rf"{_NAME}(?:(?:{_SEPARATOR})?{_NAME})+")


def square_name(square: int) -> str:
    """Name a square by column and row, Black's near left corner being a1.

    Parameters
    ----------
    square : int
        Square number, 1-32.

    Returns
    -------
    str
        A name from ``a1`` to ``h8``.

    Raises
    ------
    ValueError
        If there is no such square.

    Examples
    --------
    >>> square_name(4), square_name(16), square_name(29)
    ('a1', 'b4', 'h8')
    """
    if not 1 <= operator.index(square) <= 32:
        raise ValueError(f"square {square} is not on the board: squares are numbered 1 to 32")
    row, place = divmod(square - 1, 4)
    column = 6 - 2 * place + row % 2
    return f"{'abcdefgh'[column]}{row + 1}"


_SQUARES = {square_name(square): square for square in range(1, 33)}


def parse_square(name: str) -> int:
    """Find the number of a square from its name.

    Parameters
    ----------
    name : str
        ``a1`` to ``h8``, in either case; only dark squares are played on.

    Returns
    -------
    int
        Square number, 1-32.

    Raises
    ------
    ValueError
        If the name is none, or that of a light square.

    Examples
    --------
    >>> parse_square("b4")
    16
    """
    check_type("the name of a square", name, str)
    square = _SQUARES.get(name.lower())
    if square is None:
        light = re.fullmatch(_NAME, name) is not None
        what = "a light square" if light else "not the name of a square"
        raise ValueError(f"{name!r} is {what}: dark squares are a1, c1, e1, g1, b2, ... h8")
    return square


@functools.lru_cache(maxsize=4096)
def parse_squares(text: str) -> tuple[int, ...]:
    """Read the squares that a move text names.

    Parameters
    ----------
    text : str
        Square numbers or names joined by ``-``, ``x`` or ``:``, such as ``9-14``, ``9x18x25`` or
        ``b4xd6xf8``. Blanks around a joint and leading zeros do not matter.

    Returns
    -------
    tuple of int
        At least two square numbers, 1-32.

    Raises
    ------
    InvalidMoveError
        If the text is not a move in any position.

    Examples
    --------
    >>> parse_squares("9x18x25")
    (9, 18, 25)
    >>> parse_squares("b4xd6xf8")
    (16, 23, 30)
    """
    check_type("a move text", text, str)
    stripped = text.strip()
    try:
        if _NUMERIC.fullmatch(stripped):
            squares = tuple(map(int, re.findall(_NUMBER, stripped)))
            for square in squares:
                square_name(square)
            return squares
        if _ALGEBRAIC.fullmatch(stripped):
            return tuple(map(parse_square, re.findall(_NAME, stripped)))
    except ValueError as error:
        raise InvalidMoveError(f"{text!r} is not a move: {error}") from None
    raise InvalidMoveError(
        f"{text!r} is not a move: expected squares such as '11-15', '9x18x25' or 'b4xd6xf8'"
    )


def join(squares: Sequence[int], *, capture: bool, algebraic: bool = False) -> str:
    """Write squares as a move: ``9-14`` or ``9x18x25``."""
    names: Iterable[str] = map(square_name, squares) if algebraic else map(str, squares)
    return ("x" if capture else "-").join(names)


def fitting(text: str, squares: Sequence[int], moves: Iterable[Move]) -> Move | None:
    """Find the move that squares name, in full or shortened. Raises `AmbiguousMoveError` if several fit."""
    candidates = [move for move in moves if shortens(squares, move.path)]
    for move in candidates:
        if move.path == squares or len(candidates) == 1:
            return move
    if candidates:
        error = AmbiguousMoveError(f"{text} fits {len(candidates)} moves: {', '.join(map(str, candidates))}")
        error.candidates = tuple(candidates)
        raise error
    return None


def explain_illegal(
    text: str, squares: Sequence[int], position: Position, legal: Sequence[Move] | None = None
) -> str:
    """Say in one sentence why a move is refused, and what would be legal."""
    if legal is None:
        legal = position.legal_moves()
    path = tuple(squares)
    start = path[0]
    piece = position.piece_at(start)
    side = position.turn.name.capitalize()
    same = [move for move in legal if move.path == path]
    unfinished = [move for move in legal if move.path[: len(path)] == path]
    overdone = [move for move in legal if move.path == path[: len(move.path)]]
    if not legal:
        reason = f"{side} has no legal move: the game is over"
    elif piece is None:
        reason = f"square {start} is empty"
    elif piece.color != position.turn:
        reason = f"{side} is to move, and the piece on {start} is not {side}'s"
    elif same:
        reason = (
            f"the piece on {start} is {'a king' if piece.is_king else 'a man'}, so the move is {same[0]!r}"
        )
    elif unfinished:
        reason = "the jump is not finished"
    elif overdone:
        end = overdone[-1].end
        crowned = f"a man is crowned on {end}, and " if overdone[-1].is_promotion else ""
        reason = f"{crowned}the move ends on {end}"
    elif all(move.is_capture for move in legal) and len(path) == 2 and abs(start - path[1]) <= 5:
        reason = "a jump is there to be taken, and jumps are compulsory"
    else:
        reason = f"the piece on {start} cannot move that way"
    choices = f"; legal: {', '.join(map(str, unfinished or overdone[-1:] or legal))}" if legal else ""
    return f"{text} is illegal: {reason}{choices}"


def shortens(squares: Sequence[int], path: Sequence[int]) -> bool:
    """Tell whether squares leave out only some between the start and the end of a path."""
    rest = iter(path)
    return squares[0] == path[0] and squares[-1] == path[-1] and all(square in rest for square in squares)
