"""Games by house rules: huffs, demands, challenges, giveaways; what they leave behind and what not."""

import copy
import pickle
import random

import pytest

from pydraughts import Color, IllegalMoveError, Move, Position
from pydraughts.game import Game, GameOverError, Outcome, Termination
from pydraughts.house import OFFICIAL, HouseRules
from pydraughts.house_moves import after, legal_moves, missed
from pydraughts.pdn import Record

HUFFING = HouseRules(huffing=True)
CAUTIONS = HouseRules(cautions=True)
GIVEAWAY = HouseRules(giveaway=True)
TWO_WAYS = "B:W14,22,32:B1,9"


def play(moves, fen=None, **options):
    game = Game(fen and Position.from_fen(fen), **options)
    for move in moves.split():
        game.push(move)
    return game


def state(game):
    kept = copy.deepcopy(vars(game))
    return {**kept, "_occurrences": dict(kept["_occurrences"])}  # a Counter would not tell 0 from nothing


# Official rules --------------------------------------------------------------------------------------


def test_without_house_rules_nothing_is_new():
    game = play("11-15 22-18")
    assert game.rules == OFFICIAL
    assert game.legal_moves() == game.position.legal_moves()
    with pytest.raises(IllegalMoveError, match="a jump is there to be taken"):
        game.push("9-14")
    assert (game.huffable, game.can_challenge, game.cautions(Color.BLACK)) == ((), False, 0)
    for act, why in (
        (lambda: game.huff(9), "no piece to huff on 9: those that missed a jump are none"),
        (game.demand_jump, "no jump to demand"),
        (game.challenge, "the last move was legal"),
    ):
        with pytest.raises(ValueError, match=why):
            act()
    assert game == play("11-15 22-18", rules=HouseRules())
    assert game != play("11-15 22-18", rules=GIVEAWAY)


# Huffing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "huffable", "fen"),
    [
        ("1-6", 9, "W:W14,22,32:B6"),
        ("9-13", 13, "W:W14,22,32:B1"),
        ("9x18", 18, "W:W22,32:B1"),
    ],
)
def test_the_piece_is_taken_off_and_the_turn_stays(move, huffable, fen):
    game = play(move, TWO_WAYS, rules=HUFFING)
    before = state(game)
    assert game.huffable == (huffable,)
    with pytest.raises(ValueError, match=f"no piece to huff on 1: those that missed a jump are {huffable}"):
        game.huff(1)
    assert state(game) == before
    game.huff(huffable)
    assert (game.position.fen, game.ply, game.huffable) == (fen, 1, ())
    for again in (lambda: game.huff(huffable), game.demand_jump):
        with pytest.raises(ValueError, match="no "):
            again()
    game.push("32-27")
    game.pop()
    assert game.position.fen == fen
    game.pop()
    assert game == play("", TWO_WAYS, rules=HUFFING)


def test_the_player_is_made_to_jump_to_the_end():
    for move in ("1-6", "9-13", "9x18"):
        game = play(move, TWO_WAYS, rules=HUFFING)
        assert str(game.demand_jump()) == move
        assert (game.ply, game.turn, game.huffable) == (0, Color.BLACK, ())
        assert [str(legal) for legal in game.legal_moves()] == ["9x18x25"]
        with pytest.raises(IllegalMoveError, match=r"the jump is not finished|jumps are compulsory"):
            game.push(move)
        made = state(game)
        game.push("9x25")
        assert game.huffable == ()
        game.pop()
        assert state(game) == made


def test_it_stands_once_the_opponent_has_moved():
    game = play("1-6 32-27", "B:W14,22,32:B1,5,9", rules=HUFFING)
    assert game.huffable == ()
    with pytest.raises(ValueError, match="no jump to demand"):
        game.demand_jump()
    assert game.legal_moves() == legal_moves(game.position, HUFFING)


