"""Games played at random."""

from libc.stdint cimport int8_t, int64_t, uint64_t

from batch_rows cimport Row, board_of, row_of
from mixing cimport random_below
from movecode cimport board_after, list_moves
from movegen cimport Board, MoveList


cdef inline int64_t play_game(
    uint64_t state, int64_t max_plies, int64_t room, Row* rows, uint64_t* codes, Row* last, int8_t* winner,
) noexcept nogil:
    """Play one game with the numbers that SplitMix64 makes of a state; its length, or -1 if there is no room for it.

    Positions and moves are written to rows and codes, the end to last and winner, -1 if the game is broken off.
    """
    cdef int64_t plies = 0
    cdef bint white = False
    cdef MoveList moves
    cdef Row opening = [0x00000FFF, 0xFFF00000, 0, 0]
    cdef Board board = board_of(&opening)
    list_moves(&moves, white, &board)
    while moves.count and plies < max_plies:
        if plies == room:
            return -1
        rows[plies] = row_of(white, &board)
        codes[plies] = moves.codes[random_below(&state, moves.count)]
        board = board_after(white, &board, codes[plies])
        white = not white
        list_moves(&moves, white, &board)
        plies += 1
    last[0] = row_of(white, &board)
    winner[0] = -1 if moves.count else not white
    return plies
