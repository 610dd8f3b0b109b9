"""A move entered square by square, for a board on a screen."""

from __future__ import annotations

import enum
import operator
from typing import NamedTuple

from . import house_moves
from ._core import Move, Position
from .notation import square_name
from .types import check_type

__all__ = ["Reason", "Refusal", "Selection"]


class Reason(enum.Enum):
    """Why a square cannot be clicked. The value says it in words.

    Examples
    --------
    >>> Reason.BLOCKED.value
    'the piece cannot move'
    """

    EMPTY = "no piece stands there"
    NOT_YOURS = "the piece is the opponent's"
    BLOCKED = "the piece cannot move"
    MUST_JUMP = "a jump is there to be taken"
    UNREACHABLE = "the piece cannot go there"
    COMPLETE = "the move is complete"
    GAME_OVER = "no legal move is left"


class Refusal(NamedTuple):
    """A click that was refused.

    Attributes
    ----------
    square : int
        Where it was.
    reason : Reason
    instead : tuple of int
        What can be clicked: where the piece may go, or which pieces may move.

    Examples
    --------
    >>> Selection(Position()).click(1).refusal
    Refusal(square=1, reason=<Reason.BLOCKED: 'the piece cannot move'>, instead=(9, 10, 11, 12))
    """

    square: int
    reason: Reason
    instead: tuple[int, ...]


class Selection:
    """What has been entered of a move. It never changes: `click` returns the next one.

    The first click takes a piece, and each one after that the next square that the piece stands on. As soon
    as one legal move only goes that way, the move is complete. A click on another piece that can move takes
    that one instead, one on the same piece puts it down. Where house rules let a jump stop, a second click on
    the square ends the move there.

    Parameters
    ----------
    position : Position
    moves : tuple of Move, optional
        The legal moves, such as ``game.legal_moves()`` where house rules are played; if left out, those of
        the position.

    Examples
    --------
    >>> selection = Selection(Position.from_fen("B:W6,7,14,15:B1,K2"))
    >>> selection.choices
    (1, 2)
    >>> selection.click(2).choices
    (9, 11)
    >>> selection.click(2).click(11).move
    Move((2, 11, 18, 9, 2), is_king=True)
    >>> selection.click(2).click(6).refusal
    Refusal(square=6, reason=<Reason.NOT_YOURS: "the piece is the opponent's">, instead=(9, 11))
    """

    __slots__ = ("_moves", "_path", "_position", "_refusal", "_ways")

    def __init__(self, position: Position, moves: tuple[Move, ...] | None = None) -> None:
        check_type("where a move is entered", position, Position)
        self._position = position
        self._moves = position.legal_moves() if moves is None else tuple(moves)
        for move in self._moves if moves else ():
            check_type("a legal move", move, Move)
        self._path: tuple[int, ...] = ()
        self._ways = self._moves
        self._refusal: Refusal | None = None

    @property
    def position(self) -> Position:
        """Where the move is made."""
        return self._position

    @property
    def path(self) -> tuple[int, ...]:
        """The squares of the move as far as they are known, the piece's own first."""
        return self._path

    @property
    def choices(self) -> tuple[int, ...]:
        """What can be clicked to go on, in numeric order: pieces, then squares to go to."""
        if self.move is not None:
            return ()
        at = len(self._path)
        return tuple(sorted({way.path[at] for way in self._ways if len(way.path) > at}))

    @property
    def can_stop(self) -> bool:
        """Whether the jump may stop where it is, by a second click on the last square."""
        return self.move is None and any(way.path == self._path for way in self._ways)

    @property
    def move(self) -> Move | None:
        """The move, once it is complete."""
        is_complete = len(self._ways) == 1 and self._path == self._ways[0].path
        return self._ways[0] if is_complete else None

    @property
    def refusal(self) -> Refusal | None:
        """What was wrong with the last click; it has changed nothing else."""
        return self._refusal

    def click(self, square: int) -> Selection:
        """Return what is entered after a click.

        Parameters
        ----------
        square : int

        Returns
        -------
        Selection
            The same with a `refusal`, if the click leads nowhere.

        Raises
        ------
        ValueError
            If there is no such square.

        Examples
        --------
        >>> Selection(Position()).click(11).click(15).move
        Move((11, 15))
        >>> Selection(Position()).click(11).click(19).refusal.reason
        <Reason.UNREACHABLE: 'the piece cannot go there'>
        """
        square = operator.index(square)
        square_name(square)
        if self.move is not None:
            return self._refused(square, Reason.COMPLETE)
        if square in self.choices:
            return self._with((*self._path, square))
        if self._path and square == self._path[-1]:
            return self._stopped() if self.can_stop else self._with(())
        if self._path and any(move.start == square for move in self._moves):
            return self._with((square,))
        return self._refused(square, self._reason(square))

    def _with(self, path: tuple[int, ...]) -> Selection:
        ways = tuple(move for move in self._moves if move.path[: len(path)] == path)
        # A piece that is only taken up is not moved yet, even if there is but one way.
        return self._like(ways[0].path if len(ways) == 1 and len(path) > 1 else path, ways)

    def _stopped(self) -> Selection:
        return self._like(self._path, tuple(way for way in self._ways if way.path == self._path))

    def _refused(self, square: int, reason: Reason) -> Selection:
        is_other_piece = reason in (Reason.BLOCKED, Reason.MUST_JUMP) and self._position.piece_at(square)
        instead = type(self)(self._position, self._moves).choices if is_other_piece else self.choices
        return self._like(self._path, self._ways, Refusal(square, reason, instead))

    def _like(
        self, path: tuple[int, ...], ways: tuple[Move, ...], refusal: Refusal | None = None
    ) -> Selection:
        other = type(self)(self._position, self._moves)
        other._path, other._ways, other._refusal = path, ways, refusal
        return other

    def _reason(self, square: int) -> Reason:
        position = self._position
        piece = position.piece_at(square)
        if not self._moves:
            return Reason.GAME_OVER
        if piece is not None and piece.color != position.turn:
            return Reason.NOT_YOURS
        if piece is not None:
            return Reason.MUST_JUMP if house_moves.next_squares(position, square) else Reason.BLOCKED
        if not self._path:
            return Reason.EMPTY
        could_step = len(self._path) == 1 and square in house_moves.next_squares(position, self._path[0])
        return Reason.MUST_JUMP if could_step else Reason.UNREACHABLE

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, Selection) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[object, ...]:
        return self._position, self._moves, self._path, self._ways, self._refusal

    def __repr__(self) -> str:
        refused = f" refusal={self._refusal}" if self._refusal else ""
        return f"<Selection path={self._path} choices={self.choices} move={self.move}{refused}>"
