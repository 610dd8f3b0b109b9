"""Move codes read and written; how a path lies in one word is told in movegen.pxd."""

from libc.stdint cimport uint32_t, uint64_t

from bitboard cimport bit_of, from_square_order
from movegen cimport FIRST_SQUARE_SHIFT, HOPS_SHIFT, MAX_HOPS, Board, MoveList, after, generate


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


cdef inline bint is_end_row(int index) noexcept nogil:
    return index >> 2 == 0 or index >> 2 == 7


cdef inline bint is_move(uint64_t code) noexcept nogil:
    """Whether it is the code of a path that some piece can go: what `Move` checks, without reasons."""
    cdef int i, start, end, rows, before = 0, hops = hops_of(code)
    cdef uint32_t over, taken = 0
    cdef bint king = code & 1
    if not 1 <= hops <= MAX_HOPS:
        return False
    if code & ~(<uint64_t>15 << HOPS_SHIFT | 1) & ((<uint64_t>1 << (FIRST_SQUARE_SHIFT - 5 * hops)) - 1):
        return False
    for i in range(hops):
        start, end = square_of(code, i), square_of(code, i + 1)
        rows = (end >> 2) - (start >> 2)
        if abs(rows) != abs(column(end) - column(start)) or abs(rows) != 1 + (hops > 1 or abs(rows) == 2):
            return False
        if not king and i and (rows > 0) != (before > 0):
            if not is_end_row(start):
                return False
            king = True
        before = rows
        if abs(rows) == 2:
            over = <uint32_t>1 << between(start, end)
            if taken & over:
                return False
            taken |= over
    return True


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
