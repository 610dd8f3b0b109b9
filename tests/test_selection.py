"""A move entered square by square: every move can be, and every other click is refused for its reason."""

import copy
import pickle

import pytest

from pydraughts import Move, Position
from pydraughts.game import Game
from pydraughts.house import HouseRules
from pydraughts.selection import Reason, Refusal, Selection

TWO_ROUTES = Position.from_fen("B:W6,7,14,15:B1,K2")
SQUARES = range(1, 33)


def clicked(selection, *squares):
    for square in squares:
        selection = selection.click(square)
    return selection


def all_states(position, moves=None):
    """Every selection that accepted clicks can lead to."""
    found = [Selection(position, moves)]
    for selection in found:
        found += [selection.click(square) for square in selection.choices]
        assert len(found) < 10_000
    return found


def reason(position, moves, path, square):
    """Why a click that leads nowhere does so: written from the rules, one after the other."""
    pieces = position.pieces()
    piece = pieces.get(square)
    if not moves:
        return Reason.GAME_OVER
    if piece is not None and piece.color != position.turn:
        return Reason.NOT_YOURS
    if piece is not None:
        return Reason.MUST_JUMP if any(could_go(pieces, square, end) for end in SQUARES) else Reason.BLOCKED
    if not path:
        return Reason.EMPTY
    is_held_back = len(path) == 1 and could_go(pieces, path[0], square)
    return Reason.MUST_JUMP if is_held_back else Reason.UNREACHABLE


def could_go(pieces, start, end):
    """Whether a piece could step or jump there if jumps were not compulsory."""
    piece = pieces[start]
    rows, columns = (b - a for a, b in zip(at(start), at(end), strict=True))
    if end in pieces or abs(rows) != abs(columns) or not (piece.is_king or (rows > 0) == (piece.color == 0)):
        return False
    middle = tuple((a + b) / 2 for a, b in zip(at(start), at(end), strict=True))
    over = next((other for square, other in pieces.items() if at(square) == middle), None)
    return abs(rows) == 1 or (abs(rows) == 2 and over is not None and over.color != piece.color)


def at(square):
    row, place = divmod(square - 1, 4)
    return row, 2 * place + (row + 1) % 2


# Every position ---------------------------------------------------------------------------------------


def test_clicking_the_path_of_a_move_makes_it_and_no_sooner_than_it_is_determined(random_positions):
    for position in random_positions[::9]:
        moves = position.legal_moves()
        for move in moves:
            selection = Selection(position)
            for at, square in enumerate(move.path, 1):
                assert square in selection.choices
                selection = selection.click(square)
                assert selection.refusal is None
                same = [other for other in moves if other.path[:at] == move.path[:at]]
                assert (selection.move is not None) == (len(same) == 1 and at > 1)
                if selection.move is not None:
                    break
            assert selection.move == move
            assert selection.path == move.path
            assert selection.choices == ()


def test_every_state_offers_what_goes_on_and_refuses_the_rest_for_its_reason(random_positions):
    seen = set()
    for position in (Position.from_fen("W:W5:B1"), *random_positions[::151]):
        moves = position.legal_moves()
        starts = tuple(position.destinations())
        assert Selection(position).choices == starts
        for selection in all_states(position):
            path = selection.path
            ways = [move for move in moves if move.path[: len(path)] == path]
            if selection.move is not None:
                assert [selection.move] == ways
            else:
                following = {move.path[len(path)] for move in ways}
                assert set(selection.choices) == following
            for square in set(SQUARES) - set(selection.choices):
                after = selection.click(square)
                if selection.move is not None:
                    expected = Reason.COMPLETE
                elif path and square == path[-1]:
                    assert after == Selection(position)
                    continue
                elif path and square in starts:
                    assert after == Selection(position).click(square)
                    continue
                else:
                    expected = reason(position, moves, path, square)
                assert (after.refusal.square, after.refusal.reason) == (square, expected)
                assert set(after.refusal.instead) <= {*selection.choices, *starts}
                assert (after.path, after.choices, after.move) == (path, selection.choices, selection.move)
                seen.add(expected)
    assert seen == set(Reason)


@pytest.mark.parametrize(
    "rules",
    [HouseRules(optional_jumping=True), HouseRules(huffing=True, jump_after_crowning=True)],
    ids=str,
)
def test_every_move_of_the_house_can_be_entered(rules, random_positions):
    for position in random_positions[::61]:
        moves = Game(position, rules=rules).legal_moves()
        for move in moves:
            selection = Selection(position, moves)
            for square in move.path:
                selection = selection.click(square) if selection.move is None else selection
            if selection.move is None:
                assert selection.can_stop
                selection = selection.click(move.end)
            assert selection.move == move


# By hand ----------------------------------------------------------------------------------------------


