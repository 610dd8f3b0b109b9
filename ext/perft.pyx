# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: embedsignature=True, embedsignature.format=python, autotestdict=False, auto_pickle=False
"""Counting moves at native speed."""

from libc.stdint cimport uint32_t

from bitboard cimport from_square_order
from movegen cimport Board, Successors, Tally, generate


cdef void descend(Tally* tally, bint white, const Board* board, int depth) noexcept nogil:
    cdef Successors children
    cdef int i
    if depth == 1:
        generate(tally, white, board)
        return
    children.count = 0
    generate(&children, white, board)
    for i in range(children.count):
        descend(tally, not white, &children.boards[i], depth - 1)


def count_tree(uint32_t black, uint32_t white, uint32_t kings, bint white_to_move, int depth):
    """Count the moves at the last of depth plies."""
    cdef Tally tally = [0, 0, 0, 0, 0, 0]
    cdef Board board = [from_square_order(black), from_square_order(white), from_square_order(kings)]
    if white_to_move:
        board.own, board.enemy = board.enemy, board.own
    with nogil:
        descend(&tally, white_to_move, &board, depth)
    return (tally.nodes, tally.captures, tally.multi_captures, tally.king_moves, tally.king_captures,
            tally.promotions)
