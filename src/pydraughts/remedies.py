"""House rules in play: which moves are legal, and what a player may do about the other's last one."""

from __future__ import annotations

from . import house_moves
from ._core import Move, Position
from .errors import GameOverError
from .history import History, Note
from .house import HouseRules
from .outcomes import Outcome, Termination
from .types import Color

__all__ = ["Remedies"]


class Remedies(History):
    """A history under house rules. Official ones leave nothing to make up for.

    Parameters
    ----------
    start : Position
    rules : HouseRules

    Examples
    --------
    >>> Remedies(Position(), HouseRules(huffing=True)).huffable
    ()
    """

    def __init__(self, start: Position, rules: HouseRules) -> None:
        super().__init__(start)
        self._rules = rules
        self._has_other_moves = rules.changes_moves or rules.cautions

    @property
    def rules(self) -> HouseRules:
        """The rules that are played by."""
        return self._rules

    @property
    def huffable(self) -> tuple[int, ...]:
        """Squares of the pieces that the last move should have jumped with: the side to move may huff one."""
        return self._here.huffable

    @property
    def can_challenge(self) -> bool:
        """Whether the last move was illegal, and the side to move may say so."""
        return self._here.after_illegal

    def legal_moves(self) -> tuple[Move, ...]:
        """Return what the rules of the game allow now, sorted by path, whether or not it is over.

        `Position.legal_moves` has the official moves.

        Returns
        -------
        tuple of Move

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> position = Position.from_fen("B:W14,22:B9")
        >>> game = Game(position, rules=HouseRules(optional_jumping=True))
        >>> [str(move) for move in game.legal_moves()]
        ['9-13', '9x18', '9x18x25']
        """
        return house_moves.legal_moves(self.position, self._rules, must_jump=self._here.must_jump)

    def cautions(self, color: Color) -> int:
        """Return how often a side has been cautioned for an illegal move.

        Parameters
        ----------
        color : Color

        Returns
        -------
        int

        Raises
        ------
        ValueError
            If there is no such side.

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> game = Game(rules=HouseRules(cautions=True))
        >>> for text in ("11-15", "22-18", "9-14"):
        ...     move = game.push(text)
        >>> move = game.challenge()
        >>> game.cautions(Color.BLACK), game.cautions(Color.WHITE)
        (1, 0)
        """
        side = Color(color)
        return sum(n.cautions for ply, n in self._notes.items() if self._positions[ply].turn == side)

    def huff(self, square: int) -> None:
        """Take off a piece that should have jumped. This is not a turn: a move follows.

        Parameters
        ----------
        square : int
            One of `huffable`.

        Raises
        ------
        ValueError
            If that piece is not there to be huffed. `GameOverError`, if the players have ended the game;
            a side that is left without a move may still huff.

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> game = Game(Position.from_fen("B:W14,32:B1,9"), rules=HouseRules(huffing=True))
        >>> move = game.push("1-6")
        >>> game.huff(9)
        >>> game.position.fen
        'W:W14,32:B6'
        """
        self._refuse_if_ended()
        if square not in self.huffable:
            missed = ", ".join(map(str, self.huffable)) or "none"
            raise ValueError(f"no piece to huff on {square}: those that missed a jump are {missed}")
        pieces, turn = self.position.pieces(), self.turn
        del pieces[square]
        self._append(self.pop(), Position.from_pieces(pieces, turn), 0)

    def demand_jump(self) -> Move:
        """Take back a move that has missed a jump: the player has to jump, and to the end.

        Returns
        -------
        Move
            The move taken back.

        Raises
        ------
        ValueError
            If no jump was missed, or a piece has been huffed for it.

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> game = Game(Position.from_fen("B:W14,32:B1,9"), rules=HouseRules(huffing=True))
        >>> move = game.push("1-6")
        >>> game.demand_jump(), game.legal_moves()
        (Move((1, 6)), (Move((9, 18)),))
        """
        self._refuse_if_ended()
        if not self.huffable:
            raise ValueError("no jump to demand: the last move has missed none")
        return self._send_back(must_jump=True)

    def challenge(self) -> Move:
        """Say that the last move was illegal: it is cautioned and taken back, or loses the game.

        Returns
        -------
        Move
            The illegal move. The second of a player stays in the record, with a forfeit as the outcome.

        Raises
        ------
        ValueError
            If the move was legal.

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> game = Game(rules=HouseRules(cautions=True))
        >>> for text in ("11-15", "22-18", "9-14"):
        ...     move = game.push(text)
        >>> game.challenge(), game.cautions(Color.BLACK)
        (Move((9, 14)), 1)
        >>> move = game.push("10-14")
        >>> move = game.challenge()
        >>> print(game.outcome())
        White wins: forfeit
        """
        self._refuse_if_ended()
        if not self.can_challenge:
            raise ValueError("nothing to challenge: the last move was legal")
        if self.cautions(self.turn.opponent):
            self._ending = Outcome(self.turn, Termination.FORFEIT)
            return self.peek()
        return self._send_back(cautions=1)

    def _after(self, move: Move | str) -> tuple[Move, Position, int]:
        """Look one move ahead: the move itself, the position it brings about and its quiet plies."""
        if self._has_other_moves:
            must_jump = self._here.must_jump
            move = house_moves.resolve(move, self.position, self._rules, must_jump=must_jump)
            position = house_moves.after(self.position, move)
        else:
            if isinstance(move, str):
                move = self.position.parse_move(move)
            position = self.position.play(move)
        is_quiet = move.is_king and not move.is_capture
        return move, position, self.quiet_plies + 1 if is_quiet else 0

    def _note(self, move: Move) -> None:
        """Note what the other side may do about a move that is about to be made."""
        note = Note()
        if move not in self.legal_moves():
            note = Note(after_illegal=True)
        elif self._rules.huffing:
            note = Note(house_moves.missed(self.position, move, self._rules))
        if note != Note():
            self._notes[self.ply + 1] = note

    def _send_back(self, *, must_jump: bool = False, cautions: int = 0) -> Move:
        """Take a move back; what it has let stand stands."""
        move = self.pop()
        note = self._here
        self._notes[self.ply] = Note((), False, note.must_jump or must_jump, note.cautions + cautions)
        return move

    def _decided(self) -> Outcome | None:
        """Tell what the board says: a side without pieces or without a move has lost, or won a giveaway."""
        # The last piece of the side that has just moved can only have been huffed.
        is_bare = self._rules.huffing and not self._pieces(self.turn.opponent)
        if self.position.has_moves and not is_bare:
            return None
        loser = self.turn.opponent if is_bare else self.turn
        winner = loser if self._rules.giveaway else loser.opponent
        return Outcome(winner, Termination.NO_MOVES if self._pieces(loser) else Termination.NO_PIECES)

    def _pieces(self, color: Color) -> int:
        return self.position.black if color == Color.BLACK else self.position.white

    @property
    def _here(self) -> Note:
        return self._notes.get(self.ply, Note())

    def _refuse_if_ended(self) -> None:
        if self._ending is not None:
            raise GameOverError(f"the game is over: {self._ending}")
