"""The oracle: against published numbers, and against positions worked out by hand."""

import json
from pathlib import Path

import pytest

from pydraughts import computed_perft, published_distinct, published_perft
from pydraughts.reference import Board, divide, legal_moves, perft_counts, play

CASES = Path(__file__).parent / "cases"
RULES = json.loads((CASES / "rules.json").read_text("utf-8"))
HAND_MADE = json.loads((CASES / "hand_made.json").read_text("utf-8"))["positions"]
COUNTED = json.loads((CASES / "perft.json").read_text("utf-8"))["positions"]


def moves_by_text(board):
    return {str(move): move for move in legal_moves(board)}


def after(board, texts):
    for text in texts:
        board = play(board, moves_by_text(board)[text])
    return board


def winner(board):
    return None if legal_moves(board) else "W" if board.turn == "B" else "B"


def turned(board):
    """The board turned by 180 degrees and the colours swapped."""
    squares = board.squares[:0:-1].translate(str.maketrans("bBwW", "wWbB"))
    return Board(" " + squares, "W" if board.turn == "B" else "B")


@pytest.mark.parametrize("case", HAND_MADE + RULES["moves"], ids=lambda case: case.get("name") or case["id"])
def test_moves(case):
    board = Board.from_fen(case["fen"])
    assert list(moves_by_text(board)) == case["moves"]
    for text, fen in case.get("after", {}).items():
        assert after(board, [text]).fen == fen


@pytest.mark.parametrize("case", HAND_MADE, ids=lambda case: case["name"])
def test_winner_of_position(case):
    assert winner(Board.from_fen(case["fen"])) == case["winner"]


@pytest.mark.parametrize("case", RULES["winner"], ids=lambda case: case["id"])
def test_winner_after_moves(case):
    assert winner(after(Board.from_fen(case["fen"]), case["play"])) == case["winner"]


def test_move_kinds():
    crowned, king = (
        legal_moves(Board.from_fen(f"B:W19,25,26:B{piece}"))[0] for piece in ("16", "K16")
    )  # the same three jumps, the last of them for a king only
    assert (crowned.captured, crowned.is_king, crowned.is_promotion) == ((19, 26), False, True)
    assert (king.captured, king.is_king, king.is_promotion) == ((19, 26, 25), True, False)


@pytest.mark.parametrize("depth", range(9))
def test_perft_of_start(depth):
    counts = perft_counts(Board.start(), depth)
    assert counts.nodes == published_perft()[depth].nodes
    assert counts == computed_perft()[depth]


def test_first_king_moves_and_distinct_positions():
    distinct = [1]
    counts = perft_counts(Board.start(), 9, distinct.insert)
    assert counts.king_moves == published_perft()[9].king_moves == 49
    assert tuple(distinct) == published_distinct()[:9]


def test_shipped_counts_agree_with_published():
    for own, published in zip(computed_perft(), published_perft(), strict=False):
        assert own.nodes == published.nodes
        assert published.king_moves in (None, own.king_moves)
        assert published.king_captures in (None, own.king_captures)


@pytest.mark.parametrize("case", COUNTED + RULES["perft"], ids=lambda case: case["fen"])
def test_perft_of_positions(case):
    board = Board.from_fen(case["fen"])
    for depth, nodes in enumerate(case["perft"], 1):
        if nodes < 50_000:
            assert perft_counts(board, depth).nodes == nodes
            assert perft_counts(turned(board), depth).nodes == nodes


def test_divide():
    parts = divide(Board.start(), 5)
    assert list(parts) == [move.path for move in legal_moves(Board.start())]
    assert sum(parts.values()) == published_perft()[5].nodes


def test_negative_depth():
    with pytest.raises(ValueError, match="-1"):
        perft_counts(Board.start(), -1)


@pytest.mark.parametrize("fen", [case["fen"] for case in COUNTED] + ["W:W:BK10", "B:W22:B"])
def test_fen_round_trip(fen):
    assert Board.from_fen(fen).fen == fen


@pytest.mark.parametrize("fen", ["B:W32,21:B1", "B:B1:W21", "B:W33:B1", "B:W21,21:B1", "W:W31", "X:W21:B1"])
def test_only_canonical_fen(fen):
    with pytest.raises(ValueError, match="canonical"):
        Board.from_fen(fen)
