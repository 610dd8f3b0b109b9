"""The part of the command line that works on files of games: ``pydraughts pdn``."""

from __future__ import annotations

import argparse
import collections
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from .progress import Bar, bar
from .types import Color

if TYPE_CHECKING:
    from .pdn import Line, Note, Record

    Commands = argparse._SubParsersAction[Any]

__all__ = ["add_commands"]


def add_commands(commands: Commands) -> None:
    """Add the command ``pdn``, with its own ones, to a command line.

    Parameters
    ----------
    commands : argparse subparsers
        What ``ArgumentParser.add_subparsers`` returns. The arguments get an attribute ``run``, to be
        called with them; it returns the exit status.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_commands(parser.add_subparsers())
    >>> arguments = parser.parse_args(["pdn", "check", "games.pdn", "--lookahead"])
    >>> arguments.files, arguments.lookahead
    (['games.pdn'], True)
    """
    family = commands.add_parser(
        "pdn", help="check, convert or count games in files", description="Work on files of games (PDN)."
    )
    actions = family.add_subparsers(title="commands", metavar="COMMAND", required=True)

    command = actions.add_parser(
        "check",
        help="replay games and list what is wrong",
        description="Replay games, and list what is wrong with them by line and column. The exit status is "
        "0 if nothing is, else 1; 2 if a file cannot be read, which does not keep the others from it.",
    )
    _add_reading(command)
    command.set_defaults(run=_check)

    command = actions.add_parser(
        "convert",
        help="write games anew, as PDN 3.0",
        description="Write games anew, as PDN 3.0. Faults are told on stderr: a game with an illegal move is "
        "written up to there, one of another kind of draughts is not. The exit status is 0 if there is no "
        "fault, else 1; 2 if a file cannot be read. The others are written then, but to stdout only.",
    )
    _add_reading(command)
    command.add_argument("--output", "-o", metavar="FILE", help="where to write (default: stdout)")
    command.set_defaults(run=_convert)

    command = actions.add_parser(
        "stats",
        help="count games, results and moves",
        description="Count games, results and moves. The exit status is 0; 2 if a file cannot be read, "
        "which is then left out.",
    )
    _add_reading(command)
    command.set_defaults(run=_stats)


def _add_reading(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help="files of games; - is stdin")
    command.add_argument(
        "--white-first", action="store_true", help="1-0 means that White has won, not the first player, Black"
    )
    command.add_argument(
        "--lookahead",
        action="store_true",
        help="take an ambiguous move for the one that the rest of the game fits",
    )
    command.add_argument(
        "--skip-other-variants", action="store_true", help="leave out games of other kinds of draughts"
    )


def _check(arguments: argparse.Namespace) -> int:
    faults = 0
    with bar() as progress:
        files = _Files(arguments, progress)
        for name in arguments.files:
            found = collections.Counter(games=0, replayed=0, faults=0)
            for number, record in enumerate(files.records(name), 1):
                found.update(games=1, replayed=int(record.is_whole), faults=len(record.errors))
                for line in _faults(name, number, record):
                    progress.erase()
                    print(line)
            if name not in files.unreadable:
                progress.erase()
                print(f"{name}:", ", ".join(f"{what} {count:,}" for what, count in found.items()))
            faults += found["faults"]
    return files.status(faults)


def _faults(name: str, number: int, record: Record) -> Iterator[str]:
    for error in record.errors:
        yield f"{name}:{error.line}:{error.column}: game {number}: {error.reason}"


def _convert(arguments: argparse.Namespace) -> int:
    from .pdn import write

    output = arguments.output
    if output is not None and any(_is_same(name, output) for name in arguments.files):
        raise ValueError(f"{output} is read too, so it cannot be written")
    faults = 0

    def good_ones(progress: Bar) -> Iterator[Record]:
        nonlocal faults
        for name in arguments.files:
            for number, record in enumerate(files.records(name), 1):
                faults += len(record.errors)
                for line in _faults(name, number, record):
                    progress.erase()
                    _complain(line)
                if not record.variant:
                    yield record
        if output is not None and files.unreadable:
            raise ValueError(f"{output} is not written: not all that was to be in it could be read")

    with bar() as progress:
        files = _Files(arguments, progress)
        write(good_ones(progress), _binary(sys.stdout, "stdout") if output is None else output)
    return files.status(faults)


def _is_same(name: str, output: str) -> bool:
    is_there = name != "-" and os.path.exists(name) and os.path.exists(output)
    return is_there and os.path.samefile(name, output)


def _stats(arguments: argparse.Namespace) -> int:
    from .pdn import Record

    found = collections.Counter(dict.fromkeys(_counts(Record()), 0))
    longest = 0
    with bar() as progress:
        files = _Files(arguments, progress)
        for name in arguments.files:
            for record in files.records(name):
                longest = max(longest, len(record.moves))
                found.update(_counts(record))
    found["plies in the longest game"] = longest
    for what, count in found.items():
        print(f"{count:>11,} {what}")
    return files.status()


def _counts(record: Record) -> dict[str, int]:
    notes = tuple(_notes(record))
    return {
        "games": 1,
        "not read to the end": not record.is_whole,
        "that begin with a set-up position": "FEN" in record.headers,
        "won by Black": record.winner == Color.BLACK,
        "won by White": record.winner == Color.WHITE,
        "drawn": record.is_draw,
        "plies": len(record.moves),
        "captures": sum(move.is_capture for move in record.moves),
        "comments": sum(len(note.before) + len(note.after) for note in notes),
        "variations": sum(len(note.variations) for note in notes),
    }


def _notes(line: Line) -> Iterator[Note]:
    """Yield the notes of a line and of all variations in it."""
    unseen = [line]
    while unseen:
        for note in unseen.pop().notes.values():
            yield note
            unseen += note.variations


class _Files:
    """Reads one file after the other; what cannot be read is told, and the next one follows."""

    def __init__(self, arguments: argparse.Namespace, progress: Bar) -> None:
        self._arguments = arguments
        self._progress = progress
        self.unreadable: set[str] = set()

    def records(self, name: str) -> Iterator[Record]:
        """Read a file of games, and show how far it has been read."""
        try:
            if name == "-":
                yield from _read(_binary(sys.stdin, "stdin"), self._arguments)
                return
            with open(name, "rb") as file:
                size = os.fstat(file.fileno()).st_size if file.seekable() else 0
                for record in _read(file, self._arguments):
                    if size:
                        self._progress(file.tell(), size)
                    yield record
        except OSError as error:
            self.unreadable.add(name)
            self._progress.erase()
            _complain(f"pydraughts: error: {name}: {error.strerror or error}")

    def status(self, faults: int = 0) -> int:
        """Give the exit status."""
        return 2 if self.unreadable else 1 if faults else 0


def _complain(line: str) -> None:
    """Print a line on stderr, which a process need not have: without, it would end up among the games."""
    if sys.stderr:
        print(line, file=sys.stderr)


def _binary(stream: TextIO | None, name: str) -> BinaryIO:
    """Return what is under a standard stream, which a process need not have."""
    if stream is None:
        raise OSError(f"{name} is closed")
    return stream.buffer


def _read(stream: BinaryIO, arguments: argparse.Namespace) -> Iterator[Record]:
    # Imported when it is needed: the other commands start faster without.
    from .pdn import read

    return read(
        stream,
        first_player_wins=not arguments.white_first,
        resolve="lookahead" if arguments.lookahead else "error",
        skip_other_variants=arguments.skip_other_variants,
    )
