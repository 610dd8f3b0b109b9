from collections.abc import Sequence
from typing import TypeAlias, final

_Bitboards: TypeAlias = tuple[int, int, int]

WIN: int
DEEPEST: int

def evaluate(black: int, white: int, kings: int, white_to_move: bool) -> int: ...

@final
class SharedTable:
    def __new__(cls, most_bytes: int) -> SharedTable: ...

@final
class Searcher:
    def __new__(
        cls,
        table: SharedTable,
        black: int,
        white: int,
        kings: int,
        white_to_move: bool,
        quiet_plies: int,
        seen: Sequence[tuple[tuple[int, int, int, bool], int]],
    ) -> Searcher: ...
    def stop(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    def run(self, depth: int, nodes: int) -> tuple[int, int, list[_Bitboards]]: ...
