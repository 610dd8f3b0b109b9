"""Files of rows, in NumPy's format."""

from __future__ import annotations

import os
from tokenize import TokenError

import numpy as np
import numpy.typing as npt

from .batch_rows import check_rows
from .replacing import replacing

__all__ = ["map_rows", "write_rows"]

_SUFFIX = ".npy"


def map_rows(file: str | os.PathLike[str]) -> npt.NDArray[np.void]:
    """Map a file into memory, and check its rows; errors begin with its name."""
    name = os.fsdecode(file)
    try:
        rows: npt.NDArray[np.void] = np.lib.format.open_memmap(name, mode="r")
        check_rows(rows)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    except (OverflowError, RecursionError, SyntaxError, TokenError, ValueError) as error:
        # NumPy evaluates the header.
        raise ValueError(f"{name}: {error}") from None
    return rows


def write_rows(file: str | os.PathLike[str], rows: npt.NDArray[np.void]) -> None:
    """Write rows, which may be those of the file that they replace."""
    name = os.fsdecode(file)
    if name and not name.endswith(_SUFFIX):
        name += _SUFFIX
    with replacing(name) as stream:
        np.save(stream, rows, allow_pickle=False)
