"""What can be wrong with a move or a position, by name.

Every error is a ``ValueError`` whose message says what was wrong, where, and what would have been
right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Move

__all__ = [
    "AmbiguousMoveError",
    "GameOverError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "PdnError",
    "VariantError",
]


class InvalidMoveError(ValueError):
    """The text or path is no move at all, in any position.

    Examples
    --------
    >>> from pydraughts import Position
    >>> try:
    ...     Position().play("11+15")
    ... except InvalidMoveError as error:
    ...     print(error)
    '11+15' is not a move: expected squares such as '11-15', '9x18x25' or 'b4xd6xf8'
    """


class IllegalMoveError(ValueError):
    """A move that the position does not allow.

    Examples
    --------
    >>> from pydraughts import Position
    >>> try:
    ...     Position.from_fen("B:W28:B11").play("11-7")
    ... except IllegalMoveError as error:
    ...     print(error)
    11-7 is illegal: the piece on 11 cannot move that way; legal: 11-15, 11-16
    """


class AmbiguousMoveError(ValueError):
    """Short notation that fits more than one legal move.

    Attributes
    ----------
    candidates : tuple of Move
        The legal moves that fit, sorted by path.

    Examples
    --------
    >>> from pydraughts import Position
    >>> try:
    ...     Position.from_fen("B:W6,7,14,15:BK2").play("2x2")
    ... except AmbiguousMoveError as error:
    ...     [str(move) for move in error.candidates]
    ['2x9x18x11x2', '2x11x18x9x2']
    """

    candidates: tuple[Move, ...] = ()


class InvalidFenError(ValueError):
    """Text that does not describe a position.

    Examples
    --------
    >>> from pydraughts import Position
    >>> Position.from_fen("W:W18,33:B12")
    Traceback (most recent call last):
        ...
    pydraughts.errors.InvalidFenError: column 7 of 'W:W18,33:B12': expected a square from 1 to 32; found '33'
    """


class GameOverError(ValueError):
    """A game that is over cannot go on, nor end again.

    Examples
    --------
    >>> from pydraughts.game import Game
    >>> game = Game()
    >>> game.agree_draw()
    >>> game.push("11-15")
    Traceback (most recent call last):
        ...
    pydraughts.errors.GameOverError: the game is over: draw: agreement
    """


class PdnError(ValueError):
    """A fault in the text of a game.

    Attributes
    ----------
    line, column : int
        Where it is, counted from 1.
    text : str
        The move or the piece of text that is at fault.
    reason : str
        What is wrong, in one sentence.

    Examples
    --------
    >>> from pydraughts.pdn import read
    >>> [record] = read("1. 11-15 22-18 2. 8-11 *")
    >>> [error] = record.errors
    >>> error.line, error.column, error.text
    (1, 19, '8-11')
    """

    def __init__(self, line: int, column: int, text: str, reason: str) -> None:
        super().__init__(line, column, text, reason)
        self.line, self.column, self.text, self.reason = line, column, text, reason

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


class VariantError(PdnError):
    """A game of another kind of draughts.

    Attributes
    ----------
    variant : str
        Its name, as far as it is known.

    Examples
    --------
    >>> from pydraughts.pdn import read
    >>> [record] = read('[GameType "20"] 1. 32-28 19-23 *')
    >>> record.errors[0].variant
    'international draughts'
    """

    def __init__(self, line: int, column: int, text: str, reason: str, variant: str) -> None:
        super().__init__(line, column, text, reason)
        self.args = (*self.args, variant)
        self.variant = variant
