"""The board as a standalone SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydraughts._core import Move, Position
from pydraughts.diagram import place
from pydraughts.types import Color, Piece, check_type

__all__ = ["board"]

_NAMESPACE = "http://www.w3.org/2000/svg"
_INK, _PAPER = "#33291f", "#fffaf0"
_LIGHT, _DARK, _NUMBER = "#f3e6c9", "#7c9c6c", "#1c2a17"
_TINT, _TAKEN, _HINT = "#dcc14b", "#c1121f", "#0a3d80"
_BODY = {Color.BLACK: "#262626", Color.WHITE: _PAPER}
_RIM = {Color.BLACK: "#e9dfca", Color.WHITE: _INK}
_CROWN = "M-14 12L-18 -8L-8 0L0 -14L8 0L18 -8L14 12Z"


def board(
    position: Position,
    *,
    last_move: Move | None = None,
    legal: Iterable[Move] = (),
    numbers: bool = True,
    flipped: bool = False,
    size: int = 400,
) -> str:
    """Draw a position as SVG that needs no fonts, style sheets or scripts and can be inlined anywhere.

    Parameters
    ----------
    position : Position
        What to draw.
    last_move : Move, optional
        The move that led to the position: its squares are tinted, an arrow follows its path, and each
        square where it took a piece is crossed out.
    legal : iterable of Move, optional
        Moves to point out, such as ``position.legal_moves()``: a frame round every piece that moves and a
        dot where it ends.
    numbers : bool, default True
        Whether the dark squares show their numbers.
    flipped : bool, default False
        Whether Black is at the bottom.
    size : int, default 400
        Width and height in pixels.

    Returns
    -------
    str
        A complete ``<svg>`` element. Its title and description say the position in words.

    Raises
    ------
    ValueError
        If `size` is not a whole number above 0.
    TypeError
        If something else than a position is to be drawn, or something else than moves on it.

    Examples
    --------
    >>> from pydraughts import Position
    >>> picture = board(Position(), legal=Position().legal_moves(), size=240)
    >>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    if not isinstance(size, int) or isinstance(size, bool) or size < 1:
        raise ValueError(f"size must be a whole number of pixels above 0, not {size!r}")
    check_type("what is drawn", position, Position)
    moves = tuple(legal)
    for move in moves if last_move is None else (last_move, *moves):
        check_type("a move shown", move, Move)
    pieces = dict(sorted(position.pieces().items()))
    at = {square: _centre(square, flipped) for square in range(1, 33)}
    below: list[str] = []
    above: list[str] = []
    if last_move is not None:
        path = [at[square] for square in last_move.path]
        below += (_squares(path, _TINT), _arrow(path))
        above += (_cross(at[square]) for square in last_move.captured)
    if numbers:
        below.append(_numbers(at))
    above += (_frame(at[square]) for square in sorted({move.start for move in moves}))
    above += (_dot(at[square]) for square in sorted({move.end for move in moves}))
    parts = [
        f'<svg xmlns="{_NAMESPACE}" role="img" viewBox="-16 -16 832 832" width="{size}" height="{size}">',
        f"<title>Draughts board, {_name(position.turn)} to move</title>",
        f"<desc>{_describe(pieces, last_move, moves)}</desc>",
        f'<rect x="-16" y="-16" width="832" height="832" rx="14" fill="{_INK}"/>',
        f'<rect width="800" height="800" fill="{_LIGHT}"/>',
        _squares(at.values(), _DARK),
        *below,
        *(_piece(at[square], piece) for square, piece in pieces.items()),
        *above,
        "</svg>",
    ]
    return "\n".join(parts)


# A point is a complex number: real part to the right, imaginary part down, a square 100 wide.


def _centre(square: int, flipped: bool) -> complex:
    column, row = place(square)
    point = complex(100 * column + 50, 100 * row + 50)
    return complex(800, 800) - point if flipped else point


def _xy(point: complex) -> str:
    return f"{point.real:.4g} {point.imag:.4g}"


def _squares(centres: Iterable[complex], color: str) -> str:
    outline = "".join(f"M{_xy(centre - complex(50, 50))}h100v100h-100z" for centre in centres)
    return f'<path d="{outline}" fill="{color}"/>'


def _numbers(at: Mapping[int, complex]) -> str:
    labels = (
        f'<text x="{centre.real - 44:g}" y="{centre.imag - 31:g}">{square}</text>'
        for square, centre in at.items()
    )
    return f'<g font-family="sans-serif" font-size="18" fill="{_NUMBER}">{"".join(labels)}</g>'


def _piece(centre: complex, piece: Piece) -> str:
    body, rim = _BODY[piece.color], _RIM[piece.color]
    crown = f'<circle r="28"/><path d="{_CROWN}" fill="{rim}" stroke-linejoin="round"/>'
    return (
        f'<g transform="translate({_xy(centre)})" fill="{body}" stroke="{rim}" stroke-width="4">'
        f'<circle r="35"/>{crown if piece.is_king else ""}</g>'
    )


def _arrow(path: list[complex]) -> str:
    """Draw a line through the points that ends in a head at the rim of the piece on the last one."""
    *_, before, end = path
    ahead = (end - before) / abs(end - before)
    tip = end - 43 * ahead
    neck = tip - 30 * ahead
    line = "L".join(_xy(point) for point in [*path[:-1], neck])
    head = "L".join(_xy(point) for point in (tip, neck + 20j * ahead, neck - 20j * ahead))
    layers = "".join(
        f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="{width + 10}" stroke-linecap="round"/>'
        f'<path d="M{head}Z" fill="{color}" stroke="{color}" stroke-width="{width}"/>'
        for color, width in ((_INK, 6), (_PAPER, 1))
    )
    return f'<g stroke-linejoin="round">{layers}</g>'


def _cross(centre: complex) -> str:
    return (
        f'<path transform="translate({_xy(centre)})" d="M-20 -20L20 20M-20 20L20 -20" stroke="{_TAKEN}"'
        f' stroke-width="12" stroke-linecap="round"/>'
    )


def _frame(centre: complex) -> str:
    corner = centre - complex(47, 47)
    return (
        f'<rect x="{corner.real:g}" y="{corner.imag:g}" width="94" height="94" fill="none"'
        f' stroke="{_HINT}" stroke-width="6"/>'
    )


def _dot(centre: complex) -> str:
    return (
        f'<circle cx="{centre.real:g}" cy="{centre.imag:g}" r="15" fill="{_HINT}"'
        f' stroke="{_PAPER}" stroke-width="3"/>'
    )


def _name(color: Color) -> str:
    return color.name.capitalize()


def _describe(pieces: Mapping[int, Piece], last_move: Move | None, moves: tuple[Move, ...]) -> str:
    sentences = []
    for kind in Piece:
        squares = ", ".join(str(square) for square, piece in pieces.items() if piece is kind)
        sentences.append(f"{_name(kind.color)} {'kings' if kind.is_king else 'men'}: {squares or 'none'}.")
    if last_move is not None:
        sentences.append(f"Last move: {last_move}.")
    if moves:
        sentences.append(f"Moves shown: {', '.join(map(str, moves))}.")
    return " ".join(sentences)
