"""Words mixed: keys of positions, and random numbers."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "mixing.h" nogil:
    const uint64_t STRIDE
    uint64_t mixed(uint64_t word)
    uint32_t random_below(uint64_t* state, uint32_t bound)


cdef inline uint64_t key_of_squares(uint32_t black, uint32_t white, uint32_t kings, bint white_to_move) noexcept nogil:
    """The key of a position, from square-ordered bitboards."""
    return mixed(mixed(black | <uint64_t>white << 32) + (kings | <uint64_t>white_to_move << 32))
