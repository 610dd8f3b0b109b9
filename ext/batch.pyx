# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: autotestdict=False, auto_pickle=False, initializedcheck=False
"""Arrays of positions: every function goes through rows that the caller has checked, and fills an array.

Rows may change behind our back, as arrays can. That gives results of no meaning, but no access beyond an
array: where an earlier count says how much room there is, it is checked again.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from batch_policy cimport Policy, number_moves, policy_index
from batch_rows cimport BLACK_CROWNING_ROW, WHITE_CROWNING_ROW, Row, board_of, flipped_row, row_after, row_of, same_rows, white_moves
from bitboard cimport popcount
from mixing cimport key_of_squares, mixed, random_below
from movecode cimport board_after, hops_of, is_jump, list_moves as moves_of, square_of, taken_by
from movegen cimport MAX_MOVES, Board, MoveList, Tally, all_jumpers, generate

cdef extern from "batch_lanes.h" nogil:
    ctypedef struct Counts:
        uint64_t nodes
    ctypedef struct Positions:
        uint32_t own[1]
        uint32_t enemy[1]
        uint32_t kings[1]
        int n
    ctypedef struct Tree:
        Counts counts
        Positions plies[1]
    ctypedef void CountEach(Tree* tree, int white, int32_t* counts)
    enum:
        CAPACITY
        MOST_LANES
    CountEach* count_each_in(int lanes)
    int tree_lanes()
    void tree_start(Tree* tree, int depth, int white, int lanes, const volatile int* stop)
    void tree_push(Tree* tree, uint32_t own, uint32_t enemy, uint32_t kings)
    void tree_finish(Tree* tree)

# Routes of one man and of one king over all nine men that it could jump, from the best square; the
# tests count them again. Fewer men, or pieces in the way, never make more routes. Steps are fewer.
cdef enum:
    MAN_MOVES = 5
    KING_MOVES = 16

cdef Policy POLICY
number_moves(&POLICY)


def first_fault(const Row[:] rows):
    """The first row that is no position, or -1."""
    cdef Py_ssize_t i, fault = -1
    cdef uint32_t pieces, men
    cdef const Row* row
    with nogil:
        for i in range(rows.shape[0]):
            row = &rows[i]
            pieces = row.black | row.white
            men = row.black & BLACK_CROWNING_ROW | row.white & WHITE_CROWNING_ROW
            if row.black & row.white or row.kings & ~pieces or men & ~row.kings or row.turn > 1:
                fault = i
                break
    return fault


def keys(const Row[:] rows, uint64_t[::1] out):
    cdef Py_ssize_t i
    cdef const Row* row
    with nogil:
        for i in range(rows.shape[0]):
            row = &rows[i]
            out[i] = key_of_squares(row.black, row.white, row.kings, white_moves(row))


def flipped(const Row[:] rows, Row[::1] out):
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            out[i] = flipped_row(&rows[i])


def unique(const Row[:] rows, int64_t[::1] table, int64_t[::1] firsts, int64_t[::1] counts, int64_t[::1] inverse):
    """Number the distinct rows as they come and return how many there are.

    The table, all -1, is a power of two in size and larger than the number of rows.
    """
    cdef Py_ssize_t i
    cdef size_t at, mask = table.shape[0] - 1
    cdef int64_t number, size = 0
    cdef const Row* row
    with nogil:
        for i in range(rows.shape[0]):
            row = &rows[i]
            at = key_of_squares(row.black, row.white, row.kings, white_moves(row)) & mask
            while table[at] >= 0 and not same_rows(&rows[firsts[table[at]]], row):
                at = at + 1 & mask
            number = table[at]
            if number < 0:
                number = table[at] = size
                firsts[number] = i
                size += 1
            counts[number] += 1
            inverse[i] = number
    return size


# Counting -----------------------------------------------------------------------------------------

ctypedef struct Side:
    Tree tree
    int32_t counts[CAPACITY + MOST_LANES]
    Py_ssize_t place[CAPACITY]


def count_moves(const Row[:] rows, int32_t[::1] counts, *, lanes=0):
    """Count the legal moves of every row, those of both sides to move apart, in lanes."""
    cdef Side* sides = <Side*>calloc(2, sizeof(Side))
    cdef CountEach* count_each = count_each_in(lanes or tree_lanes())
    cdef Py_ssize_t i
    cdef Side* side
    cdef const Row* row
    cdef Positions* to
    cdef bint white
    cdef int32_t* out = &counts[0]
    if sides == NULL:
        raise MemoryError("no memory to count with")
    with nogil:
        for i in range(rows.shape[0]):
            row = &rows[i]
            white = white_moves(row)
            side = &sides[white]
            to = &side.tree.plies[0]
            to.own[to.n] = row.white if white else row.black
            to.enemy[to.n] = row.black if white else row.white
            to.kings[to.n] = row.kings
            side.place[to.n] = i
            to.n += 1
            if to.n == CAPACITY:
                count_side(side, white, count_each, out)
        for white in range(2):
            count_side(&sides[white], white, count_each, out)
    free(sides)


cdef inline void count_side(Side* side, bint white, CountEach* count_each, int32_t* counts) noexcept nogil:
    cdef Positions* positions = &side.tree.plies[0]
    cdef Tally tally
    cdef Board board
    cdef int i
    count_each(&side.tree, white, side.counts)
    for i in range(positions.n):
        tally.count = side.counts[i]
        if tally.count == 0:  # a jump of a king, or no move at all
            board = Board(positions.own[i], positions.enemy[i], positions.kings[i])
            generate(&tally, white, &board)
        counts[side.place[i]] = tally.count
    positions.n = 0


def must_capture(const Row[:] rows, uint8_t[::1] out):
    cdef Py_ssize_t i
    cdef Board board
    with nogil:
        for i in range(rows.shape[0]):
            board = board_of(&rows[i])
            out[i] = all_jumpers(white_moves(&rows[i]), &board) != 0


def perft(const Row[:] rows, int depth, uint64_t[::1] counts):
    """Count the last of depth plies, 1 to TREE_DEPTH."""
    cdef Tree* tree = <Tree*>malloc(sizeof(Tree))
    cdef int go_on = False
    cdef int lanes = tree_lanes()
    cdef Py_ssize_t i
    cdef Board board
    if tree == NULL:
        raise MemoryError("no memory to count with")
    with nogil:
        for i in range(rows.shape[0]):
            board = board_of(&rows[i])
            tree_start(tree, depth, white_moves(&rows[i]), lanes, &go_on)
            tree_push(tree, board.own, board.enemy, board.kings)
            tree_finish(tree)
            counts[i] = tree.counts.nodes
    free(tree)


def first_that_could_wrap(const Row[:] rows, int64_t depth):
    """The first row whose count could be beyond 64 bits, as far as can be told without counting; or -1.

    The pieces of one side have at most so many moves, and a move crowns one man at most and adds none.
    """
    cdef Py_ssize_t i, fault = -1
    cdef uint64_t most, moves
    cdef int64_t ply
    cdef int men[2]
    cdef int kings[2]
    cdef bint side
    cdef const Row* row
    with nogil:
        for i in range(rows.shape[0]):
            row = &rows[i]
            men[0], kings[0] = popcount(row.black & ~row.kings), popcount(row.black & row.kings)
            men[1], kings[1] = popcount(row.white & ~row.kings), popcount(row.white & row.kings)
            side = white_moves(row)
            most = 1
            for ply in range(depth):
                moves = min(MAN_MOVES * men[side] + KING_MOVES * kings[side], MAX_MOVES)
                if moves and most > <uint64_t>0xFFFFFFFFFFFFFFFF // moves:
                    fault = i
                    break
                most *= moves
                if most == 0:
                    break
                if men[side]:
                    men[side] -= 1
                    kings[side] += 1
                side = not side
            if fault >= 0:
                break
    return fault


# Moves --------------------------------------------------------------------------------------------


def path_of(uint64_t code):
    """The path of a move and whether a king makes it."""
    return tuple([square_of(code, i) + 1 for i in range(hops_of(code) + 1)]), code & 1 != 0


def list_moves(const Row[:] rows, const int64_t[::1] offsets, uint64_t[::1] codes):
    """Write the moves of row i to codes[offsets[i] : offsets[i + 1]]; the first row with another number of them, or -1."""
    cdef Py_ssize_t i, changed = -1
    cdef int k
    cdef MoveList moves
    cdef Board board
    with nogil:
        for i in range(rows.shape[0]):
            board = board_of(&rows[i])
            moves_of(&moves, white_moves(&rows[i]), &board)
            if moves.count != offsets[i + 1] - offsets[i]:
                changed = i
                break
            for k in range(moves.count):
                codes[offsets[i] + k] = moves.codes[k]
    return changed


def successors(const Row[:] rows, int64_t first, const int64_t[::1] offsets, Row[::1] out, int64_t[::1] parents):
    """The same for the positions after the moves and the numbers of the rows, which count from first."""
    cdef Py_ssize_t i, changed = -1
    cdef int k
    cdef MoveList moves
    cdef Board board
    with nogil:
        for i in range(rows.shape[0]):
            board = board_of(&rows[i])
            moves_of(&moves, white_moves(&rows[i]), &board)
            if moves.count != offsets[i + 1] - offsets[i]:
                changed = i
                break
            for k in range(moves.count):
                out[offsets[i] + k] = row_after(&rows[i], moves.codes[k])
                parents[offsets[i] + k] = first + i
    return changed


def nth_moves(const Row[:] rows, const int64_t[::1] indices, uint64_t[::1] codes):
    """The move of each row with that number; the first row that has no such move, or -1."""
    cdef Py_ssize_t i, fault = -1
    cdef MoveList moves
    cdef Board board
    with nogil:
        for i in range(rows.shape[0]):
            board = board_of(&rows[i])
            moves_of(&moves, white_moves(&rows[i]), &board)
            if not 0 <= indices[i] < moves.count:
                fault = i
                break
            codes[i] = moves.codes[indices[i]]
    return fault


def first_illegal(const Row[:] rows, const uint64_t[::1] codes):
    """The first row whose move is not legal, or -1."""
    cdef Py_ssize_t i, fault = -1
    cdef int k
    cdef MoveList moves
    cdef Board board
    with nogil:
        for i in range(rows.shape[0]):
            board = board_of(&rows[i])
            moves.count = k = 0
            generate(&moves, white_moves(&rows[i]), &board)
            while k < moves.count and moves.codes[k] != codes[i]:
                k += 1
            if k == moves.count:
                fault = i
                break
    return fault


def carry_out(const Row[:] rows, const uint64_t[::1] codes, Row[::1] out):
    """The positions after legal moves."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            out[i] = row_after(&rows[i], codes[i])


