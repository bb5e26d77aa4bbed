"""Criteria as a problem of the core knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from poise.criteria.criterion import Criterion
from poise.criteria.function import FunctionCriterion
from poise.errors import InputError
from poise.figure.arguments import unchecked
from poise.figure.check import listed, shown

if TYPE_CHECKING:
    from poise import _core
    from poise.pose import Pose
    from poise.tasks.task import Task


def checked_criteria(criteria: Any) -> tuple[Any, ...]:
    """The criteria in one row or, when some stand in a list of their own, in levels: a tuple of tuples.

    A bare function of a pose becomes a `FunctionCriterion`.
    """
    found = listed(criteria)
    if found is None:
        raise InputError(f"criteria must be a list of criteria, as [poise.Natural()], not {shown(criteria)}")
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


class Preferences:
    """The criteria of a problem, given to it when made: those of the last level weigh what the others leave.

    All are checked first. `told`: the criteria as they are once they know the tasks; in a session, on their way there.
    `looks_at_goals`: whether that makes any difference to them.
    """

    def __init__(self, problem: _core.Problem, start: Pose, criteria: tuple[Any, ...], tasks: Sequence[Task]) -> None:
        for criterion in in_a_row(criteria):
            criterion.check(start.figure)
        self._problem, self._start, self._asked = problem, start, criteria
        self.looks_at_goals = any(c.looks_at_goals for c in in_a_row(criteria))
        self.told = self._aims = each_changed(criteria, lambda c: unchecked(c.told)(start, tasks))
        *above, last = in_levels(self.told)
        ready = compiled(start, last)
        self._ready: list[tuple[_core.Criterion, int | None]] = []  # in a row; and the level in the problem
        for level in [[(c.compiled_above(start), c.weight) for c in level] for level in above]:
            index = problem.begin_criteria_level(level)
            self._ready += [(core, index) for core, _ in level]
        for core, weight in ready:
            problem.add_criterion(core, weight)
            self._ready.append((core, None))

    @property
    def begin(self) -> Pose | None:
        """Where a solve may best begin; the first criterion that knows says it, of several figures that of each."""
        said = [(c.figure, begin) for c in in_a_row(self.told) if (begin := c.begin) is not None]
        if not said or not self._start.figure.members:
            return said[0][1] if said else None
        company = self._start
        for name, pose in reversed(said):
            company = company.with_member(name, pose.member(name))
        return company

    @property
    def on_the_way(self) -> bool:
        """Whether some are not yet where the goals have led them."""
        return self.told is not self._aims

    def ask_again(self, start: Pose, tasks: Sequence[Task]) -> None:
        """Be the criteria of another solve, with other goals or from another start."""
        self._start = start
        if self.looks_at_goals:
            self.told = self._aims = each_changed(self._asked, lambda c: unchecked(c.told)(start, tasks))
            self._hand_over()

    def renew(self, tasks: Sequence[Task], now: Pose, here: Pose, share: float = 1.0) -> None:
        """Let criteria that look at the goals follow them, while a session is at `now` and was put `here` last, a
        `share` (0 to 1) of the way."""
        self._aims = each_changed(self._asked, lambda c: unchecked(c.told)(self._start, tasks, now, here))
        self.ease(share)

    def ease(self, share: float) -> None:
        """Go on with that share of the way that is left."""
        if share >= 1.0:
            self.told = self._aims
        else:
            pairs = zip(in_a_row(self.told), in_a_row(self._aims), strict=True)
            eased = [aim._eased(before, share) for before, aim in pairs]
            if all(one is aim for one, aim in zip(eased, in_a_row(self._aims), strict=True)):
                self.told = self._aims
            else:
                left = iter(eased)
                self.told = each_changed(self._aims, lambda _: next(left))
        self._hand_over()

    def _hand_over(self) -> None:
        """Let the core prefer what the criteria do now."""
        for criterion, (core, index) in zip(in_a_row(self.told), self._ready, strict=True):
            if unchecked(criterion.renew)(core, self._start) and index is not None:
                self._problem.revise(index)


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
    if isinstance(given, type) and issubclass(given, Criterion):
        raise InputError(f"{given.__name__} is a kind of criterion; one of them is {given.__name__}(…)")
    raise InputError(f"{shown(given)} is not a criterion; there are {kinds}, and any function of a pose")
