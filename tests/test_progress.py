import io
import time
from types import SimpleNamespace

import pytest

from pydraughts import progress
from pydraughts.progress import bar, render


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that moves only when it is told to."""
    clock = SimpleNamespace(now=100.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(progress, "time", clock)
    return clock


def test_nothing_without_a_terminal(clock):
    stream = io.StringIO()
    with bar(stream) as show:
        clock.now += 10
        show(1, 2)
        show.erase()
    assert stream.getvalue() == ""


def test_stderr_is_the_default(clock, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr", Terminal())
    with bar() as show:
        clock.now += 1
        show(1, 2)
        assert " 50% [" in progress.sys.stderr.getvalue()
    assert capsys.readouterr().out == ""


def test_no_flicker_for_quick_work(clock):
    stream = Terminal()
    with bar(stream) as show:
        for done in range(9):
            clock.now += 0.01
            show(done, 9)
    assert stream.getvalue() == ""


def test_at_most_ten_drawings_a_second(clock):
    stream = Terminal()
    with bar(stream) as show:
        for done in range(3000):
            clock.now += 0.001
            show(done, 3000)
        assert 25 <= stream.getvalue().count("\r") <= 30


def test_erases_itself(clock):
    stream = Terminal()

    def interrupted_work():
        with bar(stream) as show:
            clock.now += 1
            show(1, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted_work()
    _, drawn, blank, rest = stream.getvalue().split("\r")
    assert drawn.strip()
    assert blank == " " * len(drawn)
    assert rest == ""


def test_erased_once_for_other_text(clock):
    stream = Terminal()
    with bar(stream) as show:
        clock.now += 1
        show(1, 2)
        show.erase()
        stream.write("a row\n")
    assert stream.getvalue().endswith("\ra row\n")


@pytest.mark.parametrize("width", [1, 10, 20, 40, 79, 200])
@pytest.mark.parametrize("done", [0, 1, 50, 99, 100])
@pytest.mark.parametrize("total", [100, 100_000_000])
def test_fills_the_width(width, done, total):
    assert len(render(done * total // 100, total, 2.5, width)) == width


def test_a_clock_is_shown_whole_or_not_at_all():
    for width in range(1, 60):
        bar = render(500_000_000, 10**9, 5000, width)
        assert ("left" in bar) == ("1:23:20 left" in bar) == ("]" in bar)


def test_grows():
    bars = [render(done, 10, 5, 60).count("#") for done in range(11)]
    assert bars[0] == 0
    assert bars == sorted(bars)
    assert "-" not in render(10, 10, 5, 60)


@pytest.mark.parametrize(
    ("done", "total", "seconds", "note"),
    [
        (0, 10, 5, " 0% ["),
        (0, 0, 0, "100% ["),
        (1, 4, 10, "0:30 left"),
        (1, 100, 60, "1:39:00 left"),
        (5_000, 10_000, 2, "2 k/s, 0:02 left"),
        (500_000_000, 10**9, 2, "250 M/s, 0:02 left"),
        (10**10, 10**11, 4, "2.5 G/s, 0:36 left"),
    ],
)
def test_notes(done, total, seconds, note):
    assert note in render(done, total, seconds, 70)


def test_no_speed_for_coarse_work():
    assert "/s" not in render(3, 7, 1, 70)


def test_real_clock():
    stream = Terminal()
    with bar(stream) as show:
        time.sleep(0.11)
        show(1, 1)
    assert "100% [" in stream.getvalue()
