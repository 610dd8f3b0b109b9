"""What public files hold, read: one quirk a case, faults by place and reason, and whole files."""

import io
import json
from pathlib import Path

import pytest

from pydraughts import Color
from pydraughts.pdn import Headers, PdnError, VariantError, read

CASES = json.loads((Path(__file__).parent / "cases" / "pdn.json").read_text("utf-8"))["quirks"]
SAMPLES = Path(__file__).parent.parent.parent / "shared" / "pdn"


def read_text(text, **options):
    return list(read(io.StringIO(text, newline=""), **options))


def read_one(text, **options):
    [record] = read_text(text, **options)
    return record


def paths(start, texts):
    """The moves that texts name, as full paths."""
    position, moves = start, []
    for text in texts.split():
        moves.append(position.parse_move(text))
        position = position.play(moves[-1])
    return moves


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_quirk(case):
    records = read_text(case["text"])
    assert len(records) == len(case["games"])
    for record, game in zip(records, case["games"], strict=True):
        assert record.moves == paths(record.start, game["moves"])
        assert record.result_text == game["result"]
        assert [error.text for error in record.errors] == game.get("faults", [])
        assert {name: record.headers[name] for name in game.get("tags", {})} == game.get("tags", {})


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_faults_are_where_they_say(case):
    lines = case["text"].split("\n")
    for record in read_text(case["text"]):
        for error in record.errors:
            there = "\n".join([lines[error.line - 1][error.column - 1 :], *lines[error.line :]])
            assert there.startswith(error.text)
            assert str(error) == f"line {error.line}, column {error.column}: {error.reason}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("9-13 22-18 13-17 27-24", "a jump is there to be taken"),
        ("10-15 23-18 10-14", "square 10 is empty"),
        ("9-13 10-15", "the piece on 10 is not White's"),
        ('[FEN "B:W14,22,32:B9"]\n9x18 32-28', "the jump is not finished; legal: 9x18x25"),
        ('[FEN "B:W6,7,14,15:B2"]\n2x18', "ambiguous: it fits 2 moves, 2x9x18, 2x11x18"),
        ("9-13 22-81", "square 81 is not on the board"),
        ("9-13 22-l8", "'22-l8' is not a move"),
        ("9-13 1994", "'1994' is neither a move nor in a comment"),
        ('[FEN "W::."]', "the position cannot be read"),
        ('[FEN "B:W12,3:BK15."]', "a man on its crowning row was read as a king"),
        ('[FEN "B:W12,3:BK15,6,6"]', "expected a free square, but 6 is already occupied"),
        ('[FEN "B:W12,12:BK15:H0:F40"]', "expected a free square, but 12 is already occupied"),
        ('[Result "1-0"]\n[FEN "B:W6:BK1"]\n1x10 0-1', "the game ends with 0-1, but its Result tag is '1-0'"),
        ('[FEN "B:W6:BK1"]\n1x10 1/2-1/2', "White is to move and cannot, so has lost"),
        ('9-13 /FEN "B:W6:BK1"/', "a position cannot be set up in the middle of a game"),
        ("9-13 {the end", "this comment is not closed"),
        ("9-13 (9-14", "this bracket is not closed"),
        ("! 9-13", "there is no move before this mark"),
        ("9-13 $1000", "'$1000' is neither a move nor in a comment"),
        ('[Event "a]\n9-13', 'expected [Name "value"]'),
    ],
)
def test_reason(text, reason):
    record = read_one(text)
    assert reason in record.errors[0].reason
    assert "strict" not in record.errors[0].reason  # advice for another function
    assert record.variant is None


def test_fields_of_other_programs_after_a_position_are_passed_over():
    record = read_one('[FEN "W:W18,K24:B12,K13:H0:F40"]\n1. 18-15 *')
    assert (record.start.fen, record.errors) == ("W:W18,K24:B12,K13", [])
    assert read_one('[FEN "W:W46-50:B1-5:H0:F1:+0+0"]').variant == "draughts on a board of 10 x 10"


@pytest.mark.parametrize(
    ("text", "winner", "is_draw"),
    [
        ("9-13 1\u20130", Color.BLACK, False),
        ("9-13 0 \u2212 1", Color.WHITE, False),
        ("9-13 \xbd\u2013\xbd", None, True),
        ('[Result "0 - 1"]\n9-13 *', Color.WHITE, False),
        ('[Result "1 / 2 - 1 / 2"]\n9-13', None, True),
        ('[Result "1\u20130"]\n9-13 2-0', Color.BLACK, False),
        ('[Result "1-1"]\n9-13 1/2', None, True),
    ],
)
def test_a_result_is_the_same_however_it_is_written(text, winner, is_draw):
    record = read_one(text)
    assert (record.winner, record.is_draw, record.errors) == (winner, is_draw, [])
    assert read_one(record.to_pdn()).winner == winner


