"""CenterOfMass: where the body's weight is (Boulic et al. 1996, 3; Baerlocher 4.5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import vec3
from poise.tasks.axes import axis_rows, checked_axes
from poise.tasks.body_pieces import Center
from poise.tasks.piece import Piece
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class CenterOfMass(Task):
    """Bring the centre of mass to a point.

    `point`: metres, world. `axes`: the world axes along which it matters; "xz", by default, is straight above or
    below the point, whatever the height.
    """

    point: Any
    axes: str = "xz"

    word: ClassVar[str] = "center_of_mass"
    goal_field: ClassVar[str | None] = "point"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("point", vec3(self.point, self._what("point")))
        self._put("axes", checked_axes(self.axes, self._what("axes")))

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no mass, and so no centre of it."""
        super().check(figure)
        if figure.mass <= 0.0:
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no mass, so no centre of mass")

    def pieces(self, start: Pose) -> list[Piece]:
        return [Center(np.array(self.point), axis_rows(self.axes, None), self.axes)]