def test_the_opponent_may_miss_a_jump_in_turn_and_lets_the_first_stand():
    game = play("1-6", "B:W14,18,32:B1,9,10", rules=HUFFING)
    assert game.huffable == (10,)
    game.push("32-28")
    assert game.huffable == (14,)
    game.demand_jump()
    assert game.huffable == ()
    assert all(move.is_capture for move in game.legal_moves())


def test_the_last_piece_huffed_loses_or_wins_a_giveaway():
    for rules, winner in ((HUFFING, Color.WHITE), (HouseRules(huffing=True, giveaway=True), Color.BLACK)):
        game = play("9-13", "B:W14,32:B9", rules=rules)
        assert game.outcome() is None
        game.huff(13)
        assert game.outcome() == Outcome(winner, Termination.NO_PIECES)
        with pytest.raises(GameOverError):
            game.push("32-28")


def test_a_side_left_without_a_move_may_still_huff():
    game = play("1-6", "B:W14:B1,5,7,9,10", rules=HUFFING)
    assert game.legal_moves() == ()
    assert game.outcome() == Outcome(Color.BLACK, Termination.NO_MOVES)
    assert game.huffable == (9, 10)
    game.huff(9)
    assert game.outcome() is None
    game.push("14-9")


def test_a_huff_is_a_capture_for_the_forty_move_rule_and_for_repetitions():
    shuffle = "2-7 32-28 7-2 28-32 "
    game = play(shuffle * 2, "B:WK32:BK2", rules=HUFFING)
    assert (game.repetitions, game.quiet_plies) == (3, 8)
    game = play("2-7", "B:WK32,K6:BK2,K1,12", rules=HUFFING)
    assert (game.huffable, game.quiet_plies) == ((1, 7), 1)
    game.huff(1)
    assert (game.repetitions, game.quiet_plies) == (1, 0)


@pytest.mark.parametrize("value", ["no", None, 1])
def test_a_rule_is_on_or_off(value):
    with pytest.raises(TypeError, match="huffing must be True or False, not"):
        HouseRules(huffing=value)
    with pytest.raises(TypeError, match="rules must be of type HouseRules, not"):
        Game(rules=value)


def test_optional_jumping_has_nothing_to_huff():
    game = play("1-6", TWO_WAYS, rules=HouseRules(optional_jumping=True))
    assert game.huffable == ()
    both = play("1-6", TWO_WAYS, rules=HouseRules(optional_jumping=True, huffing=True))
    assert both.huffable == (9,)


# Illegal moves ---------------------------------------------------------------------------------------


def test_the_first_illegal_move_is_cautioned_and_the_second_loses():
    game = play("11-15 22-18 9-14", rules=CAUTIONS)
    assert game.can_challenge
    assert game.challenge() == Move((9, 14))
    assert (game.ply, game.turn, game.cautions(Color.BLACK), game.can_challenge) == (2, Color.BLACK, 1, False)
    assert (game.outcome(), game.cautions(Color.WHITE)) == (None, 0)
    game.push("15x22")
    assert not game.can_challenge
    game.push("24-20")
    assert game.challenge() == Move((24, 20))
    assert (game.cautions(Color.BLACK), game.cautions(Color.WHITE)) == (1, 1)
    for text in ("25x18", "12-16", "29-25", "16-12"):
        assert not game.can_challenge
        game.push(text)
    assert game.challenge() == Move((16, 12))
    assert game.outcome() == Outcome(Color.WHITE, Termination.FORFEIT)
    with pytest.raises(GameOverError, match="White wins: forfeit"):
        game.push("18-15")
    with pytest.raises(GameOverError, match="White wins: forfeit"):
        game.challenge()
    game.pop()
    assert game.outcome() is None
    assert game.cautions(Color.BLACK) == 1


def test_an_illegal_move_stands_once_the_opponent_has_moved():
    game = play("11-15 22-18 9-14 18x9", rules=CAUTIONS)
    assert not game.can_challenge
    with pytest.raises(ValueError, match="nothing to challenge"):
        game.challenge()
    assert game.cautions(Color.BLACK) == 0


