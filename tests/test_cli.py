import json
import os
import re
import signal
import subprocess
import sys
import threading

import pytest

from pydraughts import Position, PublishedPerft, divide, find_difference, perft, published, published_perft
from pydraughts.cli import main
from pydraughts.comparing import program_divide

COMMAND = [sys.executable, "-m", "pydraughts"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=60, check=False)


def fails(*arguments: str) -> str:
    """Run with bad input and return the one line of complaint."""
    ended = run(*arguments)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert re.fullmatch(r"pydraughts: error: .+\n", ended.stderr)
    return ended.stderr


def test_verify():
    ended = run("verify", "--depth", "9")
    assert ended.returncode == 0
    assert ended.stderr == ""
    heading, second, *rows, blank, verdict = ended.stdout.splitlines()
    assert len({len(line) for line in (second, *rows)}) == 1
    assert len(heading) < len(second) <= 95
    assert [int(row.split()[1].replace(",", "")) for row in rows] == [
        row.nodes for row in published_perft()[1:10]
    ]
    assert " ".join(rows[-1].split()[:7]) == "9 3,963,680 3,963,680 49 13 540,185 25,253"
    assert rows[-1].endswith(" ok")
    assert blank == ""
    assert verdict == "Depths 1 to 9 agree with the published table."


def test_verify_finds_a_wrong_depth(monkeypatch, capsys):
    rows = list(published_perft())
    rows[3] = PublishedPerft(3, 303, None, None, "a misprint")
    rows[4] = PublishedPerft(4, 1470, None, None, "another")
    monkeypatch.setattr(published, "published_perft", lambda: tuple(rows))
    assert main(["verify", "--depth", "5"]) == 1
    output = capsys.readouterr().out
    assert [line.split()[-1] for line in output.splitlines()[2:7]] == ["ok", "ok", "NO", "NO", "ok"]
    _, after = output.split("Depth 3 is the first that differs")
    assert after.splitlines()[1:] == [
        "nodes: 302 instead of 303",
        "Its divide:",
        *(f"{move} {count}" for move, count in divide(Position(), 3).items()),
    ]


@pytest.mark.parametrize("depth", [0, 1, 6, 9])
def test_perft(depth, capsys):
    assert main(["perft", str(depth)]) == 0
    assert capsys.readouterr().out == f"{published_perft()[depth].nodes}\n"


def test_perft_from_a_position(capsys):
    fen = "W:W18,K24:B12,K13"
    assert main(["perft", "5", "--fen", fen]) == 0
    assert capsys.readouterr().out == f"{perft(Position.from_fen(fen), 5)}\n"


def test_divide(capsys):
    assert main(["perft", "6", "--divide"]) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert lines == [f"{move} {count}" for move, count in divide(Position(), 6).items()]
    assert total == "36768"


def test_divide_is_what_compare_reads():
    code = (
        "import sys; from pydraughts import cli; cli.main(['perft', '--divide', '--fen', *sys.argv[:0:-1]])"
    )
    assert find_difference(program_divide([sys.executable, "-c", code]), depth=2) is None


