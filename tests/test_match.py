"""A match: colours, scores with and without draws, and the sheet as text and picture."""

import copy
import pickle
from xml.etree import ElementTree

import pytest

from pydraughts import Color, Position
from pydraughts.game import Game, Outcome, Termination
from pydraughts.match import Match

BLACK, WHITE = (Outcome(color, Termination.NO_MOVES) for color in Color)
DRAW = Outcome(None, Termination.FORTY_MOVES)
# Win, loss, draw, win for the first player, who has Black in the first and third game.
FOUR_GAMES = (BLACK, BLACK, DRAW, WHITE)


def match_of(outcomes, **options):
    match = Match("A. Anderson", "J. Wyllie", **options)
    for outcome in outcomes:
        match.add(outcome)
    return match


def test_win_loss_draw_and_win_make_two_to_one():
    match = match_of(FOUR_GAMES)
    assert match.score == (2, 1)
    assert [result.winner for result in match.results] == ["A. Anderson", "J. Wyllie", None, "A. Anderson"]
    assert (match.draws, match.leader) == (1, "A. Anderson")


def test_draws_are_counted_if_asked_for():
    match = match_of(FOUR_GAMES, count_draws=True)
    assert match.score == (2.5, 1.5)
    assert str(match).startswith("A. Anderson 2\u00bd - 1\u00bd J. Wyllie, 1 draw\n")
    assert match_of([DRAW, DRAW], count_draws=True).score == (1, 1)
    assert match_of([DRAW, DRAW]).score == (0, 0)
    assert str(match_of([DRAW], count_draws=True)).startswith(
        "A. Anderson \u00bd - \u00bd J. Wyllie, 1 draw\n"
    )


def test_colours_are_swapped_each_game():
    match = match_of([])
    assert (match.score, match.leader) == ((0, 0), None)
    for number, outcome in enumerate(FOUR_GAMES * 2):
        players = match.players if number % 2 == 0 else match.players[::-1]
        assert (match.black, match.white) == players
        match.add(outcome)
        assert match.results[-1][:2] == players
    assert match.score == (4, 2)


@pytest.mark.parametrize(
    ("outcomes", "leader"),
    [
        ([BLACK], "A. Anderson"),
        ([WHITE], "J. Wyllie"),
        ([BLACK, BLACK], None),
        ([BLACK, WHITE], "A. Anderson"),
    ],
)
def test_who_leads(outcomes, leader):
    assert match_of(outcomes).leader == leader


def test_games_are_added_when_they_are_over():
    match = match_of([])
    game = Game(Position.from_fen("W:WK27:B28"))
    with pytest.raises(ValueError, match="the game goes on"):
        match.add(game)
    assert match.results == []
    game.push("27-32")
    match.add(game)
    assert match.results[0].outcome == Outcome(Color.WHITE, Termination.NO_MOVES)
    assert match.score == (0, 1)
    match.results.pop()
    assert match == match_of([])


@pytest.mark.parametrize(
    "odd",
    [
        *(None, 1, "1-0", Color.BLACK, (None, Termination.AGREEMENT)),
        *(
            Outcome("Black", Termination.AGREEMENT),
            Outcome(0, Termination.RESIGNATION),
            Outcome(None, "agreement"),
        ),
    ],
)
def test_what_is_no_result(odd):
    match = match_of(FOUR_GAMES)
    with pytest.raises(TypeError, match=r"what is added must be of type Outcome|an outcome is a Color"):
        match.add(odd)
    assert match == match_of(FOUR_GAMES)


@pytest.mark.parametrize("name", [None, 1, b"A"])
def test_names_are_texts(name):
    with pytest.raises(TypeError, match="a player's name must be of type str, not"):
        Match("A", name)


@pytest.mark.parametrize("names", [("", "B"), ("A", " "), ("A\nB", "C"), ("A", "A")])
def test_names_that_are_none(names):
    with pytest.raises(ValueError, match=r"name|called"):
        Match(*names)


def test_the_sheet_as_text():
    lines = str(match_of(FOUR_GAMES)).splitlines()
    assert lines == [
        "A. Anderson 2 - 1 J. Wyllie, 1 draw",
        "",
        "game  Black        White        result                A. Anderson  J. Wyllie",
        "   1  A. Anderson  J. Wyllie    Black wins, no moves  1            0",
        "   2  J. Wyllie    A. Anderson  Black wins, no moves  1            1",
        "   3  A. Anderson  J. Wyllie    draw, forty moves     1            1",
        "   4  J. Wyllie    A. Anderson  White wins, no moves  2            1",
    ]
    assert str(match_of([DRAW, DRAW])).splitlines()[0].endswith("0 - 0 J. Wyllie, 2 draws")
    assert len(str(match_of([])).splitlines()) == 3


def test_the_sheet_as_a_picture_says_the_same():
    match = Match('A < B & "C"', "D")
    for outcome in FOUR_GAMES:
        match.add(outcome)
    root = ElementTree.fromstring(match.to_svg())
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert [text.text for text in texts] == [line for line in str(match).splitlines() if line]
    width, height = (float(root.get(side)) for side in ("width", "height"))
    for text in texts:
        assert 0 < float(text.get("y")) < height
        assert float(text.get("x")) + 9 * len(text.text) < width
    assert len({text.get("y") for text in texts}) == len(texts)
    assert match._repr_svg_() == match.to_svg()


def test_matches_are_compared_and_kept_by_content():
    match = match_of(FOUR_GAMES)
    assert pickle.loads(pickle.dumps(match)) == copy.deepcopy(match) == match
    assert match != match_of(FOUR_GAMES, count_draws=True)
    assert match != match_of(FOUR_GAMES[:3])
