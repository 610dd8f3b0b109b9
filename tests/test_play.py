"""A game in the terminal: over a pipe, in a window of 80 by 24, and against an opponent of the tests' own."""

import enum
import io
import os
import re
import select
import signal
import subprocess
import sys
import types

import pytest

from pydraughts import Color, Position
from pydraughts.cli import main
from pydraughts.game import Game
from pydraughts.pdn import Record, read, write
from pydraughts.play_interrupts import Interrupts

COMMAND = [sys.executable, "-m", "pydraughts", "play"]


def over_a_pipe(lines, *options):
    text = "\n".join(lines) + "\n" if lines else ""
    ended = subprocess.run(
        [*COMMAND, *options], input=text.encode(), capture_output=True, timeout=60, check=False
    )
    assert ended.stderr == b""
    assert ended.returncode == 0
    return ended.stdout.decode()


def two(*lines):
    return over_a_pipe(lines, "--two-players")


class Level(enum.IntEnum):
    BEGINNER, EASY, STEADY, STRONG, HARD = range(1, 6)


@pytest.fixture
def against(monkeypatch, capsys):
    """Play against moves that are given, or else the first that is legal."""

    def play(lines, *options, replies=(), interrupts=()):
        asked = []
        replies = list(replies)
        interrupts = list(interrupts)

        def choose(position, level, *, history=(), seed=None):  # noqa: ARG001
            asked.append((position, level, tuple(history)))
            if interrupts and (fault := interrupts.pop(0)):
                raise fault
            return position.parse_move(replies.pop(0)) if replies else position.legal_moves()[0]

        def score(game, color, level):
            return 1000 * level + 100 * color + game.ply

        fake = types.ModuleType("pydraughts.search")
        fake.Level, fake.choose, fake.score = Level, choose, score
        monkeypatch.setitem(sys.modules, "pydraughts.search", fake)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *options]) == 0
        return capsys.readouterr().out, asked

    return play


# Two players over a pipe ------------------------------------------------------------------------------


def test_the_end_of_the_input_is_a_polite_end():
    shown = two()
    assert str(Position()) in shown
    assert "Pieces that can move: 9, 10, 11, 12\nBlack> \n" in shown
    assert "not saved" not in shown


def test_moves_are_made_and_shown():
    shown = two("11-15", "22 18", "15x22", "c3-d4", "b6-a5", "25x18")
    position = Position().play("11-15").play("22-18").play("15x22")
    for board in (Position().play("11-15"), position, position.play("25x18")):
        assert str(board) in shown
    assert "White has played 22-18.\nA jump is there to be taken, by 15\nBlack> " in shown
    assert shown.count("is illegal: ") == 2
    assert "The game was not saved. This is how far it went:\n" in shown
    assert "1. 11-15 22-18 2. 15x22 25x18 *" in " ".join(shown.split())


def test_hints():
    shown = two("11", "9-14", "1", "22", "16", "moves", "help", "99", "14-17")
    assert "Black> 11-15 11-16\n" in shown
    assert "Not 1: " not in shown.split("Black has played")[0]
    after = shown.split("Black has played 9-14.")[1]
    assert "White> Not 1: the piece is the opponent's. Try 21, 22, 23, 24.\n" in after
    assert "White> 22-17 22-18\n" in after
    assert "White> Not 16: no piece stands there. Try 21, 22, 23, 24.\n" in after
    assert "White> 21-17 22-17 22-18 23-18 23-19 24-19 24-20\n" in after
    assert "save FILE" in after
    assert "White> square 99 is not on the board: squares are numbered 1 to 32.\n" in after
    assert "the piece on 14 is not White's" in after
    blocked = two("11-15", "22-18", "9", "15 22", "quit", "quit")
    assert "Not 9: a jump is there to be taken. Try 15.\n" in blocked


def test_what_is_no_command_says_so():
    shown = two("hello", "save", "undo", "draw 9-13", "draw 9-18")
    assert "'hello' is not a move" in shown
    assert "'help' tells what" in shown.split("'hello' is not a move")[1]
    assert "save where? Say 'save game.pdn'." in shown
    assert "there is no move of yours to take back" in shown
    assert "no draw to claim" in shown
    assert "9-18 is illegal" in shown
    assert shown.count("Black> ") == 6


