"""A record written as PDN 3.0."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ._core import Position
from .pdn_headers import Headers
from .pdn_record import Line, Note, Record
from .pdn_results import text_of, winner_of
from .types import Color, check_type

__all__ = ["to_pdn"]

_WIDTH = 79
# Programs take "[" or "%" at the beginning of a line for more than a part of a comment.
_BREAK = re.compile(r" (?![\[%])")
_MARKS = re.compile(r"(?:[!?]+|\([!?]+\))*")
_LARGEST_NAG = 999


def to_pdn(record: Record) -> str:
    """Write a record.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str
        Tags, an empty line, and the moves with what is said about them.

    Raises
    ------
    VariantError
        If it is a game of another kind.
    IllegalMoveError
        If a move is illegal where it stands.
    ValueError
        If there is something that PDN cannot say: a note without its move, a mark that is none.

    Examples
    --------
    >>> from pydraughts import Move
    >>> print(to_pdn(Record([Move((9, 14))], start=Position.from_fen("B:W30:B9"))), end="")
    [Result "*"]
    [GameType "21"]
    [FEN "B:W30:B9"]
    <BLANKLINE>
    1. 9-14 *
    """
    record.refuse_variant()
    tags = "".join(f'[{name} "{value}"]\n' for name, value in _tags(record))
    return f"{tags}\n{_wrapped(_pieces(record))}"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    result = record.result_text
    if record.winner is not None and record.winner != winner_of(result):
        result = text_of(record.winner)
    needed = Headers({"Result": result, "GameType": "21"})
    known = {"result": result, "fen": record.start.fen}
    for name, value in record.headers.pairs:
        yield name, known.get(name.lower(), value)
    if record.start != Position():
        needed["FEN"] = record.start.fen
    yield from ((name, value) for name, value in needed.items() if name not in record.headers)


def _pieces(record: Record) -> Iterator[str]:
    """Yield what stands between blanks: a move with its number, a comment, a glyph."""
    # Variations are walked with a stack of generators: they may be nested deeper than Python calls can be.
    walks = [_walk(record, record.start, int(record.start.turn))]
    piece = opening = ""
    while walks:
        item = next(walks[-1], None)
        if item is None:
            walks.pop()
            piece += ")" if walks else ""
        elif isinstance(item, str):
            if piece:
                yield piece
            piece, opening = opening + item, ""
        else:
            walks.append(_walk(*item))
            opening = "("
    if piece:
        yield piece
    yield "*"


def _walk(line: Line, position: Position, ply: int) -> Iterator[str | tuple[Line, Position, int]]:
    """Yield the pieces of a line, and the variations where they stand, each with its position and ply."""
    _refuse_unwritable(line)
    is_numbered = True
    for index, move in enumerate(line.moves):
        note = line.notes.get(index)
        number = f"{ply // 2 + 1}." if position.turn == Color.BLACK else f"{ply // 2 + 1}..."
        if note and note.before:
            yield number
            yield from _comments(note.before)
            number = ""
        elif not is_numbered and position.turn == Color.WHITE:
            number = ""
        text = position.format_move(move) + (note.mark if note else "")
        yield f"{number} {text}".lstrip()
        is_numbered = False
        if note:
            yield from (f"${nag}" for nag in note.nags)
            yield from _comments(note.after)
            yield from ((variation, position, ply) for variation in note.variations if variation.moves)
            is_numbered = bool(note.after or note.variations)
        position = position.play(move)
        ply += 1
    end = line.notes.get(len(line.moves), Note())
    if end.before:
        yield f"{ply // 2 + 1}." + ".." * (position.turn == Color.WHITE)
        yield from _comments(end.before)


def _refuse_unwritable(line: Line) -> None:
    for index, note in line.notes.items():
        check_type("a note", note, Note)
        marked = note.nags or note.mark
        if not 0 <= index <= len(line.moves) or (
            index == len(line.moves) and (note.after or marked or note.variations)
        ):
            raise ValueError(f"there is no move {index} that the note about it could follow")
        check_type("a mark", note.mark, str)
        for nag in note.nags:
            check_type("a numeric glyph", nag, int)
        for variation in note.variations:
            check_type("a variation", variation, Line)
        if not _MARKS.fullmatch(note.mark):
            raise ValueError(f"{note.mark!r} is not a mark: expected some of '!', '?', '(!)'")
        if not all(0 <= nag <= _LARGEST_NAG for nag in note.nags):
            raise ValueError(f"numeric glyphs are 0 to {_LARGEST_NAG}, not {note.nags}")


def _comments(comments: list[str]) -> Iterator[str]:
    check_type("comments", comments, list)
    for comment in comments:
        check_type("a comment", comment, str)
        yield "{" + " ".join(comment.split()).replace("}", ")") + "}"


def _wrapped(pieces: Iterator[str]) -> str:
    lines = [""]
    for piece in pieces:
        for word in _BREAK.split(piece) if piece[0] == "{" else [piece]:
            if lines[-1] and len(lines[-1]) + 1 + len(word) <= _WIDTH:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
    return "\n".join(lines[1:]) + "\n"
