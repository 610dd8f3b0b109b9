"""Work in threads, in executors, and what becomes of it when something goes wrong on the way."""

import os
import pickle
import signal
import threading
import time
import traceback
import warnings
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import repeat
from multiprocessing import get_all_start_methods, get_context

import pytest

from pydraughts import (
    PerftCounts,
    Position,
    distinct_positions,
    divide,
    jobs,
    perft,
    perft_counts,
    published_perft,
)
from pydraughts._perft import Stop, StoppedError, count_tree
from pydraughts.frontiers import Frontiers, Piece
from pydraughts.sharing import in_executor, in_threads

START = Position()
WIDE = Position.from_fen("B:WK8,K16,K23,K24,K31,K32:BK1,K2,K9,K10,K17,K25")  # 16,819,949 after six plies
SECONDS = 5  # an interrupted count returns in a tenth of that, if nothing else keeps the machine busy
MEGABYTE = 1 << 20

needs_signals = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="sends signals as Unix does")
needs_fork = pytest.mark.skipif("fork" not in get_all_start_methods(), reason="about forked workers")


@pytest.fixture(scope="module", params=["threads", "spawn", "fork"])
def pool(request):
    """One executor of each kind, with its workers started."""
    if request.param == "threads":
        executor = ThreadPoolExecutor(2)
    elif request.param in get_all_start_methods():
        executor = ProcessPoolExecutor(2, get_context(request.param))
    else:
        pytest.skip(f"this system has no {request.param}")
    with executor:
        yield executor


@pytest.fixture(scope="module")
def counts_of_start():
    return [perft_counts(START, depth, threads=1) for depth in range(13)]


class Inline(Executor):
    """Does the work at once."""

    def __init__(self):
        self.futures = []

    def submit(self, work, /, *args):
        future = Future()
        self.futures.append(future)
        future.set_result(work(*args))
        return future


class Recording(ThreadPoolExecutor):
    """Remembers its futures."""

    def __init__(self):
        super().__init__(2)
        self.futures = []

    def submit(self, work, /, *args):
        self.futures.append(super().submit(work, *args))
        return self.futures[-1]


@pytest.fixture
def failing_piece(monkeypatch):
    """Makes the piece with some number fail: called with the number and the error."""

    def fail_at(number, error):
        begun = iter(range(1000))
        for name in ("_tree_piece", "count_piece"):
            work = getattr(jobs, name)

            def fail(piece, work=work):
                if next(begun) != number:
                    return work(piece)
                time.sleep(0.1)  # the others have begun
                raise error

            monkeypatch.setattr(jobs, name, fail)

    return fail_at


# Executors


@pytest.mark.parametrize("method", ["tree", "frontier", "auto"])
def test_an_executor_counts_the_same(pool, method, counts_of_start):
    for depth in (0, 1, 2, 5, 9, 11, 12):
        assert perft_counts(START, depth, method=method, executor=pool) == counts_of_start[depth]
    assert divide(START, 11, method=method, executor=pool) == divide(START, 11)


@pytest.mark.parametrize("max_memory", [1, 32 * MEGABYTE])
def test_an_executor_with_little_memory(pool, max_memory, counts_of_start):
    found = perft_counts(START, 12, method="frontier", executor=pool, max_memory=max_memory)
    assert found == counts_of_start[12]


def test_an_executor_counts_random_positions(random_positions, crowded_positions, monkeypatch):
    monkeypatch.setattr("pydraughts.jobs.TREE_DEPTH", 1)
    monkeypatch.setattr("pydraughts.frontiers.TREE_DEPTH", 1)
    executor = Inline()
    for position in (*random_positions[::300], *crowded_positions[::50]):
        found = perft_counts(position, 4, method="frontier", executor=executor)
        assert found == perft_counts(position, 4, method="tree"), position
    assert len(executor.futures) > 80


def test_the_executor_is_really_used(counts_of_start):
    for method in ("tree", "frontier"):
        executor = Inline()
        assert perft(START, 12, method=method, executor=executor) == counts_of_start[12].nodes
        assert len(executor.futures) >= 7


def test_a_piece_is_plain_data_of_known_size():
    frontiers = Frontiers(1, 64 * MEGABYTE, Stop())
    frontiers.start(START)
    for _ in range(8):
        frontiers.advance(20, lambda _: None)
    piece = frontiers.take((0, frontiers.streams), 4, 32 * MEGABYTE)
    sent = pickle.dumps(piece)
    assert len(sent) < len(piece.records) + 300
    received = pickle.loads(sent)
    assert isinstance(received, Piece)
    assert received[:-1] == piece[:-1]
    assert received.stop is not piece.stop


