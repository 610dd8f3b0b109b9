"""How the result of a game is written.

In English draughts the first player, for whom results are written, is Black: so the manual of SAGE, PDN
1.0 and 2.0, CheckerBoard, and nearly all public games.
"""

from __future__ import annotations

import re

from .types import Color

__all__ = ["are_same", "is_drawn", "text_of", "winner_of"]

_FIRST_WINS = ("1-0", "2-0")
_SECOND_WINS = ("0-1", "0-2")
_DRAWN = ("1/2-1/2", "1-1", "1/2", "\xbd-\xbd", "\xbd", "0.5-0.5")
_DASH = re.compile(r"[\u2010-\u2014\u2212]")


def winner_of(result: str, *, first_player_wins: bool = True) -> Color | None:
    """Tell who has won by a result.

    Parameters
    ----------
    result : str
        Such as ``1-0``; in two-point scores, ``2-0``. Blanks and the kind of dash do not matter.
    first_player_wins : bool, default True
        Whether 1-0 means that Black has won.

    Returns
    -------
    Color or None
        None if it is drawn, not known, or lost for both.

    Examples
    --------
    >>> winner_of("1-0"), winner_of("0-2"), winner_of("1/2-1/2")
    (<Color.BLACK: 0>, <Color.WHITE: 1>, None)
    """
    result = _plain(result)
    if result in _FIRST_WINS:
        return Color.BLACK if first_player_wins else Color.WHITE
    if result in _SECOND_WINS:
        return Color.WHITE if first_player_wins else Color.BLACK
    return None


def is_drawn(result: str) -> bool:
    """Tell whether a result is a draw.

    Parameters
    ----------
    result : str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_drawn("1/2-1/2"), is_drawn("*")
    (True, False)
    """
    return _plain(result) in _DRAWN


def are_same(one: str, other: str) -> bool:
    """Tell whether two texts are the same result.

    Parameters
    ----------
    one, other : str

    Returns
    -------
    bool

    Examples
    --------
    >>> are_same("1-0", "2 - 0"), are_same("1-1", "1/2"), are_same("1-0", "forfeit")
    (True, True, False)
    """
    texts = {_plain(one), _plain(other)}
    return len(texts) == 1 or any(texts <= {*known} for known in (_FIRST_WINS, _SECOND_WINS, _DRAWN))


def text_of(winner: Color | None) -> str:
    """Write the result of a game that has ended.

    Parameters
    ----------
    winner : Color or None
        None for a draw.

    Returns
    -------
    str

    Examples
    --------
    >>> text_of(Color.WHITE), text_of(None)
    ('0-1', '1/2-1/2')
    """
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[Color(winner)]


def _plain(result: str) -> str:
    return _DASH.sub("-", "".join(result.split()))
