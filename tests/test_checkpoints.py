"""Counts that go on from a file: after a kill, after damage, and never from somebody else's work."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import warnings
import zlib
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from pydraughts import PerftCounts, Position, divide, perft, perft_counts, published_perft
from pydraughts.checkpoints import CheckpointError
from pydraughts.frontiers import Frontiers, tree

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as Unix does")
needs_locks = pytest.mark.skipif(os.name == "nt", reason="no such locks on Windows")
TORN = "the last line was not written whole and is dropped"
MEGABYTE = 1 << 20
KINGS = Position.from_fen("W:WK1,K5:BK32")
WHITE_TO_MOVE = Position().play("11-15").play("23-19").play("8-11")

# A count that goes slowly: a moment passes after each piece.
SLOW_COUNT = """
import sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pydraughts import Position, divide, perft

count, depth, method, executor, path = sys.argv[1:]
options = {"method": method, "checkpoint": path, "progress": lambda *_: time.sleep(0.02)}
if executor == "processes":
    options["executor"] = ProcessPoolExecutor(2, get_context("fork"))
{"perft": perft, "divide": divide}[count](Position(), int(depth), **options)
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "run.jsonl"


def line_of(values):
    text = json.dumps(values)
    return f"{text} {zlib.crc32(text.encode()):08x}\n".encode()


def lines_of(file):
    """The lines of a checkpoint, without their checksums."""
    return [json.loads(line.rpartition(b" ")[0]) for line in file.read_bytes().splitlines()]


def pieces_in(file):
    return sum(b'{"piece"' in line for line in file.read_bytes().splitlines())


def killed(file, count, depth, method, executor="none", pieces=3):
    """Begin a count in another process; kill it after some pieces. Returns the process, for its group."""
    command = [sys.executable, "-c", SLOW_COUNT, count, str(depth), method, executor, str(file)]
    process = subprocess.Popen(command, start_new_session=True)
    give_up = time.monotonic() + 60
    while not file.exists() or pieces_in(file) < pieces:
        assert process.poll() is None
        assert time.monotonic() < give_up
        time.sleep(0.005)
    process.kill()
    process.wait()
    return process