@needs_signals
@needs_fork
@pytest.mark.parametrize("method", ["tree", "frontier"])
def test_a_pool_whose_worker_is_killed_in_mid_count(method, counts_of_start, monkeypatch):
    # Many small pieces: Python before 3.11.5 hangs when a worker dies with more on its way than a pipe holds.
    monkeypatch.setattr("pydraughts.frontiers._STREAM", 1000)

    class Doomed(ProcessPoolExecutor):
        sent = -1

        def submit(self, work, /, *args):
            self.sent += 1
            if self.sent == 6:
                os.kill(victim, signal.SIGKILL)
            return super().submit(work, *args)

    with Doomed(2, get_context("fork")) as pool:
        victim = pool.submit(os.getpid).result()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # it may take a moment to notice
            counts = perft_counts(START, 12, method=method, executor=pool)
        assert counts == counts_of_start[12]
        assert pool.sent > 6
        with pytest.raises(BrokenProcessPool):
            list(map(Future.result, map(pool.submit, repeat(os.getpid))))
        with pytest.warns(RuntimeWarning, match="broke down"):
            assert perft_counts(START, 12, method=method, executor=pool) == counts  # all of it here


def test_an_executor_that_takes_no_more_work():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    for method in ("tree", "frontier"):
        with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
            perft(START, 12, method=method, executor=pool)


@pytest.mark.parametrize("method", ["tree", "frontier"])
def test_an_executor_that_shuts_down_in_mid_count(method):
    for pool in (ThreadPoolExecutor(1), ProcessPoolExecutor(1, get_context("spawn"))):

        def shut_down(done, _total, pool=pool):
            if done:
                pool.shutdown(wait=False, cancel_futures=True)

        with pytest.raises(RuntimeError, match="cannot schedule new futures after shutdown"):
            perft(START, 13, method=method, executor=pool, progress=shut_down)


def test_an_executor_that_refuses_in_mid_count():
    class Refusing(Recording):
        def submit(self, work, /, *args):
            if len(self.futures) == 5:
                raise OSError("no more")
            return super().submit(work, *args)

    with Refusing() as pool:
        with pytest.raises(OSError, match="no more"):
            perft(START, 12, method="tree", executor=pool)
        assert len(pool.futures) == 5


@pytest.mark.parametrize("method", ["tree", "frontier"])
def test_an_error_in_a_piece_is_raised_and_ends_the_rest(method, failing_piece):
    failing_piece(1, ZeroDivisionError("in a piece"))
    with Recording() as pool, pytest.raises(ZeroDivisionError, match="in a piece"):
        perft(WIDE, 40, method=method, executor=pool, max_memory=1)  # which has no end
    assert len(pool.futures) > 10
    assert all(future.done() for future in pool.futures)
    assert sum(future.cancelled() for future in pool.futures) > 5


@pytest.mark.parametrize("method", ["tree", "frontier"])
def test_errors_of_a_piece_are_raised_at_once(method, failing_piece):
    for error in (MemoryError("a worker has no memory"), StoppedError("because of another")):
        failing_piece(3, error)
        executor = Inline()
        with pytest.raises(type(error)):
            perft(START, 12, method=method, executor=executor)
        assert 3 < len(executor.futures) < 300


class Losing(Inline):
    """Loses every piece the first so many times that it is sent."""

    def __init__(self, times):
        super().__init__()
        self.times = times
        self.sent = []

    def submit(self, work, /, *args):
        self.sent.append(args)
        if [sent[:2] for sent in self.sent].count(args[:2]) > self.times:
            return super().submit(work, *args)
        future = Future()
        future.set_exception(ValueError("not enough values to unpack (expected 3, got 2)"))
        return future


@pytest.mark.parametrize("method", ["tree", "frontier"])
def test_a_piece_that_an_executor_loses_is_sent_once_more(method, counts_of_start):
    pool = Losing(1)
    assert perft_counts(START, 12, method=method, executor=pool) == counts_of_start[12]
    assert len(pool.sent) == 2 * len(pool.futures) > 12
    assert len(set(map(repr, pool.sent))) == len(pool.sent)  # Dask gives the same answer to the same call
    losing = Losing(2)
    with pytest.raises(ValueError, match="not enough values"):
        perft(START, 12, method=method, executor=losing)
    sent = [args[:2] for args in losing.sent]
    assert max(map(sent.count, sent)) == 2
    assert not losing.futures


