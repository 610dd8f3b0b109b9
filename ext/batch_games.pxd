"""Games played at random, many at a time: ply by ply, in lanes where all moves are single hops."""

from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t

from batch_hops cimport code_of_hop
from batch_rows cimport Row, board_of, row_after
from mixing cimport STRIDE, mixed, random_below
from movecode cimport list_moves
from movegen cimport Board, MoveList

cdef extern from "games_lanes.h" nogil:
    enum:
        GAMES
    ctypedef struct Boards:
        uint32_t black[1]
        uint32_t white[1]
        uint32_t kings[1]
    ctypedef struct Games:
        Boards boards[2]
        uint64_t state[1]
        uint32_t count[1]
        uint32_t path[1]
    ctypedef void PlayHops(Games* games, int white, int n)
    PlayHops* play_hops_in(int lanes)

cdef enum:
    BLACK_MEN = 0x00000FFF
    WHITE_MEN = 0xFFF00000
    ENDED = -1

# What the games of a block come to; positions and moves of game g are written from rows[g * room] and
# codes[g * room] on.
ctypedef struct Played:
    int64_t room
    Row* rows
    uint64_t* codes
    int64_t* lengths
    Row* last
    int8_t* winners

ctypedef struct Block:
    Games games
    int number[GAMES]  # of each game that is still played


cdef inline void start_games(Block* block, uint64_t seed, uint64_t first, int n) noexcept nogil:
    """Game g draws from SplitMix64, started with number g of SplitMix64 started with the seed."""
    cdef int i
    cdef Row start = Row(BLACK_MEN, WHITE_MEN, 0, False)
    for i in range(n):
        put_row(&block.games.boards[False], i, start)
        block.games.state[i] = mixed(seed + (first + i + 1) * STRIDE)
        block.number[i] = i


cdef inline void put_row(Boards* boards, int i, Row row) noexcept nogil:
    boards.black[i] = row.black
    boards.white[i] = row.white
    boards.kings[i] = row.kings


cdef inline Row row_at(const Boards* boards, int i, bint white) noexcept nogil:
    return Row(boards.black[i], boards.white[i], boards.kings[i], white)


cdef inline void end_game(
    Block* block, int i, const Row* row, int64_t ply, bint broken_off, const Played* played,
) noexcept nogil:
    cdef int game = block.number[i]
    played.lengths[game] = ply
    played.last[game] = row[0]
    played.winners[game] = -1 if broken_off else not row.turn
    block.number[i] = ENDED


cdef inline uint64_t play_alone(Block* block, int i, const Row* row) noexcept nogil:
    """Make a move in a game that is not played in lanes; 0 if there is none."""
    cdef Board board = board_of(row)
    cdef MoveList moves
    cdef uint64_t code
    list_moves(&moves, row.turn, &board)
    if moves.count == 0:
        return 0
    code = moves.codes[random_below(&block.games.state[i], moves.count)]
    put_row(&block.games.boards[not row.turn], i, row_after(row, code))
    return code


cdef inline int drop_ended(Block* block, Boards* boards, int n) noexcept nogil:
    """Close the gaps that ended games leave; how many are still played."""
    cdef int i, left = 0
    for i in range(n):
        put_row(boards, left, row_at(boards, i, False))
        block.games.state[left] = block.games.state[i]
        block.number[left] = block.number[i]
        left += block.number[i] != ENDED
    return left


cdef inline bint play_block(
    Block* block, PlayHops* play_hops, int n, int64_t max_plies, const Played* played,
) noexcept nogil:
    """Play games that have been started to their ends; whether there was room for all of them, and a ply more."""
    cdef int64_t at, room = played.room, ply = 0
    cdef Row* rows = played.rows
    cdef uint64_t* codes = played.codes
    cdef uint64_t code
    cdef const Boards* boards
    cdef int i
    cdef bint white, ended
    cdef Row row
    while n:
        if ply == room:
            return False
        white = ply & 1
        ended = False
        boards = &block.games.boards[white]
        play_hops(&block.games, white, n)
        for i in range(n):
            at = block.number[i] * room + ply
            row = row_at(boards, i, white)
            rows[at] = row
            code = code_of_hop(block.games.path[i])
            if block.games.count[i] == 0:
                code = play_alone(block, i, &row)
            codes[at] = code
            if code == 0 or ply == max_plies:
                end_game(block, i, &row, ply, code != 0, played)
                ended = True
        if ended:
            n = drop_ended(block, &block.games.boards[not white], n)
        ply += 1
    return True