def half_done(file, position, depth, **options):
    """Stop a count in the middle of its pieces; returns how many are done."""

    def stop(_done, _total):
        if file.exists() and pieces_in(file) >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        perft(position, depth, checkpoint=file, progress=stop, **options)
    return pieces_in(file)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The bytes of a short checkpoint, and the count that it is of."""
    file = tmp_path_factory.mktemp("finished") / "run.jsonl"
    counts = divide(Position(), 3, method="frontier", checkpoint=file)
    return file.read_bytes(), counts


def gone_on(file):
    return divide(Position(), 3, method="frontier", checkpoint=file)


# Going on


@needs_kill
@pytest.mark.parametrize(
    ("count", "depth", "method", "executor"),
    [
        ("perft", 13, "frontier", "none"),
        ("perft", 12, "tree", "none"),
        ("divide", 13, "frontier", "none"),
        ("divide", 11, "tree", "none"),
        ("perft", 13, "frontier", "processes"),
        ("perft", 12, "tree", "processes"),
        ("divide", 13, "frontier", "processes"),
    ],
)
def test_a_killed_count_goes_on(count, depth, method, executor, file):
    process = killed(file, count, depth, method, executor)
    try:
        before = pieces_in(file)
        if count == "perft":
            assert perft(Position(), depth, method=method, checkpoint=file) == published_perft()[depth].nodes
        else:
            parts = divide(Position(), depth, method=method, checkpoint=file)
            assert parts == divide(Position(), depth)
        assert pieces_in(file) > before >= 3
    finally:
        if executor == "processes":
            os.killpg(process.pid, signal.SIGKILL)  # the workers, which nobody else ends


@needs_kill
def test_a_count_killed_again_and_again_gets_there(file):
    for pieces in (1, 5, 9, 13):
        killed(file, "perft", 13, "frontier", pieces=pieces)
    assert perft(Position(), 13, method="frontier", checkpoint=file) == published_perft()[13].nodes


def test_only_what_is_missing_is_counted(file):
    half_done(file, Position(), 12, method="frontier")
    first = lines_of(file)
    counts = perft_counts(Position(), 12, method="frontier", checkpoint=file)
    assert counts == perft_counts(Position(), 12)
    lines = lines_of(file)
    assert lines[: len(first)] == first
    names = [line["piece"] for line in lines if "piece" in line]
    assert len(set(names)) == len(names)
    total = [sum(kind) for kind in zip(*(line["counts"] for line in lines if "piece" in line), strict=True)]
    assert PerftCounts(*total) == counts


@pytest.mark.parametrize("method", ["tree", "frontier"])
def test_a_finished_count_is_only_added_up(file, method, monkeypatch):
    counts = perft_counts(Position(), 12, method=method, checkpoint=file)
    parts = divide(Position(), 11, method=method, checkpoint=file.with_name("divide"))

    def nothing(*_):
        raise AssertionError("there is nothing left to count")

    def nothing_deep(position, depth, stop):
        return tree(position, depth, stop) if depth <= 3 else nothing()

    monkeypatch.setattr(Frontiers, "start", nothing)
    monkeypatch.setattr("pydraughts.jobs.tree", nothing_deep)
    before = file.read_bytes()
    calls = []
    again = perft_counts(
        Position(), 12, method=method, checkpoint=file, progress=lambda *call: calls.append(call)
    )
    assert again == counts
    assert calls[-1][0] == calls[-1][1]
    assert file.read_bytes() == before
    assert divide(Position(), 11, method=method, checkpoint=file.with_name("divide")) == parts


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"threads": 1}, {"threads": 3}),
        ({"threads": 4}, {"threads": 1}),
        ({"threads": 1, "max_memory": 32 * MEGABYTE}, {"threads": 2}),
        ({"threads": 2, "max_memory": 10**10}, {"threads": 1, "max_memory": 64 * MEGABYTE}),
        ({"threads": 1, "max_memory": 1}, {"threads": 2, "max_memory": 10**10}),
        ({"threads": 1, "max_memory": 1}, {"threads": 1, "max_memory": 2}),
        ({"executor": ThreadPoolExecutor}, {"threads": 1}),
        ({"threads": 2}, {"executor": ThreadPoolExecutor}),
    ],
)
@pytest.mark.parametrize("position", [Position(), WHITE_TO_MOVE], ids=["black", "white"])
def test_threads_memory_and_executor_may_change_on_the_way(position, first, then, file):
    with ThreadPoolExecutor(2) as pool:
        for options in (first, then):
            if "executor" in options:
                options["executor"] = pool
        before = half_done(file, position, 12, method="frontier", **first)
        counts = perft_counts(position, 12, method="frontier", checkpoint=file, **then)
    assert counts == perft_counts(position, 12)
    assert pieces_in(file) > before


def test_memory_that_cannot_hold_what_was_begun(file):
    half_done(file, Position(), 15, method="frontier", threads=1)
    before = file.read_bytes()
    for max_memory in (1, 17 * MEGABYTE):
        with pytest.raises(MemoryError, match="the checkpoint was begun: go on with more"):
            perft(Position(), 15, method="frontier", checkpoint=file, threads=1, max_memory=max_memory)
        assert file.read_bytes() == before
    found = perft(Position(), 15, method="frontier", checkpoint=file)
    assert found == published_perft()[15].nodes


def test_memory_that_runs_out_in_the_first_run(file, monkeypatch):
    monkeypatch.setattr(Frontiers, "fits", lambda _: True)
    monkeypatch.setattr("pydraughts.jobs.TREE_DEPTH", 1)
    expected = perft_counts(Position(), 12, method="tree")
    found = perft_counts(
        Position(), 12, method="frontier", threads=1, max_memory=20 * MEGABYTE, checkpoint=file
    )
    assert found == expected
    assert 6 <= lines_of(file)[1]["plies"] < 10


def test_depth_0_and_the_end_of_the_game(file):
    assert perft(Position(), 0, checkpoint=file) == 1
    assert perft(Position(), 0, checkpoint=file) == 1
    over = Position.from_fen("W:W5:B1")
    for depth in (10, 10**20):
        for method in ("tree", "frontier"):
            path = file.with_name(f"{depth}-{method}")
            for _ in range(2):
                assert perft(over, depth, method=method, checkpoint=path) == 0
                assert divide(over, depth, method=method, checkpoint=path.with_suffix(".divide")) == {}


# Damage


def test_a_line_that_was_not_written_whole_is_dropped(finished, file):
    whole, counts = finished
    header = whole.index(b"\n") + 1
    for length in range(header + 1, len(whole), 31):
        file.write_bytes(whole[:length])
        if whole[length - 1 : length] == b"\n":
            assert gone_on(file) == counts
        else:
            with pytest.warns(RuntimeWarning, match=TORN) as warned:
                assert gone_on(file) == counts
            assert [Path(warning.filename).name for warning in warned] == [Path(__file__).name]
        assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_header_that_was_not_written_whole_begins_anew(finished, file):
    whole, counts = finished
    for length in range(1, whole.index(b"\n") + 1, 11):
        file.write_bytes(whole[:length])
        with pytest.warns(RuntimeWarning, match=TORN):
            assert gone_on(file) == counts
        assert file.read_bytes() == whole


def test_no_damaged_byte_is_counted(finished, file):
    whole, counts = finished
    rng = random.Random("damage")
    for place in range(len(whole)):
        for byte in {rng.randrange(256), ord("\n"), whole[place] ^ 1}:
            damaged = whole[:place] + bytes([byte]) + whole[place + 1 :]
            file.write_bytes(damaged)
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", f".*{TORN}")
                try:
                    assert gone_on(file) == counts
                    assert damaged == whole or place == len(whole) - 1
                except CheckpointError:
                    assert damaged != whole
                    assert file.read_bytes() == damaged


def test_no_line_is_counted_twice_or_in_the_wrong_place(finished, file):
    whole, counts = finished
    lines = whole.splitlines(keepends=True)
    for number, line in enumerate(lines):
        file.write_bytes(whole + line)
        with pytest.raises(CheckpointError, match=f"line {len(lines) + 1} does not belong there"):
            gone_on(file)
        file.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
        if number == 0 or b'"plan"' in line:
            continue
        assert gone_on(file) == counts


def test_a_file_without_its_first_line(finished, file):
    whole, _ = finished
    file.write_bytes(whole[whole.index(b"\n") + 1 :])
    with pytest.raises(CheckpointError, match="belongs to another count: its format is None"):
        gone_on(file)


# Other people's files


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"position": KINGS}, r"its fen is 'B:W21,.*', not 'W:WK1,K5:BK32'"),
        ({"depth": 11}, "its depth is 10, not 11"),
        ({"method": "tree"}, "its method is 'frontier', not 'tree'"),
        ({"count": divide}, "its count is 'perft', not 'divide'"),
    ],
)
def test_a_checkpoint_of_another_count_is_refused(other, difference, file):
    perft(Position(), 10, method="frontier", checkpoint=file)
    before = file.read_bytes()
    asked = {"position": Position(), "depth": 10, "method": "frontier", **other}
    count = asked.pop("count", perft)
    with pytest.raises(CheckpointError, match=f"{file.name} belongs to another count: {difference}"):
        count(**asked, checkpoint=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(("key", "value"), [("version", 3), ("version", 1), ("format", "other")])
def test_a_checkpoint_of_another_version_is_refused(key, value, finished, file):
    first, _, rest = finished[0].partition(b"\n")
    header = json.loads(first.rpartition(b" ")[0])
    assert header["version"] == 2
    file.write_bytes(line_of({**header, key: value}) + rest)
    with pytest.raises(CheckpointError, match=f"its {key} is {value!r}, not {header[key]!r}"):
        gone_on(file)


@pytest.mark.parametrize(
    "content",
    [
        b"a shopping list\n",
        b"a shopping list",
        b"first line\nsecond line, not ended",
        b"\n",
        b"\0\0\0\0",
        b'{"format": "something else"}\n',
        b'{"format": "something else"}',
        b'{"a": 1}',
        bytes(range(256)) * 100,
    ],
)
def test_a_foreign_file_is_refused_and_left_alone(content, file):
    file.write_bytes(content)
    with pytest.raises(CheckpointError, match=f"{file.name}.* not a checkpoint"):
        perft(Position(), 3, checkpoint=file)
    assert file.read_bytes() == content


def test_an_empty_file_is_a_checkpoint_with_nothing_in_it(file):
    file.touch()
    assert perft(Position(), 10, checkpoint=file) == published_perft()[10].nodes
    assert pieces_in(file)


def test_places_where_no_file_can_be(tmp_path):
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        perft(Position(), 3, checkpoint=tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        perft(Position(), 3, checkpoint=tmp_path / "nowhere" / "run.jsonl")
    with pytest.raises(ValueError, match="null"):
        perft(Position(), 3, checkpoint="a\0b")
    with pytest.raises(TypeError):
        perft(Position(), 3, checkpoint=3.5)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of Unix")
@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero"])
def test_a_device_is_no_checkpoint(device):
    with pytest.raises(CheckpointError, match=f"{device} is not a file"):
        perft(Position(), 3, checkpoint=device)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_must_not_be_written(file):
    file.touch(mode=0o400)
    with pytest.raises(PermissionError, match=re.escape(str(file))):
        perft(Position(), 3, checkpoint=file)


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files as Linux does")
def test_a_full_disk_costs_one_line(file):
    script = (
        "import resource, sys; from pydraughts import *;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700));"
        "perft(Position(), 12, method='frontier', checkpoint=sys.argv[1])"
    )
    command = [sys.executable, "-c", script, str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "File too large" in ended.stderr.splitlines()[-1]
    assert file.stat().st_size == 700
    with pytest.warns(RuntimeWarning, match=TORN):
        assert perft(Position(), 12, method="frontier", checkpoint=file) == published_perft()[12].nodes


# One at a time


@needs_locks
def test_a_file_in_use_is_refused(file):
    refused = []

    def again(_done, _total):
        before = file.read_bytes()
        for options in ({}, {"method": "tree"}):
            with pytest.raises(CheckpointError, match=r"run.jsonl is in use by another count"):
                perft(Position(), 12, checkpoint=file, **options)
            refused.append(file.read_bytes() == before)

    assert perft(Position(), 12, checkpoint=file, progress=again) == published_perft()[12].nodes
    assert len(refused) > 2
    assert all(refused)


@needs_locks
def test_a_file_in_use_by_another_process_is_refused(file):
    command = [sys.executable, "-c", SLOW_COUNT, "perft", "13", "frontier", "none", str(file)]
    process = subprocess.Popen(command)
    try:
        give_up = time.monotonic() + 60
        while not file.exists() or not pieces_in(file):
            assert time.monotonic() < give_up
            time.sleep(0.005)
        with pytest.raises(CheckpointError, match=r"run.jsonl is in use by another count"):
            perft(Position(), 13, method="frontier", checkpoint=file)
    finally:
        process.kill()
        process.wait()
    assert perft(Position(), 13, method="frontier", checkpoint=file) == published_perft()[13].nodes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="about forked workers")
def test_a_worker_does_not_hold_the_file(file):
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        half_done(file, Position(), 12, method="frontier", executor=pool)
        assert pool.submit(os.getpid).result() != os.getpid()  # it lives
        assert perft(Position(), 12, method="frontier", checkpoint=file) == published_perft()[12].nodes


def test_pieces_without_their_plan_are_not_counted(finished, file):
    whole, _ = finished
    lines = whole.splitlines(keepends=True)
    plans = [number for number, line in enumerate(lines) if b'"plan"' in line]
    assert plans
    for number in plans:
        file.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
        with pytest.raises(CheckpointError, match="does not belong there"):
            gone_on(file)
