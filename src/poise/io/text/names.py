"""New names that clash with none in use."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import count


class Names:
    """Names in use. However many are alike, a new one is found at once."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)
        self.numbers: dict[str, int] = {}

    def new(self, wanted: str) -> str:
        """`wanted`, or the first of `wanted_2`, `wanted_3` … that is not taken; it is taken from now on."""
        number = self.numbers.get(wanted, 1)
        while (name := wanted if number == 1 else f"{wanted}_{number}") in self.taken:
            number += 1
        self.numbers[wanted] = number + 1
        self.taken.add(name)
        return name


def unique(name: str, taken: Container[str]) -> str:
    """`name`, or the first of `name_2`, `name_3` … that is not taken."""
    candidates = (name if n == 1 else f"{name}_{n}" for n in count(1))
    return next(c for c in candidates if c not in taken)