def test_a_caution_is_taken_back_with_the_moves_before_it():
    game = play("11-15 22-18", rules=CAUTIONS)
    before = state(game)
    game.push("9-14")
    game.challenge()
    game.push("15x22")
    game.pop()
    assert game.cautions(Color.BLACK) == 1
    game.pop()
    game.push("22-18")
    assert state(game) == before


@pytest.mark.parametrize("text", ["22-18", "11-16", "1-6", "16-20", "4-11", "11-18"])
def test_what_pieces_cannot_do_is_refused_all_the_same(text):
    game = play("11-15 24-20", rules=CAUTIONS)
    before = state(game)
    with pytest.raises(IllegalMoveError):
        game.push(text)
    assert state(game) == before


def test_with_huffing_a_missed_jump_is_no_illegal_move_until_the_jump_is_demanded():
    rules = HouseRules(huffing=True, cautions=True)
    game = play("1-6", TWO_WAYS, rules=rules)
    assert (game.huffable, game.can_challenge) == ((9,), False)
    game.demand_jump()
    game.push("1-6")
    assert (game.huffable, game.can_challenge) == ((), True)
    game.challenge()
    assert [str(move) for move in game.legal_moves()] == ["9x18x25"]
    game.push("9-5")
    game.challenge()
    assert game.outcome() == Outcome(Color.WHITE, Termination.FORFEIT)


# Giveaway, and the moves of other rules --------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "move", "termination"),
    [
        ("B:W14:B9", "9x18", Termination.NO_PIECES),
        ("W:WK27:B28", "27-32", Termination.NO_MOVES),
    ],
)
def test_the_first_without_pieces_or_moves_wins_a_giveaway(fen, move, termination):
    official, giveaway = play(move, fen), play(move, fen, rules=GIVEAWAY)
    mover = Position.from_fen(fen).turn
    assert official.outcome() == Outcome(mover, termination)
    assert giveaway.outcome() == Outcome(mover.opponent, termination)
    assert giveaway.outcome(claim_draw=True) == giveaway.outcome()


def test_jumps_are_compulsory_in_a_giveaway_and_draws_are_what_they_are():
    game = play("11-15 22-18", rules=GIVEAWAY)
    with pytest.raises(IllegalMoveError, match="jumps are compulsory"):
        game.push("9-14")
    game = play("1-6 32-27 6-1 27-32 " * 2, "B:WK32:BK1", rules=GIVEAWAY)
    game.claim_draw()
    assert game.outcome() == Outcome(None, Termination.REPETITION)


def test_a_crowned_man_jumps_on_in_a_game():
    game = play("22x24", "B:W26,27:B22", rules=HouseRules(jump_after_crowning=True))
    assert str(game.peek()) == "22x31x24"
    assert game.outcome() == Outcome(Color.BLACK, Termination.NO_PIECES)
    game.pop()
    assert game.position.fen == "B:W26,27:B22"


def test_a_claim_for_a_move_of_the_house():
    game = play(
        "1-6 32-27 6-1 27-32 1-6 32-27 6-1", "B:WK32,23:BK1,26", rules=HouseRules(optional_jumping=True)
    )
    assert game.can_claim_draw("27-32")
    assert not game.can_claim_draw("27-31")


# The game as an object -------------------------------------------------------------------------------


def test_links_and_pdn_tell_of_official_games_only():
    game = play("11-15", rules=HUFFING)
    with pytest.raises(ValueError, match=r"a link holds games by the official rules only, .* huffing"):
        game.to_link()
    with pytest.raises(ValueError, match=r"PDN holds games by the official rules only, .* huffing"):
        Record.from_game(game)


