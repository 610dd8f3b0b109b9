"""The rules of movement, once: every consumer gets its moves from here.

A position is seen by the side to move. A generator hands each move to a sink: a list of move codes,
the positions after the moves, or a tally; which one is known at compile time.

Bounds. A jump changes x and y by two, so the parities of x, of y and of x // 2 + y // 2 never
change: a piece can land on eight squares only, joined over nine squares that can be jumped. Hence no
chain takes more than nine men, and no piece lands on a square that it has jumped. Trying every set of
occupied squares gives at most 424 chains for kings on all 32 squares together (the tests count them
again). There are 98 pairs of a square and a neighbour, so no more quiet moves than that.
"""

from libc.stdint cimport uint32_t, uint64_t

from bitboard cimport FAR_ROW, index_of, lowest, popcount, step, step_back

cdef enum:
    MAX_HOPS = 9
    MAX_MOVES = 424

# A move code holds the path as ten 5-bit square indices from the top bit down, then the number of
# hops, then whether a king moves: codes sort as paths do.
cdef enum:
    FIRST_SQUARE_SHIFT = 59
    HOPS_SHIFT = 4

ctypedef struct Board:
    uint32_t own
    uint32_t enemy
    uint32_t kings  # of both sides

ctypedef struct MoveList:
    int count
    uint64_t codes[MAX_MOVES]

ctypedef struct Successors:
    int count
    Board boards[MAX_MOVES]

ctypedef struct Tally:
    int count

ctypedef fused Sink:
    MoveList
    Successors
    Tally


cdef inline uint64_t extend(uint64_t code, int position, uint32_t square) noexcept nogil:
    """Write a square into a move code as the position-th of the path."""
    return code | <uint64_t>index_of(square) << (FIRST_SQUARE_SHIFT - 5 * position)


cdef inline bint men_move(bint white, int direction) noexcept nogil:
    """Whether a direction is forward: up the board for Black, down for White."""
    return (direction >= 2) == white


cdef inline uint32_t movers(bint white, int direction, const Board* board) noexcept nogil:
    """The pieces of the side to move that may go in a direction."""
    return board.own if men_move(white, direction) else board.own & board.kings


cdef inline uint32_t all_jumpers(bint white, const Board* board) noexcept nogil:
    """Every piece of the side to move that can jump: none of the others may move then."""
    cdef uint32_t empty = ~(board.own | board.enemy)
    cdef uint32_t ends, starts = 0
    cdef int direction
    for direction in range(4):
        ends = step(direction, step(direction, movers(white, direction, board)) & board.enemy) & empty
        starts |= step_back(direction, step_back(direction, ends))
    return starts


cdef inline Board moved(
    uint32_t far_row, const Board* board, bint king, uint32_t start, uint32_t end, uint32_t taken,
) noexcept nogil:
    """The position the move leads to, seen by the other side, in whatever order its bits are.

    The man that reaches the far row is crowned.
    """
    cdef Board result
    result.own = board.enemy & ~taken
    result.enemy = board.own & ~start | end
    result.kings = board.kings & ~(taken | start) | (end if king else end & far_row)
    return result


cdef inline Board after(
    bint white, const Board* board, bint king, uint32_t start, uint32_t end, uint32_t taken,
) noexcept nogil:
    return moved(FAR_ROW[white], board, king, start, end, taken)


cdef inline void put(
    Sink* sink, bint white, const Board* board, bint king,
    uint32_t start, uint32_t end, uint32_t taken, int hops, uint64_t code,
) noexcept nogil:
    """Hand one move to the sink."""
    if Sink is MoveList:
        sink.codes[sink.count] = code | hops << HOPS_SHIFT | king
        sink.count += 1
    elif Sink is Successors:
        sink.boards[sink.count] = after(white, board, king, start, end, taken)
        sink.count += 1
    else:
        sink.count += 1


cdef inline void put_steps_in(
    Sink* sink, bint white, const Board* board, bint king, int direction, uint32_t pieces,
) noexcept nogil:
    """Hand over the quiet moves of some pieces, men or kings, in one direction."""
    cdef uint32_t start, end, ends = step(direction, pieces) & ~(board.own | board.enemy)
    cdef uint64_t code = 0
    if Sink is Tally:
        sink.count += popcount(ends)
    else:
        while ends:
            end = lowest(ends)
            start = step_back(direction, end)
            if Sink is MoveList:
                code = extend(extend(0, 0, start), 1, end)
            put(sink, white, board, king, start, end, 0, 1, code)
            ends &= ends - 1


cdef inline void put_steps(Sink* sink, bint white, const Board* board) noexcept nogil:
    """Hand over every quiet move."""
    cdef uint32_t kings = board.own & board.kings
    cdef int direction
    for direction in range(4):
        if men_move(white, direction):
            put_steps_in(sink, white, board, False, direction, board.own & ~kings)
    if kings:
        for direction in range(4):
            put_steps_in(sink, white, board, True, direction, kings)


cdef inline void put_chains(
    Sink* sink, bint white, const Board* board,
    uint32_t start, uint32_t at, uint32_t taken, int hops, uint64_t code,
) noexcept nogil:
    """Hand over every finished chain that goes on from here, or this one if none does.

    The start square counts as empty, and a piece is jumped once. Men jump forward only: one that has
    been crowned stands on the far row with nothing ahead, so its turn ends by itself.
    """
    cdef uint32_t over, end
    cdef bint goes_on = False
    cdef int direction
    for direction in range(4):
        if not (men_move(white, direction) or board.kings & start):
            continue
        over = step(direction, at) & board.enemy & ~taken
        end = step(direction, over) & (~(board.own | board.enemy) | start)
        if end:
            goes_on = True
            put_chains(
                sink, white, board, start, end, taken | over, hops + 1,
                extend(code, hops + 1, end) if Sink is MoveList else 0,
            )
    if not goes_on:
        put(sink, white, board, (board.kings & start) != 0, start, at, taken, hops, code)


cdef inline void generate(Sink* sink, bint white, const Board* board) noexcept nogil:
    """Hand every legal move to the sink."""
    cdef uint32_t start, starts = all_jumpers(white, board)
    if not starts:
        put_steps(sink, white, board)
    while starts:
        start = lowest(starts)
        put_chains(sink, white, board, start, start, 0, 0, extend(0, 0, start) if Sink is MoveList else 0)
        starts &= starts - 1
