"""One count, from what was asked for to the sum: which method, in which pieces, and where they are done."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TypeAlias

from . import plainly
from ._core import Move, Position
from ._perft import Stop, TooManyPathsError
from .checkpoints import Checkpoint, Plan
from .frontiers import NOTHING, TREE_DEPTH, Counts, Frontiers, add, count_piece, tree
from .sharing import cores, in_executor, in_threads
from .types import Method, Progress, check_type, check_whole

__all__ = ["Job"]

Report: TypeAlias = Callable[[float], None]
"""Told the share of a count that is done, 0 to 1."""

# Numbers of sequences, as logarithms: they are reckoned from three plies, and looked at up to so many plies.
_SOON, _SOON_PLIES = math.log(3e7), 9  # a tree takes milliseconds, and frontiers are not worth their set-up
_MANY, _MANY_PLIES = math.log(5e9), 12  # from here on more than one thread pays
_TREE_PIECE, _TREE_PIECE_PLIES = math.log(1.5e9), 11
_MOST_TREE_PIECES = 2000
_SECONDS = {"distinct": 50e-9, "leaf": 0.4e-9, "piece": 2.0}  # rough costs, to cut work in sensible pieces
_MOST_PIECES = 4096
_RECORDS_OF_A_PIECE = 1 << 16  # a mebibyte to send, about; a later cut counts less twice
_MOST_RECORDS_TO_SEND = 1 << 24
_WORKER_MEMORY = 1 << 30
_GROWTH, _BRANCHING = 2.8, 5.0  # distinct positions and sequences below one, from ply to ply
_COUNTED_AGAIN = 2  # how often a position turns up in pieces that know nothing of each other
_STEPS = 1000  # of a progress report
_MOST_THREADS_OF_A_CORE = 4
_FAR = 300  # plies: too far off to be estimated


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
        check_type("position", position, Position)
        if method not in ("auto", "tree", "frontier"):
            raise ValueError(f"method must be 'auto', 'tree' or 'frontier', not {method!r}")
        self.position = position
        self.depth = check_whole("depth", depth, 0)
        self.stop = Stop()
        self.tree = method == "tree" or (method == "auto" and self._is_soon_done(position, self.depth))
        if threads is None:
            is_deep = self.depth >= _MANY_PLIES or self.depth * _growth(position, self.stop) > _MANY
            threads = cores() if is_deep else 1
        self.threads = check_whole("threads", threads, 1)
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise TypeError(f"executor must be a concurrent.futures.Executor, not {type(executor).__name__}")
        if progress is not None and not callable(progress):
            raise TypeError(f"progress must be a function of two numbers, not {type(progress).__name__}")
        self.executor = executor
        self.max_memory = None if max_memory is None else check_whole("max_memory", max_memory, 1)
        self.checkpoint_path = checkpoint
        self.checkpoint: Checkpoint | None = None
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
        self._report(1.0)
        return result

    def distinct(self) -> tuple[int, ...]:
        """Count the distinct positions after each number of plies."""
        try:
            return self._distinct()
        except TooManyPathsError:
            return plainly.distinct(self.position, self.depth, self._memory(), self._report)

    def _distinct(self) -> tuple[int, ...]:
        memory = self._memory()
        frontiers = Frontiers(self._workers(memory), memory, self.stop)
        frontiers.start(self.position)
        for ply in range(self.depth):

            def report(share: float, before: int = ply) -> None:
                self._report(_GROWTH ** (before + share - self.depth))

            is_made = True
            if ply < self.depth - 1:
                is_made = frontiers.advance(1, report)
            else:
                frontiers.measure(report)
            if not (is_made and frontiers.exact):
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

    def _is_soon_done(self, position: Position, depth: int) -> bool:
        """Tell whether a tree is small."""
        return depth <= 3 or (depth <= _SOON_PLIES and depth * _growth(position, self.stop) < _SOON)

    def _workers(self, memory: int) -> int:
        """As many threads as there is memory for, and no more than are of use."""
        most = min(self.threads, _MOST_THREADS_OF_A_CORE * cores())
        return next((n for n in range(most, 1, -1) if Frontiers.enough(n, memory)), 1)

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
        plan = self.checkpoint.plans.get(name) if self.checkpoint else None
        if plan:
            trees = plan.streams == 0
        else:
            trees = self.tree or depth < 2 or not Frontiers.enough(1, self._memory())
        if trees:
            return self._count_trees(position, depth, name, plan, report)
        try:
            return self._count_frontiers(position, depth, name, plan, report)
        except TooManyPathsError:
            self.stop = Stop()
            return plainly.count(position, depth, self._memory(), report)

    def _count_trees(
        self, position: Position, depth: int, name: str, plan: Plan | None, report: Report
    ) -> Counts:
        # The calling thread is deaf to Ctrl-C meanwhile.
        if not self.executor and not self.checkpoint and self._is_soon_done(position, depth):
            return tree(position, depth, self.stop)
        growth = _growth(position, self.stop)
        positions = [position]
        plies = 0

        def is_cut() -> bool:
            if plan:
                return plies == plan.plies
            left = depth - plies
            is_small = left <= _TREE_PIECE_PLIES and left * growth < _TREE_PIECE
            return is_small or not 0 < len(positions) < _MOST_TREE_PIECES

        while not is_cut():
            positions = [after.play(move) for after in positions for move in after.legal_moves()]
            plies += 1
        left = depth - plies

        def here(_: int, piece: int) -> Counts:
            return tree(positions[piece], left, self.stop)

        def done(pieces: list[int]) -> Iterator[tuple[int, Counts]]:
            if self.executor:
                sent = ((i, (positions[i], left, self.stop)) for i in pieces)
                return in_executor(_tree_piece, sent, self.executor, self.stop)
            return in_threads(here, pieces, self.threads, self.stop)

        return self._sum(name, plan or self._decide(name, Plan(plies, 0, len(positions))), done, report)

    def _count_frontiers(
        self, position: Position, depth: int, name: str, plan: Plan | None, report: Report
    ) -> Counts:
        if plan and len(self._known(name, plan)) == plan.pieces:
            return self._sum(name, plan, lambda _: iter(()), report)
        frontiers, begun = self._build(position, depth, plan, report)
        left = depth - frontiers.plies
        if not plan:
            pieces = len(frontiers.ranges(_pieces(frontiers.sizes[-1], left)))
            plan = self._decide(name, Plan(frontiers.plies, frontiers.streams, pieces))
        ranges = frontiers.ranges(plan.pieces)
        numbers = {streams: number for number, streams in enumerate(ranges)}

        def done(pieces: list[int]) -> Iterator[tuple[int, Counts]]:
            if self.executor:
                memory = self.max_memory or _WORKER_MEMORY
                taken = ((i, frontiers.take(ranges[i], left, memory)) for i in pieces)
                yield from in_executor(count_piece, taken, self.executor, self.stop)
            else:
                for streams, counts in frontiers.count([ranges[i] for i in pieces], left):
                    yield numbers[streams], counts

        def rest(share: float) -> None:
            report(begun + share * (1 - begun))

        return add(frontiers.spilled, self._sum(name, plan, done, rest))

    def _build(
        self, position: Position, depth: int, plan: Plan | None, report: Report, most: int | None = None
    ) -> tuple[Frontiers, float]:
        """Make frontiers as far as is planned, or worth while; return them with the share of the work done.

        Pieces in a checkpoint must be the same in every run, whatever memory it has. So nothing is counted
        on the way then, and where memory runs out, what fits for sure is built again.
        """
        wanted = plan.plies if plan else depth - TREE_DEPTH - 1 if most is None else most
        memory = self._memory()
        if plan and not Frontiers.enough(1, memory):
            raise _too_little(memory, plan)
        share = 0.0
        frontiers = Frontiers(self._workers(memory), memory, self.stop)
        frontiers.start(position)
        while frontiers.plies < wanted and frontiers.sizes[-1]:
            if not plan and not (frontiers.fits() and self._worth_sending(frontiers)):
                break
            left = depth - frontiers.plies
            begun, end = share, _share_after(frontiers.plies + 1, wanted)

            def within(part: float, begun: float = begun, end: float = end) -> None:
                report(begun + part * (end - begun))

            if not frontiers.advance(1 if self.checkpoint else left, within):
                break
            share = end
            if self.checkpoint and not frontiers.exact:
                if plan:
                    break
                return self._build(position, depth, plan, report, frontiers.plies - 1)
        if plan and (frontiers.plies, frontiers.streams, frontiers.exact) != (plan.plies, plan.streams, True):
            raise _too_little(memory, plan)
        return frontiers, share

    def _worth_sending(self, frontiers: Frontiers) -> bool:
        if self.executor is None:
            return True
        pieces = _pieces(frontiers.sizes[-1], self.depth - frontiers.plies)
        return frontiers.sizes[-1] * _GROWTH < min(_MOST_RECORDS_TO_SEND, pieces * _RECORDS_OF_A_PIECE)

    def _decide(self, name: str, plan: Plan) -> Plan:
        if self.checkpoint:
            self.checkpoint.decide(name, plan)
        return plan

    def _known(self, name: str, plan: Plan) -> dict[int, Counts]:
        """Give the counts of the pieces that the checkpoint knows."""
        done = self.checkpoint.done if self.checkpoint else {}
        return {i: done[f"{name}/{i}"] for i in range(plan.pieces) if f"{name}/{i}" in done}

    def _sum(
        self,
        name: str,
        plan: Plan,
        done: Callable[[list[int]], Iterator[tuple[int, Counts]]],
        report: Report,
    ) -> Counts:
        """Add up the pieces, those that the checkpoint knows and those that have to be done."""
        known = self._known(name, plan)
        total = NOTHING
        for counts in known.values():
            total = add(total, counts)
        missing = [i for i in range(plan.pieces) if i not in known]
        for finished, (i, counts) in enumerate(done(missing), start=len(known) + 1):
            total = add(total, counts)
            if self.checkpoint:
                self.checkpoint.record(f"{name}/{i}", counts)
            report(finished / plan.pieces)
        return total


def _too_little(memory: int, plan: Plan) -> MemoryError:
    return MemoryError(
        f"max_memory of {memory} bytes does not hold the frontier after {plan.plies} plies, with which the"
        " checkpoint was begun: go on with more, or begin another checkpoint"
    )


def _growth(position: Position, stop: Stop) -> float:
    """Reckon how sequences grow from ply to ply: the logarithm of the factor."""
    return math.log(max(1, tree(position, 3, stop)[0])) / 3


def _tree_piece(piece: tuple[Position, int, Stop]) -> Counts:
    position, depth, stop = piece
    [(_, counts)] = in_threads(lambda _, root: tree(root, depth, stop), [position], 1, stop)
    return counts


def _pieces(distinct: int, depth: int) -> int:
    """Choose the number of pieces, so that each takes seconds, or there are enough to share out."""
    trees = _BRANCHING ** min(depth, TREE_DEPTH) * _SECONDS["leaf"]
    positions = distinct * _GROWTH ** min(_FAR, max(0, depth - TREE_DEPTH))
    seconds = _COUNTED_AGAIN * positions * (_SECONDS["distinct"] + trees)
    return min(_MOST_PIECES, max(64, int(seconds / _SECONDS["piece"])))


def _share_after(plies: int, wanted: int) -> float:
    """Estimate the share of the whole work that is done when the frontier after `plies` is there."""
    passes = 1 / (1 - 1 / _GROWTH)
    trees = _BRANCHING**TREE_DEPTH * _SECONDS["leaf"] / _SECONDS["distinct"]
    return _GROWTH ** -min(_FAR, wanted - plies) * passes / (passes + trees)


def free_memory() -> int:
    """Bytes that the machine, or the container that holds this process, has free; or a careful guess."""
    free = [
        int(line.split()[1]) << 10 for line in _lines("/proc/meminfo") if line.startswith("MemAvailable:")
    ]
    limit, used = _lines("/sys/fs/cgroup/memory.max"), _lines("/sys/fs/cgroup/memory.current")
    if limit and used and limit[0].strip() != "max":
        free.append(max(0, int(limit[0]) - int(used[0])))
    return min(free, default=4 << 30)


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="ascii") as file:
            return file.readlines()
    except OSError:
        return []
