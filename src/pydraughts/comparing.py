"""Finding where another move generator goes wrong, by comparing divides."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, SupportsIndex, TypeAlias

from ._core import Move, Position
from .counting import divide
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from .notation import shortens
from .types import check_type, check_whole

__all__ = ["Difference", "Divide", "Miscount", "ProgramError", "find_difference", "program_divide"]

Divide: TypeAlias = Callable[[Position, int], Mapping[str, int] | Mapping[Move, int]]
"""Somebody's divide: the number of move sequences of a length by their first move."""

_START = Position()
_COUNTED = re.compile(r"(\S+?):?\s+([0-9]+)")
_TOTAL = re.compile(r"(?:[A-Za-z ]+[:=]?\s*)?([0-9]+)")


class ProgramError(RuntimeError):
    """A program that was asked for a divide did not give one.

    Examples
    --------
    >>> try:
    ...     program_divide(["./no-such-program"])(Position(), 1)
    ... except ProgramError as error:
    ...     str(error).startswith("cannot run ./no-such-program: ")
    True
    """


class Miscount(NamedTuple):
    """A count that is wrong although the moves listed are right, here and in every position after it.

    Attributes
    ----------
    moves : tuple of Move
        What was counted: one move, or those that share a short name.
    counted, right : int
        The count found, and what it should be.

    Examples
    --------
    >>> def my_divide(position, depth):
    ...     return dict.fromkeys(position.legal_moves(), 1)
    >>> difference = find_difference(my_divide, Position(), 2)
    >>> difference.miscounted[0]
    Miscount(moves=(Move((9, 13)),), counted=1, right=7)
    """

    moves: tuple[Move, ...]
    counted: int
    right: int


class Difference(NamedTuple):
    """A position in which a generator lists other moves than the rules. ``str`` explains it.

    Attributes
    ----------
    line : tuple of Move
        The moves that lead there.
    position : Position
        The position itself.
    missing : tuple of Move
        Legal moves that are not listed.
    extra : tuple of str
        Listed texts that are no legal move, or name one that is listed already.
    merged : tuple of tuple of Move
        Routes that are counted as one move because they take the same men.
    miscounted : tuple of Miscount
        Wrong counts that no list of moves explains.

    Examples
    --------
    >>> def my_divide(position, depth):
    ...     return {"9-14": 1, "1-5": 1}
    >>> difference = find_difference(my_divide, Position(), 1)
    >>> len(difference.missing), difference.extra
    (6, ('1-5',))
    """

    line: tuple[Move, ...]
    position: Position
    missing: tuple[Move, ...] = ()
    extra: tuple[str, ...] = ()
    merged: tuple[tuple[Move, ...], ...] = ()
    miscounted: tuple[Miscount, ...] = ()

    def __str__(self) -> str:
        where = f"after {_words(self.line, ' ')}" if self.line else "in the first position"
        lines = [f"Difference {where}:", self.position.fen, str(self.position), ""]
        if self.missing:
            lines.append(f"Missing: {_words(self.missing)}")
        lines += [f"Too many: {_reason(self.position, text)}" for text in self.extra]
        lines += [f"Counted as one move: {_words(routes)}" for routes in self.merged]
        if self.merged:
            lines += [
                "Merging routes that take the same men is a known convention, and it is the difference here:",
                "published perft numbers count each route as a move of its own.",
            ]
        lines += [
            f"Miscounted: {_words(moves, ' and ')}, {counted} instead of {right}"
            for moves, counted, right in self.miscounted
        ]
        if self.miscounted:
            lines += [
                "The names listed are right, and so is all that follows when its position is given: what",
                "goes wrong is making the move, adding up, or telling moves with one short name apart.",
            ]
        return "\n".join(lines)


