"""Games as short texts for the end of a web address.

A link is the version mark ``1`` and then base64 (RFC 4648, the alphabet for addresses) of one big
number and its CRC-32. The number is in mixed radix: each digit has as many values as there are choices
at that point, so that a forced move costs nothing. From the lowest digit upwards:

=========================================  ==========================================================
radix                                      digit
=========================================  ==========================================================
16,384                                     plies
6                                          how the players ended the game: place in a list
2                                          1 if draws need no claim
2                                          1 if the start position is not the usual one; if so,
2, then 5 for each square                  side to move, then 0 or the piece on squares 1 to 32
number of legal moves, for each ply        place of the move among them, sorted by path
=========================================  ==========================================================

No change of one character goes unseen. Links are four characters long, or eight, twelve, and so on, and
one for the version: one character more or less shows in the length. One that is replaced changes at most
six neighbouring bits, and a CRC-32 notices every such burst.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Sequence
from typing import NamedTuple

from ._core import Move, Position
from .outcomes import Outcome, Termination
from .types import Color, Piece

__all__ = ["Content", "decode", "encode"]

# The limits bound the work that a hostile link can ask for; two characters are plenty for a move.
_PLIES = 1 << 14
_FORM = re.compile(f"1(?:[A-Za-z0-9_-]{{4}}){{1,{2 * _PLIES // 4}}}")
_TO_LINK = bytes.maketrans(b"+/", b"-_")
_FROM_LINK = bytes.maketrans(b"-_", b"+/")
_ENDINGS = (
    None,
    Outcome(None, Termination.AGREEMENT),
    Outcome(Color.WHITE, Termination.RESIGNATION),
    Outcome(Color.BLACK, Termination.RESIGNATION),
    Outcome(None, Termination.REPETITION),
    Outcome(None, Termination.FORTY_MOVES),
)
_CHECKSUM_BYTES = 4


class Content(NamedTuple):
    """What a link tells of a game.

    Attributes
    ----------
    start : Position
        Where it starts.
    moves : sequence of Move
        Its moves.
    ending : Outcome or None
        How the players ended it: by agreement, resignation or claim; None if they did not.
    automatic_draws : bool
        Whether draws need no claim.
    """

    start: Position
    moves: Sequence[Move]
    ending: Outcome | None
    automatic_draws: bool


def encode(content: Content) -> str:
    """Write a link.

    Parameters
    ----------
    content : Content

    Returns
    -------
    str
        Letters, digits, hyphens and underscores.

    Raises
    ------
    ValueError
        If there are more than 16,383 moves.
    IllegalMoveError
        If one is not legal.

    Examples
    --------
    >>> encode(Content(Position(), Position().legal_moves()[:1], None, False))
    '1AAFpIt42'
    """
    start, moves, ending, automatic_draws = content
    if len(moves) >= _PLIES:
        raise ValueError(f"{len(moves):,} moves are too many for a link, which holds up to {_PLIES - 1:,}")
    unusual = start != Position()
    digits = [
        (len(moves), _PLIES),
        (_ENDINGS.index(ending), len(_ENDINGS)),
        (automatic_draws, 2),
        (unusual, 2),
    ]
    if unusual:
        digits.append((start.turn, 2))
        digits += [(start.piece_at(square) or 0, len(Piece) + 1) for square in range(1, 33)]
    position = start
    for move in moves:
        after = position.play(move)
        legal = position.legal_moves()
        digits.append((legal.index(move), len(legal)))
        position = after
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    size = (number.bit_length() + 7) // 8
    size += -(size + _CHECKSUM_BYTES) % 3
    body = number.to_bytes(size, "big")
    text = binascii.b2a_base64(body + _checksum(body), newline=False)
    return "1" + text.translate(_TO_LINK).decode("ascii")


def decode(text: str) -> Content:
    """Read a link.

    Parameters
    ----------
    text : str

    Returns
    -------
    Content

    Raises
    ------
    ValueError
        If the text is not a link that `encode` has written, letter for letter.
    TypeError
        If it is no text.

    Examples
    --------
    >>> content = decode("1AAFpIt42")
    >>> content.moves
    (Move((9, 13)),)
    """
    if not isinstance(text, str):
        raise TypeError(f"a link is a str, not {type(text).__name__}")
    if not text.startswith("1"):
        raise ValueError("not a link of a game: a link of a version known here begins with '1'")
    if not _FORM.fullmatch(text):
        raise ValueError("not a link of a game: its length is that of none, or it holds what none holds")
    data = binascii.a2b_base64(text[1:].encode("ascii").translate(_FROM_LINK))
    body, checksum = data[:-_CHECKSUM_BYTES], data[-_CHECKSUM_BYTES:]
    if checksum != _checksum(body):
        raise ValueError("not a link of a game: it is damaged, its checksum is wrong")
    content = _read(_Digits(int.from_bytes(body, "big")))
    if encode(content) != text:
        raise ValueError("not a link of a game: something follows the last move")
    return content


class _Digits:
    """The digits of a number in mixed radix, from the lowest upwards."""

    def __init__(self, number: int) -> None:
        self._rest = number

    def next(self, radix: int) -> int:
        self._rest, digit = divmod(self._rest, radix)
        return digit


def _read(digits: _Digits) -> Content:
    plies = digits.next(_PLIES)
    ending = _ENDINGS[digits.next(len(_ENDINGS))]
    automatic_draws = bool(digits.next(2))
    position = start = _read_position(digits) if digits.next(2) else Position()
    moves = []
    for ply in range(plies):
        legal = position.legal_moves()
        if not legal:
            raise ValueError(f"not a link of a game: no move is left after {ply} of its {plies} plies")
        moves.append(legal[digits.next(len(legal))])
        position = position.play(moves[-1])
    return Content(start, tuple(moves), ending, automatic_draws)


def _read_position(digits: _Digits) -> Position:
    turn = Color(digits.next(2))
    squares = {square: digits.next(len(Piece) + 1) for square in range(1, 33)}
    return Position.from_pieces({square: Piece(piece) for square, piece in squares.items() if piece}, turn)


def _checksum(body: bytes) -> bytes:
    """Give the CRC-32, lowest byte first: in this order it notices bursts across the seam too."""
    return binascii.crc32(body).to_bytes(_CHECKSUM_BYTES, "little")
