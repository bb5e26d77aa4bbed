"""Criteria among several figures: each figure's own, told the tasks of the solve in that figure's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from poise import _core
from poise.criteria.criterion import Criterion
from poise.criteria.preferences import checked_criteria
from poise.errors import InputError, PoiseError
from poise.figure.company import SLASH, Company
from poise.figure.figure import Figure
from poise.forces.wishes import under
from poise.pose import Pose
from poise.tasks.body_task import BodyTask
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.forces.wishes import Loads


@dataclass(frozen=True)
class OwnCriterion(Criterion):
    """A criterion of one of several figures, which sees its own pose alone. Made by Poise.

    `at`: once it has been told, where the solve begins, all figures together.
    """

    of: Criterion = field(kw_only=False)
    at: Pose | None = field(default=None, kw_only=False)

    @property
    def member(self) -> str:
        """The name of its figure."""
        assert self.figure is not None
        return self.figure

    def check(self, figure: Figure) -> None:
        """Raise when the criterion does not fit its figure."""
        assert isinstance(figure, Company)
        self.of.check(figure.member(self.member))

    def compiled(self, start: Pose) -> _core.Criterion:
        return self._among(start, self.of.compiled(start.member(self.member)))

    def compiled_above(self, start: Pose) -> _core.Criterion:
        return self._among(start, self.of.compiled_above(start.member(self.member)))

    def told(self, start: Pose, tasks: Sequence[Task], now: Pose | None = None, here: Pose | None = None) -> Criterion:
        own = in_words_of(self.member, tasks)
        poses = [None if pose is None else pose.member(self.member) for pose in (now, here)]
        return replace(self, of=self.of.told(start.member(self.member), own, *poses), at=start)

    @property
    def looks_at_goals(self) -> bool:
        return self.of.looks_at_goals

    def renew(self, core: _core.Criterion, start: Pose) -> bool:
        assert isinstance(core, _core.MemberCriterion)
        return self.of.renew(core.own, start.member(self.member))

    def seen(self, start: Pose, pose: Pose) -> float:
        return self.of.seen(start.member(self.member), pose.member(self.member))

    @property
    def begin(self) -> Pose | None:
        """Where the solve begins, with its own figure where the criterion says."""
        own = self.of.begin
        return None if own is None or self.at is None else self.at.with_member(self.member, own)

    @property
    def title(self) -> str:
        return f"{self.of.title} {self.member}"

    def _among(self, start: Pose, own: _core.Criterion) -> _core.Criterion:
        figure = start.figure
        assert isinstance(figure, Company)
        member = figure.member(self.member)
        return _core.MemberCriterion(figure._core, figure.member_base(self.member), member._core, own)


def each_figures_own(criteria: Any, figure: Figure, loads: Loads | None = None) -> tuple[Any, ...]:
    """The criteria as a problem of this figure has them; of several figures each its own, under its own loads.

    A criterion that names no figure is that of every figure that it suits; where it suits none of them but all
    together, as one that names "ann/left_knee" does, it is the company's.
    """
    wishes = () if isinstance(criteria, tuple) and not criteria else checked_criteria(criteria)
    if not isinstance(figure, Company):
        _require_single(wishes, figure)
        return wishes
    levels = [_owned(entry if isinstance(entry, tuple) else (entry,), figure, loads) for entry in wishes]
    if any(isinstance(entry, tuple) for entry in wishes):
        return tuple(levels)
    return tuple(criterion for level in levels for criterion in level)


def _owned(criteria: Iterable[Criterion], figure: Company, loads: Loads | None) -> tuple[Criterion, ...]:
    found: list[Criterion] = []
    for criterion in criteria:
        if isinstance(criterion, OwnCriterion):
            found.append(criterion)
            continue
        every = {name: _own(criterion, name, loads) for name in figure.members}
        if criterion.figure is not None:
            figure.member(criterion.figure)
            found.append(every[criterion.figure])
            continue
        suited = [own for own in every.values() if criterion.is_each_figures_own and _suits(own, figure)]
        found += suited or [criterion]  # which speaks of all together, or of nothing they have: checking tells
    return tuple(found)


def _own(criterion: Criterion, name: str, loads: Loads | None) -> OwnCriterion:
    plain = replace(criterion, figure=None)
    own = plain if loads is None else under(plain, *loads.of(name))
    return OwnCriterion(own, figure=name, weight=criterion.weight)


def _suits(own: OwnCriterion, figure: Company) -> bool:
    try:
        own.check(figure)
    except PoiseError:
        return False
    return True


def _require_single(criteria: tuple[Any, ...], figure: Figure) -> None:
    for entry in criteria:
        for criterion in entry if isinstance(entry, tuple) else (entry,):
            if criterion.figure is not None:
                what = f"criterion {type(criterion).__name__}: {figure.name!r} is a single figure"
                raise InputError(f"{what}; leave figure={criterion.figure!r} out")


def in_words_of(member: str, tasks: Iterable[Task]) -> list[Task]:
    """The tasks that ask something of one figure alone, with the names that they have there."""
    found: list[Task] = []
    for task in tasks:
        if isinstance(task, BodyTask):
            if task.figure == member:
                found.append(replace(task, figure=None))
            continue
        prefix = f"{member}{SLASH}"
        if task.sites and all(site.startswith(prefix) for site in task.sites):
            found.append(replace(task, **_stripped(task, prefix)))
    return found


def _stripped(task: Task, prefix: str) -> dict[str, Any]:
    """The fields that name something of the figure, without the figure's name."""
    changed: dict[str, Any] = {}
    for each in fields(task):
        value = getattr(task, each.name)
        if each.init and each.name != "name" and _without(value, prefix) != value:
            changed[each.name] = _without(value, prefix)
    return changed


def _without(value: Any, prefix: str) -> Any:
    if isinstance(value, str):
        return value.removeprefix(prefix)
    if isinstance(value, tuple) and any(isinstance(entry, str | tuple) for entry in value):
        return tuple(_without(entry, prefix) for entry in value)
    return value
