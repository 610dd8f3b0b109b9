"""For every test: random positions to be drawn, long lists of them from fixed seeds, widths of vectors."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from pydraughts import Color, Move, Piece, Position

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

SCATTERED = 15_000
PLAYED = 5_000
MANY = 100_000
LONGEST_GAME = 150
CROWNING_ROW = {Color.BLACK: range(29, 33), Color.WHITE: range(1, 5)}
MAN_AND_KING = {
    Color.BLACK: (Piece.BLACK_MAN, Piece.BLACK_KING),
    Color.WHITE: (Piece.WHITE_MAN, Piece.WHITE_KING),
}


def position_of(pieces, turn):
    """Put pieces on the board; a man on the row where it would be crowned is a king."""
    sides = [0, 0]
    kings = 0
    for square, piece in pieces.items():
        bit = 1 << square - 1
        sides[piece.color] |= bit
        if piece.is_king or square in CROWNING_ROW[piece.color]:
            kings |= bit
    return Position.from_bitboards(black=sides[0], white=sides[1], kings=kings, turn=turn)


def scattered(rng):
    """Put one to twelve pieces a side anywhere, from men only to kings only."""
    share_of_kings = rng.choice((0, 0.2, 0.5, 1))
    squares = rng.sample(range(1, 33), 32)
    pieces = {}
    for color in Color:
        for _ in range(rng.randint(1, 12)):
            pieces[squares.pop()] = MAN_AND_KING[color][rng.random() < share_of_kings]
    return position_of(pieces, rng.choice(list(Color)))


def crowded(rng):
    """Put 13 to 15 pieces a side anywhere: more than a game can have."""
    squares = rng.sample(range(1, 33), 32)
    pieces = {}
    for color in Color:
        for _ in range(rng.randint(13, 15)):
            pieces[squares.pop()] = MAN_AND_KING[color][rng.random() < 0.5]
    return position_of(pieces, rng.choice(list(Color)))


def played(rng):
    """Play a game at random; every position of it, the last one included."""
    position = Position()
    for _ in range(LONGEST_GAME):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(rng.choice(moves))


@pytest.fixture(params=[1, 4, 8, 16])
def lanes(request):
    """Every width of vectors that this machine has."""
    from pydraughts._perft import Stop, count_tree

    try:
        count_tree(1, 2, 0, False, 1, Stop(), lanes=request.param)
    except ValueError:
        pytest.skip(f"this machine has no {request.param} lanes")
    return request.param


@pytest.fixture(scope="session")
def random_positions():
    """20,000 distinct positions, the same in every run."""
    rng = random.Random("English draughts")
    positions = {}
    while len(positions) < SCATTERED:
        positions[scattered(rng)] = None
    while len(positions) < SCATTERED + PLAYED:
        positions.update(dict.fromkeys(played(rng)))
    return tuple(positions)[: SCATTERED + PLAYED]


@pytest.fixture(scope="session")
def crowded_positions():
    """A thousand positions with more than twelve pieces a side, the same in every run."""
    rng = random.Random("more pieces than a game has")
    return tuple(crowded(rng) for _ in range(1000))


@pytest.fixture(scope="session")
def many_positions(random_positions, crowded_positions):
    """100,000 distinct positions, the same in every run: those above, games, long chains, any boards."""
    from pydraughts.batch import move_vocabulary, random_games

    positions = dict.fromkeys(random_positions + crowded_positions)
    positions.update(dict.fromkeys(random_games(900, seed=2).positions))
    for start, _, captured in move_vocabulary().tolist():
        king = 1 << start - 1
        position = Position.from_bitboards(black=king, white=captured, kings=king, turn=Color.BLACK)
        positions[position] = positions[position.flipped()] = None
    rng = random.Random("many kings")
    while len(positions) < MANY:
        positions[(crowded if rng.random() < 0.2 else scattered)(rng)] = None
    return tuple(positions)[:MANY]


# So that a test can ask for st.from_type(Position) and st.from_type(Move).
_PIECES = st.dictionaries(st.integers(1, 32), st.sampled_from(list(Piece)))
st.register_type_strategy(Position, st.builds(position_of, _PIECES, st.sampled_from(list(Color))))
st.register_type_strategy(
    Move,
    st.from_type(Position)
    .filter(lambda position: position.has_moves)
    .flatmap(lambda position: st.sampled_from(position.legal_moves())),
)
