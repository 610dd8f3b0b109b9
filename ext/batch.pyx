# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: autotestdict=False, auto_pickle=False, initializedcheck=False
"""Arrays of positions: every function goes through rows that the caller has checked, and fills an array.

Rows and moves may change behind our back, as arrays can. That gives results of no meaning, but no access beyond an
array: where an earlier count says how much room there is, it is checked again.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from batch_bound cimport could_wrap
from batch_counting cimport CountEach, Side, Tree, count_each_in, count_side, put_row, tree_finish, tree_lanes, tree_push, tree_start
from batch_games cimport GAMES, Block, Played, PlayHops, play_block, play_hops_in, start_games
from batch_hops cimport Codes, Followers, Hopping, HopsIn, Out, hops_in, put_moves
from batch_policy cimport NO_MOVE, Policy, first_with_index, mark_legal, number_moves, policy_index
from batch_rows cimport Row, are_legal, board_of, can_jump, flipped_row, is_position, key_of, moves_of, row_after, same_rows, spread, white_moves
from movecode cimport hops_of, is_jump, is_move, square_of, taken_by
from movegen cimport FIRST_SQUARE_SHIFT, HOPS_SHIFT, MAX_HOPS, Board, MoveList

cdef Policy POLICY
number_moves(&POLICY)


cdef inline uint64_t part_of(uint64_t key, uint64_t parts) noexcept nogil:
    """Parts are told apart by upper bits, places in a table by lower ones."""
    return (key >> 32) * parts >> 32


def first_fault(const Row[:] rows):
    """The first row that is no position, or -1."""
    cdef Py_ssize_t i, fault = -1
    with nogil:
        for i in range(rows.shape[0]):
            if not is_position(&rows[i]):
                fault = i
                break
    return fault


def keys(const Row[:] rows, uint64_t[::1] out):
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            out[i] = key_of(&rows[i])


def flipped(const Row[:] rows, Row[::1] out):
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            out[i] = flipped_row(&rows[i])


def find_equals(
    const Row[:] rows, const uint64_t[::1] keys, Py_ssize_t begin, Py_ssize_t end, uint64_t part, uint64_t parts,
    int64_t[::1] table, int64_t[::1] equals,
):
    """Go on to write to every row of a part of the keys the number of the first row that equals it.

    The table, all -1 at first, is a power of two in size and larger than the number of rows in the part.
    """
    cdef Py_ssize_t i
    cdef size_t at, mask = table.shape[0] - 1
    with nogil:
        for i in range(begin, end):
            if part_of(keys[i], parts) == part:
                at = keys[i] & mask
                while table[at] >= 0 and not same_rows(&rows[table[at]], &rows[i]):
                    at = at + 1 & mask
                if table[at] < 0:
                    table[at] = i
                equals[i] = table[at]


def sizes_of_parts(const uint64_t[::1] keys, int64_t[::1] sizes):
    """Add how many keys are in each part."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(keys.shape[0]):
            sizes[part_of(keys[i], sizes.shape[0])] += 1


def number_equals(
    Py_ssize_t begin, Py_ssize_t end, int64_t size, int64_t[::1] equals, int64_t[::1] firsts, int64_t[::1] counts
):
    """Go on to number the distinct rows as they come, which were `size` before; how many there are then.

    The number takes the place of that of the first row that equals it.
    """
    cdef Py_ssize_t i
    with nogil:
        for i in range(begin, end):
            if equals[i] == i:
                firsts[size] = i
                equals[i] = size
                size += 1
            else:
                equals[i] = equals[equals[i]]
            counts[equals[i]] += 1
    return size