def fail_in_a_piece(piece):
    raise ZeroDivisionError(f"in piece {piece}")


def test_an_error_in_a_piece_tells_where_it_comes_from_and_is_not_tried_again(pool):
    sent = []

    class Counting(Executor):
        def submit(self, work, /, *args):
            sent.append(args)
            return pool.submit(work, *args)

    with pytest.raises(ZeroDivisionError, match="in piece 7") as info:
        list(in_executor(fail_in_a_piece, [(0, 7)], Counting(), Stop()))
    assert len(sent) == 1
    lines = "".join(traceback.format_exception(info.value))
    assert "in fail_in_a_piece" in lines


def test_a_pool_that_breaks_down_when_a_piece_is_sent_again():
    class Breaking(Losing):
        def submit(self, work, /, *args):
            if len(self.sent) > 4:
                raise BrokenExecutor("gone")
            return super().submit(work, *args)

    with pytest.warns(RuntimeWarning, match="broke down"):
        results = list(in_executor(abs, enumerate(range(-9, 0)), Breaking(1), Stop()))
    assert sorted(results) == [(number, 9 - number) for number in range(9)]


def test_results_that_nobody_waits_for_any_more_are_cancelled():
    begun, stop = threading.Event(), threading.Event()

    def work(piece):
        if piece:
            begun.set()
            while not stop.is_set():
                time.sleep(0.01)
        return piece

    with Recording() as pool:
        results = in_executor(work, enumerate(range(20)), pool, stop)
        assert next(results) == (0, 0)
        assert begun.wait(60)
        results.close()
    assert sum(future.cancelled() for future in pool.futures) > 15


def test_pieces_are_made_as_they_are_sent():
    made = []

    def pieces():
        for number in range(2000):
            made.append(number)
            yield number, number

    class Busy(Executor):
        def submit(self, *_):
            return Future()

    results = in_executor(abs, pieces(), Busy(), Stop())
    thread = threading.Thread(target=lambda: next(results, None), daemon=True)
    thread.start()
    thread.join(0.5)
    assert len(made) == 256


# Threads


def test_every_piece_is_done_once_by_a_worker_of_its_own():
    at_work, seen = set(), []

    def work(worker, piece):
        assert worker not in at_work
        at_work.add(worker)
        time.sleep(0.001)
        seen.append(worker)
        at_work.remove(worker)
        return -piece

    results = list(in_threads(work, range(100), 4, Stop()))
    assert sorted(results) == [(piece, -piece) for piece in range(100)]
    assert set(seen) == {0, 1, 2, 3}


def test_many_pieces_take_no_longer_each():
    begun = time.monotonic()
    assert sum(result for _, result in in_threads(lambda _, piece: piece, range(50_000), 2, Stop()))
    assert time.monotonic() - begun < SECONDS


def test_nothing_to_do():
    assert list(in_threads(lambda *_: None, [], 3, Stop())) == []
    assert list(in_executor(abs, [], Inline(), Stop())) == []


@pytest.mark.parametrize("error", [ValueError("in a thread"), KeyboardInterrupt("in a thread")])
def test_an_error_in_a_thread_is_raised_and_ends_the_rest(error):
    done = []

    def work(_, piece):
        if piece == 5:
            raise error
        time.sleep(0.001)
        done.append(piece)

    before = threading.active_count()
    with pytest.raises(type(error), match="in a thread"):
        list(in_threads(work, range(10_000), 3, Stop()))
    assert len(done) < 1000
    assert threading.active_count() <= before


def test_leaving_early_ends_the_rest():
    stop = Stop()
    results = in_threads(lambda _, piece: piece, range(10_000), 2, stop)
    next(results)
    results.close()
    with pytest.raises(StoppedError):
        Frontiers(1, 64 * MEGABYTE, stop).measure(lambda _: None)


# Progress


