"""Any bytes as games, led by coverage: read without an exception, in linear time, written and read back.

    python .ci/fuzz_pdn.py [OPTION...] [CORPUS...]

Needs atheris. Options are those of libFuzzer, such as -runs=20000 or -max_total_time=600; it goes on until it
finds something without one. What it finds is left in a file crash-..., which it takes for a corpus too.
"""

import io
import json
import os
import sys
import tempfile
import time
import zlib
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pydraughts"]):
    from pydraughts.pdn import PdnError, read

CASES = json.loads((Path(__file__).parent.parent / "tests" / "cases" / "pdn.json").read_text("utf-8"))
LIMITS = ["-max_len=2048", "-len_control=0", "-timeout=60", "-report_slow_units=60", "-rss_limit_mb=512"]
SAMPLED = 200  # one in so many is looked at for how its work grows
LARGE = 1 << 13


def check(data):
    """Read bytes in every way; what was read can be played, and comes back."""
    records = list(read(data))
    for look_ahead in (*records, *read(data, resolve="lookahead")):
        assert all(isinstance(error, PdnError) for error in look_ahead.errors), look_ahead.errors
        if look_ahead.variant:
            continue
        assert look_ahead.game().position == look_ahead.end
        text = look_ahead.to_pdn()
        [again] = read(io.StringIO(text))
        assert again == look_ahead, text
        assert again.to_pdn() == text, text
    with suppress(PdnError):
        list(read(data, strict=True))
    if zlib.crc32(data) % SAMPLED == 0:
        check_growth(data)


def check_growth(data):
    """Twice as much of the same takes about twice the work."""
    for joint in (b"", b"\n\n"):
        unit = data + joint
        if unit:
            once = unit * (LARGE // len(unit) + 1)
            few, many = calls(once), calls(once + once)
            assert many < 3 * few + 1000, f"{few} calls, {many} for twice as much"
            # What happens within one call, in a regular expression say, shows only in the time.
            fast, slow = seconds(once), seconds(once + once)
            if slow > max(1, 3 * fast):
                fast, slow = (min(seconds(text) for _ in range(3)) for text in (once, once + once))
                assert slow < 3 * fast, f"{fast:.2f} s, {slow:.2f} s for twice as much"


def calls(data):
    """Count the calls, of native functions too, that reading takes."""
    count = 0

    def note(_frame, event, _value):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        for _ in read(data):
            pass
    finally:
        sys.setprofile(None)
    return count


def seconds(data):
    """Measure the processor time that reading takes."""
    began = time.process_time()
    for _ in read(data):
        pass
    return time.process_time() - began


def write_seeds(folder):
    """Write every text of the tests, and a dictionary of what such texts are made of."""
    (folder / "seeds").mkdir()
    for number, case in enumerate(CASES["quirks"]):
        (folder / "seeds" / str(number)).write_text(case["text"], "utf-8", newline="")
    words = {*CASES["fragments"], *CASES["endless"]}
    escaped = ("".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogatepass")) for word in words)
    (folder / "words").write_text("".join(f'"{word}"\n' for word in sorted(escaped) if word))


def main():
    """Fuzz in a process of its own: libFuzzer ends the one that it runs in."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_seeds(folder)
        child = os.fork()
        if child == 0:
            given = [*LIMITS, f"-dict={folder / 'words'}", *sys.argv[1:], str(folder / "seeds")]
            atheris.Setup([sys.argv[0], *given], check)
            atheris.Fuzz()
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


main()
