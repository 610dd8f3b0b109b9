"""Random games: from the documented generator, legal, the same everywhere, and fair."""

from collections import Counter

import numpy as np
import pytest

from pydraughts import Position, _batch, batch_games
from pydraughts.batch import POSITION_DTYPE, PositionArray, play, random_games, winners
from pydraughts.batch_joining import Joined, new_block

WORD = 2**64

# What seed 2026 gives, so that no later version gives anything else.
FIRST_MOVES = ["10-15", "21-17", "7-10", "22-18", "15x22", "25x18", "10-15", "26-22", "11-16", "18x11"]
OFFSETS = [0, 52, 101, 143]
OUTCOMES = [1, 0, 1]


def mixed(word):
    """The finalizer of SplitMix64."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def numbers(state):
    """SplitMix64, as it is documented."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % WORD
        yield mixed(state)


def one_game(state, max_plies):
    """Play one game with the documented generator: positions, moves, last position."""
    stream = numbers(state)
    position, positions, moves = Position(), [], []
    while (legal := position.legal_moves()) and len(moves) < max_plies:
        low = -1
        while low < 2**32 % len(legal):
            choice, low = divmod((next(stream) >> 32) * len(legal), 2**32)
        positions.append(position)
        moves.append(legal[choice])
        position = position.play(legal[choice])
    return positions, moves, position


@pytest.mark.parametrize("seed", [0, 1, WORD - 1])
@pytest.mark.parametrize("max_plies", [0, 1, 40, 200])
def test_games_are_those_of_the_documented_generator(seed, max_plies):
    games = random_games(150, seed, max_plies)
    for game, state in zip(range(150), numbers(seed), strict=False):
        positions, moves, last = one_game(state, max_plies)
        rows = slice(games.offsets[game], games.offsets[game + 1])
        assert list(games.positions[rows]) == positions
        assert list(games.moves[rows]) == moves
        assert games.last[game] == last
        winner = last.winner
        assert games.outcomes[game] == (-1 if winner is None else winner)


