"""What all criteria share: a weight against the other criteria, a value and a gradient."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed
from poise.criteria.joint_weights import JointWeights, Weight, freedom_weights, normalized_weights, weights_by_joint
from poise.errors import InputError
from poise.figure.arguments import check_fields, checked_methods
from poise.figure.check import number
from poise.memo import Same, value_getter
from poise.readable import AbstractReadable

if TYPE_CHECKING:
    from poise import _core
    from poise.figure.figure import Figure
    from poise.pose import Pose
    from poise.tasks.task import Task

Array = NDArray[np.float64]


@checked_methods
@dataclass(frozen=True, kw_only=True)
class Criterion(metaclass=AbstractReadable):
    """A preference below all tasks: it moves only what no task needs. `weight`: positive, against other criteria.

    `figure`: of several figures in one solve, the name of the one whose preference it is, all names in it being that
    figure's own; by default that of every figure that it suits.

    All are scaled alike: a sum of ½ r², where r = 1 is one radian off a posture, a joint at its limit, or the whole
    weight one radius of gyration beside its support.
    """

    weight: float = 1.0
    figure: str | None = None

    is_each_figures_own: ClassVar[bool] = True
    """Whether, of several figures, each has its own; else it is about all of them together."""

    def __post_init__(self) -> None:
        what = f"the weight of {self._name}"
        self._put("weight", number(self.weight, what))
        if self.weight <= 0.0:
            raise InputError(f"{what} must be positive, not {self.weight}")
        check_fields(self)

    def __init_subclass__(cls) -> None:
        """What a kind of criterion says is asked with figures and poses alone."""
        checked_methods(cls)

    # ---- what a kind of criterion must say -----------------------------------------------------

    @abstractmethod
    def check(self, figure: Figure) -> None:
        """Raise when the criterion does not fit the figure."""

    @abstractmethod
    def compiled(self, start: Pose) -> _core.Criterion:
        """The criterion in the core, its weight left out; `start` is where the solve begins."""

    def compiled_above(self, start: Pose) -> _core.Criterion:
        """The same where other criteria stand below it, which need to know where it is indifferent."""
        return self.compiled(start)

    def told(self, start: Pose, tasks: Sequence[Task], now: Pose | None = None, here: Pose | None = None) -> Criterion:
        """The criterion once it knows the tasks of the solve; most do not look at them.

        `now`: where a session is; `here`: where it was put last, which is the start where nobody has put it elsewhere.
        """
        return self

    def _eased(self, before: Criterion, share: float) -> Criterion:
        """The criterion a share (0 to 1) of the way from what it was `before`; most are where they are at once."""
        return self

    @property
    def looks_at_goals(self) -> bool:
        """Whether it makes a difference to it what the tasks are."""
        return type(self).told is not Criterion.told

    def renew(self, core: _core.Criterion, start: Pose) -> bool:
        """Let what `compiled` once gave prefer what this criterion does; False where it does so already."""
        return False

    # ---- what follows from it ------------------------------------------------------------------

    def value(self, pose: Pose) -> float:
        """How far from what it prefers the pose is, 0 at best; the weight left out."""
        self.check(pose.figure)
        return self.compiled(pose).value(pose._core)

    def derivative(self, pose: Pose) -> Array:
        """(dof,) derivative of the value by the tangent of the pose."""
        self.check(pose.figure)
        return self.compiled(pose).evaluate(pose._core)[1]

    def seen(self, start: Pose, pose: Pose) -> float:
        """The value at a pose as a solve that began at `start` sees it: by the soles that were down there."""
        return self.compiled(start).value(pose._core)

    @property
    def begin(self) -> Pose | None:
        """Where a solve may best begin, if the criterion knows."""
        return None

    @property
    def title(self) -> str:
        """What reports call it."""
        return type(self).__name__

    @property
    def _name(self) -> str:
        """What errors call it."""
        return f"criterion {type(self).__name__}"

    @property
    def _is_kept(self) -> bool:
        """Whether it is made of values alone, and the same in the core wherever a solve begins or else renewed."""
        return False

    @property
    def _form(self) -> Hashable | None:
        """All of it, for plans that are kept (`kept_plans.py`); None where no plan with it is kept."""
        values = value_getter(type(self)) if self._is_kept else None
        return None if values is None else (type(self), values(self.__dict__))

    def _put(self, field: str, value: Any) -> None:
        object.__setattr__(self, field, value)


@dataclass(frozen=True, kw_only=True)
class JointCriterion(Criterion):
    """A criterion of single joints. `joints`: which, and how much each counts, 0 or more; default all alike.

    A name, names, or weights by joint: one number for a joint, or one for each of its coordinates in their order
    (elbow: flexion, twist; swing: swing_x, swing_y; ball: swing_x, swing_y, twist).
    """

    joints: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("joints", normalized_weights(self.joints, f"the joints option of {self._name}"))

    def check(self, figure: Figure) -> None:
        """Raise when the figure lacks a joint that the criterion names, or a joint some of its weights."""
        self._freedom(figure)

    def _weights_by_joint(self, figure: Figure) -> dict[str, Weight]:
        return self._weights_of(figure, self.joints)

    @classmethod
    def _weights_of(cls, figure: Figure, joints: JointWeights) -> dict[str, Weight]:
        """How much joints count by what `joints` says; all criteria of a kind say it alike."""
        return weights_by_joint(figure, joints, f"criterion {cls.__name__}")

    def _freedom(self, figure: Figure) -> Array:
        """(dof,) how much every degree of freedom counts; read-only."""
        return _kept_freedom(Same(figure), type(self), self.joints)


@lru_cache(maxsize=64)
def _kept_freedom(figure: Same[Figure], kind: type[JointCriterion], joints: JointWeights) -> Array:
    return sealed(freedom_weights(figure.thing, kind._weights_of(figure.thing, joints)))
