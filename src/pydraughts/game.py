"""A game from its start to its end: moves made and taken back, draws claimed, results."""

from __future__ import annotations

import copy

from . import links
from ._core import Move, Position
from .errors import GameOverError
from .house import OFFICIAL, HouseRules
from .outcomes import CLAIMED, Outcome, Termination, claimable_draw
from .remedies import Remedies
from .types import Color, check_type

__all__ = ["Game", "GameOverError", "Outcome", "Termination"]


class Game(Remedies):
    """The record of a game. Games with the same start, moves, ending, kind of draws and rules are equal.

    Parameters
    ----------
    start : Position, optional
        Where it starts; the usual start position if left out.
    automatic_draws : bool, default False
        Whether a draw that could be claimed ends the game by itself, for programs without players.
    rules : HouseRules, optional
        The official ones if left out.

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

    def __init__(
        self,
        start: Position | None = None,
        *,
        automatic_draws: bool = False,
        rules: HouseRules = OFFICIAL,
    ) -> None:
        if not isinstance(start, Position | None):
            raise TypeError(f"a game starts from a Position, not from {type(start).__name__}")
        check_type("rules", rules, HouseRules)
        super().__init__(Position() if start is None else start, rules)
        self._automatic_draws = bool(automatic_draws)

    def __repr__(self) -> str:
        outcome = self.outcome()
        ended = "" if outcome is None else f" outcome='{outcome}'"
        return f"<Game ply={self.ply} position={self.position.fen!r}{ended}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if (self._rules, self._notes) != (other._rules, other._notes):
            return False
        return self._content() == other._content() and self._positions == other._positions

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Game:
        """Return a game that is equal and goes its own way from here.

        Returns
        -------
        Game

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

    def push(self, move: Move | str) -> Move:
        """Make a move.

        Parameters
        ----------
        move : Move or str
            A legal move, or a text that `Position.parse_move` understands. Which are legal is for the rules
            of the game to say.

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
        if self._has_other_moves:
            self._note(move)
        self._append(move, position, quiet_plies)
        return move

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Tell how the game has ended; None while it goes on.

        A side that has no move has lost, before any draw is looked for. In a giveaway game it has won.

        Parameters
        ----------
        claim_draw : bool, default False
            Whether a draw that can be claimed in the present position counts as claimed.

        Returns
        -------
        Outcome or None

        Examples
        --------
        >>> game = Game(Position.from_fen("W:WK27:B28"))
        >>> move = game.push("27-32")
        >>> print(game.outcome())
        White wins: no legal move
        """
        if self._ending is not None:
            return self._ending
        if (decided := self._decided()) is not None:
            return decided
        if claim_draw or self._automatic_draws:
            return claimable_draw(self.repetitions, self.quiet_plies)
        return None

    def can_claim_draw(self, move: Move | str | None = None) -> bool:
        """Tell whether a draw can be claimed: the third occurrence of a position, or 80 quiet plies.

        Parameters
        ----------
        move : Move or str, optional
            A legal move: the claim is for the position that it would bring about, not the present one.

        Returns
        -------
        bool

        Raises
        ------
        InvalidMoveError, IllegalMoveError, AmbiguousMoveError
            As `Position.play`.

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

        Parameters
        ----------
        move : Move or str, optional
            A legal move: the claim is for the position that it would bring about.

        Raises
        ------
        GameOverError
            If the game is over.
        ValueError
            If there is no such claim.
        InvalidMoveError, IllegalMoveError, AmbiguousMoveError
            As `Position.play`.

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
        """End the game as a draw by agreement.

        Raises
        ------
        GameOverError
            If the game is over.

        Examples
        --------
        >>> game = Game()
        >>> game.agree_draw()
        >>> print(game.outcome())
        draw: agreement
        """
        self._end(Outcome(None, Termination.AGREEMENT))

    def resign(self, color: Color) -> None:
        """End the game as lost by a side.

        Parameters
        ----------
        color : Color
            The side that resigns.

        Raises
        ------
        GameOverError
            If the game is over.
        ValueError
            If there is no such side.

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

        Sixty plies take 29 to 37 letters, digits, hyphens and underscores.

        Returns
        -------
        str

        Raises
        ------
        ValueError
            If there are more than 16,383 plies, or if the game has house rules.

        Examples
        --------
        >>> game = Game()
        >>> move = game.push("11-15")
        >>> game.to_link()
        '1AAAYAAFDNRCj'
        """
        self._rules.refuse("a link")
        return links.encode(self._content())

    @classmethod
    def from_link(cls, text: str) -> Game:
        """Read what `to_link` has written.

        Parameters
        ----------
        text : str

        Returns
        -------
        Game

        Raises
        ------
        ValueError
            If the text is damaged, or no link of a game.

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

    def _claim(self, move: Move | str | None) -> Outcome | None:
        """Find the draw that can be claimed in a game that goes on."""
        if move is None:
            return claimable_draw(self.repetitions, self.quiet_plies)
        _, position, quiet_plies = self._after(move)
        if not position.has_moves:
            return None
        return claimable_draw(self._occurrences[position] + 1, quiet_plies)
