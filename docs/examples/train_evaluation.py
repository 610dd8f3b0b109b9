"""Label a million positions of random games, fit a linear evaluation with NumPy alone, and draw it.

python docs/examples/train_evaluation.py [FIGURE.svg]

The picture needs matplotlib (the extra `bench`).
"""

from __future__ import annotations

import sys
import time

import numpy as np
import numpy.typing as npt

from pydraughts.batch import PositionArray, planes, random_games

GAMES = 14_500  # about a million positions
CHUNK = 1 << 16
PIECES = ("a man", "a king", "a man of theirs", "a king of theirs")


def labelled(games: int, seed: int) -> tuple[PositionArray, npt.NDArray[np.float64]]:
    """Label positions of finished games with what became of the side to move: 1 it won, -1 it lost."""
    played = random_games(games, seed)
    winner = np.repeat(played.outcomes, np.diff(played.offsets))
    finished = winner >= 0
    positions = played.positions[finished]
    return positions, np.where(positions.turn == winner[finished], 1.0, -1.0)


def features(positions: PositionArray) -> npt.NDArray[np.float64]:
    """Give 1 for each of four kinds of piece on each square, as the mover sees it, and a constant 1."""
    spread = planes(positions, np.float64).reshape(-1, 160)[:, :129]
    spread[:, 128] = 1
    return spread


def fitted(positions: PositionArray, results: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Fit by least squares, a chunk of positions at a time; a square that a piece cannot stand on gets 0."""
    squares, products = np.zeros((129, 129)), np.zeros(129)
    for begin in range(0, len(positions), CHUNK):
        x = features(positions[begin : begin + CHUNK])
        squares += x.T @ x
        products += x.T @ results[begin : begin + CHUNK]
    return np.asarray(np.linalg.lstsq(squares, products, rcond=1e-9)[0], np.float64)


def evaluated(weights: npt.NDArray[np.float64], positions: PositionArray) -> npt.NDArray[np.float64]:
    """Add up the weights of what stands on the board."""
    chunks = range(0, len(positions), CHUNK)
    return np.concatenate([features(positions[begin : begin + CHUNK]) @ weights for begin in chunks])


def draw(
    file: str,
    weights: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
) -> None:
    """Draw what a man and a king are worth on every square, and how well the evaluation foretells results."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "pydraughts", "svg.fonttype": "none"})
    import matplotlib.pyplot as plt

    figure, (man, king, right) = plt.subplots(1, 3, figsize=(11, 3.6), layout="constrained")
    for axes, kind in ((man, 0), (king, 1)):
        board = np.full((8, 8), np.nan)
        for square in range(32):
            row, place = divmod(square, 4)
            if kind or row < 7:
                board[row, 2 * place + 1 - row % 2] = weights[32 * kind + square]
        image = axes.imshow(board, cmap="viridis")
        figure.colorbar(image, ax=axes, shrink=0.8)
        axes.set_title(f"worth of {PIECES[kind]} of one's own", fontsize=10)
        axes.set_xticks([])
        axes.set_yticks(range(8), [f"{4 * row + 1}-{4 * row + 4}" for row in range(8)], fontsize=7)
    edges = np.linspace(-1, 1, 21)
    places = np.digitize(values, edges)
    means = [results[places == place].mean() for place in range(1, 21)]
    right.plot(edges[:-1] + 0.05, means, "o-", markersize=3)
    right.plot([-1, 1], [-1, 1], color="grey", linewidth=0.7)
    right.set_title("mean result by evaluation", fontsize=10)
    right.set_xlabel("evaluation", fontsize=8)
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    """Train on one seed, test on another."""
    begin = time.perf_counter()
    positions, results = labelled(GAMES, seed=1)
    labels = time.perf_counter() - begin
    weights = fitted(positions, results)
    fit = time.perf_counter() - begin - labels
    print(f"{len(positions):,} positions labelled in {labels:.2f} s, fitted in {fit:.1f} s")

    positions, results = labelled(GAMES // 5, seed=2)
    values = evaluated(weights, positions)
    own, theirs = (planes(positions, np.int8)[:, kinds].sum(axis=(1, 2, 3)) for kinds in ([0, 1], [2, 3]))
    counted = own.astype(int) - theirs
    foretold = np.mean(np.sign(values) == results)
    print(f"of {len(positions):,} others the sign of the evaluation foretells {foretold:.1%} of the results,")
    print(f"the greater number of pieces {np.mean(np.sign(counted) == results):.1%}")
    for kind, name in enumerate(PIECES):
        on_board = weights[32 * kind : 32 * kind + 32]
        print(f"{name:>16}: {on_board[on_board != 0].mean():+.3f} on average")
    if len(sys.argv) > 1:
        draw(sys.argv[1], weights, values, results)


if __name__ == "__main__":
    main()
