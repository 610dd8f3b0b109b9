# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: autotestdict=False, auto_pickle=False
"""Counting moves at native speed: below one position, and by frontiers of distinct positions."""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from movegen cimport MAX_MOVES, Board, Successors, all_jumpers, generate, put_steps
from oriented cimport oriented
from tail cimport Tail, close_tail, flush_tail, open_tail, push_tail, start_tail, totals_of, tree_lanes

cdef extern from "distinct.h" nogil:
    const uint64_t MARK
    ctypedef struct Record:
        uint64_t board
        uint64_t rest
    ctypedef struct Chunk:
        Chunk* next
        size_t used
        Record at[1]
    ctypedef struct Pool:
        size_t limit
        size_t peak
    ctypedef struct Writer:
        Pool* pool
        int bits
        int skip
        bint read_soon
        uint64_t written
    ctypedef struct Sieve:
        Pool* pool
        Record* at
        size_t count
        size_t room
        bint overflown

    void pool_open(Pool* pool, size_t limit, size_t reserve)
    void pool_close(Pool* pool)
    bint pool_has_room(Pool* pool)
    void chunk_give(Pool* pool, Chunk* chunk)
    bint writer_open(Writer* writer, Pool* pool, int bits)
    void writer_restart(Writer* writer, int bits)
    void writer_close(Writer* writer)
    bint writer_put(Writer* writer, uint32_t key, Record record)
    void writer_seal(Writer* writer)
    Chunk* writer_peek(const Writer* writer, size_t stream)
    Chunk* writer_take(Writer* writer, size_t stream)
    bint sieve_enlarge(Sieve* sieve, size_t room)
    void sieve_clear(Sieve* sieve, size_t room)
    void sieve_add(Sieve* sieve, Record record)
    void sieve_close(Sieve* sieve)

cdef enum:
    MOST_WORKERS = 4096
    MOST_BITS = 24
    MOST_PART_BITS = 7
    MADE_AT_ONCE = 4 * 98  # records from one: a quiet move for each pair of neighbours, four levels of weight
    PART = 512  # records: what is made from so many stays in the nearest cache

cdef size_t MOST_MEMORY = <size_t>1 << 62


class StoppedError(Exception):
    """What a count raises that was told to stop."""


class TooManyPathsError(OverflowError):
    """What a frontier raises that does not hold the number of paths to a position."""


@cython.final
cdef class Stop:
    """A flag that ends native work soon after it is set, from whatever thread."""

    cdef int flag

    def set(self):
        self.flag = True

    def __reduce__(self):
        """In another process it is another flag."""
        return Stop, ()


def count_tree(black, white, kings, bint white_to_move, depth, Stop stop not None, *, lanes=0):
    """Count the last of depth plies, at least one, below one position; lanes 0: as many as there are."""
    cdef Board board = oriented(black, white, kings, white_to_move)
    cdef int64_t plies = plies_of(depth, 1)
    cdef int width = lanes_of(lanes)
    cdef Tail* tail = open_tail()
    if tail == NULL:
        raise MemoryError("no memory for the last plies of a count")
    try:
        with nogil:
            start_tail(tail, plies, white_to_move, width, &stop.flag)
            push_tail(tail, &board, 1)
            flush_tail(tail)
        return results_of(tail, stop)
    finally:
        close_tail(tail)


cdef tuple results_of(const Tail* tail, Stop stop):
    if stop.flag:
        raise StoppedError("the count was stopped")
    if tail.failed:
        raise MemoryError("no memory for so deep a tree")
    return totals_of(tail)


cdef size_t within(str name, value, size_t least, size_t most) except? 0:
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least} to {most}, not {value}")
    return value


cdef int64_t plies_of(depth, int least) except -1:
    """A number of plies, cut to one that no line of play reaches; only whether it is odd matters then."""
    cdef int64_t beyond = <int64_t>1 << 62
    if depth < least:
        raise ValueError(f"depth must be {least} or more, not {depth}")
    return depth if depth < beyond else beyond + (depth & 1)


cdef int lanes_of(lanes) except -1:
    if lanes not in (0, 1, 4, 8, 16) or lanes > tree_lanes():
        raise ValueError(f"lanes must be 0, 1, 4, 8 or 16, and no more than the {tree_lanes()} of this machine, not {lanes}")
    return lanes


