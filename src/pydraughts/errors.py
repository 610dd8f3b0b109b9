"""What can be wrong with a move or a position, by name.

Every error is a ``ValueError`` whose message says what was wrong, where, and what would have been
right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Move

__all__ = ["AmbiguousMoveError", "IllegalMoveError", "InvalidFenError", "InvalidMoveError"]


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
