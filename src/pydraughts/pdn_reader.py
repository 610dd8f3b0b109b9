"""A game's tokens made into a record: moves matched with the legal ones, notes put to their moves."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator
from typing import NoReturn

from . import pdn_variants
from ._core import Position
from .errors import IllegalMoveError, InvalidFenError, InvalidMoveError, PdnError
from .notation import parse_squares
from .pdn_headers import Headers
from .pdn_lexer import RawGame, Token, is_open
from .pdn_moves import begins_jump, lasting, resolve
from .pdn_record import Line, Note, Record
from .pdn_results import are_same, winner_of
from .pdn_track import Track

__all__ = ["read_game"]

# Of a text that is no game at all, not every word is listed as a fault.
_MOST_ERRORS = 100
_LONGEST_REASON = 1000
_DEEPEST = 50
_FORCED = 7
_LIKE_A_MOVE = re.compile(r"[0-9]\s?[-xX:]|[-xX:]\s?[0-9]")


def read_game(raw: RawGame, *, first_player_wins: bool, look_ahead: bool) -> Record:
    """Make a record of a game.

    Parameters
    ----------
    raw : RawGame
        Its tokens.
    first_player_wins : bool
        Whether 1-0 means that Black has won.
    look_ahead : bool
        Whether an ambiguous move is the one that the rest of the game fits.

    Returns
    -------
    Record

    Examples
    --------
    >>> import io
    >>> from pydraughts.pdn_lexer import games
    >>> [raw] = games(io.StringIO("1. 11-15 22-18 2. 8-11 *").read)
    >>> record = read_game(raw, first_player_wins=True, look_ahead=False)
    >>> print(*record.moves, *record.errors)
    11-15 22-18 line 1, column 19: 8-11 is illegal: a jump is there to be taken, and jumps are compulsory; \
