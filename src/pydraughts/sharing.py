"""Sharing work out: to threads of this process, or to any executor."""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TypeVar

from ._perft import Stop, StoppedError

__all__ = ["cores", "in_executor", "in_threads"]

_Piece = TypeVar("_Piece")
_Result = TypeVar("_Result")

# Pieces under way in an executor: enough for a large cluster, few enough to be held in memory.
_MOST_UNDER_WAY = 256
_OF_A_PIECE = "of_a_piece"  # what has this attribute is no error of an executor
_TICK = 0.2  # seconds: Windows hears Ctrl-C only between waits


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_threads(
    work: Callable[[int, _Piece], _Result], pieces: Collection[_Piece], workers: int, stop: Stop
) -> Iterator[tuple[_Piece, _Result]]:
    """Do ``work(worker, piece)`` for every piece, with worker numbers 0 .. workers - 1 at a time.

    The caller's thread only waits, so that it hears Ctrl-C; native work hears of it through `stop`.
    Results come in the order in which they are done.
    """
    waiting = deque(pieces)
    finished: SimpleQueue[tuple[_Piece, Future[_Result]]] = SimpleQueue()

    def call(worker: int) -> None:
        while waiting:
            try:
                piece = waiting.popleft()
            except IndexError:  # another worker was faster
                return
            future: Future[_Result] = Future()
            try:
                future.set_result(work(worker, piece))
            except BaseException as error:
                future.set_exception(error)
            finished.put((piece, future))

    with ThreadPoolExecutor(workers) as pool:
        try:
            for worker in range(min(workers, len(pieces))):
                pool.submit(call, worker)
            for _ in pieces:
                piece, future = _next(finished)
                yield piece, future.result()
        except BaseException:
            waiting.clear()
            stop.set()
            raise


def _next(finished: SimpleQueue[_Result]) -> _Result:
    while True:
        try:
            return finished.get(timeout=_TICK)
        except Empty:  # noqa: PERF203 - a tick, not a hot loop
            pass


def in_executor(
    work: Callable[[_Piece], _Result],
    pieces: Iterable[tuple[int, _Piece]],
    executor: Executor,
    stop: Stop,
) -> Iterator[tuple[int, _Result]]:
    """Do ``work(piece)`` for every numbered piece in an executor; give back number and result.

    Pieces are sent as the executor takes them. If it breaks down, as a process pool does when one of
    its processes is killed, what it has not done is done here. If it loses a piece, that is sent once
    more. Pieces that hold `stop` end early after an error, if they are done in this process.
    """
    source = iter(pieces)
    under_way: dict[Future[_Result], tuple[int, _Piece]] = {}
    sent_again: set[int] = set()
    lost: list[tuple[int, _Piece]] = []
    stopped = False

    def send(item: tuple[int, _Piece]) -> None:
        try:
            under_way[executor.submit(_attempt, work, item[1], item[0] in sent_again)] = item
        except BrokenExecutor:
            lost.append(item)

    try:
        while True:
            room = 0 if lost or stopped else _MOST_UNDER_WAY - len(under_way)
            for item in islice(source, room):
                send(item)
            if not under_way:
                break
            wait(under_way, timeout=_TICK, return_when=FIRST_COMPLETED)
            # Those that a pool cancels when it shuts down are done too; wait does not tell of them.
            for future in [future for future in under_way if future.done()]:
                number, piece = under_way.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    lost.append((number, piece))
                    continue
                except StoppedError:  # because of an error in another piece, which is still to be heard of
                    stopped = True
                    continue
                except Exception as error:
                    # Dask: a worker that is killed while a result is on its way from it
                    # gives a ValueError about values to unpack.
                    if number in sent_again or hasattr(error, _OF_A_PIECE):
                        raise
                    sent_again.add(number)
                    send((number, piece))
                    continue
                yield number, result
        if stopped:
            raise StoppedError("a piece was stopped")
        yield from _here(work, [*lost, *source], stop)
    except BaseException:
        stop.set()
        for future in under_way:
            future.cancel()
        raise


def _attempt(work: Callable[[_Piece], _Result], piece: _Piece, _again: bool) -> _Result:
    """Do a piece, and mark its own errors. Dask gives the same answer to calls with the same arguments."""
    try:
        return work(piece)
    except Exception as error:
        setattr(error, _OF_A_PIECE, True)
        raise


def _here(
    work: Callable[[_Piece], _Result], rest: list[tuple[int, _Piece]], stop: Stop
) -> Iterator[tuple[int, _Result]]:
    """Do what a broken executor has left."""
    if rest:
        warnings.warn("the executor broke down: the rest is counted here", RuntimeWarning, stacklevel=2)
    for (number, _), result in in_threads(lambda _, item: work(item[1]), rest, cores(), stop):
        yield number, result
