"""The part of the command line that plays: ``pydraughts play``."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TYPE_CHECKING, Any

from .types import Color

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]

__all__ = ["add_command"]

_LEVELS = range(1, 6)
_USUAL_LEVEL = 3


def add_command(commands: Commands) -> None:
    """Add the command ``play`` to a command line.

    Parameters
    ----------
    commands : argparse subparsers
        As for `pydraughts.pdn_cli.add_commands`.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_command(parser.add_subparsers())
    >>> arguments = parser.parse_args(["play", "--level", "2", "--color", "white"])
    >>> arguments.level, arguments.color
    (2, 'white')
    """
    command = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play against the computer, or two at one board. 'help' tells what can be said.",
    )
    command.add_argument(
        "--level",
        type=int,
        choices=_LEVELS,
        metavar="N",
        help=f"how well the computer plays, 1-5 (default: {_USUAL_LEVEL})",
    )
    command.add_argument(
        "--color", choices=("black", "white"), help="your side (default: black, which begins)"
    )
    command.add_argument("--two-players", action="store_true", help="without the computer")
    command.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with the last game of a PDN file, side and level as they were",
    )
    command.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    # Imported when it is needed: the other commands start faster without.
    from .game import Game
    from .pdn import Headers
    from .play_computer import Computer
    from .play_file import resume
    from .play_table import Table

    level, color = arguments.level, arguments.color
    if arguments.two_players and (level or color):
        raise ValueError("--two-players is without the computer: it goes with neither --level nor --color")
    if None in (sys.stdin, sys.stdout):
        raise ValueError("a game needs standard input and output: one of them is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if arguments.resume is not None:
        game, headers, computer, file = resume(arguments.resume)
    else:
        game, headers, computer, file = Game(), Headers(), Computer(Color.WHITE, _USUAL_LEVEL), None
    if arguments.two_players:
        computer = None
    elif level or color:
        usual = computer or Computer(Color.WHITE, _USUAL_LEVEL)
        side = Color[color.upper()].opponent if color else usual.color
        computer = Computer(side, level or usual.level)
    return Table(game, computer, file, headers).run()
