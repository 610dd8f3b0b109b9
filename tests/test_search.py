"""What a search finds, against slow searches that leave nothing out and know no table."""

import random
from functools import cache
from itertools import combinations

import pytest

from pydraughts import Color, Piece, Position
from pydraughts.game import Game
from pydraughts.search import WIN, evaluate, search

BLACK_CROWNED, WHITE_CROWNED = 0xF << 28, 0xF


@cache
def children(position):
    return tuple(position.play(move) for move in position.legal_moves())


def nearer(value):
    """The value one ply before, to the other side: a win one ply later is worth one less."""
    return None if value is None else -value + (value > 0) - (value < 0)


@cache
def decided(position, depth):
    """WIN - n for a win n plies ahead, n - WIN for a loss, None if there is neither within the depth."""
    if not children(position):
        return -WIN
    if depth == 0:
        return None
    values = [nearer(decided(child, depth - 1)) for child in children(position)]
    won = [value for value in values if value is not None and value > 0]
    if won:
        return max(won)
    return None if None in values else max(values)


def minimax(position, depth):
    """The same with an evaluation at the end, after every capture has been played out."""
    if not children(position):
        return -WIN
    if depth == 0 and not position.must_capture:
        return evaluate(position)
    return max(backed_up(minimax(child, max(depth - 1, 0))) for child in children(position))


def backed_up(value):
    return nearer(value) if abs(value) > WIN // 2 else -value


def minimax_of_game(game, depth):
    """WIN - n, n - WIN, 0 for a draw by the rules, None if the game goes on at the depth."""
    outcome = game.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else -WIN
    if depth == 0:
        return None
    values = []
    for move in game.position.legal_moves():
        game.push(move)
        values.append(nearer(minimax_of_game(game, depth - 1)))
        game.pop()
    return max((value for value in values if value is not None and value > 0), default=None) or (
        None if None in values else max(values)
    )


def minimax_with_draws(game, depth):
    """Plain minimax in which every line is played out as a `Game`."""
    outcome = game.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else -WIN
    if depth == 0:
        return minimax(game.position, 0)
    values = []
    for move in game.position.legal_moves():
        game.push(move)
        values.append(backed_up(minimax_with_draws(game, depth - 1)))
        game.pop()
    return max(values)


def few_pieces(rng, most):
    """Put one piece or a few of each side anywhere, from men only to kings only."""
    share_of_kings = rng.choice((0, 0.3, 0.6, 1))
    squares = rng.sample(range(32), 2 * most)
    black = sum(1 << square for square in squares[: rng.randint(1, most)])
    white = sum(1 << square for square in squares[most : most + rng.randint(1, most)])
    kings = sum(1 << square for square in squares if rng.random() < share_of_kings)
    kings = (black | white) & kings | black & BLACK_CROWNED | white & WHITE_CROWNED
    return Position.from_bitboards(black=black, white=white, kings=kings, turn=rng.choice(list(Color)))


def is_decided(score):
    return abs(score) > WIN // 2


@pytest.mark.parametrize(
    ("number", "most_pieces", "depth"), [(1500, 3, 3), (2000, 3, 5), (600, 2, 7), (200, 2, 9)]
)
def test_every_forced_win_and_loss_within_the_depth(number, most_pieces, depth):
    rng = random.Random(f"{most_pieces} {depth}")
    times_decided = 0
    for _ in range(number):
        position = few_pieces(rng, most_pieces)
        expected, found = decided(position, depth), search(position, depth=depth, hash_mb=1)
        if expected is not None:
            times_decided += 1
            assert found.score == expected, position
            assert found.decided_in == WIN - abs(expected)
        elif is_decided(found.score):
            # It was captures beyond the depth: a win by then is certain, a shorter one is not ruled out.
            assert found.decided_in > depth
            proved = decided(position, found.decided_in)
            assert proved * found.score > 0, position
            assert abs(proved) >= abs(found.score), position
    assert times_decided > number / 20


def test_the_value_is_that_of_plain_minimax():
    """While men alone move, no position comes up at two depths, so the table cannot know more either."""
    rng = random.Random("men")
    for _ in range(300):
        position = Position()
        for _ in range(rng.randrange(24)):
            position = rng.choice(children(position) or (Position(),))
        if not position.kings and position.has_moves:
            for depth in (1, 2, 3, 4):
                assert search(position, depth=depth, hash_mb=1).score == minimax(position, depth), position
    for depth in (5, 6):
        assert search(Position(), depth=depth, hash_mb=1).score == minimax(Position(), depth)


