"""Combined culprits: the smallest sets of suspects without which a task is met, when no single one is enough."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from poise.explain.suspect import Suspect, held
from poise.explain.trials import TiredError

if TYPE_CHECKING:
    from poise.explain.trials import Trials

WIDEST = 5
"""Suspects that are tried in pairs."""
ROUNDS = 6
"""How often limits that come up once others are gone are added to the suspects."""


Group = tuple[Suspect, ...]


class Combiner:
    """The search for one task. What failed without many suspects is not tried without fewer of them."""

    def __init__(self, trials: Trials) -> None:
        self._trials = trials
        self._in_vain: list[frozenset[Suspect]] = []

    def groups(self, ranked: Sequence[Suspect]) -> list[Group]:
        """Pairs if there are any, else one group that cannot be smaller; none when even all are not enough.

        `ranked`: the suspects, the most helpful first, each known not to be enough alone. A limit that comes up later
        may be: then it is a group by itself.
        """
        pool = self._enough(list(ranked))
        if not pool:
            return []
        least = tuple(self._confirmed(self._least([], pool, tested=True)))
        needed = [s for s in least if not self._met([other for other in pool if other != s])]
        if len(least) == 1 or len(needed) == len(least):  # if one stays, all the others go in vain: no other group
            return [least]
        first = [*least, *(s for s in pool if s not in least)][:WIDEST]
        pairs: list[Group] = [pair for pair in combinations(first, 2) if self._met(pair)]
        return pairs or [least]

    def _enough(self, pool: list[Suspect]) -> list[Suspect]:
        """The suspects, with limits that hold once the others are gone, until the task is met without all of them."""
        for _ in range(ROUNDS):
            if self._met(pool):
                return pool
            fresh = [s for s in held(self._trials.without(pool)) if s not in pool]
            if not fresh:
                return []
            pool = [*pool, *fresh]
        return []

    def _least(self, gone: Sequence[Suspect], pool: Sequence[Suspect], tested: bool = False) -> list[Suspect]:
        """Those of the pool that must go besides those `gone`, as few as possible, by halves (Junker's QuickXplain).

        `tested`: it is known that some must go.
        """
        if not tested and self._met(gone):
            return []
        if len(pool) == 1:
            return list(pool)
        likely, rest = pool[: len(pool) // 2], pool[len(pool) // 2 :]
        from_rest = self._least([*gone, *likely], rest)
        return [*self._least([*gone, *from_rest], likely, tested=not from_rest), *from_rest]

    def _confirmed(self, group: list[Suspect]) -> list[Suspect]:
        """The group without those that are not needed after all: what many could not, fewer sometimes can."""
        for suspect in tuple(group):
            rest = [other for other in group if other != suspect]
            if rest and self._trials.met(rest):
                group = rest
        return group

    def _met(self, suspects: Sequence[Suspect]) -> bool:
        gone = frozenset(suspects)
        if any(gone <= vain for vain in self._in_vain):
            return False
        if self._trials.tired():
            raise TiredError
        met = self._trials.met(gone)
        if not met:
            self._in_vain.append(gone)
        return met
