"""Natural: the freedom left as people would use it, foreseen from the goals of the solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from poise import _core
from poise.criteria.criterion import Criterion
from poise.criteria.foreseer import foreseer_of
from poise.criteria.habit import require_human
from poise.criteria.natural_goals import asked_of_net
from poise.pose import Pose

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.tasks.task import Task


@dataclass(frozen=True)
class Natural(Criterion):
    """Prefer the pose that people take for these very goals; for `poise.human` of any size, with or without fingers.

    A small net, learnt from captured people, is told what `Reach`, `Hold`, `Orient` and `LookAt` ask of feet, hands,
    head, pelvis and chest, any of them, and says the whole pose with a spread σ for every coordinate. The criterion is
    half the sum of (0.03 (x - said) / σ)², measured as `NearPose` measures, and `solve` begins at that pose. In a
    session it follows the goals. What an arm or the neck can do alone, from the start pose, leaves the rest of the body
    as it is there; trunk and legs join as these run out of reach. Where no goal is known, or goals are far from what
    people do, it is `Habit` instead, smoothly; the solution tells it.
    """

    def check(self, figure: Figure) -> None:
        """Raise when the figure is no `poise.human`."""
        require_human(figure, self._name)

    @property
    def _is_kept(self) -> bool:
        return True

    def compiled(self, start: Pose) -> _core.Criterion:
        """Without tasks nothing needs to change."""
        return self.told(start, ()).compiled(start)

    def told(self, start: Pose, tasks: Sequence[Task], now: Pose | None = None, here: Pose | None = None) -> Criterion:
        begun = here or start
        told, others = asked_of_net(start, tasks, now, begun)
        foreseer = foreseer_of(start.figure)
        return Foreseen._of(start.figure, foreseer, foreseer.foresee(begun._core, told, others), self.weight)


@dataclass(frozen=True)
class Foreseen(Criterion):
    """`Natural` once it knows the tasks. Made by Poise. `foresight`: of `human`; None where nothing is known."""

    human: Any = field(kw_only=False)
    foresight: _core.Foresight | None = field(kw_only=False)

    @classmethod
    def _of(cls, human: Figure, foreseer: _core.Foreseer, foresight: _core.Foresight | None, weight: float) -> Foreseen:
        """Of numbers that have been checked: one is made whenever a goal moves."""
        found = object.__new__(cls)
        vars(found).update(human=human, foresight=foresight, weight=weight, figure=None, _foreseer=foreseer)
        return found

    def check(self, figure: Figure) -> None:
        """Raise when the figure is no `poise.human`."""
        require_human(figure, self._name)

    def compiled(self, start: Pose) -> _core.Criterion:
        return self._foreseer.criterion(self.foresight)

    def renew(self, core: _core.Criterion, start: Pose) -> bool:
        assert isinstance(core, _core.CriterionSum)
        self._foreseer.renew(core, self.foresight)
        return True

    def _eased(self, before: Criterion, share: float) -> Criterion:
        """The pose and its weights on their way; what is nearly there is there."""
        old, new = before.foresight if isinstance(before, Foreseen) else None, self.foresight
        if share >= 1.0 or old is None or new is None or self._foreseer.is_there(old, new):
            return self
        return Foreseen._of(self.human, self._foreseer, self._foreseer.eased(old, new, share), self.weight)

    @property
    def pose(self) -> Pose | None:
        """The pose foreseen."""
        return None if self.foresight is None else Pose(self.human, self.foresight.coordinates())

    @property
    def begin(self) -> Pose | None:
        """The pose foreseen, where it counts more than the habits, with eyes and hands brought to their goals by neck
        and arms."""
        if self.foresight is None or self._trust <= 0.5:
            return None
        return Pose._of(self.human, self._foreseer.beginning(self.foresight))

    @property
    def title(self) -> str:
        """Which of the two served."""
        if self._trust == 1.0:
            return "Natural"
        return f"Natural ({100 * (1 - self._trust):.0f} % Habit)" if self._trust else "Natural (Habit)"

    @property
    def _trust(self) -> float:
        return 0.0 if self.foresight is None else self.foresight.trust

    @cached_property
    def _foreseer(self) -> _core.Foreseer:
        return foreseer_of(self.human)
