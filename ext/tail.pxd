"""The last plies of a count: a tree below each of many positions, weighted with its paths.

The kernel of lanes.h knows no weights. So positions are gathered, sorted by weight, and each run of
one weight is counted at once. A weight word stands for amount << 29 * level paths (see distinct.h);
sums are kept apart by level and carried beyond 64 bits, so that they never wrap.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
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

    int tree_lanes()
    void tree_start(Tree* tree, int depth, int white, int lanes, const volatile int* stop)
    void tree_push(Tree* tree, uint32_t own, uint32_t enemy, uint32_t kings)
    void tree_finish(Tree* tree)

cdef enum:
    KINDS = 6  # members of Counts
    LEVELS = 4
    GATHERED = 1 << 17
    DIGIT_BITS = 11
    DIGITS = 1 << DIGIT_BITS
    PIECE_DEPTH = 6  # of what is handed to the kernel; deeper trees are cut
    MOST_WAITING = 1 << 22  # positions of cut trees: only trees that never end come near

ctypedef struct Weighted:
    Board board
    uint32_t weight

ctypedef struct Total:
    uint64_t low   # below 2**32
    uint64_t high  # times 2**32

ctypedef struct Waiting:
    Board board
    int64_t depth

ctypedef struct Tail:
    Tree tree
    int64_t depth
    bint white
    int lanes
    const volatile int* stopped
    bint failed  # no memory for a tree: the totals are worthless
    Waiting* waiting
    size_t room
    size_t count
    Weighted gathered[GATHERED]
    Weighted sorted[GATHERED]
    Total totals[LEVELS][KINDS]


cdef inline Tail* open_tail() noexcept nogil:
    """NULL if there is no memory."""
    cdef Tail* tail = <Tail*>malloc(sizeof(Tail))
    if tail != NULL:
        tail.waiting = NULL
        tail.room = 0
    return tail


cdef inline void close_tail(Tail* tail) noexcept nogil:
    if tail != NULL:
        free(tail.waiting)
        free(tail)


cdef inline void start_tail(
    Tail* tail, int64_t depth, bint white, int lanes, const volatile int* stopped,
) noexcept nogil:
    """Prepare for positions with one side to move and depth plies to go, at least one."""
    tail.depth = depth
    tail.white = white
    tail.lanes = lanes
    tail.stopped = stopped
    tail.failed = False
    tail.count = 0
    memset(&tail.totals, 0, sizeof(tail.totals))


cdef inline bint waiting_room(Tail* tail, size_t count) noexcept nogil:
    """Whether so many positions may wait."""
    cdef Waiting* waiting
    cdef size_t room = 2 * count
    if count > tail.room:
        waiting = <Waiting*>realloc(tail.waiting, room * sizeof(Waiting)) if room <= MOST_WAITING else NULL
        if waiting == NULL:
            return False
        tail.waiting = waiting
        tail.room = room
    return True


cdef inline void push_tree(Tail* tail, const Board* board) noexcept nogil:
    """Hand a position to the kernel, or the ones below it if it is too far from the last ply."""
    cdef Successors children
    cdef Board here = board[0]
    cdef int64_t depth = tail.depth
    cdef size_t count = 0
    cdef int i
    while True:
        if depth <= PIECE_DEPTH:
            tree_push(&tail.tree, here.own, here.enemy, here.kings)
        else:
            children.count = 0
            generate(&children, tail.white != (tail.depth - depth & 1), &here)
            if not waiting_room(tail, count + children.count):
                tail.failed = True
                return
            for i in range(children.count):
                tail.waiting[count].board = children.boards[i]
                tail.waiting[count].depth = depth - 1
                count += 1
        if count == 0 or tail.stopped[0]:
            return
        count -= 1
        here = tail.waiting[count].board
        depth = tail.waiting[count].depth


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
    cdef int depth = <int>tail.depth if tail.depth < PIECE_DEPTH else PIECE_DEPTH
    cdef bint white = tail.white != (tail.depth - depth & 1)
    cdef size_t i, first = 0
    cdef int shift = 0
    for i in range(tail.count):
        heaviest |= source[i].weight
    while shift < 32 and heaviest >> shift:
        sort_by_digit(source, target, tail.count, shift)
        source, target = target, source
        shift += DIGIT_BITS
    while first < tail.count and not tail.stopped[0] and not tail.failed:
        tree_start(&tail.tree, depth, white, tail.lanes, tail.stopped)
        i = first
        while i < tail.count and source[i].weight == source[first].weight and not tail.stopped[0]:
            push_tree(tail, &source[i].board)
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
