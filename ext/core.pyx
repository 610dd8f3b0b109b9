# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: autotestdict=False, auto_pickle=False
"""The two values of the library: a position and a move in it.

Both are immutable and hold plain bits; text, drawings and counting are left to the modules that know
about them. Square-ordered bitboards (bit i is square i + 1) are made here, at the boundary to Python.
"""

cimport cython
from cpython.object cimport Py_EQ, Py_LE, Py_LT, Py_NE, Py_GT, PyTypeObject
from cpython.number cimport PyNumber_Index
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint32_t, uint64_t

from bitboard cimport bit_of, from_square_order, to_square_order, turned
from fentext cimport FenFields, scan_fen
from mixing cimport key_of_squares
from movecode cimport between, board_after, column, hops_of, is_end_row, is_jump, list_moves, square_of
from movegen cimport FIRST_SQUARE_SHIFT, HOPS_SHIFT, MAX_HOPS, Board, MoveList, Tally, all_jumpers, generate

from pydraughts import diagram, notation
from pydraughts.errors import IllegalMoveError, InvalidMoveError
from pydraughts.fen import read as read_fen, write as write_fen
from pydraughts.types import Color, Piece

cdef extern from "Python.h":
    object PyType_GenericAlloc(PyTypeObject* type, Py_ssize_t items)

cdef object NOTHING = object()
cdef tuple COLORS = (Color.BLACK, Color.WHITE)
cdef tuple PIECES = (Piece.BLACK_MAN, Piece.BLACK_KING, Piece.WHITE_MAN, Piece.WHITE_KING)

cdef enum:
    BLACK_START = 0x00000FFF
    BLACK_CROWNING_ROW = 0xF0000000
    WHITE_CROWNING_ROW = 0x0000000F


# Moves ------------------------------------------------------------------------------------------


cdef tuple path_of(uint64_t code):
    return tuple([square_of(code, i) + 1 for i in range(hops_of(code) + 1)])


cdef inline bint same_path(uint64_t code, tuple squares):
    cdef Py_ssize_t i, length = len(squares)
    if length != hops_of(code) + 1:
        return False
    for i in range(length):
        if square_of(code, i) + 1 != <int>squares[i]:
            return False
    return True


cdef uint64_t code_of(path, bint is_king) except 0:
    """Check a path as far as that can be done without a position."""
    try:
        path = tuple([PyNumber_Index(square) for square in path])
    except TypeError:
        raise TypeError(
            f"a path is a sequence of squares, such as (9, 14), not {path!r}; a text is read by Position.parse_move"
        ) from None
    cdef int hops = len(path) - 1
    cdef int i, rows, columns, step = 0
    cdef uint64_t code = is_king, jumped = 0
    if not 1 <= hops <= MAX_HOPS:
        raise InvalidMoveError(f"{path!r} is not a move: a path has 2 to {MAX_HOPS + 1} squares")
    for i, square in enumerate(path):
        if not 1 <= square <= 32:
            raise InvalidMoveError(
                f"{path!r} is not a move: square {square} is not on the board, squares are numbered 1 to 32"
            )
        code |= <uint64_t>(square - 1) << (FIRST_SQUARE_SHIFT - 5 * i)
    for i in range(hops):
        start, end = square_of(code, i), square_of(code, i + 1)
        rows = (end >> 2) - (start >> 2)
        columns = column(end) - column(start)
        if abs(rows) != abs(columns) or abs(rows) != 1 + (hops > 1 or abs(rows) == 2):
            kind = "a jump" if hops > 1 else "a step or a jump"
            raise InvalidMoveError(
                f"{path!r} is not a move: from {start + 1} to {end + 1} is not {kind} along a diagonal"
            )
        # By a house rule a man that is crowned jumps on.
        if not is_king and i and (rows > 0) != (step > 0):
            if not is_end_row(start):
                raise InvalidMoveError(f"{path!r} is not a move of a man: it turns back at {start + 1}")
            is_king = True
        step = rows
        if abs(rows) == 2:
            over = <uint64_t>1 << between(start, end)
            if jumped & over:
                raise InvalidMoveError(f"{path!r} is not a move: it jumps {between(start, end) + 1} twice")
            jumped |= over
    return code | <uint64_t>hops << HOPS_SHIFT


cdef inline Move new_move(uint64_t code):
    cdef Move move = <Move>PyType_GenericAlloc(<PyTypeObject*>Move, 0)
    move.code = code
    return move


