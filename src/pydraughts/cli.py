"""The command line: ``pydraughts verify``, ``perft``, ``moves``, ``compare``, and what other modules add."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ._core import Move, Position
from .comparing import ProgramError, find_difference, program_divide
from .counting import PerftCounts, divide, perft_counts
from .pdn_cli import add_commands
from .play_cli import add_command
from .progress import bar
from .published import VerificationRow, published_perft, verify
from .types import Progress

__all__ = ["main"]

# What a shell reports for a program that was stopped by Ctrl-C, or by nobody reading its output.
_INTERRUPTED = 130
_PIPE_CLOSED = 141

_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}

_HEADINGS = (
    ("", "moves", "", "king", "king", "", "", "distinct", "", ""),
    (
        "depth",
        "counted",
        "published",
        "moves",
        "jumps",
        "captures",
        "promotions",
        "positions",
        "seconds",
        "ok",
    ),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments, ``sys.argv[1:]`` by default.

    Returns
    -------
    int
        The exit status: 0 if all is well, 1 if something differs from what is right, 130 after Ctrl-C.

    Raises
    ------
    SystemExit
        With status 2 if the arguments are wrong, after one line on stderr; with 0 after ``--help``.

    Examples
    --------
    >>> main(["perft", "6"])
    36768
    0
    """
    parser = _parser()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Text of other programs is shown as far as the terminal can.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            arguments = parser.parse_args(argv)
            with warnings.catch_warnings():
                warnings.showwarning = _warn  # type: ignore[assignment]
                status: int = arguments.run(arguments)
        finally:
            print(end="", flush=True)
    except KeyboardInterrupt:
        print("pydraughts: interrupted", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return _PIPE_CLOSED
    except OSError as error:
        _discard_output()
        parser.error(str(error))
    except MemoryError as error:
        parser.error(str(error) or "out of memory")
    except (ValueError, ProgramError) as error:
        parser.error(str(error))
    return status


def _warn(message: Warning | str, *_: object) -> None:
    """Show a warning without the place in the code."""
    print(f"pydraughts: warning: {message}", file=sys.stderr)


def _discard_output() -> None:
    """Drop what cannot be written: it would fail again when the interpreter ends."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"pydraughts: error: {message}\n")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for, since that is slow."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print("pydraughts", version("pydraughts"))
        except PackageNotFoundError:
            parser.error("not installed, so the version is not known")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="pydraughts",
        description="Rules of English draughts: count, list and check moves.",
        epilog="'pydraughts COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    command = commands.add_parser(
        "verify",
        help="count from the start and compare with the published perft table",
        description="Count the move sequences from the start position, depth by depth, and compare them "
        "with the published perft table. The exit status is 0 if all agree, else 1.",
    )
    command.add_argument("--depth", type=int, default=12, metavar="N", help="last depth, 1-29 (default: 12)")
    _add_resources(command)
    command.set_defaults(run=_verify)

    command = commands.add_parser(
        "perft",
        help="count the move sequences of a length",
        description="Count the move sequences of a length (perft).",
    )
    command.add_argument("depth", type=int, metavar="DEPTH", help="length in plies")
    _add_fen(command)
    command.add_argument("--divide", action="store_true", help="a line 'move count' for each move first")
    command.add_argument("--breakdown", action="store_true", help="what the last moves are, by kind")
    command.add_argument("--json", action="store_true", help="all that was asked for as one JSON object")
    _add_resources(command)
    command.add_argument(
        "--checkpoint", metavar="FILE", help="note finished work there, and go on from it if it exists"
    )
    command.set_defaults(run=_perft)

    command = commands.add_parser(
        "moves",
        help="draw the board and list the legal moves",
        description="Draw the board and list the legal moves, or tell who has won.",
    )
    _add_fen(command)
    command.set_defaults(run=_moves)

    command = commands.add_parser(
        "compare",
        help="find the position where another program lists other moves",
        usage="pydraughts compare [-h] [--depth N] [--fen FEN] -- PROGRAM [ARG ...]",
        description="Find the shortest line to a position where another program lists other moves. It is "
        "called as 'PROGRAM ARG... DEPTH FEN' and prints what 'pydraughts perft DEPTH --fen FEN --divide' "
        "prints: a line 'move count' for each move, then the total. The exit status is 0 if all counts "
        "agree, else 1.",
    )
    command.add_argument("--depth", type=int, default=8, metavar="N", help="plies to look ahead (default: 8)")
    _add_fen(command)
    command.add_argument("program", nargs="+", metavar="PROGRAM", help="the program and its own arguments")
    command.set_defaults(run=_compare)

    add_commands(commands)
    add_command(commands)
    return parser


def _add_resources(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--method",
        choices=("auto", "tree", "frontier"),
        default="auto",
        help="depth first through every sequence, or each distinct position once (default: what is faster)",
    )
    command.add_argument("--threads", type=int, metavar="N", help="default: one for each core if it pays")
    command.add_argument(
        "--max-memory", type=_size, metavar="SIZE", help="such as 800M or 12G (default: half of what is free)"
    )


def _size(text: str) -> int:
    number, unit = text[:-1], text[-1:].upper()
    if unit not in _UNITS:
        number, unit = text, ""
    if not (number.isascii() and number.isdigit()):
        raise argparse.ArgumentTypeError(f"expected a size such as 800M or 12G, not {text!r}")
    return int(number) << _UNITS[unit]


def _add_fen(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--fen",
        type=_position,
        default=Position(),
        help="where to start, such as W:W18,K24:B12,K13 (default: the start of the game)",
    )


def _position(fen: str) -> Position:
    try:
        return Position.from_fen(fen)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _verify(arguments: argparse.Namespace) -> int:
    largest = max((row.nodes for row in published_perft()[: arguments.depth + 1]), default=0)
    digits = max(11, len(f"{largest:,}"))
    with bar() as progress:

        def on_row(row: VerificationRow[PerftCounts]) -> None:
            progress.erase()
            if row.depth == 1:
                for words in _HEADINGS:
                    _print_cells(words, digits)
            _print_cells(_cells(row), digits)

        rows = verify(arguments.depth, progress=progress, on_row=on_row, **_resources(arguments)).rows
    wrong = [row for row in rows if not row.ok]
    if not wrong:
        print(f"\nDepths 1 to {arguments.depth} agree with the published table.")
        return 0
    print(f"\nDepth {wrong[0].depth} is the first that differs from what is known.")
    print(*wrong[0].faults, sep="\n")
    print("Its divide:")
    _print_counts(divide(Position(), wrong[0].depth, **_resources(arguments)))
    return 1


def _resources(arguments: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(arguments, name) for name in ("method", "threads", "max_memory")}


def _cells(row: VerificationRow[PerftCounts]) -> tuple[str, ...]:
    nodes, captures, _, king_moves, king_captures, promotions = row.found
    counts = (nodes, row.expected.nodes, king_moves, king_captures, captures, promotions)
    distinct = "-" if row.distinct is None else f"{row.distinct:,}"
    verdict = "ok" if row.ok else "NO"
    return (str(row.depth), *(f"{count:,}" for count in counts), distinct, f"{row.seconds:.2f}", verdict)


def _print_cells(cells: Sequence[str], digits: int) -> None:
    """Print a row of the table; the largest number has so many digits, commas counted."""
    widths = (5, digits + 1, digits + 1, digits, digits - 1, digits + 1, digits, digits, 8, 3)
    print("".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip(), flush=True)


def _perft(arguments: argparse.Namespace) -> int:
    position, depth = arguments.fen, arguments.depth
    moves: dict[Move, int] = {}
    kinds: dict[str, int] = {}
    if arguments.checkpoint and arguments.divide and arguments.breakdown:
        raise ValueError("a checkpoint is of one count: use it with --divide or with --breakdown, not both")
    with bar() as progress:
        options = {
            "progress": _in_sequences(progress, position, depth),
            "checkpoint": arguments.checkpoint,
            **_resources(arguments),
        }
        if arguments.divide:
            moves = divide(position, depth, **options)
            nodes = sum(moves.values())
        if arguments.breakdown or not arguments.divide:
            counts = perft_counts(position, depth, **options)
            kinds = counts._asdict() if arguments.breakdown else {}
            nodes = counts.nodes
    if arguments.json:
        answer = {"fen": position.fen, "depth": depth, "nodes": nodes, **kinds}
        if arguments.divide:
            answer["divide"] = {str(move): count for move, count in moves.items()}
        print(json.dumps(answer, indent=2))
        return 0
    _print_counts(moves)
    print(nodes)
    _print_counts(kinds)
    return 0


def _in_sequences(progress: Progress, position: Position, depth: int) -> Progress:
    """Show the speed in sequences a second, where their number is known beforehand."""
    if position != Position() or not 0 <= depth < len(published_perft()):
        return progress
    nodes = published_perft()[depth].nodes
    return lambda done, total: progress(nodes * done // total, nodes)


def _print_counts(counts: Mapping[Move, int] | Mapping[str, int]) -> None:
    for name, count in counts.items():
        print(name, count)


def _moves(arguments: argparse.Namespace) -> int:
    position: Position = arguments.fen
    print(position)
    moves = position.legal_moves()
    if moves:
        kind = "jump" if position.must_capture else "move"
        print(f"{len(moves)} legal {kind}{'s' if len(moves) > 1 else ''}:", *moves)
    else:
        print(f"{position.turn.opponent.name.capitalize()} has won: no legal move is left")
    return 0


def _compare(arguments: argparse.Namespace) -> int:
    difference = find_difference(program_divide(arguments.program), arguments.fen, arguments.depth)
    print(difference or f"No difference: all counts agree to depth {arguments.depth}.")
    return 1 if difference else 0
