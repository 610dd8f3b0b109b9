"""An array of positions: a typed holder of rows that have been checked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias, cast, overload

import numpy as np
import numpy.typing as npt

from ._core import Position
from .batch_files import map_rows, write_rows
from .batch_rows import POSITION_DTYPE, check_rows, refuse_mask, rows_of_columns
from .errors import InvalidFenError
from .types import check_type

__all__ = ["PositionArray"]

_Integers: TypeAlias = "npt.NDArray[np.integer[Any]]"
_Rows: TypeAlias = "slice | Sequence[int] | _Integers | npt.NDArray[np.bool_]"


class PositionArray(Sequence[Position]):  # noqa: PLW1641 (rows may change: there is no hash)
    """Positions in the rows of a NumPy array, without a copy of it.

    An index gives a `Position`; a slice is a view of the same rows, an array of indices or of booleans a
    copy of some of them. NumPy takes it as its rows, in ``np.concatenate([a, b])`` and the like. Functions
    of `pydraughts.batch` trust that rows stay as they are; what they give for others means nothing.

    Parameters
    ----------
    rows : ndarray of POSITION_DTYPE, shape (N,)
        Contiguous or not, in memory or in a mapped file, read-only or not. They are checked, once.

    Raises
    ------
    TypeError
        If it is no array, or one of another dtype.
    ValueError
        If it is not one-dimensional, or a row is no position: says which is the first, and why.

    Examples
    --------
    >>> array = PositionArray.from_positions([Position(), Position().play("11-15")])
    >>> array
    PositionArray of 2 positions
    >>> array[1].turn, array[1:] == array[[1]]
    (<Color.WHITE: 1>, True)
    >>> PositionArray(np.array([(1, 1, 0, 0)], POSITION_DTYPE))
    Traceback (most recent call last):
        ...
    ValueError: row 0: black and white both claim square 1
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: npt.NDArray[np.void]) -> None:
        check_rows(rows)
        self._hold(rows)

    def _hold(self, rows: npt.NDArray[np.void]) -> None:
        view = np.asarray(rows).view(POSITION_DTYPE)
        view.flags.writeable = False
        self._rows = view

    @classmethod
    def _trusted(cls, rows: npt.NDArray[np.void]) -> PositionArray:
        """Hold rows that are known to be positions."""
        array = cls.__new__(cls)
        array._hold(rows)
        return array

    @classmethod
    def from_positions(cls, positions: Iterable[Position]) -> PositionArray:
        """Hold the positions of a list.

        Parameters
        ----------
        positions : iterable of Position

        Returns
        -------
        PositionArray

        Raises
        ------
        TypeError
            If an item is something else: says which is the first.

        Examples
        --------
        >>> PositionArray.from_positions([Position()])[0] == Position()
        True
        """
        return cls._trusted(np.fromiter((_row(*item) for item in enumerate(positions)), POSITION_DTYPE))

    @classmethod
    def from_fens(cls, fens: Iterable[str], *, strict: bool = True) -> PositionArray:
        """Read position texts.

        Parameters
        ----------
        fens : iterable of str
        strict : bool, default True
            As for `Position.from_fen`.

        Returns
        -------
        PositionArray

        Raises
        ------
        InvalidFenError
            If a text does not describe a position: says which is the first, and why.
        TypeError
            If it is a single text, or an item is no text: says which is the first.

        Examples
        --------
        >>> PositionArray.from_fens(["B:W21-32:B1-12", "W:W32:BK1"]).fens()[1]
        'W:W32:BK1'
        """
        if isinstance(fens, str):
            raise TypeError("fens must be a list of texts, not one text")
        return cls.from_positions(_read(number, fen, strict) for number, fen in enumerate(fens))

    @classmethod
    def from_bitboards(
        cls, *, black: npt.ArrayLike, white: npt.ArrayLike, kings: npt.ArrayLike, turn: npt.ArrayLike
    ) -> PositionArray:
        """Build positions from arrays of bitboards, which are copied.

        Parameters
        ----------
        black, white, kings : array_like of int, shape (N,)
            Bit i for square i + 1, as for `Position.from_bitboards`.
        turn : array_like of int, shape (N,), or Color
            0 where Black is to move, 1 where White is; a single one stands for all.

        Returns
        -------
        PositionArray

        Raises
        ------
        TypeError
            If something is not whole numbers.
        ValueError
            If shapes do not fit, or a row is no position: says which is the first, and why.

        Examples
        --------
        >>> PositionArray.from_bitboards(black=[1, 2], white=[4, 8], kings=[4, 8], turn=1).fens()
        ['W:WK3:B1', 'W:WK4:B2']
        """
        return cls._trusted(rows_of_columns(black, white, kings, turn))

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> PositionArray:
        """Map a file that `save` or `numpy.save` has written into memory, without reading it into an array.

        Parameters
        ----------
        file : path-like
            It must stay as it is for as long as the array is there; `save` may replace it, except on
            Windows, which does not let go of a mapped file.

        Returns
        -------
        PositionArray

        Raises
        ------
        OSError
            If the file cannot be read.
        TypeError, ValueError
            If it does not hold positions.

        Examples
        --------
        >>> import tempfile
        >>> array = PositionArray.from_positions([Position()])
        >>> with tempfile.TemporaryDirectory() as directory:
        ...     array.save(f"{directory}/start.npy")
        ...     PositionArray.load(f"{directory}/start.npy") == array
        True
        """
        return cls._trusted(map_rows(file))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the rows in NumPy's format.

        Parameters
        ----------
        file : path-like
            ``.npy`` is added to a name without it. A file that is there is replaced when the new one
            is whole, so that its own positions may be written to it.

        Raises
        ------
        OSError
            If the file cannot be written; what was there stays.

        Examples
        --------
        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as directory:
        ...     PositionArray.from_positions([Position()]).save(f"{directory}/start")
        ...     os.listdir(directory)
        ['start.npy']
        """
        write_rows(file, self._rows)

    @property
    def rows(self) -> npt.NDArray[np.void]:
        """The rows, as a view that cannot be written to: ndarray of POSITION_DTYPE, shape (N,)."""
        return self._rows

    @property
    def black(self) -> npt.NDArray[np.uint32]:
        """Black's pieces, a view: ndarray of uint32, shape (N,)."""
        return self._rows["black"]

    @property
    def white(self) -> npt.NDArray[np.uint32]:
        """White's pieces, a view: ndarray of uint32, shape (N,)."""
        return self._rows["white"]

    @property
    def kings(self) -> npt.NDArray[np.uint32]:
        """The kings of both sides, a view: ndarray of uint32, shape (N,)."""
        return self._rows["kings"]

    @property
    def turn(self) -> npt.NDArray[np.uint8]:
        """Side to move, a view: ndarray of uint8, shape (N,)."""
        return self._rows["turn"]

    def fens(self) -> list[str]:
        """Write every position as its canonical text.

        Returns
        -------
        list of str

        Examples
        --------
        >>> PositionArray.from_fens(["w: w18, k24 : b12, k13."]).fens()
        ['W:W18,K24:B12,K13']
        """
        return [position.fen for position in self]

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Position: ...
    @overload
    def __getitem__(self, index: _Rows) -> PositionArray: ...
    def __getitem__(self, index: int | np.integer[Any] | _Rows) -> Position | PositionArray:
        refuse_mask("index", index)
        try:
            chosen: Any = self._rows[index]
        except ValueError as error:  # no field of that name
            raise IndexError(str(error)) from None
        if isinstance(chosen, np.void):
            return _position(chosen)
        if chosen.ndim != 1 or chosen.dtype != POSITION_DTYPE:
            raise IndexError(f"an index is a number, a slice or an array of one dimension, not {index!r}")
        return self._trusted(chosen)

    def __iter__(self) -> Iterator[Position]:
        return map(_position, self._rows)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self._rows, dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PositionArray):
            return NotImplemented
        return bool(np.array_equal(self._rows, other._rows))

    def __repr__(self) -> str:
        return f"PositionArray of {len(self)} positions"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (np.ascontiguousarray(self._rows),)


def _row(number: int, position: Position) -> tuple[int, int, int, int]:
    check_type(f"item {number}", position, Position)
    return position.black, position.white, position.kings, position.turn


def _read(number: int, fen: str, strict: bool) -> Position:
    try:
        return Position.from_fen(fen, strict=strict)
    except InvalidFenError as error:
        raise InvalidFenError(f"text {number}: {error}") from None
    except TypeError as error:
        raise TypeError(f"text {number}: {error}") from None


def _position(row: np.void) -> Position:
    black, white, kings, turn = cast("tuple[Any, ...]", row.item())
    return Position.from_bitboards(black=black, white=white, kings=kings, turn=turn)