@cython.final
cdef class Move:
    """A move: the squares that a piece stands on, one after the other.

    Two routes over the same men are two moves. What a path says without a position is checked here,
    whether it is legal is the position's to say.

    Parameters
    ----------
    path : sequence of int
        Squares 1-32, start first.
    is_king : bool, default False
        Whether the piece was a king before the move.

    Raises
    ------
    InvalidMoveError
        If no piece could move so on an otherwise suitable board.

    Examples
    --------
    >>> move = Move((9, 18, 25))
    >>> str(move), move.captured, move.is_promotion
    ('9x18x25', (14, 22), False)
    >>> Move((9, 14)) < move
    True
    """

    cdef uint64_t code

    def __cinit__(self, path, *, bint is_king=False):
        self.code = code_of(path, is_king)

    @property
    def path(self):
        """Every square stood on, start first: tuple of int."""
        return path_of(self.code)

    @property
    def start(self):
        """First square of the path: int."""
        return square_of(self.code, 0) + 1

    @property
    def end(self):
        """Last square of the path: int."""
        return square_of(self.code, hops_of(self.code)) + 1

    @property
    def captured(self):
        """The squares jumped over, in order; empty for a quiet move: tuple of int."""
        if not is_jump(self.code):
            return ()
        return tuple([
            between(square_of(self.code, i), square_of(self.code, i + 1)) + 1 for i in range(hops_of(self.code))
        ])

    @property
    def is_capture(self):
        """Whether the move jumps: bool."""
        return is_jump(self.code)

    @property
    def is_king(self):
        """Whether the piece was a king before the move: bool."""
        return (self.code & 1) != 0

    @property
    def is_promotion(self):
        """Whether a man is crowned by the move: bool."""
        cdef int i
        if not self.code & 1:
            for i in range(1, hops_of(self.code) + 1):
                if is_end_row(square_of(self.code, i)):
                    return True
        return False

    def __str__(self):
        return notation.join(path_of(self.code), capture=is_jump(self.code))

    def __repr__(self):
        king = ", is_king=True" if self.code & 1 else ""
        return f"Move({path_of(self.code)!r}{king})"

    def __hash__(self):
        return hash(self.code)

    def __richcmp__(self, other, int op):
        if not isinstance(other, Move):
            return NotImplemented
        cdef uint64_t a = self.code, b = (<Move>other).code
        if op == Py_EQ:
            return a == b
        if op == Py_NE:
            return a != b
        if op == Py_LT:
            return a < b
        if op == Py_LE:
            return a <= b
        if op == Py_GT:
            return a > b
        return a >= b

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _move, (path_of(self.code), self.code & 1 != 0)


def _move(path, is_king):
    return Move(path, is_king=is_king)


# Positions ----------------------------------------------------------------------------------------


cdef inline Position new_position(uint32_t own, uint32_t enemy, uint32_t kings, bint white):
    cdef Position position = <Position>PyType_GenericAlloc(<PyTypeObject*>Position, 0)
    position.board = Board(own, enemy, kings)
    position.white_to_move = white
    return position


cdef Position from_sides(uint32_t black, uint32_t white, uint32_t kings, bint white_to_move):
    if white_to_move:
        return new_position(white, black, kings, True)
    return new_position(black, white, kings, False)


cdef inline uint32_t check_bitboard(name, value) except? 0xFFFFFFFF:
    value = PyNumber_Index(value)
    if not 0 <= value <= 0xFFFFFFFF:
        raise ValueError(f"{name} must fit 32 bits, bit i for square i + 1; it is {value:#x}")
    return value


cdef inline bint check_turn(turn) except -1:
    if turn not in COLORS:
        raise ValueError(f"turn must be Color.BLACK or Color.WHITE, not {turn!r}")
    return turn == Color.WHITE


def _numbers(uint32_t squares):
    return ", ".join([str(index + 1) for index in range(32) if squares >> index & 1])


