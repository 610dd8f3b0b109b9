"""Squares and bits: steps, masks, counts, and the way to and from square-ordered bitboards."""

from libc.stdint cimport uint8_t, uint32_t

cdef extern from "geometry.h" nogil:
    const uint8_t ROTATION[4]
    const uint32_t INTO[4]
    const uint32_t FAR_ROW[2]
    const uint8_t BIT_OF[32]
    const uint8_t INDEX_OF[32]
    uint32_t rotate_left(uint32_t word, int count)
    int popcount(uint32_t word)
    int bit_number(uint32_t bit)


cdef inline uint32_t step(int direction, uint32_t squares) noexcept nogil:
    """One step in a direction, 0-3; what would leave the board vanishes."""
    return rotate_left(squares, ROTATION[direction]) & INTO[direction]


cdef inline uint32_t step_back(int direction, uint32_t squares) noexcept nogil:
    """Where pieces that made this step came from."""
    return rotate_left(squares, -ROTATION[direction])


cdef inline uint32_t lowest(uint32_t squares) noexcept nogil:
    return squares & (0 - squares)


cdef inline int index_of(uint32_t square) noexcept nogil:
    """Index 0-31 of a single square: its number less one."""
    return INDEX_OF[bit_number(square)]


cdef inline uint32_t bit_of(int index) noexcept nogil:
    return <uint32_t>1 << BIT_OF[index]


cdef inline uint32_t from_square_order(uint32_t squares) noexcept nogil:
    """Bit i means square i + 1 outside the core.

    Eight squares on is eight bits on in either order, so every eighth square goes round by as much.
    """
    cdef uint32_t result = 0
    cdef int i
    for i in range(8):
        result |= rotate_left(squares & <uint32_t>0x01010101 << i, BIT_OF[i] - i)
    return result


cdef inline uint32_t to_square_order(uint32_t squares) noexcept nogil:
    cdef uint32_t result = 0
    cdef int i
    for i in range(8):
        result |= rotate_left(squares, i - BIT_OF[i]) & <uint32_t>0x01010101 << i
    return result


cdef inline uint32_t turned(uint32_t squares) noexcept nogil:
    """The board turned by 180 degrees: square s becomes 33 - s, bit b becomes 7 - b mod 32."""
    squares = squares >> 1 & 0x55555555 | (squares & 0x55555555) << 1
    squares = squares >> 2 & 0x33333333 | (squares & 0x33333333) << 2
    squares = squares >> 4 & 0x0F0F0F0F | (squares & 0x0F0F0F0F) << 4
    squares = squares >> 8 & 0x00FF00FF | (squares & 0x00FF00FF) << 8
    squares = squares >> 16 | squares << 16
    return rotate_left(squares, 8)
