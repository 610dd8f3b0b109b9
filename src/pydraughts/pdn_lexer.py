"""Text cut into games, and games into tokens, by one regular expression.

Nothing is known here of rules: a token is a match whose ``lastgroup`` tells its kind. The text of one
game is in memory at a time; one that does not end in what has been read is cut again with twice as much.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

__all__ = ["RawGame", "Token", "games", "is_open"]

_PIECE = 1 << 16
_LONGEST = 1 << 20
_MOST_TOKENS = 100_000
_LONGEST_OPENING = 256  # of a tag, up to its value
# No token is told from another by more than so many characters after it.
_VIEW = 16
# Squares after the first in a move: more than any jump has. Without an end, a long chain is gone through
# again at each of its links.
_HOPS = "{1,24}"

_QUOTE = '["\u201c\u201d]'
_DASH = r"[-\u2010-\u2014\u2212]"
_JOINT = r"\s{0,3}[-\u2010-\u2014\u2212xX\u00d7:]\s{0,3}"
_TAG = rf"\[[ \t]*[A-Za-z]\w*[ \t\xa0]*{_QUOTE}"
_BRACED = rf"\{{[^}}\n]*(?:\n(?!{_TAG})[^}}\n]*)*\}}?"
_COMMENT = rf"{_BRACED}|[;%][^\r\n]*"
_PROSE = r"[^\W\d_][^\s{}()\[\]]*"
_NAMED_MOVE = rf"[a-hA-H][1-8](?:(?:{_JOINT})?[a-hA-H][1-8]){_HOPS}(?!\w)"

# Blanks, dots and move numbers come before a token; what a token may be is tried from common to rare.
_TOKEN = re.compile(
    rf"""
    [\s.\u2026\ufeff\x1a]* (?: (?!0\.5\s?-) [0-9]{{1,4}} \s? [.\u2026] [\s.\u2026]* )*
    (?:
      (?P<result> (?: 1/2(?: \s?{_DASH}\s? 1/2 )? | \xbd(?: \s?{_DASH}\s? \xbd )? | 0\.5 \s?{_DASH}\s? 0\.5
                    | [01] \s?{_DASH}\s? [01] | 2 \s?{_DASH}\s? 0 | 0 \s?{_DASH}\s? 2 )
                  (?![0-9/]) )
    | (?P<move> [0-9]{{1,2}} (?: {_JOINT} [0-9]{{1,2}} (?![0-9]) ){_HOPS} | {_NAMED_MOVE} )
    | (?P<comment> {_COMMENT} )
    | (?P<tag> \[ [ \t]* (?P<name> [A-Za-z]\w* ) [ \t\xa0]*
               {_QUOTE} (?P<value> [^\r\n]*? ) {_QUOTE} [ \t]* \] )
    | (?P<star> \* )
    | (?P<mark> [!?]+ | \( \s? [!?]+ \s? \) )
    | (?P<nag> \$ [0-9]{{1,3}} (?![0-9]) )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<glued> [0-9]{{3,4}} (?!\w) )
    | (?P<setup> /FEN \s{{0,3}} " [^"\r\n]* " \s{{0,3}} / )
    | (?P<bad_tag> {_TAG} [^\r\n]* )
    | (?P<word> {_PROSE} (?: \s{{1,9}} (?!{_NAMED_MOVE}) {_PROSE} )* | [^\s{{}}()\[\]]+ | \S )
    | (?P<end> \Z )
    )
    """,
    re.VERBOSE,
)
_COMMENT_IN_LINE = re.compile(rf"[ \t]*(?P<comment>{_COMMENT})")
_COMMENT_BELOW = re.compile(rf"\s*(?P<comment>{_COMMENT})")
_BLANK_TO_END = re.compile(r"[\s\x1a]*\Z")
_NEXT_GAME = re.compile(rf"\n(?={_TAG})")

_PLAYED = ("move", "glued", "open", "setup")

Token = re.Match[str]


class RawGame(NamedTuple):
    """The tokens of a game.

    Attributes
    ----------
    text : str
        What the offsets of the tokens count in.
    line, column : int
        Where that text begins, from 1.
    tags, tokens : list of re.Match
        Tags and all else, in order.
    result : re.Match or None
        The token that ends the game, if one does.
    end : int
        Offset of the end.
    is_cut : bool
        Whether the game is longer than anyone's game, and goes on.
    """

    text: str
    line: int
    column: int
    tags: list[Token]
    tokens: list[Token]
    result: Token | None
    end: int
    is_cut: bool

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset."""
        return _place(self.text, self.line, self.column, offset)