def test_breakdown(capsys):
    assert main(["perft", "9", "--breakdown"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "3963680",
        "nodes 3963680",
        "captures 540185",
        "multi_captures 79826",
        "king_moves 49",
        "king_captures 13",
        "promotions 25253",
    ]


def test_json(capsys):
    assert main(["perft", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"fen": Position().fen, "depth": 4, "nodes": 1469}
    assert main(["perft", "4", "--json", "--divide", "--breakdown"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["captures"] == 169
    assert answer["divide"] == {str(move): count for move, count in divide(Position(), 4).items()}


def test_moves(capsys):
    assert main(["moves"]) == 0
    assert capsys.readouterr().out == (
        f"{Position()}\n7 legal moves: 9-13 9-14 10-14 10-15 11-15 11-16 12-16\n"
    )


@pytest.mark.parametrize(
    ("fen", "line"),
    [
        ("B:W6,7,14,15:BK2", "2 legal jumps: 2x9x18x11x2 2x11x18x9x2"),
        ("B:W14,22:B9", "1 legal jump: 9x18x25"),
        ("W:W5:BK32", "1 legal move: 5-1"),
        ("W:W:B1", "Black has won: no legal move is left"),
        ("B:W17,22:B13", "White has won: no legal move is left"),
    ],
)
def test_moves_of_a_position(fen, line, capsys):
    assert main(["moves", "--fen", fen]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == line


PROGRAM = """
import sys
from pydraughts import Position, divide

depth, position = int(sys.argv[-2]), Position.from_fen(sys.argv[-1])
counts = divide(position, depth)
if "--forget" in sys.argv:
    counts.popitem()
for move, count in counts.items():
    print(move, count)
print("total", sum(counts.values()))
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "generator.py"
    path.write_text(PROGRAM)
    return [sys.executable, str(path)]


def test_compare_without_a_difference(program):
    ended = run("compare", "--depth", "3", "--", *program)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "No difference: all counts agree to depth 3.\n"


def test_compare_with_a_difference(program):
    ended = run("compare", "--fen", "B:W6,7,14,15:B2", "--", *program, "--", "--forget")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.startswith("Difference in the first position:\nB:W6,7,14,15:B2\n")
    assert ended.stdout.endswith("Missing: 2x11x18\n")


def test_compare_with_a_program_that_fails():
    assert "cannot run no-such-program" in fails("compare", "--", "no-such-program")
    assert "exit status 3" in fails("compare", "--", sys.executable, "-c", "raise SystemExit(3)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["perft"], "required: DEPTH"),
        (["perft", "ten"], "DEPTH: invalid int value: 'ten'"),
        (["perft", "-1"], "depth must be 0 or more, not -1"),
        (["perft", "0", "--divide"], "depth must be 1 or more, not 0"),
        (["perft", "3", "--fen", "W:W33:B1"], "--fen"),
        (["perft", "3", "--deep"], "unrecognized arguments: --deep"),
        (["moves", "--fen", ""], "--fen"),
        (["verify", "--depth", "0"], "1 to 29"),
        (["verify", "--depth", "30"], "1 to 29"),
        (["compare", "--depth", "0", "--", "true"], "depth must be 1 or more"),
        (["compare"], "required: PROGRAM"),
    ],
)
def test_bad_input(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert re.fullmatch(r"pydraughts: error: .+\n", output.err)
    assert message in output.err


def test_bad_input_of_a_real_process():
    assert "--fen" in fails("moves", "--fen", "nonsense")


def test_version_and_help():
    ended = run("--version")
    assert re.fullmatch(r"pydraughts \d+\.\d+.*\n", ended.stdout) or "not installed" in ended.stderr
    ended = run("--help")
    assert ended.returncode == 0
    assert all(word in ended.stdout for word in ("verify", "perft", "moves", "compare"))


def test_closed_pipe():
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen([*COMMAND, "perft", "3"], stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, errors = process.communicate(timeout=60)
    assert errors == b""
    assert process.returncode == 141


def test_import_is_light():
    code = "import sys; old = set(sys.modules); import pydraughts; print(*set(sys.modules) - old)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"argparse", "subprocess", "numpy", "pydraughts.cli"} & set(loaded.stdout.split())


# A background job of a shell has SIGINT ignored, and so have its children unless they ask for it.
LISTENING = (
    "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "runpy.run_module('pydraughts', run_name='__main__', alter_sys=True)"
)


def on_terminal(arguments: list[str], interrupt_at: bytes | None = None) -> tuple[int, str, str]:
    """Run with a terminal for stderr; return the exit status, stdout and what the terminal was sent."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", LISTENING, *arguments], stdout=subprocess.PIPE, stderr=slave
    ) as process:
        os.close(slave)
        guard = threading.Timer(30, process.kill)
        guard.start()
        sent = b""
        try:
            while chunk := os.read(master, 4096):
                sent += chunk
                if interrupt_at and interrupt_at in sent:
                    interrupt_at = None
                    process.send_signal(signal.SIGINT)
        except OSError:
            pass  # how Linux says that nobody holds the other end any more
        output = process.stdout.read().decode()
        process.wait()
        guard.cancel()
    os.close(master)
    return process.returncode, output, sent.decode()


def shown(sent: str) -> list[str]:
    """What remains of a text on a terminal's screen."""
    screen = []
    for line in sent.replace("\r\n", "\n").split("\n"):
        cells: list[str] = []
        for text in line.split("\r"):
            cells[: len(text)] = text
        screen.append("".join(cells).rstrip())
    return screen


def test_bar_on_a_terminal():
    status, output, sent = on_terminal(["verify", "--depth", "15"])
    assert status == 0
    assert "% [#" in sent
    assert " left" in sent
    assert shown(sent) == [""]
    rows = output.splitlines()
    assert len(rows) == 19
    assert "%" not in output
    assert rows[13].split()[:5] == ["12", "388,623,673", "388,623,673", "1,354,789", "537,742"]


def test_ctrl_c_in_a_long_count():
    status, output, sent = on_terminal(["perft", "22"], interrupt_at=b"% [")
    assert status == 130
    assert output == ""
    assert shown(sent) == ["pydraughts: interrupted", ""]


def test_resources(tmp_path, capsys):
    file = tmp_path / "run.jsonl"
    options = ["--threads", "2", "--max-memory", "200M", "--checkpoint", str(file)]
    for _ in range(2):
        assert main(["perft", "12", "--breakdown", *options]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "388623673"
    assert file.stat().st_size
    assert "depth is 12, not 11" in fails("perft", "11", "--checkpoint", str(file))
    assert main(["verify", "--depth", "10", "--method", "tree", "--threads", "1"]) == 0


@pytest.mark.parametrize("size", ["", "G", "12 G", "1.5G", "-1", "lots"])
def test_sizes_have_a_number_and_a_unit(size, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["perft", "3", f"--max-memory={size}"])
    assert ended.value.code == 2
    assert "expected a size such as 800M or 12G" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize(
    "arguments", [("perft", "3"), ("verify", "--depth", "3"), ("moves",), ("--version",)]
)
def test_output_that_cannot_be_written(arguments):
    with open("/dev/full", "w", encoding="ascii") as full:
        ended = subprocess.run(
            [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert ended.returncode == 2
    assert re.fullmatch(r"pydraughts: error: .+\n", ended.stderr)


def test_a_file_that_cannot_be_opened_does_not_silence_the_caller(tmp_path, capfd):
    with pytest.raises(SystemExit):
        main(["perft", "3", "--checkpoint", str(tmp_path / "nowhere" / "run.jsonl")])
    os.write(1, b"still heard\n")
    assert capfd.readouterr().out == "still heard\n"


@pytest.mark.skipif(os.name == "nt", reason="closes a stream as a Unix shell does")
def test_without_a_stream_for_errors():
    ended = subprocess.run(
        ["/bin/sh", "-c", '"$@" 2>&-', "sh", *COMMAND, "verify", "--depth", "9"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0
    assert "Depths 1 to 9 agree" in ended.stdout


def test_foreign_text_that_the_terminal_cannot_show(tmp_path):
    path = tmp_path / "accents.py"
    path.write_text(r"import sys; sys.stdout.buffer.write('\u00e95-6 1\n1\n'.encode())", encoding="ascii")
    ended = subprocess.run(
        [*COMMAND, "compare", "--depth", "1", "--", sys.executable, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert ended.returncode == 1
    assert "Difference in the first position" in ended.stdout
