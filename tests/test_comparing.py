import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from pydraughts import Color, Difference, Move, Piece, Position, divide, find_difference
from pydraughts.comparing import Divide, Miscount, ProgramError, program_divide

CIRCLE = Position.from_fen("B:W6,7,14,15:BK2")  # twice round the same four men
FORK = Position.from_fen("B:W6,7,14,15:B2")  # from 2 to 18 over two men or over two others
START = Position()

Listed = Iterator[tuple[str, Position]]
Moves = Callable[[Position], Listed]


def variant(position: Position, *faults: str) -> Listed:
    """The rules, or what other games and mistakes make of them."""
    pieces = position.pieces()
    own = [square for square, piece in pieces.items() if piece.color == position.turn]
    jumps = [jump for start in own for jump in jumps_from(pieces, start, faults)]
    if "majority" in faults:
        jumps = [jump for jump in jumps if len(jump) == max(map(len, jumps))]
    steps = [
        (start, end)
        for start in own
        for end in (beyond(start, *step, 1) for step in directions(pieces[start]))
        if end and end not in pieces
    ]
    for path in jumps + steps if not jumps or "optional" in faults else jumps:
        yield ("x" if path in jumps else "-").join(map(str, path)), after(position, path)


def jumps_from(pieces: dict[int, Piece], start: int, faults: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    def finish(piece: Piece, path: tuple[int, ...], taken: frozenset[int]) -> Iterator[tuple[int, ...]]:
        if crowned(piece, path[-1]) != piece:
            if "runs on" not in faults:
                yield path
                return
            piece = crowned(piece, path[-1])
        further = False
        for step in directions(piece, "backward" in faults):
            over, end = beyond(path[-1], *step, 1), beyond(path[-1], *step, 2)
            enemy = over in pieces and pieces[over].color != piece.color and over not in taken
            free = end and (end not in pieces or (end == start and "blocked" not in faults))
            if enemy and free:
                further = True
                yield from finish(piece, (*path, end), taken | {over})
        if taken and not further:
            yield path

    yield from finish(pieces[start], (start,), frozenset())


def after(position: Position, path: tuple[int, ...]) -> Position:
    pieces = position.pieces()
    piece = pieces.pop(path[0])
    for start, end in pairwise(path):
        for step in directions(Piece.BLACK_KING):
            if beyond(start, *step, 2) == end:
                del pieces[beyond(start, *step, 1)]
        piece = crowned(piece, end)
    return Position.from_pieces({**pieces, path[-1]: piece}, position.turn.opponent)


def directions(piece: Piece, both_ways: bool = False) -> list[tuple[int, int]]:
    rows = (-1, 1) if piece.is_king or both_ways else (1,) if piece.color == Color.BLACK else (-1,)
    return [(down, right) for down in rows for right in (-1, 1)]


def beyond(square: int, down: int, right: int, steps: int) -> int:
    row, place = divmod(square - 1, 4)
    column = 2 * place + (row + 1) % 2 + right * steps
    row += down * steps
    return 4 * row + column // 2 + 1 if 0 <= row < 8 and 0 <= column < 8 else 0


def crowned(piece: Piece, square: int) -> Piece:
    if piece == Piece.BLACK_MAN and square > 28:
        return Piece.BLACK_KING
    return Piece.WHITE_KING if piece == Piece.WHITE_MAN and square < 5 else piece


def faulty(fault: str) -> Moves:
    return lambda position: variant(position, fault)


def one_route(position: Position) -> Listed:
    """Of routes with the same start, end and result, only the first."""
    seen = set()
    for move in position.legal_moves():
        result = (move.start, move.end, position.play(move))
        if result not in seen:
            seen.add(result)
            yield str(move), result[-1]


def short_names(position: Position) -> Listed:
    for move in position.legal_moves():
        yield f"{move.start}{'x' if move.is_capture else '-'}{move.end}", position.play(move)


def divide_of(moves: Moves) -> Divide:
    @cache
    def count(position: Position, depth: int) -> int:
        return sum(count(after, depth - 1) for _, after in moves(position)) if depth else 1

    def my_divide(position: Position, depth: int) -> dict[str, int]:
        counts: dict[str, int] = defaultdict(int)
        for text, after in moves(position):
            counts[text] += count(after, depth - 1)
        return counts

    return my_divide


def check(difference: Difference | None, moves: Moves, root: Position = START) -> Difference:
    """Play the line, compare the lists there, and see that no shorter line would have done."""
    assert difference is not None
    positions = {root}
    for _ in difference.line:
        for position in positions:
            assert sorted(text for text, _ in moves(position)) == sorted(map(str, position.legal_moves()))
        positions = {position.play(move) for position in positions for move in position.legal_moves()}
    position = root
    for move in difference.line:
        position = position.play(move)
    listed = {text for text, _ in moves(position)}
    legal = set(map(str, position.legal_moves()))
    assert difference.position == position
    assert set(map(str, difference.missing)) == legal - listed
    assert set(difference.extra) == listed - legal
    assert difference.missing or difference.extra
    return difference


@pytest.mark.parametrize("root", [START, CIRCLE, FORK, Position.from_fen("W:W18,K24:B12,K13")])
@pytest.mark.parametrize("moves", [variant, short_names])
def test_no_difference(root, moves):
    assert find_difference(divide_of(moves), root, 5) is None


def test_own_divide_agrees():
    assert find_difference(divide) is None


def test_captures_optional():
    moves = faulty("optional")
    difference = check(find_difference(divide_of(moves)), moves)
    assert len(difference.line) == 2
    assert not difference.missing
    assert "jumps are compulsory" in str(difference)


def test_majority_rule():
    moves = faulty("majority")
    difference = check(find_difference(divide_of(moves)), moves)
    assert len(difference.line) == 5
    assert not difference.extra
    assert f"Missing: {difference.missing[0]}" in str(difference)


def test_men_capture_backward():
    moves = faulty("backward")
    difference = check(find_difference(divide_of(moves)), moves)
    assert difference.extra


def test_man_runs_on_when_crowned():
    moves = faulty("runs on")
    position = Position.from_fen("B:W19,25,26:B16")
    difference = check(find_difference(divide_of(moves), position), moves, position)
    assert difference.missing == (Move((16, 23, 30)),)
    assert difference.extra == ("16x23x30x21",)


def test_king_cannot_pass_its_start():
    moves = faulty("blocked")
    difference = check(find_difference(divide_of(moves), CIRCLE), moves, CIRCLE)
    assert set(difference.extra) == {"2x9x18x11", "2x11x18x9"}


@pytest.mark.parametrize("name", ["2x9x18x11x2", "2x11x18x9x2", "2x2"])
@pytest.mark.parametrize("depth", [1, 2])
def test_merged_routes(name, depth):
    position = Position.from_fen("B:W6,7,14,15,31:BK2")
    moves = position.legal_moves()
    assert len(moves) == 2

    def my_divide(position: Position, depth: int) -> dict[str, int]:
        return {name: divide(position, depth)[moves[0]]}

    difference = find_difference(my_divide, position, depth)
    assert difference == Difference((), position, merged=(moves,))
    assert "known convention" in str(difference)
    assert "Missing" not in str(difference)


def test_routes_merged_further_on():
    position = Position.from_fen("W:W6,7,14,19:BK2")
    difference = find_difference(divide_of(one_route), position)
    assert difference is not None
    assert difference.line == (Move((19, 15)),)
    assert difference.merged == (CIRCLE.legal_moves(),)


def test_merged_short_name_counted_in_full():
    assert find_difference(lambda *_: {"2x2": 2}, CIRCLE, 1) is None


def test_one_of_six_equal_routes_missing_is_no_merging():
    position = Position.from_fen("B:W6,7,14,15,16,23,24:BK18")
    *listed, missing = position.legal_moves()
    difference = find_difference(lambda *_: {str(move): 1 for move in listed}, position, 1)
    assert difference == Difference((), position, missing=(missing,))


def test_short_name_that_hides_a_move():
    difference = find_difference(lambda *_: {"2x18": 1}, FORK, 1)
    assert difference == Difference((), FORK, miscounted=(Miscount(FORK.legal_moves(), 1, 2),))
    assert "Miscounted: 2x9x18 and 2x11x18, 1 instead of 2" in str(difference)


def test_full_name_beside_a_short_one():
    assert find_difference(lambda *_: {"2x18": 1, "2x9x18": 1}, FORK, 1) is None


def test_texts_too_many():
    difference = find_difference(lambda *_: {"9-14": 1, "9x14": 1, "11-18": 1, "castles": 1}, depth=1)
    assert difference is not None
    assert set(difference.extra) == {"9x14", "11-18", "castles"}
    assert len(difference.missing) == 6
    text = str(difference)
    assert "Too many: 9x14 is a move that is listed already" in text
    assert "Too many: 11-18 is illegal: the piece on 11 cannot move that way\n" in text
    assert "Too many: 'castles' is not a move" in text


def test_move_made_wrongly():
    """Lists are right for every position given, but the program forgets to take the man off."""

    def my_divide(position: Position, depth: int) -> dict[str, int]:
        return {str(move): count(position, move, depth - 1) for move in position.legal_moves()}

    def count(position: Position, move: Move, depth: int) -> int:
        if depth == 0:
            return 1
        pieces = position.play(move).pieces()
        pieces.update({square: position.pieces()[square] for square in move.captured})
        return sum(my_divide(Position.from_pieces(pieces, position.turn.opponent), depth).values())

    difference = find_difference(my_divide)
    assert difference is not None
    assert len(difference.line) == 2
    assert not difference.missing
    assert not difference.extra
    (miscount,) = difference.miscounted
    assert miscount.moves[0].is_capture
    assert f"{miscount.counted} instead of {miscount.right}" in str(difference)


def test_game_over():
    lost = Position.from_fen("W:W:B1")
    assert find_difference(lambda *_: {}, lost, 3) is None
    assert find_difference(lambda *_: {"1-5": 1}, lost, 3) == Difference((), lost, extra=("1-5",))


def test_drawing_and_fen_are_shown():
    difference = find_difference(lambda *_: {}, CIRCLE)
    assert str(difference).startswith(f"Difference in the first position:\n{CIRCLE.fen}\n{CIRCLE}\n")


@pytest.mark.parametrize("answer", [None, 7, ["9-14"], {"9-14": 1.0}, {"9-14": "1"}, {(9, 14): 1}])
def test_no_mapping_of_counts(answer):
    with pytest.raises(TypeError, match="my_divide must return a mapping of moves to counts"):
        find_difference(lambda *_: answer)


@pytest.mark.parametrize("depth", [0, -1])
def test_depth_too_small(depth):
    with pytest.raises(ValueError, match="depth must be 1 or more"):
        find_difference(divide, depth=depth)


PROGRAM = """
import sys
from pydraughts import Position

def moves(position):
    return [move for move in position.legal_moves() if len(move.captured) < 2]

def count(position, depth):
    return sum(count(position.play(move), depth - 1) for move in moves(position)) if depth else 1

depth, position = int(sys.argv[-2]), Position.from_fen(sys.argv[-1])
for move in moves(position):
    print(position.format_move(move), count(position.play(move), depth - 1))
print(count(position, depth))
"""


def python(code: str) -> Divide:
    return program_divide([sys.executable, "-c", code])


def test_program_with_a_fault(tmp_path):
    path = tmp_path / "generator.py"
    path.write_text(PROGRAM)
    root = START.play("11-15").play("22-18").play("15x22")
    my_divide = program_divide([sys.executable, str(path), "an argument"])
    assert find_difference(my_divide, root, 2) is None
    difference = find_difference(my_divide, root, 4)
    assert difference is not None
    assert len(difference.line) == 3
    assert all(len(move.captured) > 1 for move in difference.missing)


def test_program_output():
    my_divide = python("print('9-13: 3\\n\\n  2x18 1\\n2x18 1\\nTotal: 5\\n')")
    assert my_divide(START, 1) == {"9-13": 3, "2x18": 2}


def test_program_lists_no_move():
    assert python("print(0)")(START, 1) == {}


def test_program_gets_depth_and_fen():
    with pytest.raises(ProgramError, match=r"exit status 1, 3 W:W32:BK1$"):
        python("import sys; sys.exit(' '.join(sys.argv[1:]))")(Position.from_fen("W:W32:BK1"), 3)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("1 / 0", "exit status 1, ZeroDivisionError"),
        ("import sys; sys.exit(3)", "exit status 3, nothing on stderr"),
        ("pass", "expected the total alone on the last line, not ''"),
        ("print('9-13 3')", "expected the total alone on the last line, not '9-13 3'"),
        ("print('9-13 3'); print(4)", "the total is 4, but the moves add up to 3"),
        ("print('9-13 three'); print(3)", "expected a line 'move count', not '9-13 three'"),
    ],
)
def test_program_fails(code, message):
    with pytest.raises(ProgramError, match=message):
        python(code)(START, 1)


