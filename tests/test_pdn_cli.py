"""The command line for files of games."""

import argparse
import io
import os
import re
import sys
import threading

import pytest

from pydraughts.cli import main
from pydraughts.pdn import read
from pydraughts.pdn_cli import add_commands

GOOD = '[Event "a"]\n1. 9-13 {usual} 22-18 (22-17 13x22) 2. 13-17 21x14 1-0\n'
BAD = "9-13 9-14 *\n"
AMBIGUOUS = '[FEN "B:W6,7,14,15,32:B2"]\n2x18 14-9 *\n'
OTHER = '[GameType "20"]\n32-28 *\n'


@pytest.fixture
def run(tmp_path, monkeypatch, capsysbinary):
    """Run a command on files of these texts; return its status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(command, *texts, options=()):
        names = [f"{number}.pdn" for number in range(len(texts))]
        for name, text in zip(names, texts, strict=True):
            (tmp_path / name).write_text(text, encoding="utf-8")
        parser = argparse.ArgumentParser()
        add_commands(parser.add_subparsers())
        arguments = parser.parse_args(["pdn", command, *names, *options])
        status = arguments.run(arguments)
        sys.stdout.flush()
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return run


def test_check(run):
    assert run("check", GOOD, GOOD + GOOD) == (
        0,
        "0.pdn: games 1, replayed 1, faults 0\n1.pdn: games 2, replayed 2, faults 0\n",
        "",
    )


def test_check_finds_faults(run):
    status, out, _ = run("check", GOOD + BAD + OTHER + AMBIGUOUS)
    first, second, third, summary = out.splitlines()
    assert status == 1
    assert first.startswith("0.pdn:3:6: game 2: 9-14 is illegal")
    assert second == "0.pdn:4:1: game 3: this is a game of international draughts, not of English draughts"
    assert third.startswith("0.pdn:7:1: game 4: 2x18 is ambiguous")
    assert summary == "0.pdn: games 4, replayed 1, faults 3"


def test_options_of_reading(run):
    assert run("check", AMBIGUOUS, options=["--lookahead"])[0] == 0
    assert (
        run("check", OTHER, options=["--skip-other-variants"])[1] == "0.pdn: games 0, replayed 0, faults 0\n"
    )
    lost = '[FEN "B:W6:BK1"]\n1x10 0-1\n'
    assert run("check", lost)[0] == 1
    assert run("check", lost, options=["--white-first"])[0] == 0


def test_convert(run, tmp_path):
    status, out, err = run("convert", GOOD, GOOD)
    assert (status, err) == (0, "")
    assert list(read(out)) == list(read(GOOD + GOOD))
    assert run("convert", GOOD, options=["--output", "new.pdn"]) == (0, "", "")
    assert list(read(tmp_path / "new.pdn")) == list(read(GOOD))


def test_convert_tells_faults(run):
    status, out, err = run("convert", GOOD + BAD + OTHER)
    assert status == 1
    assert [len(record.moves) for record in read(out)] == [4, 1]
    assert [line.split(": ")[0] for line in err.splitlines()] == ["0.pdn:3:6", "0.pdn:4:1"]


def test_convert_does_not_overwrite_what_it_reads(run):
    with pytest.raises(ValueError, match=r"0\.pdn is read too"):
        run("convert", GOOD, options=["-o", "./0.pdn"])


def test_stats(run):
    status, out, _ = run("stats", GOOD + BAD, AMBIGUOUS)
    counts = {what: int(count) for count, what in (line.split(maxsplit=1) for line in out.splitlines())}
    assert status == 0
    assert counts == {
        "games": 3,
        "not read to the end": 2,
        "that begin with a set-up position": 1,
        "won by Black": 1,
        "won by White": 0,
        "drawn": 0,
        "plies": 5,
        "captures": 1,
        "comments": 1,
        "variations": 1,
        "plies in the longest game": 4,
    }


def test_stats_count_what_is_in_variations(run):
    _, out, _ = run("stats", "9-13 {a} 22-18 (22-17 {b} 13x22 (13x22 {c}) 25x18) (23-19) *")
    assert "\n          3 comments\n          3 variations\n" in out


def test_stats_of_no_game(run):
    _, out, _ = run("stats", "")
    assert {line.split()[0] for line in out.splitlines()} == {"0"}
    assert len(out.splitlines()) == len(run("stats", GOOD)[1].splitlines())


@pytest.mark.parametrize(
    ("missing", "reason"),
    [("missing.pdn", "No such file or directory"), (".", "Is a directory|Permission denied")],
)
def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_it(run, missing, reason):
    told = rf"pydraughts: error: {re.escape(missing)}: (?:{reason})\n"
    status, out, err = run("check", BAD, options=[missing, "0.pdn"])
    assert status == 2
    assert out.count("0.pdn: games 1, replayed 0, faults 1\n") == 2
    assert f"{missing}: games" not in out
    assert re.fullmatch(told, err)
    status, out, err = run("stats", GOOD, options=[missing, "0.pdn"])
    assert (status, out.splitlines()[0].split()) == (2, ["2", "games"])
    assert re.fullmatch(told, err)
    status, out, err = run("convert", GOOD, options=[missing, "0.pdn"])
    assert (status, list(read(out))) == (2, list(read(GOOD + GOOD)))
    assert re.fullmatch(told, err)


def test_an_empty_name_of_an_output_is_no_stdout(run):
    with pytest.raises(FileNotFoundError):
        run("convert", GOOD, options=["-o", ""])


def test_convert_writes_no_file_without_all_that_belongs_there(run, tmp_path):
    (tmp_path / "old.pdn").write_text(GOOD)
    for output in ("old.pdn", "new.pdn"):
        with pytest.raises(ValueError, match=rf"{output} is not written: not all that was to be in it"):
            run("convert", options=["missing.pdn", "-o", output])
    assert (tmp_path / "old.pdn").read_text() == GOOD
    assert os.listdir(tmp_path) == ["old.pdn"]


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="a file of Linux that cannot be read")
def test_a_file_that_cannot_be_read_to_the_end(run):
    status, out, err = run("check", GOOD, options=["/proc/self/mem"])
    assert (status, out) == (2, "0.pdn: games 1, replayed 1, faults 0\n")
    assert err == "pydraughts: error: /proc/self/mem: Input/output error\n"


def test_faults_do_not_get_among_the_games_if_there_is_no_stderr(run, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    status, out, _ = run("convert", BAD)
    assert (status, out.splitlines()[-1]) == (1, "1. 9-13 *")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_with_a_name(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=(GOOD,))
    writer.start()
    assert run("check", options=["pipe"])[1] == "pipe: games 1, replayed 1, faults 0\n"
    writer.join()


@pytest.mark.parametrize("command", ["check", "convert", "stats"])
def test_standard_streams_that_are_closed(run, monkeypatch, command):
    monkeypatch.setattr(sys, "stdin", None)
    status, _, err = run(command, GOOD, options=["-"])
    assert (status, err) == (2, "pydraughts: error: -: stdin is closed\n")


def test_without_stdout_nothing_can_be_converted(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as ended:
        main(["pdn", "convert", "0.pdn"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "pydraughts: error: stdout is closed\n"


def test_stdin(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert run("check", options=["-"])[1] == "-: games 1, replayed 1, faults 0\n"
