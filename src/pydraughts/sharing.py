"""Sharing work out: to threads of this process, or to any executor."""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from ._perft import Stop

__all__ = ["cores", "in_executor", "in_threads"]

_Piece = TypeVar("_Piece")
_Result = TypeVar("_Result")

# Pieces under way in an executor: enough for a large cluster, few enough to be held in memory.
_MOST_UNDER_WAY = 256


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_threads(
    work: Callable[[int, _Piece], _Result], pieces: Iterable[_Piece], workers: int, stop: Stop
) -> Iterator[tuple[_Piece, _Result]]:
    """Do ``work(worker, piece)`` for every piece, with worker numbers 0 .. workers - 1 at a time.

    The caller's thread only waits, so that it hears Ctrl-C; native work hears of it through `stop`.
    Results come in the order in which they are done.
    """
    free: queue.SimpleQueue[int] = queue.SimpleQueue()
    for worker in range(workers):
        free.put(worker)

    def call(piece: _Piece) -> _Result:
        worker = free.get()
        try:
            return work(worker, piece)
        finally:
            free.put(worker)

    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(call, piece): piece for piece in pieces}
        waiting = set(futures)
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield futures[future], future.result()
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def in_executor(
    work: Callable[[_Piece], _Result], pieces: Iterable[tuple[int, _Piece]], executor: Executor
) -> Iterator[tuple[int, _Result]]:
    """Do ``work(piece)`` for every numbered piece in an executor; give back number and result.

    Pieces are sent as the executor takes them. If it breaks down, as a process pool does when one of
    its processes is killed, what it has not done is done here.
    """
    source = iter(pieces)
    under_way: dict[Future[_Result], tuple[int, _Piece]] = {}
    broken = False
    try:
        while True:
            while not broken and len(under_way) < _MOST_UNDER_WAY:
                item = next(source, None)
                if item is None:
                    break
                try:
                    under_way[executor.submit(work, item[1])] = item
                except BrokenExecutor:
                    broken = True
                    yield item[0], work(item[1])
            if not under_way:
                break
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                number, piece = under_way.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    broken = True
                    result = work(piece)
                yield number, result
        for number, piece in source:
            yield number, work(piece)
    except BaseException:
        for future in under_way:
            future.cancel()
        raise