def test_program_not_found(tmp_path):
    with pytest.raises(ProgramError, match=r"cannot run .*nowhere: No such file"):
        program_divide([str(tmp_path / "nowhere")])(START, 1)


# One short name, three routes: the name is the whole path of the first, and two of them end alike.
ONE_NAME = Position.from_fen("W:WK22:B9,10,17,18,26")
THREE = {move: move for move in map(str, ONE_NAME.legal_moves())}


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_a_short_name_that_is_a_whole_path_too(plies):
    def short(position, depth):
        counts = defaultdict(int)
        for move, count in divide(position, depth).items():
            counts[f"{move.start}x{move.end}" if move.is_capture else str(move)] += count
        return counts

    assert list(THREE) == ["22x13x6x15x22x31", "22x15x6x13x22x31", "22x31"]
    assert find_difference(short, ONE_NAME, plies) is None


def test_routes_merged_under_such_a_name():
    def merging(position, depth):
        equal = {position.play(move): move for move in position.legal_moves()}
        return {"22x31": sum(after.perft(depth - 1) for after in equal)}

    difference = find_difference(merging, ONE_NAME, 1)
    assert [tuple(map(str, routes)) for routes in difference.merged] == [tuple(list(THREE)[:2])]
    assert difference.missing == ()
    assert difference.extra == ()


def test_the_other_routes_of_such_a_name_are_missing_if_it_is_meant_as_a_path():
    difference = find_difference(
        lambda position, depth: {"22x31": position.play("22x31").perft(depth - 1)}, ONE_NAME
    )
    assert [str(move) for move in difference.missing] == list(THREE)[:2]


@pytest.mark.parametrize(
    "command", ["./engine divide", b"./engine", None, {"./engine"}, [Path("engine")], [5]]
)
def test_a_command_is_a_sequence_of_texts(command):
    with pytest.raises(TypeError, match="command must be a sequence of texts"):
        program_divide(command)


def test_a_command_names_a_program():
    with pytest.raises(ValueError, match=r"command must be a sequence of texts, .*, not \[\]"):
        program_divide([])


@pytest.mark.parametrize(("name", "value"), [("position", "W:W21:B1"), ("depth", 2.5), ("depth", "3")])
def test_what_is_of_another_type_is_refused_before_the_generator_is_asked(name, value):
    with pytest.raises(TypeError, match=f"{name} must be "):
        find_difference(lambda *_: pytest.fail("asked"), **{name: value})
