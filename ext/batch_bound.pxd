"""How many moves there can be at most, without looking at any."""

from libc.stdint cimport int64_t, uint64_t

from batch_rows cimport Row, white_moves
from bitboard cimport popcount
from movegen cimport MAX_MOVES

# Routes of one man and of one king over all nine men that it could jump, from the best square; the
# tests count them again. Fewer men, or pieces in the way, never make more routes. Steps are fewer.
cdef enum:
    MAN_MOVES = 5
    KING_MOVES = 16


cdef inline bint could_wrap(const Row* row, int64_t depth) noexcept nogil:
    """Whether the count of so many plies could be beyond 64 bits, as far as can be told without counting.

    The pieces of one side have at most so many moves, and a move crowns one man at most and adds none.
    """
    cdef uint64_t most = 1, moves
    cdef int64_t ply
    cdef int men[2]
    cdef int kings[2]
    cdef bint side = white_moves(row)
    men[0], kings[0] = popcount(row.black & ~row.kings), popcount(row.black & row.kings)
    men[1], kings[1] = popcount(row.white & ~row.kings), popcount(row.white & row.kings)
    for ply in range(depth):
        moves = min(MAN_MOVES * men[side] + KING_MOVES * kings[side], MAX_MOVES)
        if moves and most > <uint64_t>0xFFFFFFFFFFFFFFFF // moves:
            return True
        most *= moves
        if most == 0:
            break
        if men[side]:
            men[side] -= 1
            kings[side] += 1
        side = not side
    return False
