"""A game: moves made and taken back, counters, draws, results."""

import copy
import json
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import AmbiguousMoveError, Color, IllegalMoveError, InvalidMoveError, Move, Position
from pydraughts.game import Game, GameOverError, Outcome, Termination

GAMES = json.loads((Path(__file__).parent / "cases" / "draws.json").read_text("utf-8"))["games"]
BY_ID = {known["id"]: known for known in GAMES}
SIDES = {"B": Color.BLACK, "W": Color.WHITE}
TWO_KINGS = Position.from_fen("B:WK32:BK1")
TWICE_BACK = ["1-6", "32-27", "6-1", "27-32"] * 2
DRAW_BY_REPETITION = Outcome(None, Termination.REPETITION)


def play(moves, start=None, **options):
    game = Game(start, **options)
    for move in moves:
        game.push(move)
    return game


def state(game):
    """Everything that a game knows, counters and all, and no part of it shared with the game."""
    kept = copy.deepcopy(vars(game))
    return {**kept, "_occurrences": dict(kept["_occurrences"])}  # a Counter would not tell 0 from nothing


def ending(known):
    """What a case says about the end of the game."""
    if "winner" in known:
        return Outcome(SIDES[known["winner"]], Termination[known["termination"]])
    return None


def draw(name):
    """Name a draw as the cases do."""
    return None if name is None else Outcome(None, Termination[name])


def slow_quiet_plies(positions):
    """Count back to the last change of the men, or of the number of pieces, by looking at the boards."""
    men = [(p.black & ~p.kings, p.white & ~p.kings, len(p.pieces())) for p in positions]
    return next((n for n, earlier in enumerate(reversed(men[:-1])) if earlier != men[-1]), len(men) - 1)


@st.composite
def games(draw):
    start = draw(st.sampled_from((Position(), TWO_KINGS)) | st.from_type(Position))
    game = Game(start, automatic_draws=draw(st.booleans()))
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=100)):
        if game.outcome() is not None:
            break
        moves = game.position.legal_moves()
        game.push(moves[choice % len(moves)])
    return game


# Draws -----------------------------------------------------------------------------------------------


def check(game, known):
    assert (game.quiet_plies, game.repetitions) == (known["quiet"], known["repetitions"])
    assert game.outcome() == ending(known)
    assert game.outcome(claim_draw=True) == (ending(known) or draw(known["claim"]))
    for move, claim in {None: known["claim"], **known.get("ahead", {})}.items():
        assert game.can_claim_draw(move) == (claim is not None)
        claimed = game.copy()
        if claim:
            claimed.claim_draw(move)
            assert claimed.outcome() == draw(claim)
            assert (claimed.moves, claimed.position) == (game.moves, game.position)
        else:
            with pytest.raises(ValueError, match=r"no draw to claim|the game is over"):
                claimed.claim_draw(move)
            assert state(claimed) == state(game)


@pytest.mark.parametrize("known", GAMES, ids=BY_ID)
def test_known_game_played_and_taken_back(known):
    moves = known["moves"].split()
    checks = {point["ply"]: point for point in known["checks"]}
    game = Game(Position.from_fen(known["fen"]))
    states = []
    for ply in range(len(moves) + 1):
        assert game.ply == ply
        states.append(state(game))
        if ply in checks:
            check(game, checks[ply])
        if ply < len(moves):
            assert str(game.push(moves[ply])) == moves[ply]
    for ply in reversed(range(len(moves))):
        assert str(game.pop()) == moves[ply]
        assert state(game) == states[ply]
        if ply in checks:
            check(game, checks[ply])


def test_draws_are_claimed_and_not_automatic_unless_asked_for():
    game = play(TWICE_BACK, TWO_KINGS)
    assert game.outcome() is None
    game.push("1-6")

    automatic = play(TWICE_BACK[:-1], TWO_KINGS, automatic_draws=True)
    assert automatic.outcome() is None
    automatic.push(TWICE_BACK[-1])
    assert automatic.outcome() == DRAW_BY_REPETITION
    assert not automatic.can_claim_draw()
    with pytest.raises(GameOverError, match="the game is over: draw: third occurrence of the position"):
        automatic.push("1-6")
    automatic.pop()
    assert automatic == play(TWICE_BACK[:-1], TWO_KINGS, automatic_draws=True)


@pytest.mark.parametrize(("name", "ends"), [("DR-02", ("FORTY_MOVES", None)), ("NM-07", ("NO_MOVES", "W"))])
def test_automatic_draws_come_after_the_eightieth_ply_and_after_wins(name, ends):
    known = BY_ID[name]
    game = play(known["moves"].split(), Position.from_fen(known["fen"]), automatic_draws=True)
    termination, winner = ends
    assert game.outcome() == Outcome(winner and SIDES[winner], Termination[termination])


def test_a_win_on_the_eightieth_quiet_ply_is_no_automatic_draw_either():
    known = BY_ID["DR-09"]
    game = play(known["moves"].split(), Position.from_fen(known["fen"]))
    assert game.quiet_plies == 80
    assert game.outcome(claim_draw=True) == Outcome(Color.WHITE, Termination.NO_MOVES)


