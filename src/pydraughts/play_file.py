"""The file of a game in the terminal: what is taken up from it, and whether it may be written over."""

from __future__ import annotations

from typing import NamedTuple

from .game import Game
from .pdn import Headers, Record, read
from .play_computer import Computer
from .types import Color

__all__ = ["Resumed", "resume"]


class Resumed(NamedTuple):
    """What a file says of its last game.

    Attributes
    ----------
    game : Game
    headers : Headers
    computer : Computer or None
        None if it was not playing.
    file : str or None
        The file, if it may be written over: all that is in it would be written again.
    """

    game: Game
    headers: Headers
    computer: Computer | None
    file: str | None


def resume(name: str) -> Resumed:
    """Take up the last game of a PDN file.

    Parameters
    ----------
    name : str

    Returns
    -------
    Resumed

    Raises
    ------
    PdnError
        If that game has a fault.
    ValueError
        If there is no game in the file.
    OSError
        If it cannot be read.
    """
    with open(name, "rb") as file:
        content = file.read()
    records = list(read(content))
    if not records:
        raise ValueError(f"there is no game in {name}")
    record = records[-1]
    if record.errors:
        raise record.errors[0]
    game, computer = record.game(), None
    for color in Color:
        computer = Computer.named(record.headers.get(color.name, ""), color) or computer
    again = Record.from_game(game, record.headers.pairs).to_pdn().encode()
    is_all = content.replace(b"\r\n", b"\n") == again
    return Resumed(game, record.headers, computer, name if is_all else None)