def describe(const uint64_t[::1] codes, uint8_t[::1] starts, uint8_t[::1] ends, uint32_t[::1] captured, uint8_t[::1] flags):
    """What the moves are; a flag for jumps, 2 for moves of kings, 4 for those that crown a man."""
    cdef Py_ssize_t i
    cdef int start, end
    cdef bint king
    with nogil:
        for i in range(codes.shape[0]):
            start = square_of(codes[i], 0)
            end = square_of(codes[i], hops_of(codes[i]))
            king = codes[i] & 1
            starts[i] = start + 1
            ends[i] = end + 1
            captured[i] = taken_by(codes[i])
            flags[i] = is_jump(codes[i]) | king << 1 | (not king and (end < 4 or end >= 28)) << 2


def paths(const uint64_t[::1] codes, uint8_t[:, ::1] out):
    """The squares of the paths; what is over stays as it is."""
    cdef Py_ssize_t i
    cdef int k
    with nogil:
        for i in range(codes.shape[0]):
            for k in range(hops_of(codes[i]) + 1):
                out[i, k] = square_of(codes[i], k) + 1


# For learning -------------------------------------------------------------------------------------


def vocabulary():
    """Start, end and captured men of every move index: list of tuple."""
    return [(POLICY.triples[i].start + 1, POLICY.triples[i].end + 1, POLICY.triples[i].captured) for i in range(POLICY.size)]


