"""How games end: results, and the draws that can be claimed."""

from __future__ import annotations

import enum
from typing import NamedTuple

from .types import Color

__all__ = ["CLAIMED", "Outcome", "Termination", "claimable_draw"]

# WCDF rules, draws: the third occurrence of a position; 40 moves by each side without a capture and
# without a move of a man. Both have to be claimed, also for what the player's next move brings about.
_OCCURRENCES = 3
_QUIET_PLIES = 80


class Termination(enum.Enum):
    """Why a game is over. The value says it in words.

    Examples
    --------
    >>> Termination.NO_MOVES.value
    'no legal move'
    """

    NO_PIECES = "no pieces left"
    NO_MOVES = "no legal move"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    REPETITION = "third occurrence of the position"
    FORTY_MOVES = "forty moves by each side without a capture or a move of a man"
    FORFEIT = "forfeit"


CLAIMED = (Termination.REPETITION, Termination.FORTY_MOVES)
"""The draws that a player has to claim."""


class Outcome(NamedTuple):
    """How a game has ended.

    Attributes
    ----------
    winner : Color or None
        None if it is drawn.
    termination : Termination
        Why it is over.

    Examples
    --------
    >>> print(Outcome(Color.WHITE, Termination.NO_MOVES))
    White wins: no legal move
    """

    winner: Color | None
    termination: Termination

    def __str__(self) -> str:
        result = "draw" if self.winner is None else f"{self.winner.name.capitalize()} wins"
        return f"{result}: {self.termination.value}"


def claimable_draw(repetitions: int, quiet_plies: int) -> Outcome | None:
    """Find the draw that can be claimed in a position that is not decided.

    Parameters
    ----------
    repetitions : int
        How often the position has occurred, this time included.
    quiet_plies : int
        Moves since a piece was captured or a man moved.

    Returns
    -------
    Outcome or None

    Examples
    --------
    >>> claimable_draw(1, 79), claimable_draw(1, 80).termination.name
    (None, 'FORTY_MOVES')
    """
    if repetitions >= _OCCURRENCES:
        return Outcome(None, Termination.REPETITION)
    if quiet_plies >= _QUIET_PLIES:
        return Outcome(None, Termination.FORTY_MOVES)
    return None