# Frontiers ----------------------------------------------------------------------------------------
#
# A frontier is all positions after some plies, each with the number of paths to it. It is kept in a
# form from which the next one is made in one pass. A quiet move leaves the pieces of the other side as
# they are; so if quiet positions are kept in streams by the pieces of the side not to move, the
# positions after their moves can only equal others of the same stream. A position with a jump is not
# kept: the positions after its jumps are, marked, in the streams where their equals will turn up. Before
# a stream is used it is split once more, by the same pieces, into parts so small that all of it happens in
# the nearest cache: so a position costs the same however many there are.


cdef inline Record pack(const Board* board, uint32_t weight) noexcept nogil:
    cdef Record record
    record.board = board.own | <uint64_t>board.enemy << 32
    record.rest = board.kings | <uint64_t>weight << 32
    return record


cdef inline Board unpack(Record record) noexcept nogil:
    return Board(<uint32_t>record.board, <uint32_t>(record.board >> 32), <uint32_t>record.rest)


cdef inline bint keep(Writer* out, bint white, const Board* board, uint32_t weight) noexcept nogil:
    """Put a position into the frontier that is being written; false if there is no memory for it."""
    cdef Successors after_jumps
    cdef int i
    if not pool_has_room(out.pool):
        return False
    if not all_jumpers(white, board):
        return writer_put(out, board.enemy, pack(board, weight))
    after_jumps.count = 0
    generate(&after_jumps, white, board)
    for i in range(after_jumps.count):
        record = pack(&after_jumps.boards[i], weight)
        record.rest |= MARK
        writer_put(out, after_jumps.boards[i].own, record)
    return True


ctypedef struct Worker:
    Writer source
    Writer target
    Writer parts  # of one stream
    Sieve sieve
    Tail* tail