@pytest.mark.parametrize("tag", ["0-1", "1/2-1/2", "0-0", "forfeit", "?"])
def test_results_that_are_not_the_same(tag):
    [error] = read_one(f'[Result "{tag}"]\n9-13 1-0').errors
    assert error.reason == f"the game ends with 1-0, but its Result tag is {tag!r}"


def test_whether_a_game_was_read_to_its_end():
    assert not read_one("9-13 9-14 *").is_whole
    assert read_one("9-13 prose *").is_whole


def test_a_result_that_means_white_is_turned_round_when_it_is_written():
    record = read_one("9-13 1-0", first_player_wins=False)
    assert record.winner == Color.WHITE
    again = read_one(record.to_pdn())
    assert (again.winner, again.result_text) == (Color.WHITE, "0-1")


def test_strict_raises_the_first_fault():
    records = read("9-13 *\n9-13 9-14 *\n", strict=True)
    assert next(records).errors == []
    with pytest.raises(PdnError, match="line 2, column 6"):
        next(records)


def test_look_ahead():
    text = '[FEN "B:W6,7,14,15,32:B2"]\n2x18 {which?} 14-9 (6-1) *'
    assert not read_one(text).is_whole
    record = read_one(text, resolve="lookahead")
    assert [str(move) for move in record.moves] == ["2x11x18", "14-9"]
    assert record.errors == []
    for rest in ("32-28", "14-5", ""):
        [error] = read_one(text.replace("14-9", rest), resolve="lookahead").errors
        assert "ambiguous" in error.reason
    with pytest.raises(ValueError, match="resolve"):
        read(text, resolve="guess")


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ('[GameType "20"]\n1. 32-28 19-23 *', "international draughts"),
        ('[GameType "22,W,8,8,N2,1"]\n1. 22-18 11-15 *', "Italian draughts"),
        ('[GameType "99"]\n1. 22-18 11-15 *', "type 99"),
        ("1. 32-28 19-23 2. 37-32 *", "draughts on a board of 10 x 10"),
        ('[FEN "W:W31-50:B1-20"]\n1. 32-28 *', "draughts on a board of 10 x 10"),
        ("1. 43-38 30-36 2. 55-49 *", "draughts on a board of 12 x 12"),
        ("1. 22-18 11-15 *", "draughts that White begins"),
    ],
)
def test_other_variants(text, variant):
    record, after = read_text(text + "\n9-13 *")
    [error] = record.errors
    assert isinstance(error, VariantError)
    assert record.variant == error.variant == variant
    assert variant in error.reason
    assert record.moves == []
    assert len(after.moves) == 1
    assert len(read_text(text + "\n9-13 *", skip_other_variants=True)) == 1
    for refused in (record.game, record.to_pdn):
        with pytest.raises(VariantError):
            refused()


@pytest.mark.parametrize("value", ["21", "21,B,8,8,N1,0", " 21 ", "English", ""])
def test_english_game_types(value):
    assert read_one(f'[GameType "{value}"]\n9-13 *').errors == []


def test_a_wrong_first_move_of_an_english_game_is_just_that():
    [error] = read_one('[GameType "21"]\n22-18 *').errors
    assert type(error) is PdnError


@pytest.mark.parametrize(
    ("text", "winner"),
    [("1-0", Color.BLACK), ("2-0", Color.BLACK), ("0-1", Color.WHITE), ("0-0", None), ("1/2-1/2", None)],
)
def test_winner(text, winner):
    assert read_one(f"9-13 {text}").winner == winner
    other = None if winner is None else winner.opponent
    assert read_one(f"9-13 {text}", first_player_wins=False).winner == other


def test_the_first_player_is_black_even_if_white_begins():
    assert read_one('[FEN "W:WK4,30:B22,27"]\n4-8 27-32 1-0').winner == Color.BLACK