def test_the_best_move_is_worth_the_score(random_positions):
    for position in random_positions[::40]:
        found = search(position, depth=3, hash_mb=1)
        if found.move is None:
            assert not position.has_moves
        elif not (position.kings or is_decided(found.score)):
            assert -minimax(position.play(found.move), 2) == found.score


def test_colours_do_not_matter(random_positions):
    for position in random_positions[::40]:
        here, there = search(position, depth=4, hash_mb=1), search(position.flipped(), depth=4, hash_mb=1)
        assert is_decided(here.score) == is_decided(there.score)
        assert not is_decided(here.score) or here.score == there.score
        if not position.kings:
            assert here.score == there.score


# Draws


def shuffled(rng, start, plies):
    """A game of quiet king moves, going back and forth more often than not, that nobody can call a draw."""
    game = Game(start, automatic_draws=True)
    while game.ply < plies:
        moves = [move for move in game.position.legal_moves() if move.is_king and not move.is_capture]
        moves = [move for move in moves if not game.can_claim_draw(move)]
        if not moves:
            break
        back = [move for move in moves if game.ply > 1 and move.path == game.moves[-2].path[::-1]]
        game.push(rng.choice(back if back and rng.random() < 0.7 else moves))
    return game


@pytest.mark.parametrize(
    ("plies", "number", "depth"), [(10, 200, 4), (76, 60, 4), (77, 100, 4), (79, 100, 3)]
)
def test_draws_are_those_of_the_game(plies, number, depth):
    """Third occurrences and 80 quiet plies, by a search that plays every line out as a `Game`."""
    rng = random.Random(plies)
    seen = {"draw": 0, "decided": 0, "open": 0}
    while sum(seen.values()) < number:
        start = few_pieces(rng, 3)
        game = shuffled(rng, start, plies)
        if game.ply < plies or not game.position.has_moves:
            continue
        expected = minimax_of_game(game, depth)
        found = search(game.position, depth=depth, history=game.positions[:-1], hash_mb=1)
        if expected is None:
            seen["open"] += 1
            assert not is_decided(found.score) or found.decided_in > depth
        else:
            seen["draw" if expected == 0 else "decided"] += 1
            assert found.score == expected, (game.positions, found)
    assert seen["decided"] > 0
    assert seen["draw"] > 0 or plies < 70


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("B:WK15:BK5", "5-1 15-10 1-5 10-6 5-1 6-10 1-5"),
        ("W:WK15:BK9", "15-10 9-5 10-15 5-9 15-19 9-5 19-15 5-1 15-18 1-5"),
        ("W:WK11:BK5", "11-16 5-9 16-20 9-5 20-16 5-1 16-19 1-5 19-15 5-1 15-18 1-5 18-14"),
    ],
)
def test_a_repetition_in_one_line_is_none_in_another(fen, moves):
    """Games in which draws by repetition, if the table kept them, would come up where there are none."""
    game = Game(Position.from_fen(fen), automatic_draws=True)
    for text in moves.split():
        game.push(text)
    for depth in range(5, 11):
        found = search(game.position, depth=depth, history=game.positions[:-1], hash_mb=1)
        assert found.score == minimax_with_draws(game, depth), depth


def test_what_is_known_at_fewer_quiet_plies_hides_no_draw():
    rng = random.Random(80)
    draws = 0
    while draws < 40:
        one, *others = rng.sample(range(1, 33), rng.choice((2, 3)))
        kings = {one: Piece.WHITE_KING} | dict.fromkeys(others, Piece.BLACK_KING)
        game = shuffled(rng, Position.from_pieces(kings, rng.choice(list(Color))), rng.randrange(73, 76))
        if game.ply >= 73 and game.position.has_moves and minimax_with_draws(game, 7) == 0:
            draws += 1
            found = search(game.position, depth=7, history=game.positions[:-1], hash_mb=1)
            assert found.score == 0, game.positions


def test_whoever_is_behind_claims_the_third_occurrence():
    game = Game(Position.from_fen("B:WK32:BK1,K5,K12"))
    for text in ("1-6", "32-27", "6-1", "27-32", "1-6", "32-27", "6-1"):
        game.push(text)
    assert game.can_claim_draw("27-32")
    for depth in (1, 4, 7):
        found = search(game.position, depth=depth, history=game.positions[:-1])
        assert (str(found.move), found.score) == ("27-32", 0)
        assert search(game.position, depth=depth).score < -100
    for _ in range(4):
        game.pop()
    assert search(game.position, depth=1, history=game.positions[:-1]).score < -100


# Endings and shots


