"""One count, from what was asked for to the sum: which method, in which pieces, and where they are done."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TypeAlias

from ._core import Move, Position
from ._perft import Stop
from .checkpoints import Checkpoint
from .frontiers import NOTHING, TREE_DEPTH, Counts, Frontiers, add, count_piece, tree
from .sharing import cores, in_executor, in_threads
from .types import Method, Progress

__all__ = ["Job"]

Report: TypeAlias = Callable[[float], None]
"""Told the share of a count that is done, 0 to 1."""

_SHALLOW = 9  # up to here a tree takes milliseconds, and frontiers are not worth their set-up
_DEEP = 12  # from here on more than one thread pays
_TREE_PIECE_DEPTH = 11
_MOST_TREE_PIECES = 2000
_SECONDS = {"distinct": 50e-9, "leaf": 0.4e-9, "piece": 2.0}  # rough costs, to cut work in sensible pieces
_MOST_PIECES = 1024
_RECORDS_TO_SEND = 1 << 21  # more is not put in one frontier when pieces of it are sent away
_WORKER_MEMORY = 1 << 30
_GROWTH, _BRANCHING = 2.8, 4.6  # distinct positions and sequences, from ply to ply
_STEPS = 10_000  # of a progress report


class Job:
    """A perft, a divide or a list of frontier sizes. The parameters are those of `perft_counts`."""

    def __init__(
        self,
        position: Position,
        depth: int,
        *,
        method: Method = "frontier",
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
        max_memory: int | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> None:
        if not isinstance(position, Position):
            raise TypeError(f"position must be a Position, not {type(position).__name__}")
        if method not in ("auto", "tree", "frontier"):
            raise ValueError(f"method must be 'auto', 'tree' or 'frontier', not {method!r}")
        self.position = position
        self.depth = _whole("depth", depth, least=0)
        self.tree = method == "tree" or (method == "auto" and self.depth <= _SHALLOW)
        if threads is None:
            threads = cores() if self.depth >= _DEEP else 1
        self.threads = _whole("threads", threads, least=1)
        self.executor = executor
        self.max_memory = None if max_memory is None else _whole("max_memory", max_memory, least=1)
        self.checkpoint_path = checkpoint
        self.checkpoint: Checkpoint | None = None
        self.stop = Stop()
        self._progress = progress
        self._reported = 0

    def count(self) -> Counts:
        """Count the sequences."""
        with self._checkpointed("perft"):
            counts = self._count(self.position, self.depth, "", self._report)
        self._report(1.0)
        return counts

    def divide(self) -> dict[Move, Counts]:
        """Count the sequences by their first move."""
        moves = self.position.legal_moves()
        result = {}
        with self._checkpointed("divide"):
            for i, move in enumerate(moves):

                def report(share: float, before: int = i) -> None:
                    self._report((before + share) / len(moves))

                after = self.position.play(move)
                result[move] = self._count(after, self.depth - 1, str(move), report)
                report(1.0)
        return result

    def distinct(self) -> tuple[int, ...]:
        """Count the distinct positions after each number of plies."""
        memory = self._memory()
        frontiers = Frontiers(self.threads, memory, self.stop)
        frontiers.start(self.position)
        for ply in range(self.depth):

            def report(share: float, before: int = ply) -> None:
                self._report(_GROWTH ** (before + share - self.depth))

            if ply < self.depth - 1:
                frontiers.advance(1, report)
            else:
                frontiers.measure(report)
            if not frontiers.exact:
                raise MemoryError(
                    f"max_memory of {memory} bytes does not hold the positions after {ply + 1} plies"
                )
        self._report(1.0)
        return tuple(frontiers.sizes)

    def _report(self, share: float) -> None:
        done = int(_STEPS * share)
        if self._progress and done > self._reported:
            self._reported = done
            self._progress(done, _STEPS)

    def _memory(self) -> int:
        return free_memory() // 2 if self.max_memory is None else self.max_memory

    @contextmanager
    def _checkpointed(self, what: str) -> Iterator[None]:
        if self.checkpoint_path is None:
            yield
            return
        method = "tree" if self.tree else "frontier"
        job = {"count": what, "fen": self.position.fen, "depth": self.depth, "method": method}
        self.checkpoint = Checkpoint(self.checkpoint_path, job)
        try:
            yield
        finally:
            self.checkpoint.close()

    def _count(self, position: Position, depth: int, name: str, report: Report) -> Counts:
        if depth == 0:
            return (1, 0, 0, 0, 0, 0)
        if self.tree or depth < 2 or not Frontiers.enough(self.threads, self._memory()):
            return self._count_tree(position, depth, name, report)
        return self._count_frontiers(position, depth, name, report)

    def _count_tree(self, position: Position, depth: int, name: str, report: Report) -> Counts:
        positions = [position]
        while depth > _TREE_PIECE_DEPTH and 0 < len(positions) < _MOST_TREE_PIECES:
            positions = [after.play(move) for after in positions for move in after.legal_moves()]
            depth -= 1
        if (
            len(positions) == 1
            and not self.executor
            and not self.checkpoint
            and depth <= _TREE_PIECE_DEPTH - 1
        ):
            return tree(positions[0], depth, self.stop)

        def here(_: int, piece: int) -> Counts:
            return tree(positions[piece], depth, self.stop)

        def done(pieces: list[int]) -> Iterator[tuple[int, Counts]]:
            if self.executor:
                return in_executor(_tree_piece, ((i, (positions[i], depth)) for i in pieces), self.executor)
            return in_threads(here, pieces, self.threads, self.stop)

        return self._sum(name, len(positions), done, report)

    def _count_frontiers(self, position: Position, depth: int, name: str, report: Report) -> Counts:
        plan = self.checkpoint.plans.get(name) if self.checkpoint else None
        frontiers, begun = self._build(position, depth, plan["plies"] if plan else None, report)
        left = depth - frontiers.plies
        if plan is None:
            plan = {
                "plies": frontiers.plies,
                "pieces": len(frontiers.ranges(_pieces(frontiers.sizes[-1], left))),
            }
            if self.checkpoint:
                self.checkpoint.decide(name, plan)
        ranges = frontiers.ranges(plan["pieces"])
        numbers = {streams: number for number, streams in enumerate(ranges)}

        def done(pieces: list[int]) -> Iterator[tuple[int, Counts]]:
            if self.executor:
                memory = self.max_memory or _WORKER_MEMORY
                taken = ((i, frontiers.take(ranges[i], left, memory)) for i in pieces)
                yield from in_executor(count_piece, taken, self.executor)
            else:
                for streams, counts in frontiers.count([ranges[i] for i in pieces], left):
                    yield numbers[streams], counts

        def rest(share: float) -> None:
            report(begun + share * (1 - begun))

        return add(frontiers.spilled, self._sum(name, len(ranges), done, rest))

    def _build(
        self, position: Position, depth: int, plies: int | None, report: Report
    ) -> tuple[Frontiers, float]:
        """Make frontiers as far as that is worth while; return them with the share of the work done."""
        wanted = depth - TREE_DEPTH - 1 if plies is None else plies
        share = 0.0
        frontiers = Frontiers(self.threads, self._memory(), self.stop)
        frontiers.start(position)
        while frontiers.plies < wanted:
            if plies is None and not (frontiers.fits() and self._worth_sending(frontiers)):
                break
            left = depth - frontiers.plies
            begun, end = share, _share_after(frontiers.plies, wanted, TREE_DEPTH)

            def within(part: float, begun: float = begun, end: float = end) -> None:
                report(begun + part * (end - begun))

            frontiers.advance(left, within)
            share = end
            if not frontiers.exact and self.checkpoint:
                # Pieces must be the same in every run, whatever memory it has: stop one ply earlier.
                if plies is not None:
                    raise MemoryError(
                        f"the checkpoint asks for more than max_memory of {self._memory()} bytes"
                    )
                return self._build(position, depth, frontiers.plies - 1, report)
        return frontiers, share

    def _worth_sending(self, frontiers: Frontiers) -> bool:
        return self.executor is None or frontiers.sizes[-1] * _GROWTH < _RECORDS_TO_SEND

    def _sum(
        self,
        name: str,
        number: int,
        done: Callable[[list[int]], Iterator[tuple[int, Counts]]],
        report: Report,
    ) -> Counts:
        """Add up the pieces, those that the checkpoint knows and those that have to be done."""
        total = NOTHING
        known = self.checkpoint.done if self.checkpoint else {}
        names = [f"{name}/{i}" for i in range(number)]
        for piece in names:
            if piece in known:
                total = add(total, known[piece])
        missing = [i for i in range(number) if names[i] not in known]
        finished = number - len(missing)
        for i, counts in done(missing):
            total = add(total, counts)
            if self.checkpoint:
                self.checkpoint.record(names[i], counts)
            finished += 1
            report(finished / number)
        return total


def _whole(name: str, value: int, least: int) -> int:
    value = operator.index(value)
    if value < least:
        raise ValueError(f"{name} must be {least} or more, not {value}")
    return value


def _tree_piece(piece: tuple[Position, int]) -> Counts:
    return tree(*piece, Stop())


def _pieces(distinct: int, depth: int) -> int:
    """Choose the number of pieces, so that each takes seconds, or there are enough to share out."""
    trees = _BRANCHING ** min(depth, TREE_DEPTH) * _SECONDS["leaf"]
    positions = distinct * _GROWTH ** max(0, depth - TREE_DEPTH)
    seconds = positions * (_SECONDS["distinct"] + trees)
    return min(_MOST_PIECES, max(64, int(seconds / _SECONDS["piece"])))


def _share_after(plies: int, wanted: int, depth: int) -> float:
    """Estimate the share of the whole work that is done when the frontier after `plies` has been left."""
    last = 1 + _BRANCHING**depth * _SECONDS["leaf"] / _SECONDS["distinct"]
    whole = sum(_GROWTH ** (ply - wanted) for ply in range(wanted)) + last
    return sum(_GROWTH ** (ply - wanted) for ply in range(plies + 1)) / whole


def free_memory() -> int:
    """Bytes that the machine has free, or a careful guess."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return 4 << 30