def test_notes():
    record = read_one(
        """{before
           all} 1. 9-13! {one} ; two
        (1. 9-14?! 22-18 (22-17 {deep}) 5-9) {three} 1... 22-18 $1 $14 (?) % four
        2. {five} {six} 13-17(!) {[%clk 0:04:05]} (when in doubt) 21x14* 3. {last} 1-0 {resigned}"""
    )
    assert record.errors == []
    assert [str(move) for move in record.moves] == ["9-13", "22-18", "13-17", "21x14"]
    first, second, third, fourth = (record.notes[index] for index in range(4))
    assert (first.before, first.after, first.mark) == (["before all"], ["one", "two", "three"], "!")
    assert (second.nags, second.mark, second.after) == ([1, 14], "(?)", ["four"])
    assert (third.before, third.mark, third.after) == (
        ["five", "six"],
        "(!)",
        ["[%clk 0:04:05]", "when in doubt"],
    )
    assert fourth.nags == [7]
    assert record.notes[4].before == ["last", "resigned"]
    [variation] = first.variations
    assert [str(move) for move in variation.moves] == ["9-14", "22-18", "5-9"]
    assert variation.notes[0].mark == "?!"
    [inner] = variation.notes[1].variations
    assert [str(move) for move in inner.moves] == ["22-17"]
    assert inner.notes[0].after == ["deep"]


@pytest.mark.parametrize(
    "prose",
    [
        "the old favourite",
        "9-14 was better",
        "18-14 and White is lost",
        "score 1-0 with 3 draws",
        "3-8* {the only} move",
        "12.12",
        "22-18 (9-14) 5-9",
    ],
)
def test_brackets_that_do_not_replay_are_comments(prose):
    record = read_one(f"9-13 ({prose}) 22-18 *")
    assert record.errors == []
    assert len(record.moves) == 2
    assert record.notes[0].after == [prose.replace("{", "(").replace("}", ")")]
    assert record.notes[0].variations == []


def test_a_bracket_before_any_move_is_a_comment():
    assert read_one("(9-13) 9-14 *").notes[0].before == ["9-13"]


def test_headers():
    headers = Headers({"Event": "a", "Black": "b"})
    headers.add("event", "c")
    headers["EVENT"] = "d"
    headers["Site"] = "e"
    assert headers.pairs == (("Event", "a"), ("Black", "b"), ("event", "d"), ("Site", "e"))
    assert headers == {"Event": "d", "Black": "b", "Site": "e"}
    assert headers == Headers([("EVENT", "a"), ("BLACK", "b"), ("EVENT", "d"), ("SITE", "e")])
    assert headers != Headers({"Event": "d", "Black": "b", "Site": "e"})
    assert headers != 1
    del headers["event"]
    assert list(headers) == ["Black", "Site"]
    with pytest.raises(KeyError):
        del headers["Event"]
    for name, value in (("", "a"), ("1", "a"), ("A b", "a"), ("A", "a\nb"), ("A", 'a"] b')):
        with pytest.raises(ValueError, match="tag"):
            headers[name] = value
    assert eval(repr(headers)) == headers
    headers["black"] = "f"
    headers.add("BLACK", "g")
    assert (headers["Black"], headers["site"], len(headers)) == ("g", "e", 2)
    headers["Black"] = "h"
    del headers["Site"]
    headers["Site"] = "i"
    assert headers.pairs == (("Black", "f"), ("BLACK", "h"), ("Site", "i"))


def test_game():
    record = read_one("9-13 22-18 0-1")
    game = record.game()
    assert list(game.moves) == record.moves
    assert game.position == record.end
    assert game.outcome().winner == Color.WHITE
    assert read_one("9-13 22-18 1/2-1/2").game().outcome().winner is None
    assert read_one("9-13 22-18 *").game().outcome() is None
    assert read_one("9-13 9-14 0-1").game().outcome() is None


@pytest.mark.parametrize(
    "text",
    [
        "1.9-14 22-18 *",
        "1.c3d4 f6e5 *",
        "9-14! 22-18",
        "9X14 *",
        "9\u201314 22\u201318",
        "1. 9-14",
        "c3-d4* f6-e5",
    ],
)
def test_one_line_that_begins_as_a_game_does_is_one(text):
    [record] = read(text)
    assert record.moves
    assert not record.errors


@pytest.mark.parametrize(
    "name",
    [
        "1.9-14.pdn",
        "11-15",
        "1. 9-14.pdn",
        "2002-07-01 Birmingham",
        "9-14 22-18.PDN",
        "[old].pdn",
        "c3d4",
        "1.5 x",
    ],
)
def test_names_of_files_that_look_like_games(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError):
        list(read(name))
    Path(name).write_text("9-13 *")
    assert [len(record.moves) for record in read(name)] == [1]


@pytest.mark.parametrize("text", ["{a", "9-13 *\n{a", "{a\n9-13 22-18 *"])
def test_a_comment_that_is_not_closed_may_have_had_a_game_in_it(text):
    assert "this comment is not closed" in read_text(text)[-1].errors[0].reason
    assert all(not record.errors for record in read_text(f"{text}}}"))


