"""A file that takes the place of another only when it is whole."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import IO

__all__ = ["replacing"]


@contextlib.contextmanager
def replacing(target: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of another at the end; if it does not come to that, none is left.

    Parameters
    ----------
    target : path-like
        A device or a pipe is written to as it is.

    Yields
    ------
    binary stream

    Raises
    ------
    OSError
        If it cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = pathlib.Path(directory, "games.pdn")
    ...     _ = path.write_text("before")
    ...     with replacing(path) as file:
    ...         _ = file.write(b"after")
    ...         path.read_text()
    ...     path.read_text()
    'before'
    'after'
    """
    if not target or (os.path.exists(target) and not os.path.isfile(target)):  # no name, a device or a pipe
        with open(target, "wb") as file:
            yield file
        return
    path = os.path.realpath(target)
    part = os.path.join(os.path.dirname(path), f"{os.urandom(8).hex()}.part")
    try:
        file = open(part, "xb")  # noqa: SIM115 - closed before it is moved
    except OSError as error:
        error.filename = os.fspath(target)  # the other one is a name that nobody has given
        raise
    try:
        with file:
            yield file
        if os.path.exists(path):
            shutil.copymode(path, part)
        os.replace(part, path)
    except BaseException:
        os.remove(part)
        raise
