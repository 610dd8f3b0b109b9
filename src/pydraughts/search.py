"""An opponent: searches to any depth, and five levels of play made of them.

Examples
--------
>>> from pydraughts.game import Game
>>> game = Game()
>>> for _ in range(4):
...     move = game.push(choose(game.position, Level.EASY, history=game.positions[:-1], seed=7))
>>> game.ply
4
>>> search(game.position, depth=9, history=game.positions[:-1]).depth
9
"""

from .levels import Level, choose, score
from .searching import DEEPEST, WIN, Search, SearchResult, evaluate, search

__all__ = ["DEEPEST", "WIN", "Level", "Search", "SearchResult", "choose", "evaluate", "score", "search"]
