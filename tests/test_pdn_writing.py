"""What is written is PDN 3.0, and reads back as it was."""

import gzip
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pydraughts import Color, IllegalMoveError, Move, Position
from pydraughts.game import Game
from pydraughts.pdn import Headers, Line, Note, Record, read, write
from pydraughts.pdn_results import text_of

CASES = json.loads((Path(__file__).parent / "cases" / "pdn.json").read_text("utf-8"))["quirks"]
SAMPLES = Path(__file__).parent.parent.parent / "shared" / "pdn"
GAMES = 10_000

# The writing grammar of PDN 3.0 (Wieger Wesselink), for movetext without comments.
MOVE = r"(?:[1-9][0-9]?(?:-[1-9][0-9]?|(?:x[1-9][0-9]?)+))(?:[!?]+|\([!?]+\))?"
MOVETEXT = re.compile(rf"(?:(?:[0-9]+\.(?:\.\.)?|\(*{MOVE}\)*|\$[0-9]+\)*)\s+)*\*\s*")


def written(record):
    buffer = io.BytesIO()
    write([record], buffer)
    return buffer.getvalue()


def comes_back(record):
    [again] = read(written(record))
    assert again.errors == []
    assert again == record
    return again


# Records of all kinds ---------------------------------------------------------------------------

comments = st.text(st.characters(codec="utf-8", exclude_characters="{}"), max_size=120).map(
    lambda text: " ".join(text.split())
)
comment_lists = st.lists(comments.filter(bool), max_size=2)
marks = st.sampled_from(["", "", "!", "?!", "(?)", "!(!)"])


@st.composite
def lines(draw, position, depth):
    moves, notes = [], {}
    for index in range(draw(st.integers(0 if depth == 2 else 1, 6))):
        legal = position.legal_moves()
        if not legal:
            break
        note = Note(
            draw(comment_lists),
            draw(comment_lists),
            draw(st.lists(st.integers(0, 255), max_size=2)),
            draw(marks),
        )
        if depth and draw(st.booleans()):
            note.variations = [
                line for line in draw(st.lists(lines(position, depth - 1), max_size=2)) if line.moves
            ]
        moves.append(draw(st.sampled_from(legal)))
        if note != Note():
            notes[index] = note
        position = position.play(moves[-1])
    return Line(moves, notes)


values = st.text(st.characters(codec="utf-8", exclude_characters='\r\n"\u201c\u201d'), max_size=40)
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,9}", fullmatch=True).filter(
    lambda name: name.lower() not in ("fen", "gametype", "result", "setup")
)


@st.composite
def records(draw):
    start = draw(st.one_of(st.just(Position()), st.from_type(Position)))
    line = draw(lines(start, 2))
    record = Record(
        line.moves, line.notes, Headers(draw(st.lists(st.tuples(names, values), max_size=4))), start
    )
    decided = record.end.winner
    record.winner = draw(st.sampled_from(list(Color))) if decided is None and draw(st.booleans()) else decided
    record.result_text = (
        text_of(record.winner) if record.winner is not None else draw(st.sampled_from(["*", "1/2-1/2"]))
    )
    return record


@given(records())
@settings(max_examples=300)
def test_a_record_comes_back(record):
    comes_back(record)


def test_random_games_come_back():
    rng = random.Random("pdn")
    games = []
    for number in range(GAMES):
        game = Game(Position().flipped() if number % 3 == 0 else None)
        for _ in range(rng.randint(0, 120)):
            if game.outcome():
                break
            game.push(rng.choice(game.position.legal_moves()))
        if not game.outcome() and number % 2:
            game.agree_draw() if number % 4 == 1 else game.resign(game.turn)
        games.append(game)
    buffer = io.StringIO()
    write((Record.from_game(game, {"Round": str(number)}) for number, game in enumerate(games)), buffer)
    text = buffer.getvalue()
    assert all(len(line) <= 79 for line in text.split("\n"))
    again = list(read(text))
    assert [record.headers["Round"] for record in again] == list(map(str, range(GAMES)))
    for record, game in zip(again, games, strict=True):
        assert record == Record.from_game(game, {"Round": record.headers["Round"]})
        assert record.errors == []
        assert record.game().moves == game.moves
        outcome = game.outcome()
        assert (record.winner, record.is_draw) == (
            outcome.winner if outcome else None,
            bool(outcome) and outcome.winner is None,
        )


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_quirks_are_written_clean(case):
    for record in read(io.StringIO(case["text"], newline="")):
        text = record.to_pdn()
        [again] = read(text)
        assert again == record
        if record.result_text != "0-1":
            assert again.errors == []
        if "{" not in text:
            assert MOVETEXT.fullmatch(text.split("\n\n", 1)[1])
        assert again.to_pdn() == text


