"""A game from its start to its end: moves made and taken back, draws claimed, results."""

from __future__ import annotations

import collections
import copy

from . import links
from ._core import Move, Position
from .errors import GameOverError
from .outcomes import CLAIMED, Outcome, Termination, claimable_draw
from .types import Color

__all__ = ["Game", "GameOverError", "Outcome", "Termination"]


class Game:
    """The record of a game. Games with the same start, moves, ending and kind of draws are equal.

    Parameters
    ----------
    start : Position, optional
        Where it starts; the usual start position if left out.
    automatic_draws : bool, default False
        Whether a draw that could be claimed ends the game by itself, for programs without players.

    Examples
    --------
    >>> game = Game()
    >>> game.push("11-15"), game.push("22-18")
    (Move((11, 15)), Move((22, 18)))
    >>> game.pop()
    Move((22, 18))
    >>> game
    <Game ply=1 position='W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'>
    """

    def __init__(self, start: Position | None = None, *, automatic_draws: bool = False) -> None:
        if not isinstance(start, Position | None):
            raise TypeError(f"a game starts from a Position, not from {type(start).__name__}")
        self._positions = [Position() if start is None else start]
        self._moves: list[Move] = []
        self._quiet_plies = [0]
        self._occurrences = collections.Counter(self._positions)
        self._ending: Outcome | None = None
        self._automatic_draws = automatic_draws

    def __repr__(self) -> str:
        outcome = self.outcome()
        ended = "" if outcome is None else f" outcome='{outcome}'"
        return f"<Game ply={self.ply} position={self.position.fen!r}{ended}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Game:
        """Return a game that is equal and goes its own way from here.

        Examples
        --------
        >>> game = Game()
        >>> move = game.copy().push("11-15")
        >>> game.ply
        0
        """
        twin = type(self).__new__(type(self))
        vars(twin).update({name: copy.copy(value) for name, value in vars(self).items()})
        return twin

    __copy__ = copy

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    @property
    def turn(self) -> Color:
        """Side to move."""
        return self.position.turn

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made, first to last."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the present one: one more than moves."""
        return tuple(self._positions)

    @property
    def repetitions(self) -> int:
        """How often the present position has occurred, this time included."""
        return self._occurrences[self.position]

    @property
    def quiet_plies(self) -> int:
        """How many moves have been made since a piece was captured or a man moved."""
        return self._quiet_plies[-1]

    def push(self, move: Move | str) -> Move:
        """Make a move.

        Parameters
        ----------
        move : Move or str
            A legal move, or a text that `Position.parse_move` understands.

        Returns
        -------
        Move

        Raises
        ------
        GameOverError
            If the game is over. After this and any other error, the game is as it was.
        InvalidMoveError, IllegalMoveError, AmbiguousMoveError
            As `Position.play`.

        Examples
        --------
        >>> Game().push("c3-d4")
        Move((11, 15))
        """
        self._refuse_if_over()
        move, position, quiet_plies = self._after(move)
        self._moves.append(move)
        self._positions.append(position)
        self._quiet_plies.append(quiet_plies)
        self._occurrences[position] += 1
        return move

    def pop(self) -> Move:
        """Take back the last move, and with it how the players ended the game.

        Raises `IndexError` if no move has been made.

        Examples
        --------
        >>> game = Game()
        >>> move = game.push("11-15")
        >>> game.agree_draw()
        >>> game.pop(), game == Game()
        (Move((11, 15)), True)
        """
        move = self.peek()
        if self.repetitions == 1:
            del self._occurrences[self.position]
        else:
            self._occurrences[self.position] -= 1
        self._moves.pop()
        self._positions.pop()
        self._quiet_plies.pop()
        self._ending = None
        return move

    def peek(self) -> Move:
        """Return the last move. Raises `IndexError` if none has been made.

        Examples
        --------
        >>> game = Game()
        >>> game.push("11-15") == game.peek()
        True
        """
        if not self._moves:
            raise IndexError("no move has been made")
        return self._moves[-1]

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Tell how the game has ended; None while it goes on.

        A side that has no move has lost, before any draw is looked for.

        Parameters
        ----------
        claim_draw : bool, default False
            Whether a draw that can be claimed in the present position counts as claimed.

        Examples
        --------
        >>> game = Game(Position.from_fen("W:WK27:B28"))
        >>> move = game.push("27-32")
        >>> print(game.outcome())
        White wins: no legal move
        """
        if self._ending is not None:
            return self._ending
        if (winner := self.position.winner) is not None:
            own = self.position.black if self.turn == Color.BLACK else self.position.white
            return Outcome(winner, Termination.NO_MOVES if own else Termination.NO_PIECES)
        if claim_draw or self._automatic_draws:
            return claimable_draw(self.repetitions, self.quiet_plies)
        return None

    def can_claim_draw(self, move: Move | str | None = None) -> bool:
        """Tell whether a draw can be claimed: the third occurrence of a position, or 80 quiet plies.

        Parameters
        ----------
        move : Move or str, optional
            A legal move: the claim is for the position that it would bring about, not the present one.

        Examples
        --------
        >>> game = Game(Position.from_fen("B:WK32:BK1"))
        >>> for text in "1-6 32-27 6-1 27-32 1-6 32-27 6-1".split():
        ...     move = game.push(text)
        >>> game.can_claim_draw(), game.can_claim_draw("27-32")
        (False, True)
        """
        return self.outcome() is None and self._claim(move) is not None

    def claim_draw(self, move: Move | str | None = None) -> None:
        """End the game by a claim as `can_claim_draw` allows it; the move is not made.

        Raises `GameOverError` if the game is over, `ValueError` if there is no such claim.

        Examples
        --------
        >>> Game().claim_draw()
        Traceback (most recent call last):
            ...
        ValueError: no draw to claim: it takes the third occurrence of a position, or 80 quiet plies
        """
        self._refuse_if_over()
        draw = self._claim(move)
        if draw is None:
            raise ValueError(
                "no draw to claim: it takes the third occurrence of a position, or 80 quiet plies"
            )
        self._end(draw)

    def agree_draw(self) -> None:
        """End the game as a draw by agreement. Raises `GameOverError` if it is over.

        Examples
        --------
        >>> game = Game()
        >>> game.agree_draw()
        >>> print(game.outcome())
        draw: agreement
        """
        self._end(Outcome(None, Termination.AGREEMENT))

    def resign(self, color: Color) -> None:
        """End the game as lost by a side. Raises `GameOverError` if it is over.

        Examples
        --------
        >>> game = Game()
        >>> game.resign(Color.BLACK)
        >>> print(game.outcome())
        White wins: resignation
        """
        self._end(Outcome(Color(color).opponent, Termination.RESIGNATION))

    def to_link(self) -> str:
        """Write the game as a short text that may follow the ``#`` of a web address.

        Sixty plies take about 34 letters, digits, hyphens and underscores. Raises `ValueError` if there
        are more than 16,383.

        Examples
        --------
        >>> game = Game()
        >>> move = game.push("11-15")
        >>> game.to_link()
        '1AAAYAAFDNRCj'
        """
        return links.encode(self._content())

    @classmethod
    def from_link(cls, text: str) -> Game:
        """Read what `to_link` has written. Raises `ValueError` if it is damaged, or no link of a game.

        Examples
        --------
        >>> Game.from_link("1AAAYAAFDNRCj").moves
        (Move((11, 15)),)
        """
        content = links.decode(text)
        game = cls(content.start, automatic_draws=content.automatic_draws)
        for move in content.moves:
            game.push(move)
        if content.ending is not None:
            claims = map(game._claim, (None, *game.position.legal_moves()))
            if content.ending.termination in CLAIMED and content.ending not in claims:
                raise ValueError(f"not a link of a game: no claim there makes a {content.ending}")
            game._end(content.ending)
        return game

    def _content(self) -> links.Content:
        return links.Content(self._positions[0], tuple(self._moves), self._ending, self._automatic_draws)

    def _refuse_if_over(self) -> None:
        outcome = self.outcome()
        if outcome is not None:
            raise GameOverError(f"the game is over: {outcome}")

    def _end(self, outcome: Outcome) -> None:
        self._refuse_if_over()
        self._ending = outcome

    def _after(self, move: Move | str) -> tuple[Move, Position, int]:
        """Look one move ahead: the move itself, the position it brings about and its quiet plies."""
        if isinstance(move, str):
            move = self.position.parse_move(move)
        position = self.position.play(move)
        is_quiet = move.is_king and not move.is_capture
        return move, position, self.quiet_plies + 1 if is_quiet else 0

    def _claim(self, move: Move | str | None) -> Outcome | None:
        """Find the draw that can be claimed in a game that goes on."""
        if move is None:
            return claimable_draw(self.repetitions, self.quiet_plies)
        _, position, quiet_plies = self._after(move)
        if not position.has_moves:
            return None
        return claimable_draw(self._occurrences[position] + 1, quiet_plies)
