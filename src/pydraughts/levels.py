"""Levels of play: how far each looks, how much chance there is in it, and what a game against it scores."""

from __future__ import annotations

import enum
import random
from collections.abc import Sequence
from typing import NamedTuple

from ._core import Move, Position
from .errors import GameOverError
from .game import Game
from .outcomes import claimable_draw
from .searching import WIN, draws_ahead, search
from .types import Color, check_type

__all__ = ["Level", "choose", "score"]

_PER_CAPTURE = 10
_PER_WIN = 100
_PER_LEVEL = 50


class Level(enum.IntEnum):
    """How well the opponent plays.

    Examples
    --------
    >>> list(Level)
    [<Level.BEGINNER: 1>, <Level.EASY: 2>, <Level.STEADY: 3>, <Level.STRONG: 4>, <Level.HARD: 5>]
    """

    BEGINNER = 1
    EASY = 2
    STEADY = 3
    STRONG = 4
    HARD = 5


class _Style(NamedTuple):
    """How a level chooses: no limit of time, so that it plays the same on every machine.

    Attributes
    ----------
    depth : int or None
        Plies that it looks ahead.
    nodes : int or None
        Positions that it looks at.
    margin : int or None
        It picks at random among the moves that are worse than the best by no more than so many
        hundredths of a man; None if it plays the best.
    """

    depth: int | None = None
    nodes: int | None = None
    margin: int | None = None


_STYLES = {
    Level.BEGINNER: _Style(depth=2, margin=60),
    Level.EASY: _Style(depth=3, margin=30),
    Level.STEADY: _Style(depth=5, margin=10),
    Level.STRONG: _Style(depth=7),
    Level.HARD: _Style(nodes=150_000),
}


def choose(
    position: Position,
    level: Level = Level.STEADY,
    *,
    history: Sequence[Position] = (),
    seed: int | str | None = None,
) -> Move:
    """Choose a move as a player of a level does.

    The three lowest levels pick at random among the moves that seem to them almost as good as the best,
    so they sometimes walk into a shot. The others play the best that they find.

    Parameters
    ----------
    position : Position
    level : Level, default Level.STEADY
    history : sequence of Position, optional
        The positions of the game before this one, oldest first: ``game.positions[:-1]``.
    seed : int or str, optional
        The same seed picks the same move of a position on every machine.

    Returns
    -------
    Move

    Raises
    ------
    GameOverError
        If there is no move to choose.
    ValueError
        If there is no such level, or the history does not lead to the position.

    Examples
    --------
    >>> print(choose(Position.from_fen("W:W12,18,25,30:B9,11,13,17"), Level.HARD))
    18-15
    """
    depth, nodes, margin = _STYLES[Level(level)]
    check_type("position", position, Position)
    if not isinstance(seed, int | str | None):
        raise TypeError(f"seed must be an int or a str, not {type(seed).__name__}")
    moves = position.legal_moves()
    if not moves:
        raise GameOverError(f"the game is over: {position.turn.name.capitalize()} has no move to choose")
    if margin is None or depth is None or len(moves) == 1:
        found = search(position, depth=depth, nodes=nodes, history=history, hash_mb=4)
        return moves[0] if found.move is None else found.move
    draws_ahead(position, history)  # what it refuses, the moves may not show
    path = (*history, position)
    values = [_worth(position.play(move), depth - 1, path) for move in moves]
    best = max(values)
    worst = best - margin if best < WIN // 2 else best  # nobody lets a win go that is in sight
    almost = [move for move, value in zip(moves, values, strict=True) if value >= worst]
    # Of all that a generator offers, only random() is promised to stay the same in later versions.
    chance = random.Random(seed if seed is None else f"{seed} {position.key}").random()
    return almost[int(chance * len(almost))]


def _worth(after: Position, depth: int, history: Sequence[Position]) -> int:
    """Value a move for the side that makes it, by the position after it."""
    quiet_plies, occurred = draws_ahead(after, history)
    if after.has_moves and claimable_draw(occurred[after] + 1, quiet_plies):
        return 0
    return -search(after, depth=depth, history=history, hash_mb=1).score


def score(game: Game, color: Color, level: Level) -> int:
    """Count what a player has scored in a game against a level.

    Parameters
    ----------
    game : Game
        Over or not.
    color : Color
        The side of the player.
    level : Level
        That of the opponent.

    Returns
    -------
    int
        10 for every piece that the player has captured; if the game is won, 100 more, and 50 for each
        level: 150 against a beginner, 350 against the highest.

    Raises
    ------
    ValueError
        If there is no such side or level.

    Examples
    --------
    >>> game = Game()
    >>> for text in ("11-15", "22-18", "15x22"):
    ...     _ = game.push(text)
    >>> score(game, Color.BLACK, Level.STEADY), score(game, Color.WHITE, Level.STEADY)
    (10, 0)
    >>> game.resign(Color.WHITE)
    >>> score(game, Color.BLACK, Level.STEADY)
    260
    """
    check_type("game", game, Game)
    color, level = Color(color), Level(level)
    captured = sum(
        len(move.captured)
        for move, before in zip(game.moves, game.positions, strict=False)
        if before.turn == color
    )
    outcome = game.outcome()
    won = outcome is not None and outcome.winner == color
    return _PER_CAPTURE * captured + (_PER_WIN + _PER_LEVEL * level if won else 0)
