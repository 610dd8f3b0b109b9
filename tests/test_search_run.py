"""How a search runs: limits, threads, stopping, and what is refused."""

import copy
import pickle
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from itertools import accumulate

import pytest

from pydraughts import Color, Position
from pydraughts.game import Game
from pydraughts.search import DEEPEST, WIN, Search, SearchResult, evaluate, search

START = Position()
SECONDS = 5  # a stopped search returns in a hundredth of that, if nothing else keeps the machine busy
KINGS = Position.from_fen("W:WK25,K26,K27,K28,K29,K30,K31,K32:BK1,K2,K3,K4,K5,K6,K7,K8")

needs_signals = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="sends signals as Unix does")


def without_time(result):
    return result._replace(seconds=0)


def test_a_result_tells_of_the_search():
    result = search(START, depth=7)
    assert isinstance(result, SearchResult)
    assert result.move == result.pv[0]
    assert result.depth == 7
    assert result.nodes > 7
    assert result.seconds > 0
    assert result.decided_in is None


def test_the_best_line_can_be_played(random_positions):
    for position in random_positions[::50]:
        result = search(position, depth=5, hash_mb=1)
        assert len(result.pv) <= 5
        *_, last = accumulate(result.pv, Position.play, initial=position)
        if result.decided_in is not None and result.decided_in <= 5:
            assert len(result.pv) == result.decided_in
            assert not last.has_moves


def test_one_thread_finds_the_same_again(random_positions):
    for position in (START, KINGS, *random_positions[::500]):
        for limits in ({"depth": 6}, {"nodes": 5000}, {"depth": 5, "nodes": 1000}):
            first, second = search(position, **limits), search(position, **limits)
            assert without_time(first) == without_time(second)


def test_a_small_table_finds_wins_all_the_same():
    position = Position.from_fen("W:WK15,K18:BK1")
    assert search(position, depth=19, hash_mb=1).score == search(position, depth=19).score == WIN - 19


@pytest.mark.parametrize("nodes", [1, 2, 100, 12345])
def test_nodes_are_a_limit(nodes):
    result = search(START, nodes=nodes)
    assert result.nodes == nodes
    assert result.move in START.legal_moves()
    assert search(START, nodes=10 * nodes).depth >= result.depth


def test_what_is_found_is_that_of_the_last_finished_depth():
    result = search(START, nodes=20_000)
    assert without_time(result)._replace(nodes=0) == without_time(search(START, depth=result.depth))._replace(
        nodes=0
    )


def test_seconds_are_a_limit():
    for seconds in (0.2, Fraction(1, 5)):
        result = search(START, seconds=seconds, nodes=100_000_000)
        assert 0.1 < result.seconds < SECONDS
        assert result.depth > 1
        assert result.nodes < 100_000_000
    assert search(START, seconds=0).move in START.legal_moves()


def test_a_decided_game_is_not_searched_further():
    result = search(Position.from_fen("W:WK27:B28"), depth=DEEPEST)
    assert (str(result.move), result.score, result.depth) == ("27-32", WIN - 1, 1)


@pytest.mark.parametrize("fen", ["W:W5:B1", "B:W22:B", "W:W:B"])
def test_without_a_move_the_game_is_lost(fen):
    result = search(Position.from_fen(fen), depth=9, threads=2)
    assert without_time(result) == SearchResult(None, -WIN, (), 0, 0, 0)
    assert result.decided_in == 0


def test_a_lost_game_is_played_on():
    position = Position.from_fen("B:WK15,K18:BK5")
    result = search(position, depth=DEEPEST)
    assert result.score < -WIN // 2
    assert len(result.pv) == result.decided_in


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_find_every_win_too(threads):
    position = Position.from_fen("W:WK15,K18:BK1")
    for _ in range(5):
        result = search(position, depth=19, threads=threads)
        assert (result.score, result.depth) == (WIN - 19, 19)
    result = search(START, depth=9, threads=threads)
    assert result.depth == 9
    assert result.move in START.legal_moves()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", [START, KINGS], ids=["start", "kings"])
