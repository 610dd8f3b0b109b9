"""The common form of a position text, read without Python objects.

Side, two lists of plain squares, nothing else: what programs write. Every other form, and every
error, is left to the reader in fen.py, which must agree wherever this one answers.
"""

from libc.stdint cimport uint32_t

from bitboard cimport FAR_ROW, bit_of

ctypedef struct FenFields:
    uint32_t sides[2]
    uint32_t kings
    int turn


cdef inline int color_of(char letter) noexcept nogil:
    return 0 if letter == c'B' else 1 if letter == c'W' else -1


cdef inline bint scan_fen(const char* text, Py_ssize_t length, FenFields* fields) noexcept nogil:
    """Read the text; false if it is not in the common form. A zero byte follows the text."""
    cdef Py_ssize_t at = 1
    cdef int color = -1, number, listed
    cdef bint king
    cdef uint32_t square
    fields.turn = color_of(text[0])
    fields.sides[0] = fields.sides[1] = fields.kings = 0
    if fields.turn < 0:
        return False
    for listed in range(2):
        if text[at] != c':' or color_of(text[at + 1]) < 0:
            return False
        if color_of(text[at + 1]) == color:
            return False
        color = color_of(text[at + 1])
        at += 2
        if text[at] == c':' or at == length:
            continue
        while True:
            king = text[at] == c'K'
            at += king
            number = 0
            for _ in range(2):
                if c'0' <= text[at] <= c'9':
                    number = 10 * number + (text[at] - c'0')
                    at += 1
            if not 1 <= number <= 32:
                return False
            square = bit_of(number - 1)
            if (fields.sides[0] | fields.sides[1]) & square:
                return False
            if king:
                fields.kings |= square
            elif square & FAR_ROW[color]:
                return False
            fields.sides[color] |= square
            if text[at] != c',':
                break
            at += 1
    return at == length
