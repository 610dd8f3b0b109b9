"""The tree of a search: alpha-beta that gives up nothing, so a win within the depth is never missed.

The value of a position at a depth is plain minimax: at depth 0 every capture is played out and the
rest is evaluated; nothing is reduced and nothing is pruned but what cannot matter. A side without a
move has lost; a win n plies ahead is worth WIN - n, a loss n - WIN, and neither is ever an estimate.

Draws are those of the game. They depend on how a position was reached, which the table must not forget:

- The third occurrence of a position is a draw, those before the search included. The shortest win never
  repeats a position, so the draw hides no win; but what was found below it may hold for this line only.
  `Tree.depends` tells how far up the line it reaches, and what depends on the line is not kept.
- So are 80 plies without a capture or a move of a man. What lies so deep that this may matter is
  neither kept nor looked up.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from bitboard cimport index_of, popcount
from evaluate cimport evaluate, quiet_moves
from movegen cimport MAX_MOVES, Board, Successors, all_jumpers, generate
from table cimport AT_LEAST, AT_MOST, EXACT, NO_MOVE, Table, bound_of, depth_of, find, keep, move_of, value_of

cdef enum:
    WIN = 10000
    MOST_DEPTH = 99
    MOST_PLIES = MOST_DEPTH + 32  # captures beyond the depth take a piece each
    DECIDED = WIN - 2 * MOST_PLIES  # values beyond are proved
    QUIET_LIMIT = 80
    NOWHERE = MOST_PLIES  # farther down than any position of the line

cdef enum:
    SIGNAL_NODES = 1 << 15
    FIRST = 1 << 30  # orders of moves: what the table says,
    TAKING = 1 << 24  # captures, crowning,
    KILLER = 1 << 23  # what has refuted a sister, the rest by their history
    MOST_HISTORY = 1 << 22

ctypedef struct Seen:  # a position of the game before the search
    Board board
    bint white
    int times

ctypedef struct Tree:
    Table* table
    const volatile int* halt
    bint (*signalled)() noexcept nogil
    uint64_t nodes
    uint64_t most_nodes
    bint stopped  # values are worthless from then on
    bint interrupted
    int depends  # the first ply of the line that the last value depends on, or NOWHERE
    int seen_count
    Seen seen[QUIET_LIMIT]
    uint32_t killers[MOST_PLIES][2]
    int32_t history[2][32][32]
    Board line[MOST_PLIES]
    int pv_length[MOST_PLIES]
    Board pv[MOST_DEPTH + 1][MOST_DEPTH + 1]
    Successors moves[MOST_PLIES]
    int32_t order[MOST_PLIES][MAX_MOVES]


cdef inline bint enter(Tree* tree) noexcept nogil:
    """Count a node; false if the search has to stop."""
    if tree.nodes >= tree.most_nodes or tree.halt[0]:
        tree.stopped = True
        return False
    tree.nodes += 1
    if tree.nodes % SIGNAL_NODES == 0 and tree.signalled():
        tree.interrupted = tree.stopped = True
        return False
    return True


cdef inline bint is_quiet(const Board* board, const Board* child) noexcept nogil:
    """Whether a move takes nothing and moves no man."""
    return child.own == board.enemy and board.own & board.kings & ~child.enemy != 0


cdef inline bint is_third(Tree* tree, bint white, const Board* board, int ply, int quiet) noexcept nogil:
    """Whether the position occurs for the third time; if so, what in the line that depends on is told."""
    cdef int i = ply - 4, times = 1, first = NOWHERE
    while times < 3 and i >= 0 and ply - i <= quiet:
        if same(&tree.line[i], board):
            times += 1
            first = i
        i -= 2
    if times < 3 and quiet > ply:
        for i in range(tree.seen_count):
            if tree.seen[i].white == white and same(&tree.seen[i].board, board):
                times += tree.seen[i].times
    if times < 3:
        return False
    tree.depends = first
    return True


cdef inline bint same(const Board* a, const Board* b) noexcept nogil:
    return a.own == b.own and a.enemy == b.enemy and a.kings == b.kings


cdef inline uint32_t trace_of(const Board* board, const Board* child) noexcept nogil:
    """The start and the end of a move as two bits: how moves are known again in other positions."""
    return board.own ^ child.enemy


cdef inline int32_t* history_of(Tree* tree, bint white, const Board* board, const Board* child) noexcept nogil:
    cdef uint32_t start = board.own & ~child.enemy
    cdef uint32_t end = child.enemy & ~board.own
    return &tree.history[white][index_of(start)][index_of(end)]


cdef inline void order_moves(Tree* tree, bint white, const Board* board, int ply, int hint) noexcept nogil:
    cdef Successors* moves = &tree.moves[ply]
    cdef int32_t* order = tree.order[ply]
    cdef Board* child
    cdef uint32_t trace
    cdef int i
    for i in range(moves.count):
        child = &moves.boards[i]
        trace = trace_of(board, child)
        if i == hint:
            order[i] = FIRST
        elif child.own != board.enemy:
            order[i] = TAKING + 2 * popcount(board.enemy & ~child.own) + popcount(board.enemy & board.kings & ~child.own)
        elif popcount(child.kings) > popcount(board.kings):
            order[i] = TAKING
        elif trace == tree.killers[ply][0] or trace == tree.killers[ply][1]:
            order[i] = KILLER
        else:
            order[i] = history_of(tree, white, board, child)[0]


cdef inline int next_move(Tree* tree, int ply) noexcept nogil:
    """The first in order of the moves that have not been searched; it is crossed out."""
    cdef int32_t* order = tree.order[ply]
    cdef int i, best = 0
    for i in range(1, tree.moves[ply].count):
        if order[i] > order[best]:
            best = i
    order[best] = -1
    return best


cdef inline void remember(Tree* tree, bint white, const Board* board, const Board* child, int depth, int ply) noexcept nogil:
    """Note a quiet move that has refuted the move before it."""
    cdef uint32_t trace = trace_of(board, child)
    cdef int32_t* history
    cdef int i, j
    if child.own != board.enemy:
        return
    if tree.killers[ply][0] != trace:
        tree.killers[ply][1] = tree.killers[ply][0]
        tree.killers[ply][0] = trace
    history = history_of(tree, white, board, child)
    history[0] += depth * depth
    if history[0] > MOST_HISTORY:
        for i in range(32):
            for j in range(32):
                tree.history[white][i][j] //= 2


cdef inline void lead(Tree* tree, int ply, const Board* child) noexcept nogil:
    """Make a move and the best line below it the best line from here."""
    cdef int i, length = tree.pv_length[ply + 1]
    tree.pv[ply][0] = child[0]
    for i in range(length):
        tree.pv[ply][i + 1] = tree.pv[ply + 1][i]
    tree.pv_length[ply] = length + 1


cdef inline int settle(Tree* tree, bint white, const Board* board, int alpha, int beta, int ply) noexcept nogil:
    """The value once all captures are played out, if the position can be reached."""
    cdef Successors* moves = &tree.moves[ply]
    cdef int i, value, best = -WIN
    if not all_jumpers(white, board):
        return evaluate(white, board) if quiet_moves(white, board) else ply - WIN
    moves.count = 0
    generate(moves, white, board)
    for i in range(moves.count):
        if not enter(tree):
            return 0
        value = -settle(tree, not white, &moves.boards[i], -beta, -alpha, ply + 1)
        if tree.stopped:
            return 0
        if value > best:
            best = value
            if value >= beta:
                break
            if value > alpha:
                alpha = value
    return best


cdef inline int look_up(Tree* tree, uint64_t known, int depth, int alpha, int beta, int ply, int quiet) noexcept nogil:
    """A value that what is known allows to return, or WIN if it allows none; it is never worth WIN itself.

    A proved win or loss holds whatever the depth, if it comes before a draw by 80 quiet plies can; all other
    values hold if no such draw is within the depth that they were found at.
    """
    cdef int value = value_of(known), bound = bound_of(known), deep = depth_of(known)
    cdef bint won = value > DECIDED, lost = value < -DECIDED
    if quiet + (WIN - value if won else WIN + value if lost else deep) >= QUIET_LIMIT:
        return WIN
    if won:
        value -= ply
    elif lost:
        value += ply
    if bound & AT_LEAST and value >= beta and (deep >= depth or won):
        return value
    if bound & AT_MOST and value <= alpha and (deep >= depth or lost):
        return value
    if bound == EXACT and deep >= depth:
        return value
    return WIN


cdef inline int visit(
    Tree* tree, bint white, const Board* board, int depth, int alpha, int beta, int ply, int quiet,
) noexcept nogil:
    """The value of a position, exact between alpha and beta and else a bound.

    ply counts from the root, quiet the plies since a capture or a move of a man.
    """
    cdef Successors* moves = &tree.moves[ply]
    cdef bint wide = beta - alpha > 1
    cdef int i, move, value, child_quiet, first_alpha, hint = NO_MOVE, best = -WIN, best_move = NO_MOVE, depends = NOWHERE
    cdef uint64_t known
    cdef Board* child
    tree.depends = NOWHERE
    tree.pv_length[ply] = 0
    if not enter(tree):
        return 0
    if ply:
        if quiet >= 4 and is_third(tree, white, board, ply, quiet):
            return 0
        if quiet >= QUIET_LIMIT and (all_jumpers(white, board) or quiet_moves(white, board)):
            return 0
    if depth == 0:
        return settle(tree, white, board, alpha, beta, ply)
    # No value is beyond a loss here and a win with the next move.
    if alpha < ply - WIN:
        alpha = ply - WIN
    if beta > WIN - ply - 1:
        beta = WIN - ply - 1
    if alpha >= beta:
        return alpha
    known = find(tree.table, white, board)
    if known:
        hint = move_of(known)
        if not wide:
            value = look_up(tree, known, depth, alpha, beta, ply, quiet)
            if value != WIN:
                return value
    moves.count = 0
    generate(moves, white, board)
    if not moves.count:
        return ply - WIN
    tree.line[ply] = board[0]
    order_moves(tree, white, board, ply, hint)
    first_alpha = alpha
    for i in range(moves.count):
        move = next_move(tree, ply)
        child = &moves.boards[move]
        child_quiet = quiet + 1 if is_quiet(board, child) else 0
        if i:
            value = -visit(tree, not white, child, depth - 1, -alpha - 1, -alpha, ply + 1, child_quiet)
        if not i or alpha < value < beta:
            value = -visit(tree, not white, child, depth - 1, -beta, -alpha, ply + 1, child_quiet)
        if tree.stopped:
            return 0
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if wide:
                    lead(tree, ply, child)
            if value >= beta:
                depends = tree.depends
                remember(tree, white, board, child, depth, ply)
                break
        if tree.depends < depends:
            depends = tree.depends
    if depends >= ply:
        depends = NOWHERE
    tree.depends = depends
    # Draws by 80 quiet plies may be in the value from there on. `look_up` refuses such a value wherever it is
    # found again at as many quiet plies or more, and only a thread at another depth finds it at fewer.
    if quiet + depth < QUIET_LIMIT:
        value = best + ply if best > DECIDED else best - ply if best < -DECIDED else best
        if depends == NOWHERE:
            keep(
                tree.table, white, board, value, depth,
                AT_LEAST if best >= beta else AT_MOST if best <= first_alpha else EXACT, best_move,
            )
        else:
            keep(tree.table, white, board, -WIN, 0, AT_LEAST, best_move)
    return best
