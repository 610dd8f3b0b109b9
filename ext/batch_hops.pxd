"""The moves of rows written out in order: in lanes where all are single hops, else row by row."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from batch_rows cimport Row, moves_of, row_after, white_moves
from movegen cimport HOPS_SHIFT, MoveList

cdef extern from "hops_lanes.h" nogil:
    enum:
        ROWS
    ctypedef struct Hopping:
        uint32_t own[1]
        uint32_t enemy[1]
        uint32_t kings[1]
        uint32_t number[1]
        uint32_t begin[1]
        uint32_t end[1]
        uint32_t chained[1]
        int n
        uint32_t parent[1]
        uint32_t place[1]
        uint32_t path[1]
        uint32_t own_after[1]
        uint32_t enemy_after[1]
        uint32_t kings_after[1]
        int moves
    ctypedef void EachHop(Hopping* hopping, int white)
    ctypedef struct HopsIn:
        EachHop* follow
        EachHop* list
    HopsIn hops_in(int lanes)

# The moves of row i are numbers offsets[i] to offsets[i + 1] - 1.
ctypedef struct Codes:
    const int64_t* offsets
    uint64_t* codes

ctypedef struct Followers:
    const int64_t* offsets
    Row* rows
    int64_t* parents
    int64_t first  # number of the first row

ctypedef fused Out:
    Codes
    Followers


cdef inline uint64_t code_of_hop(uint64_t path) noexcept nogil:
    return (path & ~<uint64_t>1) << 32 | 1 << HOPS_SHIFT | path & 1


cdef inline const Row* row_number(const Row* rows, Py_ssize_t stride, int64_t i) noexcept nogil:
    return <const Row*>(<const char*>rows + i * stride)


cdef inline void add_row(Hopping* side, const Row* row, uint32_t number, uint32_t begin) noexcept nogil:
    cdef bint white = white_moves(row)
    side.own[side.n] = row.white if white else row.black
    side.enemy[side.n] = row.black if white else row.white
    side.kings[side.n] = row.kings
    side.number[side.n] = number
    side.begin[side.n] = begin
    side.n += 1


cdef inline void put_codes(uint64_t* codes, const Hopping* side) noexcept nogil:
    cdef int k
    for k in range(side.moves):
        codes[side.place[k]] = code_of_hop(side.path[k])


cdef inline void put_followers(
    Row* rows, int64_t* parents, int64_t first, const Hopping* side, bint white,
) noexcept nogil:
    cdef int k, moves = side.moves
    cdef uint32_t place
    for k in range(moves):
        place = side.place[k]
        rows[place].black = side.enemy_after[k] if white else side.own_after[k]
        rows[place].white = side.own_after[k] if white else side.enemy_after[k]
        rows[place].kings = side.kings_after[k]
        rows[place].turn = not white
        parents[place] = first + side.parent[k]


cdef inline bint put_listed(Out* out, const Row* row, int64_t i) noexcept nogil:
    """Write the moves of a row of any kind; whether there are as many as there is room for."""
    cdef MoveList moves
    cdef int64_t at = out.offsets[i]
    cdef int k
    moves_of(&moves, row)
    if moves.count != out.offsets[i + 1] - at:
        return False
    for k in range(moves.count):
        if Out is Codes:
            out.codes[at + k] = moves.codes[k]
        else:
            out.rows[at + k] = row_after(row, moves.codes[k])
            out.parents[at + k] = out.first + i
    return True


cdef inline int64_t put_side(
    Out* out, HopsIn hops, Hopping* side, bint white, const Row* rows, Py_ssize_t stride, int64_t fault,
) noexcept nogil:
    """Write the moves of the rows of a side; the first row that has not as many as there is room for, or fault."""
    cdef int64_t i, base = out.offsets[0]
    cdef bint fits, all_fit = True
    cdef int k
    if Out is Codes:
        hops.list(side, white)
    else:
        hops.follow(side, white)
    for k in range(side.n):
        i = side.number[k]
        if side.chained[k]:
            fits = put_listed(out, row_number(rows, stride, i), i)
        else:
            fits = base + side.end[k] == out.offsets[i + 1]
        if not fits:
            all_fit = False
            fault = min(fault, i)
    if all_fit:
        if Out is Codes:
            put_codes(out.codes + base, side)
        else:
            put_followers(out.rows + base, out.parents + base, out.first, side, white)
    side.n = 0
    return fault


cdef inline int64_t put_moves(
    Out* out, HopsIn hops, Hopping* sides, const Row* rows, Py_ssize_t stride, int64_t n,
) noexcept nogil:
    """Write the moves of n rows that lie stride bytes apart; the first at fault, or n."""
    cdef const Row* row
    cdef int64_t i, fault = n
    cdef int white
    for i in range(n):
        row = row_number(rows, stride, i)
        white = white_moves(row)
        add_row(&sides[white], row, i, out.offsets[i] - out.offsets[0])
        if sides[white].n == ROWS:
            fault = put_side(out, hops, &sides[white], white, rows, stride, fault)
    for white in range(2):
        fault = put_side(out, hops, &sides[white], white, rows, stride, fault)
    return fault