@pytest.mark.skipif(not SAMPLES.exists(), reason="the samples are not next to the checkout")
@pytest.mark.parametrize(
    "name", ["british_2002", "goulds", "inferno", "millett_test", "tricks_traps_and_shots"]
)
def test_whole_file_comes_back(name):
    first = list(read(SAMPLES / f"{name}.pdn", resolve="lookahead", skip_other_variants=True))
    buffer = io.StringIO()
    write(first, buffer)
    again = list(read(buffer.getvalue()))
    assert again == first
    assert not any(record.errors for record in again)


# What it looks like ---------------------------------------------------------------------------------


def test_layout():
    line = Line([Move((9, 14)), Move((22, 18))], {1: Note(before=["or"], after=["hm"], nags=[2])})
    note = Note(["The start"], ["Common"], [7], "!", [line])
    moves = [Move((9, 13)), Move((22, 18)), Move((13, 17)), Move((21, 14))]
    record = Record(moves, {0: note, 3: Note(mark="(?)")}, Headers({"Event": "Open", "Black": "A"}))
    assert record.to_pdn() == (
        '[Event "Open"]\n'
        '[Black "A"]\n'
        '[Result "*"]\n'
        '[GameType "21"]\n'
        "\n"
        "1. {The start} 9-13! $7 {Common} (1. 9-14 1... {or} 22-18 $2 {hm}) 1... 22-18\n"
        "2. 13-17 21x14(?) *\n"
    )
    comes_back(record)


def test_white_first():
    record = Record([Move((22, 18)), Move((9, 13)), Move((18, 15))], start=Position().flipped().flipped())
    with pytest.raises(IllegalMoveError):
        record.to_pdn()
    record.start = Position.from_fen("W:W21-32:B1-10,12,13")
    record.moves = [Move((22, 18)), Move((13, 17)), Move((21, 14))]
    assert record.to_pdn().endswith(
        '[FEN "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,13"]\n\n'
        "1... 22-18 2. 13-17 21x14 *\n"
    )


def test_jumps_are_short_unless_ambiguous():
    fen = "B:W6,7,14,15:B2"
    for path in ((2, 9, 18), (2, 11, 18)):
        assert (
            f"1. {path[0]}x{path[1]}x{path[2]} *"
            in Record([Move(path)], start=Position.from_fen(fen)).to_pdn()
        )
    record = Record([Move((9, 18, 25))], start=Position.from_fen("B:W14,22,32:B9"))
    assert "1. 9x25 *" in record.to_pdn()


@pytest.mark.parametrize(
    ("text", "winner", "tag"),
    [
        ("1-0", Color.BLACK, "1-0"),
        ("1-0", Color.WHITE, "0-1"),
        ("2-0", Color.BLACK, "2-0"),
        ("*", Color.WHITE, "0-1"),
        ("adjourned", None, "adjourned"),
    ],
)
def test_the_winner_decides_how_the_result_is_written(text, winner, tag):
    record = Record(headers=Headers({"Result": "?"}), winner=winner, result_text=text)
    assert record.to_pdn().startswith(f'[Result "{tag}"]\n')


def test_a_comment_cannot_end_early_nor_begin_a_game():
    comment = "}" + 'x [Event "a"] % ' * 12 + "\n[Event"
    record = Record([Move((9, 13))], {0: Note(after=[comment])})
    [again] = read(record.to_pdn())
    assert again.errors == []
    assert again.notes[0].after == [" ".join(comment.replace("}", ")").split())]


def test_deep_variations_are_written():
    line = innermost = Line([Move((9, 13))])
    for _ in range(5000):
        inner = Line([Move((9, 13))])
        innermost.note(0).variations.append(inner)
        innermost = inner
    assert Record(line.moves, line.notes).to_pdn().count(")") == 5000


def test_targets(tmp_path):
    record = Record([Move((9, 13))], {0: Note(after=["Café \ud800"])})
    write([record, record], tmp_path / "a.pdn")
    write([record, record], str(tmp_path / "b.pdn"))
    data = (tmp_path / "a.pdn").read_bytes()
    assert data == (tmp_path / "b.pdn").read_bytes() == written(record) + b"\n" + written(record)
    assert "Café" in data.decode("utf-8")
    assert b"\r" not in data