def find_difference(my_divide: Divide, position: Position = _START, depth: int = 8) -> Difference | None:
    """Find the shortest line to a position where a generator lists other moves than the rules.

    The divides of a position are compared for one ply, two plies and so on, and each move whose count
    differs is followed.

    Parameters
    ----------
    my_divide : callable
        The generator to check: ``(position, depth) -> {move: count}`` for a depth of 1 or more. Moves
        are texts that `Position.parse_move` understands. A short text that fits several moves stands
        for all of them, with the sum of their counts.
    position : Position, optional
        Where to start; the start of the game by default.
    depth : int, default 8
        How many plies to look ahead, 1 or more.

    Returns
    -------
    Difference or None
        None if all counts agree.

    Raises
    ------
    TypeError
        If `my_divide` returns something else than a mapping of moves to whole numbers.
    ValueError
        If the depth is less than 1.

    Examples
    --------
    >>> def my_perft(position, depth):
    ...     return sum(my_divide(position, depth).values()) if depth else 1
    >>> def my_divide(position, depth):  # leaves out the jumps
    ...     moves = [move for move in position.legal_moves() if not move.is_capture]
    ...     return {str(move): my_perft(position.play(move), depth - 1) for move in moves}
    >>> difference = find_difference(my_divide)
    >>> print(*difference.line)
    9-13 22-17
    >>> print(*difference.missing)
    13x22
    """
    check_type("position", position, Position)
    depth = check_whole("depth", depth, 1)
    for plies in range(1, depth + 1):
        difference = _search(my_divide, position, plies)
        if difference:
            return difference
    return None


def _search(my_divide: Divide, root: Position, depth: int) -> Difference | None:
    """Follow the counts that differ at one depth, nearest positions first."""
    unexplained = None
    queue: deque[tuple[tuple[Move, ...], Position]] = deque([((), root)])
    seen = {root}
    while queue:
        line, position = queue.popleft()
        plies = depth - len(line)
        theirs = _checked(my_divide(position, plies))
        difference = _compare(line, position, theirs, divide(position, plies))
        if difference.missing or difference.extra or difference.merged:
            return difference._replace(miscounted=())
        if difference.miscounted:
            # The last one of these has only positions with right counts behind it.
            unexplained = difference
        if plies > 1:
            for move in (move for miscount in difference.miscounted for move in miscount.moves):
                after = position.play(move)
                if after not in seen:
                    seen.add(after)
                    queue.append(((*line, move), after))
    return unexplained


def program_divide(command: Sequence[str]) -> Callable[[Position, int], dict[str, int]]:
    """Make a divide for `find_difference` out of a program in any language.

    Parameters
    ----------
    command : sequence of str
        The program and its first arguments. Depth and FEN are added to them. It prints a line
        ``move count`` for each move, then the total alone.

    Returns
    -------
    callable
        It raises `ProgramError` when the program cannot be run or its output be understood.

    Raises
    ------
    TypeError
        If the command is one text, or no sequence of them.
    ValueError
        If it names no program.

    Examples
    --------
    >>> import sys
    >>> my_divide = program_divide([sys.executable, "-c", "print('9-14 1'); print('11-15 1'); print(2)"])
    >>> my_divide(Position(), 1)
    {'9-14': 1, '11-15': 1}
    """
    expected = f"command must be a sequence of texts, such as ['./engine', 'divide'], not {command!r}"
    if isinstance(command, str) or not isinstance(command, Sequence):
        raise TypeError(expected)
    if not all(isinstance(word, str) for word in command):
        raise TypeError(expected)
    if not command:
        raise ValueError(expected)

    def my_divide(position: Position, depth: int) -> dict[str, int]:
        # Only here, so that importing the package stays light.
        import shlex
        import subprocess

        call = [*command, str(depth), position.fen]
        try:
            ended = subprocess.run(
                call, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
            )
        except OSError as error:
            raise ProgramError(f"cannot run {command[0]}: {error.strerror}") from None
        try:
            if ended.returncode:
                last_words = ended.stderr.strip().splitlines()[-1:] or ["nothing on stderr"]
                raise ProgramError(f"exit status {ended.returncode}, {last_words[0]}")
            return _read_divide(ended.stdout)
        except ProgramError as error:
            raise ProgramError(f"{shlex.join(call)}: {error}") from None

    return my_divide