def test_a_chain_is_finished_by_itself_once_only_one_way_is_left():
    taken = Selection(TWO_ROUTES).click(2)
    assert (taken.path, taken.choices, taken.move) == ((2,), (9, 11), None)
    done = taken.click(9)
    assert (done.path, done.choices) == ((2, 9, 18, 11, 2), ())
    assert done.move == Move((2, 9, 18, 11, 2), is_king=True)
    assert TWO_ROUTES.play(done.move)


def test_a_piece_with_one_move_waits_for_the_click_that_makes_it():
    selection = Selection(Position.from_fen("B:W32:B4")).click(4)
    assert (selection.path, selection.choices, selection.move) == ((4,), (8,), None)


def test_another_piece_or_none_after_all():
    selection = Selection(Position()).click(11)
    assert selection.click(10).path == (10,)
    assert selection.click(11) == Selection(Position())
    assert selection.click(8).path == (11,)
    middle = clicked(Selection(Position.from_fen("B:W6,14,15:BK1,K2")), 1, 10)
    assert middle.path == (1, 10)
    assert middle.click(2).path == (2,)
    assert middle.click(1).path == (1,)
    assert middle.click(10).path == ()


MUST_JUMP = Position().play("11-15").play("22-18")


@pytest.mark.parametrize(
    ("position", "clicks", "refusal"),
    [
        (Position(), [16], Refusal(16, Reason.EMPTY, (9, 10, 11, 12))),
        (Position(), [21], Refusal(21, Reason.NOT_YOURS, (9, 10, 11, 12))),
        (Position(), [1], Refusal(1, Reason.BLOCKED, (9, 10, 11, 12))),
        (Position(), [9, 1], Refusal(1, Reason.BLOCKED, (9, 10, 11, 12))),
        (Position(), [9, 18], Refusal(18, Reason.UNREACHABLE, (13, 14))),
        (Position(), [9, 22], Refusal(22, Reason.NOT_YOURS, (13, 14))),
        (Position(), [9, 14, 18], Refusal(18, Reason.COMPLETE, ())),
        (MUST_JUMP, [9], Refusal(9, Reason.MUST_JUMP, (15,))),
        (MUST_JUMP, [15, 9], Refusal(9, Reason.MUST_JUMP, (15,))),
        (MUST_JUMP, [15, 19], Refusal(19, Reason.MUST_JUMP, (22,))),
        (MUST_JUMP, [15, 16], Refusal(16, Reason.UNREACHABLE, (22,))),
        (Position.from_fen("W:W5:B1"), [5], Refusal(5, Reason.GAME_OVER, ())),
    ],
)
def test_refusals_are_data(position, clicks, refusal):
    selection = clicked(Selection(position), *clicks)
    assert selection.refusal == refusal
    assert clicked(Selection(position), *clicks[:-1]).refusal is None


def test_a_refusal_is_gone_with_the_next_good_click():
    selection = clicked(Selection(Position()), 11, 19)
    assert selection.refusal is not None
    assert selection.click(15).refusal is None
    assert selection.click(15).move == Move((11, 15))


def test_where_a_jump_may_stop_a_second_click_stops_it():
    game = Game(Position.from_fen("B:W14,22:B9"), rules=HouseRules(optional_jumping=True))
    moves = game.legal_moves()
    there = clicked(Selection(game.position, moves), 9, 18)
    assert (there.choices, there.can_stop, there.move) == ((25,), True, None)
    assert there.click(18).move == Move((9, 18))
    assert there.click(25).move == Move((9, 18, 25))
    assert not Selection(game.position, moves).click(9).can_stop


@pytest.mark.parametrize("square", [0, 33, -1])
def test_no_such_square(square):
    with pytest.raises(ValueError, match="is not on the board"):
        Selection(Position()).click(square)


def test_what_is_no_position_and_no_square():
    with pytest.raises(TypeError, match="must be of type Position, not Game"):
        Selection(Game())
    for square in ("11", 11.0, None):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            Selection(Position()).click(square)


def test_moves_may_come_in_a_list():
    position = Position()
    listed = Selection(position, list(position.legal_moves())).click(11)
    assert listed == Selection(position).click(11)
    assert hash(listed) == hash(Selection(position).click(11))


def test_selections_are_values():
    selection = Selection(TWO_ROUTES).click(2)
    before = repr(selection)
    for square in SQUARES:
        selection.click(square)
    assert repr(selection) == before == "<Selection path=(2,) choices=(9, 11) move=None>"
    assert pickle.loads(pickle.dumps(selection)) == copy.deepcopy(selection) == selection
    assert len({selection, Selection(TWO_ROUTES).click(2), selection.click(3)}) == 2
    assert "NOT_YOURS" in repr(selection.click(6))
    with pytest.raises(AttributeError):
        selection.path = ()
