"""The transposition table: what a search has found out about positions, for all its threads.

An entry holds the whole position, so no other is ever taken for it. It is two words:

- own | enemy << 32, under a mask that is made from the second word;
- kings | turn << 32 | (value + 16384) << 33 | depth << 48 | bound << 55 | move << 57.

There are no locks. A thread may read the first word of one entry and the second of another; then the
mask does not fit, and what comes out is some board that agrees with the one that is looked for once in
2**64 times.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from movegen cimport Board

cdef enum:
    AT_MOST = 1
    AT_LEAST = 2
    EXACT = AT_MOST | AT_LEAST

cdef enum:
    NO_MOVE = 127  # also stands for moves beyond the first 127 that are generated
    SLOTS = 4  # a position has its entry in one of so many

ctypedef struct Entry:
    uint64_t board
    uint64_t rest

ctypedef struct Table:
    Entry* entries
    uint64_t mask


cdef inline bint open_table(Table* table, uint64_t most_bytes) noexcept nogil:
    """Make a table of a power of two of entries; false if there is no memory."""
    cdef uint64_t count = SLOTS
    while 2 * count * sizeof(Entry) <= most_bytes:
        count *= 2
    table.mask = count - SLOTS
    table.entries = <Entry*>calloc(<size_t>count, sizeof(Entry))
    return table.entries != NULL


cdef inline void close_table(Table* table) noexcept nogil:
    free(table.entries)


cdef inline uint64_t mask_of(uint64_t rest) noexcept nogil:
    return rest * <uint64_t>0x9E3779B97F4A7C15


cdef inline volatile Entry* slots_of(const Table* table, uint64_t board, uint64_t who) noexcept nogil:
    cdef uint64_t hash = (board ^ who * <uint64_t>0xD6E8FEB86659FD93) * <uint64_t>0xA0761D6478BD642F
    hash ^= hash >> 32
    return &table.entries[hash & table.mask]


cdef inline uint64_t find(const Table* table, bint white, const Board* board) noexcept nogil:
    """The second word of the entry of a position, 0 if it has none."""
    cdef uint64_t both = board.own | <uint64_t>board.enemy << 32
    cdef uint64_t who = board.kings | <uint64_t>white << 32
    cdef volatile Entry* slots = slots_of(table, both, who)
    cdef uint64_t rest
    cdef int i
    for i in range(SLOTS):
        rest = slots[i].rest
        if rest & <uint64_t>0x1FFFFFFFF == who and slots[i].board ^ mask_of(rest) == both and bound_of(rest):
            return rest
    return 0


cdef inline int value_of(uint64_t rest) noexcept nogil:
    return <int>(rest >> 33 & 0x7FFF) - 16384


cdef inline int depth_of(uint64_t rest) noexcept nogil:
    return rest >> 48 & 127


cdef inline int bound_of(uint64_t rest) noexcept nogil:
    return rest >> 55 & 3


cdef inline int move_of(uint64_t rest) noexcept nogil:
    return <int>(rest >> 57)


cdef inline void keep(
    Table* table, bint white, const Board* board, int value, int depth, int bound, int move,
) noexcept nogil:
    """Note what was found out, in place of what was known of the position, or else of the least depth."""
    cdef uint64_t both = board.own | <uint64_t>board.enemy << 32
    cdef uint64_t who = board.kings | <uint64_t>white << 32
    cdef volatile Entry* slots = slots_of(table, both, who)
    cdef volatile Entry* place = slots
    cdef uint64_t rest
    cdef int i, least = 128
    for i in range(SLOTS):
        rest = slots[i].rest
        if rest & <uint64_t>0x1FFFFFFFF == who and slots[i].board ^ mask_of(rest) == both:
            place = &slots[i]
            break
        if depth_of(rest) < least:
            least = depth_of(rest)
            place = &slots[i]
    rest = (
        who | <uint64_t>(value + 16384) << 33 | <uint64_t>depth << 48 | <uint64_t>bound << 55
        | <uint64_t>(move if move < NO_MOVE else NO_MOVE) << 57
    )
    place.board = both ^ mask_of(rest)
    place.rest = rest
