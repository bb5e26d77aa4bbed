"""Criteria as a problem of the core knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from poise.criteria.criterion import Criterion
from poise.criteria.function import FunctionCriterion
from poise.errors import InputError
from poise.figure.check import listed, shown

if TYPE_CHECKING:
    from poise import _core
    from poise.pose import Pose


def checked_criteria(criteria: Any) -> tuple[Criterion, ...]:
    """The criteria; a bare function of a pose becomes a `FunctionCriterion`."""
    found = listed(criteria)
    if found is None:
        raise InputError(f"criteria must be a list of criteria, not {shown(criteria)}")
    return tuple(_criterion(given) for given in found)


def compiled(start: Pose, criteria: Iterable[Criterion]) -> list[tuple[_core.Criterion, float]]:
    """Criteria in the core with their weights, all of them checked first."""
    found = list(criteria)
    for criterion in found:
        criterion.check(start.figure)
    return [(criterion.compiled(start), criterion.weight) for criterion in found]


def _criterion(given: Any) -> Criterion:
    if isinstance(given, Criterion):
        return given
    if callable(given) and not isinstance(given, type):
        return FunctionCriterion(given)
    import poise.criteria

    kinds = ", ".join(name for name in poise.criteria.__all__ if name != "Criterion")
    raise InputError(f"{shown(given)} is not a criterion; there are {kinds}, and any function of a pose")
