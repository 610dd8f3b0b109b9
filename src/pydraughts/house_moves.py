"""The moves that house rules allow, and what they lead to: plain Python, hop by hop.

Official moves come from `Position`; this is for what it does not list, and gives the same where the rules
are the official ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from ._core import Move, Position
from .diagram import place
from .errors import IllegalMoveError, InvalidMoveError
from .house import HouseRules
from .notation import explain_illegal, fitting, parse_squares
from .types import Color, Piece

__all__ = ["after", "can_be_made", "legal_moves", "missed", "next_squares", "resolve"]

Pieces: TypeAlias = Mapping[int, Piece]

_SQUARES = {place(square): square for square in range(1, 33)}
_FORWARD = {Color.BLACK: (1,), Color.WHITE: (-1,)}
_BOTH_WAYS = (-1, 1)
_CROWNING_ROW = {Color.BLACK: 7, Color.WHITE: 0}


def legal_moves(position: Position, rules: HouseRules, *, must_jump: bool = False) -> tuple[Move, ...]:
    """List the moves that house rules allow, sorted by path.

    Parameters
    ----------
    position : Position
    rules : HouseRules
    must_jump : bool, default False
        Whether the player has been made to jump, and to the end.

    Returns
    -------
    tuple of Move

    Examples
    --------
    >>> position = Position.from_fen("B:W14,22:B1,9")
    >>> [str(move) for move in legal_moves(position, HouseRules(optional_jumping=True))]
    ['1-5', '1-6', '9-13', '9x18', '9x18x25']
    """
    if not rules.changes_moves:
        return position.legal_moves()
    pieces = position.pieces()
    own = [square for square, piece in pieces.items() if piece.color == position.turn]
    jumps = [jump for start in own for jump in _jumps(pieces, start, rules.jump_after_crowning)]
    if rules.kings_capture_first and any(move.is_king for move, _ in jumps):
        jumps = [(move, is_finished) for move, is_finished in jumps if move.is_king]
    is_free = rules.may_miss_jumps and not must_jump
    moves = [move for move, is_finished in jumps if is_finished or is_free]
    if is_free or not jumps:
        moves += (step for start in own for step in _steps(pieces, start))
    return tuple(sorted(moves))


def missed(position: Position, move: Move, rules: HouseRules) -> tuple[int, ...]:
    """Find the pieces that should have jumped instead of a move.

    Parameters
    ----------
    position : Position
        Before the move.
    move : Move
    rules : HouseRules

    Returns
    -------
    tuple of int
        Where they stand after the move. A jump left unfinished is missed by the piece that made it only.

    Examples
    --------
    >>> position = Position.from_fen("B:W14,22:B1,9")
    >>> huffing = HouseRules(huffing=True)
    >>> for text in ("1-5", "9-13", "9x18", "9x18x25"):
    ...     missed(position, resolve(text, position, huffing), huffing)
    (9,)
    (13,)
    (18,)
    ()
    """
    due = legal_moves(position, rules, must_jump=True)
    if move in due:
        return ()
    if move.is_capture:
        return (move.end,)
    return tuple(sorted({move.end if jump.start == move.start else jump.start for jump in due}))


def after(position: Position, move: Move) -> Position:
    """Carry out a move that can be made, whether or not it is legal.

    Parameters
    ----------
    position : Position
    move : Move

    Returns
    -------
    Position

    Examples
    --------
    >>> after(Position.from_fen("B:W25,26:B22"), Move((22, 29))).fen
    'W:W26:BK29'
    >>> after(Position.from_fen("B:W26,27:B22"), Move((22, 31, 24))).fen
    'W:W:BK24'
    """
    pieces = position.pieces()
    piece = pieces.pop(move.start)
    for square in move.captured:
        del pieces[square]
    crowned = Piece.BLACK_KING if piece.color == Color.BLACK else Piece.WHITE_KING
    pieces[move.end] = crowned if _comes_home(piece, move) else piece
    return Position.from_pieces(pieces, position.turn.opponent)


def can_be_made(position: Position, move: Move) -> bool:
    """Tell whether the pieces allow a move if no rule forbids it: any piece may turn its back.

    Parameters
    ----------
    position : Position
    move : Move

    Returns
    -------
    bool
        Whether a piece of the side to move goes over enemy pieces, or one step, and to empty squares.

    Examples
    --------
    >>> position = Position().play("11-15").play("22-18")
    >>> [can_be_made(position, Move(path)) for path in ((12, 16), (15, 11), (15, 22), (15, 19), (8, 12))]
    [True, True, True, True, False]
    """
    pieces = position.pieces()
    piece = pieces.pop(move.start, None)
    return (
        piece is not None
        and (piece.color, piece.is_king) == (position.turn, move.is_king)
        and not any(square in pieces for square in move.path[1:])
        and all(square in pieces and pieces[square].color != piece.color for square in move.captured)
    )


def next_squares(position: Position, start: int) -> tuple[int, ...]:
    """Find where a piece could step, or land after one jump, if nobody had to jump.

    Parameters
    ----------
    position : Position
    start : int
        Its square.

    Returns
    -------
    tuple of int
        In numeric order.

    Examples
    --------
    >>> position = Position().play("11-15").play("22-18")
    >>> next_squares(position, 12), next_squares(position, 15), next_squares(position, 1)
    ((16,), (19, 22), ())
    """
    pieces = position.pieces()
    moves = [*_steps(pieces, start), *(move for move, _ in _jumps(pieces, start, False))]
    return tuple(sorted({move.path[1] for move in moves}))


def resolve(move: Move | str, position: Position, rules: HouseRules, *, must_jump: bool = False) -> Move:
    """Find the move that a player means, as `Position.play` does, where house rules allow it.

    Parameters
    ----------
    move : Move or str
    position : Position
    rules : HouseRules
    must_jump : bool, default False
        As for `legal_moves`.

    Returns
    -------
    Move
        With `HouseRules.cautions`, it may be an illegal one.

    Raises
    ------
    InvalidMoveError, IllegalMoveError, AmbiguousMoveError
        As `Position.play`.

    Examples
    --------
    >>> resolve("9x18", Position.from_fen("B:W14,22:B9"), HouseRules(optional_jumping=True))
    Move((9, 18))
    """
    legal = legal_moves(position, rules, must_jump=must_jump)
    if isinstance(move, str):
        text, squares = move, parse_squares(move)
        named = fitting(text, squares, legal)
        if named is not None:
            return named
        piece = position.piece_at(squares[0])
        try:
            move = Move(squares, is_king=piece is not None and piece.is_king)
        except InvalidMoveError:
            raise IllegalMoveError(explain_illegal(text, squares, position, legal)) from None
    elif isinstance(move, Move):
        text = repr(move)
    else:
        raise TypeError(f"a move is a Move or a str, not {type(move).__name__}")
    if move in legal or (rules.cautions and can_be_made(position, move)):
        return move
    if rules.kings_capture_first and move in legal_moves(position, replace(rules, kings_capture_first=False)):
        choices = ", ".join(map(str, legal))
        raise IllegalMoveError(f"{text} is illegal: a king can jump, and men wait for it; legal: {choices}")
    raise IllegalMoveError(explain_illegal(text, move.path, position, legal))


def _steps(pieces: Pieces, start: int) -> Iterator[Move]:
    piece = pieces[start]
    column, row = place(start)
    for down in _rows(piece):
        for right in (-1, 1):
            end = _SQUARES.get((column + right, row + down))
            if end is not None and end not in pieces:
                yield Move((start, end), is_king=piece.is_king)


def _jumps(pieces: Pieces, start: int, after_crowning: bool) -> Iterator[tuple[Move, bool]]:
    """Yield every jump of a piece, unfinished ones too, and whether it is finished."""
    piece = pieces[start]
    others = {square: other for square, other in pieces.items() if square != start}
    unseen: list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = [((start,), (), _rows(piece))]
    while unseen:
        path, taken, rows = unseen.pop()
        column, row = place(path[-1])
        if not piece.is_king and len(path) > 1 and row == _CROWNING_ROW[piece.color]:
            rows = _BOTH_WAYS if after_crowning else ()
        is_finished = True
        for down in rows:
            for right in (-1, 1):
                over = _SQUARES.get((column + right, row + down))
                end = _SQUARES.get((column + 2 * right, row + 2 * down))
                if over is None or end is None or over in taken or end in others:
                    continue
                if over in others and others[over].color != piece.color:
                    is_finished = False
                    unseen.append(((*path, end), (*taken, over), rows))
        if len(path) > 1:
            yield Move(path, is_king=piece.is_king), is_finished


def _rows(piece: Piece) -> tuple[int, ...]:
    return _BOTH_WAYS if piece.is_king else _FORWARD[piece.color]


def _comes_home(piece: Piece, move: Move) -> bool:
    """Whether a path comes to the row where a man is crowned, and not only to its own."""
    return any(place(square)[1] == _CROWNING_ROW[piece.color] for square in move.path[1:])