def legal_mask(const Row[:] rows, uint8_t[:, ::1] out):
    """Set what is legal; the rest stays as it is."""
    cdef Py_ssize_t i
    cdef int k
    cdef bint white
    cdef MoveList moves
    cdef Board board
    with nogil:
        for i in range(rows.shape[0]):
            white = white_moves(&rows[i])
            board = board_of(&rows[i])
            moves.count = 0
            generate(&moves, white, &board)
            for k in range(moves.count):
                out[i, policy_index(&POLICY, white, moves.codes[k])] = True


def move_indices(const Row[:] rows, const int64_t[::1] offsets, const uint64_t[::1] codes, int32_t[::1] out):
    """The index of every move, -1 of one that nobody can make."""
    cdef Py_ssize_t i, k
    with nogil:
        for i in range(rows.shape[0]):
            for k in range(offsets[i], offsets[i + 1]):
                out[k] = policy_index(&POLICY, white_moves(&rows[i]), codes[k])


def decode(const Row[:] rows, const int64_t[::1] indices, uint64_t[::1] codes):
    """The first legal move of each row with that index; the first row that has none, or -1."""
    cdef Py_ssize_t i, fault = -1
    cdef int k
    cdef bint white
    cdef MoveList moves
    cdef Board board
    with nogil:
        for i in range(rows.shape[0]):
            white = white_moves(&rows[i])
            board = board_of(&rows[i])
            moves_of(&moves, white, &board)
            k = 0
            while k < moves.count and policy_index(&POLICY, white, moves.codes[k]) != indices[i]:
                k += 1
            if k == moves.count:
                fault = i
                break
            codes[i] = moves.codes[k]
    return fault