def games(read: Callable[[int], str]) -> Iterator[RawGame]:
    """Cut text into games.

    Parameters
    ----------
    read : callable
        Called with a number of characters, it returns about as many: none at the end only.

    Yields
    ------
    RawGame

    Examples
    --------
    >>> import io
    >>> for game in games(io.StringIO("1. 11-15 22-18 1-0 1. 9-14 *").read):
    ...     print([token[token.lastgroup] for token in game.tokens], game.result["result"])
    ['11-15', '22-18'] 1-0
    ['9-14'] None
    """
    text, start, is_all = "", 0, False
    line = column = 1
    while True:
        is_long = len(text) - start >= _LONGEST
        game = _cut(text, start, line, column, ends=is_all or is_long)
        if game is None and is_all:
            return
        if game is None and is_long:
            game = RawGame(text, line, column, [], [], None, len(text), True)
        if game is None:
            line, column = _place(text, line, column, start)
            piece = read(max(_PIECE, len(text) - start))
            is_all = not piece
            text, start = text[start:] + piece, 0
            continue
        start = game.end
        if game.is_cut or (is_long and not is_all and start == len(text)):
            game = game._replace(is_cut=True)
            # What is left of it goes unread, up to what looks like the next game.
            while not (found := _NEXT_GAME.search(text, start)):
                kept = text.rfind("\n", max(start, len(text) - _LONGEST_OPENING))
                kept = len(text) if kept < 0 else kept
                line, column = _place(text, line, column, kept)
                piece = read(_PIECE)
                text, start = (text[kept:] if piece else "") + piece, 0
                if not piece:
                    is_all = True
                    break
            start = found.end() if found else 0
        yield game


def _place(text: str, line: int, column: int, offset: int) -> tuple[int, int]:
    """Return the place of an offset into a text that begins at a place."""
    breaks = text.count("\n", 0, offset)
    if breaks:
        return line + breaks, offset - text.rfind("\n", 0, offset)
    return line, column + offset


def _cut(text: str, start: int, line: int, column: int, *, ends: bool) -> RawGame | None:
    """Find the game that begins at an offset; None if it may go on after the text, or is none."""
    tags: list[Token] = []
    tokens: list[Token] = []
    names: set[str] = set()
    depth = 0
    has_begun = False
    for token in itertools.islice(_TOKEN.finditer(text, start), _MOST_TOKENS):
        kind = token.lastgroup
        if kind in _PLAYED:
            has_begun = True
            depth += kind == "open"
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "tag":
            name = token["name"].lower()
            if has_begun or (name in names and _follows_empty_line(token)):
                return RawGame(text, line, column, tags, tokens, None, token.start(), False)
            tags.append(token)
            names.add(name)
            continue
        elif kind == "end":
            # A comment that is not closed may have a game in it.
            is_game = tags or any(
                token.lastgroup != "comment" or is_open(token["comment"]) for token in tokens
            )
            if not ends or not is_game:
                return None
            return RawGame(text, line, column, tags, tokens, None, len(text), False)
        elif depth == 0 and (kind == "result" or (kind == "star" and not _is_glued(token, tokens))):
            if not has_begun and not tags:
                continue
            closing = _closing_comments(token, ends=ends)
            if closing is None:
                return None
            end = (closing or [token])[-1].end()
            return RawGame(text, line, column, tags, tokens + closing, token, end, False)
        tokens.append(token)
    return RawGame(text, line, column, tags, tokens, None, token.end(), True)


def _closing_comments(result: Token, *, ends: bool) -> list[Token] | None:
    """Find the comments after a result that belong to its game; None if they may go on after the text."""
    in_line = _comments(_COMMENT_IN_LINE, result)
    below = _comments(_COMMENT_BELOW, (in_line or [result])[-1])
    end = [result, *in_line, *below][-1].end()
    is_all = _BLANK_TO_END.match(result.string, end) is not None
    if not ends and (is_all or end + _VIEW > len(result.string)):
        return None
    # Those below are of the next game, unless there is none: one that is not closed may have it in it.
    return in_line + below if is_all and below and not is_open(below[-1]["comment"]) else in_line


def _comments(pattern: re.Pattern[str], token: Token) -> list[Token]:
    """Find the comments that follow a token, one after the other."""
    found = []
    while comment := pattern.match(token.string, token.end()):
        found.append(comment)
        token = comment
    return found


def _follows_empty_line(tag: Token) -> bool:
    """Tell whether a tag stands after an empty line: if it repeats one, the game before had only tags."""
    return tag.string.count("\n", tag.start(), tag.start("tag")) > 1


def is_open(comment: str) -> bool:
    """Tell whether a comment in braces is not closed.

    Examples
    --------
    >>> is_open("{best}"), is_open("{best"), is_open("; best")
    (False, True, False)
    """
    return comment[0] == "{" and comment[-1] != "}"


def _is_glued(star: Token, tokens: list[Token]) -> bool:
    """Tell whether a star stands right after a move, where it means that no other move is as good."""
    last = tokens[-1].lastgroup if tokens else None
    return last in ("move", "glued", "mark") and star.start("star") == tokens[-1].end()
