"""From the square-ordered bitboards of Python to a board of the generator."""

from bitboard cimport from_square_order
from movegen cimport Board


cdef inline Board oriented(black, white, kings, bint white_to_move) except *:
    """Square-ordered bitboards as the side to move sees them."""
    if not (0 <= black <= 0xFFFFFFFF and 0 <= white <= 0xFFFFFFFF) or black & white or kings & ~(black | white):
        raise ValueError(f"not bitboards of a position: black={black}, white={white}, kings={kings}")
    if white_to_move:
        return Board(from_square_order(white), from_square_order(black), from_square_order(kings))
    return Board(from_square_order(black), from_square_order(white), from_square_order(kings))
