"""The native core against the reference, on 20,000 random positions."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import Color, PerftCounts, Position, perft_counts
from pydraughts import reference as slow


@pytest.fixture(scope="module")
def pairs(random_positions):
    """Each position with the same one for the reference."""
    return [(position, slow.Board.from_fen(position.fen)) for position in random_positions]


def whole(moves):
    """All that is to be known about moves, in a form that both generators share."""
    return [(move.path, move.captured, move.is_king, move.is_promotion) for move in moves]


def mirrored(moves):
    """The moves of the twin position, in its order."""
    return sorted(
        (tuple(33 - square for square in path), tuple(33 - square for square in captured), king, promotion)
        for path, captured, king, promotion in whole(moves)
    )


def test_the_sample_is_large_and_has_everything_in_it(random_positions):
    assert len(set(random_positions)) >= 20_000
    sizes = {(p.black.bit_count(), p.white.bit_count(), p.turn) for p in random_positions}
    assert {
        (black, white, turn) for black in range(1, 13) for white in range(1, 13) for turn in Color
    } <= sizes
    assert any(position.kings == position.black | position.white for position in random_positions)
    seen = Counter()
    for position in random_positions:
        moves = position.legal_moves()
        ends = Counter((move.start, move.end) for move in moves)
        seen["no move"] += not moves
        seen["short notation fits several"] += any(count > 1 for count in ends.values())
        for move in moves:
            seen[len(move.captured), move.is_king, move.is_promotion] += 1
            seen["back to the start"] += move.start == move.end
            seen["over the start"] += move.start in move.path[1:-1]
    assert all(seen[0, king, False] and seen[1, king, False] for king in (False, True))
    assert all(seen[taken, False, True] for taken in range(4))
    assert seen["no move"]
    assert seen["short notation fits several"]
    assert seen["back to the start"]
    assert seen["over the start"]
    assert max(kind[0] for kind in seen if isinstance(kind, tuple)) >= 6


def test_same_moves_in_the_same_order(pairs):
    for position, board in pairs:
        assert whole(position.legal_moves()) == whole(slow.legal_moves(board)), position


def test_same_position_after_every_move(pairs):
    for position, board in pairs:
        after = [position.play(move).fen for move in position.legal_moves()]
        assert after == [slow.play(board, move).fen for move in slow.legal_moves(board)], position


def test_what_is_said_of_the_moves_without_listing_them(pairs):
    for position, board in pairs:
        moves = slow.legal_moves(board)
        assert position.count_moves() == len(moves), position
        assert position.has_moves == bool(moves), position
        assert position.must_capture == any(move.captured for move in moves), position
        starts = sorted({move.path[0] for move in moves})
        ends = {s: tuple(sorted({m.path[-1] for m in moves if m.path[0] == s})) for s in starts}
        assert list(position.destinations().items()) == list(ends.items()), position
        assert position.winner == (None if moves else position.turn.opponent), position
        assert all(map(position.is_legal, position.legal_moves())), position


def test_same_counts_of_three_plies(pairs):
    for position, board in pairs:
        assert perft_counts(position, 3) == PerftCounts(*slow.perft_counts(board, 3)), position


@given(st.from_type(Position))
def test_boards_that_no_game_can_reach(position):
    board = slow.Board.from_fen(position.fen)
    assert whole(position.legal_moves()) == whole(slow.legal_moves(board))
    assert perft_counts(position, 2) == PerftCounts(*slow.perft_counts(board, 2))


def test_a_twin_has_mirrored_moves(random_positions):
    for position in random_positions:
        assert whole(position.flipped().legal_moves()) == mirrored(position.legal_moves()), position


def test_a_twin_has_the_same_perft(random_positions):
    for position in random_positions:
        assert perft_counts(position.flipped(), 4) == perft_counts(position, 4), position