def _read_divide(output: str) -> dict[str, int]:
    """Read lines of ``move count`` and the total; a text that comes twice names two moves."""
    lines = output.split("\n")
    *lines, last = [line.strip() for line in lines if line.strip()] or [""]
    counts: dict[str, int] = {}
    for line in lines:
        match = _COUNTED.fullmatch(line)
        if not match:
            raise ProgramError(f"expected a line 'move count', not {line!r}")
        counts[match[1]] = counts.get(match[1], 0) + int(match[2])
    match = _TOTAL.fullmatch(last)
    if not match:
        raise ProgramError(f"expected the total alone on the last line, not {last!r}")
    if int(match[1]) != sum(counts.values()):
        raise ProgramError(f"the total is {match[1]}, but the moves add up to {sum(counts.values())}")
    return counts


def _checked(theirs: object) -> dict[str, int]:
    """Refuse what is no mapping of moves to counts."""
    expected = "my_divide must return a mapping of moves to counts, such as {'9-14': 1}, not "
    if not isinstance(theirs, Mapping):
        raise TypeError(f"{expected}{type(theirs).__name__}")
    for move, count in theirs.items():
        if not isinstance(move, (str, Move)) or not isinstance(count, SupportsIndex):
            raise TypeError(f"{expected}one with {move!r}: {count!r}")
    return {str(move): int(count) for move, count in theirs.items()}


def _compare(
    line: tuple[Move, ...], position: Position, theirs: Mapping[str, int], ours: Mapping[Move, int]
) -> Difference:
    """Tell which moves are missing, too many, merged or miscounted."""
    owners: dict[Move, str] = {}
    extra = []
    fits = {text: _candidates(position, text, count, ours) for text, count in theirs.items()}
    # Texts that fit one move choose before those that fit several and stand for the rest.
    for text, candidates in sorted(fits.items(), key=lambda item: len(item[1])):
        fresh = [move for move in candidates if move not in owners]
        owners.update(dict.fromkeys(fresh, text))
        if not fresh:
            extra.append(text)
    routes = defaultdict(list)
    for move in ours:
        routes[move.start, move.end, position.play(move)].append(move)
    for equal in routes.values():
        listed = [move for move in equal if move in owners]
        if len(listed) == 1:
            owners.update(dict.fromkeys(equal, owners[listed[0]]))
    merged = []
    miscounted = []
    for text in dict.fromkeys(owners.values()):
        moves = tuple(move for move in ours if owners.get(move) == text)
        families = [tuple(move for move in equal if move in moves) for equal in routes.values()]
        right = sum(ours[move] for move in moves)
        if theirs[text] == sum(ours[equal[0]] for equal in families if equal) != right:
            merged += [equal for equal in families if len(equal) > 1]
        elif theirs[text] != right:
            miscounted.append(Miscount(moves, theirs[text], right))
    missing = tuple(move for move in ours if move not in owners)
    return Difference(line, position, missing, tuple(extra), tuple(merged), tuple(miscounted))


def _candidates(position: Position, text: str, count: int, ours: Mapping[Move, int]) -> tuple[Move, ...]:
    """Find the legal moves that a text fits.

    The whole path of one move can be a short name of others too; which is meant, the count tells.
    """
    try:
        move = position.parse_move(text)
    except AmbiguousMoveError as error:
        return error.candidates
    except (IllegalMoveError, InvalidMoveError):
        return ()
    group = tuple(other for other in ours if shortens(move.path, other.path))
    meant_as_path = ours[move] == count != sum(ours[other] for other in group)
    return (move,) if meant_as_path else group


def _reason(position: Position, text: str) -> str:
    """Say why a listed text is one too many."""
    try:
        position.parse_move(text)
    except (IllegalMoveError, InvalidMoveError) as error:
        return str(error).partition("; legal: ")[0]
    except AmbiguousMoveError:
        pass
    return f"{text} is a move that is listed already"


def _words(moves: Sequence[Move], joint: str = ", ") -> str:
    return joint.join(map(str, moves))
