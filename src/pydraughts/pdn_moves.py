"""Which legal moves the text of a recorded game may mean."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from ._core import Move, Position
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from .notation import parse_squares

__all__ = ["begins_jump", "lasting", "resolve"]

# Far more than a game needs, lest a text made for it take for ever.
_MOST_POSITIONS = 16
_MOST_PLIES = 500


def resolve(position: Position, text: str) -> tuple[Move, ...]:
    """Find the legal moves that a text fits, one of each result.

    Parameters
    ----------
    position : Position
    text : str
        What `Position.parse_move` reads, or the squares without anything between them (``1118``), or
        the start, the end and all the captured squares in any order.

    Returns
    -------
    tuple of Move
        More than one if the text is ambiguous, sorted by path.

    Raises
    ------
    InvalidMoveError, IllegalMoveError
        If there is none.

    Examples
    --------
    >>> resolve(Position(), "1115")
    (Move((11, 15)),)
    >>> resolve(Position.from_fen("W:WK22:B9,10,17,18"), "22x22")
    (Move((22, 13, 6, 15, 22), is_king=True),)
    """
    if text.isdecimal():
        return _resolve_glued(position, text)
    try:
        return (position.parse_move(text),)
    except AmbiguousMoveError as error:
        return _of_each_result(position, error.candidates)
    except IllegalMoveError:
        start, *rest = parse_squares(text)
        ways = ((rest[0], sorted(rest[1:])), (rest[-1], sorted(rest[:-1])))
        moves = [
            move
            for move in position.legal_moves()
            if move.start == start and move.is_capture and (move.end, sorted(move.captured)) in ways
        ]
        if moves:
            return _of_each_result(position, moves)
        raise


def _resolve_glued(position: Position, digits: str) -> tuple[Move, ...]:
    splits = [f"{digits[:at]}-{digits[at:]}" for at in (1, 2) if 1 <= len(digits) - at <= 2]
    moves = tuple(move for split in splits for move in _fitting(position, split))
    return moves or resolve(position, splits[-1])


def _fitting(position: Position, text: str) -> tuple[Move, ...]:
    try:
        return resolve(position, text)
    except (IllegalMoveError, InvalidMoveError):
        return ()


def _of_each_result(position: Position, moves: Iterable[Move]) -> tuple[Move, ...]:
    results: dict[Position, Move] = {}
    for move in moves:
        results.setdefault(position.play(move), move)
    return tuple(results.values())


def begins_jump(position: Position, squares: Sequence[int]) -> bool:
    """Tell whether squares are the beginning of a longer jump.

    Parameters
    ----------
    position : Position
    squares : sequence of int

    Returns
    -------
    bool

    Examples
    --------
    >>> begins_jump(Position.from_fen("B:W14,22:B9"), (9, 18))
    True
    """
    path = tuple(squares)
    return any(
        len(move.path) > len(path) and move.path[: len(path)] == path for move in position.legal_moves()
    )


def lasting(position: Position, moves: Sequence[Move], texts: Iterable[str]) -> tuple[Move, ...]:
    """Choose the moves after which all the rest of a game can be played.

    Parameters
    ----------
    position : Position
    moves : sequence of Move
        Legal moves.
    texts : iterable of str
        What comes after, as it is written.

    Returns
    -------
    tuple of Move

    Examples
    --------
    >>> position = Position.from_fen("B:W6,7,14,15,32:B2")
    >>> lasting(position, resolve(position, "2x18"), ["14-9"])
    (Move((2, 11, 18)),)
    """
    texts = tuple(itertools.islice(texts, _MOST_PLIES))
    return tuple(move for move in moves if _can_be_played(position.play(move), texts))


def _can_be_played(position: Position, texts: Sequence[str]) -> bool:
    positions = {position}
    for text in texts:
        following = {each.play(move) for each in positions for move in _fitting(each, text)}
        if not 0 < len(following) <= _MOST_POSITIONS:
            return False
        positions = following
    return True