def test_bytes_that_are_no_text_do_no_harm():
    ended = subprocess.run(
        [*COMMAND, "--two-players"],
        input=b"11-15\n\xff\xfe\x00\n22-18\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"White has played 22-18." in ended.stdout


def test_undo_and_quit():
    shown = two("11-15", "22-18", "undo", "undo", "quit")
    assert shown.count(str(Position())) == 2
    assert shown.endswith("Black> ")
    shown = two("11-15", "quit", "22-18", "quit", "quit", "15x22")
    assert shown.count("'quit' again leaves it.") == 2
    assert "15x22" not in shown


def test_resigning_and_what_comes_after():
    shown = two("11-15", "resign", "22-18", "undo", "quit")
    assert (
        "Black wins: resignation.\ngame over> the game is over: Black wins: resignation.\ngame over> "
        in shown
    )
    assert shown.endswith("Black> ")


def test_draws_are_offered_and_claimed():
    shown = two("11-15", "draw", "no", "draw", "yes")
    assert shown.count("White> Black, do you agree to a draw? ") == 2
    assert "Black does not agree.\nWhite> " in shown
    assert "draw: agreement.\ngame over> " in shown


def test_claims(tmp_path):
    file = tmp_path / "kings.pdn"
    moves = "1. 1-6 32-27 2. 6-1 27-32 3. 1-6 32-27 4. 6-1 *"
    file.write_text(f'[FEN "B:WK32:BK1"]\n{moves}\n')
    for claim in (["draw 27-32"], ["27-32", "draw"]):
        shown = over_a_pipe(claim, "--resume", str(file))
        assert "draw: third occurrence of the position.\n" in shown
    assert "You can claim a draw.\nBlack> " in shown


def test_a_game_is_saved_and_resumed(tmp_path):
    file = tmp_path / "game.pdn"
    shown = two("11-15", "22-18", f"save {file}", "quit")
    assert f"Saved in {file}.\nBlack> " in shown
    [record] = read(str(file))
    assert record.errors == []
    assert [str(move) for move in record.moves] == ["11-15", "22-18"]
    shown = over_a_pipe(["15x22", "save", "quit"], "--resume", str(file))
    assert f"Saved in {file}." in shown
    assert shown.endswith("White> ")
    [record] = read(str(file))
    assert len(record.moves) == 3
    assert os.listdir(tmp_path) == ["game.pdn"]


def test_no_file_is_written_over_unless_it_is_the_game(tmp_path):
    file = tmp_path / "games.pdn"
    two("11-15", f"save {file}")
    before = file.read_bytes()
    shown = two("9-13", f"save {file}", "save /nowhere/at/all.pdn")
    assert f"{file} exists: nothing was written" in " ".join(shown.split())
    assert "No such file or directory" in shown
    assert file.read_bytes() == before
    file.write_bytes(before + b"\n" + before)
    shown = over_a_pipe(["22-18", "save", f"save {file}"], "--resume", str(file))
    assert "save where?" in shown
    assert "exists" in shown
    assert file.read_bytes() == before + b"\n" + before


def test_what_is_known_of_a_game_is_kept(tmp_path):
    file = tmp_path / "cup.pdn"
    tags = '[Event "Cup"]\n[Black "Alice"]\n[Result "*"]\n[GameType "21"]\n\n'
    for moves, is_all in (
        ("1. 11-15 *\n", True),
        ("1. 11-15 {good} *\n", False),
        ("1. 11-15 (9-14) *\n", False),
    ):
        file.write_text(tags + moves)
        other = tmp_path / f"{len(moves)}.pdn"
        shown = over_a_pipe(["22-18", "save", f"save {other}", "quit"], "--resume", str(file))
        assert ("save where?" in shown) != is_all
        assert other.read_text() == tags + "1. 11-15 22-18 *\n"
        assert file.read_text() == (other.read_text() if is_all else tags + moves)


def test_nothing_beside_the_file_is_lost(tmp_path):
    beside = tmp_path / "game.pdn.part"
    beside.write_text("something else")
    assert "Saved in" in two("11-15", f"save {tmp_path / 'game.pdn'}")
    assert beside.read_text() == "something else"
    assert len(os.listdir(tmp_path)) == 2


def test_no_letter_ends_the_game():
    ended = subprocess.run(
        [*COMMAND, "--two-players"],
        input="11-15\nh\u00e9 \u65e5\n22-18\n".encode(),
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"1. 11-15 22-18 *" in ended.stdout


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "there is no game in"), ("1. 11-15 11-16 *", "line 1, column 10: 11-16 is illegal")],
)
def test_files_that_cannot_be_resumed(tmp_path, text, reason):
    file = tmp_path / "bad.pdn"
    file.write_text(text)
    ended = subprocess.run(
        [*COMMAND, "--resume", str(file)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert reason in ended.stderr


@pytest.mark.parametrize("name", ["", "missing.pdn"])
def test_files_that_are_not_there(name, capsys):
    with pytest.raises(SystemExit):
        main(["play", "--resume", name])
    assert f"No such file or directory: '{name}'" in capsys.readouterr().err


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_without_input_or_output_there_is_no_game(stream, monkeypatch, capsys):
    monkeypatch.setattr(sys, stream, None)
    with pytest.raises(SystemExit):
        main(["play"])
    assert "a game needs standard input and output" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [["--two-players", "--level", "2"], ["--two-players", "--color", "white"]]
)
def test_two_players_have_no_computer(options, capsys):
    with pytest.raises(SystemExit):
        main(["play", *options])
    assert "it goes with neither --level nor --color" in capsys.readouterr().err


def test_two_players_do_not_load_the_opponent():
    code = (
        "import sys; from pydraughts.cli import main; main(['play', '--two-players']);"
        "assert 'pydraughts.search' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], input="11-15\n", text=True, check=True, capture_output=True)


# Against the computer ---------------------------------------------------------------------------------


def test_the_computer_answers_at_the_level_asked_for(against):
    shown, asked = against(["11-15", "15x22"], "--level", "2", replies=["22-18", "25x18"])
    first = Position().play("11-15")
    assert asked[0] == (first, Level.EASY, (Position(),))
    assert asked[1][2] == (
        Position(),
        first,
        first.play("22-18"),
    )
    assert "White has played 22-18.\nA jump is there to be taken, by 15\nBlack> " in shown
    assert shown.count("The computer is thinking...") == 2
    assert shown.count("+\nWhite to move") == 0


def test_the_computer_begins_if_it_has_black(against):
    shown, asked = against(["undo", "22-18", "undo"], "--color", "white", replies=["11-15", "15x22"])
    assert asked[0] == (Position(), Level.STEADY, ())
    assert "there is no move of yours to take back" in shown
    assert shown.rstrip().endswith("1. 11-15 *")
    assert '[Black "pydraughts, level 3"]' in shown


def test_undo_takes_both_moves_back(against):
    shown, asked = against(["11-15", "undo", "9-13"], replies=["22-18", "22-18"])
    assert len(asked) == 2
    assert "1. 9-13 22-18 *" in shown


def test_the_computer_does_not_agree_early_nor_when_it_is_ahead(against, tmp_path):
    shown, _ = against(["draw", "quit"])
    assert "The computer does not agree.\nBlack> " in shown
    late = tmp_path / "late.pdn"
    for kings, agrees in (("WK32:BK1", True), ("WK32,K31:BK1", False)):
        # Going round, so that nothing is repeated often enough to be claimed.
        game = Game(Position.from_fen("B:" + kings))
        seen = {game.position: 1}
        while game.ply < 40:
            moves = [m for m in game.position.legal_moves() if not game.position.play(m).must_capture]
            move = min(moves, key=lambda m: seen.get(game.position.play(m), 0))
            game.push(move)
            seen[game.position] = seen.get(game.position, 0) + 1
        assert not game.can_claim_draw()

        write([Record.from_game(game)], late)
        shown, _ = against(["draw", "quit", "quit"], "--resume", str(late), "--level", "1")
        assert ("draw: agreement." in shown) == agrees
        assert ("The computer does not agree." in shown) != agrees


def test_the_computer_claims_a_draw_unless_it_is_ahead(against, tmp_path):
    for fen, claims in (("B:WK32:BK1", True), ("B:WK32,K31,30:BK1", False)):
        file = tmp_path / "kings.pdn"
        file.write_text(f'[FEN "{fen}"]\n1. 1-6 32-27 2. 6-1 27-32 3. 1-6 32-27 4. 6-1 27-32 *\n')
        shown, asked = against(["1-6"], "--resume", str(file), "--color", "black")
        assert ("The computer claims a draw.\ndraw: third" in shown) == claims
        assert bool(asked) != claims


def test_the_score_is_told_at_the_end(against):
    shown, _ = against(["11-15", "resign", "11-16"], "--level", "4")
    assert "White wins: resignation.\nYour score: 4002\n" in shown
    assert "the game is over" in shown


def test_a_game_against_the_computer_is_resumed_as_it_was(against, tmp_path):
    file = tmp_path / "game.pdn"
    against(["22-18", f"save {file}"], "--color", "white", "--level", "5", replies=["11-15", "15x22"])
    shown, asked = against(["25x18"], "--resume", str(file))
    assert asked[0][1] == Level.HARD
    assert "A jump is there to be taken, by 25, 26\nWhite> " in shown
    _, asked = against(["25x18"], "--resume", str(file), "--level", "1")
    assert asked[0][1] == Level.BEGINNER
    _, asked = against([], "--resume", str(file), "--color", "black")
    assert asked[0][0].turn == Color.WHITE
    _, asked = against(["25x18", "8-11"], "--resume", str(file), "--two-players")
    assert asked == []


def test_stopping_the_computer_loses_nothing(against):
    shown, asked = against(
        ["11-15", "22-17", "moves", "", "15x22"], replies=["22-18", "25x18"], interrupts=[KeyboardInterrupt]
    )
    assert "The game goes on. 'save FILE' keeps it, 'quit' leaves.\nEnter lets the computer move> " in shown
    assert "it is the computer's turn." in shown
    assert len(asked) == 3
    assert "1. 11-15 22-18 2. 15x22 25x18 *" in shown


def test_a_computer_that_fails_loses_nothing(against):
    shown, asked = against(
        ["11-15", "moves", "", "15x22"], replies=["22-18", "25x18"], interrupts=[MemoryError("no room")]
    )
    assert "The computer cannot move: MemoryError: no room.\nThe game goes on. 'save FILE' keeps it" in shown
    assert len(asked) == 3
    assert "1. 11-15 22-18 2. 15x22 25x18 *" in shown


def test_whatever_fails_the_game_is_shown(against, monkeypatch, capsys):
    def agrees(computer, game):  # noqa: ARG001
        raise RuntimeError("a fault")

    monkeypatch.setattr("pydraughts.play_computer.Computer.agrees_to_draw", agrees)
    with pytest.raises(RuntimeError, match="a fault"):
        against(["11-15", "draw"], replies=["22-18"])
    assert capsys.readouterr().out.endswith("The game was not saved. This is how far it went:\n\n" + PLAYED)


PLAYED = '[White "pydraughts, level 3"]\n[Result "*"]\n[GameType "21"]\n\n1. 11-15 22-18 *\n'


def test_ctrl_c_leaves_no_move_half_made(against, monkeypatch):
    append = Game._append

    def interrupted(*arguments):
        signal.raise_signal(signal.SIGINT)
        append(*arguments)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Game, "_append", interrupted)
    shown, _ = against(["11-15"], replies=["22-18"])
    assert shown.endswith(PLAYED)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_allowed_is_stopped_once():
    interrupts = Interrupts()
    with interrupts, interrupts.allowed():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)


