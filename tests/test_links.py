"""Games as links: every game comes back, and no text that is damaged or foreign is taken for one."""

import base64
import contextlib
import json
import random
import string
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pydraughts import Color, Position
from pydraughts.game import Game, GameOverError, Outcome, Termination

CASES = json.loads((Path(__file__).parent / "cases" / "draws.json").read_text("utf-8"))
KNOWN = {known["id"]: known for known in CASES["games"]}
ALPHABET = string.ascii_letters + string.digits + "-_"
FOREIGN = "=+/ .~%#\n\0\u00e9\u0661"
TWO_KINGS = Position.from_fen("B:WK32:BK1")
SHUFFLE = ["1-6", "32-27", "6-1", "27-32"]


def played(moves, start=None, **options):
    game = Game(start, **options)
    for move in moves:
        game.push(move)
    return game


def at_random(seed, plies, start=None):
    """Play a game of a length; try again if it is over too soon."""
    rng = random.Random(seed)
    while True:
        game = Game(start)
        while game.ply < plies and game.outcome() is None:
            game.push(rng.choice(game.position.legal_moves()))
        if game.ply == plies:
            return game


def ended(game, end):
    """End a game in one way of many, if it allows that."""
    ways = (
        lambda: None,
        game.agree_draw,
        lambda: game.resign(Color.BLACK),
        lambda: game.resign(Color.WHITE),
        *(lambda move=move: game.claim_draw(move) for move in (None, *game.position.legal_moves())),
    )
    with contextlib.suppress(ValueError):
        ways[end % len(ways)]()
    return game


@st.composite
def games(draw):
    start = draw(st.sampled_from((Position(), TWO_KINGS)) | st.from_type(Position))
    game = Game(start, automatic_draws=draw(st.booleans()))
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=100)):
        if game.outcome() is not None:
            break
        moves = game.position.legal_moves()
        game.push(moves[choice % len(moves)])
    return ended(game, draw(st.integers(0, 20)))


# A link that has been given away stays good: these texts never change.
GIVEN_AWAY = {
    "1AAD_EtlB": Game(),
    "1AAKgAANMM1os": played(["9-13", "22-18", "10-14"]),
    "1AAB2VEovGpvfVM45wAFIQeEp": ended(played(["24-19"], Position.from_fen("W:W18,K24:B12,K13")), 3),
    "1AuBGevrFuQGNOV3YgAhUuNVG": played(SHUFFLE * 2, TWO_KINGS, automatic_draws=True),
}


def sealed(*digits):
    """Make a link of digits in mixed radix, each with its radix, whether they are of a game or not."""
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    size = (number.bit_length() + 7) // 8
    return sealed_bytes(number.to_bytes(size + (2 - size) % 3, "big"))


def sealed_bytes(body):
    return "1" + base64.urlsafe_b64encode(body + zlib.crc32(body).to_bytes(4, "little")).decode()


def refused(text):
    try:
        Game.from_link(text)
    except ValueError:
        return True
    return False


# Games come back ---------------------------------------------------------------------------------------


@given(games())
def test_every_game_comes_back(game):
    link = game.to_link()
    assert set(link) <= set(ALPHABET)
    back = Game.from_link(link)
    assert back == game
    assert vars(back) == vars(game)
    assert back.outcome() == game.outcome()
    assert back.to_link() == link


@pytest.mark.parametrize("link", GIVEN_AWAY)
def test_a_link_given_away_stays_good(link):
    assert Game.from_link(link) == GIVEN_AWAY[link]
    assert GIVEN_AWAY[link].to_link() == link


@pytest.mark.parametrize(
    ("name", "termination"), [("DR-07", Termination.REPETITION), ("DR-02", Termination.FORTY_MOVES)]
)
def test_claims_come_back_those_with_a_move_announced_too(name, termination):
    *moves, last = KNOWN[name]["moves"].split()
    announced = played(moves, Position.from_fen(KNOWN[name]["fen"]))
    made = announced.copy()
    announced.claim_draw(last)
    made.push(last)
    made.claim_draw()
    for game in (announced, made):
        assert game.outcome() == Outcome(None, termination)
        assert Game.from_link(game.to_link()) == game


@pytest.mark.parametrize("end", [1, 2, 3])
def test_agreement_and_resignation_come_back(end):
    game = ended(played(["11-15"]), end)
    assert game.outcome() is not None
    assert Game.from_link(game.to_link()).outcome() == game.outcome()


def test_sixty_plies_take_29_to_37_characters():
    assert {len(at_random(seed, 60).to_link()) for seed in range(100)} <= {29, 33, 37}


def test_forced_moves_cost_nothing():
    start = Position.from_fen("B:W15,28:B10,12")
    game = played(["10x19", "28-24", "19x28"], start)
    assert all(position.count_moves() == 1 for position in game.positions[:-1])
    assert len(game.to_link()) == len(Game(start).to_link())


