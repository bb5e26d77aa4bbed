"""Answers that are kept: what was worked out for a thing need not be worked out again while the same thing is asked.

    @lru_cache(maxsize=64)
    def _weights(figure: Same[Figure], joints: Joints) -> Array: …

    _weights(Same(figure), joints)

Figures and poses are immutable, so an answer about one holds for ever; comparing them by value would cost more than it
saves. `lru_cache` is bounded and may be used by several threads.
"""

from __future__ import annotations

from typing import Generic, TypeVar

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
