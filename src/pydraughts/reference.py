"""The rules of English draughts, written to be read: slow, obvious, and right.

This is the oracle against which the fast generator is tested. It shares nothing with the rest of the
package, not even the numbering tables: squares become rows and columns by arithmetic, and every rule is
coded once, next to its number in the rules of the World Checkers/Draughts Federation (WCDF).

Run as a program, it prints its own counts of the moves from the start position, one depth a row::

    python -m pydraughts.reference 12
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

__all__ = ["Board", "Counts", "Move", "divide", "legal_moves", "perft_counts", "play"]

EMPTY = "."
FORWARD = {"b": 1, "w": -1}
CROWNING_ROW = {"b": 7, "w": 0}


class Board(NamedTuple):
    """Who stands where, and who is to move.

    Attributes
    ----------
    squares : str
        33 characters: ``squares[1]`` to ``squares[32]`` are the squares, ``.`` for an empty one, ``b``
        and ``w`` for men, ``B`` and ``W`` for kings. ``squares[0]`` is a blank, neither piece nor empty:
        what lies off the board.
    turn : str
        ``"B"`` or ``"W"``.

    Examples
    --------
    >>> board = Board.from_fen("B:W22:B17,K30")
    >>> board.turn, board.squares[17], board.squares[30]
    ('B', 'b', 'B')
    """

    squares: str
    turn: str

    @classmethod
    def start(cls) -> Board:
        """Twelve men each, Black to move (WCDF 1.11 to 1.13).

        Returns
        -------
        Board

        Examples
        --------
        >>> Board.start().squares
        ' bbbbbbbbbbbb........wwwwwwwwwwww'
        """
        return cls(" " + 12 * "b" + 8 * EMPTY + 12 * "w", "B")

    @classmethod
    def from_fen(cls, fen: str) -> Board:
        """Read a position, written in the one form that `fen` writes.

        Parameters
        ----------
        fen : str

        Returns
        -------
        Board

        Raises
        ------
        ValueError
            If it is written in another form, or no position at all.

        Examples
        --------
        >>> legal_moves(Board.from_fen("B:W22:B17,K30"))[0].path
        (17, 26)
        """
        turn, *sides = fen.split(":")
        placed = {
            int(name.removeprefix("K")): side[0] if name.startswith("K") else side[0].lower()
            for side in sides
            for name in side[1:].split(",")
            if name
        }
        board = cls(" " + "".join(placed.get(square, EMPTY) for square in range(1, 33)), turn)
        if turn not in ("B", "W") or board.fen != fen:
            raise ValueError(f"not a canonical FEN: {fen!r}")
        return board

    @property
    def fen(self) -> str:
        """The position as text: side to move, White's squares, Black's, in numeric order, K for kings.

        Examples
        --------
        >>> Board.start().fen
        'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12'
        """
        lists = [
            ",".join(
                f"K{square}" if piece.isupper() else f"{square}"
                for square, piece in enumerate(self.squares)
                if piece.upper() == side
            )
            for side in "WB"
        ]
        return f"{self.turn}:W{lists[0]}:B{lists[1]}"


class Move(NamedTuple):
    """One whole turn of one piece.

    Attributes
    ----------
    path : tuple of int
        Every square stood on, start first.
    captured : tuple of int
        The squares of the pieces taken, in that order; empty for an ordinary move.
    is_king : bool
        Whether the piece was a king before it moved.
    is_promotion : bool
        Whether a man is crowned.

    Examples
    --------
    >>> [move] = legal_moves(Board.from_fen("W:W12:B7,8"))
    >>> str(move), move.captured, move.is_promotion
    ('12x3', (8,), True)
    """

    path: tuple[int, ...]
    captured: tuple[int, ...]
    is_king: bool
    is_promotion: bool

    def __str__(self) -> str:
        return ("x" if self.captured else "-").join(map(str, self.path))


class Counts(NamedTuple):
    """How many moves of each kind are made at the last ply of all lines of one length.

    Attributes
    ----------
    nodes : int
        All of them.
    captures : int
        Jumps over one piece or more.
    multi_captures : int
        Jumps over two pieces or more.
    king_moves : int
        Moves and jumps of a piece that was already a king.
    king_captures : int
        Jumps of a piece that was already a king.
    promotions : int
        Moves and jumps that crown a man.

    Examples
    --------
    >>> perft_counts(Board.from_fen("W:W12:B7,8"), 1)
    Counts(nodes=1, captures=1, multi_captures=0, king_moves=0, king_captures=0, promotions=1)
    """

    nodes: int
    captures: int
    multi_captures: int
    king_moves: int
    king_captures: int
    promotions: int


def legal_moves(board: Board) -> list[Move]:
    """Every legal move, sorted by path; none means that the side to move has lost (WCDF 1.30).

    Two routes that take the same pieces are two moves.

    Parameters
    ----------
    board : Board

    Returns
    -------
    list
        Tuples with a path, as `play` takes them.

    Examples
    --------
    >>> [str(move) for move in legal_moves(Board.from_fen("B:W6,7,14,15:B2"))]
    ['2x9x18', '2x11x18']
    """
    own = [square for square, piece in enumerate(board.squares) if piece.upper() == board.turn]
    jumps = [move for square in own for move in _jumps(board, square)]
    # WCDF 1.20: all jumps are compulsory; between jumps the choice is free.
    return sorted(jumps or [move for square in own for move in _steps(board, square)])


def play(board: Board, move: Move) -> Board:
    """Make a legal move: carry the piece, remove what it took, crown it if it came home.

    Parameters
    ----------
    board : Board
    move : tuple
        One of `legal_moves`; that is not looked at again.

    Returns
    -------
    Board

    Examples
    --------
    >>> board = Board.from_fen("W:W12:B7,8")
    >>> play(board, legal_moves(board)[0]).fen
    'B:WK3:B7'
    """
    squares = list(board.squares)
    piece = squares[move.path[0]]
    for square in (move.path[0], *move.captured):
        squares[square] = EMPTY
    squares[move.path[-1]] = piece.upper() if move.is_promotion else piece
    return Board("".join(squares), "W" if board.turn == "B" else "B")


def perft_counts(board: Board, depth: int, progress: Callable[[int, int], None] | None = None) -> Counts:
    """Count the lines of `depth` plies, and sort their last moves by kind.

    Lines that meet in one position go on together: each distinct position is looked at once a ply,
    with the number of lines that lead to it.

    Parameters
    ----------
    board : Board
        Where the lines begin.
    depth : int
        Their length in plies.
    progress : callable, optional
        Told the number of plies made and the number of distinct positions after them, each time that
        one more ply has been made.

    Returns
    -------
    Counts

    Raises
    ------
    ValueError
        If the depth is negative.

    Examples
    --------
    >>> perft_counts(Board.start(), 5)
    Counts(nodes=7361, captures=880, multi_captures=0, king_moves=0, king_captures=0, promotions=0)
    """
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    if depth == 0:
        return Counts(1, 0, 0, 0, 0, 0)
    lines = Counter({board: 1})
    for plies in range(1, depth):
        longer: Counter[Board] = Counter()
        for position, times in lines.items():
            for move in legal_moves(position):
                longer[play(position, move)] += times
        lines = longer
        if progress:
            progress(plies, len(lines))
    kinds: Counter[tuple[int, bool, bool]] = Counter()
    for position, times in lines.items():
        for move in legal_moves(position):
            kinds[len(move.captured), move.is_king, move.is_promotion] += times
    return Counts(
        nodes=sum(kinds.values()),
        captures=sum(n for (taken, _, _), n in kinds.items() if taken),
        multi_captures=sum(n for (taken, _, _), n in kinds.items() if taken > 1),
        king_moves=sum(n for (_, king, _), n in kinds.items() if king),
        king_captures=sum(n for (taken, king, _), n in kinds.items() if taken and king),
        promotions=sum(n for (_, _, crowns), n in kinds.items() if crowns),
    )


def divide(board: Board, depth: int) -> dict[tuple[int, ...], int]:
    """Count the lines of `depth` plies, one or more, by the path of their first move.

    Parameters
    ----------
    board : Board
    depth : int

    Returns
    -------
    dict of tuple of int to int

    Raises
    ------
    ValueError
        If the depth is 0 or less, and there is a move.

    Examples
    --------
    >>> divide(Board.from_fen("B:W17,32:B12"), 2)
    {(12, 16): 4}
    """
    return {move.path: perft_counts(play(board, move), depth - 1).nodes for move in legal_moves(board)}


@cache
def _square(origin: int, down: int, right: int) -> int:
    """Find the square so many rows and columns from another, in a diagram with White at the bottom.

    Rows count from Black's back row. The first has its squares in columns 1, 3, 5 and 7, the next in
    0, 2, 4 and 6, and so on by turns. 0 stands for all that is off the board.
    """
    row, place = divmod(origin - 1, 4)
    column = 2 * place + (row + 1) % 2
    row, column = row + down, column + right
    if 0 <= row <= 7 and 0 <= column <= 7:
        return 4 * row + column // 2 + 1
    return 0


def _diagonals(piece: str) -> list[tuple[int, int]]:
    """List the ways a piece may go: men forward (WCDF 1.15, 1.18), kings also backward (1.17, 1.21)."""
    rows = (-1, 1) if piece.isupper() else (FORWARD[piece],)
    return [(down, right) for down in rows for right in (-1, 1)]


def _is_crowned(piece: str, square: int) -> bool:
    """Whether a man stands on the row farthest from its own side (WCDF 1.16)."""
    return piece.islower() and (square - 1) // 4 == CROWNING_ROW[piece]


def _steps(board: Board, start: int) -> Iterator[Move]:
    """List ordinary moves: one square along a diagonal, to an empty square (WCDF 1.15, 1.17)."""
    piece = board.squares[start]
    for down, right in _diagonals(piece):
        end = _square(start, down, right)
        if board.squares[end] == EMPTY:
            yield Move((start, end), (), piece.isupper(), _is_crowned(piece, end))


def _jumps(board: Board, start: int) -> Iterator[Move]:
    """List capturing moves: over an enemy piece, to the empty square just beyond (WCDF 1.18, 1.21)."""
    piece = board.squares[start]
    enemies = "wW" if piece in "bB" else "bB"
    # The jumping piece is in the air: it leaves its own square empty, to be passed or come back to.
    squares = board.squares[:start] + EMPTY + board.squares[start + 1 :]

    def finished(path: tuple[int, ...], captured: tuple[int, ...]) -> Iterator[Move]:
        crowned = _is_crowned(piece, path[-1])
        further = False
        # WCDF 1.19: a man that is crowned jumps no further, any other piece for as long as it can.
        for down, right in () if crowned else _diagonals(piece):
            over = _square(path[-1], down, right)
            landing = _square(path[-1], 2 * down, 2 * right)
            # WCDF 1.19, 1.20: jumped pieces stay until the move is over, and are jumped only once.
            if squares[over] in enemies and squares[landing] == EMPTY and over not in captured:
                further = True
                yield from finished((*path, landing), (*captured, over))
        if captured and not further:
            yield Move(path, captured, piece.isupper(), crowned)

    return finished((start,), ())


if __name__ == "__main__":
    for depth in range(int(sys.argv[1]) + 1):
        print("own", depth, *perft_counts(Board.start(), depth))