def test_both_draws_at_once_are_a_repetition():
    game = play(TWICE_BACK * 10, TWO_KINGS)
    assert game.quiet_plies == 80
    game.claim_draw()
    assert game.outcome() == DRAW_BY_REPETITION


def test_a_claim_for_a_move_that_is_none_is_refused_as_the_move_is():
    game = play(TWICE_BACK, TWO_KINGS)
    with pytest.raises(IllegalMoveError):
        game.can_claim_draw("1-9")
    with pytest.raises(InvalidMoveError):
        game.claim_draw("draw")
    assert game == play(TWICE_BACK, TWO_KINGS)


# Making moves and taking them back -------------------------------------------------------------------


@given(games())
def test_taking_back_restores_everything_at_every_ply(game):
    replayed = Game(game.positions[0], automatic_draws=game._automatic_draws)
    seen = []
    for move in game.moves:
        seen.append((replayed.copy(), state(replayed), replayed.position.key, replayed.outcome()))
        assert replayed.push(move) == move
        assert replayed.peek() == move
    assert replayed == game
    assert state(replayed) == state(game)
    for earlier, kept, key, outcome in reversed(seen):
        game.pop()
        assert game == earlier
        assert state(game) == state(earlier) == kept
        assert game.position.key == key
        assert game.outcome() == outcome
    assert (game.ply, game.repetitions, game.quiet_plies) == (0, 1, 0)


def told(game):
    """What a game tells about where it stands."""
    claim = game.outcome(claim_draw=True)
    return game.position, game.position.key, game.repetitions, game.quiet_plies, game.outcome(), claim


def test_taking_back_random_games_tells_the_same_at_every_ply():
    rng = random.Random("taken back")
    starts = (None, None, TWO_KINGS, Position.from_fen("B:WK32,K31,30:BK1,K2,3"))
    for number in range(3_000):
        start = starts[number % 4]
        game = Game(start)
        seen, copies = [told(game)], [game.copy()]
        for _ in range(rng.randint(0, 120)):
            if game.outcome() is not None:
                break
            game.push(rng.choice(game.position.legal_moves()))
            seen.append(told(game))
            copies.append(game.copy() if number % 10 == 0 else None)
        moves, middle = game.moves, rng.randint(0, game.ply)
        for ply in reversed(range(len(seen))):
            assert told(game) == seen[ply]
            if copies[ply] is not None:
                assert game == copies[ply]
            if ply == middle:
                again = play(moves[:ply], start)
                assert game == again
                assert state(game) == state(again)
            if ply:
                assert game.pop() == moves[ply - 1]
        assert state(game) == state(Game(start))


@given(games())
def test_counters_are_those_that_the_positions_tell(game):
    positions = game.positions
    assert positions[-1] == game.position
    assert len(positions) == len(game.moves) + 1 == game.ply + 1
    assert game.turn == game.position.turn
    assert game.repetitions == positions.count(game.position)
    assert game.quiet_plies == slow_quiet_plies(positions)
    for position, move, after in zip(positions, game.moves, positions[1:], strict=False):
        assert position.play(move) == after


@given(games())
def test_a_claim_one_move_ahead_is_the_claim_after_the_move(game):
    if game.outcome() is not None:
        assert not game.can_claim_draw()
        return
    for move in game.position.legal_moves():
        after = game.copy()
        after.push(move)
        drawn = after.outcome(claim_draw=True)
        assert game.can_claim_draw(move) == (drawn is not None and drawn.winner is None)


@given(games(), st.sampled_from(("9-18", "nonsense", "", "32-28-24", "x")))
def test_a_refused_push_changes_nothing(game, text):
    before = state(game)
    with pytest.raises(ValueError, match="over" if game.outcome() else "is not a move|is illegal"):
        game.push(text)
    assert state(game) == before


@pytest.mark.parametrize(
    ("fen", "move", "error"),
    [
        ("B:W6,7,14,15:BK2", "2x2", AmbiguousMoveError),
        ("B:W14:B9", Move((9, 18), is_king=True), IllegalMoveError),
        ("B:W14:B9", None, TypeError),
        ("B:W9,17,20,23,25,26,27,28,31,32:B1,2,3,4,6,8,10,11,16", "6x13", IllegalMoveError),
        ("W:W14,19,20,23,25,26,28,29,31,32:B1,2,4,6,7,8,12,15,16", "19x10", IllegalMoveError),
        ("W:W5:B1", "5-1", GameOverError),
    ],
)
def test_a_move_is_whole_and_legal_or_leaves_no_trace(fen, move, error):
    game = Game(Position.from_fen(fen))
    with pytest.raises(error):
        game.push(move)
    assert game == Game(Position.from_fen(fen))


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("B:W9,17,20,23,25,26,27,28,31,32:B1,2,3,4,6,8,10,11,16", "6x13x22x29"),
        ("W:W14,19,20,23,25,26,28,29,31,32:B1,2,4,6,7,8,12,15,16", "19x10x3"),
        ("B:W6,7,14,15:BK2", "2x9x18x11x2"),
        ("W:WK1:B6,7,8,14,15,16,22,23,24", None),
    ],
)
def test_jumps_and_crownings_are_taken_back_whole(fen, move):
    game = Game(Position.from_fen(fen))
    longest = max(game.position.legal_moves(), key=lambda legal: len(legal.path))
    game.push(move or longest)
    assert game.position.key == Position.from_fen(game.position.fen).key
    game.pop()
    assert (game.position.fen, game.position.key) == (fen, Position.from_fen(fen).key)


