"""The computer as an opponent: its moves, its name, and what it thinks of draws."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .game import Game
from .types import Color

if TYPE_CHECKING:
    from ._core import Move

__all__ = ["Computer"]

_LEVEL = re.compile(r"pydraughts, level ([1-5])")
_PLIES_BEFORE_A_DRAW = 40


class Computer(NamedTuple):
    """The opponent.

    Attributes
    ----------
    color : Color
    level : int
        1-5, as `pydraughts.search.Level`.

    Examples
    --------
    >>> Computer(Color.WHITE, 3).name
    'pydraughts, level 3'
    """

    color: Color
    level: int

    @property
    def name(self) -> str:
        """What it is called in PDN."""
        return f"pydraughts, level {self.level}"

    def move(self, game: Game) -> Move:
        """Choose a move in a game that goes on."""
        from .search import Level, choose

        return choose(game.position, Level(self.level), history=game.positions[:-1])

    def score(self, game: Game) -> int:
        """Tell the points that the other player has made."""
        from .search import Level, score

        return score(game, self.color.opponent, Level(self.level))

    @classmethod
    def named(cls, name: str, color: Color) -> Computer | None:
        """Recognise the computer by its name.

        Examples
        --------
        >>> Computer.named("pydraughts, level 5", Color.BLACK)
        Computer(color=<Color.BLACK: 0>, level=5)
        """
        level = _LEVEL.fullmatch(name)
        return cls(color, int(level[1])) if level else None

    def agrees_to_draw(self, game: Game) -> bool:
        """Whether it takes the offer of a draw: not before each side has made twenty moves.

        Examples
        --------
        >>> Computer(Color.WHITE, 3).agrees_to_draw(Game())
        False
        """
        return game.ply >= _PLIES_BEFORE_A_DRAW and self.likes_a_draw(game)

    def likes_a_draw(self, game: Game) -> bool:
        """Whether it is not ahead in pieces, a king being worth three and a man two.

        Examples
        --------
        >>> Computer(Color.WHITE, 3).likes_a_draw(Game())
        True
        """
        ahead = 0
        for piece in game.position.pieces().values():
            worth = 3 if piece.is_king else 2
            ahead += worth if piece.color == self.color else -worth
        return ahead <= 0
