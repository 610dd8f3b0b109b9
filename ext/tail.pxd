"""The last plies of a count: a tree below each of many positions, weighted with its paths.

The kernel of lanes.h knows no weights. So positions are gathered, sorted by weight, and each run of
one weight is counted at once. A weight word stands for amount << 29 * level paths (see distinct.h);
sums are kept apart by level and carried beyond 64 bits, so that they never wrap.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from movegen cimport Board, Successors, generate

cdef extern from "lanes.h" nogil:
    ctypedef struct Counts:
        uint64_t nodes
        uint64_t captures
        uint64_t multi_captures
        uint64_t king_moves
        uint64_t king_captures
        uint64_t promotions

    ctypedef struct Tree:
        Counts counts

    void tree_start(Tree* tree, int depth, int white, int lanes)
    void tree_push(Tree* tree, uint32_t own, uint32_t enemy, uint32_t kings)
    void tree_finish(Tree* tree)

cdef enum:
    KINDS = 6  # members of Counts
    LEVELS = 4
    GATHERED = 1 << 17
    DIGIT_BITS = 11
    DIGITS = 1 << DIGIT_BITS
    # Deeper trees are cut in pieces of this depth, which take well under a tenth of a second.
    PIECE_DEPTH = 6

ctypedef struct Weighted:
    Board board
    uint32_t weight

ctypedef struct Total:
    uint64_t low   # below 2**32
    uint64_t high  # times 2**32

ctypedef struct Tail:
    Tree tree
    int depth
    bint white
    int lanes
    const int* stopped
    size_t count
    Weighted gathered[GATHERED]
    Weighted sorted[GATHERED]
    Total totals[LEVELS][KINDS]


cdef inline Tail* open_tail() noexcept nogil:
    """NULL if there is no memory."""
    return <Tail*>malloc(sizeof(Tail))


cdef inline void start_tail(Tail* tail, int depth, bint white, int lanes, const int* stopped) noexcept nogil:
    """Prepare for positions with one side to move and depth plies to go, at least one."""
    tail.depth = depth
    tail.white = white
    tail.lanes = lanes
    tail.stopped = stopped
    tail.count = 0
    memset(&tail.totals, 0, sizeof(tail.totals))


cdef inline void push_tree(Tail* tail, bint white, const Board* board, int depth) noexcept nogil:
    """Hand a position to the kernel, or the ones below it if it is too far from the last ply."""
    cdef Successors children
    cdef int i
    if depth <= PIECE_DEPTH:
        tree_push(&tail.tree, board.own, board.enemy, board.kings)
    elif not tail.stopped[0]:
        children.count = 0
        generate(&children, white, board)
        for i in range(children.count):
            push_tree(tail, not white, &children.boards[i], depth - 1)


cdef inline void add_totals(Tail* tail, uint32_t weight) noexcept nogil:
    cdef const uint64_t* counts = <const uint64_t*>&tail.tree.counts
    cdef uint64_t amount = weight & 0x1FFFFFFF
    cdef Total* total
    cdef int kind
    for kind in range(KINDS):
        total = &tail.totals[weight >> 29][kind]
        total.low += <uint64_t><uint32_t>counts[kind] * amount
        total.high += (counts[kind] >> 32) * amount + (total.low >> 32)
        total.low = <uint32_t>total.low


cdef inline void sort_by_digit(const Weighted* source, Weighted* target, size_t count, int shift) noexcept nogil:
    cdef size_t starts[DIGITS]
    cdef size_t i, here, sum = 0
    cdef int digit
    memset(starts, 0, sizeof(starts))
    for i in range(count):
        starts[source[i].weight >> shift & (DIGITS - 1)] += 1
    for digit in range(DIGITS):
        here = starts[digit]
        starts[digit] = sum
        sum += here
    for i in range(count):
        digit = source[i].weight >> shift & (DIGITS - 1)
        target[starts[digit]] = source[i]
        starts[digit] += 1


cdef inline void flush_tail(Tail* tail) noexcept nogil:
    """Count below all the positions gathered."""
    cdef Weighted* source = tail.gathered
    cdef Weighted* target = tail.sorted
    cdef uint32_t heaviest = 0
    cdef int depth = tail.depth if tail.depth < PIECE_DEPTH else PIECE_DEPTH
    cdef bint white = tail.white != (tail.depth - depth & 1)
    cdef size_t i, first = 0
    cdef int shift = 0
    for i in range(tail.count):
        heaviest |= source[i].weight
    while shift < 32 and heaviest >> shift:
        sort_by_digit(source, target, tail.count, shift)
        source, target = target, source
        shift += DIGIT_BITS
    while first < tail.count and not tail.stopped[0]:
        tree_start(&tail.tree, depth, white, tail.lanes)
        i = first
        while i < tail.count and source[i].weight == source[first].weight and not tail.stopped[0]:
            push_tree(tail, tail.white, &source[i].board, tail.depth)
            i += 1
        tree_finish(&tail.tree)
        add_totals(tail, source[first].weight)
        first = i
    tail.count = 0


cdef inline void push_tail(Tail* tail, const Board* board, uint32_t weight) noexcept nogil:
    tail.gathered[tail.count].board = board[0]
    tail.gathered[tail.count].weight = weight
    tail.count += 1
    if tail.count == GATHERED:
        flush_tail(tail)


cdef inline tuple totals_of(const Tail* tail):
    """The six counts, as Python ints of any size."""
    return tuple([
        sum([
            (<object>tail.totals[level][kind].high << 32 | <object>tail.totals[level][kind].low) << 29 * level
            for level in range(LEVELS)
        ])
        for kind in range(KINDS)
    ])
