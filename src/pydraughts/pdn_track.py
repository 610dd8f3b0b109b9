"""A line of a game while it is being read."""

from __future__ import annotations

from ._core import Move, Position
from .errors import PdnError
from .pdn_lexer import Token
from .pdn_record import Line

__all__ = ["Track"]

# A comment is written between braces, so it cannot hold any.
_BRACES = str.maketrans("{}", "()")


class Track:
    """What has been read of a line, and where it has led.

    Parameters
    ----------
    line : Line
        To be filled.
    position : Position
        Where it begins.
    opening : re.Match, optional
        The bracket before it.

    Attributes
    ----------
    previous : Position
        The position before the last move.
    hops : tuple of int
        The squares so far of a jump that is written hop by hop.
    unfinished : PdnError or None
        What is wrong if that jump is not finished.

    Examples
    --------
    >>> track = Track(Line(), Position())
    >>> track.play(Move((11, 15)))
    >>> track.say(" the usual  opening ")
    >>> track.line.notes[0].after
    ['the usual opening']
    """

    def __init__(self, line: Line, position: Position, opening: Token | None = None) -> None:
        self.line = line
        self.position = self.previous = position
        self.opening = opening
        self.hops: tuple[int, ...] = ()
        self.unfinished: PdnError | None = None

    def play(self, move: Move) -> None:
        """Make a legal move."""
        self.line.moves.append(move)
        self.previous = self.position
        self.position = self.position.play(move)

    def say(self, comment: str, *, before: bool = False) -> None:
        """Note a comment, after the last move or before the next one.

        Parameters
        ----------
        comment : str
        before : bool, default False
            Whether it belongs to the next move, as all do that follow such a one.
        """
        comment = " ".join(comment.translate(_BRACES).split())
        index = len(self.line.moves)
        if not comment:
            return
        if before or index == 0 or index in self.line.notes:
            self.line.note(index).before.append(comment)
        else:
            self.line.note(index - 1).after.append(comment)
