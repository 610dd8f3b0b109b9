"""Whole arrays of positions: NumPy in, NumPy out, at native speed.

A `PositionArray` holds a position in each row, and every function takes all rows in one call, with the GIL
released, in as many threads as ``threads`` says; results are the same for any number. Whatever a
function gives back is the same as what a loop over `pydraughts.Position` gives, in the same order.

Examples
--------
>>> from pydraughts.batch import PositionArray, count_moves, successors
>>> array = PositionArray.from_fens(["B:W21-32:B1-12", "W:WK32:B28"])
>>> count_moves(array)
array([7, 1], dtype=int32)
>>> after, parents = successors(array)
>>> parents
array([0, 0, 0, 0, 0, 0, 0, 1])
"""

from .batch_array import PositionArray
from .batch_counting import count_moves, must_capture, perft, winners
from .batch_games import RandomGames, random_games
from .batch_learning import MOVE_INDICES, decode, legal_mask, move_index, move_vocabulary, planes
from .batch_moves import CAPTURE, KING, PROMOTION, MoveArray
from .batch_playing import legal_moves, play, successors
from .batch_positions import Unique, flipped, keys, unique
from .batch_rows import POSITION_DTYPE

__all__ = [
    "CAPTURE",
    "KING",
    "MOVE_INDICES",
    "POSITION_DTYPE",
    "PROMOTION",
    "MoveArray",
    "PositionArray",
    "RandomGames",
    "Unique",
    "count_moves",
    "decode",
    "flipped",
    "keys",
    "legal_mask",
    "legal_moves",
    "move_index",
    "move_vocabulary",
    "must_capture",
    "perft",
    "planes",
    "play",
    "random_games",
    "successors",
    "unique",
    "winners",
]
