# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: autotestdict=False, auto_pickle=False
"""Looking ahead at native speed: searchers, and the table that those of one search share."""

cimport cython
from libc.stdlib cimport calloc, free

from bitboard cimport to_square_order
from evaluate cimport evaluate as worth
from movegen cimport Board
from oriented cimport oriented
from search_tree cimport DECIDED, MOST_DEPTH, QUIET_LIMIT, WIN as WON, Tree, visit
from table cimport Table, close_table, open_table

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept

cdef enum:
    NARROW = 24  # how far a value may move from one depth to the next before the window has to open

WIN = WON
DEEPEST = MOST_DEPTH


def evaluate(black, white, kings, bint white_to_move):
    """The value of a position without looking ahead."""
    cdef Board board = oriented(black, white, kings, white_to_move)
    return worth(white_to_move, &board)


cdef bint signalled() noexcept with gil:
    return PyErr_CheckSignals() != 0


cdef int raise_what_was_signalled() except -1:
    return -1


@cython.final
cdef class SharedTable:
    """A transposition table of at most so many bytes."""

    cdef Table table

    def __cinit__(self, most_bytes):
        if not open_table(&self.table, most_bytes):
            raise MemoryError(f"no memory for a transposition table of {most_bytes} bytes")

    def __dealloc__(self):
        close_table(&self.table)


@cython.final
cdef class Searcher:
    """One thread's search of one position, to be run once.

    Parameters
    ----------
    table : SharedTable
    black, white, kings : int
        Square-ordered bitboards.
    white_to_move : bool
    quiet_plies : int
        Plies before the position since a capture or a move of a man.
    seen : sequence of tuple
        What has occurred in those plies, and how often: three bitboards and whether White is to move, a number.
    """

    cdef SharedTable table
    cdef Tree* tree
    cdef Board board
    cdef bint white_to_move
    cdef int quiet_plies
    cdef int halt

    def __cinit__(self, SharedTable table not None, black, white, kings, bint white_to_move, quiet_plies, seen):
        cdef int i
        self.board = oriented(black, white, kings, white_to_move)
        self.white_to_move = white_to_move
        self.quiet_plies = min(quiet_plies, QUIET_LIMIT)
        self.table = table
        self.tree = <Tree*>calloc(1, sizeof(Tree))
        if self.tree == NULL:
            raise MemoryError("no memory to search with")
        self.tree.table = &table.table
        self.tree.halt = &self.halt
        self.tree.signalled = signalled
        self.tree.seen_count = min(len(seen), QUIET_LIMIT)
        for i in range(self.tree.seen_count):
            (black, white, kings, turn), times = seen[i]
            self.tree.seen[i].board = oriented(black, white, kings, turn)
            self.tree.seen[i].white = turn
            self.tree.seen[i].times = times

    def __dealloc__(self):
        free(self.tree)

    def stop(self):
        """End the search soon, from whatever thread; or at once when it is run."""
        self.halt = True

    @property
    def nodes(self):
        """The number of positions looked at: int."""
        return self.tree.nodes

    def run(self, depth, nodes):
        """Search deeper and deeper, to a depth or until so many positions have been looked at.

        Returns
        -------
        tuple
            Depth reached, value, and the positions of the best line as three bitboards each.
        """
        cdef int deepest = depth, reached = 0, value = worth(self.white_to_move, &self.board), found, i
        cdef Board[MOST_DEPTH + 1] line
        cdef int length = 0
        self.tree.most_nodes = nodes
        with nogil:
            while reached < deepest:
                found = self.look(reached + 1, value)
                if self.tree.stopped:
                    break
                value = found
                reached += 1
                length = self.tree.pv_length[0]
                for i in range(length):
                    line[i] = self.tree.pv[0][i]
                if value >= WON - reached or value <= reached - WON:
                    break  # all shorter ways have been searched: it stays at that
        if self.tree.interrupted:
            raise_what_was_signalled()
        positions = []
        for i in range(length):
            positions.append(self.bitboards(&line[i], self.white_to_move == i % 2))
        return reached, value, positions

    cdef int look(self, int depth, int expected) noexcept nogil:
        """The value at a depth, first looked for around what is expected."""
        cdef int low = -WON, high = WON, value
        if depth > 2 and -DECIDED < expected < DECIDED:
            low = expected - NARROW
            high = expected + NARROW
        while True:
            value = visit(self.tree, self.white_to_move, &self.board, depth, low, high, 0, self.quiet_plies)
            if value <= low and low > -WON:
                low = -WON
            elif value >= high and high < WON:
                high = WON
            else:
                return value
            if self.tree.stopped:
                return value

    cdef tuple bitboards(self, const Board* board, bint white_to_move):
        own, enemy, kings = to_square_order(board.own), to_square_order(board.enemy), to_square_order(board.kings)
        return (enemy, own, kings) if white_to_move else (own, enemy, kings)