@cython.final
cdef class Position:
    """A position: where the pieces stand and whose turn it is. ``Position()`` is the start position.

    Others are made by `from_fen`, `from_pieces` or `from_bitboards`.

    Positions are values: they compare, hash, copy and pickle by content and never change; `play`
    returns a new one.

    Examples
    --------
    >>> position = Position().play("11-15").play("22-18")
    >>> position.fen
    'B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'
    >>> [str(move) for move in position.legal_moves()]
    ['15x22']
    """

    cdef Board board
    cdef bint white_to_move

    # There is a parameter only to refuse it in words: named as newcomers call it, and cheaper than *arguments.
    def __cinit__(self, fen=NOTHING):
        if fen is not NOTHING:
            raise TypeError(
                "Position() is the start position and takes no arguments; others are made by Position.from_fen(...),"
                " Position.from_pieces(...) or Position.from_bitboards(...)"
            )
        self.board = Board(from_square_order(BLACK_START), turned(from_square_order(BLACK_START)), 0)
        self.white_to_move = False

    @staticmethod
    def from_fen(fen, *, bint strict=True):
        """Read a position text.

        Parameters
        ----------
        fen : str
            Such as ``W:W18,K24:B12,K13``: side to move and the squares of both sides, in either
            order. Ranges (``21-32``, ``K1-4``), blanks, lower case, a final full stop and a wrapping
            ``[FEN "..."]`` are understood.
        strict : bool, default True
            Whether a man on its crowning row is an error. If not, it is read as a king.

        Returns
        -------
        Position

        Raises
        ------
        InvalidFenError
            If the text does not describe a position.

        Examples
        --------
        >>> Position.from_fen("B:W21-32:B1-12") == Position()
        True
        """
        cdef FenFields fields
        cdef Py_ssize_t length
        cdef const char* ascii
        if not isinstance(fen, str):
            raise TypeError(f"a position text is a str, not {type(fen).__name__}")
        if fen.isascii():
            ascii = PyUnicode_AsUTF8AndSize(fen, &length)
            if scan_fen(ascii, length, &fields):
                return from_sides(fields.sides[0], fields.sides[1], fields.kings, fields.turn)
        black, white, kings, turn = read_fen(fen, strict=strict)
        return from_sides(from_square_order(black), from_square_order(white), from_square_order(kings), turn)

    @staticmethod
    def from_bitboards(*, black, white, kings, turn):
        """Build a position from square-ordered bitboards.

        Parameters
        ----------
        black, white : int
            The pieces of each side; bit i is square i + 1.
        kings : int
            Those of them that are kings.
        turn : Color
            Side to move.

        Returns
        -------
        Position

        Raises
        ------
        ValueError
            If the bitboards contradict each other, or a man stands on its crowning row.

        Examples
        --------
        >>> Position.from_bitboards(black=1, white=1 << 31, kings=1, turn=Color.WHITE).fen
        'W:W32:BK1'
        """
        cdef uint32_t b = check_bitboard("black", black)
        cdef uint32_t w = check_bitboard("white", white)
        cdef uint32_t k = check_bitboard("kings", kings)
        if b & w:
            raise ValueError(f"black and white both claim square {_numbers(b & w)}")
        if k & ~(b | w):
            raise ValueError(f"kings names square {_numbers(k & ~(b | w))}, where no piece stands")
        for side, row in ((b, BLACK_CROWNING_ROW), (w, WHITE_CROWNING_ROW)):
            if side & row & ~k:
                raise ValueError(f"a man cannot stand on its crowning row: {_numbers(side & row & ~k)} must be a king")
        return from_sides(from_square_order(b), from_square_order(w), from_square_order(k), check_turn(turn))

    @staticmethod
    def from_pieces(mapping, turn):
        """Build a position from pieces on squares.

        Parameters
        ----------
        mapping : mapping of int to Piece
            What stands on each occupied square, 1-32.
        turn : Color
            Side to move.

        Returns
        -------
        Position

        Raises
        ------
        ValueError
            If a square is not on the board, or a man stands on its crowning row.

        Examples
        --------
        >>> Position.from_pieces({1: Piece.BLACK_KING, 32: Piece.WHITE_MAN}, Color.BLACK).fen
        'B:W32:BK1'
        """
        cdef uint32_t bit
        sides = [0, 0]
        kings = 0
        if not hasattr(mapping, "items"):
            raise TypeError(f"pieces are given as a mapping from squares, not {type(mapping).__name__}")
        for square, piece in mapping.items():
            bit = <uint32_t>1 << check_square(square)
            if piece not in PIECES:
                raise ValueError(f"square {square} must hold a Piece, not {piece!r}")
            piece = Piece(piece)
            sides[piece.color] |= bit
            kings |= bit if piece.is_king else 0
        return Position.from_bitboards(black=sides[0], white=sides[1], kings=kings, turn=turn)

    @property
    def black(self):
        """Black's pieces as a bitboard, bit i for square i + 1: int."""
        return to_square_order(self.board.enemy if self.white_to_move else self.board.own)

    @property
    def white(self):
        """White's pieces as a bitboard, bit i for square i + 1: int."""
        return to_square_order(self.board.own if self.white_to_move else self.board.enemy)

    @property
    def kings(self):
        """The kings of both sides as a bitboard, bit i for square i + 1: int."""
        return to_square_order(self.board.kings)

    @property
    def turn(self):
        """Side to move: Color."""
        return COLORS[self.white_to_move]

    @property
    def key(self):
        """A 64-bit hash of the position, side to move included: int.

        It is the same on every machine and in every run. With ``mix`` the finalizer of SplitMix64,
        it is ``mix(mix(black | white << 32) + (kings | turn << 32))``, mod 2**64.
        """
        return key_of_squares(self.black, self.white, self.kings, self.white_to_move)

    @property
    def fen(self):
        """The canonical position text: side to move, White's list, Black's list, in numeric order: str."""
        return write_fen(self.black, self.white, self.kings, self.turn)

    def piece_at(self, square):
        """What stands on a square.

        Parameters
        ----------
        square : int
            1-32.

        Returns
        -------
        Piece or None

        Raises
        ------
        ValueError
            If there is no such square.

        Examples
        --------
        >>> Position().piece_at(1), Position().piece_at(16)
        (<Piece.BLACK_MAN: 1>, None)
        """
        return piece_on(self, bit_of(check_square(square)))

    def pieces(self):
        """Every piece by its square, in numeric order.

        Returns
        -------
        dict of int to Piece

        Examples
        --------
        >>> Position.from_fen("W:W32:BK1").pieces()
        {1: <Piece.BLACK_KING: 2>, 32: <Piece.WHITE_MAN: 3>}
        """
        cdef uint32_t occupied = self.board.own | self.board.enemy
        return {index + 1: piece_on(self, bit_of(index)) for index in range(32) if occupied & bit_of(index)}

    def legal_moves(self):
        """Every legal move, sorted by path.

        Returns
        -------
        tuple of Move
            Only jumps if there is one; each route is a move of its own.

        Examples
        --------
        >>> [str(move) for move in Position.from_fen("B:W6,7,14,15:BK2").legal_moves()]
        ['2x9x18x11x2', '2x11x18x9x2']
        """
        cdef MoveList moves
        list_moves(&moves, self.white_to_move, &self.board)
        return tuple([new_move(moves.codes[i]) for i in range(moves.count)])

    def destinations(self):
        """Where the pieces that can move may end: the last squares of the legal moves, not those between.

        Returns
        -------
        dict of int to tuple of int
            By the square of the piece; squares are in numeric order everywhere.

        Examples
        --------
        >>> Position().destinations()
        {9: (13, 14), 10: (14, 15), 11: (15, 16), 12: (16,)}
        """
        ends = {}
        for move in self.legal_moves():
            ends.setdefault(move.start, set()).add(move.end)
        return {start: tuple(sorted(squares)) for start, squares in ends.items()}

    def count_moves(self):
        """The number of legal moves, without listing them.

        Returns
        -------
        int

        Examples
        --------
        >>> Position().count_moves()
        7
        """
        cdef Tally tally = [0]
        generate(&tally, self.white_to_move, &self.board)
        return tally.count

    @property
    def has_moves(self):
        """Whether the side to move has a legal move: bool."""
        return self.count_moves() != 0

    @property
    def must_capture(self):
        """Whether a jump is there, so that every legal move is one: bool."""
        return all_jumpers(self.white_to_move, &self.board) != 0

    @property
    def winner(self):
        """The side that has won because the other cannot move, with or without pieces: Color or None."""
        return None if self.has_moves else COLORS[not self.white_to_move]

    def is_legal(self, Move move not None):
        """Whether a move is one of `legal_moves`.

        Parameters
        ----------
        move : Move

        Returns
        -------
        bool

        Examples
        --------
        >>> Position().is_legal(Move((11, 15))), Position().is_legal(Move((11, 18)))
        (True, False)
        """
        cdef MoveList moves
        moves.count = 0
        generate(&moves, self.white_to_move, &self.board)
        for i in range(moves.count):
            if moves.codes[i] == move.code:
                return True
        return False

    def play(self, move):
        """The position after a move.

        Parameters
        ----------
        move : Move or str
            A legal move, or a text that `parse_move` understands.

        Returns
        -------
        Position

        Raises
        ------
        IllegalMoveError
            If the position does not allow it.
        AmbiguousMoveError
            If the text fits several legal moves.
        InvalidMoveError
            If the text is not a move at all.

        Examples
        --------
        >>> Position().play("11-15").turn
        <Color.WHITE: 1>
        """
        cdef Move legal
        if type(move) is Move:
            legal = move
            if not self.is_legal(legal):
                raise IllegalMoveError(notation.explain_illegal(repr(move), legal.path, self))
        elif isinstance(move, str):
            legal = self.parse_move(move)
        else:
            raise TypeError(f"a move is a Move or a str, not {type(move).__name__}")
        cdef Board board = board_after(self.white_to_move, &self.board, legal.code)
        return new_position(board.own, board.enemy, board.kings, not self.white_to_move)

    def parse_move(self, text):
        """The legal move that a text names.

        Parameters
        ----------
        text : str
            ``9-14``, ``9x18x25``, ``b4xd6xf8``; hyphens, crosses and colons all mean "moves to". Of a
            jump, squares between start and end may be left out if what remains fits one move only.

        Returns
        -------
        Move

        Raises
        ------
        InvalidMoveError
            If the text is not a move at all.
        IllegalMoveError
            If no legal move fits.
        AmbiguousMoveError
            If several do and none is written out in full.

        Examples
        --------
        >>> Position.from_fen("B:W14,22:B9").parse_move("9x25")
        Move((9, 18, 25))
        """
        if not isinstance(text, str):
            raise TypeError(f"a move text is a str, not {type(text).__name__}")
        cdef MoveList moves
        squares = notation.parse_squares(text)
        list_moves(&moves, self.white_to_move, &self.board)
        for i in range(moves.count):
            if same_path(moves.codes[i], squares):
                return new_move(moves.codes[i])
        move = notation.fitting(text, squares, self.legal_moves())
        if move is None:
            raise IllegalMoveError(notation.explain_illegal(text, squares, self))
        return move

    def format_move(self, Move move not None, *, style="short"):
        """The text of a legal move.

        Parameters
        ----------
        move : Move
        style : {"short", "full", "algebraic"}
            ``short`` leaves out the squares between start and end unless another legal move has the
            same start and end; ``full`` is the whole path, ``algebraic`` the whole path by names.

        Returns
        -------
        str

        Raises
        ------
        IllegalMoveError
            If the move is not legal here.

        Examples
        --------
        >>> position = Position.from_fen("B:W14,22:B9")
        >>> [position.format_move(Move((9, 18, 25)), style=s) for s in ("short", "full", "algebraic")]
        ['9x25', '9x18x25', 'g3xe5xg7']
        """
        if style not in ("short", "full", "algebraic"):
            raise ValueError(f"style must be 'short', 'full' or 'algebraic', not {style!r}")
        if not self.is_legal(move):
            raise IllegalMoveError(notation.explain_illegal(repr(move), move.path, self))
        path = move.path
        if style == "short":
            ends = (move.start, move.end)
            if [(other.start, other.end) for other in self.legal_moves()].count(ends) == 1:
                path = ends
        return notation.join(path, capture=move.is_capture, algebraic=style == "algebraic")

    def flipped(self):
        """The same position with colours swapped and the board turned by 180 degrees.

        Returns
        -------
        Position

        Examples
        --------
        >>> Position.from_fen("B:W32:BK1").flipped().fen
        'W:WK32:B1'
        """
        return new_position(
            turned(self.board.own), turned(self.board.enemy), turned(self.board.kings), not self.white_to_move
        )

    def perft(self, depth):
        """The number of move sequences of a length: short for `pydraughts.perft`.

        Parameters
        ----------
        depth : int

        Returns
        -------
        int

        Raises
        ------
        ValueError
            If the depth is negative.

        Examples
        --------
        >>> Position().perft(5)
        7361
        """
        from pydraughts import counting

        return counting.perft(self, depth)

    def divide(self, depth):
        """The same count for each legal move: short for `pydraughts.divide`.

        Parameters
        ----------
        depth : int

        Returns
        -------
        dict of Move to int

        Raises
        ------
        ValueError
            If the depth is less than 1.

        Examples
        --------
        >>> sum(Position().divide(5).values())
        7361
        """
        from pydraughts import counting

        return counting.divide(self, depth)

    def __str__(self):
        return diagram.draw(self)

    def __repr__(self):
        return f"Position.from_fen({self.fen!r})"

    def _repr_svg_(self):
        from pydraughts import svg

        return svg.board(self)

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        cdef Position that = other
        return (
            self.board.own == that.board.own and self.board.enemy == that.board.enemy
            and self.board.kings == that.board.kings and self.white_to_move == that.white_to_move
        )

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _position, (self.black, self.white, self.kings, <int>self.white_to_move)


def _position(black, white, kings, turn):
    return Position.from_bitboards(black=black, white=white, kings=kings, turn=turn)


cdef inline int check_square(square) except -1:
    square = PyNumber_Index(square)
    if not 1 <= square <= 32:
        raise ValueError(f"square {square} is not on the board: squares are numbered 1 to 32")
    return square - 1


cdef object piece_on(Position position, uint32_t square):
    cdef bint own = (position.board.own & square) != 0
    if not own and not position.board.enemy & square:
        return None
    cdef bint white = position.white_to_move == own
    return PIECES[2 * white + ((position.board.kings & square) != 0)]
