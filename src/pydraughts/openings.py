"""The openings that tournaments draw by lot: the three-move deck and the two-move ballots."""

from __future__ import annotations

import functools
import importlib.resources
import itertools
import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ._core import Move, Position
from .game import Game

__all__ = ["Opening", "lookup", "random_ballot", "three_move_deck", "two_move_ballots"]

_LONGEST = 3


class Opening(NamedTuple):
    """The first moves of a game, made before the players take over.

    Attributes
    ----------
    moves : tuple of Move
        Two or three.
    name : str or None
        Its own name, if it has one.
    family : str
        The name of its first move.
    number : int
        Its place in the list: of three moves, the number of the American Checker Federation.
    status : str
        Of three moves, ``original-144``, ``added-2003`` or ``barred``; of two, ``playable`` or
        ``barred``.

    Examples
    --------
    >>> opening = three_move_deck()[5]
    >>> print(opening)
    9-13 22-18 10-14 (Inferno)
    >>> opening.number, opening.status, opening.playable
    (6, 'added-2003', True)
    """

    moves: tuple[Move, ...]
    name: str | None
    family: str
    number: int
    status: str

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.moves))} ({self.name or self.family})"

    @property
    def playable(self) -> bool:
        """Whether it may be drawn; the others lose, or as good as."""
        return self.status != "barred"


@functools.cache
def three_move_deck() -> tuple[Opening, ...]:
    """Return the openings of three moves, those that are barred too.

    Returns
    -------
    tuple of Opening
        174 in the order of their numbers; 156 are playable.

    Examples
    --------
    >>> sum(opening.playable for opening in three_move_deck())
    156
    """
    return tuple(_read("three", 3))


@functools.cache
def two_move_ballots() -> tuple[Opening, ...]:
    """Return the openings of two moves, those that are barred too.

    Returns
    -------
    tuple of Opening
        49 in the order of their numbers; 43 are playable.

    Examples
    --------
    >>> print(two_move_ballots()[0])
    9-13 21-17 (Edinburgh)
    """
    return tuple(_read("two", 2))


def lookup(game_or_moves: Game | Iterable[Move | str]) -> Opening | None:
    """Find the opening that a game begins with.

    What counts is the position: an opening is found by any order of its moves, and in a game that
    starts from the position after it.

    Parameters
    ----------
    game_or_moves : Game or iterable of Move or str
        A game, or moves from the start position; only the first three are looked at.

    Returns
    -------
    Opening or None
        One of three moves if the game has it, else one of two.

    Raises
    ------
    InvalidMoveError, IllegalMoveError, AmbiguousMoveError
        If one of the first three moves cannot be made.
    TypeError
        If it is a text: moves are given one by one.

    Examples
    --------
    >>> lookup(["10-14", "22-18", "9-13"]).name
    'Inferno'
    >>> print(lookup(["9-13", "22-18", "5-9"]))
    9-13 22-18 (Edinburgh)
    """
    if isinstance(game_or_moves, Game):
        positions = game_or_moves.positions[: _LONGEST + 1]
    elif isinstance(game_or_moves, str):
        raise TypeError("moves are given one by one, not in one str: split() it")
    else:
        positions = tuple(_line(itertools.islice(game_or_moves, _LONGEST)))
    found = map(_by_position().get, reversed(positions))
    return next((opening for opening in found if opening is not None), None)


def random_ballot(seed: int | str | None = None) -> Opening:
    """Draw a playable opening of three moves.

    Parameters
    ----------
    seed : int or str, optional
        The same seed draws the same opening on every machine.

    Returns
    -------
    Opening

    Examples
    --------
    >>> random_ballot("round 1").playable
    True
    """
    playable = [opening for opening in three_move_deck() if opening.playable]
    # Of all that a generator offers, only random() is promised to stay the same in later versions.
    return playable[int(random.Random(seed).random() * len(playable))]


def _line(moves: Iterable[Move | str]) -> Iterator[Position]:
    return itertools.accumulate(moves, Position.play, initial=Position())


@functools.cache
def _by_position() -> dict[Position, Opening]:
    openings = two_move_ballots() + three_move_deck()
    return {position: opening for opening in openings for *_, position in [_line(opening.moves)]}


@functools.cache
def _rows() -> tuple[list[str], ...]:
    text = importlib.resources.files("pydraughts").joinpath("data/openings.txt").read_text("utf-8")
    return tuple(line.split() for line in text.splitlines() if line and not line.startswith("#"))


def _read(kind: str, plies: int) -> Iterator[Opening]:
    families = {move: " ".join(name) for word, move, *name in _rows() if word == "first"}
    for word, number, status, *rest in _rows():
        if word == kind:
            line = Game()
            moves = tuple(line.push(text) for text in rest[:plies])
            name = " ".join(rest[plies:]) or None
            yield Opening(moves, name, families[rest[0]], int(number), status)
