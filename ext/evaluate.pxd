"""What a position is worth without looking ahead: every term and every weight, in one place.

Values are hundredths of a man, for the side to move. Each term is worked out for both sides and the
difference counts, so a position and its flipped twin are worth the same. The table of the terms, with
what they mean, is on the page about searching.
"""

cimport cython
from libc.stdint cimport uint32_t

from bitboard cimport popcount, step
from movegen cimport Board, movers

cdef extern from "evaluate.h" nogil:
    const uint32_t BACK_ROW[2]
    const uint32_t BRIDGE_SQUARES "BRIDGE" [2]
    const uint32_t FAR_HALF_SQUARES "FAR_HALF" [2]
    const uint32_t NEAR_CROWN_SQUARES "NEAR_CROWN" [2]
    const uint32_t CENTRE_SQUARES "CENTRE"
    const uint32_t RIM_SQUARES "RIM"
    const uint32_t DOUBLE_CORNERS

cdef enum:
    MAN = 100
    KING = 130
    TRADE = 250
    GUARD = 6
    BRIDGE = 6
    FAR_HALF = 2
    NEAR_CROWN = 8
    CENTRE = 3
    RIM = -8
    STEP = 1
    TURN = 3
    CHASE = -4
    SHELTER = 10

cdef enum:
    FARTHEST = 7  # steps between any two squares, at most


cdef inline int material(uint32_t pieces, uint32_t kings) noexcept nogil:
    return MAN * popcount(pieces & ~kings) + KING * popcount(pieces & kings)


cdef inline int quiet_moves(bint white, const Board* board) noexcept nogil:
    """The number of quiet moves that the pieces of the side to move could make if they need not jump."""
    cdef uint32_t empty = ~(board.own | board.enemy)
    cdef int direction, number = 0
    for direction in range(4):
        number += popcount(step(direction, movers(white, direction, board)) & empty)
    return number


cdef inline int placement(bint white, const Board* board) noexcept nogil:
    """The terms that tell of where the pieces of the side to move stand."""
    cdef uint32_t men = board.own & ~board.kings
    cdef int value = (
        FAR_HALF * popcount(men & FAR_HALF_SQUARES[white])
        + NEAR_CROWN * popcount(men & NEAR_CROWN_SQUARES[white])
        + CENTRE * popcount(board.own & CENTRE_SQUARES)
        + RIM * popcount(board.own & board.kings & RIM_SQUARES)
        + STEP * quiet_moves(white, board)
    )
    if board.enemy & ~board.kings:
        value += GUARD * popcount(men & BACK_ROW[white])
        if men & BRIDGE_SQUARES[white] == BRIDGE_SQUARES[white]:
            value += BRIDGE
    return value


cdef inline int hunt(uint32_t hunters, uint32_t hunted) noexcept nogil:
    """The terms for the side that is ahead, against kings that may run: the kings of both."""
    cdef uint32_t near = hunted
    cdef int away, steps = 0
    if not hunted:
        return 0
    for away in range(FARTHEST):
        steps += popcount(hunters & ~near)
        near |= step(0, near) | step(1, near) | step(2, near) | step(3, near)
    return CHASE * steps - SHELTER * popcount(hunted & DOUBLE_CORNERS)


@cython.cdivision(True)
cdef inline int evaluate(bint white, const Board* board) noexcept nogil:
    cdef Board other = Board(board.enemy, board.own, board.kings)
    cdef int own = material(board.own, board.kings)
    cdef int enemy = material(board.enemy, board.kings)
    cdef int value = own - enemy + TURN + placement(white, board) - placement(not white, &other)
    if own > enemy:
        value += hunt(board.own & board.kings, board.enemy & board.kings) + TRADE * (own - enemy) // (own + enemy)
    elif own < enemy:
        value -= hunt(board.enemy & board.kings, board.own & board.kings) + TRADE * (enemy - own) // (own + enemy)
    return value
