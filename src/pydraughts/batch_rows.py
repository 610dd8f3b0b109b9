"""Rows of bitboards: their dtype, and what can be wrong with them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _batch
from ._core import Position

__all__ = ["POSITION_DTYPE", "check_rows", "fill", "refuse_mask", "rows_of_columns", "whole_numbers"]

POSITION_DTYPE = np.dtype([("black", "<u4"), ("white", "<u4"), ("kings", "<u4"), ("turn", "u1")])
"""One position, 13 bytes: bitboards with bit i for square i + 1, and 0 if Black is to move, 1 if White is."""

_Integers: TypeAlias = "npt.NDArray[np.integer[Any]]"


def refuse_mask(name: str, values: object) -> None:
    """Refuse what would lose its mask."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} must not be masked; data is the array without its mask")


def whole_numbers(name: str, values: npt.ArrayLike) -> _Integers:
    """Take an array of integers, of objects where no dtype holds them all, or an empty list."""
    refuse_mask(name, values)
    try:
        array = np.asarray(values)
    except ValueError as error:  # lists of different lengths
        raise ValueError(f"{name}: {error}") from None
    if array.dtype.kind in "iu" or (not array.size and array.dtype == float):  # as [] is
        return array
    kind = str(array.dtype)
    if array.dtype == object or not isinstance(values, np.ndarray):
        objects = np.asarray(values, object)
        others = [type(value).__name__ for value in objects.flat if not _is_whole(value)]
        if not others:
            return objects
        if array.dtype == object:
            kind = others[0]
    raise TypeError(f"{name} must be whole numbers, not {kind}")


def _is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def fill(column: npt.NDArray[Any], values: _Integers, most: int) -> npt.NDArray[np.bool_]:
    """Write whole numbers 0 to most into a column; where there are others it stays as it is: tells where."""
    fits: npt.NDArray[np.bool_] = (values >= 0) & (values <= most)
    np.copyto(column, values, casting="unsafe", where=fits)
    return ~fits


def check_rows(rows: npt.NDArray[np.void]) -> None:
    """Refuse what is no array of rows, and rows of which one is no position."""
    if not isinstance(rows, np.ndarray):
        raise TypeError(f"rows must be a NumPy array, not {type(rows).__name__}")
    refuse_mask("rows", rows)
    if rows.dtype != POSITION_DTYPE:
        convertible = rows.dtype.names == POSITION_DTYPE.names
        remedy = "; astype(POSITION_DTYPE) makes such rows" if convertible else ""
        raise TypeError(f"rows must have the dtype {POSITION_DTYPE}, not {rows.dtype}{remedy}")
    if rows.ndim != 1:
        raise ValueError(f"rows must have one dimension, not the shape {rows.shape}")
    fault = _batch.first_fault(rows)
    if fault >= 0:
        _refuse(fault, *rows[fault].item())


def rows_of_columns(
    black: npt.ArrayLike, white: npt.ArrayLike, kings: npt.ArrayLike, turn: npt.ArrayLike
) -> npt.NDArray[np.void]:
    """Make rows, and check them; one side to move may stand for all."""
    given = {"black": black, "white": white, "kings": kings, "turn": turn}
    columns = {name: whole_numbers(name, values) for name, values in given.items()}
    if columns["black"].ndim != 1:
        raise ValueError(f"black must have one dimension, not the shape {columns['black'].shape}")
    length = columns["black"].size
    rows = np.zeros(length, POSITION_DTYPE)
    beyond = np.zeros(length, bool)
    for name, column in columns.items():
        if column.shape != (length,) and (name != "turn" or column.shape):
            raise ValueError(f"{name} must have the shape ({length},), as black has, not {column.shape}")
        beyond |= fill(rows[name], column, 1 if name == "turn" else 0xFFFFFFFF)
    first = int(beyond.argmax()) if beyond.any() else length
    check_rows(rows[:first])
    if first < length:
        _refuse(first, *(int(np.broadcast_to(column, length)[first]) for column in columns.values()))
    return rows


def _refuse(number: int, black: int, white: int, kings: int, turn: Any) -> None:
    """Raise what `Position` says of a row that is no position."""
    try:
        Position.from_bitboards(black=black, white=white, kings=kings, turn=turn)
    except ValueError as error:
        raise ValueError(f"row {number}: {error}") from None
