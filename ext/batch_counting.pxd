"""The moves of rows counted in lanes, those of both sides to move apart."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from batch_rows cimport Row, white_moves
from movegen cimport Board, Tally, generate

cdef extern from "batch_lanes.h" nogil:
    ctypedef struct Counts:
        uint64_t nodes
    ctypedef struct Positions:
        uint32_t own[1]
        uint32_t enemy[1]
        uint32_t kings[1]
        int n
    ctypedef struct Tree:
        Counts counts
        Positions plies[1]
    ctypedef void CountEach(Tree* tree, int white, int32_t* counts)
    enum:
        CAPACITY
        MOST_LANES
    CountEach* count_each_in(int lanes)
    int tree_lanes()
    void tree_start(Tree* tree, int depth, int white, int lanes, const volatile int* stop)
    void tree_push(Tree* tree, uint32_t own, uint32_t enemy, uint32_t kings)
    void tree_finish(Tree* tree)

ctypedef struct Side:
    Tree tree
    int32_t counts[CAPACITY + MOST_LANES]
    Py_ssize_t place[CAPACITY]


cdef inline void put_row(Side* sides, const Row* row, Py_ssize_t place, CountEach* count_each, int32_t* counts) noexcept nogil:
    """Have the moves of a row counted, now or when there are enough rows, and the count written to its place."""
    cdef bint white = white_moves(row)
    cdef Side* side = &sides[white]
    cdef Positions* to = &side.tree.plies[0]
    to.own[to.n] = row.white if white else row.black
    to.enemy[to.n] = row.black if white else row.white
    to.kings[to.n] = row.kings
    side.place[to.n] = place
    to.n += 1
    if to.n == CAPACITY:
        count_side(side, white, count_each, counts)


cdef inline void count_side(Side* side, bint white, CountEach* count_each, int32_t* counts) noexcept nogil:
    cdef Positions* positions = &side.tree.plies[0]
    cdef Tally tally
    cdef Board board
    cdef int i
    count_each(&side.tree, white, side.counts)
    for i in range(positions.n):
        tally.count = side.counts[i]
        if tally.count == 0:  # a jump of a king, or no move at all
            board = Board(positions.own[i], positions.enemy[i], positions.kings[i])
            generate(&tally, white, &board)
        counts[side.place[i]] = tally.count
    positions.n = 0
