"""The openings: every one can be played, and games are recognised by the positions they reach."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydraughts import IllegalMoveError, Position
from pydraughts.game import Game
from pydraughts.openings import lookup, random_ballot, three_move_deck, two_move_ballots

FAMILIES = {
    "9-13": "Edinburgh",
    "9-14": "Double Corner",
    "10-14": "Denny",
    "10-15": "Kelso",
    "11-15": "Old Faithful",
    "11-16": "Bristol",
    "12-16": "Dundee",
}
EVERY = (*two_move_ballots(), *three_move_deck())


def played(moves, start=None):
    game = Game(start)
    for move in moves:
        game.push(move)
    return game


def number_named(name):
    return [opening.number for opening in three_move_deck() if opening.name == name]


@pytest.mark.parametrize("opening", EVERY, ids=str)
def test_an_opening_is_legal_and_found_again(opening):
    game = played(map(str, opening.moves))
    assert game.moves == opening.moves
    assert game.outcome() is None
    assert opening.family == FAMILIES[str(opening.moves[0])]
    assert lookup(game) == lookup(opening.moves) == lookup(map(str, opening.moves)) == opening
    assert lookup(Game(game.position)) == opening


def test_how_many_there_are():
    assert [opening.number for opening in three_move_deck()] == list(range(1, 175))
    assert [opening.number for opening in two_move_ballots()] == list(range(1, 50))
    statuses = [opening.status for opening in three_move_deck()]
    counted = {status: statuses.count(status) for status in statuses}
    assert counted == {"original-144": 144, "added-2003": 12, "barred": 18}
    assert sum(opening.playable for opening in three_move_deck()) == 156
    assert sum(opening.playable for opening in two_move_ballots()) == 43
    assert {opening.status for opening in two_move_ballots()} == {"playable", "barred"}


def test_ballots_are_all_pairs_of_first_moves_and_no_position_comes_twice():
    pairs = {
        (first, second)
        for first in Position().legal_moves()
        for second in Position().play(first).legal_moves()
    }
    assert {opening.moves for opening in two_move_ballots()} == pairs
    assert len({played(opening.moves).position for opening in EVERY}) == len(EVERY)


def test_names():
    assert number_named("Inferno") == [6]
    assert number_named("Double Cross") == [46]
    assert number_named("Black Widow") == [153]
    assert str(three_move_deck()[45]) == "9-14 23-18 14x23 (Double Cross)"
    assert str(three_move_deck()[0]) == "9-13 21-17 5-9 (Edinburgh)"
    assert three_move_deck()[0].name is None


def test_only_the_first_three_moves_are_looked_at():
    line = ["9-13", "22-18", "10-14", "18x9", "5x14"]
    inferno = three_move_deck()[5]
    assert lookup(line) == lookup(played(line)) == inferno
    assert lookup(itertools.chain(line[:3], ["nonsense"])) == inferno
    assert lookup(line[:2]) == lookup([*line[:2], "5-9"]) == two_move_ballots()[2]
    assert lookup(line[:1]) is lookup([]) is lookup(Game()) is None


def test_the_order_of_moves_does_not_matter():
    assert lookup(["10-14", "22-18", "9-13"]) == three_move_deck()[5]


def test_what_is_no_opening():
    assert lookup(Game(Position.from_fen("B:WK32:BK1"))) is None
    with pytest.raises(IllegalMoveError):
        lookup(["9-13", "9-14"])
    with pytest.raises(TypeError, match="one by one"):
        lookup("9-13 22-18 10-14")


@given(st.integers() | st.text() | st.none())
def test_a_ballot_is_playable_and_depends_on_the_seed_alone(seed):
    opening = random_ballot(seed)
    assert opening.playable
    assert opening in three_move_deck()
    if seed is not None:
        assert random_ballot(seed) == opening


def test_ballots_of_known_seeds_are_the_same_everywhere():
    assert [random_ballot(seed).number for seed in (0, 1, 2, "final")] == [147, 23, 166, 112]


def test_every_playable_opening_can_be_drawn():
    drawn = {random_ballot(seed).number for seed in range(3000)}
    assert drawn == {opening.number for opening in three_move_deck() if opening.playable}