def some_counts():
    with ThreadPoolExecutor(2) as pool:
        for count in (perft, perft_counts, divide):
            for method in ("tree", "frontier"):
                for options in ({"threads": 1}, {"threads": 3}, {"executor": pool}, {"max_memory": 1}):
                    yield lambda progress, count=count, method=method, options=options: count(
                        START, 11, method=method, progress=progress, **options
                    )
        yield lambda progress: distinct_positions(START, 10, progress=progress)
        yield lambda progress: divide(Position.from_fen("W:W5:B1"), 12, progress=progress)
        yield lambda progress: perft(START, 0, progress=progress)


def test_progress_rises_to_the_total_in_the_calling_thread():
    most = 0
    for count in some_counts():
        calls, threads = [], set()

        def progress(done, total, calls=calls, threads=threads):
            calls.append((done, total))
            threads.add(threading.get_ident())

        count(progress)
        assert threads == {threading.get_ident()}
        done = [done for done, _ in calls]
        assert done == sorted(set(done))
        assert {total for _, total in calls} == {done[-1]}
        assert done[0] > 0
        most = max(most, len(calls))
    assert most > 30


# Ctrl-C


@contextmanager
def interrupted(after=0.3):
    """Send SIGINT to this thread after a while; it ends the block, and soon."""
    sent = []

    def send():
        sent.append(time.monotonic())
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
        assert time.monotonic() - sent[0] < SECONDS
    finally:
        timer.cancel()
        timer.join()


@needs_signals
@pytest.mark.parametrize("position", [START, WIDE], ids=["start", "wide"])
@pytest.mark.parametrize(
    "options",
    [
        {"method": "tree", "threads": 1},
        {"method": "tree", "threads": 2},
        {"method": "frontier", "threads": 1, "max_memory": 400 * MEGABYTE},
        {"method": "frontier", "threads": 2, "max_memory": 40 * MEGABYTE},
        {"method": "frontier", "threads": 2, "max_memory": 1},
    ],
)
def test_ctrl_c_ends_a_native_count(position, options):
    before = threading.active_count()
    with interrupted():
        perft(position, 40, **options)
    give_up = time.monotonic() + SECONDS
    while threading.active_count() > before:  # a worker that was just about to end
        assert time.monotonic() < give_up
        time.sleep(0.01)


@needs_signals
@pytest.mark.parametrize("depth", [7, 8, 9])
@pytest.mark.parametrize("method", ["tree", "frontier", "auto"])
def test_ctrl_c_ends_a_count_that_is_short_elsewhere(depth, method):
    with interrupted(0.05):
        while True:
            perft(WIDE, depth, method=method)


def test_a_native_tree_hears_of_a_stop_at_once():
    """Without vectors and with the widest of trees, where it has most to do between two looks."""
    stop = Stop()

    def count():
        with pytest.raises(StoppedError):
            count_tree(WIDE.black, WIDE.white, WIDE.kings, False, 9, stop, lanes=1)

    thread = threading.Thread(target=count)
    thread.start()
    time.sleep(0.3)
    stop.set()
    thread.join(SECONDS)
    assert not thread.is_alive()


@needs_signals
def test_ctrl_c_ends_divide_and_distinct_positions():
    with interrupted():
        divide(WIDE, 30)
    with interrupted():
        distinct_positions(WIDE, 30, max_memory=400 * MEGABYTE)


@needs_signals
@pytest.mark.parametrize("method", ["tree", "frontier"])
@pytest.mark.parametrize("max_memory", [1, 40 * MEGABYTE])
def test_ctrl_c_ends_the_work_in_an_executor_of_threads(method, max_memory):
    with interrupted(), ThreadPoolExecutor(2) as pool:
        perft(WIDE, 40, method=method, executor=pool, max_memory=max_memory)


@needs_signals
@needs_fork
def test_ctrl_c_leaves_a_process_pool_in_order():
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        with interrupted():
            while True:
                perft(START, 13, executor=pool)
        assert perft(START, 12, executor=pool) == published_perft()[12].nodes


@needs_signals
@pytest.mark.parametrize("method", ["tree", "frontier"])
def test_ctrl_c_leaves_a_checkpoint_to_go_on_from(method, tmp_path):
    file = tmp_path / "run.jsonl"

    def interrupt(_done, _total):
        if file.read_bytes().count(b'{"piece"') == 3:
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        perft(START, 12, method=method, checkpoint=file, threads=2, progress=interrupt)
    assert file.read_bytes().endswith(b"\n")
    counts = perft_counts(START, 12, method=method, checkpoint=file)
    assert counts == PerftCounts(*perft_counts(START, 12))
