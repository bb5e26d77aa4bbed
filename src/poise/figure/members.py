"""What several figures that are posed together have, one of it each, by their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from poise.errors import UnknownNameError

T = TypeVar("T")


class Members(Mapping[str, T]):
    """Read by name, as a dictionary; a name that is not there is told which there are."""

    def __init__(self, named: Mapping[str, T]) -> None:
        self._named = dict(named)

    def __getitem__(self, name: str) -> T:
        try:
            return self._named[name]
        except (KeyError, TypeError):
            owner = "the pose of several figures" if self._named else "the pose is of a single figure: it"
            raise UnknownNameError("figure", name, self._named, owner) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def __repr__(self) -> str:
        return f"Members({self._named!r})"
