"""Rules of English draughts: positions, moves and counts at native speed."""

from ._core import Move, Position
from .comparing import Difference, find_difference
from .counting import PerftCounts, distinct_positions, divide, perft, perft_counts
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidFenError, InvalidMoveError
from .published import (
    PublishedPerft,
    Verification,
    VerificationRow,
    computed_perft,
    published_distinct,
    published_perft,
    verify,
)
from .types import Color, Piece

__all__ = [
    "AmbiguousMoveError",
    "Color",
    "Difference",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "Move",
    "PerftCounts",
    "Piece",
    "Position",
    "PublishedPerft",
    "Verification",
    "VerificationRow",
    "computed_perft",
    "distinct_positions",
    "divide",
    "find_difference",
    "perft",
    "perft_counts",
    "published_distinct",
    "published_perft",
    "verify",
]
