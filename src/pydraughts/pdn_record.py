"""What is known of a recorded game: headers, moves, and what is said about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._core import Move, Position
from .errors import PdnError, VariantError
from .pdn_headers import Headers
from .pdn_results import is_drawn, text_of
from .types import Color, check_type

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Line", "Note", "Record"]

# What these headers say is in other fields of a record too, which decide.
_REPEATED = ("fen", "gametype", "result", "setup")


@dataclass
class Note:
    """What is said about a move.

    Attributes
    ----------
    before, after : list of str
        Comments, blanks in them made single. Commands such as ``[%clk 0:04:05]`` stay in them.
    nags : list of int
        Numeric glyphs: 7 is a forced move.
    mark : str
        Strength: ``!``, ``?!``, ``(?)``.
    variations : list of Line
        Other moves instead of this one.

    Examples
    --------
    >>> Note(after=["the Single Corner"], mark="!").after
    ['the Single Corner']
    """

    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    mark: str = ""
    variations: list[Line] = field(default_factory=list)


@dataclass
class Line:
    """Moves, and notes about them.

    Attributes
    ----------
    moves : list of Move
    notes : dict of int to Note
        By the index of the move, where there is something to say. A note with the index after the last
        move has comments before a move that does not come.

    Examples
    --------
    >>> line = Line([Move((11, 15))], {0: Note(mark="!")})
    >>> line.notes[0].mark
    '!'
    """

    moves: list[Move] = field(default_factory=list)
    notes: dict[int, Note] = field(default_factory=dict)

    def note(self, index: int) -> Note:
        """Return the note about a move, a new one if there was none.

        Parameters
        ----------
        index : int

        Returns
        -------
        Note

        Examples
        --------
        >>> line = Line([Move((11, 15))])
        >>> line.note(0).mark = "!"
        >>> line.notes[0].mark
        '!'
        """
        return self.notes.setdefault(index, Note())


@dataclass(eq=False)
class Record(Line):
    """A game as it is recorded: a main line, with a start and a result.

    Records are equal if they tell the same, whatever faults their texts had; for the start, the result
    and the kind of game, these fields count and not the headers FEN, Result and GameType.

    Attributes
    ----------
    headers : Headers
    start : Position
    winner : Color or None
        Who has won; None if it is drawn or not known.
    result_text : str
        The result as it was written, ``*`` if it was not.
    errors : list of PdnError
        What was wrong with the text, in order.
    is_whole : bool
        Whether the main line was read to its end: no move was refused.

    Examples
    --------
    >>> from pydraughts.pdn import read
    >>> [record] = read('[Event "A match"] 1. 11-15 22-18 2. 8-11 *')
    >>> record.headers["Event"], [str(move) for move in record.moves]
    ('A match', ['11-15', '22-18'])
    >>> record.is_whole, len(record.errors)
    (False, 1)
    """

    headers: Headers = field(default_factory=Headers)
    start: Position = field(default_factory=Position)
    winner: Color | None = None
    result_text: str = "*"
    errors: list[PdnError] = field(default_factory=list)
    is_whole: bool = True

    def __post_init__(self) -> None:
        check_type("headers", self.headers, Headers)
        check_type("the start", self.start, Position)

    @classmethod
    def from_game(cls, game: Game, headers: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> Record:
        """Record a game.

        Parameters
        ----------
        game : Game
        headers : mapping or iterable of (str, str), optional
            Such as ``{"Event": "A match", "Black": "A. Wyllie"}``.

        Returns
        -------
        Record

        Raises
        ------
        ValueError
            If the game has house rules: other programs would not know what to make of its moves.

        Examples
        --------
        >>> from pydraughts.game import Game
        >>> game = Game()
        >>> move = game.push("11-15")
        >>> print(Record.from_game(game, {"Black": "A. Wyllie"}).to_pdn(), end="")
        [Black "A. Wyllie"]
        [Result "*"]
        [GameType "21"]
        <BLANKLINE>
        1. 11-15 *
        """
        from .game import Game

        check_type("what is recorded", game, Game)
        game.rules.refuse("PDN")
        outcome = game.outcome()
        winner = outcome.winner if outcome else None
        result = text_of(winner) if outcome else "*"
        tags = Headers(headers)
        tags.update({"Result": result, "GameType": "21"})
        start = game.positions[0]
        if start != Position():
            tags["FEN"] = start.fen
        return cls(list(game.moves), {}, tags, start, winner, result)

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def _content(self) -> tuple[object, ...]:
        tags = [(name.lower(), value) for name, value in self.headers.pairs if name.lower() not in _REPEATED]
        return self.moves, self.notes, tags, self.start, self.winner, self.result_text

    @property
    def end(self) -> Position:
        """The position after the last move."""
        position = self.start
        for move in self.moves:
            position = position.play(move)
        return position

    @property
    def is_draw(self) -> bool:
        """Whether the result is a draw."""
        return is_drawn(self.result_text)

    @property
    def variant(self) -> str | None:
        """The name of another kind of draughts, if that is what it is."""
        return next((error.variant for error in self.errors if isinstance(error, VariantError)), None)

    def game(self) -> Game:
        r"""Play the main line.

        Returns
        -------
        Game
            If the record has no errors, a result that the last position does not decide is taken as a
            resignation or as an agreed draw.

        Raises
        ------
        VariantError
            If it is a game of another kind.

        Examples
        --------
        >>> from pydraughts.pdn import read
        >>> [record] = read("[FEN \"W:WK4,30:B22,27\"]\n1. 4-8 27-32 1-0\n")
        >>> print(record.game().outcome())
        Black wins: resignation
        """
        from .game import Game

        self.refuse_variant()
        game = Game(self.start)
        for move in self.moves:
            game.push(move)
        if not self.errors and game.outcome() is None:
            if self.winner is not None:
                game.resign(self.winner.opponent)
            elif self.is_draw:
                game.agree_draw()
        return game

    def to_pdn(self) -> str:
        """Write it as PDN 3.0: short for `pydraughts.pdn.write` with one record.

        Returns
        -------
        str

        Raises
        ------
        VariantError
            If it is a game of another kind.
        IllegalMoveError
            If a move is illegal where it stands.

        Examples
        --------
        >>> print(Record([Move((11, 15))], result_text="1-0", winner=Color.BLACK).to_pdn(), end="")
        [Result "1-0"]
        [GameType "21"]
        <BLANKLINE>
        1. 11-15 *
        """
        from .pdn_writer import to_pdn

        return to_pdn(self)

    def refuse_variant(self) -> None:
        """Refuse a game of another kind.

        Raises
        ------
        VariantError
            If it is one.

        Examples
        --------
        >>> from pydraughts.pdn import read
        >>> [record] = read('[GameType "20"] 1. 32-28 19-23 *')
        >>> try:
        ...     record.refuse_variant()
        ... except VariantError as error:
        ...     print(error)
        line 1, column 1: this is a game of international draughts, not of English draughts
        """
        for error in self.errors:
            if isinstance(error, VariantError):
                raise error