def unmixed(word):
    """What is mixed to a word."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, WORD) % WORD
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return word ^ word >> 30 ^ word >> 60


def test_a_number_that_would_favour_a_move_is_refused():
    step, refused = 0x9E3779B97F4A7C15, set()
    for choice in range(1, 7):  # of the seven moves that the first number of game 0 chooses among
        number = -(-choice * 2**32 // 7)
        refused.add(number * 7 % 2**32 < 2**32 % 7)
        state = (unmixed(number << 32) - step) % WORD
        seed = (unmixed(state) - step) % WORD
        assert next(numbers(next(numbers(seed)))) == number << 32
        _, moves, _ = one_game(state, 10)
        assert list(random_games(20, seed, 10).moves[:10]) == moves
    assert refused == {True, False}


def test_the_same_for_ever():
    games = random_games(3, 2026)
    assert [str(move) for move in games.moves[:10]] == FIRST_MOVES
    assert games.offsets.tolist() == OFFSETS
    assert games.outcomes.tolist() == OUTCOMES


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("max_plies", [10, 200])
def test_the_same_for_any_number_of_threads_and_games(threads, max_plies):
    many, few = random_games(3000, 7, max_plies, threads=threads), random_games(1700, 7, max_plies)
    plies = few.offsets[-1]
    assert many.positions[:plies] == few.positions
    assert (many.moves.codes[:plies] == few.moves.codes).all()
    assert (many.offsets[:1701] == few.offsets).all()
    assert (many.outcomes[:1700] == few.outcomes).all()
    assert many.last[:1700] == few.last


def test_games_hang_together():
    games = random_games(2000, 3, 100)
    after = play(games.positions, games.moves)
    begins, ends = games.offsets[:-1], games.offsets[1:]
    inner = np.setdiff1d(np.arange(len(after)), ends - 1)
    assert after[inner] == games.positions[inner + 1]
    assert after[ends - 1] == games.last
    assert games.positions[begins] == PositionArray.from_positions([Position()] * 2000)
    assert (games.outcomes == winners(games.last)).all()
    assert (np.diff(games.offsets) <= 100).all()
    unfinished = games.outcomes < 0
    assert 0 < unfinished.sum() < 2000
    assert (np.diff(games.offsets)[unfinished] == 100).all()
    assert games.moves.offsets.tolist() == list(range(len(after) + 1))


def test_every_move_is_as_likely_as_any_other():
    games = random_games(70_000, 11, 1)
    counts = Counter(map(tuple, games.moves.path[:, :2].tolist()))
    assert len(counts) == 7
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 22.5  # chi-squared, 0.1 %


def test_games_in_lanes(lanes):
    games = random_games(300, 4, 90)
    rows, codes = np.empty((300, 91), POSITION_DTYPE), np.empty((300, 91), np.uint64)
    lengths, last, winner = np.empty(300, np.int64), np.empty(300, POSITION_DTYPE), np.empty(300, np.int8)
    assert _batch.play_games(4, 0, 90, rows, codes, lengths, last, winner, lanes=lanes)
    assert (lengths == np.diff(games.offsets)).all()
    assert (last == games.last.rows).all()
    assert (winner == games.outcomes).all()
    played = np.arange(91) < lengths[:, None]
    assert (rows[played] == games.positions.rows).all()
    assert (codes[played] == games.moves.codes).all()
    assert not _batch.play_games(4, 0, 90, rows[:, :90].copy(), codes[:, :90].copy(), lengths, last, winner)


@pytest.mark.parametrize("threads", [1, 2])
def test_games_longer_than_the_room_for_them(monkeypatch, threads):
    games = random_games(3000, 5, 10**9)
    assert len(games.positions) == games.offsets[-1]
    assert np.diff(games.offsets).max() > 200
    monkeypatch.setattr(batch_games, "_PLIES", 20)
    again = random_games(3000, 5, 10**9, threads=threads)
    assert again.positions == games.positions
    assert (again.moves.codes == games.moves.codes).all()


def test_more_games_than_memory_holds():
    with pytest.raises(MemoryError):
        random_games(2**56, 1)


def test_no_game_at_all():
    games = random_games(0, 1)
    assert [len(part) for part in games] == [0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((-1, 0), "n must be 0 to .*, not -1"),
        ((2**56 + 1, 0), f"n must be 0 to {2**56}, not {2**56 + 1}"),
        ((1, -1), "seed must be 0 to 18446744073709551615, not -1"),
        ((1, WORD), "seed must be 0 to"),
        ((1, 0, -1), "max_plies must be 0 to"),
    ],
)
def test_arguments_out_of_range(arguments, reason):
    with pytest.raises(ValueError, match=reason):
        random_games(*arguments)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
def test_arguments_are_whole_numbers_of_any_kind(kind):
    assert random_games(kind(100), kind(7), kind(127)).positions == random_games(100, 7, 127).positions


@pytest.mark.parametrize("arguments", [(1.0, 1), (1, "1"), (1, 1, None)])
def test_arguments_are_whole_numbers(arguments):
    with pytest.raises(TypeError):
        random_games(*arguments)


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]])
def test_blocks_are_joined_in_the_order_of_games(order):
    lengths = np.array([1, 0, 3, 9, 9, 9, 2, 0])  # the first block lets expect far less
    joined = Joined(lengths)
    for number in order:
        block = joined.spare_block() or new_block(2, 9)
        codes = np.arange(18).reshape(2, 9) + 100 * number
        block[1][:] = codes
        block[0]["black"] = codes
        joined.put(2 * number, 2 * number + 2, block)
    rows, codes = joined.whole()
    expected = [100 * (game // 2) + 9 * (game % 2) + ply for game in range(8) for ply in range(lengths[game])]
    assert codes.tolist() == rows["black"].tolist() == expected
