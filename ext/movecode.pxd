"""Move codes read and written; how a path lies in one word is told in movegen.pxd."""

from libc.stdint cimport uint32_t, uint64_t

from bitboard cimport bit_of, from_square_order
from movegen cimport FIRST_SQUARE_SHIFT, HOPS_SHIFT, Board, MoveList, after, generate


cdef inline int hops_of(uint64_t code) noexcept nogil:
    return code >> HOPS_SHIFT & 15


cdef inline int square_of(uint64_t code, int position) noexcept nogil:
    """Index 0-31 of a square of the path."""
    return code >> (FIRST_SQUARE_SHIFT - 5 * position) & 31


cdef inline int column(int index) noexcept nogil:
    return 2 * (index & 3) + 1 - (index >> 2 & 1)


cdef inline int between(int start, int end) noexcept nogil:
    """Index of the square jumped over."""
    cdef int row = (start >> 2) + (end >> 2) >> 1
    return 4 * row + (column(start) + column(end) >> 2)


cdef inline bint is_jump(uint64_t code) noexcept nogil:
    cdef int rows = (square_of(code, 0) >> 2) - (square_of(code, 1) >> 2)
    return rows == 2 or rows == -2


cdef inline uint32_t taken_by(uint64_t code) noexcept nogil:
    """The pieces jumped over, in square order."""
    cdef int i
    cdef uint32_t taken = 0
    if is_jump(code):
        for i in range(hops_of(code)):
            taken |= <uint32_t>1 << between(square_of(code, i), square_of(code, i + 1))
    return taken


cdef inline Board board_after(bint white, const Board* board, uint64_t code) noexcept nogil:
    """Carry out a move code that is known to be legal."""
    cdef uint32_t start = bit_of(square_of(code, 0)), end = bit_of(square_of(code, hops_of(code)))
    return after(white, board, code & 1, start, end, from_square_order(taken_by(code)))


cdef inline void list_moves(MoveList* moves, bint white, const Board* board) noexcept nogil:
    """Every legal move, sorted by path."""
    cdef int i, j
    cdef uint64_t code, least
    moves.count = 0
    generate(moves, white, board)
    for i in range(1, moves.count):
        code = moves.codes[i]
        for j in range(i):  # without a branch: the lesser of two stays, the greater goes on
            least = min(code, moves.codes[j])
            code = max(code, moves.codes[j])
            moves.codes[j] = least
        moves.codes[i] = code
