"""A match of several games: who has which colour, the results, the score, and a sheet to print."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from .game import Game
from .outcomes import Outcome, Termination
from .types import Color, check_type

__all__ = ["Match", "Result"]

# Of the picture, in pixels.
_MARGIN, _LINE, _LETTER, _FONT = 20, 24, 9, 15


class Result(NamedTuple):
    """How one game of a match has ended.

    Attributes
    ----------
    black, white : str
        Who had which colour.
    outcome : Outcome

    Examples
    --------
    >>> result = Result("Anderson", "Wyllie", Outcome(Color.WHITE, Termination.RESIGNATION))
    >>> result.winner, str(result)
    ('Wyllie', 'White wins, resignation')
    """

    black: str
    white: str
    outcome: Outcome

    @property
    def winner(self) -> str | None:
        """The player who has won; None if the game is drawn."""
        return {Color.BLACK: self.black, Color.WHITE: self.white, None: None}[self.outcome.winner]

    def __str__(self) -> str:
        winner, termination = self.outcome
        result = "draw" if winner is None else f"{winner.name.capitalize()} wins"
        return f"{result}, {termination.name.lower().replace('_', ' ')}"


@dataclass
class Match:
    """Games between two players, who swap colours after each one.

    Parameters
    ----------
    first, second : str
        The players. The first has Black in the first game.
    count_draws : bool, default False
        Whether draws count, as under the Standard Laws of 1923: here with half a point for each player.
        If not, the score is that of games won.

    Attributes
    ----------
    results : list of Result
        The games so far; ``results.pop()`` takes the last one out.

    Examples
    --------
    >>> from pydraughts.game import Termination
    >>> match = Match("Anderson", "Wyllie")
    >>> for winner in (Color.BLACK, Color.BLACK, None, Color.WHITE):
    ...     why = Termination.AGREEMENT if winner is None else Termination.RESIGNATION
    ...     match.add(Outcome(winner, why))
    >>> print(match)
    Anderson 2 - 1 Wyllie, 1 draw
    <BLANKLINE>
    game  Black     White     result                   Anderson  Wyllie
       1  Anderson  Wyllie    Black wins, resignation  1         0
       2  Wyllie    Anderson  Black wins, resignation  1         1
       3  Anderson  Wyllie    draw, agreement          1         1
       4  Wyllie    Anderson  White wins, resignation  2         1
    """

    first: str
    second: str
    count_draws: bool = field(default=False, kw_only=True)
    results: list[Result] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        for name in self.players:
            check_type("a player's name", name, str)
            if not name.strip() or not name.isprintable():
                raise ValueError(f"{name!r} is not a player's name: it is one line of text, and not blank")
        if self.first == self.second:
            raise ValueError(f"both players are called {self.first!r}: the names have to differ")

    @property
    def players(self) -> tuple[str, str]:
        """Both names."""
        return self.first, self.second

    @property
    def black(self) -> str:
        """Who has Black in the next game."""
        return self.players[len(self.results) % 2]

    @property
    def white(self) -> str:
        """Who has White in the next game."""
        return self.players[1 - len(self.results) % 2]

    @property
    def draws(self) -> int:
        """How many games were drawn."""
        return sum(result.winner is None for result in self.results)

    @property
    def score(self) -> tuple[float, float]:
        """The points of both players, in the order of `players`."""
        return self._score_after(len(self.results))

    @property
    def leader(self) -> str | None:
        """Who has the better score; None if it is level."""
        first, second = self.score
        return None if first == second else self.players[second > first]

    def add(self, played: Game | Outcome) -> None:
        """Add the next game; players have the colours that `black` and `white` tell.

        Parameters
        ----------
        played : Game or Outcome
            A game that is over, or how it ended.

        Raises
        ------
        ValueError
            If the game goes on.
        TypeError
            If it is neither.

        Examples
        --------
        >>> match = Match("Anderson", "Wyllie")
        >>> game = Game()
        >>> game.resign(Color.WHITE)
        >>> match.add(game)
        >>> match.score, match.black
        ((1.0, 0.0), 'Wyllie')
        """
        outcome = played.outcome() if isinstance(played, Game) else played
        if outcome is None and played is not None:
            raise ValueError("the game goes on: only one that is over has a result")
        check_type("what is added", outcome, Outcome)
        if not (isinstance(outcome.winner, Color | None) and isinstance(outcome.termination, Termination)):
            raise TypeError(f"an outcome is a Color or None, and a Termination: not {tuple(outcome)}")
        self.results.append(Result(self.black, self.white, outcome))

    def to_svg(self) -> str:
        """Draw the score sheet, black on white, for printing.

        Returns
        -------
        str
            A complete ``<svg>`` element.

        Examples
        --------
        >>> Match("Anderson", "Wyllie").to_svg().startswith("<svg")
        True
        """
        lines = str(self).splitlines()
        width = 2 * _MARGIN + _LETTER * max(map(len, lines))
        height = 2 * _MARGIN + _LINE * len(lines)
        rows = (
            f'<text x="{_MARGIN}" y="{y}" xml:space="preserve">{escape(line)}</text>'
            for y, line in zip(range(_MARGIN + _FONT, height, _LINE), lines, strict=False)
            if line
        )
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}">',
                f"<title>{escape(lines[0])}</title>",
                f'<rect width="{width}" height="{height}" fill="#fff"/>',
                f'<g font-family="monospace" font-size="{_FONT}" fill="#000">',
                *rows,
                "</g>",
                "</svg>",
            )
        )

    _repr_svg_ = to_svg

    def __str__(self) -> str:
        first, second = map(_points, self.score)
        draws = f", {self.draws} draw{'s' if self.draws > 1 else ''}" if self.draws else ""
        rows: list[tuple[str, ...]] = [("game", "Black", "White", "result", *self.players)]
        for number, result in enumerate(self.results, 1):
            points = map(_points, self._score_after(number))
            rows.append((f"{number:>4}", result.black, result.white, str(result), *points))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
        return "\n".join((f"{self.first} {first} - {second} {self.second}{draws}", "", *lines))

    def _score_after(self, games: int) -> tuple[float, float]:
        winners = [result.winner for result in self.results[:games]]
        halves = winners.count(None) / 2 if self.count_draws else 0.0
        return winners.count(self.first) + halves, winners.count(self.second) + halves


def _points(number: float) -> str:
    whole, rest = divmod(number, 1)
    return f"{whole:.0f}" * (not rest or whole > 0) + "\u00bd" * bool(rest)