@cython.final
cdef class Frontier:
    """All positions after some plies, each once, with the number of paths that lead to it.

    A pass makes the next frontier: `open` the target, `process` every stream once, by as many workers as
    there are, `close` it. Positions that find no memory are counted to the end instead, by the same
    call, so a pass never fails half way.

    Parameters
    ----------
    workers : int
        How many threads may call `process` at a time, each with a number of its own.
    max_memory : int
        Bytes that the frontiers may take.
    stop : Stop
        Ends `process` early when set, with `StoppedError`.
    """

    cdef Pool pool
    cdef Worker* workers
    cdef readonly int count
    cdef readonly bint white_to_move
    cdef readonly bint exact
    cdef size_t number_of_streams
    cdef bint writing
    cdef Stop stop

    def __cinit__(self, workers, max_memory, Stop stop not None):
        cdef int i
        self.count = within("workers", workers, 1, MOST_WORKERS)
        self.stop = stop
        self.exact = True
        limit = within("max_memory", min(max_memory, MOST_MEMORY), 0, MOST_MEMORY)
        pool_open(&self.pool, limit, (MAX_MOVES + (1 << MOST_PART_BITS) + 1) * self.count)
        self.workers = <Worker*>calloc(self.count, sizeof(Worker))
        if self.workers == NULL:
            raise MemoryError("no memory for the workers of a count")
        for i in range(self.count):
            self.workers[i].sieve.pool = &self.pool
            self.workers[i].tail = open_tail()
            if self.workers[i].tail == NULL:
                raise MemoryError("no memory to count with")
            if not (
                sieve_enlarge(&self.workers[i].sieve, 2 * MADE_AT_ONCE)
                and writer_open(&self.workers[i].parts, &self.pool, MOST_PART_BITS)
            ):
                raise MemoryError(f"max_memory is too small: {limit} bytes do not do for {self.count} threads")
            self.workers[i].parts.read_soon = True

    def __dealloc__(self):
        cdef int i
        if self.workers != NULL:
            for i in range(self.count):
                writer_close(&self.workers[i].source)
                writer_close(&self.workers[i].target)
                writer_close(&self.workers[i].parts)
                sieve_close(&self.workers[i].sieve)
                close_tail(self.workers[i].tail)
            free(self.workers)
        pool_close(&self.pool)

    @property
    def streams(self):
        """The number of streams, 0 before there is a frontier: int."""
        return self.number_of_streams

    @property
    def records(self):
        """The number of records in all streams: int."""
        return sum([self.workers[i].source.written for i in range(self.count)])

    @property
    def peak_memory(self):
        """The most bytes that were held at any time: int."""
        return self.pool.peak

    def open(self, bits):
        """Begin to write the next frontier in 2**bits streams."""
        cdef int i, wanted = within("bits", bits, 0, MOST_BITS)
        if self.writing:
            raise ValueError("the next frontier is open already")
        for i in range(self.count):
            if not writer_open(&self.workers[i].target, &self.pool, wanted):
                self.abandon()
                raise MemoryError(f"max_memory is too small: {self.pool.limit} bytes do not hold {1 << wanted} streams")
        self.writing = True

    cdef void abandon(self) noexcept:
        """Give up the frontier that is being written."""
        cdef int i
        for i in range(self.count):
            writer_close(&self.workers[i].target)
        self.writing = False

    def close(self):
        """Go on to the frontier that has been written."""
        cdef int i
        if not self.writing:
            raise ValueError("the next frontier has not been opened")
        for i in range(self.count):
            writer_seal(&self.workers[i].target)
            writer_close(&self.workers[i].source)
            self.workers[i].source = self.workers[i].target
            memset(&self.workers[i].target, 0, sizeof(Writer))
        self.writing = False
        self.number_of_streams = <size_t>1 << self.workers[0].source.bits
        self.white_to_move = not self.white_to_move

    def start(self, black, white, kings, bint white_to_move):
        """Make this the frontier of one position."""
        cdef Board board = oriented(black, white, kings, white_to_move)
        self.open(0)
        if not keep(&self.workers[0].target, white_to_move, &board, 1):
            self.abandon()
            raise MemoryError(f"max_memory is too small: {self.pool.limit} bytes do not hold a frontier")
        self.white_to_move = not white_to_move
        self.close()

    def load(self, bytes records not None, bint white_to_move, bits):
        """Make this the frontier of records that `take` has taken, in 2**bits streams."""
        cdef const Record* record = <const Record*>PyBytes_AS_STRING(records)
        cdef Py_ssize_t i, number = len(records) // <Py_ssize_t>sizeof(Record)
        cdef Board board
        if len(records) % <Py_ssize_t>sizeof(Record):
            raise ValueError(f"{len(records)} bytes are no whole number of records")
        for i in range(number):
            board = unpack(record[i])
            if board.own & board.enemy or board.kings & ~(board.own | board.enemy):
                raise ValueError(f"record {i} is not a position")
        self.open(bits)
        for i in range(number):
            if not (pool_has_room(&self.pool) and writer_put(&self.workers[0].target, key_of(record[i]), record[i])):
                self.abandon()
                raise MemoryError(f"max_memory is too small: {self.pool.limit} bytes do not hold {number} records")
        self.white_to_move = not white_to_move
        self.close()

    def take(self, first, last):
        """Remove the records of some streams and return them: bytes, 16 for each."""
        cdef size_t begin = within("first", first, 0, self.number_of_streams), stream
        cdef size_t end = within("last", last, begin, self.number_of_streams)
        cdef Chunk* here
        cdef int i
        parts = []
        for stream in range(begin, end):
            for i in range(self.count):
                while True:
                    here = writer_peek(&self.workers[i].source, stream)
                    if here == NULL:
                        break
                    parts.append(PyBytes_FromStringAndSize(<const char*>here.at, here.used * sizeof(Record)))
                    chunk_give(&self.pool, writer_take(&self.workers[i].source, stream))
        return b"".join(parts)

    def process(self, worker, first, last, depth, *, bint keeping, lanes=0):
        """Make the positions one ply on from some streams, and use the streams up.

        Parameters
        ----------
        worker : int
            Number of the calling thread.
        first, last : int
            The streams first .. last - 1.
        depth : int
            Plies to count below the new positions; 0 counts the positions themselves only.
        keeping : bool
            Whether to write the new positions into the next frontier and count below those alone for
            which there is no memory.

        Returns
        -------
        tuple
            The number of distinct positions made, and the six counts.
        """
        cdef uint64_t distinct = 0
        cdef size_t begin = within("first", first, 0, self.number_of_streams), stream
        cdef size_t end = within("last", last, begin, self.number_of_streams)
        cdef int64_t plies = plies_of(depth, 0)
        cdef int width = lanes_of(lanes)
        cdef Worker* w = &self.workers[within("worker", worker, 0, self.count - 1)]
        if keeping and not self.writing:
            raise ValueError("the next frontier has not been opened")
        with nogil:
            start_tail(w.tail, plies, not self.white_to_move, width, &self.stop.flag)
            for stream in range(begin, end):
                if self.stop.flag:
                    break
                distinct += self.process_stream(w, stream, plies > 0, keeping)
            flush_tail(w.tail)
        if w.sieve.overflown:
            raise TooManyPathsError("a position is reached in 2**116 ways or more: frontiers count no further")
        return distinct, results_of(w.tail, self.stop)

    cdef uint64_t process_stream(self, Worker* w, size_t stream, bint counting, bint keeping) noexcept nogil:
        cdef uint64_t distinct = 0
        cdef size_t part
        self.split(w, stream)
        for part in range(<size_t>1 << w.parts.bits):
            distinct += self.process_part(w, part, counting, keeping)
        return distinct

    cdef void split(self, Worker* w, size_t stream) noexcept nogil:
        """Move a stream to parts, of which each fits the nearest cache with all that is made from it."""
        cdef size_t waiting = 0, i
        cdef Chunk* here
        cdef int worker, bits = 0
        for worker in range(self.count):
            here = writer_peek(&self.workers[worker].source, stream)
            while here != NULL:
                waiting += here.used
                here = here.next
        while bits < MOST_PART_BITS and waiting >> bits > PART:
            bits += 1
        writer_restart(&w.parts, bits)
        w.parts.skip = w.source.bits
        for worker in range(self.count):
            while True:
                here = writer_take(&self.workers[worker].source, stream)
                if here == NULL:
                    break
                for i in range(here.used):
                    writer_put(&w.parts, key_of(here.at[i]), here.at[i])
                chunk_give(&self.pool, here)
        writer_seal(&w.parts)

    cdef uint64_t process_part(self, Worker* w, size_t part, bint counting, bint keeping) noexcept nogil:
        cdef uint64_t distinct = 0
        cdef size_t waiting = 0, i
        cdef Record record
        cdef Successors steps
        cdef Board board
        cdef int k
        cdef Chunk* here = writer_peek(&w.parts, part)
        while here != NULL:
            waiting += here.used
            here = here.next
        sieve_clear(&w.sieve, 2 * waiting + MADE_AT_ONCE)
        while True:
            here = writer_take(&w.parts, part)
            if here == NULL:
                break
            if self.stop.flag:
                chunk_give(&self.pool, here)
                continue
            for i in range(here.used):
                if w.sieve.count + MADE_AT_ONCE > w.sieve.room and not sieve_enlarge(&w.sieve, 2 * w.sieve.room):
                    self.exact = False
                    distinct += self.empty_sieve(w, counting, keeping)
                    sieve_clear(&w.sieve, w.sieve.room)
                record = here.at[i]
                if record.rest & MARK:
                    record.rest ^= MARK
                    sieve_add(&w.sieve, record)
                    continue
                board = unpack(record)
                steps.count = 0
                put_steps(&steps, self.white_to_move, &board)
                for k in range(steps.count):
                    sieve_add(&w.sieve, pack(&steps.boards[k], record.rest >> 32))
            chunk_give(&self.pool, here)
        return distinct + self.empty_sieve(w, counting, keeping)

    cdef uint64_t empty_sieve(self, Worker* w, bint counting, bint keeping) noexcept nogil:
        """Keep or count the positions in the sieve; return their number."""
        cdef bint white = not self.white_to_move
        cdef uint64_t distinct = 0
        cdef uint32_t weight
        cdef Board board
        cdef size_t i
        for i in range(1, w.sieve.count + 1):
            if self.stop.flag:
                break
            weight = w.sieve.at[i].rest >> 32
            distinct += weight >> 29 == 0
            if keeping or counting:
                board = unpack(w.sieve.at[i])
                if keeping:
                    if keep(&w.target, white, &board, weight):
                        continue
                    self.exact = False
                if counting:
                    push_tail(w.tail, &board, weight)
        return distinct


cdef inline uint32_t key_of(Record record) noexcept nogil:
    """The pieces that tell the stream: those of the side that does not move next from a quiet position."""
    return <uint32_t>record.board if record.rest & MARK else <uint32_t>(record.board >> 32)
