"""Moves by house rules: against hand-made positions, the official moves, and a slow twin."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pydraughts import Color, IllegalMoveError, InvalidMoveError, Move, Piece, Position
from pydraughts.house import OFFICIAL, HouseRules
from pydraughts.house_moves import after, can_be_made, legal_moves, missed, next_squares, resolve

CHANGES = ("optional_jumping", "jump_after_crowning", "kings_capture_first", "huffing")
ALL_RULES = [
    HouseRules(**dict(zip(CHANGES, chosen, strict=True)))
    for chosen in itertools.product((False, True), repeat=len(CHANGES))
]
OPTIONAL = HouseRules(optional_jumping=True)
CROWNED_JUMPS_ON = HouseRules(jump_after_crowning=True)
KINGS_FIRST = HouseRules(kings_capture_first=True)
HUFFING = HouseRules(huffing=True)


# The slow twin: every walk over the board is looked at, and rules are questions about a whole walk. --


def at(square):
    row, place = divmod(square - 1, 4)
    return row, 2 * place + (row + 1) % 2


SQUARES = {at(square): square for square in range(1, 33)}


def middle(a, b):
    (row, column), (other_row, other_column) = at(a), at(b)
    return SQUARES[(row + other_row) // 2, (column + other_column) // 2]


def is_forward(piece, a, b):
    return (at(b)[0] > at(a)[0]) == (piece.color == Color.BLACK)


def walks(pieces, start):
    """Every chain of jumps that a piece could make if it were free to turn, each beginning of one too."""
    found = [(start,)]
    for path in found:
        taken = {middle(a, b) for a, b in itertools.pairwise(path)}
        for end in SQUARES.values():
            rows, columns = (abs(x - y) for x, y in zip(at(path[-1]), at(end), strict=True))
            if rows == columns == 2 and (end == start or end not in pieces):
                over = middle(path[-1], end)
                if over in pieces and pieces[over].color != pieces[start].color and over not in taken:
                    found.append((*path, end))
    return found[1:]


def is_walk_of(piece, path, rules):
    """Whether a piece goes that way: a man forward, after crowning only if the rules say so."""
    is_king = piece.is_king
    for a, b in itertools.pairwise(path):
        if not is_king and at(a)[0] == (7 if piece.color == Color.BLACK else 0):
            if not rules.jump_after_crowning:
                return False
            is_king = True
        if not is_king and not is_forward(piece, a, b):
            return False
    return True


def slow_legal_moves(position, rules, *, must_jump=False):
    pieces = position.pieces()
    own = [square for square, piece in pieces.items() if piece.color == position.turn]
    jumps = [w for s in own for w in walks(pieces, s) if is_walk_of(pieces[s], w, rules)]
    if rules.kings_capture_first and any(pieces[w[0]].is_king for w in jumps):
        jumps = [w for w in jumps if pieces[w[0]].is_king]
    steps = [
        (s, end)
        for s in own
        for end in SQUARES.values()
        if end not in pieces
        and abs(at(s)[0] - at(end)[0]) == abs(at(s)[1] - at(end)[1]) == 1
        and (pieces[s].is_king or is_forward(pieces[s], s, end))
    ]
    unfinished = [w for w in jumps if any(len(o) > len(w) and o[: len(w)] == w for o in jumps)]
    if (rules.optional_jumping or rules.huffing) and not must_jump:
        paths = jumps + steps
    else:
        paths = [w for w in jumps if w not in unfinished] or steps
    return sorted(paths)


def slow_after(position, path):
    pieces = position.pieces()
    piece = pieces.pop(path[0])
    if abs(at(path[0])[0] - at(path[1])[0]) == 2:
        for a, b in itertools.pairwise(path):
            del pieces[middle(a, b)]
    if any(at(square)[0] == (7 if piece.color == Color.BLACK else 0) for square in path):
        piece = Piece.BLACK_KING if piece.color == Color.BLACK else Piece.WHITE_KING
    pieces[path[-1]] = piece
    return Position.from_pieces(pieces, position.turn.opponent)


def slow_missed(position, path, rules):
    """The pieces that are wronged by a move: those with a jump to the end, unless that is the move."""
    due = slow_legal_moves(position, rules, must_jump=True)
    if path in due:
        return ()
    moved = {path[0]: path[-1]}
    if abs(at(path[0])[0] - at(path[1])[0]) == 2:
        return (path[-1],)
    return tuple(sorted({moved.get(jump[0], jump[0]) for jump in due}))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_moves_are_those_of_the_slow_twin(rules, random_positions):
    for position in random_positions[::211]:
        moves = legal_moves(position, rules)
        assert [move.path for move in moves] == slow_legal_moves(position, rules)
        pieces = position.pieces()
        for move in moves:
            assert move.is_king == pieces[move.start].is_king
            assert after(position, move) == slow_after(position, move.path)
            assert missed(position, move, rules) == slow_missed(position, move.path, rules)
            assert resolve(str(move), position, rules) == resolve(move, position, rules) == move
        due = [move.path for move in legal_moves(position, rules, must_jump=True)]
        assert due == slow_legal_moves(position, rules, must_jump=True)


@settings(max_examples=300)
@given(st.from_type(Position), st.sampled_from(ALL_RULES))
def test_moves_are_those_of_the_slow_twin_on_any_board(position, rules):
    assert [move.path for move in legal_moves(position, rules)] == slow_legal_moves(position, rules)


def test_the_plain_generator_gives_the_official_moves_where_only_they_are_allowed(random_positions):
    """With huffing, those who are made to jump have the official moves, from the plain generator."""
    for position in random_positions[::4]:
        official = position.legal_moves()
        assert legal_moves(position, OFFICIAL) == official
        assert legal_moves(position, HUFFING, must_jump=True) == official
        assert set(official) <= set(legal_moves(position, HUFFING))
        for move in official:
            assert after(position, move) == position.play(move)


def test_every_rule_leaves_a_move_where_there_is_one(random_positions):
    for position, rules in zip(random_positions[::7], itertools.cycle(ALL_RULES)):
        assert bool(legal_moves(position, rules)) == position.has_moves


# Hand-made positions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "fen", "moves"),
    [
        (OFFICIAL, "B:W14,22:B1,9", "9x18x25"),
        (OPTIONAL, "B:W14,22:B1,9", "1-5 1-6 9-13 9x18 9x18x25"),
        (HUFFING, "B:W14,22:B1,9", "1-5 1-6 9-13 9x18 9x18x25"),
        # A man is crowned in the middle of its jump: on 31, over 26 and then over 27.
        (OFFICIAL, "B:W26,27:B22", "22x31"),
        (CROWNED_JUMPS_ON, "B:W26,27:B22", "22x31x24"),
        (HouseRules(jump_after_crowning=True, optional_jumping=True), "B:W26,27:B22", "22-25 22x31 22x31x24"),
        # Crowned by a step, it does not jump.
        (CROWNED_JUMPS_ON, "B:W26,K17:B27", "27-31 27-32"),
        (CROWNED_JUMPS_ON, "W:W7:B3,K10", "7-2"),
        # White's man goes round and comes back to its own start.
        (CROWNED_JUMPS_ON, "W:W11:B7,6,14,15", "11x2x9x18x11"),
        (OFFICIAL, "B:W15,22:B11,K17", "11x18x25 17x26"),
        (KINGS_FIRST, "B:W15,22:B11,K17", "17x26"),
        (KINGS_FIRST, "B:W15:B11,K1", "11x18"),
        (
            HouseRules(kings_capture_first=True, optional_jumping=True),
            "B:W15,22:B11,K17",
            "11-16 17-13 17-14 17-21 17x26",
        ),
    ],
)
def test_hand_made(rules, fen, moves):
    position = Position.from_fen(fen)
    assert [str(move) for move in legal_moves(position, rules)] == moves.split()


def test_a_man_crowned_in_its_jump_ends_as_a_king():
    position = Position.from_fen("B:W26,27:B22")
    assert after(position, resolve("22x31x24", position, CROWNED_JUMPS_ON)).fen == "W:W:BK24"
    with pytest.raises(IllegalMoveError, match="a man is crowned on 31, and the move ends on 31"):
        resolve("22x31x24", position, OFFICIAL)
    with pytest.raises(IllegalMoveError, match="the jump is not finished; legal: 22x31x24"):
        resolve("22x31", position, CROWNED_JUMPS_ON)
    with pytest.raises(IllegalMoveError, match="the move ends on 31"):
        position.play(Move((22, 31, 24)))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [("1-5", (9,)), ("9-13", (13,)), ("9x18", (18,)), ("9x18x25", ()), ("10-14", None)],
)
def test_pieces_that_missed_a_jump(text, pieces):
    position = Position.from_fen("B:W14,22:B1,9")
    if pieces is None:
        with pytest.raises(IllegalMoveError, match="square 10 is empty"):
            resolve(text, position, HUFFING)
    else:
        assert missed(position, resolve(text, position, HUFFING), HUFFING) == pieces


def test_several_pieces_may_have_missed_a_jump_and_only_kings_if_they_are_first():
    position = Position.from_fen("B:W15,22:B1,11,K17")
    move = Move((1, 6))
    assert missed(position, move, HUFFING) == (11, 17)
    assert missed(position, move, HouseRules(huffing=True, kings_capture_first=True)) == (17,)
    assert missed(position, Move((11, 18, 25)), HUFFING) == ()


def test_refusals_by_house_rules():
    position = Position.from_fen("B:W15,22:B11,K17")
    with pytest.raises(
        IllegalMoveError, match=r"11x18x25 is illegal: a king can jump, and men wait .* 17x26"
    ):
        resolve("11x18x25", position, KINGS_FIRST)
    with pytest.raises(IllegalMoveError, match="the piece on 11 cannot move that way"):
        resolve("11-7", position, OPTIONAL)
    with pytest.raises(IllegalMoveError, match="a jump is there to be taken"):
        resolve("11-16", position, KINGS_FIRST)
    with pytest.raises(InvalidMoveError):
        resolve("eleven", position, OPTIONAL)
    with pytest.raises(TypeError, match="a move is a Move or a str, not int"):
        resolve(11, position, OPTIONAL)


def test_what_can_be_made_on_the_board():
    position = Position.from_fen("B:W14,22,K31:B1,9,K17,26")
    for path in ((1, 6), (9, 5), (9, 18), (9, 18, 25), (26, 23)):
        assert can_be_made(position, Move(path))
    assert can_be_made(position, Move((17, 21), is_king=True))
    for path in ((14, 18), (10, 15), (26, 31), (1, 10), (17, 26), (17, 13)):
        assert not can_be_made(position, Move(path))
    assert not can_be_made(position, Move((9, 13), is_king=True))
    assert not can_be_made(position, Move((17, 26), is_king=True))


def test_a_man_that_steps_back_to_its_own_row_is_not_crowned():
    assert after(Position.from_fen("B:W32:B6"), Move((6, 1))).fen == "W:W32:B1"
    assert after(Position.from_fen("W:W26:B1"), Move((26, 31))).fen == "B:W31:B1"


def test_pieces_that_could_move_if_they_did_not_have_to_jump():
    position = Position.from_fen("B:W14,22:B1,5,9,K25,K29")
    squares = [next_squares(position, square) for square in (1, 5, 9, 25, 29)]
    assert squares == [(6,), (), (13, 18), (18, 21, 30), ()]


# Rules as a value ------------------------------------------------------------------------------------


def test_rules_are_values():
    assert HouseRules() == OFFICIAL != HUFFING
    assert len({*ALL_RULES, *ALL_RULES}) == len(ALL_RULES) == 16
    assert eval(repr(HUFFING)) == HUFFING
    assert str(OFFICIAL) == "official rules"
    with pytest.raises(AttributeError):
        OFFICIAL.huffing = True


@pytest.mark.parametrize(
    ("foreign", "named"),
    [
        ({"flying_kings": True}, "flying kings make it Russian"),
        ({"men_jump_backward": True}, "men that jump backward make it Russian"),
        ({"flying_kings": True, "men_jump_backward": True, "giveaway": True}, "kings and men that jump"),
    ],
)
def test_russian_draughts_is_another_game(foreign, named):
    with pytest.raises(ValueError, match=f"{named}.*: another game, not a house rule"):
        HouseRules(**foreign)
