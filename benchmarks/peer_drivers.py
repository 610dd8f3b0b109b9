"""A small perft over each package's own move generator, run by the interpreter that has the package.

python benchmarks/peer_drivers.py NAME FEN SECONDS

deepens from 1 ply until one count takes that long, and prints a JSON list of [depth, nodes, seconds].
Needs nothing but the package itself: most of them cannot be installed side by side. At the last ply
moves are counted and not made, wherever the package lists whole moves.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

Perft: TypeAlias = Callable[[int], int]


class Setup(NamedTuple):
    """A position as plain data, for packages that read no FEN: squares are 1-32."""

    black_to_move: bool
    black: set[int]
    white: set[int]
    kings: set[int]


def read(fen: str) -> Setup:
    turn, *sides = fen.split(":")
    squares: dict[str, set[int]] = {}
    kings = set()
    for side in sides:
        names = side[1:].split(",")
        squares[side[0]] = {int(name.lstrip("K")) for name in names}
        kings |= {int(name[1:]) for name in names if name.startswith("K")}
    return Setup(turn == "B", squares["B"], squares["W"], kings)


def this_position(fen: str) -> Perft:
    from pydraughts import Position

    def count(position: Position, depth: int) -> int:
        moves = position.legal_moves()
        if depth == 1:
            return len(moves)
        return sum(count(position.play(move), depth - 1) for move in moves)

    return lambda depth: count(Position.from_fen(fen), depth)


def this_tree(fen: str) -> Perft:
    from pydraughts import Position, perft

    return lambda depth: perft(Position.from_fen(fen), depth, method="tree", threads=1)


def this_auto(fen: str) -> Perft:
    from pydraughts import Position, perft

    return lambda depth: perft(Position.from_fen(fen), depth, threads=1)


def py_draughts(fen: str) -> Perft:
    return _py_draughts(fen, lambda moves: moves)


def py_draughts_filtered(fen: str) -> Perft:
    return _py_draughts(fen, lambda moves: [move for move in moves if move.captured_list] or moves)


def _py_draughts(fen: str, legal: Callable[[list[Any]], list[Any]]) -> Perft:
    from draughts import AmericanBoard
    from loguru import logger

    logger.remove()

    def count(board: Any, depth: int) -> int:
        moves = legal(board.legal_moves)
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            board.push(move)
            nodes += count(board, depth - 1)
            board.pop()
        return nodes

    return lambda depth: count(AmericanBoard.from_fen(fen), depth)


def other_pydraughts(fen: str) -> Perft:
    from draughts import Board

    def count(board: Any, depth: int) -> int:
        moves = board.legal_moves()
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            board.push(move)
            nodes += count(board, depth - 1)
            board.pop()
        return nodes

    return lambda depth: count(Board(variant="english", fen=fen), depth)


def clatsop(fen: str) -> Perft:
    from clatsop import Ruleset, Turn

    setup = read(fen)
    rules = Ruleset.american()

    def mask(squares: set[int]) -> int:
        return sum(1 << square - 1 for square in squares)

    start = Turn.from_masks(
        mask(setup.black), mask(setup.white), mask(setup.kings), int(setup.black_to_move)
    ).packed

    def count(state: int, depth: int) -> int:
        after, _ = rules.expand_packed_unchecked(state)
        if depth == 1:
            return len(after)
        return sum(count(state, depth - 1) for state in after)

    return lambda depth: count(start, depth)


def imparaai(fen: str) -> Perft:
    """Every jump is a move of its own there: jumps of one turn are joined here."""
    from checkers.board import Board
    from checkers.piece import Piece

    setup = read(fen)
    start = Board()
    pieces = []
    for square in sorted(setup.black | setup.white):
        piece = Piece()
        piece.player = 1 if square in setup.black else 2
        piece.king = square in setup.kings
        piece.position = square
        piece.board = start
        pieces.append(piece)
    start.player_turn = 1 if setup.black_to_move else 2
    start.pieces = pieces

    def count(board: Any, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1 and not board.get_possible_capture_moves():
            return len(board.get_possible_positional_moves())
        nodes = 0
        for move in board.get_possible_moves():
            after = board.create_new_board_from_move(move)
            nodes += count(after, depth - (after.player_turn != board.player_turn))
        return nodes

    return lambda depth: count(start, depth)


def open_spiel(fen: str) -> Perft:
    """Every jump is an action of its own there, too; and there is no way to set up a position."""
    import pyspiel

    setup = read(fen)
    if setup != Setup(True, set(range(1, 13)), set(range(21, 33)), set()):
        raise ValueError("starts from the start position only")
    game = pyspiel.load_game("checkers")

    def is_step(text: str) -> bool:
        return abs(int(text[1]) - int(text[3])) == 1

    def count(state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        actions = state.legal_actions()
        if depth == 1 and actions and is_step(state.action_to_string(actions[0])):
            return len(actions)
        player = state.current_player()
        nodes = 0
        for action in actions:
            after = state.child(action)
            nodes += count(after, depth - (after.current_player() != player))
        return nodes

    return lambda depth: count(game.new_initial_state(), depth)


DRIVERS: dict[str, Callable[[str], Perft]] = {
    driver.__name__: driver
    for driver in (
        this_position,
        this_tree,
        this_auto,
        py_draughts,
        py_draughts_filtered,
        other_pydraughts,
        clatsop,
        imparaai,
        open_spiel,
    )
}


def main() -> None:
    name, fen, most = sys.argv[1:]
    perft = DRIVERS[name](fen)
    rows: list[tuple[int, int, float]] = []
    while not rows or (rows[-1][1] and rows[-1][2] < float(most)):
        depth = len(rows) + 1
        begun = time.perf_counter()
        nodes = perft(depth)
        rows.append((depth, nodes, time.perf_counter() - begun))
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
