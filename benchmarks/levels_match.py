"""Play the levels against each other and print what each scores against the one below.

Every opening of the three-move deck that is drawn is played twice, with colours changed::

    python benchmarks/levels_match.py --games 200
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from pydraughts.game import Game
from pydraughts.openings import Opening, three_move_deck
from pydraughts.search import Level, choose
from pydraughts.types import Color


def play(opening: Opening, players: dict[Color, Level], seed: str) -> Color | None:
    """Play a game; the winner, None if it is drawn."""
    game = Game(automatic_draws=True)
    for move in opening.moves:
        game.push(move)
    while (outcome := game.outcome()) is None:
        level = players[game.turn]
        game.push(choose(game.position, level, history=game.positions[:-1], seed=seed))
    return outcome.winner


def match(higher: Level, lower: Level, games: int, seed: str) -> Counter[str]:
    """Play a match; how many games the higher level has won, drawn and lost."""
    playable = [opening for opening in three_move_deck() if opening.playable]
    drawn = random.Random(f"{seed} {higher.name}").sample(playable, games // 2)
    results: Counter[str] = Counter()
    for number, opening in enumerate(drawn):
        for color in Color:
            players = {color: higher, color.opponent: lower}
            winner = play(opening, players, f"{seed} {number} {color.name}")
            results["drawn" if winner is None else "won" if winner == color else "lost"] += 1
            print(f"{higher.name} {dict(results)}", end="\r", file=sys.stderr, flush=True)
    return results


def main() -> None:
    """Run the matches that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="games of each match, even, at most 312")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", choices=[level.name for level in Level][1:], help="this level's match only")
    options = parser.parse_args()
    print("| level | against | won | drawn | lost | score | seconds |\n|---|---|---|---|---|---|---|")
    for lower, higher in zip(Level, list(Level)[1:], strict=False):
        if options.only in (None, higher.name):
            begin = time.perf_counter()
            results = match(higher, lower, options.games, options.seed)
            points = (results["won"] + results["drawn"] / 2) / results.total()
            counts = " | ".join(str(results[kind]) for kind in ("won", "drawn", "lost"))
            seconds = time.perf_counter() - begin
            print(f"| {higher.name} | {lower.name} | {counts} | {points:.1%} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
