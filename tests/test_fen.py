"""Position text: what is read, what is refused and how, and the one form that is written."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import Color, InvalidFenError, Position, fen

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
CANONICAL = re.compile(r"[BW]:W(K?\d+(,K?\d+)*)?:B(K?\d+(,K?\d+)*)?")
SPELLINGS = [
    ("B:W21-32:B1-12", START),
    ("B:B1-12:W21-32", START),
    ("b:w21-32:b1-12", START),
    ("B:W21-32:B1-12.", START),
    (f"{START}.", START),
    (" B : W 21 - 32 : B 1 - 12 . ", START),
    ('[FEN "B:W21-32:B1-12"]', START),
    ('[FEN "B:W21-32:B1-12."]', START),
    (' [ fen "B:W21-32:B1-12" ] ', START),
    ("B:W32,31,30,29-21:B1-12".replace("29-21", "21-29"), START),
    ("B:W21-25,26,27-32:B12,1-11", START),
    ("W:W18,K24:B12,K13", "W:W18,K24:B12,K13"),
    ("W:B12,K13:W18,K24", "W:W18,K24:B12,K13"),
    ("w:b12, k13: w18,K24.", "W:W18,K24:B12,K13"),
    ("W:WK24,18:BK13,12", "W:W18,K24:B12,K13"),
    ("B:WK1-4:B5-8", "B:WK1,K2,K3,K4:B5,6,7,8"),
    ("B:WK1-K4:B5-8", "B:WK1,K2,K3,K4:B5,6,7,8"),
    ("B:W09,K 10:B01", "B:W9,K10:B1"),
    ("B:W9-9:B1", "B:W9:B1"),
    ("B:W:B1", "B:W:B1"),
    ("B:W22:B", "B:W22:B"),
    ("W:B:W", "W:W:B"),
    ("W:W:B.", "W:W:B"),
    ("B:\tW22\n:B1\r\n", "B:W22:B1"),
    ("W:W18,K24:B12,K13:H0:F1", "W:W18,K24:B12,K13"),
    ("W:W18,K24:B12,K13:H0:F1:+1+0", "W:W18,K24:B12,K13"),
    ("w: w18, k24 : b12, k13 : h12 : f40 .", "W:W18,K24:B12,K13"),
    ("W:W18:B:H0", "W:W18:B"),
    ('[FEN "B:B1:W21-32:+0+2."]', "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1"),
]
REFUSED = [
    ("", 1, "the side to move, B or W", "the end of the text"),
    ("?:W21:B1", 1, "the side to move, B or W", "'?'"),
    ("X:W21:B1", 1, "the side to move, B or W", "'X'"),
    (":W21:B1", 1, "the side to move, B or W", "':'"),
    ("W21:B1", 2, "':' and the squares of White or Black", "'21'"),
    ("B", 2, "':' and the squares of White or Black", "the end of the text"),
    ("B:", 3, "the squares of White or Black, beginning with its letter", "the end of the text"),
    ("B:21:B1", 3, "the squares of White or Black, beginning with its letter", "'21'"),
    ("B:W21", 6, "':' and the squares of Black", "the end of the text"),
    ("B:B1", 5, "':' and the squares of White", "the end of the text"),
    ("B:W21:W22", 7, "the squares of Black, beginning with its letter", "'W22'"),
    ("W::.", 3, "the squares of White or Black, beginning with its letter", "':'"),
    ("B:W0:B1", 4, "a square from 1 to 32", "'0'"),
    ("B:W33:B1", 4, "a square from 1 to 32", "'33'"),
    ("B:W21,K55:B1", 7, "a square from 1 to 32", "'K55'"),
    ("B:W021:B1", 4, "a square from 1 to 32", "'021'"),
    ("B:W-21:B1", 4, "a square from 1 to 32", "'-'"),
    ("B:W30-33:B1", 4, "a square from 1 to 32", "'30-33'"),
    ("B:WK:B1", 4, "a square from 1 to 32, K before it if a king stands there", "'K'"),
    ("B:WQ21:B1", 4, "a square from 1 to 32", "'Q21'"),
    ("B:W21,,22:B1", 7, "a square from 1 to 32", "','"),
    ("B:W21,:B1", 7, "a square from 1 to 32", "':'"),
    ("B:W31-29:B1", 4, "a range that goes up", "'31-29'"),
    ("B:W21-K22:B1", 4, "K21-22 if the whole range is kings", "'21-K22'"),
    ("B:W21,21:B1", 7, "a free square, but 21 is already occupied", "'21'"),
    ("B:W21,K21:B1", 7, "a free square, but 21 is already occupied", "'K21'"),
    ("B:W21-25,23:B1", 10, "a free square, but 23 is already occupied", "'23'"),
    ("B:W9:B1,9", 9, "a free square, but 9 is already occupied", "'9'"),
    ("W:W4:B20", 4, "K4, for no man stays one on its crowning row", "'4'"),
    ("B:W21:B5,30", 10, "K30, for no man stays one on its crowning row", "'30'"),
    ("B:W1-5:B20", 4, "K1, for no man stays one on its crowning row", "'1-5'"),
    ("B:W21:B1 rubbish", 10, "the end of the text", "'rubbish'"),
    ("B:W21:B1:B2", 9, "the end of the text", "':'"),
    ("B:W21:B1:H0:W22", 12, "the end of the text", "':'"),
    ("B:W21:B1:K22", 9, "the end of the text", "':'"),
    ("B:W21:B1:22", 9, "the end of the text", "':'"),
    ("B:W21:B1:", 9, "the end of the text", "':'"),
    ("B:W21:H0:B1", 7, "the squares of Black, beginning with its letter", "'H0'"),
    ("B:W21:B1:H0,1", 12, "the end of the text", "','"),
    ("B:W21:B1..", 10, "the end of the text", "'.'"),
    ("B:W21:B1\0", 9, "the end of the text", repr("\0")),
    ("B:W21;B1", 6, "':' and the squares of Black", "';'"),
    ("B:W\u0662:B1", 4, "a square from 1 to 32", "'\u0662'"),
]
LENIENT = [
    ("W:W4:B20", "W:WK4:B20"),
    ("B:W1-5:B20", "B:WK1,K2,K3,K4,5:B20"),
    ("B:WK23,12,3:BK15,K11.", "B:WK3,12,K23:BK11,K15"),
    ("B:WK31,27,23,K20:B32,30,K22,K7.", "B:WK20,23,27,K31:BK7,K22,K30,K32"),
    ("B:W19,16,15,14,13,10:B32,28,27,26,22,21.", "B:W10,13,14,15,16,19:B21,22,26,27,28,K32"),
    ("B:WK30,11,9:B31,K28,18.", "B:W9,11,K30:B18,K28,K31"),
    ("B:WK22,K20,13,4:BK31,27,21,K14.", "B:WK4,13,K20,K22:BK14,21,27,K31"),
    ("W:W18,K15,1:BK30,K26,2.", "W:WK1,K15,18:B2,K26,K30"),
]


def native(text, **options):
    """Read with the core, fast path first."""
    position = Position.from_fen(text, **options)
    return position.black, position.white, position.kings, position.turn


def outcome(reader, text, **options):
    """What a reader makes of a text: four fields, or the words of its error."""
    try:
        return tuple(reader(text, **options))
    except InvalidFenError as error:
        return str(error)


def damaged(rng, text):
    """Put up to two characters in the place of up to two."""
    at = rng.randrange(len(text) + 1)
    rest = text[at + rng.randint(0, 2) :]
    return text[:at] + "".join(rng.choices("0123456789KBW,:-. kbw\0\u00e9", k=rng.randint(0, 2))) + rest


@given(st.from_type(Position))
def test_what_is_written_is_read_back(position):
    assert CANONICAL.fullmatch(position.fen)
    assert Position.from_fen(position.fen) == position
    assert fen.write(*fen.read(position.fen)) == position.fen


@given(st.from_type(Position))
def test_lists_are_in_numeric_order_white_first(position):
    side, white, black = position.fen.split(":")
    assert side == "BW"[position.turn]
    for text, letter, color in ((white, "W", Color.WHITE), (black, "B", Color.BLACK)):
        pieces = [(s, p.is_king) for s, p in position.pieces().items() if p.color is color]
        assert text == letter + ",".join(f"{'K' * king}{square}" for square, king in sorted(pieces))


@pytest.mark.parametrize(("text", "canonical"), SPELLINGS)
@pytest.mark.parametrize("strict", [True, False])
def test_every_spelling_is_read_and_one_is_written(text, canonical, strict):
    assert Position.from_fen(text, strict=strict).fen == canonical
    assert fen.write(*fen.read(text, strict=strict)) == canonical


@given(st.from_type(Position), st.randoms(use_true_random=False))
def test_order_case_and_blanks_do_not_matter(position, rng):
    side, *lists = position.fen.split(":")
    shuffled = [text[0] + ",".join(rng.sample(text[1:].split(","), text.count(",") + 1)) for text in lists]
    text = ":".join([side, *rng.sample(shuffled, 2)])
    blanks = re.sub(r"[:,]", lambda joint: rng.choice((" {}", "{} ", " {} ", "{}")).format(joint[0]), text)
    for spelling in (text, blanks, text.lower(), f"{text}.", f'[FEN "{text}"]'):
        assert Position.from_fen(spelling) == position


@pytest.mark.parametrize(("text", "column", "expected", "found"), REFUSED)
def test_an_error_names_column_expectation_and_finding(text, column, expected, found):
    for reader in (native, fen.read):
        with pytest.raises(InvalidFenError) as caught:
            reader(text)
        message = str(caught.value)
        assert message.startswith(f"column {column} of {text!r}: expected {expected}")
        assert message.endswith(f"; found {found}")


@pytest.mark.parametrize(("text", "canonical"), LENIENT)
def test_a_man_on_its_crowning_row_is_a_king_when_asked_for(text, canonical):
    with pytest.raises(InvalidFenError, match=r"K\d+, for no man stays one on its crowning row; found "):
        Position.from_fen(text)
    assert Position.from_fen(text, strict=False).fen == canonical


@given(st.from_type(Position))
def test_kings_without_their_letter_on_the_crowning_row(position):
    bare = re.sub(r"(?<=[W,])K(?=[1-4]\b)", "", position.fen.split(":B")[0])
    text = f"{bare}:B{position.fen.split(':B')[1]}"
    assert Position.from_fen(text, strict=False) == position


def test_the_fast_reader_agrees_with_the_full_one_on_damaged_texts(random_positions):
    rng = random.Random("damage")
    readable = []
    for position in random_positions:
        text, strict = damaged(rng, position.fen), rng.random() < 0.5
        expected = outcome(fen.read, text, strict=strict)
        assert outcome(native, text, strict=strict) == expected, text
        readable.append(isinstance(expected, tuple))
    assert readable.count(True) > 2_000
    assert readable.count(False) > 2_000


@given(st.text("0123456789KBW,:-. kbw\0\u00e9", max_size=12), st.booleans())
def test_the_fast_reader_agrees_with_the_full_one_on_any_lists(rest, strict):
    for text in (f"B:W{rest}:B1", f"W:W32:B{rest}", f"B{rest}"):
        assert outcome(native, text, strict=strict) == outcome(fen.read, text, strict=strict)


@given(st.text(), st.booleans())
def test_any_text_is_read_or_refused_by_name(text, strict):
    result = outcome(native, text, strict=strict)
    assert isinstance(result, tuple) or re.match(r"column \d+ of ", result)


@pytest.mark.parametrize("bits", [(-1, 0, 0), (0, 1 << 32, 0), (1, 2, -2)])
def test_there_is_no_name_for_a_square_off_the_board(bits):
    with pytest.raises(ValueError, match=r"bitboards must fit 32 bits, .* kings=-?\d+$"):
        fen.write(*bits, Color.BLACK)


@pytest.mark.parametrize("text", [None, 1, START.encode(), [START]])
def test_only_text_is_read(text):
    with pytest.raises(TypeError):
        Position.from_fen(text)


def test_a_subclass_of_str_is_text():
    class Text(str):
        __slots__ = ()

    assert Position.from_fen(Text(START)) == Position()
    assert Position.from_fen(Text("B:W21-32:B1-12")) == Position()


def test_strict_is_given_by_name():
    with pytest.raises(TypeError):
        Position.from_fen(START, False)
