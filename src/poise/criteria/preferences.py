"""Criteria as a problem of the core knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from poise.criteria.criterion import Criterion
from poise.criteria.function import FunctionCriterion
from poise.errors import InputError
from poise.figure.check import listed, shown

if TYPE_CHECKING:
    from poise import _core
    from poise.pose import Pose


def checked_criteria(criteria: Any) -> tuple[Any, ...]:
    """The criteria in one row or, when some stand in a list of their own, in levels: a tuple of tuples.

    A bare function of a pose becomes a `FunctionCriterion`.
    """
    found = listed(criteria)
    if found is None:
        raise InputError(f"criteria must be a list of criteria, not {shown(criteria)}")
    inner = [listed(entry) for entry in found]
    if all(entry is None for entry in inner):
        return tuple(_criterion(given) for given in found)
    levels = []
    for number, (given, entry) in enumerate(zip(found, inner, strict=True), 1):
        if entry == []:
            raise InputError(f"level {number} of the criteria is empty: it needs at least one criterion")
        levels.append(tuple(_criterion(each) for each in ([given] if entry is None else entry)))
    return levels[0] if len(levels) == 1 else tuple(levels)


def in_a_row(criteria: tuple[Any, ...]) -> tuple[Any, ...]:
    """All criteria, those of the first level first."""
    return tuple(c for entry in criteria for c in (entry if isinstance(entry, tuple) else (entry,)))


def in_levels(criteria: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """The criteria level by level; a plain row is one level."""
    if not any(isinstance(entry, tuple) for entry in criteria):
        return (criteria,)
    return tuple(entry if isinstance(entry, tuple) else (entry,) for entry in criteria)


def each_changed(criteria: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Every criterion changed, in its place."""
    return tuple(tuple(map(change, entry)) if isinstance(entry, tuple) else change(entry) for entry in criteria)


def ranked(criteria: tuple[Any, ...], tell: Callable[[Any], Any]) -> list[Any]:
    """Every criterion as it is told, as a person would write them: a level of one criterion without its list."""
    levels = [[tell(c) for c in level] for level in in_levels(criteria)]
    if len(levels) == 1:
        return levels[0]
    alone = all(len(level) == 1 for level in levels)  # then a list must say that these are levels
    return [level[0] if len(level) == 1 and not (alone and i == 0) else level for i, level in enumerate(levels)]


def add_criteria(problem: _core.Problem, start: Pose, criteria: tuple[Any, ...]) -> None:
    """Give a problem its criteria, all of them checked first: those of the last level weigh what the others leave."""
    for criterion in in_a_row(criteria):
        criterion.check(start.figure)
    *above, last = in_levels(criteria)
    ready = compiled(start, last)
    for level in [[(c.compiled_above(start), c.weight) for c in level] for level in above]:
        problem.begin_criteria_level(level)
    for criterion, weight in ready:
        problem.add_criterion(criterion, weight)


def compiled(start: Pose, criteria: Iterable[Criterion]) -> list[tuple[_core.Criterion, float]]:
    """Criteria in the core with their weights."""
    return [(criterion.compiled(start), criterion.weight) for criterion in criteria]


def _criterion(given: Any) -> Criterion:
    if isinstance(given, Criterion):
        return given
    if callable(given) and not isinstance(given, type):
        return FunctionCriterion(given)
    import poise.criteria

    kinds = ", ".join(name for name in poise.criteria.__all__ if name != "Criterion")
    raise InputError(f"{shown(given)} is not a criterion; there are {kinds}, and any function of a pose")