legal: 15x22
    """
    return _Reader(raw, first_player_wins, look_ahead).record


class _Reader:
    def __init__(self, raw: RawGame, first_player_wins: bool, look_ahead: bool) -> None:
        self.raw = raw
        self.look_ahead = look_ahead
        self.record = Record(headers=Headers([(tag["name"], tag["value"]) for tag in raw.tags]))
        self.tokens = iter(raw.tokens)
        # The line that is being read, and those around the brackets that it is in.
        self.track = Track(self.record, self.record.start)
        self.outer: list[Track] = []
        try:
            self.start()
            self.movetext()
        except PdnError as error:
            self.record.errors.append(error)
            self.record.is_whole = False
        self.result(first_player_wins)

    # Faults ---------------------------------------------------------------------------------------

    def fault(self, token: Token, reason: str) -> PdnError:
        """Return an error with the place of a token."""
        kind = token.lastgroup or 0
        if len(reason) > _LONGEST_REASON:  # it cites a text of any length
            reason = f"{reason[: _LONGEST_REASON // 2]} ... {reason[-_LONGEST_REASON // 2 :]}"
        return PdnError(*self.raw.place(token.start(kind)), token[kind][:80], reason)

    def complain(self, token: Token, reason: str) -> None:
        """Take note of what can be passed over; in brackets, nothing can."""
        if self.outer:
            raise self.fault(token, reason)
        if len(self.record.errors) < _MOST_ERRORS:
            self.record.errors.append(self.fault(token, reason))

    # The start ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Learn from the tags what is played, and from which position."""
        fen = None
        for tag in self.raw.tags:
            name = tag["name"].lower()
            if name == "gametype" and (variant := pdn_variants.of_type(tag["value"])):
                reason = f"this is a game of {variant}, not of English draughts"
                raise pdn_variants.error(self.fault(tag, reason), variant)
            if name == "fen":
                fen = tag
        if fen:
            self.set_up(fen, fen["value"])

    def set_up(self, token: Token, fen: str) -> None:
        self.record.start = self.position_of(token, fen)
        self.track = Track(self.record, self.record.start)

    def position_of(self, token: Token, fen: str) -> Position:
        try:
            return Position.from_fen(fen)
        except InvalidFenError as error:
            reason = str(error)
        try:
            position = Position.from_fen(fen, strict=False)
        except InvalidFenError as error:
            fault = self.fault(token, f"the position cannot be read: {error}")
            variant = pdn_variants.of_squares(fen.split(":")[:3])
            raise (pdn_variants.error(fault, variant) if variant else fault) from None
        self.complain(token, f"a man on its crowning row was read as a king: {reason}")
        return position

    # Moves ----------------------------------------------------------------------------------------

    def movetext(self) -> None:
        for token in self.tokens:
            track = self.track
            try:
                if token.lastgroup != "move":
                    _READERS[token.lastgroup](self, token)
                elif track.hops:
                    self.move(token)
                else:
                    try:
                        move = track.position.parse_move(token["move"])
                    except ValueError:
                        self.move(token)
                    else:
                        track.play(move)
            except PdnError:
                if not self.outer:
                    raise
                self.leave_as_comment(self.closing())
        while self.outer:
            self.leave_as_comment(None)
        if self.track.unfinished:
            raise self.track.unfinished
        if self.raw.is_cut:
            place = self.raw.place(self.raw.end)
            raise PdnError(*place, "", "the game is too long: what follows, up to the next tags, is not read")

    def move(self, token: Token) -> None:
        """Read a move that is not written as one move of this position is."""
        track, kind = self.track, token.lastgroup or 0
        text = token[kind]
        try:
            squares = parse_squares(text) if kind == "move" else ()
            if track.unfinished:
                if track.hops[-1:] != squares[:1]:
                    raise track.unfinished
                squares = (*track.hops, *squares[1:])
                text = "x".join(map(str, squares))
            moves = resolve(track.position, text)
        except (IllegalMoveError, InvalidMoveError) as error:
            if isinstance(error, IllegalMoveError) and begins_jump(track.position, squares):
                track.hops = squares
                track.unfinished = track.unfinished or self.fault(token, str(error))
                return
            self.refuse(token, str(error))
        if len(moves) > 1 and self.look_ahead:
            moves = lasting(track.position, moves, self.rest_after(token)) or moves
        if len(moves) > 1:
            names = ", ".join(map(str, moves))
            raise self.fault(token, f"{text} is ambiguous: it fits {len(moves)} moves, {names}")
        track.hops, track.unfinished = (), None
        track.play(moves[0])

    def refuse(self, token: Token, reason: str) -> NoReturn:
        fault = self.fault(token, reason)
        tags = self.record.headers
        if not (self.outer or self.record.moves or "FEN" in tags or "GameType" in tags):
            texts = [token["move"] for token in self.raw.tokens if token.lastgroup == "move"]
            variant = pdn_variants.of_squares(texts) or pdn_variants.of_start(texts)
            if variant:
                raise pdn_variants.error(fault, variant)
        raise fault

    def rest_after(self, token: Token) -> Iterator[str]:
        """Yield the moves that follow in the same line."""
        tokens = self.raw.tokens
        depth = 0
        for at in range(bisect.bisect(tokens, token.start(), key=re.Match.start), len(tokens)):
            later, kind = tokens[at], tokens[at].lastgroup
            depth += (kind == "open") - (kind == "close")
            if depth < 0:
                return
            if depth == 0 and kind in ("move", "glued"):
                yield later[kind]

    def glued(self, token: Token) -> None:
        """Read digits: a move without anything between its squares, or a number in prose."""
        digits = token["glued"]
        if self.track.hops or not any(
            0 < int(digits[:at]) <= 32 and 0 < int(digits[at:]) <= 32 for at in range(1, len(digits))
        ):
            self.word(token)
        else:
            self.move(token)

    # Notes ----------------------------------------------------------------------------------------

    def comment(self, token: Token) -> None:
        text = token["comment"]
        if is_open(text):
            self.complain(token, "this comment is not closed before the next game or the end")
            text += "}"
        text = text[1:-1] if text[0] == "{" else text[1:]
        number = self.raw.text[token.start() : token.start("comment")]
        self.track.say(text, before=any("0" <= character <= "9" for character in number))

    def word(self, token: Token) -> None:
        kind = token.lastgroup or 0
        text, at = token[kind], token.start(kind)
        is_among_tags = bool(self.raw.tags) and at < self.raw.tags[-1].start()
        if _LIKE_A_MOVE.search(text) and not is_among_tags:
            raise self.fault(
                token, f"{text[:80]!r} is not a move: expected squares such as '11-15' or '9x18x25'"
            )
        is_tail = bool(self.track.line.moves) and self.raw.text[at - 1].isdigit()
        if not is_tail or self.outer:
            self.complain(token, f"{text[:80]!r} is neither a move nor in a comment")
        if text not in "{}[]":
            self.track.say(text)

    def bad_tag(self, token: Token) -> None:
        self.complain(token, 'this tag cannot be read: expected [Name "value"]')

    def mark(self, token: Token) -> None:
        if note := self.note_of_last(token):
            note.mark += "".join(token["mark"].split())

    def nag(self, token: Token) -> None:
        if note := self.note_of_last(token):
            note.nags.append(int(token["nag"][1:]))

    def star(self, token: Token) -> None:
        if note := self.note_of_last(token):
            note.nags.append(_FORCED)

    def note_of_last(self, token: Token) -> Note | None:
        line = self.track.line
        if not line.moves:
            self.complain(token, "there is no move before this mark")
            return None
        return line.note(len(line.moves) - 1)

    def setup(self, token: Token) -> None:
        if self.record.moves or self.outer:
            raise self.fault(token, "a position cannot be set up in the middle of a game")
        self.set_up(token, token["setup"].split('"')[1])

    # Brackets -------------------------------------------------------------------------------------

    def open(self, token: Token) -> None:
        if not self.track.line.moves or self.track.hops or len(self.outer) == _DEEPEST:
            self.say_bracket(token, self.closing())
            return
        self.outer.append(self.track)
        self.track = Track(Line(), self.track.previous, token)

    def close(self, token: Token) -> None:
        if not self.outer:
            self.complain(token, "this bracket was not opened")
        elif not self.track.line.moves or self.track.hops:
            self.leave_as_comment(token)
        else:
            variation = self.track.line
            self.track = self.outer.pop()
            self.track.line.note(len(self.track.line.moves) - 1).variations.append(variation)

    def leave_as_comment(self, closing: Token | None) -> None:
        """Take what is in the bracket that is being read for prose: it cannot be played."""
        opening = self.track.opening
        self.track = self.outer.pop()
        if opening:
            self.say_bracket(opening, closing)

    def say_bracket(self, opening: Token, closing: Token | None) -> None:
        if not closing and not self.outer:
            self.complain(opening, "this bracket is not closed, so what follows was read as a comment")
        self.track.say(self.raw.text[opening.end() : closing.start("close") if closing else self.raw.end])

    def closing(self) -> Token | None:
        """Pass over tokens to the end of the bracket."""
        depth = 1
        for token in self.tokens:
            depth += (token.lastgroup == "open") - (token.lastgroup == "close")
            if depth == 0:
                return token
        return None

    # The result -----------------------------------------------------------------------------------

    def result(self, first_player_wins: bool) -> None:
        """Learn the result from the end of the game, or else from its tag, and compare it with the board."""
        record, ending = self.record, self.raw.result
        written = "".join(ending[ending.lastgroup or 0].split()) if ending else "*"
        tag = record.headers.get("Result", "").strip()
        record.result_text = tag or "*" if written == "*" else written
        record.winner = winner_of(record.result_text, first_player_wins=first_player_wins)
        if not record.is_whole or record.result_text == "*":
            return
        tokens = [*self.raw.tags, *self.raw.tokens]
        place = ending or tokens[-1]
        if tag not in ("", "*") and not are_same(tag, record.result_text):
            reason = f"the game ends with {record.result_text}, but its Result tag is {tag!r}"
            record.errors.append(self.fault(place, reason))
        on_board = self.track.position.winner
        if (
            on_board is not None
            and record.winner != on_board
            and (record.is_draw or record.winner is not None)
        ):
            loser = on_board.opponent.name.capitalize()
            reason = f"the result is {record.result_text}, but {loser} is to move and cannot, so has lost"
            record.errors.append(self.fault(place, reason))


_READERS: dict[str | None, Callable[[_Reader, Token], None]] = {
    "comment": _Reader.comment,
    "mark": _Reader.mark,
    "nag": _Reader.nag,
    "star": _Reader.star,
    "open": _Reader.open,
    "close": _Reader.close,
    "glued": _Reader.glued,
    "setup": _Reader.setup,
    "word": _Reader.word,
    "result": _Reader.word,
    "bad_tag": _Reader.bad_tag,
}
