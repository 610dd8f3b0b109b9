"""A file that a long count goes on from: a line of JSON for what is counted, then one for each piece done.

The lines are only ever added. A line that was not written whole when the count was killed is dropped
with a warning; any other damage, and a file that belongs to another count, is refused and left alone.
"""

from __future__ import annotations

import json
import os
import stat
import warnings
import zlib
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakSet

from .frontiers import Counts

__all__ = ["Checkpoint", "CheckpointError", "Plan"]

_FORMAT = "pydraughts perft checkpoint"
_VERSION = 2  # another one wherever the streams of a frontier, or their order, become others


class CheckpointError(ValueError):
    """A checkpoint file that cannot be gone on from."""


class Plan(NamedTuple):
    """How a count is cut in pieces: the same in every run that goes on with it.

    Attributes
    ----------
    plies : int
        Plies before the pieces begin.
    streams : int
        Streams of the frontier there; 0 if there is none, and a tree below each line of play is a piece.
    pieces : int
        Number of pieces.
    """

    plies: int
    streams: int
    pieces: int


class Checkpoint:
    """The pieces done of one count, in memory and in a file.

    Parameters
    ----------
    path : path-like
        The file; it is made if there is none.
    job : dict
        What is counted, as JSON values. A file with another job is refused.
    """

    def __init__(self, path: str | os.PathLike[str], job: dict[str, Any]) -> None:
        self.path = Path(path)
        self.plans: dict[str, Plan] = {}
        self.done: dict[str, Counts] = {}
        self._job = {"format": _FORMAT, "version": _VERSION, **job}
        self._file: FileIO = open(self.path, "a+b", buffering=0)  # noqa: SIM115 - closed by close
        _opened.add(self)
        try:
            if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                raise CheckpointError(f"{self.path} is not a file that can be gone on from")
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def decide(self, name: str, plan: Plan) -> None:
        """Write down how the count of that name is cut in pieces."""
        self.plans[name] = plan
        self._write({"plan": name, **plan._asdict()})

    def record(self, name: str, counts: Counts) -> None:
        """Write down that a piece is done."""
        self.done[name] = counts
        self._write({"piece": name, "counts": counts})

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # no such locks on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CheckpointError(f"{self.path} is in use by another count") from None
        except OSError:  # a file system without locks
            pass

    def _read(self) -> None:
        self._file.seek(0)
        *lines, rest = self._file.readall().split(b"\n")
        if not lines and not _line(self._job).startswith(rest):
            raise CheckpointError(f"{self.path} is not a checkpoint, or a damaged one")
        for number, line in enumerate(lines, start=1):
            values = self._parse(line, number)
            if number == 1:
                self._check_job(values)
            elif not self._take(values):
                raise CheckpointError(f"{self.path}: line {number} does not belong there")
        if rest:
            warnings.warn(
                f"{self.path}: the last line was not written whole and is dropped",
                RuntimeWarning,
                stacklevel=7,
            )
            self._file.truncate(sum(len(line) + 1 for line in lines))
        if not lines:
            self._write(self._job)

    def _take(self, values: dict[str, Any]) -> bool:
        """Take note of a plan or of a piece that belongs to one; false if it is neither, or there already."""
        if values.keys() == {"plan", *Plan._fields} and values["plan"] not in self.plans:
            name = values.pop("plan")
            self.plans[name] = Plan(**values)
            return all(isinstance(number, int) for number in values.values())
        if values.keys() != {"piece", "counts"} or values["piece"] in self.done:
            return False
        name, _, number = values["piece"].rpartition("/")
        plan, counts = self.plans.get(name), values["counts"]
        if plan is None or not number.isdecimal() or int(number) >= plan.pieces or len(counts) != 6:
            return False
        self.done[values["piece"]] = tuple(counts)
        return all(isinstance(count, int) for count in counts)

    def _parse(self, line: bytes, number: int) -> dict[str, Any]:
        text, _, checksum = line.rpartition(b" ")
        if checksum != _checksum(text):
            what = f"line {number} is damaged" if number > 1 else "this is not a checkpoint, or a damaged one"
            raise CheckpointError(f"{self.path}: {what}")
        values = json.loads(text)
        if not isinstance(values, dict):
            raise CheckpointError(f"{self.path}: line {number} does not belong there")
        return values

    def _check_job(self, found: dict[str, Any]) -> None:
        for key, wanted in self._job.items():
            if found.get(key) != wanted:
                raise CheckpointError(
                    f"{self.path} belongs to another count: its {key} is {found.get(key)!r}, not {wanted!r}"
                )

    def _write(self, values: dict[str, Any]) -> None:
        line = _line(values)
        while line:
            line = line[self._file.write(line) :]
        os.fsync(self._file.fileno())


def _line(values: dict[str, Any]) -> bytes:
    text = json.dumps(values).encode()
    return text + b" " + _checksum(text) + b"\n"


def _checksum(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)


_opened: WeakSet[Checkpoint] = WeakSet()


def _let_go() -> None:
    """Close the files in a forked worker: their locks must not outlive the count."""
    for checkpoint in _opened:
        checkpoint.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