@pytest.fixture(scope="module")
def two_kings_against_one():
    """Every position of two white kings and a black one, solved backwards from the end."""
    known: dict[Position, int] = {}
    open_positions = []
    for one in range(1, 33):
        others = [square for square in range(1, 33) if square != one]
        for squares in (*combinations(others, 1), *combinations(others, 2)):
            kings = {one: Piece.BLACK_KING} | dict.fromkeys(squares, Piece.WHITE_KING)
            open_positions += [Position.from_pieces(kings, turn) for turn in Color]

    def value(position):
        if position not in known and (not position.black or not position.has_moves):
            known[position] = -WIN
        return known.get(position, 0)

    plies = 0
    while True:
        plies += 1
        found = {}
        for position in open_positions:
            values = [nearer(value(child)) for child in children(position)]
            best = max(values, default=-WIN)
            if best and WIN - abs(best) <= plies:
                found[position] = best
        if not found and plies > 2:
            return known
        known |= found
        open_positions = [position for position in open_positions if position not in found]


def test_two_kings_beat_one(two_kings_against_one):
    solved = [position for position in two_kings_against_one if position.white.bit_count() == 2]
    solved = [position for position in solved if position.black.bit_count() == 1]
    assert len(solved) > 20_000
    for position in random.Random(2).sample(solved, 300):
        value = two_kings_against_one[position]
        found = search(position, depth=17)
        if WIN - abs(value) <= 17:
            assert found.score == value, position


def test_two_kings_win_even_in_the_double_corner(two_kings_against_one):
    position = Position.from_fen("W:WK15,K18:BK1")
    found = search(position, depth=99)
    assert found.score == two_kings_against_one[position] == WIN - 19
    for move in found.pv:
        position = position.play(move)
    assert position.winner == Color.WHITE


def come_from(rng, position, plies):
    """Quiet king moves, no position twice, that lead to a position: what was before it, or None."""
    path = [position]
    while len(path) <= plies:
        after = path[-1]
        turn = after.turn.opponent
        before = []
        for square, piece in after.pieces().items():
            for origin in range(1, 33) if piece.color == turn else ():
                if after.piece_at(origin) is None and abs(origin - square) < 6:
                    pieces = {**after.pieces(), origin: piece}
                    del pieces[square]
                    before.append(Position.from_pieces(pieces, turn))
        before = [p for p in before if not p.must_capture and p not in path and after in children(p)]
        if not before:
            return None
        path.append(rng.choice(before))
    return path[:0:-1]


@pytest.mark.parametrize("plies", [8, 30])
def test_what_was_before_hides_no_win(two_kings_against_one, plies):
    """A position that has been there once may come up again on the way to the win."""
    rng = random.Random(plies)
    checked = 0
    for position in rng.sample(list(two_kings_against_one), 600):
        value = two_kings_against_one[position]
        history = come_from(rng, position, plies)
        if history and 10 < WIN - abs(value) <= 19:
            checked += 1
            assert search(position, depth=19, history=history).score == value, (position, history)
    assert checked > 20


def test_a_win_has_to_come_within_80_quiet_plies():
    """It takes 11 plies, of which 10 are quiet."""
    position, rng = Position.from_fen("W:WK9,K14:BK1"), random.Random(80)
    for quiet_plies, won in ((68, True), (69, True), (70, False), (75, False)):
        history = None
        while not history:
            history = come_from(rng, position, quiet_plies)
        found = search(position, depth=12, history=history)
        assert (found.score == WIN - 11) == won, quiet_plies
        assert is_decided(found.score) == won


SHOTS = {
    "W:W12,18,25,30:B9,11,13,17": "18-15 11x18 25-22 18x25 30x21x14x5",
    "W:W17,27,28,30:B6,11,15,22": "30-26 22x31 17-14 31x24 28x19x10x1",
    "W:W10,19,27,32:B8,9,11,20": "19-15 11x18 27-24 20x27 32x23x14x5",
    "W:W12,26,29,31,32:B7,13,15,16,21": "29-25 21x30 31-27 30x23 27x18x11x2",
    "W:W19,26,30,31,32:B9,10,12,18,21": "19-16 12x19 26-23 19x26 31x22x15x6",
    "W:W18,25,28,30,31:B9,11,16,17,20": "18-15 11x18 25-22 18x25 30x21x14x5",
}


@pytest.mark.parametrize(("fen", "line"), SHOTS.items(), ids=SHOTS)
def test_shots(fen, line):
    """Two men are given up and three are taken: the only move, as the plain search says too."""
    position = Position.from_fen(fen)
    found = search(position, depth=5)
    assert [str(move) for move in found.pv] == line.split()
    values = {move: -minimax(position.play(move), 4) for move in position.legal_moves()}
    assert found.score == values.pop(found.move)
    assert found.score > max(values.values()) + 100
    assert search(position, depth=1).move != found.move
