"""The ``board`` directive: a position, drawn by the library itself while the page is built."""

import re

from docutils import nodes
from docutils.parsers.rst import Directive, directives

from pydraughts import Position, svg
from pydraughts.notation import square_name


def figure(picture, caption, kind):
    """Put an inline picture, which names and describes itself, and a caption into a figure."""
    node = nodes.figure("", nodes.raw("", picture, format="html"), classes=kind.split())
    if caption:
        node += nodes.caption("", "", *caption)
    return node


def add_name(number):
    """Write the name of a square beside its number."""
    return f"{number[1]} {square_name(int(number[1]))}</text>"


class Board(Directive):
    """Draw the position of the argument, or the one after a move; the content is the caption."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = {  # noqa: RUF012
        "move": directives.unchanged_required,
        "legal": directives.flag,
        "flipped": directives.flag,
        "names": directives.flag,
        "size": directives.positive_int,
    }

    def run(self):
        position, move = Position.from_fen(self.arguments[0]), None
        if "move" in self.options:
            move = position.parse_move(self.options["move"])
            position = position.play(move)
        picture = svg.board(
            position,
            last_move=move,
            legal=position.legal_moves() if "legal" in self.options else (),
            flipped="flipped" in self.options,
            size=self.options.get("size", 300),
        )
        kind = "board"
        if "names" in self.options:
            kind = "board names"
            picture = re.sub(r"(\d+)</text>", add_name, picture)
        text, messages = self.state.inline_text(" ".join(self.content), self.lineno)
        return [figure(picture, text, kind), *messages]


def setup(app):
    app.add_directive("board", Board)
    return {"parallel_read_safe": True}
