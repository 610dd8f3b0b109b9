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
    """The text or path is no move at all, in any position."""


class IllegalMoveError(ValueError):
    """A move that the position does not allow."""


class AmbiguousMoveError(ValueError):
    """Short notation that fits more than one legal move.

    Attributes
    ----------
    candidates : tuple of Move
        The legal moves that fit, sorted by path.
    """

    candidates: tuple[Move, ...] = ()


class InvalidFenError(ValueError):
    """Text that does not describe a position."""


class GameOverError(ValueError):
    """A game that is over cannot go on, nor end again."""


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
    """

    def __init__(self, line: int, column: int, text: str, reason: str, variant: str) -> None:
        super().__init__(line, column, text, reason)
        self.args = (*self.args, variant)
        self.variant = variant