ALL = [
    HouseRules(
        optional_jumping=o, jump_after_crowning=j, kings_capture_first=k, huffing=h, giveaway=g, cautions=c
    )
    for o, j, k, h, g, c in random.Random(1).sample(
        [tuple(bool(n >> bit & 1) for bit in range(6)) for n in range(64)], 24
    )
]


class Snapshots:
    """The slow twin: a stack of whole boards, each remedy worked out from the last two."""

    def __init__(self, start, rules):
        self.rules = rules
        # Board, the move to it, whether the mover was made to jump, whether the move can be answered.
        self.stack = [(start, None, False, True)]
        self.cautioned = []  # (number of moves made, side)

    @property
    def board(self):
        return self.stack[-1][0]

    def legal(self):
        return legal_moves(self.board, self.rules, must_jump=self.stack[-1][2])

    def push(self, move):
        self.stack.append((after(self.board, move), move, False, True))

    def huffable(self):
        if len(self.stack) == 1 or not self.stack[-1][3] or not self.rules.huffing:
            return ()
        before, _, must_jump, _ = self.stack[-2]
        move = self.stack[-1][1]
        if move not in legal_moves(before, self.rules, must_jump=must_jump):
            return ()
        return missed(before, move, self.rules)

    def is_illegal(self):
        if len(self.stack) == 1 or not self.stack[-1][3]:
            return False
        before, _, must_jump, _ = self.stack[-2]
        return self.stack[-1][1] not in legal_moves(before, self.rules, must_jump=must_jump)

    def huff(self, square):
        board, move, must_jump, _ = self.stack.pop()
        pieces = board.pieces()
        del pieces[square]
        self.stack.append((Position.from_pieces(pieces, board.turn), move, must_jump, False))

    def send_back(self, *, must_jump):
        self.stack.pop()
        board, move, already, _ = self.stack.pop()
        self.stack.append((board, move, already or must_jump, False))

    def caution(self):
        self.send_back(must_jump=False)
        self.cautioned.append((len(self.stack), self.board.turn))

    def pop(self):
        self.stack.pop()
        self.cautioned = [(n, side) for n, side in self.cautioned if n <= len(self.stack)]


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_games_are_those_of_the_slow_twin(rules):
    rng = random.Random(str(rules))
    for _ in range(6):
        game, twin = Game(rules=rules), Snapshots(Position(), rules)
        for _ in range(90):
            assert game.position == twin.board
            assert game.positions == tuple(board for board, *_ in twin.stack)
            assert game.legal_moves() == twin.legal()
            assert game.huffable == twin.huffable()
            assert game.can_challenge == twin.is_illegal()
            for color in Color:
                assert game.cautions(color) == sum(side == color for _, side in twin.cautioned)
            chosen = rng.random()
            before = state(game)
            if game.huffable and chosen < 0.3:
                square = rng.choice(game.huffable)
                game.huff(square)
                twin.huff(square)
            elif game.huffable and chosen < 0.5:
                game.demand_jump()
                twin.send_back(must_jump=True)
            elif game.can_challenge and chosen < 0.6 and not game.cautions(game.turn.opponent):
                game.challenge()
                twin.caution()
            elif game.ply and chosen > 0.9:
                game.pop()
                twin.pop()
            elif game.outcome() is not None:
                break
            else:
                moves = legal_moves(game.position, HUFFING) if rules.cautions else game.legal_moves()
                move = rng.choice(moves)
                game.push(move)
                twin.push(move)
                undone = game.copy()
                undone.pop()
                assert state(undone) == before
        for twin_game in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert twin_game == game
            assert state(twin_game) == state(game)


def test_games_with_other_huffs_differ():
    huffed, stood = play("1-6", TWO_WAYS, rules=HUFFING), play("1-6", TWO_WAYS, rules=HUFFING)
    assert huffed == stood
    huffed.huff(9)
    assert huffed != stood
    demanded = play("1-6", TWO_WAYS, rules=HUFFING)
    demanded.demand_jump()
    assert demanded != play("", TWO_WAYS, rules=HUFFING)