# In a terminal ----------------------------------------------------------------------------------------


class Terminal:
    """A window of 80 by 24 in which a game is played; what has been shown since the last line was typed."""

    def __init__(self, *options):
        import fcntl
        import pty
        import struct
        import termios

        main_end, other_end = pty.openpty()
        fcntl.ioctl(other_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *options], stdin=other_end, stdout=other_end, stderr=other_end, start_new_session=True
        )
        os.close(other_end)
        self.end = main_end

    def read(self):
        """What is shown up to the next prompt, or to the end."""
        shown = b""
        while not shown.endswith(b"> ") and self.has_more(60):
            try:
                more = os.read(self.end, 4096)
            except OSError:  # so Linux tells that nobody holds the other end any more
                break
            if not more:
                break
            shown += more
        return shown.decode().replace("\r\n", "\n")

    def has_more(self, seconds):
        return bool(select.select([self.end], [], [], seconds)[0])

    def interrupt(self):
        # Python overlooks a signal in the instant between its prompt and its reading.
        while True:
            os.kill(self.process.pid, signal.SIGINT)
            if self.has_more(0.5):
                return self.read()

    def say(self, text):
        os.write(self.end, text.encode())
        return self.read()

    def close(self):
        os.close(self.end)
        return self.process.wait(60)


