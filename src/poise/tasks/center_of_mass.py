"""CenterOfMass: where the body's weight is (Boulic et al. 1996, 3; Baerlocher 4.5.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from poise.errors import InputError
from poise.figure.check import Vec3, plain_vec3, vec3
from poise.filled import filled_quickly
from poise.forces.wishes import checked_own
from poise.tasks.axes import axis_rows, checked_axes, plain_axes
from poise.tasks.body_pieces import Center
from poise.tasks.body_task import BodyTask
from poise.tasks.equilibrium import Equilibrium
from poise.tasks.piece import Goal, Piece

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class CenterOfMass(BodyTask):
    """Bring the centre of mass to a point, or over the supports by their shares.

    `point`: metres, world. `axes`: the world axes along which it matters; "xz", by default, is straight above or
    below the point, whatever the height. `supports`: instead of a point, supports with shares of the weight: the centre
    of mass goes over Σ share · place, wherever the pose has them (inverse kinetics on one support or several).
    """

    point: Any = None
    axes: str = "xz"
    supports: Any = field(default=None, kw_only=True)

    word: ClassVar[str] = "center_of_mass"
    goal_field: ClassVar[str | None] = "point"

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.point is None) == (self.supports is None):
            raise InputError(f"task {self.name!r} takes either a point or supports with shares")
        self._put("axes", plain_axes(self.axes) or checked_axes(self.axes, self._what("axes")))
        if self.supports is None:
            self._put("point", self._checked_goal(self.point))
            return
        checked_own(self)
        if self.axes != "xz":
            raise InputError(f"task {self.name!r}: supports say where the weight is on the level; leave axes out")

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no mass, and so no centre of it."""
        super().check(figure)
        if figure.mass <= 0.0:
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no mass, so no centre of mass")
        if self.supports is not None:
            self._on_supports().check(figure)

    def goals(self, start: Pose) -> tuple[Goal, ...]:
        return (self.point,) if self.supports is None else super().goals(start)

    def pieces(self, start: Pose) -> list[Piece]:
        if self.supports is not None:
            return self._on_supports().pieces(start)
        return [Center(self.point, axis_rows(self.axes, None), self.axes)]

    @property
    def _is_kept(self) -> bool:
        return self.supports is None

    def _on_supports(self) -> Equilibrium:
        """Weight and shares in equilibrium: the lever arm that is left is how far the centre of mass is off."""
        return Equilibrium(forces=(), supports=self.supports, name=self.name)

    def _checked_goal(self, goal: Any) -> Vec3:
        if (found := plain_vec3(goal)) is not None:
            return found
        return vec3(goal, self._what("point")) if goal is not None else super()._checked_goal(goal)

    def _goal_field(self) -> str:
        if self.point is None:
            raise InputError(f"task {self.name!r} has no goal that could change; CenterOfMass(point) has one")
        return "point"
