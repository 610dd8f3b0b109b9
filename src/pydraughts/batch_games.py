"""Games played at random: positions to train and test with."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _batch
from .batch_array import PositionArray
from .batch_joining import Joined, new_block
from .batch_moves import MoveArray
from .batch_ranges import in_ranges
from .batch_rows import POSITION_DTYPE
from .types import check_whole

__all__ = ["RandomGames", "random_games"]

_GAMES = 1024  # of a range: as much as is played at a time
_PLIES = 330  # room for a game: one in a hundred thousand is longer, and its range is played again


class RandomGames(NamedTuple):
    """Games, one after the other: the plies of game g are number ``offsets[g]`` to ``offsets[g + 1] - 1``.

    Attributes
    ----------
    positions : PositionArray of M positions
        Before every move.
    moves : MoveArray of M moves
        The move made there, one of each position.
    outcomes : ndarray of int8, shape (n,)
        0 if Black has won, 1 if White has, -1 if the game was broken off.
    offsets : ndarray of int64, shape (n + 1,)
        Where each game begins, and M.
    last : PositionArray of n positions
        After the last move of every game.

    Examples
    --------
    >>> games = random_games(2, seed=1)
    >>> games.outcomes, len(games.moves) == int(games.offsets[-1])
    (array([1, 0], dtype=int8), True)
    """

    positions: PositionArray
    moves: MoveArray
    outcomes: npt.NDArray[np.int8]
    offsets: npt.NDArray[np.int64]
    last: PositionArray


def random_games(n: int, seed: int, max_plies: int = 200, *, threads: int = 1) -> RandomGames:
    """Play games from the start position, with every legal move as likely as any other.

    A game ends when the side to move has no move, and is broken off after `max_plies`; there are no draws
    by rule. It depends on the seed and on its number alone, on every machine and for any number of threads.

    Parameters
    ----------
    n : int
        How many games.
    seed : int
        0 to 2**64 - 1.
    max_plies : int, default 200
        Length of a longest game.
    threads : int, default 1

    Returns
    -------
    RandomGames
        Positions, moves and outcomes; where the games begin and how they end.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Numbers come from SplitMix64 (Steele, Lea and Flood, 2014): ``state += 0x9E3779B97F4A7C15``, and the
    finalizer that `Position.key` describes makes a number of the state. Output g of the generator that
    starts from the seed, counted from 0, is where the generator of game g starts. The upper 32 bits of a
    number choose among the legal moves, in the order of `Position.legal_moves`, by multiplication
    and rejection (Lemire, 2019), which favours none: of the product with the number of moves the upper 32
    bits are the choice, unless the lower 32 are less than 2**32 mod the number of moves; then the next
    number is drawn.

    Examples
    --------
    >>> games = random_games(1000, seed=1)
    >>> len(games.positions) == len(games.moves) == int(games.offsets[1000])
    True
    >>> games.outcomes[:5], games.moves[0]
    (array([1, 0, 1, 0, 1], dtype=int8), Move((10, 14)))
    """
    n = _within("n", n, 2**56)
    seed = _within("seed", seed, 2**64 - 1)
    max_plies = _within("max_plies", max_plies, 2**62)
    last, outcomes, lengths = np.empty(n, POSITION_DTYPE), np.empty(n, np.int8), np.empty(n, np.int64)
    joined = Joined(lengths)

    def played(begin: int, end: int) -> None:
        mine = slice(begin, end)
        block = joined.spare_block() or new_block(_GAMES, min(max_plies, _PLIES) + 1)
        while not _batch.play_games(
            seed, begin, max_plies, *block, lengths=lengths[mine], last=last[mine], winners=outcomes[mine]
        ):
            block = new_block(_GAMES, 2 * block[0].shape[1])
        joined.put(begin, end, block)

    in_ranges(played, n, threads, most=_GAMES)
    rows, codes = joined.whole()
    offsets = np.zeros(n + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return RandomGames(
        PositionArray._trusted(rows),
        MoveArray._one_each(codes),
        outcomes,
        offsets,
        PositionArray._trusted(last),
    )


def _within(name: str, value: int, most: int) -> int:
    number = check_whole(name, value)
    if not 0 <= number <= most:
        raise ValueError(f"{name} must be 0 to {most}, not {number}")
    return number
