"""Words mixed: keys of positions, and random numbers."""

cimport cython
from libc.stdint cimport uint32_t, uint64_t

cdef inline uint64_t mixed(uint64_t word) noexcept nogil:
    """The finalizer of SplitMix64 (Steele, Lea and Flood, 2014)."""
    word = (word ^ word >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    word = (word ^ word >> 27) * <uint64_t>0x94D049BB133111EB
    return word ^ word >> 31


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """The next number of SplitMix64."""
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return mixed(state[0])


@cython.cdivision(True)
cdef inline uint32_t random_below(uint64_t* state, uint32_t bound) noexcept nogil:
    """A number below the bound, each as likely as any other (Lemire, 2019)."""
    cdef uint64_t product = (next_random(state) >> 32) * bound
    cdef uint32_t short_of
    if <uint32_t>product < bound:
        short_of = (0 - bound) % bound
        while <uint32_t>product < short_of:
            product = (next_random(state) >> 32) * bound
    return product >> 32


cdef inline uint64_t key_of_squares(uint32_t black, uint32_t white, uint32_t kings, bint white_to_move) noexcept nogil:
    """The key of a position, from square-ordered bitboards."""
    return mixed(mixed(black | <uint64_t>white << 32) + (kings | <uint64_t>white_to_move << 32))