@pytest.fixture
def terminal():
    pytest.importorskip("pty")
    window = Terminal("--two-players")
    yield window
    window.process.kill()
    window.process.wait()


def fits(shown):
    rows = shown.split("\n")
    assert len(rows) <= 24
    assert max(map(len, rows)) <= 80


def test_every_screen_fits_a_terminal_of_80_by_24(terminal):
    fits(terminal.read())
    game = Game()
    while game.outcome() is None and game.ply < 60:
        for line in ("moves", "nonsense", "help", "1-32", "1"):
            fits(terminal.say(f"{line}\n"))
        move = game.position.legal_moves()[game.ply % game.position.count_moves()]
        game.push(move)
        shown = terminal.say(f"{move}\n")
        fits(shown)
        assert str(game.position) in shown
    terminal.say("quit\n")
    assert terminal.say("quit\n").split() == ["quit"]
    assert terminal.close() == 0


def test_ctrl_c_does_not_lose_the_game_and_ctrl_d_ends_it(terminal, tmp_path):
    terminal.read()
    terminal.say("11-15\n")
    for _ in range(3):
        shown = terminal.interrupt()
        assert "The game goes on. 'save FILE' keeps it, 'quit' leaves.\nWhite> " in shown
    file = tmp_path / "kept.pdn"
    assert f"Saved in {file}." in terminal.say(f"save {file}\n")
    [record] = read(str(file))
    assert [str(move) for move in record.moves] == ["11-15"]
    terminal.say("22-18\n")
    shown = terminal.say("\x04")
    assert re.search(r"1\. 11-15 22-18 \*\n$", shown)
    assert terminal.close() == 0
