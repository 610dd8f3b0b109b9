"""The table of ``pydraughts play``: what is shown in the terminal, and what can be said."""

from __future__ import annotations

import os
import re
import textwrap
from typing import TYPE_CHECKING

from .errors import InvalidMoveError
from .game import Game
from .pdn import Headers, Record, write
from .play_computer import Computer
from .play_interrupts import Interrupts
from .selection import Selection
from .types import Color

if TYPE_CHECKING:
    from ._core import Move

__all__ = ["Table"]

_WIDTH = 79
_HELP = """\
11-15      make a move; c3-d4, 9x25 and '11 15' are understood too
11         show where the piece on 11 can go
moves      list the legal moves
undo       take back your last move
draw       claim a draw if the rules give one, else offer it;
           'draw 27-32' claims the one that this move would bring about
resign     give the game up
save FILE  write the game as PDN; 'pydraughts play --resume FILE' takes it up
quit       leave"""


class Table:
    """One game, played by commands from standard input.

    Parameters
    ----------
    game : Game
    computer : Computer, optional
        Left out if two play.
    file : str, optional
        Where the game is kept already.
    headers : Headers, optional
        What to write before the game, besides the name of the computer.
    """

    def __init__(
        self,
        game: Game,
        computer: Computer | None = None,
        file: str | None = None,
        headers: Headers | None = None,
    ) -> None:
        self._game = game
        self._computer = computer
        self._headers = headers or Headers()
        self._file = file
        self._kept = game.copy() if file else None
        self._interrupts = Interrupts()
        self._waits = False  # for the player to let the computer move
        self._is_leaving = False

    def run(self) -> int:
        """Play until the players leave.

        Returns
        -------
        int
            The exit status, 0.
        """
        print("'help' tells what can be said.")
        with self._interrupts:
            try:
                self._show()
                while self._goes_on():
                    pass
            except BaseException:
                self._show_what_is_unsaved()
                raise
        return 0

    def _goes_on(self) -> bool:
        """Make one move or follow one line; False at the end."""
        computer = self._mover()
        try:
            if computer and not self._waits:
                self._let_move(computer)
                return True
            return self._obey(self._ask(self._prompt()).strip())
        except KeyboardInterrupt:
            self._waits = self._mover() is not None
            print("\nThe game goes on. 'save FILE' keeps it, 'quit' leaves.")
            return True
        except EOFError:
            self._show_what_is_unsaved()
            return False

    def _ask(self, prompt: str) -> str:
        with self._interrupts.allowed():
            return input(prompt)

    def _show_what_is_unsaved(self) -> None:
        print()
        if self._is_unsaved():
            print("The game was not saved. This is how far it went:\n")
            print(self._record().to_pdn(), end="", flush=True)

    def _show(self, *news: str) -> None:
        game = self._game
        print("", game.position, *news, sep="\n")
        outcome = game.outcome()
        if outcome is not None:
            _say(f"{outcome}.")
            if self._computer:
                print(f"Your score: {self._computer.score(game)}")
        elif not self._mover():
            pieces = ", ".join(map(str, game.position.destinations()))
            hint = (
                "A jump is there to be taken, by" if game.position.must_capture else "Pieces that can move:"
            )
            _say(f"{hint} {pieces}")
            if game.can_claim_draw():
                print("You can claim a draw.")

    def _prompt(self) -> str:
        if self._game.outcome() is not None:
            return "game over> "
        return "Enter lets the computer move> " if self._waits else f"{_name(self._game.turn)}> "

    def _mover(self) -> Computer | None:
        """Return the computer if it is to move."""
        computer = self._computer
        is_on = computer and computer.color == self._game.turn and self._game.outcome() is None
        return computer if is_on else None

    def _let_move(self, computer: Computer) -> None:
        game = self._game
        if game.can_claim_draw() and computer.likes_a_draw(game):
            game.claim_draw()
            self._show("The computer claims a draw.")
        else:
            print("The computer is thinking...", flush=True)
            try:
                with self._interrupts.allowed():
                    move = computer.move(game)
            except Exception as error:  # whatever it is, the game is there to be kept
                self._waits = True
                _say(f"The computer cannot move: {type(error).__name__}: {error}.")
                print("The game goes on. 'save FILE' keeps it, 'quit' leaves.")
            else:
                self._move(move)

    def _obey(self, line: str) -> bool:
        """Do what a line says; False if it is to leave."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        is_leaving, self._is_leaving = self._is_leaving, False
        try:
            match word.lower():
                case "":
                    self._waits = False
                case "help" | "?":
                    print(_HELP)
                case "moves":
                    _say(" ".join(map(self._game.position.format_move, self._game.position.legal_moves())))
                case "undo":
                    self._undo()
                case "draw":
                    self._draw(rest)
                case "resign":
                    self._resign()
                case "save":
                    self._save(rest)
                case "quit" | "exit":
                    if is_leaving or not self._is_unsaved():
                        return False
                    self._is_leaving = True
                    print("The game is not saved: 'save FILE' keeps it, 'quit' again leaves it.")
                case _:
                    self._enter(line)
        except InvalidMoveError as error:
            _say(f"{error}; 'help' tells what else can be said.")
        except (OSError, ValueError) as error:
            _say(f"{error}.")
        return True

    def _enter(self, line: str) -> None:
        """Make a move, or show where a piece can go."""
        game = self._game
        text = re.sub(r"(?<=\w)\s+(?=\w)", "-", line)
        if not re.fullmatch(r"\d{1,9}", text):
            if self._mover():
                raise ValueError("it is the computer's turn")
            self._move(text)
            return
        selection = Selection(game.position).click(int(text))
        if selection.refusal:
            instead = ", ".join(map(str, selection.refusal.instead))
            _say(f"Not {text}: {selection.refusal.reason.value}." + f" Try {instead}." * bool(instead))
        else:
            ways = (move for move in game.position.legal_moves() if move.start == int(text))
            _say(" ".join(map(game.position.format_move, ways)))

    def _move(self, move: Move | str) -> None:
        position = self._game.position
        text = position.format_move(self._game.push(move))
        # The board is drawn once for both moves, after the computer's.
        if not self._mover():
            self._show(f"{_name(position.turn)} has played {text}.")

    def _undo(self) -> None:
        game, computer = self._game, self._computer
        turns = [position.turn for position in game.positions[:-1]]
        if not turns or (computer and computer.color.opponent not in turns):
            raise ValueError("there is no move of yours to take back")
        game.pop()
        while computer and computer.color == game.turn:
            game.pop()
        self._waits = False
        self._show()

    def _draw(self, text: str) -> None:
        game, computer = self._game, self._computer
        if text or game.can_claim_draw():
            game.claim_draw(text or None)
        elif computer is None:
            other = _name(game.turn.opponent)
            if game.outcome() is None and self._ask(f"{other}, do you agree to a draw? ")[:1].lower() != "y":
                print(f"{other} does not agree.")
                return
            game.agree_draw()
        elif game.outcome() is None and not computer.agrees_to_draw(game):
            print("The computer does not agree.")
            return
        else:
            game.agree_draw()
        self._show()

    def _resign(self) -> None:
        self._game.resign(self._computer.color.opponent if self._computer else self._game.turn)
        self._show()

    def _save(self, name: str) -> None:
        name = os.path.expanduser(name) or self._file or ""
        if not name:
            raise ValueError("save where? Say 'save game.pdn'")
        if name != self._file and os.path.exists(name):
            raise ValueError(f"{name} exists: nothing was written, choose another name")
        write([self._record()], name)
        self._file, self._kept = name, self._game.copy()
        print(f"Saved in {name}.")

    def _record(self) -> Record:
        headers = Headers(self._headers.pairs)
        for color in Color:
            if self._computer and self._computer.color == color:
                headers[_name(color)] = self._computer.name
            elif Computer.named(headers.get(_name(color), ""), color):
                del headers[_name(color)]
        return Record.from_game(self._game, headers)

    def _is_unsaved(self) -> bool:
        return self._game.ply > 0 and self._game != self._kept


def _name(color: Color) -> str:
    return color.name.capitalize()


def _say(text: str) -> None:
    print(textwrap.fill(text, _WIDTH))
