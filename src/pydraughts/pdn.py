r"""Games as text, in Portable Draughts Notation: everything that is in use is read, PDN 3.0 is written.

Examples
--------
>>> [record] = read("[Black \"A. Wyllie\"]\n1. 11-15! {best} 22-18 2. 15x22 25x18 1-0\n")
>>> record.headers["Black"], record.winner, record.notes[0].mark
('A. Wyllie', <Color.BLACK: 0>, '!')
>>> print(*record.moves)
11-15 22-18 15x22 25x18
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import IO, Any, Literal

from .errors import PdnError, VariantError
from .pdn_headers import Headers
from .pdn_lexer import games
from .pdn_reader import read_game
from .pdn_record import Line, Note, Record
from .pdn_source import Source, opened
from .replacing import replacing
from .types import check_type

__all__ = ["Headers", "Line", "Note", "PdnError", "Record", "VariantError", "read", "write"]


def read(
    source: Source,
    *,
    first_player_wins: bool = True,
    strict: bool = False,
    resolve: Literal["error", "lookahead"] = "error",
    skip_other_variants: bool = False,
) -> Iterator[Record]:
    r"""Read games, one at a time.

    A game with a fault is read up to there, the fault is in its ``errors``, and the next game
    follows. A bracket whose moves cannot be played is a comment.

    Parameters
    ----------
    source : str, path-like, bytes, text stream or binary stream
        A str is the path of a file, unless it has several lines, or begins as a game does and does not end
        in ``.pdn``.
    first_player_wins : bool, default True
        Whether 1-0 means that Black has won, as it should. Some files mean White: they show by results
        that contradict last positions.
    strict : bool, default False
        Whether the first fault is raised.
    resolve : {"error", "lookahead"}, default "error"
        What to do if a move is ambiguous: "lookahead" takes it for the one that the rest of the game fits.
    skip_other_variants : bool, default False
        Whether games of other kinds of draughts are left out; else they are records without moves, with a
        `VariantError`.

    Yields
    ------
    Record

    Raises
    ------
    PdnError
        If ``strict``.

    Examples
    --------
    >>> text = "1. 11-15 22-18 2. 8-11 *\n[GameType \"20\"]\n1. 32-28 *\n[Event \"C\"]\n1. 9-14 *\n"
    >>> for record in read(text):
    ...     print([str(move) for move in record.moves], *record.errors)  # doctest: +ELLIPSIS
    ['11-15', '22-18'] line 1, column 19: 8-11 is illegal: a jump is there to be taken, and jumps are ...
    [] line 2, column 1: this is a game of international draughts, not of English draughts
    ['9-14']
    """
    if resolve not in ("error", "lookahead"):
        raise ValueError(f"resolve must be 'error' or 'lookahead', not {resolve!r}")
    return _records(source, first_player_wins, strict, resolve == "lookahead", skip_other_variants)


def _records(
    source: Source, first_player_wins: bool, strict: bool, look_ahead: bool, skip_other_variants: bool
) -> Iterator[Record]:
    with opened(source) as characters:
        for raw in games(characters):
            record = read_game(raw, first_player_wins=first_player_wins, look_ahead=look_ahead)
            if skip_other_variants and record.variant:
                continue
            if strict and record.errors:
                raise record.errors[0]
            yield record


def write(records: Iterable[Record], target: str | os.PathLike[str] | IO[str] | IO[bytes]) -> None:
    r"""Write games as PDN 3.0, with an empty line between them.

    Parameters
    ----------
    records : iterable of Record
    target : str, path-like, text stream or binary stream
        Files and binary streams are written in UTF-8. A file is as it was until all is written, so it may
        be the one that the records come from.

    Raises
    ------
    VariantError
        If one is a game of another kind.
    IllegalMoveError
        If a move is illegal where it stands.
    ValueError
        If there is something that PDN cannot say: a note without its move, a mark that is none.

    Examples
    --------
    >>> import sys
    >>> write(read("11X15 22X18 15:22 2-0\n"), sys.stdout)
    [Result "2-0"]
    [GameType "21"]
    <BLANKLINE>
    1. 11-15 22-18 2. 15x22 *
    """
    if isinstance(target, (str, os.PathLike)):
        with replacing(target) as file:
            write(records, file)
        return
    if not hasattr(target, "write"):
        raise TypeError(f"games are written to a path or a stream, not {type(target).__name__}")
    is_text = _takes_text(target)
    separator = ""
    for record in records:
        check_type("what is written", record, Record)
        text = separator + record.to_pdn()
        separator = "\n"
        target.write(text if is_text else text.encode("utf-8", "replace"))  # type: ignore[arg-type]


def _takes_text(stream: IO[Any]) -> bool:
    try:
        stream.write("")
    except TypeError:
        return False
    return True
