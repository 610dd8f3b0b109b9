"""Where the text of games comes from: files and streams, decoded in pieces, whatever is in them."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
from collections.abc import Callable, Iterator
from typing import IO, Any, TypeAlias

__all__ = ["Source", "opened"]

Source: TypeAlias = "str | os.PathLike[str] | bytes | IO[str] | IO[bytes]"
"""A path, or what holds the text: a str or bytes object, a text or a binary stream."""

# What no name of a file looks like: several lines, a line longer than any name, or the beginning of a game,
# unless the end shows that it is a name after all.
_GAME = re.compile(
    r"""(?!.*\.(?i:pdn)\Z)
        \s*(?: \Z | [\[{*] | /FEN\s" | [0-9]+\.\s
             | (?:[0-9]+\.+)?
               (?: [0-9]{1,2}(?:[-xX:\u2013\u2212\xd7][0-9]{1,2})+ | (?:[a-h][1-8][-xX:]?){2,} )[!?*]*\s )
        | .*[\r\n] | .{5000}""",
    re.VERBOSE,
)
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@contextlib.contextmanager
def opened(source: Source) -> Iterator[Callable[[int], str]]:
    r"""Open a source of text.

    Parameters
    ----------
    source : str, path-like, bytes, text stream or binary stream
        A str is the path of a file, unless it has several lines, or begins as a game does and does not
        end in ``.pdn``. Bytes are taken as UTF-8, a line that is not UTF-8 as cp1252, and one that is
        neither as Latin-1; UTF-16 is known by its byte order mark.

    Yields
    ------
    callable
        Called with a number of characters, it returns about as many: none at the end only.

    Examples
    --------
    >>> with opened(b"[White \"Andr\xe9\"]\n[Black \"Andr\xc3\xa9\"]\n") as read:
    ...     print(read(1000), end="")
    [White "André"]
    [Black "André"]
    """
    with contextlib.ExitStack() as stack:
        stream: IO[str] | IO[bytes]
        if isinstance(source, bytes):
            stream = io.BytesIO(source)
        elif isinstance(source, str) and _GAME.match(source):
            stream = io.StringIO(source)
        elif isinstance(source, (str, os.PathLike)):
            stream = stack.enter_context(open(source, "rb"))
        elif hasattr(source, "read"):
            stream = source
        else:
            raise TypeError(
                f"games are read from a path, a str, bytes or a stream, not {type(source).__name__}"
            )
        yield _Decoder(stream).read


class _Decoder:
    def __init__(self, stream: IO[Any]) -> None:
        self._stream = stream
        self._rest = b""
        self._utf_16: codecs.IncrementalDecoder | None = None
        self._began = False

    def read(self, size: int) -> str:
        piece = self._take(size)
        if isinstance(piece, str):
            # No half of a surrogate pair may come through: it could not be written again.
            is_plain = piece.isascii()
            return piece if is_plain else piece.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        data = self._rest + piece
        if not self._began:
            self._began = True
            if data[:2] in _UTF_16:
                self._utf_16 = codecs.getincrementaldecoder("utf-16")("replace")
        if self._utf_16:
            return self._utf_16.decode(data, not piece)
        # Whole lines are decoded; of one that is endless, whole words if it has any.
        cut = (data.rfind(b"\n") + 1 or data.rfind(b" ") + 1) if piece else 0
        self._rest = data[cut:] if cut else b""
        return _decode(data[:cut] if cut else data)

    def _take(self, size: int) -> str | bytes:
        """Read so much; less at the end only, however little at a time the stream gives."""
        pieces: list[Any] = []
        while size > 0 and (piece := self._stream.read(size)):
            pieces.append(piece)
            size -= len(piece)
        text: str | bytes = pieces[0][:0].join(pieces) if pieces else b""
        return text


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(map(_decode_line, data.splitlines(keepends=True)))


def _decode_line(line: bytes) -> str:
    with contextlib.suppress(UnicodeDecodeError):
        return line.decode("utf-8")
    with contextlib.suppress(UnicodeDecodeError):
        return line.decode("cp1252")
    return line.decode("latin-1")
