"""Games that are not English draughts: recognised, and named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ._core import Position
from .errors import PdnError, VariantError
from .pdn_moves import resolve

__all__ = ["error", "of_squares", "of_start", "of_type"]

_ENGLISH = 21
# The list of PDN 3.0 (Wieger Wesselink).
_TYPES = {
    0: "chess",
    1: "Chinese chess",
    20: "international draughts",
    22: "Italian draughts",
    23: "pool checkers",
    24: "Spanish draughts",
    25: "Russian draughts",
    26: "Brazilian draughts",
    27: "Canadian draughts",
    28: "Portuguese draughts",
    29: "Czech draughts",
    30: "Turkish draughts",
    31: "Thai draughts",
    40: "Frisian draughts",
    41: "Spantsiretti draughts",
    50: "Othello",
}
_WHITE_FIRST = Position.from_fen("W:W21-32:B1-12")


def of_type(value: str) -> str | None:
    """Name the game of a GameType tag.

    Parameters
    ----------
    value : str
        Such as ``20`` or ``20,W,10,10,N2,0``.

    Returns
    -------
    str or None
        None if it is English draughts, or the text is no game type.

    Examples
    --------
    >>> of_type("20,W,10,10,N2,0"), of_type("21")
    ('international draughts', None)
    """
    number = re.match(r"\s*([0-9]{1,4})\s*(?:,|\Z)", value)
    if not number or int(number[1]) == _ENGLISH:
        return None
    return _TYPES.get(int(number[1]), f"type {int(number[1])}")


def of_squares(texts: Iterable[str]) -> str | None:
    """Name the game by its largest square.

    Parameters
    ----------
    texts : iterable of str
        Moves, or a position.

    Returns
    -------
    str or None
        None if it fits 32 squares.

    Examples
    --------
    >>> of_squares(["32-28", "19-23"]), of_squares(["32-28", "17-22", "37-32"])
    (None, 'draughts on a board of 10 x 10')
    """
    largest = max((int(square) for text in texts for square in re.findall(r"[0-9]{1,3}", text)), default=0)
    if largest <= 32:
        return None
    return f"draughts on a board of {'10 x 10' if largest <= 50 else '12 x 12'}"


def of_start(moves: Sequence[str]) -> str | None:
    """Name the game by its first move, if White makes it.

    Parameters
    ----------
    moves : sequence of str
        From the start position.

    Returns
    -------
    str or None

    Examples
    --------
    >>> of_start(["22-18", "11-15"]), of_start(["11-15"])
    ('draughts that White begins', None)
    """
    try:
        resolve(_WHITE_FIRST, moves[0] if moves else "")
    except ValueError:
        return None
    return "draughts that White begins"


def error(fault: PdnError, variant: str) -> VariantError:
    """Return a fault as that of a game of another kind.

    Examples
    --------
    >>> print(error(PdnError(3, 1, "32-28", "White is not to move."), "Italian draughts").variant)
    Italian draughts
    """
    named = "" if variant in fault.reason else f"; it seems to be {variant}"
    return VariantError(fault.line, fault.column, fault.text, fault.reason + named, variant)