def test_another_thread_stops_it(threads, position):
    running = Search(position, depth=DEEPEST, threads=threads)
    timer = threading.Timer(0.2, running.stop)
    timer.start()
    result = running.run()
    assert result.move in position.legal_moves()
    assert 0 < result.depth < DEEPEST


def test_it_can_be_stopped_before_it_runs():
    running = Search(START, depth=DEEPEST)
    running.stop()
    result = running.run()
    assert (result.depth, result.nodes, len(result.pv)) == (0, 0, 1)


def test_it_runs_once():
    running = Search(START, depth=1)
    running.run()
    with pytest.raises(RuntimeError, match="runs once"):
        running.run()


def test_other_threads_go_on_meanwhile():
    running = Search(START, depth=DEEPEST)
    thread = threading.Thread(target=running.run)
    thread.start()
    counted = sum(range(100_000))
    running.stop()
    thread.join(SECONDS)
    assert counted
    assert not thread.is_alive()


@needs_signals
@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_ends_it(threads):
    def interrupt():
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search(START, depth=DEEPEST, threads=threads)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "a search needs an end: depth, nodes or seconds"),
        ({"depth": 0}, f"depth must be 1 to {DEEPEST}, not 0"),
        ({"depth": DEEPEST + 1}, f"depth must be 1 to {DEEPEST}, not {DEEPEST + 1}"),
        ({"nodes": 0}, "nodes must be 1 to"),
        ({"seconds": -1}, "seconds must be 0 to"),
        ({"seconds": float("nan")}, "seconds must be 0 to"),
        ({"depth": 1, "threads": 0}, "threads must be 1 to"),
        ({"depth": 1, "hash_mb": 0}, "hash_mb must be 1 to"),
        ({"depth": 1, "history": [Position.from_fen("W:W32:B1")]}, "history must hold the positions before"),
        ({"depth": 1, "history": [START]}, "history must hold the positions before"),
    ],
)
def test_what_is_wrong_is_said(arguments, message):
    with pytest.raises(ValueError, match=message):
        search(START, **arguments)


@pytest.mark.parametrize("name", ["depth", "nodes", "threads", "hash_mb"])
@pytest.mark.parametrize("value", [2.5, "3"])
def test_numbers_are_whole(name, value):
    with pytest.raises(TypeError):
        search(START, **{"seconds": 0, name: value})


def test_a_position_is_needed():
    with pytest.raises(TypeError, match="position must be of type Position, not Game"):
        search(Game(), depth=1)


def test_types_are_told():
    with pytest.raises(TypeError, match="position must be of type Position, not NoneType"):
        evaluate(None)
    with pytest.raises(TypeError, match="seconds must be of type Real, not str"):
        search(START, seconds="1")
    for history in (None, Game(), [1], START.fen):
        with pytest.raises(
            TypeError, match=r"history (must be of type Sequence|holds must be of type Position)"
        ):
            search(START, depth=1, history=history)


def test_a_search_is_no_value():
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a search cannot be copied or pickled"):
            duplicate(Search(START, depth=1))


def test_history_is_that_of_a_game():
    game = Game()
    for text in ("11-15", "23-19", "8-11", "22-17"):
        game.push(text)
    assert search(game.position, depth=3, history=game.positions[:-1]).depth == 3
    with pytest.raises(ValueError, match="no move leads from"):
        search(game.position, depth=3, history=game.positions)


def test_crowded_boards(crowded_positions):
    for position in crowded_positions[::40]:
        result = search(position, depth=2, nodes=200_000, hash_mb=1)
        assert result.move is None or result.move in position.legal_moves()


def test_the_package_is_imported_without_it():
    program = "import sys, pydraughts; print([name for name in sys.modules if 'search' in name])"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert printed.stdout.strip() == "[]"


def test_both_sides_may_be_searched():
    for turn in Color:
        position = Position.from_bitboards(black=START.black, white=START.white, kings=0, turn=turn)
        assert search(position, depth=5).move in position.legal_moves()
