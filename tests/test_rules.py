"""The rules of movement: known traps, positions made by hand, and the bounds that the core relies on."""

import itertools
import json
import random
from pathlib import Path

import pytest

from pydraughts import Color, IllegalMoveError, InvalidFenError, Piece, Position, perft, perft_counts
from pydraughts import reference as slow

CASES = Path(__file__).parent / "cases"
TRAPS = json.loads((CASES / "rules.json").read_text("utf-8"))
HAND_MADE = json.loads((CASES / "hand_made.json").read_text("utf-8"))["positions"]
SIDES = {"B": Color.BLACK, "W": Color.WHITE, None: None}

CROWDED = 3_000
TURNS = ((-2, -2), (-2, 2), (2, -2), (2, 2))
PLACES = {4 * y + x // 2 + 1: (x, y) for y in range(8) for x in range(8) if (x + y) % 2}
SQUARES = {place: square for square, place in PLACES.items()}


def of_each(cases):
    return pytest.mark.parametrize("case", cases, ids=[case.get("name") or case["id"] for case in cases])


def check_moves(fen, texts):
    """Compare the moves of the core and of the reference with known ones."""
    position = Position.from_fen(fen)
    moves = position.legal_moves()
    assert position.fen == fen
    assert list(map(str, moves)) == texts
    assert list(map(str, slow.legal_moves(slow.Board.from_fen(fen)))) == texts
    assert position.count_moves() == len(texts)
    assert position.must_capture == any("x" in text for text in texts)
    mirrored = sorted(tuple(33 - square for square in move.path) for move in moves)
    assert [move.path for move in position.flipped().legal_moves()] == mirrored


def check_after(fen, after):
    """Compare positions after moves, made by the core and by the reference, with known ones."""
    position, board = Position.from_fen(fen), slow.Board.from_fen(fen)
    slow_moves = {str(move): move for move in slow.legal_moves(board)}
    for text, expected in after.items():
        assert position.play(text).fen == slow.play(board, slow_moves[text]).fen == expected


@of_each(HAND_MADE)
def test_position_made_by_hand(case):
    check_moves(case["fen"], case["moves"])
    check_after(case["fen"], case["after"])
    assert Position.from_fen(case["fen"]).winner == SIDES[case["winner"]]


@of_each(TRAPS["moves"])
def test_moves_of_a_known_trap(case):
    check_moves(case["fen"], case["moves"])
    check_after(case["fen"], case.get("after", {}))


@of_each(TRAPS["perft"])
def test_perft_of_a_known_trap(case):
    position = Position.from_fen(case["fen"])
    for depth, nodes in enumerate(case["perft"], 1):
        assert perft(position, depth) == perft(position.flipped(), depth) == nodes


@of_each(TRAPS["winner"])
def test_winner_of_a_known_trap(case):
    position = Position.from_fen(case["fen"])
    for text in case["play"]:
        assert position.winner is None
        position = position.play(text)
    assert position.winner == SIDES[case["winner"]]
    assert position.has_moves == (case["winner"] is None)


@of_each(TRAPS["fen"])
def test_position_text_of_a_known_trap(case):
    if case["fen"] is None:
        with pytest.raises(InvalidFenError, match=r"column \d+ of .*: expected .*; found "):
            Position.from_fen(case["text"])
    else:
        assert Position.from_fen(case["text"]).fen == case["fen"]


@of_each(TRAPS["different"])
def test_positions_that_must_not_be_mixed_up(case):
    a, b = map(Position.from_fen, case["fens"])
    assert a != b
    assert (hash(a), a.key, a.fen) != (hash(b), b.key, b.fen)
    assert a.key != b.key
    assert hash(a) != hash(b)
    assert a.fen != b.fen


def test_example_of_the_rules_page():
    """B4xd6xf8 crowns and stops, although 30x21 over 25 is there."""
    position = Position.from_fen("B:W19,25,26:B16")
    move = position.parse_move("b4xd6xf8")
    assert position.legal_moves() == (move,)
    assert move.path == (16, 23, 30)
    assert move.captured == (19, 26)
    assert move.is_promotion
    assert not move.is_king
    after = position.play(move)
    assert after.pieces() == {25: Piece.WHITE_MAN, 30: Piece.BLACK_KING}
    assert after.turn is Color.WHITE
    assert str(Position.from_fen("B:W25:BK30").legal_moves()[0]) == "30x21"
    with pytest.raises(IllegalMoveError):
        position.play("16x23x30x21")


# The bounds in ext/movegen.pxd, proven by exhaustive search ----------------------------------------


def jumps_from(square):
    """Every jump of a king on an otherwise suitable board: (square jumped, landing square)."""
    x, y = PLACES[square]
    for right, down in TURNS:
        if (x + right, y + down) in SQUARES:
            yield SQUARES[x + right // 2, y + down // 2], SQUARES[x + right, y + down]


def landing_class(square):
    """All squares that a king can reach by jumps."""
    reached = {square}
    while True:
        further = {landing for at in reached for _, landing in jumps_from(at)} | reached
        if further == reached:
            return frozenset(reached)
        reached = further


CLASSES = sorted({landing_class(square) for square in PLACES}, key=min)


def jumped_in(squares):
    return {over for square in squares for over, _ in jumps_from(square)}


def finished_trails(at, enemies):
    """The number of ways to jump enemies, none of them twice, until no jump is left."""
    onward = [(over, landing) for over, landing in jumps_from(at) if over in enemies]
    return sum(finished_trails(landing, enemies - {over}) for over, landing in onward) if onward else 1


def most_chains(square, jumpable):
    """The most chains of a king on a square, over every set of jumps that a position could allow.

    A jump is there or not, whether it is for want of an enemy or for want of an empty square beyond.
    """
    subsets = itertools.chain.from_iterable(
        itertools.combinations(sorted(jumpable), size) for size in range(1, len(jumpable) + 1)
    )
    return max(finished_trails(square, frozenset(subset)) for subset in subsets)


def test_jumps_stay_in_one_of_four_classes_of_eight_squares():
    assert [len(squares) for squares in CLASSES] == [8, 8, 8, 8]
    assert sorted(square for squares in CLASSES for square in squares) == list(range(1, 33))


def test_only_nine_squares_can_be_jumped_in_a_class_and_one_way_each():
    for squares in CLASSES:
        assert len(jumped_in(squares)) == 9
        assert not jumped_in(squares) & squares
        ways = {(over, frozenset((at, landing))) for at in squares for over, landing in jumps_from(at)}
        assert len(ways) == 9


def test_no_position_has_more_than_424_chains():
    most = [most_chains(square, jumped_in(squares)) for squares in CLASSES for square in squares]
    assert sum(most) == 424


def test_no_position_has_more_than_98_quiet_moves():
    neighbours = [
        (square, SQUARES[x + right, y + down])
        for square, (x, y) in PLACES.items()
        for right, down in itertools.product((-1, 1), repeat=2)
        if (x + right, y + down) in SQUARES
    ]
    assert len(neighbours) == 98


def crowded(rng):
    """Nine men, most of them on squares of one class that can be jumped, and up to twenty kings around."""
    jumpable = sorted(jumped_in(rng.choice(CLASSES)))
    men = set(rng.sample(jumpable, rng.randint(5, 9)))
    men |= set(rng.sample(sorted(set(range(5, 29)) - men), 9 - len(men)))
    kings = rng.sample(sorted(set(PLACES) - men), rng.randint(1, 20))
    sides = [",".join(f"K{square}" for square in kings), ",".join(map(str, men))]
    return Position.from_fen(rng.choice(("B:B{}:W{}", "W:W{}:B{}")).format(*sides))


def test_up_to_twenty_kings_around_nine_men_move_as_the_reference_says():
    rng = random.Random("a crowded board")
    most = longest = largest = 0
    for _ in range(CROWDED):
        position = crowded(rng)
        board = slow.Board.from_fen(position.fen)
        moves = position.legal_moves()
        assert [move.path for move in moves] == [move.path for move in slow.legal_moves(board)], position
        assert perft_counts(position, 2) == tuple(slow.perft_counts(board, 2)), position
        most = max(most, len(moves))
        longest = max([longest, *(len(move.captured) for move in moves)])
        largest = max(largest, (position.black | position.white).bit_count())
    assert most > 30
    assert longest == 9
    assert largest == 29


@pytest.mark.parametrize("turn", list(Color))
def test_nobody_can_move_on_a_full_board(turn):
    full = Position.from_bitboards(black=0x0000FFFF, white=0xFFFF0000, kings=0xFFFFFFFF, turn=turn)
    assert full.legal_moves() == ()
    assert full.winner is turn.opponent


@pytest.mark.parametrize("turn", list(Color))
def test_kings_of_one_colour_alone_on_the_board(turn):
    alone = Position.from_bitboards(black=0x55555555, white=0, kings=0x55555555, turn=turn)
    expected = slow.legal_moves(slow.Board.from_fen(alone.fen))
    assert [move.path for move in alone.legal_moves()] == [move.path for move in expected]
    assert alone.has_moves == (turn is Color.BLACK)
