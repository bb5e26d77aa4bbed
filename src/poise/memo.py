"""Answers that are kept: what was worked out for a thing need not be worked out again while the same thing is asked.

    @lru_cache(maxsize=64)
    def _weights(figure: Same[Figure], joints: Joints) -> Array: …

    _weights(Same(figure), joints)

Figures and poses are immutable, so an answer about one holds for ever; comparing them by value would cost more than it
saves. `lru_cache` is bounded and may be used by several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields
from functools import cache
from operator import itemgetter
from typing import Any, Generic, TypeVar

Thing = TypeVar("Thing")


class Same(Generic[Thing]):
    """A key that stands for one very thing, and keeps it alive: no other can get its identity meanwhile."""

    __slots__ = ("thing",)

    def __init__(self, thing: Thing) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing


@cache
def value_getter(kind: type, told_apart: str | None = None) -> Callable[[dict[str, Any]], Hashable] | None:
    """From the `vars` of a task or criterion of a kind to the values by which two of them are the same.

    Left out are the tolerance, which says how results are read, and the field `told_apart`. None for kinds that are not
    Poise's own: what they do with their fields is not known.
    """
    names = [field.name for field in fields(kind) if field.name not in ("tolerance", told_apart)]
    return itemgetter(*names) if kind.__module__.startswith("poise.") else None