def test_a_file_may_be_read_and_written_in_one_go(tmp_path):
    file = tmp_path / "games.pdn"
    text = (written(Record([Move((9, 13))])) + b"\n") * 5000
    file.write_bytes(text)
    file.chmod(0o640)
    write(read(file), file)
    assert file.read_bytes() == text.removesuffix(b"\n")
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "records",
    [
        lambda _: [Record([Move((9, 13))]), Record([Move((1, 6))])],
        lambda file: read(file.with_name("none.pdn")),
        lambda _: read("9-13 9-14 *\n", strict=True),
    ],
)
def test_a_file_is_as_it_was_if_not_all_is_written(tmp_path, records):
    file = tmp_path / "games.pdn"
    for before in ([], [file]):
        with pytest.raises((ValueError, OSError)):
            write(records(file), file)
        assert list(tmp_path.iterdir()) == before
        file.write_text("precious")
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    ("folder", "error"), [("none", FileNotFoundError), ("file", (NotADirectoryError, FileNotFoundError))]
)
def test_what_cannot_be_written_is_named_as_it_was_given(tmp_path, folder, error):
    (tmp_path / "file").touch()
    target = tmp_path / folder / "games.pdn"
    with pytest.raises(error) as info:
        write([], target)
    assert info.value.filename == str(target)


def test_many_threads_write_the_same_file(tmp_path):
    """Whoever is last wins, and nothing else is left."""
    target = tmp_path / "games.pdn"
    records = [[Record([Move((9, 13))], headers=Headers({"Event": str(number)}))] for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, records, [target] * 8))
    (found,) = read(target)
    assert found.headers["Event"] in map(str, range(8))
    assert os.listdir(tmp_path) == ["games.pdn"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files as Unix does")
def test_nothing_is_left_of_what_finds_no_room(tmp_path):
    """Not even if the last bytes find none either, when the file is closed."""
    target = tmp_path / "games.pdn"
    target.write_text("before")
    program = """
import resource, signal, sys
from pydraughts import Move
from pydraughts.pdn import Record, write
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, resource.RLIM_INFINITY))
write((Record([Move((9, 13))]) for _ in range(100_000)), sys.argv[1])
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(target)], check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "File too large" in done.stderr
    assert target.read_text() == "before"
    assert os.listdir(tmp_path) == ["games.pdn"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_written_to_and_stays(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    record = Record([Move((9, 13))])
    writer = threading.Thread(target=write, args=([record], tmp_path / "pipe"))
    writer.start()
    assert (tmp_path / "pipe").read_bytes() == written(record)
    writer.join()
    assert (tmp_path / "pipe").is_fifo()


def test_streams_of_all_kinds(tmp_path):
    record = Record([Move((9, 13))])
    text = written(record).decode()
    with (
        tempfile.NamedTemporaryFile() as binary,
        tempfile.NamedTemporaryFile("w+") as characters,
        gzip.open(tmp_path / "a.gz", "wb") as packed,
        tempfile.SpooledTemporaryFile() as spooled,
    ):
        for stream in (binary, characters, packed, spooled):
            write([record], stream)
        for stream in (binary, characters, spooled):
            stream.seek(0)
        assert binary.read() == spooled.read() == text.encode()
        assert characters.read() == text
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == text.encode()
    with pytest.raises(TypeError, match="not NoneType"):
        write([record], None)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"notes": {2: Note(before=["far"])}}, "no move 2"),
        ({"notes": {-1: Note(after=["far"])}}, "no move -1"),
        ({"notes": {1: Note(after=["early"])}}, "no move 1"),
        ({"notes": {0: Note(mark="} 1-0")}}, "not a mark"),
        ({"notes": {0: Note(nags=[-1])}}, "not \\[-1\\]"),
        ({"notes": {0: Note(nags=[1000])}}, "not \\[1000\\]"),
        ({"notes": {0: Note(variations=[Line([Move((9, 14))], {0: Note(mark="?1")})])}}, "not a mark"),
        ({"result_text": '1-0"]\n[Event "'}, "a tag cannot hold"),
    ],
)
def test_what_pdn_cannot_say_is_refused(change, reason):
    record = Record([Move((9, 13))])
    vars(record).update(change)
    with pytest.raises(ValueError, match=reason):
        record.to_pdn()


def test_from_game():
    game = Game(Position.from_fen("W:WK27:B28"))
    game.push("27-32")
    record = Record.from_game(game, [("Event", "a")])
    assert record.headers.pairs == (
        ("Event", "a"),
        ("Result", "0-1"),
        ("GameType", "21"),
        ("FEN", "W:WK27:B28"),
    )
    assert comes_back(record).headers == record.headers
    assert record != 1