def take(const Row[:] rows, const int64_t[::1] numbers, Row[::1] out):
    """The rows with these numbers."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(numbers.shape[0]):
            out[i] = rows[numbers[i]]


# Counting -----------------------------------------------------------------------------------------


def count_moves(const Row[:] rows, int32_t[::1] counts, *, lanes=0):
    """Count the legal moves of every row, those of both sides to move apart, in lanes."""
    cdef Side* sides = <Side*>calloc(2, sizeof(Side))
    cdef CountEach* count_each = count_each_in(lanes or tree_lanes())
    cdef Py_ssize_t i
    if sides == NULL:
        raise MemoryError("no memory to count with")
    with nogil:
        for i in range(rows.shape[0]):
            put_row(sides, &rows[i], i, count_each, &counts[0])
        count_side(&sides[False], False, count_each, &counts[0])
        count_side(&sides[True], True, count_each, &counts[0])
    free(sides)


def must_capture(const Row[:] rows, uint8_t[::1] out):
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            out[i] = can_jump(&rows[i])


def perft(const Row[:] rows, int depth, uint64_t[::1] counts):
    """Count the last of depth plies, 1 to TREE_DEPTH."""
    cdef Tree* tree = <Tree*>malloc(sizeof(Tree))
    cdef int go_on = False
    cdef Py_ssize_t i
    cdef Board board
    if tree == NULL:
        raise MemoryError("no memory to count with")
    with nogil:
        for i in range(rows.shape[0]):
            board = board_of(&rows[i])
            tree_start(tree, depth, white_moves(&rows[i]), tree_lanes(), &go_on)
            tree_push(tree, board.own, board.enemy, board.kings)
            tree_finish(tree)
            counts[i] = tree.counts.nodes
    free(tree)


def first_that_could_wrap(const Row[:] rows, int64_t depth):
    """The first row whose count of so many plies could be beyond 64 bits, or -1."""
    cdef Py_ssize_t i, fault = -1
    with nogil:
        for i in range(rows.shape[0]):
            if could_wrap(&rows[i], depth):
                fault = i
                break
    return fault


# Moves --------------------------------------------------------------------------------------------


def path_of(uint64_t code):
    """The path of a move and whether a king makes it."""
    return tuple([square_of(code, i) + 1 for i in range(min(hops_of(code), MAX_HOPS) + 1)]), code & 1 != 0


def code_of(tuple path, bint is_king):
    """The code of a move, from a path that is one."""
    cdef int place, hops = len(path) - 1
    cdef uint64_t code = is_king | hops << HOPS_SHIFT
    for place in range(hops + 1):
        code |= <uint64_t>(<int>path[place] - 1) << (FIRST_SQUARE_SHIFT - 5 * place)
    return code


def first_that_is_no_move(const uint64_t[::1] codes):
    """The first code that no `Move` has, or -1."""
    cdef Py_ssize_t i, fault = -1
    with nogil:
        for i in range(codes.shape[0]):
            if not is_move(codes[i]):
                fault = i
                break
    return fault


def list_moves(const Row[:] rows, const int64_t[::1] offsets, uint64_t[::1] codes, *, int lanes=0):
    """Write the moves of row i to codes[offsets[i] : offsets[i + 1]].

    Gives the first row with another number of moves, or -1.
    """
    cdef Codes out = Codes(&offsets[0], &codes[0])
    return put_all(&out, rows, lanes)


def successors(
    const Row[:] rows, int64_t first, const int64_t[::1] offsets, Row[::1] after, int64_t[::1] parents,
    *, int lanes=0,
):
    """The same for the positions after the moves and the numbers of the rows, which count from first."""
    cdef Followers out = Followers(&offsets[0], &after[0], &parents[0], first)
    return put_all(&out, rows, lanes)


cdef put_all(Out* out, const Row[:] rows, int lanes):
    cdef Hopping* sides = <Hopping*>calloc(2, sizeof(Hopping))
    cdef HopsIn hops = hops_in(lanes or tree_lanes())
    cdef int64_t changed
    if sides == NULL:
        raise MemoryError("no memory to make moves with")
    with nogil:
        changed = put_moves(out, hops, sides, &rows[0], rows.strides[0], rows.shape[0])
    free(sides)
    return changed if changed < rows.shape[0] else -1


def nth_moves(const Row[:] rows, const int64_t[::1] indices, uint64_t[::1] codes):
    """The move of each row with that number; the first row that has no such move, or -1."""
    cdef Py_ssize_t i, fault = -1
    cdef MoveList moves
    with nogil:
        for i in range(rows.shape[0]):
            moves_of(&moves, &rows[i])
            if not 0 <= indices[i] < moves.count:
                fault = i
                break
            codes[i] = moves.codes[indices[i]]
    return fault


def first_illegal(const Row[:] rows, const uint64_t[::1] codes):
    """The first row whose move is not legal, or -1."""
    cdef Py_ssize_t i, fault = -1
    with nogil:
        for i in range(rows.shape[0]):
            if not are_legal(&rows[i], &codes[i], 1):
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
            for k in range(min(hops_of(codes[i]), MAX_HOPS) + 1):
                out[i, k] = square_of(codes[i], k) + 1


# For learning -------------------------------------------------------------------------------------


def vocabulary():
    """Start, end and captured men of every move index: list of tuple."""
    return [(POLICY.triples[i].start + 1, POLICY.triples[i].end + 1, POLICY.triples[i].captured) for i in range(POLICY.size)]


def legal_mask(const Row[:] rows, uint8_t[:, ::1] out):
    """Set what is legal; the rest stays as it is."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            mark_legal(&POLICY, &rows[i], &out[i, 0])