@pytest.mark.parametrize("blanks", [0, 1, (1 << 16) - 20, 1 << 16])
@pytest.mark.parametrize("comments", ["{a}\n; b", "{a\nb}", "\n\n%a\n{b} \n\x1a"])
def test_comments_after_the_last_game_are_its_own(comments, blanks):
    filled = comments.replace("a", "a " + blanks * " " + "c")
    [record] = read_text(f"9-13 *\n{filled}")
    assert " ".join(record.notes[0].after).split() == ["a", "c", "b"]
    assert read_one(record.to_pdn()) == record
    first, second = read_text(f"9-13 *\n{filled}\n9-14 *")
    assert first.notes == {}
    assert " ".join(second.notes[0].before).split()[-1] == "b"
    [headed] = read_text(f'[Event "A match"]\n*\n{filled}')
    assert headed.notes[0].before == record.notes[0].after


def test_sources(tmp_path):
    text = "9-13 22-18 *\n"
    file = tmp_path / "games.pdn"
    file.write_text(text)
    with open(file) as text_stream, open(file, "rb") as binary_stream:
        for source in (file, str(file), text, text.encode(), text_stream, binary_stream, io.StringIO(text)):
            assert [len(record.moves) for record in read(source)] == [2]
    assert list(read("")) == []
    for text in ("a3-b4 b6-c5", '/FEN "B:W30:B9"/ 9-14', "9x14 " * 1000, "?" * 5000, "* 9-13"):
        assert list(read(text)) == list(read(io.StringIO(text)))
    for name in ("9-13.pdn", "a3", "club 9-13 *"):
        with pytest.raises(FileNotFoundError):
            list(read(name))
    with pytest.raises(FileNotFoundError):
        list(read(tmp_path / "none.pdn"))
    with pytest.raises(TypeError, match="not int"):
        list(read(1))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16"])
def test_encodings(encoding):
    plain = '[Event "a"]\n9-13 22-18 *\n' * 4000
    text = f'{plain}[Event "Café"]\n9-13 {{Déjà vu}} *\n{plain}'
    records = list(read(io.BytesIO(text.encode(encoding))))
    assert len(records) == 8001
    assert records[4000].headers["Event"] == "Café"
    assert records[4000].notes[0].after == ["Déjà vu"]
    assert not any(record.errors for record in records)


def test_each_line_is_decoded_by_itself():
    text = (
        "9-13 {Andr\xe9} *\n".encode("cp1252") + "9-13 {André \u201e} *\n".encode() + b"9-13 {\x81\xe9} *\n"
    )
    comments = [record.notes[0].after for record in read(text)]
    assert comments == [["André"], ["André \u201e"], ["\x81\xe9"]]


class Dribble(io.BytesIO):
    """A stream that gives no more than a few bytes at a time."""

    def __init__(self, data, most):
        super().__init__(data)
        self.most = most

    def read(self, size=-1):
        return super().read(min(size, self.most))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_stream_that_gives_a_byte_at_a_time(encoding):
    text = '[Event "Café"]\n9-13 {Déjà \U0001f600} *\n' * 3
    assert list(read(Dribble(text.encode(encoding), 1))) == list(read(text))


def test_pieces_of_any_size_give_the_same():
    text = "".join(case["text"].replace("\x1a", "") + "\n\n*\n" for case in CASES)
    whole = list(read(io.BytesIO(text.encode())))
    assert len(whole) > len(CASES)
    assert list(read(Dribble(text.encode(), 7))) == whole
    assert [record.errors for record in whole if record.errors]


# Whole files; they carry no licence, so they are not among the tests.

WHOLE_FILES = {
    "british_2002.pdn": (16, 16, 804),
    "goulds.pdn": (262, 262, 0),
    "inferno.pdn": (68, 68, 3306),
    "millett_test.pdn": (4, 3, 117),
    "oca_sample.pdn": (2828, 2828, 144_364),
    "pdn30_checkers_example.pdn": (1, 1, 48),
    "tricks_traps_and_shots.pdn": (91, 89, 2983),
}


@pytest.mark.skipif(not SAMPLES.exists(), reason="the samples are not next to the checkout")
@pytest.mark.parametrize("name", WHOLE_FILES)
def test_whole_file(name):
    records = list(read(SAMPLES / name))
    whole = [record for record in records if record.is_whole]
    assert (len(records), len(whole), sum(len(record.moves) for record in records)) == WHOLE_FILES[name]


@pytest.mark.skipif(not SAMPLES.exists(), reason="the samples are not next to the checkout")
def test_look_ahead_in_a_whole_file():
    records = list(read(SAMPLES / "tricks_traps_and_shots.pdn", resolve="lookahead"))
    assert not any(record.errors for record in records)
    assert "10x17x26" in map(str, records[56].moves)
    assert "32x23x14x7" in map(str, records[89].moves)
