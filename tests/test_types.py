"""What is of another type than it should be is refused by name, whoever takes it."""

import io

import pytest

from pydraughts import Move, Position, diagram, fen, notation, svg
from pydraughts.game import Game
from pydraughts.match import Match
from pydraughts.pdn import Headers, Note, Record, read, write
from pydraughts.selection import Selection

POSITION = Position()


def written(note):
    """Write a game with a note about its move."""
    return Record([Move((9, 13))], {0: note}).to_pdn()


class Other:
    """Nothing that anyone expects, without any attribute that others have."""


@pytest.mark.parametrize("value", [Other(), 5.5, [None], Other])
@pytest.mark.parametrize(
    ("take", "reason"),
    [
        (svg.board, "what is drawn must be of type Position"),
        (lambda value: svg.board(POSITION, last_move=value), "a move shown must be of type Move"),
        (lambda value: svg.board(POSITION, legal=[value]), "a move shown must be of type Move"),
        (diagram.draw, "what is drawn must be of type Position"),
        (Selection, "where a move is entered must be of type Position"),
        (lambda value: Selection(POSITION, (value,)), "a legal move must be of type Move"),
        (Game, "a game starts from a Position"),
        (lambda value: Game(rules=value), "rules must be of type HouseRules"),
        (lambda value: Game().push(value), "a move is a Move or a str"),
        (lambda value: Game().can_claim_draw(value), "a move is a Move or a str"),
        (Game.from_link, "a link is a str"),
        (lambda value: Match(value, "Wyllie"), "a player's name must be of type str"),
        (lambda value: Match("Anderson", value), "a player's name must be of type str"),
        (Match("Anderson", "Wyllie").add, "what is added must be of type Outcome"),
        (Record.from_game, "what is recorded must be of type Game"),
        (lambda value: list(read(value)), "games are read from a path"),
        (lambda value: write([value], io.StringIO()), "what is written must be of type Record"),
        (lambda value: write([], value), "games are written to a path or a stream"),
        (lambda value: Record(headers=value), "headers must be of type Headers"),
        (lambda value: Record(start=value), "the start must be of type Position"),
        (written, "a note must be of type Note"),
        (lambda value: written(Note(mark=value)), "a mark must be of type str"),
        (lambda value: written(Note(nags=[value])), "a numeric glyph must be of type int"),
        (lambda value: written(Note(variations=[value])), "a variation must be of type Line"),
        (lambda value: written(Note(after=[value])), "a comment must be of type str"),
        (lambda value: written(Note(before=(value,))), "comments must be of type list, not tuple"),
        (lambda value: Headers([(value, "a")]), "the name of a tag must be of type str"),
        (lambda value: Headers([("a", value)]), "the value of a tag must be of type str"),
        (lambda value: Headers().get(value), "the name of a tag must be of type str"),
        (lambda value: Headers().pop(value, None), "the name of a tag must be of type str"),
        (Headers().__contains__, "the name of a tag must be of type str"),
        (notation.parse_square, "the name of a square must be of type str"),
        (notation.square_name, "'.+' object cannot be interpreted as an integer"),
        (fen.read, "a position text must be of type str"),
        (Position.from_fen, "a position text is a str"),
        (POSITION.play, "a move is a Move or a str"),
        (POSITION.parse_move, "a move text is a str"),
        (lambda value: Position.from_pieces(value, 0), "pieces are given as a mapping from squares"),
    ],
)
def test_another_type_is_refused_by_name(take, reason, value):
    with pytest.raises(TypeError, match=reason) as caught:
        take(value)
    assert type(value).__name__ in str(caught.value) or reason.endswith("not tuple")


@pytest.mark.parametrize("value", [2, -1, None, "B"])
def test_what_is_no_colour(value):
    with pytest.raises(ValueError, match=f"turn must be Color.BLACK or Color.WHITE, not {value!r}"):
        fen.write(1, 0, 1, value)
    with pytest.raises(ValueError, match="is not a valid Color"):
        Game().cautions(value)
    with pytest.raises(ValueError, match="is not a valid Color"):
        Game().resign(value)
