"""Positions and moves, one after the other, and what is counted for draws."""

from __future__ import annotations

import collections
from typing import NamedTuple

from ._core import Move, Position
from .outcomes import Outcome
from .types import Color

__all__ = ["History", "Note"]


class Note(NamedTuple):
    """What house rules make of a point in a game, in the eyes of the side to move.

    Attributes
    ----------
    huffable : tuple of int
        Pieces that the last move should have jumped with.
    after_illegal : bool
        Whether the last move was illegal.
    must_jump : bool
        Whether the side to move has been made to jump.
    cautions : int
        How often it has been cautioned here.
    """

    huffable: tuple[int, ...] = ()
    after_illegal: bool = False
    must_jump: bool = False
    cautions: int = 0


class History:
    """What has happened in a game, and how its players ended it.

    Parameters
    ----------
    start : Position
        Where it starts.

    Examples
    --------
    >>> history = History(Position())
    >>> history.ply, history.turn, history.repetitions
    (0, <Color.BLACK: 0>, 1)
    """

    def __init__(self, start: Position) -> None:
        self._positions = [start]
        self._moves: list[Move] = []
        self._quiet_plies = [0]
        self._occurrences = collections.Counter(self._positions)
        self._ending: Outcome | None = None
        self._notes: dict[int, Note] = {}  # by ply, where there is something to say

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    @property
    def turn(self) -> Color:
        """Side to move."""
        return self.position.turn

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made, first to last."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the present one: one more than moves."""
        return tuple(self._positions)

    @property
    def repetitions(self) -> int:
        """How often the present position has occurred, this time included."""
        return self._occurrences[self.position]

    @property
    def quiet_plies(self) -> int:
        """How many moves have been made since a piece was captured or a man moved."""
        return self._quiet_plies[-1]

    def peek(self) -> Move:
        """Return the last move.

        Returns
        -------
        Move

        Raises
        ------
        IndexError
            If no move has been made.

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> game = Game()
        >>> game.push("11-15") == game.peek()
        True
        """
        if not self._moves:
            raise IndexError("no move has been made")
        return self._moves[-1]

    def pop(self) -> Move:
        """Take back the last move, and with it what the players said or did about it.

        Returns
        -------
        Move

        Raises
        ------
        IndexError
            If no move has been made.

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> game = Game()
        >>> move = game.push("11-15")
        >>> game.agree_draw()
        >>> game.pop(), game == Game()
        (Move((11, 15)), True)
        """
        move = self.peek()
        if self._notes:
            self._notes.pop(self.ply, None)
        position = self._positions.pop()
        if self._occurrences[position] == 1:
            del self._occurrences[position]
        else:
            self._occurrences[position] -= 1
        self._moves.pop()
        self._quiet_plies.pop()
        self._ending = None
        return move

    def _append(self, move: Move, position: Position, quiet_plies: int) -> None:
        self._moves.append(move)
        self._positions.append(position)
        self._quiet_plies.append(quiet_plies)
        self._occurrences[position] += 1