def test_pushing_and_popping_a_hundred_times_counts_nothing():
    game = Game(Position.from_fen("B:WK32,K31:BK1,K2"))
    fresh = state(game)
    for _ in range(100):
        game.push(game.position.legal_moves()[0])
        game.pop()
    assert state(game) == fresh
    assert game.outcome(claim_draw=True) is None


def test_nothing_to_take_back():
    game = Game()
    for look in (game.peek, game.pop):
        with pytest.raises(IndexError, match="no move has been made"):
            look()
    assert game == Game()


# Results ---------------------------------------------------------------------------------------------

DECLARED = {
    "agreement": (lambda game: game.agree_draw(), Outcome(None, Termination.AGREEMENT)),
    "Black resigns": (lambda game: game.resign(Color.BLACK), Outcome(Color.WHITE, Termination.RESIGNATION)),
    "White resigns": (lambda game: game.resign(Color.WHITE), Outcome(Color.BLACK, Termination.RESIGNATION)),
    "claim": (lambda game: game.claim_draw(), DRAW_BY_REPETITION),
    "claim ahead": (lambda game: game.claim_draw("1-6"), DRAW_BY_REPETITION),
}


@pytest.mark.parametrize("name", DECLARED)
def test_nothing_happens_after_the_end_until_a_move_is_taken_back(name):
    declare, outcome = DECLARED[name]
    game = play([*TWICE_BACK, *TWICE_BACK], TWO_KINGS)
    still_open = game.copy()
    declare(game)
    assert game.outcome() == game.outcome(claim_draw=True) == outcome
    assert game != still_open
    ended = state(game)
    for act in (lambda game: game.push("1-6"), *(act for act, _ in DECLARED.values())):
        with pytest.raises(GameOverError, match=f"the game is over: {outcome}"):
            act(game)
        assert state(game) == ended
    assert not game.can_claim_draw()
    assert not game.can_claim_draw("1-6")
    game.pop()
    still_open.pop()
    assert state(game) == state(still_open)


def test_nobody_resigns_or_agrees_when_the_board_has_decided():
    game = play(["27-32"], Position.from_fen("W:WK27:B28"))
    for act in (game.agree_draw, game.claim_draw, lambda: game.resign(Color.WHITE)):
        with pytest.raises(GameOverError, match="White wins: no legal move"):
            act()


def test_a_colour_that_is_none_does_not_resign():
    game = Game()
    with pytest.raises(ValueError, match="2 is not a valid Color"):
        game.resign(2)
    assert game == Game()


def test_outcomes_in_words():
    assert str(Outcome(Color.BLACK, Termination.NO_PIECES)) == "Black wins: no pieces left"
    assert str(Outcome(None, Termination.AGREEMENT)) == "draw: agreement"
    assert len(Termination) == 7


# A game as an object ---------------------------------------------------------------------------------


@given(games())
def test_copies_are_equal_and_go_their_own_way(game):
    before = state(game)
    pickled = [pickle.loads(pickle.dumps(game, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), *pickled):
        assert twin == game
        assert state(twin) == before
        if twin.outcome() is None:
            twin.push(twin.position.legal_moves()[0])
            assert twin != game
        elif twin.ply:
            twin.pop()
            assert twin != game
        assert state(game) == before


def test_equal_games_have_the_same_start_moves_ending_and_kind_of_draws():
    assert Game() == Game(Position())
    assert Game() != Game(TWO_KINGS)
    assert Game() != Game(automatic_draws=True)
    assert Game() != Position()
    transposed = play(["9-13", "22-18", "10-14"]), play(["10-14", "22-18", "9-13"])
    assert transposed[0].position == transposed[1].position
    assert transposed[0] != transposed[1]


def test_a_game_changes_and_so_does_not_hash():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game())


def test_a_game_starts_from_a_position():
    with pytest.raises(TypeError, match="from a Position, not from str"):
        Game("B:WK32:BK1")


def test_repr_shows_where_the_game_stands():
    game = Game(TWO_KINGS)
    game.push("1-6")
    assert repr(game) == "<Game ply=1 position='W:WK32:BK6'>"
    game.resign(Color.BLACK)
    assert repr(game) == "<Game ply=1 position='W:WK32:BK6' outcome='White wins: resignation'>"


def test_the_package_does_not_load_games_by_itself():
    names = ("game", "links", "openings", "outcomes")
    code = f"import pydraughts, sys; print(*[n for n in {names} if 'pydraughts.' + n in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
