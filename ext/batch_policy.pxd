"""The move index: every result that a move can have, numbered as the mover sees the board.

The mover's own first row is squares 1-4, so White's boards are turned. A jump is known by its start and
the set of men it takes: a route is a walk over them, and where a walk over given edges ends is settled by
where it starts, as it is the other square with an odd number of them, or the start itself if there is
none. Pieces that land on the same squares jump over nine (see movegen.pxd): in square order, three times
three bits, eight apart.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from batch_rows cimport Row, board_of, moves_of, turned_squares, white_moves
from bitboard cimport bit_of, from_square_order
from movecode cimport hops_of, list_moves, square_of, taken_by
from movegen cimport Board, MoveList, generate

cdef enum:
    SETS = 1 << 9
    NO_INDEX = -1
    NO_MOVE = 0

ctypedef struct Triple:
    int start
    int end
    uint32_t captured

ctypedef struct Policy:
    int size
    int32_t step[32][32]     # by start and end
    int32_t jump[32][SETS]   # by start and set of men
    Triple triples[98 + 32 * SETS]


cdef inline int first_of_nine(int start) noexcept nogil:
    """Index of the lowest square that a piece from here, or from any square that it lands on, can jump."""
    return 8 if start >> 2 & 1 else 5


cdef inline uint32_t set_of(int start, uint32_t captured) noexcept nogil:
    """The men as nine bits."""
    captured >>= first_of_nine(start)
    return captured & 7 | captured >> 5 & 0o70 | captured >> 10 & 0o700


cdef inline uint32_t men_of(int start, int nine) noexcept nogil:
    """The men that nine bits stand for."""
    return (nine & 7 | (nine & 0o70) << 5 | (nine & 0o700) << 10) << first_of_nine(start)


cdef inline Triple triple_of(bint white, uint64_t code) noexcept nogil:
    """Start, end and captured men in square order, as the mover sees them."""
    cdef Triple triple
    cdef uint32_t captured = taken_by(code)
    triple.start = square_of(code, 0)
    triple.end = square_of(code, hops_of(code))
    if white:
        triple.start = 31 - triple.start
        triple.end = 31 - triple.end
        captured = turned_squares(captured)
    triple.captured = captured
    return triple


cdef inline int policy_index(const Policy* policy, bint white, uint64_t code) noexcept nogil:
    """The index of a move that can be made."""
    cdef Triple triple = triple_of(white, code)
    if triple.captured:
        return policy.jump[triple.start][set_of(triple.start, triple.captured)]
    return policy.step[triple.start][triple.end]


cdef inline void mark_legal(const Policy* policy, const Row* row, uint8_t* mask) noexcept nogil:
    """Set the indices of all legal moves."""
    cdef int k
    cdef bint white = white_moves(row)
    cdef MoveList moves
    cdef Board board = board_of(row)
    moves.count = 0
    generate(&moves, white, &board)
    for k in range(moves.count):
        mask[policy_index(policy, white, moves.codes[k])] = True


cdef inline uint64_t first_with_index(const Policy* policy, const Row* row, int64_t index) noexcept nogil:
    """The first legal move with that index, NO_MOVE if there is none."""
    cdef int k
    cdef bint white = white_moves(row)
    cdef MoveList moves
    moves_of(&moves, row)
    for k in range(moves.count):
        if policy_index(policy, white, moves.codes[k]) == index:
            return moves.codes[k]
    return NO_MOVE


cdef inline void number(Policy* policy, int32_t* index, const Triple* triple) noexcept nogil:
    index[0] = policy.size
    policy.triples[policy.size] = triple[0]
    policy.size += 1


cdef inline void number_moves(Policy* policy) noexcept nogil:
    """Steps by start and end, then jumps by start and nine bits; a king alone among men shows which there are."""
    cdef MoveList moves
    cdef Board board
    cdef Triple triple
    cdef int start, end, nine, i
    policy.size = 0
    for start in range(32):
        for end in range(32):
            policy.step[start][end] = NO_INDEX
        board = Board(bit_of(start), 0, bit_of(start))
        list_moves(&moves, False, &board)
        for i in range(moves.count):
            triple = triple_of(False, moves.codes[i])
            number(policy, &policy.step[start][triple.end], &triple)
    for start in range(32):
        for nine in range(SETS):
            policy.jump[start][nine] = NO_INDEX
            board = Board(bit_of(start), from_square_order(men_of(start, nine)), bit_of(start))
            list_moves(&moves, False, &board)
            for i in range(moves.count):
                triple = triple_of(False, moves.codes[i])
                if triple.captured == men_of(start, nine) and policy.jump[start][nine] == NO_INDEX and nine:
                    number(policy, &policy.jump[start][nine], &triple)
