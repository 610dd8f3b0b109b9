"""Texts that nobody should write: never an exception, never for ever, and never much memory."""

import io
import json
import sys
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pydraughts.pdn import read

CASES = json.loads((Path(__file__).parent / "cases" / "pdn.json").read_text("utf-8"))
QUIRKS, ENDLESS, FRAGMENTS = CASES["quirks"], CASES["endless"], CASES["fragments"]
SECONDS = 20
MEGABYTE = 1 << 20

GAME = '\n[Event "next"]\n1. 9-13 22-18 *\n'


def check(source):
    """Read everything; each record can be written and read again, and tells the same."""
    for lookahead in ("error", "lookahead"):
        for record in read(source, resolve=lookahead):
            assert record.end.count_moves() >= 0
            if not record.variant:
                [again] = read(io.StringIO(record.to_pdn()))
                assert again == record


@given(st.binary(max_size=400))
@settings(max_examples=300)
def test_any_bytes(data):
    check(data)


@given(
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=3)), max_size=60),
    st.sampled_from(["", " "]),
)
@settings(max_examples=500)
def test_any_fragments(parts, separator):
    for record in read(io.StringIO(separator.join(parts))):
        if not record.variant:
            [again] = read(io.StringIO(record.to_pdn()))
            assert again == record


@given(st.data())
@settings(max_examples=300)
def test_mutated_games(data):
    text = bytearray(
        "".join(
            case["text"] + "\n" for case in data.draw(st.lists(st.sampled_from(QUIRKS), max_size=5))
        ).encode()
    )
    for _ in range(data.draw(st.integers(0, 5))):
        at = data.draw(st.integers(0, len(text)))
        action = data.draw(st.sampled_from(["insert", "delete", "swap"]))
        if action == "insert":
            text[at:at] = data.draw(st.sampled_from(FRAGMENTS)).encode("utf-8", "surrogatepass")
        elif action == "delete":
            del text[at : at + data.draw(st.integers(1, 9))]
        else:
            text[at : at + 6] = text[at : at + 6][::-1]
    check(bytes(text))


@given(st.text(max_size=30))
def test_what_follows_is_never_lost(text):
    """Tags in a line of their own begin a new game, whatever came before."""
    last = list(read(io.StringIO(text + GAME)))[-1]
    assert len(last.moves) == 2


@pytest.mark.parametrize("piece", ENDLESS)
def test_megabytes_of(piece):
    text = "9-13 " + piece * (2 * MEGABYTE // len(piece)) + GAME
    began = time.perf_counter()
    records = list(read(io.StringIO(text)))
    assert time.perf_counter() - began < SECONDS
    assert records[-1].headers.get("Event") == "next"
    assert len(records[-1].moves) == 2


@pytest.mark.parametrize(
    "text", ['[FEN "%s"]\n9-13', '[Result "%s"]\n9-13 1-0', "9-13 %s", "1-%s", '/FEN "%s"/']
)
@pytest.mark.parametrize("filling", ["W", "9x", "B:W1:"])
def test_reasons_are_short(text, filling):
    for record in read(io.StringIO(text % (filling * 100_000))):
        for error in record.errors:
            assert len(error.reason) < 1100
            assert len(error.text) <= 80


def calls(text):
    """Count the calls, of native functions too, that reading takes."""
    count = 0

    def note(_frame, event, _value):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        for _ in read(io.StringIO(text)):
            pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("piece", [*ENDLESS, '[A%d "b"]\n\n'])
def test_twice_as_much_takes_twice_the_work(piece):
    number = 20_000 // len(piece)
    pieces = [piece.replace("%d", str(at)) for at in range(2 * number)]
    assert calls("9-13 " + "".join(pieces)) < 3 * calls("9-13 " + "".join(pieces[:number])) + 1000


def test_a_great_many_headers():
    """Each is found at once, so that all of them can be looked at."""
    [record] = read(io.StringIO("".join(f'[A{at} "b"]' for at in range(50_000))))
    assert len(dict(record.headers)) == len(record.headers) == 50_000


@pytest.mark.parametrize("overhang", range(len(GAME)))
def test_a_game_after_one_too_long_is_found_wherever_the_text_is_cut(overhang):
    """Text is read in pieces of a power of two."""
    text = "9-13 ".ljust((1 << 21) - overhang, "q") + GAME
    assert len(list(read(io.StringIO(text)))[-1].moves) == 2


def test_a_game_goes_on_after_megabytes_only_in_a_line_of_its_own():
    """What looks like a tag amid a line does not begin a game, where the text is cut neither."""
    for overhang in range(3):
        text = "9-13 ".ljust((1 << 21) - overhang, "q") + GAME.lstrip()
        assert len(list(read(io.StringIO(text)))) == 1


def test_a_king_that_walks_for_ever():
    text = '[FEN "B:W32:BK1"]\n' + "1-6 32-28 6-1 28-32".replace("28-32", "28-24") + " *" + GAME
    assert [record.is_whole for record in read(text)] == [True, True]
    text = '[FEN "B:WK32:BK1"]\n' + "1-6 32-28 6-1 28-32 " * 100_000 + GAME
    endless, after = read(text)
    assert not endless.is_whole
    assert "too long" in endless.errors[-1].reason
    assert len(after.moves) == 2


def test_look_ahead_has_an_end():
    start = '[FEN "B:W6,7,14,15,K32:B2,K1"]\n'
    text = start + "2x18 " + "32-28 1-5 28-32 5-1 " * 20_000
    began = time.perf_counter()
    list(read(text, resolve="lookahead"))
    assert time.perf_counter() - began < SECONDS


def test_memory_does_not_grow_with_the_file():
    class Endless(io.RawIOBase):
        left = 12

        def read(self, size=-1):
            self.left -= 1
            return (GAME * 4000).encode()[: max(size, 0)] if self.left > 0 else b""

    tracemalloc.start()
    try:
        games = sum(1 for _ in read(Endless()))
        assert tracemalloc.get_traced_memory()[1] < MEGABYTE
    finally:
        tracemalloc.stop()
    assert games > 10_000