def test_a_game_too_long_for_a_link():
    game = played(SHUFFLE * 4095 + SHUFFLE[:3], TWO_KINGS)
    assert Game.from_link(game.to_link()) == game
    game.push(SHUFFLE[3])
    with pytest.raises(ValueError, match="16,384 moves are too many for a link, which holds up to 16,383"):
        game.to_link()


# Damage ------------------------------------------------------------------------------------------------

DAMAGED = {
    "no move": Game(),
    "one move": played(["11-15"]),
    "23 plies": at_random("short", 23),
    "60 plies": at_random("usual", 60),
    "agreed": ended(at_random("agreed", 40), 1),
    "claimed": ended(played(SHUFFLE * 2, TWO_KINGS), 4),
    "its own start": at_random("study", 12, Position.from_fen("W:W18,K24:B12,K13")),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_every_change_of_one_character_is_refused(name):
    link = DAMAGED[name].to_link()
    assert Game.from_link(link) == DAMAGED[name]
    for place in range(len(link) + 1):
        before, after = link[:place], link[place:]
        for character in ALPHABET + FOREIGN:
            assert refused(before + character + after)
            assert after[:1] in ("", character) or refused(before + character + after[1:])
        assert not after or refused(before + after[1:])


@given(games(), st.data())
@settings(max_examples=200)
def test_changes_of_one_character_are_refused_in_any_game(game, data):
    link = game.to_link()
    place = data.draw(st.integers(0, len(link) - 1))
    character = data.draw(st.characters() | st.sampled_from(ALPHABET))
    before, after = link[:place], link[place + 1 :]
    assert refused(before + after)
    assert refused(before + character + link[place:])
    assert refused(link + character)
    assert character == link[place] or refused(before + character + after)


@given(st.text() | st.text(ALPHABET).map("1".__add__))
def test_foreign_text_is_refused(text):
    assert refused(text)


@given(st.binary(max_size=60))
def test_noise_with_a_right_checksum_is_a_game_to_the_letter_or_refused(body):
    text = sealed_bytes(body + bytes(-(len(body) + 4) % 3))
    try:
        game = Game.from_link(text)
    except ValueError:
        return
    assert game.to_link() == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "begins with '1'"),
        ("2AAFpIt42", "begins with '1'"),
        ("#1AAFpIt42", "begins with '1'"),
        ("https://example.org/#1AAFpIt42", "begins with '1'"),
        ("1", "its length is that of none"),
        ("1AAFpIt4", "its length is that of none"),
        ("1AAFpIt42\n", "its length is that of none"),
        ("1AAFpIt4=", "holds what none holds"),
        ("1" + "A" * 40_000, "its length is that of none"),
        ("1AAGpIt42", "its checksum is wrong"),
        (sealed((0, 2**14), (0, 24), (1, 2)), "something follows the last move"),
        (sealed((1, 2**14), (0, 24), (6, 7), (1, 2)), "something follows the last move"),
        (sealed_bytes(bytes(5)), "something follows the last move"),
        (sealed((0, 2**14), (4, 6)), "no claim there makes a draw: third occurrence"),
        (sealed((0, 2**14), (5, 6)), "no claim there makes a draw: forty moves"),
    ],
)
def test_refusals_say_why(text, reason):
    with pytest.raises(ValueError, match=reason):
        Game.from_link(text)


@pytest.mark.parametrize("value", [None, 1, b"1AAFpIt42"])
def test_a_link_is_text(value):
    with pytest.raises(TypeError, match=f"a link is a str, not {type(value).__name__}"):
        Game.from_link(value)


def start_of(turn, pieces):
    """The digits of a start position, the usual one included, and of no ending."""
    return (0, 6), (0, 2), (1, 2), (turn, 2), *((pieces.get(square, 0), 5) for square in range(1, 33))


def test_positions_and_moves_that_cannot_be():
    blocked = start_of(1, {1: 1, 5: 3})
    assert Game.from_link(sealed((0, 2**14), *blocked)).position.fen == "W:W5:B1"
    for text, reason in (
        (sealed((0, 2**14), *start_of(0, {32: 1})), "a man cannot stand on its crowning row"),
        (sealed((1, 2**14), *blocked), "no move is left after 0 of its 1 plies"),
        (sealed((0, 2**14), (1, 6), *blocked[1:]), "the game is over: Black wins"),
        (sealed((0, 2**14), *start_of(0, Position().pieces())), "something follows the last move"),
    ):
        with pytest.raises(ValueError, match=reason):
            Game.from_link(text)


def test_a_game_that_goes_on_after_an_automatic_draw():
    game = played(SHUFFLE * 3, TWO_KINGS)
    number = int.from_bytes(base64.urlsafe_b64decode(game.to_link()[1:])[:-4], "big")
    plies, rest = number % 2**14, number // 2**14
    assert (plies, rest % 12) == (12, 0)
    with pytest.raises(GameOverError, match="third occurrence"):
        Game.from_link(sealed((plies, 2**14), (0, 6), (1, 2), (rest // 12, 2**200)))
