"""Rows of arrays: a position as it lies in memory, and as the core sees it."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from bitboard cimport from_square_order, rotate_left, to_square_order, turned
from mixing cimport key_of_squares
from movecode cimport hops_of, list_moves, square_of, taken_by
from movegen cimport Board, MoveList, all_jumpers, generate, moved

cdef enum:
    BLACK_CROWNING_ROW = 0xF0000000
    WHITE_CROWNING_ROW = 0x0000000F

# Bit i is square i + 1. Rows lie anywhere: they are not aligned.
cdef packed struct Row:
    uint32_t black
    uint32_t white
    uint32_t kings
    uint8_t turn


cdef inline bint white_moves(const Row* row) noexcept nogil:
    return row.turn != 0


cdef inline bint is_position(const Row* row) noexcept nogil:
    cdef uint32_t pieces = row.black | row.white
    cdef uint32_t crowned = row.black & BLACK_CROWNING_ROW | row.white & WHITE_CROWNING_ROW
    return not (row.black & row.white or row.kings & ~pieces or crowned & ~row.kings or row.turn > 1)


cdef inline uint64_t key_of(const Row* row) noexcept nogil:
    return key_of_squares(row.black, row.white, row.kings, white_moves(row))


cdef inline Board board_of(const Row* row) noexcept nogil:
    """A row as the side to move sees it."""
    cdef bint white = white_moves(row)
    return Board(
        from_square_order(row.white if white else row.black),
        from_square_order(row.black if white else row.white),
        from_square_order(row.kings),
    )


cdef inline bint can_jump(const Row* row) noexcept nogil:
    cdef Board board = board_of(row)
    return all_jumpers(white_moves(row), &board) != 0


cdef inline void moves_of(MoveList* moves, const Row* row) noexcept nogil:
    """Every legal move, sorted by path."""
    cdef Board board = board_of(row)
    list_moves(moves, white_moves(row), &board)


cdef inline bint is_among(const MoveList* moves, uint64_t code) noexcept nogil:
    cdef int k
    for k in range(moves.count):
        if moves.codes[k] == code:
            return True
    return False


cdef inline bint are_legal(const Row* row, const uint64_t* codes, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t k
    cdef MoveList moves
    cdef Board board = board_of(row)
    moves.count = 0
    generate(&moves, white_moves(row), &board)
    for k in range(count):
        if not is_among(&moves, codes[k]):
            return False
    return True


cdef inline Row row_of(bint white, const Board* board) noexcept nogil:
    cdef Row row
    cdef uint32_t own = to_square_order(board.own), enemy = to_square_order(board.enemy)
    row.black = enemy if white else own
    row.white = own if white else enemy
    row.kings = to_square_order(board.kings)
    row.turn = white
    return row


cdef inline Row row_after(const Row* row, uint64_t code) noexcept nogil:
    """Carry out a move code that is known to be legal, without leaving the order of squares."""
    cdef bint white = white_moves(row)
    cdef Board board = Board(row.white if white else row.black, row.black if white else row.white, row.kings)
    cdef uint32_t start = <uint32_t>1 << square_of(code, 0), end = <uint32_t>1 << square_of(code, hops_of(code))
    cdef Row result
    board = moved(
        WHITE_CROWNING_ROW if white else BLACK_CROWNING_ROW, &board, code & 1, start, end, taken_by(code),
    )
    result.black = board.own if white else board.enemy
    result.white = board.enemy if white else board.own
    result.kings = board.kings
    result.turn = not white
    return result


cdef inline uint32_t turned_squares(uint32_t squares) noexcept nogil:
    """The board turned by 180 degrees, in square order: the bits in reverse."""
    return rotate_left(turned(squares), -8)


cdef inline Row flipped_row(const Row* row) noexcept nogil:
    cdef Row twin
    twin.black = turned_squares(row.white)
    twin.white = turned_squares(row.black)
    twin.kings = turned_squares(row.kings)
    twin.turn = not white_moves(row)
    return twin


cdef inline bint same_rows(const Row* a, const Row* b) noexcept nogil:
    return a.black == b.black and a.white == b.white and a.kings == b.kings and white_moves(a) == white_moves(b)


cdef inline void spread(const Row* row, uint32_t* planes) noexcept nogil:
    """Men and kings of the mover, those of the other side, and all squares if White is to move, as the mover sees them."""
    cdef Row seen = flipped_row(row) if white_moves(row) else row[0]
    planes[0] = seen.black & ~seen.kings
    planes[1] = seen.black & seen.kings
    planes[2] = seen.white & ~seen.kings
    planes[3] = seen.white & seen.kings
    planes[4] = 0xFFFFFFFF if white_moves(row) else 0
