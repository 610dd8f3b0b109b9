"""The tags of a recorded game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping

from .types import check_type

__all__ = ["Headers"]

_NAME = re.compile(r"[A-Za-z]\w*")
_UNWRITABLE = re.compile('[\\r\\n]|["\u201c\u201d][ \\t]*\\]')


class Headers(MutableMapping[str, str]):
    """The tags of a game, in order. Names are the same in either case; a repeated one keeps all values.

    Parameters
    ----------
    pairs : mapping or iterable of (str, str), optional
        Names and values.

    Examples
    --------
    >>> headers = Headers([("Event", "a"), ("Black", "b"), ("event", "c")])
    >>> headers["EVENT"], len(headers), headers.pairs
    ('c', 2, (('Event', 'a'), ('Black', 'b'), ('event', 'c')))
    """

    def __init__(self, pairs: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        self._pairs: list[tuple[str, str]] = []
        self._last: dict[str, int] = {}  # places of names in small letters
        for name, value in pairs.items() if isinstance(pairs, Mapping) else pairs:
            self.add(name, value)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every tag, repeated ones too."""
        return tuple(self._pairs)

    def add(self, name: str, value: str) -> None:
        """Add a tag after the others, whether or not there is one of that name.

        Parameters
        ----------
        name : str
            A letter, and letters, digits or underscores.
        value : str
            One line, kept as it is written: a backslash stays one.

        Raises
        ------
        ValueError
            If it cannot be written.

        Examples
        --------
        >>> headers = Headers({"Event": "A match"})
        >>> headers.add("Round", "1")
        >>> list(headers)
        ['Event', 'Round']
        """
        folded = _folded(name)
        check_type("the value of a tag", value, str)
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not the name of a tag: a letter, then letters, digits or '_'")
        if _UNWRITABLE.search(value):
            raise ValueError(f"a tag cannot hold {value!r}: it is one line, and ends at the first '\"]'")
        self._last[folded] = len(self._pairs)
        self._pairs.append((name, value))

    def __getitem__(self, name: str) -> str:
        if (folded := _folded(name)) not in self._last:
            raise KeyError(name)
        return self._pairs[self._last[folded]][1]

    def __setitem__(self, name: str, value: str) -> None:
        at = self._last.get(_folded(name))
        self.add(name, value)
        if at is not None:
            self._pairs[at] = (self._pairs[at][0], self._pairs.pop()[1])
            self._last[_folded(name)] = at

    def __delitem__(self, name: str) -> None:
        if (folded := _folded(name)) not in self._last:
            raise KeyError(name)
        self._pairs = [pair for pair in self._pairs if pair[0].lower() != folded]
        self._last = {own.lower(): at for at, (own, _) in enumerate(self._pairs)}

    def __iter__(self) -> Iterator[str]:
        names: dict[str, str] = {}
        for name, _ in self._pairs:
            names.setdefault(name.lower(), name)
        return iter(names.values())

    def __len__(self) -> int:
        return len(self._last)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Headers):
            return [(name.lower(), value) for name, value in self._pairs] == [
                (name.lower(), value) for name, value in other._pairs
            ]
        return dict(self) == other if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Headers({self._pairs!r})"


def _folded(name: str) -> str:
    check_type("the name of a tag", name, str)
    return name.lower()