def planes(const Row[:] rows, uint32_t[:, ::1] out):
    """Men and kings of the mover, those of the other side, and all squares if White is to move, as the mover sees them."""
    cdef Py_ssize_t i
    cdef const Row* row
    cdef Row twin
    with nogil:
        for i in range(rows.shape[0]):
            row = &rows[i]
            if white_moves(row):
                twin = flipped_row(row)
                row = &twin
            out[i, 0] = row.black & ~row.kings
            out[i, 1] = row.black & row.kings
            out[i, 2] = row.white & ~row.kings
            out[i, 3] = row.white & row.kings
            out[i, 4] = 0xFFFFFFFF if white_moves(&rows[i]) else 0


# Games --------------------------------------------------------------------------------------------


def play_games(
    uint64_t seed, uint64_t first, int64_t max_plies,
    Row[::1] rows, uint64_t[::1] codes, int64_t[::1] lengths, Row[::1] last, int8_t[::1] winners,
):
    """Play games at random until they are played or there is no room for a whole one; how many were played.

    Game g draws from SplitMix64, started with number g of SplitMix64 started with the seed.
    """
    cdef Py_ssize_t game = 0, begin = 0, used = 0
    cdef uint64_t state
    cdef bint white
    cdef MoveList moves
    cdef Row opening = [0x00000FFF, 0xFFF00000, 0, 0]
    cdef Board start = board_of(&opening), board
    with nogil:
        while game < lengths.shape[0]:
            state = mixed(seed + (first + game + 1) * <uint64_t>0x9E3779B97F4A7C15)
            board = start
            white = False
            moves_of(&moves, white, &board)
            while moves.count and used - begin < max_plies and used < rows.shape[0]:
                rows[used] = row_of(white, &board)
                codes[used] = moves.codes[random_below(&state, moves.count)]
                board = board_after(white, &board, codes[used])
                white = not white
                moves_of(&moves, white, &board)
                used += 1
            if moves.count and used - begin < max_plies:
                break
            lengths[game] = used - begin
            last[game] = row_of(white, &board)
            winners[game] = -1 if moves.count else not white
            begin = used
            game += 1
    return game
