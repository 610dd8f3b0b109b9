"""Counting moves: published numbers, other people's positions, and the functions that count."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import (
    PerftCounts,
    Position,
    computed_perft,
    divide,
    perft,
    perft_counts,
    published_distinct,
    published_perft,
    verify,
)
from pydraughts.jobs import Job

# OEIS A133046 and A133047, written here a second time so that a slip in the shipped file is seen.
NODES = (
    *(1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673, 1766623630),
    *(7978439499, 36263167175, 165629569428, 758818810990, 3493881706141, 16114043592799, 74545030871553),
    *(345100524480819, 1602372721738102, 7437536860666213, 34651381875296000, 161067479882075800),
    *(752172458688067137, 3499844183628002605, 16377718018836900735, 76309690522352444005),
)
DISTINCT = (
    *(1, 7, 49, 216, 805, 2733, 9105, 28123, 85340, 255800, 768155, 2265062, 6588759, 18667410, 51448497),
    *(137051636, 353575584, 878804335, 2113497469, 4908984819, 11049271004, 24062242901, 50742319631),
)
KING_MOVES_AT_9 = 49
KING_MOVES_AT_12, KING_CAPTURES_AT_12 = 1_354_789, 537_742
MOST_NODES_PER_CASE = 10_000_000

CASES = json.loads((Path(__file__).parent / "cases" / "perft.json").read_text("utf-8"))["positions"]
of_each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
NOTHING = PerftCounts(0, 0, 0, 0, 0, 0)
EMPTY_SEQUENCE = PerftCounts(1, 0, 0, 0, 0, 0)
GAME_OVER = ("W:W5:B1", "B:W22:B", "W:W:B", "B:WK32:B28")


@pytest.fixture(scope="module")
def counts_of_start():
    """All six counts of the start position, depths 0 to 12: counted once, every time."""
    return [perft_counts(Position(), depth) for depth in range(13)]


def test_depths_0_to_12_equal_the_published_table(counts_of_start):
    nodes = tuple(counts.nodes for counts in counts_of_start)
    assert nodes == NODES[:13]
    assert nodes == tuple(row.nodes for row in published_perft()[:13])


def test_kings_move_as_published(counts_of_start):
    assert counts_of_start[9].king_moves == KING_MOVES_AT_9
    assert counts_of_start[12].king_moves == KING_MOVES_AT_12
    assert counts_of_start[12].king_captures == KING_CAPTURES_AT_12


def test_no_king_moves_before_depth_9(counts_of_start):
    assert not any(counts.king_moves for counts in counts_of_start[:9])


def test_breakdown_equals_the_rows_computed_by_the_reference(counts_of_start):
    assert tuple(counts_of_start) == computed_perft()[: len(counts_of_start)]


def test_shipped_table_is_the_published_one():
    table = published_perft()
    assert [row.depth for row in table] == list(range(30))
    assert tuple(row.nodes for row in table) == NODES
    assert {row.depth: row.king_moves for row in table if row.king_moves is not None} == {
        9: KING_MOVES_AT_9,
        12: KING_MOVES_AT_12,
    }
    assert {row.depth: row.king_captures for row in table if row.king_captures is not None} == {
        12: KING_CAPTURES_AT_12
    }
    assert all(row.source for row in table)
    assert published_distinct() == DISTINCT


@of_each_case
def test_positions_with_kings(case):
    position = Position.from_fen(case["fen"])
    assert position.fen == case["fen"]
    for depth, nodes in enumerate(case["perft"], 1):
        if nodes <= MOST_NODES_PER_CASE:
            assert perft(position, depth) == nodes
            assert perft(position.flipped(), depth) == nodes


@of_each_case
def test_divide_adds_up(case):
    position = Position.from_fen(case["fen"])
    for depth, nodes in enumerate(case["perft"][:6], 1):
        parts = divide(position, depth)
        assert tuple(parts) == position.legal_moves()
        assert sum(parts.values()) == nodes


@given(st.from_type(Position), st.integers(1, 4))
def test_counts_are_the_sum_over_the_moves(position, depth):
    children = [perft_counts(position.play(move), depth) for move in position.legal_moves()]
    total = [sum(column) for column in zip(*children, strict=True)] or NOTHING
    assert perft_counts(position, depth + 1) == tuple(total)


@given(st.from_type(Position))
def test_the_counts_of_one_ply_describe_its_moves(position):
    moves = position.legal_moves()
    assert perft_counts(position, 1) == (
        len(moves),
        sum(move.is_capture for move in moves),
        sum(len(move.captured) > 1 for move in moves),
        sum(move.is_king for move in moves),
        sum(move.is_king and move.is_capture for move in moves),
        sum(move.is_promotion for move in moves),
    )


@given(st.from_type(Position))
def test_after_no_plies_there_is_one_empty_sequence(position):
    assert perft_counts(position, 0) == EMPTY_SEQUENCE


@pytest.mark.parametrize("fen", GAME_OVER)
def test_nothing_follows_the_end_of_the_game(fen):
    position = Position.from_fen(fen)
    assert perft_counts(position, 0) == EMPTY_SEQUENCE
    for depth in (1, 2, 8, 9, 20):
        assert perft_counts(position, depth) == NOTHING
        assert divide(position, depth) == {}


def test_perft_is_the_first_of_the_counts_and_a_method_too():
    start = Position()
    assert perft(start, 7) == start.perft(7) == perft_counts(start, 7).nodes == NODES[7]
    assert start.divide(6) == divide(start, 6)


@pytest.mark.parametrize("count", [perft, perft_counts, divide])
def test_the_method_does_not_change_the_count(count):
    assert count(Position(), 9, method="tree") == count(Position(), 9, method="auto") == count(Position(), 9)


@pytest.mark.parametrize("count", [perft, perft_counts, divide])
@pytest.mark.parametrize("depth", [1, 8, 10])
def test_progress_goes_up_to_the_total(count, depth):
    calls = []
    silent = count(Position(), depth)
    assert count(Position(), depth, progress=lambda *call: calls.append(call)) == silent
    done, totals = zip(*calls, strict=True)
    assert set(totals) == {done[-1]}
    assert list(done) == sorted(set(done))


@pytest.mark.parametrize("count", [perft, perft_counts, divide])
def test_an_error_in_progress_stops_the_count(count):
    def stop(_done, _total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(Position(), 10, progress=stop)


WIDE = "W:WK1,K2,K3,K4,K9,K10,K11,K12:BK21,K22,K23,K24,K29,K30,K31,K32"


def test_auto_takes_frontiers_where_lines_are_many():
    for position, deepest_tree in ((Position(), 9), (Position.from_fen(WIDE), 5)):
        for depth in range(20):
            assert Job(position, depth, method="auto").tree == (depth <= deepest_tree)


def test_a_wide_tree_is_cut_in_many_pieces():
    seen = []
    nodes = perft(Position.from_fen(WIDE), 8, method="tree", progress=lambda done, _: seen.append(done))
    assert nodes == perft(Position.from_fen(WIDE), 8, method="frontier")
    assert len(seen) > 10


@pytest.mark.parametrize("count", [perft, perft_counts])
def test_depth_is_not_negative(count):
    with pytest.raises(ValueError, match="depth must be 0 or more, not -1"):
        count(Position(), -1)


@pytest.mark.parametrize("depth", [0, -1])
def test_divide_needs_a_first_move(depth):
    with pytest.raises(ValueError, match=f"depth must be 1 or more, not {depth}"):
        divide(Position(), depth)


@pytest.mark.parametrize("count", [perft, perft_counts, divide])
def test_depth_is_a_whole_number(count):
    for depth in (2.5, 0.5, "3", None):
        with pytest.raises(TypeError, match=f"depth must be a whole number, not {depth!r}"):
            count(Position(), depth)


@pytest.mark.parametrize("count", [perft, perft_counts, divide])
def test_the_method_has_to_be_known(count):
    with pytest.raises(ValueError, match=r"method must be .*'tree'.*not 'magic'"):
        count(Position(), 3, method="magic")


def test_verify_agrees_and_tells_of_each_row():
    seen, progress = [], []
    result = verify(9, on_row=seen.append, progress=lambda done, total: progress.append((done, total)))
    assert result.ok
    assert [row.depth for row in result.rows] == list(range(1, 10))
    assert tuple(row.expected for row in result.rows) == published_perft()[1:10]
    assert tuple(row.found for row in result.rows) == computed_perft()[1:10]
    assert all(row.ok and row.seconds >= 0 for row in result.rows)
    assert tuple(seen) == result.rows
    assert progress == sorted(progress)
    assert progress[-1] == (sum(NODES[1:10]), sum(NODES[1:10]))


def test_verify_checks_another_generator():
    def wrong_from_depth_3(position, depth):
        return perft(position, depth) - (depth >= 3)

    assert verify(5, count=perft).ok
    result = verify(5, count=wrong_from_depth_3)
    assert not result.ok
    assert [row.ok for row in result.rows] == [True, True, False, False, False]
    assert [row.found.nodes for row in result.rows] == [7, 49, 301, 1468, 7360]


@pytest.mark.parametrize("max_depth", [0, 30])
def test_verify_reaches_as_far_as_the_table(max_depth):
    with pytest.raises(ValueError, match=f"max_depth must be 1 to 29, .*not {max_depth}"):
        verify(max_depth)


@pytest.mark.parametrize("answer", [None, "7", 7.0])
def test_verify_wants_whole_numbers_of_another_generator(answer):
    with pytest.raises(TypeError, match="what count returns must be a whole number"):
        verify(1, count=lambda _position, _depth: answer)