def move_indices(const Row[:] rows, const int64_t[::1] offsets, const uint64_t[::1] codes, int32_t[::1] out):
    """The index of every move; the first row with one that is not legal, or -1."""
    cdef Py_ssize_t i, k, fault = -1
    with nogil:
        for i in range(rows.shape[0]):
            if not 0 <= offsets[i] <= offsets[i + 1] <= codes.shape[0] or not are_legal(&rows[i], &codes[offsets[i]], offsets[i + 1] - offsets[i]):
                fault = i
                break
            for k in range(offsets[i], offsets[i + 1]):
                out[k] = policy_index(&POLICY, white_moves(&rows[i]), codes[k])
    return fault


def decode(const Row[:] rows, const int64_t[::1] indices, uint64_t[::1] codes):
    """The first legal move of each row with that index; the first row that has none, or -1."""
    cdef Py_ssize_t i, fault = -1
    with nogil:
        for i in range(rows.shape[0]):
            codes[i] = first_with_index(&POLICY, &rows[i], indices[i])
            if codes[i] == NO_MOVE:
                fault = i
                break
    return fault


def planes(const Row[:] rows, uint32_t[:, ::1] out):
    """The five planes of every row, one word each."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            spread(&rows[i], &out[i, 0])


# Games --------------------------------------------------------------------------------------------


def play_games(
    uint64_t seed, uint64_t first, int64_t max_plies,
    Row[:, ::1] rows, uint64_t[:, ::1] codes, int64_t[::1] lengths, Row[::1] last, int8_t[::1] winners,
    *, lanes=0,
):
    """Play some games at random, numbered from first on; whether there was room for all their plies.

    Each has a line of rows and one of codes, at least one longer than it is.
    """
    cdef Block* block = <Block*>calloc(1, sizeof(Block))
    cdef PlayHops* play_hops = play_hops_in(lanes or tree_lanes())
    cdef Played played
    cdef Py_ssize_t begin = 0
    cdef int n
    cdef bint done = True
    if block == NULL:
        raise MemoryError("no memory to play with")
    with nogil:
        while done and begin < lengths.shape[0]:
            n = min(GAMES, lengths.shape[0] - begin)
            played = Played(
                rows.shape[1], &rows[begin, 0], &codes[begin, 0], &lengths[begin], &last[begin], &winners[begin],
            )
            start_games(block, seed, first + begin, n)
            done = play_block(block, play_hops, n, max_plies, &played)
            begin += n
    free(block)
    return done


def put_together(
    const Row[:, ::1] rows, const uint64_t[:, ::1] codes, const int64_t[::1] lengths,
    Row[::1] all_rows, uint64_t[::1] all_codes,
):
    """Copy games one behind the other."""
    cdef Py_ssize_t game
    cdef int64_t at = 0
    with nogil:
        for game in range(lengths.shape[0]):
            memcpy(&all_rows[at], &rows[game, 0], lengths[game] * sizeof(Row))
            memcpy(&all_codes[at], &codes[game, 0], lengths[game] * sizeof(uint64_t))
            at += lengths[game]
