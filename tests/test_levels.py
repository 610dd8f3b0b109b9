"""Levels of play, and what games against them score."""

import subprocess
import sys

import pytest

from pydraughts import Color, Position
from pydraughts.game import Game, GameOverError
from pydraughts.search import WIN, Level, choose, score, search

START = Position()
WITH_CHANCE = (Level.BEGINNER, Level.EASY, Level.STEADY)


def test_there_are_five():
    assert [(level.name, int(level)) for level in Level] == [
        ("BEGINNER", 1),
        ("EASY", 2),
        ("STEADY", 3),
        ("STRONG", 4),
        ("HARD", 5),
    ]


@pytest.mark.parametrize("level", Level)
def test_every_choice_is_legal(level, random_positions):
    for position in random_positions[:: 400 if level < Level.HARD else 2000]:
        if position.has_moves:
            assert choose(position, level, seed=1) in position.legal_moves()
        else:
            with pytest.raises(GameOverError, match="has no move to choose"):
                choose(position, level)


def test_the_same_seed_chooses_the_same_move_anywhere(random_positions):
    program = (
        "import sys\nfrom pydraughts import Position\nfrom pydraughts.search import Level, choose\n"
        "for line in sys.stdin:\n"
        "    print(*(choose(Position.from_fen(line), level, seed='x') for level in list(Level)[:4]))"
    )
    positions = [position for position in random_positions[::400] if position.has_moves]
    given = "\n".join(position.fen for position in positions)
    printed = subprocess.run(
        [sys.executable, "-c", program], input=given, capture_output=True, check=True, text=True
    )
    expected = [
        " ".join(str(choose(position, level, seed="x")) for level in list(Level)[:4])
        for position in positions
    ]
    assert printed.stdout.splitlines() == expected


@pytest.mark.parametrize("level", Level)
def test_what_is_wrong_is_said_at_every_level(level):
    elsewhere = Position.from_fen("W:W32:B1")
    with pytest.raises(TypeError, match="history must be of type Sequence, not NoneType"):
        choose(START, level, history=None)
    with pytest.raises(ValueError, match="history must hold the positions before"):
        choose(START, level, history=[elsewhere])
    with pytest.raises(TypeError, match="position must be of type Position, not str"):
        choose(START.fen, level)
    for seed in (1.5, [1], b"x"):
        with pytest.raises(TypeError, match="seed must be an int or a str"):
            choose(START, level, seed=seed)
    with pytest.raises(TypeError, match="game must be of type Game, not Position"):
        score(START, Color.BLACK, level)


@pytest.mark.parametrize("level", WITH_CHANCE)
def test_the_lowest_three_vary(level):
    assert len({choose(START, level, seed=seed) for seed in range(40)}) > 1
    assert {choose(START, level) for _ in range(40)} <= set(START.legal_moves())


@pytest.mark.parametrize("level", [Level.STRONG, Level.HARD])
def test_the_highest_two_do_not(level):
    assert len({choose(START, level, seed=seed) for seed in (1, 2, None)}) == 1


def test_steady_is_the_default():
    for seed in range(10):
        assert choose(START, seed=seed) == choose(START, Level.STEADY, seed=seed)


def test_low_levels_walk_into_a_shot_and_high_ones_do_not():
    """5-9 gives three men for two: 18-15, 25-22 and 30x21x14x5."""
    position = Position.from_fen("B:W18,25,28,30,31:B5,11,16,17,20")
    for level in Level:
        chosen = [
            str(choose(position, level, seed=seed)) for seed in range(20 if level < Level.STRONG else 1)
        ]
        assert ("5-9" in chosen) == (level <= Level.EASY)


@pytest.mark.parametrize("level", Level)
def test_a_win_at_hand_is_taken(level):
    position = Position.from_fen("W:WK27,30:B28")
    for seed in range(20):
        move = choose(position, level, seed=seed)
        assert search(position.play(move), depth=1).score == -WIN


@pytest.mark.parametrize("level", Level)
def test_history_is_heeded(level):
    """Far behind, every level claims the third occurrence when there is one."""
    game = Game(Position.from_fen("B:WK32:BK1,K5,K12,K9,K10"))
    for text in ("1-6", "32-27", "6-1", "27-32", "1-6", "32-27", "6-1"):
        game.push(text)
    assert game.can_claim_draw("27-32")
    assert {
        str(choose(game.position, level, history=game.positions[:-1], seed=seed)) for seed in range(5)
    } == {"27-32"}


def test_the_level_has_to_be_known():
    with pytest.raises(ValueError, match="6 is not a valid Level"):
        choose(START, 6)


# Scores


def played(*texts):
    game = Game()
    for text in texts:
        game.push(text)
    return game


def test_ten_for_every_piece():
    game = played("11-15", "22-18", "15x22", "25x18", "9-14", "18x9", "5x14")
    assert score(game, Color.BLACK, Level.HARD) == 20
    assert score(game, Color.WHITE, Level.HARD) == 20
    game = Game(Position.from_fen("B:W6,7,14,15:BK2"))
    game.push("2x9x18x11x2")
    assert score(game, Color.BLACK, Level.BEGINNER) == 40 + 150


@pytest.mark.parametrize(("level", "points"), [*zip(Level, (150, 200, 250, 300, 350), strict=True)])
def test_a_win_counts_by_level(level, points):
    game = played("11-15", "22-18", "15x22")
    assert score(game, Color.BLACK, level) == 10
    game.resign(Color.WHITE)
    assert score(game, Color.BLACK, level) == 10 + points
    assert score(game, Color.WHITE, level) == 0


def test_a_draw_is_no_win():
    game = played("11-15", "22-18", "15x22")
    game.agree_draw()
    assert score(game, Color.BLACK, Level.HARD) == 10


def test_white_may_have_begun():
    game = Game(Position.from_fen("W:W18,32:B14,5"))
    game.push("18x9")
    assert (score(game, Color.WHITE, Level.EASY), score(game, Color.BLACK, Level.EASY)) == (10, 0)
