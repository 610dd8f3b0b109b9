"""Rules of English draughts: positions, moves and counts at native speed."""

from ._core import Move, Position
from .comparing import Difference, Miscount, ProgramError, find_difference, program_divide
from .counting import PerftCounts, distinct_positions, divide, perft, perft_counts
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidFenError, InvalidMoveError
from .published import (
    Nodes,
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
    "Miscount",
    "Move",
    "Nodes",
    "PerftCounts",
    "Piece",
    "Position",
    "ProgramError",
    "PublishedPerft",
    "Verification",
    "VerificationRow",
    "computed_perft",
    "distinct_positions",
    "divide",
    "find_difference",
    "perft",
    "perft_counts",
    "program_divide",
    "published_distinct",
    "published_perft",
    "verify",
]
